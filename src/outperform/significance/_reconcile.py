"""Intervals that agree with their p-value to the last digit."""

from outperform.core import Interval, PValue


def reconcile(interval: Interval, verdict: PValue, level: float) -> Interval:
    """Move an end to the null where rounding, or mid-p at a tie, puts the null on the side that p denies."""
    low, high = interval
    null, estimate = verdict.null, verdict.estimate
    if verdict.pvalue > level:
        return min(low, null), max(high, null)
    return (null if low < null <= estimate else low), (null if estimate <= null < high else high)
