"""Sources: endless supplies of datasets, each with what is true of its usual pair of learners."""

from outperform.core import Catalogue, Source
from outperform.sources.bayes_net import BayesNet
from outperform.sources.epsilon import Epsilon
from outperform.sources.exp6 import Exp6
from outperform.sources.gaussians import Gaussians, Logistic
from outperform.sources.no_information import NoInformation
from outperform.sources.population import Population
from outperform.sources.regression import Regression
from outperform.sources.symmetric import Symmetric
from outperform.sources.table import Table
from outperform.sources.task_one import TaskOne

__all__ = [
    "CATALOGUE",
    "BayesNet",
    "Epsilon",
    "Exp6",
    "Gaussians",
    "Logistic",
    "NoInformation",
    "Population",
    "Regression",
    "Symmetric",
    "Table",
    "TaskOne",
]

CATALOGUE = Catalogue(Source, globals())
"""All sources, by slug."""
