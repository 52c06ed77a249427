"""The study behind adaptive cross-validation: is it replicable, cheap, and without more false positives than before?"""
