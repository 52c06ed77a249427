"""Does the level hold for every learner? Exact nulls, power, coverage and replicability of the corrected threshold."""
