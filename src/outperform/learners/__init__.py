"""Learners: named recipes that, given a seed, make something with fit and predict."""

from outperform.core import Catalogue, Learner
from outperform.learners.blocks import Block, FeatureSelecting
from outperform.learners.damaged import DamagedNN, Flipped
from outperform.learners.kinds import kind_of
from outperform.learners.mixed_knn import MixedKNN
from outperform.learners.mixed_nb import MixedNB
from outperform.learners.named import learner_of, learners_of
from outperform.learners.plain import DepthTree, MultilayerPerceptron, NearestNeighbours, Perceptron, RandomTree
from outperform.learners.recipes import probes
from outperform.learners.rpart import RPart
from outperform.learners.short import RECIPES
from outperform.learners.simulated import AlwaysOne, CopyX, EpsilonSimulated
from outperform.learners.sklearn import Estimator
from outperform.learners.thresholds import ThresholdOLS, ThresholdTree
from outperform.learners.tuned import Tuned

__all__ = [
    "CATALOGUE",
    "RECIPES",
    "AlwaysOne",
    "Block",
    "CopyX",
    "DamagedNN",
    "DepthTree",
    "EpsilonSimulated",
    "Estimator",
    "FeatureSelecting",
    "Flipped",
    "MixedKNN",
    "MixedNB",
    "MultilayerPerceptron",
    "NearestNeighbours",
    "Perceptron",
    "RPart",
    "RandomTree",
    "ThresholdOLS",
    "ThresholdTree",
    "Tuned",
    "kind_of",
    "learner_of",
    "learners_of",
    "probes",
]

# An Estimator holds an object, which no spec can say.
CATALOGUE = Catalogue(Learner, {name: value for name, value in globals().items() if value is not Estimator})
"""The learners with parameters, by slug."""
