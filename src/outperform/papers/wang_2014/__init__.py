"""Wang et al. (2014): blocked 3x2 cross-validation, its variance, and five tests side by side."""
