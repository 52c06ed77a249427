"""Procedures: a design and a test that belong together, under one name. This page registers them."""

from outperform.core import Catalogue, Procedure
from outperform.procedures.adaptive import AdaptiveCV as AdaptiveCV
from outperform.procedures.cross_validation import Corrected10x10 as Corrected10x10
from outperform.procedures.cross_validation import CorrectedCV as CorrectedCV
from outperform.procedures.cross_validation import KFoldProcedure as KFoldProcedure
from outperform.procedures.cross_validation import Sorted10x10 as Sorted10x10
from outperform.procedures.cross_validation import SortedCV as SortedCV
from outperform.procedures.fixed import FixedProcedure
from outperform.procedures.halves import Blocked3x2Procedure as Blocked3x2Procedure
from outperform.procedures.halves import FiveByTwoFProcedure as FiveByTwoFProcedure
from outperform.procedures.halves import FiveByTwoTProcedure as FiveByTwoTProcedure
from outperform.procedures.holdout import BootstrapHoldout as BootstrapHoldout
from outperform.procedures.holdout import McNemarHoldout as McNemarHoldout
from outperform.procedures.holdout import ProportionsHoldout as ProportionsHoldout
from outperform.procedures.resampling import CorrectedResampled as CorrectedResampled
from outperform.procedures.resampling import Resampled as Resampled

CATALOGUE = Catalogue(Procedure, globals())
"""All procedures for one data set, by slug."""

__all__ = ["CATALOGUE", "FixedProcedure", *CATALOGUE.names]
