"""Designs: recipes for dividing rows. Each serves scikit-learn as a splitter too."""

from outperform.core import Catalogue, Design
from outperform.designs.halves import BalancedHalves, Blocked3x2
from outperform.designs.kfold import FiveByTwo, KFold, LeaveOneOut
from outperform.designs.splitter import as_design
from outperform.designs.subsampling import Holdout, Subsampling

__all__ = [
    "CATALOGUE",
    "BalancedHalves",
    "Blocked3x2",
    "FiveByTwo",
    "Holdout",
    "KFold",
    "LeaveOneOut",
    "Subsampling",
    "as_design",
]

CATALOGUE = Catalogue(Design, globals())
"""All designs, by slug."""
