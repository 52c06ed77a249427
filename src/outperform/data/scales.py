"""Scores that may be on different scales: shares beside percentages, or of one system far larger than of another."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from outperform.core import Floats, Note, NoteKind
from outperform.core.units import SHARE
from outperform.data.metric_meanings import MetricMeaning

_FAR = 20  # times as large: another scale
_BEYOND = 10  # times as large, where no score of one reaches those of the other
_APART = 5  # times as large as nearly all shares are nearly all percentages
_NEARLY = 0.9
_PERCENT = 100
_FEW = 12  # different whole scores: a scale of marks
_ENOUGH = 10  # scores of each system, so that a mark that one lacks is no chance
_EDGE = 0.05  # share of the scores at an end of a scale that is surely in use


def scales_differ(names: Sequence[str], columns: Sequence[Floats], *, shares_only: bool = False) -> tuple[Note, ...]:
    """Return a note on the first two systems whose scores seem to be of different metrics, or on different scales.

    Parameters
    ----------
    names, columns
        The systems, and the scores of each.
    shares_only
        Whether only shares beside larger scores count: errors of two learners may be of any size.

    Examples
    --------
    >>> scales_differ(["new", "old"], [np.array([61.0, 58.0]), np.array([0.7, 0.9])])[0]["first"]
    ('new', 58.0, 61.0)
    """
    found = [scores[~np.isnan(scores)] for scores in columns]
    for one, other in combinations(range(len(found)), 2):
        pair = found[one], found[other]
        if any(_differ(*each, shares_only=shares_only) for each in (pair, pair[::-1])):
            first, second = ((names[at], float(found[at].min()), float(found[at].max())) for at in (one, other))
            return (Note.of(NoteKind.SCALES_DIFFER, first=first, second=second),)
        if not shares_only and (_marks_differ(*pair) or _marks_differ(*pair[::-1])):
            first, second = ((names[at], float(found[at].min()), float(found[at].max())) for at in (one, other))
            return (Note.of(NoteKind.SCALES_DIFFER, first=first, second=second, what="marks"),)
    return ()


def _marks_differ(one: Floats, other: Floats) -> bool:
    """Return whether few whole scores are marks of another scale than those of another system.

    Only one has marks below 0 (-1 and 1 beside 0 and 1, or -1 for runs that failed), both have two marks, others each,
    or one counts from 0 and the other from 1 up to an end that is one higher. Errors with a minus sign have no mark
    above 0.
    """
    marks, others = np.unique(one), np.unique(other)
    whole = all((each == np.round(each)).all() and each.size <= _FEW for each in (marks, others))
    if not whole or min(one.size, other.size) < _ENOUGH:
        return False
    if marks[0] < 0 <= others[0] and others[-1] > 0:
        return True
    if marks.size == others.size == 2 and (marks != others).any():
        return True
    sizes, larger = np.unique(np.abs(marks)), np.unique(np.abs(others))
    shifted = sizes.size == larger.size > 1 and sizes[0] == 0 and (larger == sizes + 1).all()
    ends = min((np.abs(one) == sizes[0]).mean(), (np.abs(other) == larger[-1]).mean())
    return bool(shifted and ends >= _EDGE)


def scales_partly(
    names: Sequence[str], columns: Sequence[Floats], meaning: MetricMeaning | None = None
) -> tuple[Note, ...]:
    """Return a note on each system of which some scores are shares and others seem to be percentages.

    A metric that is known to be no share, such as a latency, has no such note.

    Examples
    --------
    >>> scales_partly(["new", "old"], [np.array([0.7, 91.0, 0.8]), np.array([0.7, 0.9, 0.8])])
    (Note(scales-partly, about='new', shares=2, others=1, low=91.0, high=91.0),)
    """
    if meaning is not None and not meaning.share:
        return ()
    notes = []
    for name, column in zip(names, columns, strict=True):
        scores = column[~np.isnan(column)]
        sizes = np.abs(scores)
        shares, others = sizes[(sizes > 0) & (sizes <= 1)], sizes[sizes > 1]
        one_sign = not ((scores < 0).any() and (scores > 0).any())
        if one_sign and shares.size and others.size and _are_percentages(others, shares):
            low, high = float(others.min()), float(others.max())
            notes.append(
                Note.of(NoteKind.SCALES_PARTLY, name, shares=shares.size, others=others.size, low=low, high=high)
            )
    return tuple(notes)


def _are_percentages(others: Floats, shares: Floats) -> bool:
    """Return whether scores above 1 seem to be percentages of what others say as shares."""
    if others.max() > _PERCENT:
        return False
    if (shares == 1).all() and not (others == _PERCENT).all():
        return False  # counts and ratings
    apart = np.quantile(others, 1 - _NEARLY) >= _APART * np.quantile(shares, _NEARLY)
    return bool(apart and np.median(others) >= _FAR * np.median(shares))


def _differ(small: Floats, large: Floats, *, shares_only: bool) -> bool:
    """Return whether scores are shares while most others exceed 1, or whether others are far larger."""
    low, high = np.abs(small), np.abs(large)
    if not low.any():
        return False
    if small.min() >= SHARE[0] and small.max() <= SHARE[1] and np.median(large) > SHARE[1]:
        return True
    if shares_only:
        return False
    beyond = high.min() > low.max() and np.median(high) >= _BEYOND * np.median(low)
    return bool(beyond or (high.max() >= _FAR * low.max() and high.mean() >= _FAR * low.mean()))
