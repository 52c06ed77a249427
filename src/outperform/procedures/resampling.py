"""Random subsampling, with the plain t test and with the corrected one."""

from dataclasses import dataclass

from outperform.core import SignificanceTest, Weakness
from outperform.designs import Subsampling
from outperform.procedures.fixed import FixedProcedure
from outperform.significance import CorrectedT, ResampledT


@dataclass(frozen=True)
class Resampled(FixedProcedure):
    """Paired t test on random splits; treats the splits as independent (Dietterich 1998, 3.3)."""

    slug = "resampled"
    repeats: int = 30
    share: float | str = "1/3"
    weaknesses = (Weakness.THIRD_FALSE,)

    @property
    def design(self) -> Subsampling:
        """Random splits."""
        return Subsampling(repeats=self.repeats, share=self.share)

    @property
    def test(self) -> SignificanceTest:
        """The plain t test."""
        return ResampledT()


@dataclass(frozen=True)
class CorrectedResampled(FixedProcedure):
    """Corrected t test on random splits (Nadeau & Bengio 2003; Bouckaert & Frank 2004, 3.2)."""

    slug = "corrected-resampled"
    repeats: int = 100
    share: float | str = 0.1
    weaknesses = (Weakness.UNSTABLE_LEARNERS,)

    @property
    def design(self) -> Subsampling:
        """Random splits."""
        return Subsampling(repeats=self.repeats, share=self.share)

    @property
    def test(self) -> SignificanceTest:
        """The corrected t test."""
        return CorrectedT()
