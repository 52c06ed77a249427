"""Procedures that train on one half and test on the other: few fits, but the answer is for n/2 training rows."""

from dataclasses import dataclass

from outperform.core import Design, SignificanceTest, Weakness
from outperform.designs import Blocked3x2, FiveByTwo
from outperform.procedures.fixed import FixedProcedure
from outperform.significance import Blocked3x2T, FiveByTwoF, FiveByTwoT


@dataclass(frozen=True)
class FiveByTwoTProcedure(FixedProcedure):
    """5x2cv paired t test (Dietterich 1998, 3.5)."""

    slug = "5x2-t"
    weaknesses = (Weakness.HALF_SIZE, Weakness.ONE_OF_TEN)

    @property
    def design(self) -> Design:
        """Five repeats of halves."""
        return FiveByTwo()

    @property
    def test(self) -> SignificanceTest:
        """The first difference over the spread within repeats."""
        return FiveByTwoT()


@dataclass(frozen=True)
class FiveByTwoFProcedure(FixedProcedure):
    """Combined 5x2cv F test (Alpaydin 1999)."""

    slug = "5x2-f"
    weaknesses = (Weakness.HALF_SIZE,)

    @property
    def design(self) -> Design:
        """Five repeats of halves."""
        return FiveByTwo()

    @property
    def test(self) -> SignificanceTest:
        """All ten differences over the spread within repeats."""
        return FiveByTwoF()


@dataclass(frozen=True)
class Blocked3x2Procedure(FixedProcedure):
    """Blocked 3x2 cross-validated t test (Wang et al. 2014)."""

    slug = "blocked-3x2"
    weaknesses = (Weakness.HALF_SIZE,)

    @property
    def design(self) -> Design:
        """Three repeats of balanced halves."""
        return Blocked3x2()

    @property
    def test(self) -> SignificanceTest:
        """The t test with the variance AL."""
        return Blocked3x2T()
