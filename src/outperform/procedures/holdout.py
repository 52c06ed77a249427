"""One training set, one test set: fast, but without the variation between training sets (Dietterich 1998, 3.1, 3.2)."""

from dataclasses import dataclass

from outperform.core import SignificanceTest, Weakness
from outperform.designs import Holdout
from outperform.procedures.fixed import FixedProcedure
from outperform.significance import BootstrapPercentile, McNemar, Proportions


class HoldoutProcedure(FixedProcedure):
    """A test on the predictions on one held-out test set."""

    share: float | str
    question = 3  # which of two fitted learners is better: the training set is fixed
    weaknesses = (Weakness.ONE_TRAINING_SET,)

    @property
    def design(self) -> Holdout:
        """One random split."""
        return Holdout(share=self.share)


@dataclass(frozen=True)
class McNemarHoldout(HoldoutProcedure):
    """McNemar's test on one held-out test set (Dietterich 1998, 3.1)."""

    slug = "mcnemar-holdout"
    share: float | str = "1/3"

    @property
    def test(self) -> SignificanceTest:
        """McNemar's test with continuity correction."""
        return McNemar()


@dataclass(frozen=True)
class ProportionsHoldout(HoldoutProcedure):
    """Difference of two proportions on one held-out test set; unpaired (Dietterich 1998, 3.2)."""

    slug = "proportions-holdout"
    share: float | str = "1/3"
    weaknesses = (Weakness.ERRORS_INDEPENDENT,)

    @property
    def test(self) -> SignificanceTest:
        """The z test of two proportions."""
        return Proportions()


@dataclass(frozen=True)
class BootstrapHoldout(HoldoutProcedure):
    """Bootstrap percentile test of any metric on one held-out test set (Keller et al. 2005)."""

    slug = "bootstrap-holdout"
    share: float | str = "1/3"

    @property
    def test(self) -> SignificanceTest:
        """Resample the test rows."""
        return BootstrapPercentile()
