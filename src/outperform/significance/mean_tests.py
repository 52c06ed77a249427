"""What the t tests on the mean of items share: arithmetic, runs, stability over samples."""

from dataclasses import dataclass, replace

from outperform.core import Note, NoteKind, Scores
from outperform.significance.flip import Rule
from outperform.significance.flip_verdict import FlipUnits
from outperform.significance.fresh import fresh_draws
from outperform.significance.heavy_units import sign_notes, with_random_signs
from outperform.significance.item_means import ItemMean, cluster_sums, mean_of_items
from outperform.significance.item_stability import MeanRule, noise_share, wander_over
from outperform.significance.item_tests import ItemTest, notes_of
from outperform.significance.item_values import ItemValues
from outperform.significance.item_verdict import ItemVerdict
from outperform.significance.samples import SampleNoise, sample_noise, with_runs
from outperform.surface import switch

REPLICATES = 10_000  # of the signs that take the place of t where nothing varies


@dataclass(frozen=True)
class MeanTest(ItemTest):
    """A t test on the mean of items.

    Where the samples of an item are runs, which share something over all items, the verdict is about the recipes:
    fresh runs on fresh items. Its standard error holds the variance between runs, and a note says so.
    """

    shared_runs: bool = False

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = super().misfit(scores)
        if problem is None and self.shared_runs and scores.items is not None and not scores.items.runs:
            problem = f"{self} needs runs, but these are samples; pass {switch('runs')}, or leave shared_runs out"
        return problem

    def values(self, values: ItemValues) -> ItemValues:
        """Return the items as this test uses them."""
        return values

    def ignored(self, scores: Scores) -> tuple[Note, ...]:  # noqa: ARG002 - for tests that need it
        """Note what this test does not use."""
        return ()

    def arithmetic(self, values: ItemValues) -> ItemMean:
        """T = m / se, for every table of values [..., item]."""
        used = self.values(values)
        return with_random_signs(mean_of_items(used), used)

    def verdict(self, scores: Scores, values: ItemValues, sign: float) -> ItemVerdict:
        """Judge values in canonical order."""
        used = self.values(values)
        noise = sample_noise(scores, shared_runs=self.shared_runs)
        plain = mean_of_items(used)
        signed = with_random_signs(plain, used)
        items = found = signed.mirrored(sign)
        if noise is not None and noise.over == "runs":
            found = _of_recipes(found, noise)
        notes = (*self.ignored(scores), *notes_of(used, sign), *sign_notes(plain, signed, used), *_notes(noise))
        verdict = found.verdict(notes)
        share = noise_share(noise, verdict.se)
        rule, draws = _rule(found, used, scores, noise), fresh_draws(scores, used, items, noise)
        stability = wander_over(rule, verdict.estimate, noise, share, draws)
        return replace(verdict, noise_share=share, stability=stability)


def _notes(noise: SampleNoise | None) -> tuple[Note, ...]:
    """Note what the samples show, and where the verdict is about recipes."""
    if noise is None:
        return ()
    return (*((Note.of(NoteKind.RECIPES),) if noise.over == "runs" else ()), *noise.notes)


def _of_recipes(found: ItemMean, noise: SampleNoise) -> ItemMean:
    """Add the variance between runs; where items do not vary, there is nothing to add it to."""
    if float(found.se) == 0:
        return found
    se, df = with_runs(float(found.se), found.df, noise)
    return replace(found, se=found.se * 0 + se, df=df)


def _rule(found: ItemMean, used: ItemValues, scores: Scores, noise: SampleNoise | None) -> Rule | None:
    """Return when the test rejects; by random signs where the items do not vary."""
    if noise is None:
        return None
    if float(found.se) > 0:
        return MeanRule(float(found.se), found.df, noise.fresh)
    sums, weights = cluster_sums(used)
    units = FlipUnits.of(sums, weights, float(used.scale) * float(weights.max()))
    return units.rule(units.law(REPLICATES, scores.seed)[0], noise.own)
