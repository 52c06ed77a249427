"""Is adaptive cross-validation replicable, cheap and no more liberal than what it replaces? ``python -m studies.adaptive``."""
