"""Fixed systems on items: whether the default tests keep their level, and whether p_flip foretells another run."""
