"""Bouckaert (2005): power and replicability over the size of the data, on a task whose learners need no training."""
