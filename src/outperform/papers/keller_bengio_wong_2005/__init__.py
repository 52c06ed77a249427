"""Keller, Bengio & Wong (2005): statistical tests on the difference of F1 and of errors, on a population of texts."""
