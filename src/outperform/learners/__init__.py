"""Learners: named recipes that, given a seed, make something with fit and predict."""

from outperform.learners.mixed_knn import MixedKNN
from outperform.learners.mixed_nb import MixedNB
from outperform.learners.named import learner_of, learners_of
from outperform.learners.short import RECIPES
from outperform.learners.sklearn import Estimator

__all__ = ["RECIPES", "Estimator", "MixedKNN", "MixedNB", "learner_of", "learners_of"]
