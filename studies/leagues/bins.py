"""Predicted and observed changes of decisions in bins; leagues are the units, since their pairs share learners."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outperform.core import Bools, Floats

EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
Row = dict[str, Any]


@dataclass
class Bins:
    """Sums by bin; those of several files can be added."""

    rows: dict[str, list[Floats]] = field(default_factory=dict)

    def add(self, kind: str, told: Floats, seen: Floats, which: Bools | None = None) -> None:
        """Add the pairs of one league, or some of them."""
        which = np.ones(told.shape, dtype=bool) if which is None else which
        told, seen = told[which], seen[which]
        place = np.clip(np.searchsorted(EDGES, told, side="right") - 1, 0, len(EDGES) - 2)
        sums = [np.bincount(place, each, len(EDGES) - 1) for each in (np.ones_like(told), told, seen)]
        self.rows.setdefault(kind, []).append(np.stack([*sums, (sums[2] - sums[1]) ** 2]))

    def kept(self) -> dict[str, list[list[float]]]:
        """Return sums [kind: cases, predicted, observed, squares of what leagues are off by; bin], to keep."""
        return {kind: np.sum(parts, axis=0).tolist() for kind, parts in self.rows.items()}


def merged(files: Sequence[Row], kind: str) -> list[Row]:
    """Return a row per bin from the sums of several files: predicted, observed, and its standard error."""
    parts = [np.array(one["bins"][kind]) for one in files if kind in one["bins"]]
    if not parts:
        return []
    cases, told, seen, squares = np.sum(parts, axis=0)
    return [
        {
            "low": EDGES[at],
            "high": EDGES[at + 1],
            "cases": int(cases[at]),
            "predicted": float(told[at] / cases[at]),
            "observed": float(seen[at] / cases[at]),
            "se": float(np.sqrt(squares[at]) / cases[at]),
        }
        for at in range(len(EDGES) - 1)
        if cases[at]
    ]


def whole(files: Sequence[Row], kind: str) -> Row | None:
    """Return the same over all bins."""
    parts = [np.array(one["bins"][kind]) for one in files if kind in one["bins"]]
    total = np.sum(parts, axis=0).sum(axis=1) if parts else np.zeros(4)
    if not total[0]:
        return None
    return {"cases": int(total[0]), "predicted": float(total[1] / total[0]), "observed": float(total[2] / total[0])}
