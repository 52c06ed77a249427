"""Tests of leagues: two learners, or all of them, over many data sets. Needs numpy and scipy.special only."""
