"""What verdicts over data sets share: intervals that agree with p-values, and how many data sets a decision needs."""

from math import ceil, log2

from outperform.core import Decision, Interval, Note, NoteKind, PValue
from outperform.significance.item_verdict import never_below


def agreeing(interval: Interval, verdict: PValue, level: float) -> Interval:
    """Move an end to the null value where ties make the interval contradict the p-value."""
    low, high = interval
    null = verdict.null
    if verdict.pvalue > level:
        return min(low, null), max(high, null)
    side = verdict.direction()
    if side is Decision.FIRST:
        return max(low, null), max(high, null)
    return (min(low, null), min(high, null)) if side is Decision.SECOND else interval


def least_datasets(pairs: int, level: float) -> int:
    """Return the fewest data sets for which the least p-value of signs, 2/2^N, times the pairs is within the level.

    Examples
    --------
    >>> [least_datasets(pairs, 0.05) for pairs in (1, 10, 45, 190)]
    [6, 9, 11, 13]
    """
    return max(1, ceil(1 + log2(pairs / level)))


def never_rejects(differ: int, level: float) -> tuple[Note, ...]:
    """Note that so few data sets differ that no signs could reject at this level."""
    least = never_below(differ)
    facts = {"units": differ, "least": least, "level": level, "of": "data set"}
    return (Note.of(NoteKind.NEVER_REJECTS, **facts),) if least > level else ()
