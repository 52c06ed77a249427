"""The catalogue of learners, empty here: learners around other learners read it, and ``__init__`` fills it."""

from outperform.core import Catalogue, Learner

CATALOGUE = Catalogue(Learner)
"""The learners with parameters, by slug."""
