"""The study behind adaptive cross-validation: replicability, cost, and false positives compared with other rules."""
