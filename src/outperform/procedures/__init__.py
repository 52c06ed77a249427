"""Procedures: a design and a test that belong together, under one name. The last line registers them."""

from outperform.core import Catalogue, Procedure
from outperform.procedures.adaptive import AdaptiveCV
from outperform.procedures.cross_validation import Corrected10x10, CorrectedCV, KFoldProcedure, Sorted10x10, SortedCV
from outperform.procedures.fixed import FixedProcedure
from outperform.procedures.halves import Blocked3x2Procedure, FiveByTwoFProcedure, FiveByTwoTProcedure
from outperform.procedures.holdout import BootstrapHoldout, McNemarHoldout, ProportionsHoldout
from outperform.procedures.resampling import CorrectedResampled, Resampled

__all__ = [
    "CATALOGUE",
    "AdaptiveCV",
    "Blocked3x2Procedure",
    "BootstrapHoldout",
    "Corrected10x10",
    "CorrectedCV",
    "CorrectedResampled",
    "FiveByTwoFProcedure",
    "FiveByTwoTProcedure",
    "FixedProcedure",
    "KFoldProcedure",
    "McNemarHoldout",
    "ProportionsHoldout",
    "Resampled",
    "Sorted10x10",
    "SortedCV",
]

CATALOGUE = Catalogue(Procedure, globals())
"""All procedures, by slug."""
