"""k-fold cross-validation, once or repeated."""

from dataclasses import dataclass, field

from outperform.core import SignificanceTest, Weakness
from outperform.designs import KFold
from outperform.procedures.fixed import FixedProcedure
from outperform.significance import CorrectedT, KFoldT, SortedRunsT


@dataclass(frozen=True)
class KFoldProcedure(FixedProcedure):
    """Plain t test on one k-fold cross-validation (Dietterich 1998, 3.4)."""

    slug = "kfold-t"
    folds: int = 10
    weaknesses = (Weakness.SOMEWHAT_LIBERAL,)

    @property
    def design(self) -> KFold:
        """One k-fold."""
        return KFold(folds=self.folds)

    @property
    def test(self) -> SignificanceTest:
        """The plain t test."""
        return KFoldT()


class RepeatedCV(FixedProcedure):
    """A test on repeated k-fold cross-validation."""

    repeats: int
    folds: int
    weaknesses = (Weakness.UNSTABLE_LEARNERS,)

    @property
    def design(self) -> KFold:
        """Repeated k-fold."""
        return KFold(folds=self.folds, repeats=self.repeats)


@dataclass(frozen=True)
class CorrectedCV(RepeatedCV):
    """Corrected t test on repeated k-fold cross-validation (Bouckaert & Frank 2004, 3.3)."""

    slug = "corrected-cv"
    repeats: int = 10
    folds: int = 10

    @property
    def test(self) -> SignificanceTest:
        """The corrected t test."""
        return CorrectedT()


@dataclass(frozen=True)
class Corrected10x10(CorrectedCV):
    """Corrected t test on ten repeats of ten folds (Bouckaert & Frank 2004, 3.3)."""

    slug = "corrected-10x10"
    repeats: int = field(default=10, init=False)
    folds: int = field(default=10, init=False)


@dataclass(frozen=True)
class SortedCV(RepeatedCV):
    """Sorted-runs t test on repeated k-fold cross-validation (Bouckaert 2005, 2.4)."""

    slug = "sorted-cv"
    repeats: int = 10
    folds: int = 10

    @property
    def test(self) -> SignificanceTest:
        """The sorted-runs t test."""
        return SortedRunsT()


@dataclass(frozen=True)
class Sorted10x10(SortedCV):
    """Sorted-runs t test on ten repeats of ten folds (Bouckaert 2005, 2.4)."""

    slug = "sorted-10x10"
    repeats: int = field(default=10, init=False)
    folds: int = field(default=10, init=False)
