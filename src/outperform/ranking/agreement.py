"""What verdicts over data sets share: intervals that agree with p-values, and a note on too few data sets."""

from outperform.core import Decision, Interval, Note, NoteKind, PValue
from outperform.significance.no_spread import never_below


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


def never_rejects(differ: int, level: float, least: float | None = None) -> tuple[Note, ...]:
    """Note that so few data sets differ that no outcome, by default no signs, could reject at this level."""
    least = never_below(differ) if least is None else least
    facts = {"units": differ, "least": least, "level": level, "of": "data set"}
    return (Note.of(NoteKind.NEVER_REJECTS, **facts),) if least > level else ()
