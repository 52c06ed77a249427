"""Words: the one place where verdicts, budgets and numbers become text, for terminal, page, tables and JSON alike."""
