"""How many repeats does a league need: ``adaptive-league`` against the same number everywhere."""
