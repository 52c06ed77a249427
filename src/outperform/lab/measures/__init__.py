"""Measures: properties of a procedure over a study. The last line registers them."""

from outperform.core import Catalogue
from outperform.lab.measures.base import Measure, Reading
from outperform.lab.measures.cost import Fits, Seconds
from outperform.lab.measures.rejection import Coverage, Rejection, Uniformity
from outperform.lab.measures.replicability import (
    AlmostConsistent,
    ChanceCorrected,
    Consistent,
    Replicability,
    ThreeWay,
    agreement,
)
from outperform.lab.measures.variance import PoliticalRatio, RhoOne, RhoTwo

__all__ = [
    "CATALOGUE",
    "AlmostConsistent",
    "ChanceCorrected",
    "Consistent",
    "Coverage",
    "Fits",
    "Measure",
    "PoliticalRatio",
    "Reading",
    "Rejection",
    "Replicability",
    "RhoOne",
    "RhoTwo",
    "Seconds",
    "ThreeWay",
    "Uniformity",
    "agreement",
]

CATALOGUE = Catalogue(Measure, globals())
"""All measures, by slug."""
