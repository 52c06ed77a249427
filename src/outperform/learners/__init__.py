"""Learners: short names, learners with parameters, and any object with fit and predict."""

from outperform.learners._catalogue import CATALOGUE
from outperform.learners._tables import TableClassifier
from outperform.learners.blocks import Block as Block
from outperform.learners.blocks import FeatureSelecting as FeatureSelecting
from outperform.learners.damaged import DamagedNN as DamagedNN
from outperform.learners.damaged import Flipped as Flipped
from outperform.learners.kinds import described, kind_of
from outperform.learners.mixed_knn import MixedKNN
from outperform.learners.mixed_nb import MixedNB
from outperform.learners.named import (
    Encode,
    ForeignError,
    check_foreign,
    learner_of,
    learners_of,
    named_learners,
    named_of,
)
from outperform.learners.own import are_own, is_own
from outperform.learners.plain import DepthTree as DepthTree
from outperform.learners.plain import MultilayerPerceptron as MultilayerPerceptron
from outperform.learners.plain import NearestNeighbours as NearestNeighbours
from outperform.learners.plain import Perceptron as Perceptron
from outperform.learners.plain import RandomTree as RandomTree
from outperform.learners.recipes import probes
from outperform.learners.rpart import RPart as RPart
from outperform.learners.short import RECIPES
from outperform.learners.simulated import AlwaysOne as AlwaysOne
from outperform.learners.simulated import CopyX as CopyX
from outperform.learners.simulated import EpsilonSimulated as EpsilonSimulated
from outperform.learners.sklearn import Estimator
from outperform.learners.thresholds import ThresholdOLS as ThresholdOLS
from outperform.learners.thresholds import ThresholdTree as ThresholdTree
from outperform.learners.tuned import Tuned as Tuned
from outperform.learners.weka.entries import WekaClass as WekaClass
from outperform.learners.weka.entries import WekaIBk as WekaIBk
from outperform.learners.weka.entries import WekaJ48 as WekaJ48
from outperform.learners.weka.entries import WekaNB as WekaNB

# An Estimator holds an object, which has no spec.
CATALOGUE.add({name: value for name, value in globals().items() if value is not Estimator})

__all__ = [
    "CATALOGUE",
    "RECIPES",
    "Encode",
    "Estimator",
    "ForeignError",
    "MixedKNN",
    "MixedNB",
    "TableClassifier",
    "are_own",
    "check_foreign",
    "described",
    "is_own",
    "kind_of",
    "learner_of",
    "learners_of",
    "named_learners",
    "named_of",
    "probes",
    *CATALOGUE.names,
]
