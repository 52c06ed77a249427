"""Scores that are copies of one another: a loop that forgot to change the seed, one data set under two names."""

from dataclasses import replace
from math import exp, factorial, lgamma, log, pi, sqrt

import numpy as np

from outperform.core import Floats, Ints, Note, NoteKind, Scores

NEAR = 1e-6  # of the largest score: what is closer is the same
CHANCE = 1e-3  # copies that are at least as likely by chance stay
FRACTIONS = 1000  # shares of up to so many rows are recognized
DIGITS = 6
SURE = 1.25  # times the chance of a normal distribution


def without_copies(scores: Scores) -> tuple[Scores, Note | None]:
    """Return the scores of splits without repeats that are copies of others, and a note of how many were left out.

    Notes
    -----
    Scores of few values, or near their ceiling, may coincide by chance. The scores of one split of all L learners
    coincide with those of another split with a chance of about

        c = prod_l min(1, 1.25 g_l / (2 sqrt(pi) r_l))

    (or as often as they do within a repeat, if that is more), where g_l is the step of the scores of learner l, such as
    1/50 for accuracies of 50 rows, and r_l the standard deviation that the learners before it leave unexplained: a
    little more than the chance of a normal distribution. A repeat of k folds is like an earlier one of R - 1 with a
    chance of at most q = (R - 1) k! c^k (without k! in the same order), so that D of them are with at most
    C(R - 1, D) q^D, C the number of ways to choose D of R - 1. Copies are
    left out where that is below .001.
    """
    if scores.plan is not None or scores.items is not None or scores.values[0].size < 3:
        return scores, None
    _, repeats, folds = scores.values.shape
    if min(repeats, folds) > 1:
        copied = _copied_repeats(scores.values)
        kept = np.setdiff1d(np.arange(repeats), copied)
        told = scores if copied.size == 0 else scores.repeats(kept)
    else:
        copied = _copied_splits(scores.values.reshape(len(scores.values), -1))
        kept = np.setdiff1d(np.arange(repeats * folds), copied)
        told = scores if copied.size == 0 else _of_splits(scores, kept)
    if copied.size == 0:
        return scores, None
    what = "repeats" if min(repeats, folds) > 1 else "splits"
    return told, Note.of(NoteKind.COPIES, what=what, copies=int(copied.size), left=int(kept.size), judged=True)


def copied_runs(scores: Scores) -> Note | None:
    """Note runs of fixed systems that are copies of other runs of the same system."""
    for name, runs in zip(scores.learners, scores.values.reshape(len(scores.values), -1), strict=True):
        known = runs[~np.isnan(runs)]
        copied = _copied_splits(known[np.newaxis])
        if copied.size:
            facts = {"what": "runs", "copies": int(copied.size), "left": int(known.size - copied.size), "judged": False}
            return Note.of(NoteKind.COPIES, name, **facts)
    return None


def copied_datasets(names: tuple[str, ...], cells: Floats) -> Note | None:
    """Note data sets [data set, learner] on which all learners have the scores that they have on another."""
    whole = np.flatnonzero(~np.isnan(cells).any(axis=1))
    values = cells[whole].T
    if values.size == 0 or values.shape[1] < 3:
        return None
    near = NEAR * np.abs(values).max()
    apart = np.ptp(values, axis=0) > near  # all may have everything right on two data sets
    same = bool((np.ptp(values, axis=1) <= near).all() and apart.all())  # no two data sets differ
    copied = np.arange(1, values.shape[1]) if same else _unlikely(values[:, apart])
    if not copied.size:
        return None
    places = whole[np.flatnonzero(apart)[copied]].tolist()
    named = tuple(names[at] for at in places)
    facts = {"what": "data sets", "copies": len(named), "left": len(names) - len(named), "judged": False}
    return Note.of(NoteKind.COPIES, **facts, named=named)


def _of_splits(scores: Scores, kept: Ints) -> Scores:
    """Keep some splits of a list of them."""
    axis = 1 if scores.values.shape[2] == 1 else 2
    sizes = [None if size is None else np.take(size, kept, axis=axis - 1) for size in (scores.n_train, scores.n_test)]
    seconds = None if scores.seconds is None else np.take(scores.seconds, kept, axis=axis)
    values = np.take(scores.values, kept, axis=axis)
    return replace(scores, values=values, n_train=sizes[0], n_test=sizes[1], seconds=seconds, longest=None)


def _copied_repeats(values: Floats) -> Ints:
    """Return the repeats of values [learner, repeat, fold] that are copies, in any order of their folds."""
    _, repeats, folds = values.shape
    near = NEAR * float(np.nanmax(np.abs(values)))
    distinct: list[int] = []
    found: dict[bool, list[int]] = {True: [], False: []}  # in the same order, in another
    for at in range(repeats):
        mine = values[:, at]
        alike = [_alike(mine, values[:, other], near) for other in distinct]
        if True in alike or False in alike:
            found[True in alike].append(at)
        else:
            distinct.append(at)
    chance = _coincidence(values.reshape(len(values), -1), values)
    power, orders = chance**folds, float(factorial(min(folds, 170)))
    every = sorted(found[True] + found[False])
    for copied, each in ((every, orders if found[False] else 1.0), (found[True], 1.0)):
        if copied and _at_least(len(copied), repeats - 1, (repeats - 1) * each * power) < CHANCE:
            return np.array(copied)
    return np.array([], dtype=np.int64)


