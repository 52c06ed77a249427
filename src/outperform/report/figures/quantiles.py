"""Quantiles of the p-values where the null is true, against those of the uniform distribution."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from outperform.core import InputError
from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.readings import PanelsFigure, draw

__all__ = ["QuantilesFigure", "draw"]

MOST = 200  # points per line


@dataclass(frozen=True)
class QuantilesFigure(PanelsFigure):
    """QQ plot of the p-values where the null is true: one line per procedure."""

    slug = "quantiles"
    place = 110
    title = "Are the p-values uniform?"

    @classmethod
    def of(cls, pvalues: Mapping[str, Sequence[float]], title: str = "") -> Self:
        """Take the p-values of every procedure, one per dataset."""
        series = tuple(_series(name, np.asarray(values, dtype=float)) for name, values in pvalues.items())
        panel = Panel(title, "quantile of the uniform distribution", "p-value", series, y_range=(0, 1), diagonal=True)
        caption = "Quantiles of the p-values where the null is true. Below the diagonal: too many false positives."
        return cls(Panels("quantiles", caption, (panel,)))


def _series(name: str, values: Any) -> Series:
    if values.size == 0 or np.isnan(values).any():
        raise InputError("pvalues", f"{name} has no p-values, or some that are not numbers")
    count = min(MOST, len(values))
    at = (np.arange(count) + 0.5) / count
    found = np.quantile(values, at, method="inverted_cdf")
    return Series(name, tuple(at.tolist()), tuple(found.tolist()))
