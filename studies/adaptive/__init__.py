"""The study behind adaptive cross-validation: is it replicable, cheap, and no more liberal than what it replaces."""