def _alike(first: Floats, second: Floats, near: float) -> bool | None:
    """Return True where scores [learner, fold] are the same, False in another order of folds, else None."""
    if (np.abs(first - second) <= near).all():
        return True
    if not (np.abs(first.sum(axis=1) - second.sum(axis=1)) <= near * first.shape[1]).all():
        return None
    left = list(range(second.shape[1]))
    for fold in first.T:
        match = next((at for at in left if (np.abs(fold - second[:, at]) <= near).all()), None)
        if match is None:
            return None
        left.remove(match)
    return False


def _copied_splits(values: Floats) -> Ints:
    """Return the splits of values [learner, split] that copy others: a list that begins anew, or single ones."""
    count = values.shape[1]
    if count < 3 or np.isnan(values).any():
        return np.array([], dtype=np.int64)
    near = NEAR * float(np.abs(values).max())
    for period in range(2, count // 2 + 1):
        again = count % period == 0 and (np.abs(values[:, period:] - values[:, :-period]) <= near).all()
        if again and _coincidence(values, values[:, np.newaxis, :period]) ** (count - period) < CHANCE:
            return np.arange(period, count)
    return _unlikely(values)


def _unlikely(values: Floats) -> Ints:
    """Return the splits of values [learner, split] that are like an earlier one, unless that may be chance."""
    count = values.shape[1]
    near = NEAR * float(np.abs(values).max(initial=0.0))
    chance = (count - 1) * _coincidence(values, None) if count > 1 else 1.0
    if chance >= 1:
        return np.array([], dtype=np.int64)
    earlier = ((np.abs(values[:, :at] - values[:, at : at + 1]) <= near).all(axis=0).any() for at in range(count))
    copied = np.flatnonzero(list(earlier))
    likely = copied.size == 0 or _at_least(copied.size, count - 1, chance) >= CHANCE
    return copied[:0] if likely else copied


def _at_least(found: int, tried: int, chance: float) -> float:
    """Return a bound of the chance of so many coincidences."""
    ways = lgamma(tried + 1) - lgamma(found + 1) - lgamma(tried - found + 1)
    return exp(min(0.0, ways + found * log(chance))) if 0 < chance < 1 else min(1.0, chance)


def _coincidence(values: Floats, repeats: Floats | None) -> float:
    """Return about the chance that two splits of values [learner, split] have the same scores.

    ``repeats`` [learner, repeat, fold] show how often they do within a repeat.
    """
    known = values[:, ~np.isnan(values).any(axis=0)]
    left = np.abs(np.diagonal(np.linalg.qr((known - known.mean(axis=1, keepdims=True)).T)[1]))
    spread = np.zeros(len(known))
    spread[: left.size] = left / sqrt(max(1, known.shape[1] - 1))
    steps = np.array([_step(each) for each in known])
    varies = spread > NEAR * np.abs(known).max()
    parts = np.divide(SURE * steps, 2 * sqrt(pi) * spread, out=np.ones(len(known)), where=varies)
    chance = float(np.minimum(parts, 1.0).prod())
    if repeats is None or repeats.shape[2] < 2:
        return chance
    near = NEAR * float(np.nanmax(np.abs(repeats)))
    same = (np.abs(repeats[..., np.newaxis] - repeats[:, :, np.newaxis]) <= near).all(axis=0)
    folds = repeats.shape[2]
    seen = (float(same.sum()) / repeats.shape[1] - folds) / (folds * (folds - 1))
    return max(chance, min(1.0, float(seen)))


def _step(values: Floats) -> float:
    """Return the step of scores: 1/n where they are shares of n rows, in percent too, else their last digit.

    Examples
    --------
    >>> _step(np.array([0.8, 0.85, 0.9])), _step(np.array([0.833, 0.917])), _step(np.array([83.33, 91.67]))
    (0.05, 0.0833, 8.33)
    >>> _step(np.array([0.12345, 0.23457]))
    0.00001
    """
    largest = float(np.abs(values).max())
    decimals = next((at for at in range(DIGITS) if np.abs(np.round(values, at) - values).max() <= 1e-9), DIGITS)
    rounded = max(0.5 * 10.0**-decimals, NEAR * largest)
    rows = np.arange(1, FRACTIONS + 1)[:, np.newaxis]
    steps = [2 * rounded]
    for whole in (1.0, 100.0) if largest > 1 else (1.0,):
        shares = values / whole * rows
        fits = (np.abs(shares - np.rint(shares)) <= 1.0001 * rows * rounded / whole).all(axis=1)
        steps += [whole / float(rows[fits][0, 0])] if fits.any() else []
    return max(steps)
