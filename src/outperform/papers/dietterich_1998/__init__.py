"""Dietterich (1998): five tests, their Type I error and power."""
