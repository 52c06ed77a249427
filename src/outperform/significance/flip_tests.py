"""What the tests that swap the two systems on random units share."""

from abc import abstractmethod
from dataclasses import dataclass, replace

from outperform.core import Note, Reason, Refusal, Scores
from outperform.core.checks import check_replicates
from outperform.significance.flip_verdict import DrawnFlipVerdict, FlipUnits, FlipVerdict
from outperform.significance.fresh import flip_draws
from outperform.significance.item_means import mean_of_items
from outperform.significance.item_stability import noise_share, wander_over
from outperform.significance.item_tests import ItemTest, notes_of
from outperform.significance.item_values import ItemValues
from outperform.significance.samples import sample_noise, with_runs


@dataclass(frozen=True)
class FlipTest(ItemTest):
    """A test that swaps the two systems on random units: items, or clusters of items.

    Notes
    -----
    Formula: x_u is the difference (times the weight) of unit u, summed over its items; m of the x_u are not 0.

        p = share of the 2^m patterns of signs s with |sum s_u x_u| >= |sum x_u|

    Sums that differ only by rounding are ties. On a grid (differences that are multiples of a common step) the share is
    exact for any m, by a convolution of binomial distributions; else all patterns are enumerated up to m = 20, and
    ``replicates`` patterns are drawn for more: p = (1 + #{T* >= T}) / (B + 1). Dividing by a standard error would
    change nothing, since sum x_u^2 is the same under every pattern.

    The interval holds the differences delta that the same test on d - delta would not reject. Its ends are order
    statistics of the means of subsets of the units (Hartigan 1969): all subsets up to 20 units, else random ones.

    Degenerate: no unit differs: p = 1. A test that could never reject at the level, since 2/2^m is above it, says so in
    a note; the interval of so few units is unbounded.
    """

    replicates: int = 10_000

    def __post_init__(self) -> None:
        """Raise SpecError for fewer than one replicate."""
        super().__post_init__()
        check_replicates(self.slug, self.replicates)

    @abstractmethod
    def units(self, values: ItemValues, sign: float = 1.0) -> FlipUnits:
        """Return the units whose signs are swapped."""

    def notes(self, scores: Scores) -> tuple[Note, ...]:  # noqa: ARG002 - for tests that need it
        """Note what this test does not use."""
        return ()

    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> FlipVerdict:
        """Judge values in canonical order."""
        units = self.units(values, sign)
        law, drawn = units.law(self.replicates, scores.seed)
        kind = DrawnFlipVerdict if drawn or not units.enumerable else FlipVerdict
        pvalue = 1.0 if units.total == 0 else float(law.pvalue(units.total))
        noise = sample_noise(scores)
        notes = (*self.notes(scores), *notes_of(values, sign), *(() if noise is None else noise.notes))
        verdict = kind.of(units, pvalue, self.replicates, scores.seed, notes)
        if noise is None:
            return replace(verdict, stability=Refusal(Reason.ONE_SAMPLE))
        share = noise_share(noise, with_runs(*self._spread(values), noise)[0])
        draws = flip_draws(scores, values, noise)
        stability = wander_over(units.rule(law, noise.own), units.estimate, noise, share, draws)
        return replace(verdict, noise_share=share, stability=stability)

    def _spread(self, values: ItemValues) -> tuple[float, float]:
        """Return the standard error of the mean and its degrees of freedom."""
        found = mean_of_items(values)
        return float(found.se), found.df
