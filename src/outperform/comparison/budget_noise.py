"""The parts of a pair's noise, each with where it comes from."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import chdtri

from outperform.core import Floats, MisfitError, Note, NoteKind, Scores
from outperform.core.budget import Amount
from outperform.significance.noise import Noise

SHARE = 0.05  # of each tail of a range


def whole_repeats(scores: Scores) -> tuple[Scores, list[Note]]:
    """Keep the repeats in which no split is missing; splits of what is no partition stand alone."""
    count = scores.values.shape[1]
    notes = []
    scores = scores.whole()
    kept = scores.values.shape[1]
    if not kept:
        raise MisfitError("a learner failed in every repeat: no noise can be read from what is left")
    if kept < count:
        notes.append(Note.of(NoteKind.REPEATS_LEFT_OUT, failed=count - kept, repeats=count))
    if scores.values.shape[2] > 1 and scores.traits.partition is False:
        notes.append(Note.of(NoteKind.NO_PARTITION))
        scores = _laid_out(scores, lambda grid: grid.reshape(*grid.shape[:-2], -1, 1))
    return scores, notes


def _laid_out(scores: Scores, change: Callable[[Any], Any]) -> Scores:
    """Change the grid [..., repeat, fold] of the scores and of all that goes with them."""
    return replace(
        scores,
        values=change(scores.values),
        n_train=None if scores.n_train is None else change(scores.n_train),
        n_test=None if scores.n_test is None else change(scores.n_test),
        seconds=None if scores.seconds is None else change(scores.seconds),
        plan=None,
        items=None,
    )


def ratio_of(scores: Scores) -> tuple[float, list[Note]]:
    """Return test rows over training rows; folds of a table without sizes are taken for a partition."""
    ratio, folds = scores.traits.ratio, scores.values.shape[2]
    if ratio is not None:
        return ratio, []
    if folds == 1:
        raise MisfitError("random splits need n_train and n_test: without them nothing tells how much they overlap")
    return 1 / (folds - 1), [Note.of(NoteKind.ASSUMED_PARTITION, folds=folds)]


def _spread(value: float, df: float) -> tuple[float | None, float | None]:
    """Where a variance may lie that was measured with so many degrees of freedom."""
    if not 0 < df < np.inf:
        return (value, value) if df else (None, None)
    return value * df / float(chdtri(df, SHARE)), value * df / float(chdtri(df, 1 - SHARE))


def run_amount(noise: Noise) -> Amount:
    """Return the noise of one repeat, partition and seeds together."""
    if noise.run_df == np.inf:
        return Amount(0.0, "measured", "there is no other partition: every row is tested alone", 0.0, 0.0)
    if noise.run_df == 0:
        return Amount(noise.run, "assumed", "one repeat cannot tell; 0.1 sqrt(10/k) standard deviations of a split")
    rows = noise.basis == "rows"
    why = f"rows of {noise.repeats} repeats" if rows else f"the means of {noise.repeats} repeats"
    if noise.folds == 1:
        why = f"{noise.repeats} random splits"
    return Amount(noise.run, "measured", f"from {why}", *_spread(noise.run, noise.run_df))


def seed_amount(noise: Noise, seeded: Floats | None, names: Sequence[str]) -> Amount:
    """Part of a repeat's variance that other learner seeds on the same folds make: mean variance of a split over k."""
    if seeded is None:
        return Amount(None, "unknown", "not told apart from partitions: needs two seeds on the same folds")
    x = seeded[:, 0] - seeded[:, 1]
    count, splits = len(x), int(np.isfinite(x[0]).sum())
    value = float(np.nanmean(x.var(axis=0, ddof=1))) / noise.folds
    if value == 0:
        return Amount(0.0, "measured", "no seed noise: refits with another seed gave the same scores", 0.0, 0.0)
    own = np.nanmean(seeded.var(axis=0, ddof=1), axis=(1, 2))
    loud = f"{100 * own.max() / own.sum():.0f}% of it from {names[int(own.argmax())]}"
    why = f"{count} seeds on the same {splits} splits, {loud}; more repeats average it out"
    return Amount(value, "measured", why, *_spread(value, splits * (count - 1)))


def partition_amount(noise: Noise, run: Amount, seed: Amount) -> Amount:
    """Return what is left of a repeat's noise without seeds."""
    if seed.value is None:
        return replace(run, why=f"{run.why}; learner seeds included; more repeats average it out")
    value = max(0.0, noise.run - seed.value)
    low, high = (None if end is None else max(0.0, end - (seed.value or 0.0)) for end in (run.low, run.high))
    return Amount(value, run.basis, f"{run.why}; more repeats average it out", low, high)


def item_amount(noise: Noise) -> Amount:
    """Return the part of the data noise that comes from which rows are tested."""
    if noise.item is None:
        return Amount(None, "unknown", "needs rows that stand alone and a metric that is a mean over rows")
    return Amount(noise.item, "measured", "the part of it that comes from which rows are tested")


def data_amount(noise: Noise, halves: Sequence[tuple[Scores, Scores]]) -> Amount:
    """Model, or its correction by what halves of the data showed."""
    model = "rows" if noise.item is not None else "folds"
    if not halves:
        low, high = (end / noise.data if noise.data else 1.0 for end in noise.data_range)
        why = f"only more rows help; from {model}, its variance may be {low:.1f} to {high:.1f} times this"
        return Amount(noise.data, "model", why, *noise.data_range)
    factor = _halving_factor(halves)
    value = max(noise.item or 0.0, factor * noise.data)
    why = (
        f"only more rows help; {len(halves)} halvings showed {factor:.2f} times the variance of the model from {model}"
    )
    return Amount(value, "measured", why, *_spread(value, len(halves)))


def _halving_factor(halves: Sequence[tuple[Scores, Scores]]) -> float:
    """Variance over halves of the mean difference, less that of partitions, over the model's variance at that size."""
    pairs = [[_half_noise(side) for side in both] for both in halves]
    apart = float(np.mean([(one.mean - other.mean) ** 2 / 2 for one, other in pairs]))
    sides = [side for both in pairs for side in both]
    noise = float(np.mean([side.run / side.repeats for side in sides]))
    modelled = float(np.mean([side.data for side in sides]))
    return max(0.0, apart - noise) / modelled if modelled else 1.0


def _half_noise(scores: Scores) -> Noise:
    whole, _ = whole_repeats(scores)
    return Noise.of(whole, ratio_of(whole)[0])
