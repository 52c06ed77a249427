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
    """Keep the repeats without a missing split; where test sets overlap, every split counts alone."""
    count = scores.values.shape[1]
    notes = []
    scores = scores.whole()
    kept = scores.values.shape[1]
    if not kept:
        raise MisfitError("a learner failed in every repeat, so there is no whole repeat to measure the noise from")
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
    """Return test rows over training rows; without sizes, the folds are assumed to share out all rows."""
    ratio, folds = scores.traits.ratio, scores.values.shape[2]
    if ratio is not None:
        return ratio, []
    if folds == 1:
        raise MisfitError("random splits need n_train and n_test: without them, how much they overlap is unknown")
    return 1 / (folds - 1), [Note.of(NoteKind.ASSUMED_PARTITION, folds=folds)]


def spread(value: float, df: float) -> tuple[float | None, float | None]:
    """Return the range of a variance that was measured with so many degrees of freedom."""
    if not 0 < df < np.inf:
        return (value, value) if df else (None, None)
    return value * df / float(chdtri(df, SHARE)), value * df / float(chdtri(df, 1 - SHARE))


def run_amount(noise: Noise) -> Amount:
    """Return the noise of one repeat, partition and seeds together."""
    if noise.run_df == np.inf:
        return Amount(0.0, "measured", "there are no other splits: every row is tested alone", 0.0, 0.0)
    if noise.run_df == 0:
        return Amount(noise.run, "assumed", "one repeat cannot show it: 0.1 sqrt(10/k) standard deviations of a split")
    rows = noise.basis == "rows"
    why = f"the rows of {noise.repeats} repeats" if rows else f"the means of {noise.repeats} repeats"
    if noise.folds == 1:
        why = f"{noise.repeats} random splits"
    return Amount(noise.run, "measured", f"from {why}", *spread(noise.run, noise.run_df))


def seed_amount(noise: Noise, seeded: Floats | None, names: Sequence[str]) -> Amount:
    """Return the variance of a repeat due to learner seeds, on the same folds: mean variance of a split over k."""
    if seeded is None:
        return Amount(None, "unknown", "part of splits: two seeds would separate it")
    x = seeded[:, 0] - seeded[:, 1]
    count, splits = len(x), int(np.isfinite(x[0]).sum())
    value = float(np.nanmean(x.var(axis=0, ddof=1))) / noise.folds
    if value == 0:
        return Amount(0.0, "measured", "refits with another seed gave the same scores", 0.0, 0.0)
    own = np.nanmean(seeded.var(axis=0, ddof=1), axis=(1, 2))
    loud = f"{100 * own.max() / own.sum():.0f}% from {names[int(own.argmax())]}"
    why = f"{count} seeds on {splits} splits, {loud}"
    return Amount(value, "measured", why, *spread(value, splits * (count - 1)))


def partition_amount(noise: Noise, run: Amount, seed: Amount) -> Amount:
    """Return what is left of the noise of a repeat without that of the seeds."""
    if seed.value is None:
        return replace(run, why=f"{run.why}, seeds included")
    value = max(0.0, noise.run - seed.value)
    low, high = (None if end is None else max(0.0, end - (seed.value or 0.0)) for end in (run.low, run.high))
    return Amount(value, run.basis, run.why, low, high)


def item_amount(noise: Noise) -> Amount:
    """Return the part of the data noise that comes from which rows are tested."""
    if noise.item is None:
        return Amount(None, "unknown", "needs predictions, ungrouped rows, and a metric that is a mean over rows")
    return Amount(noise.item, "measured", "part of the data noise: which rows are tested")


def data_amount(noise: Noise, halves: Sequence[tuple[Scores, Scores]]) -> Amount:
    """Return the data noise by the model, or as halves of the data showed it."""
    model = "rows" if noise.item is not None else "folds"
    if not halves:
        low, high = (end / noise.data if noise.data else 1.0 for end in noise.data_range)
        why = f"from {model}; may be {low**0.5:.1f} to {high**0.5:.1f} × this"
        return Amount(noise.data, "model", why, *noise.data_range)
    factor = _halving_factor(halves)
    value = max(noise.item or 0.0, factor * noise.data)
    why = f"{len(halves)} halvings: variance {factor:.2f} × that of the model from {model}"
    return Amount(value, "measured", why, *spread(value, len(halves)))


def _halving_factor(halves: Sequence[tuple[Scores, Scores]]) -> float:
    """Return the variance of the mean difference over halves, less that of splits, over the model's at that size."""
    pairs = [[_half_noise(side) for side in both] for both in halves]
    apart = float(np.mean([(one.mean - other.mean) ** 2 / 2 for one, other in pairs]))
    sides = [side for both in pairs for side in both]
    noise = float(np.mean([side.run / side.repeats for side in sides]))
    modelled = float(np.mean([side.data for side in sides]))
    return max(0.0, apart - noise) / modelled if modelled else 1.0


def _half_noise(scores: Scores) -> Noise:
    whole, _ = whole_repeats(scores)
    return Noise.of(whole, ratio_of(whole)[0])
