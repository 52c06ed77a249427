"""Budgets: what a comparison can show, and what more repeats, rows, items or samples would bring and cost."""
