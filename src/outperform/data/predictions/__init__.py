"""Predictions beside the truth: labels, values and probabilities, from tables, several files and arrays."""
