"""What is decided where the differences that a test compares are all equal."""

from math import ceil, inf, log2

from outperform.core import Decision, Interval, Note, NoteKind, PValue


def never_below(units: float) -> float:
    """Return 2/2^n, the smallest p-value by swapping the two learners at random in each of n units.

    Notes
    -----
    Where n differences are all equal, their variance cannot be estimated, and t has no value. If neither learner were
    better, and the differences were independent, either sign would be as likely, and all n would have the same one with
    a chance of 2/2^n. So nothing is decided below six at level .05: 2/2^5 = .0625, 2/2^6 = .031. Splits of the same
    rows are not independent, so that the chance is larger: 2/2^n is the least that it can be.

    Examples
    --------
    >>> never_below(1), never_below(2), never_below(6)
    (1.0, 0.5, 0.03125)
    """
    return float(2.0 ** (1 - units)) if units > 0 else 1.0


def least_units(level: float, pairs: int = 1) -> int:
    """Return the fewest units for which 2/2^n, times the pairs, is within the level.

    Examples
    --------
    >>> [least_units(level) for level in (0.1, 0.05, 0.01)], [least_units(0.05, pairs) for pairs in (10, 45, 190)]
    ([5, 6, 8], [9, 11, 13])
    """
    return max(1, ceil(1 + log2(pairs / level)))


def left_open(verdict: PValue, level: float) -> Interval:
    """Return all that a p-value leaves open where the spread is unknown."""
    return {Decision.FIRST: (0.0, inf), Decision.SECOND: (-inf, 0.0)}.get(verdict.decide(level), (-inf, inf))


def no_spread(least: float, level: float, **facts: object) -> tuple[Note, ...]:
    """Note that nothing varies: what decides in place of the statistic, or that so few units decide nothing."""
    if least <= level:
        return (Note.of(NoteKind.NO_SPREAD, least=least, **facts),)
    return (Note.of(NoteKind.NO_SPREAD_FEW_SPLITS, least=least, level=level, advised=least_units(level)),)
