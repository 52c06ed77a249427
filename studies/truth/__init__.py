"""Does the level hold, and for which learners? Exact nulls, power, coverage and replicability of the threshold."""
