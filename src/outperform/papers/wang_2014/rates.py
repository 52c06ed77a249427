"""Rejection rates over datasets or repetitions: their errors, and which difference the paper would call one."""

from outperform.papers.agreement import smooth_rate
from outperform.papers.rules import threshold

TRIALS = 1000  # independent datasets (p. 226)
RATE_MATTERS, MORE = 0.03, 0.6
NOTE = threshold(
    RATE_MATTERS,
    "the text calls a Type I error of .08 elevated and one of .05 acceptable. It calls .07 elevated too, which 1000 "
    "datasets cannot tell from .05. For printed rates above .05 the threshold is the same in proportion, 60%",
)


def rate_errors(rate: float, trials: int, published: float, printed_trials: int = TRIALS) -> tuple[float, float]:
    """Return the binomial standard errors of a rate and of a printed one, both at the rate that they have in common.

    Agreement says that both are one rate. With errors at each one's own rate 0 of 120 would pass for four standard
    errors below .037, though it comes up once in ninety times.
    """
    both = trials + printed_trials
    common = smooth_rate((rate * trials + published * printed_trials) / both, both)
    return (common * (1 - common) / trials) ** 0.5, (common * (1 - common) / printed_trials) ** 0.5


def rate_matters(published: float) -> float:
    """Return what the paper would call a difference from a printed rate."""
    return max(RATE_MATTERS, MORE * published)
