"""Adjustments of several p-values."""

from collections.abc import Sequence

import numpy as np


def holm(pvalues: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values so that rejecting those at or below a level keeps the chance of any false one below it.

    Verdicts without a p-value stay without.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    known = [p for p in pvalues if p is not None]
    order = np.argsort(known, kind="stable")
    steps = np.arange(len(known), 0, -1) * np.array(known)[order] if known else np.array([])
    adjusted = np.empty(len(known))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps)) if known else steps
    values = iter(adjusted.tolist())
    return [None if p is None else next(values) for p in pvalues]


def bonferroni(pvalues: Sequence[float | None]) -> list[float | None]:
    """Multiply p-values by their number: each is judged at its own share of the level.

    Examples
    --------
    >>> bonferroni([0.01, 0.5, 0.03])
    [0.03, 1.0, 0.09]
    """
    return [None if p is None else min(1.0, len(pvalues) * p) for p in pvalues]
