"""Words on a terminal. Nothing here loads numpy before a verb runs."""
