"""Intervals that agree exactly with their p-value."""

from outperform.core import Interval, PValue


def reconcile(interval: Interval, verdict: PValue, level: float) -> Interval:
    """Move an end to the null value where rounding, or mid-p at a tie, makes the interval contradict the p-value."""
    low, high = interval
    null, estimate = verdict.null, verdict.estimate
    if verdict.pvalue > level:
        return min(low, null), max(high, null)
    return (null if low < null <= estimate else low), (null if estimate <= null < high else high)
