"""Designs: how rows are split. Each is also a scikit-learn splitter."""

from outperform.designs._catalogue import CATALOGUE
from outperform.designs.forward import Forward as Forward
from outperform.designs.halves import BalancedHalves as BalancedHalves
from outperform.designs.halves import Blocked3x2 as Blocked3x2
from outperform.designs.kfold import FiveByTwo as FiveByTwo
from outperform.designs.kfold import KFold as KFold
from outperform.designs.kfold import LeaveOneOut as LeaveOneOut
from outperform.designs.splitter import as_design
from outperform.designs.subsampling import Holdout as Holdout
from outperform.designs.subsampling import Subsampling as Subsampling

CATALOGUE.add(globals())

__all__ = ["CATALOGUE", "as_design", *CATALOGUE.names]
