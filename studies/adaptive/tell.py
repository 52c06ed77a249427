"""What the records say: error, power, replicability and cost of every rule, and whether the targets are met."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import Floats
from outperform.significance.paired_counts import wilson_lower
from studies.adaptive.families import FAMILIES, Family, Half
from studies.adaptive.run import Records, path_of

REFERENCE = "corrected-10x10"
MIXED = (0.05, 0.95)  # power of the reference in the cells that replicability is averaged over
BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)
FEWEST = 200  # cases of a bin that must be calibrated
FLIPS = (
    "corrected-2x10",
    "corrected-2x10, by rows",
    "corrected-10x10",
    "corrected-10x10, by rows",
    "adaptive folds, kappa 0.01",
    "adaptive rows, kappa 0.01",
)


@dataclass(frozen=True, eq=False)
class CellResult:
    """What one rule did on one cell."""

    decision: Any  # [dataset, group]
    fits: Any
    flip: Floats

    @property
    def power(self) -> float:
        """Share of rejections."""
        return float((self.decision != 0).mean())

    @property
    def agreement(self) -> Floats:
        """Share of pairs of groups that decide alike, by dataset."""
        groups = self.decision.shape[1]
        same = sum(c * (c - 1) for c in ((self.decision == word).sum(axis=1) for word in (-1, 0, 1)))
        found: Floats = same / (groups * (groups - 1))
        return found

    @property
    def turned(self) -> Floats:
        """Share of the other groups that decide otherwise [dataset, group]."""
        groups = self.decision.shape[1]
        alike = np.stack([(self.decision == word).sum(axis=1) for word in (-1, 0, 1)], axis=1)
        mine = np.take_along_axis(alike, self.decision.astype(np.int64) + 1, axis=1)
        found: Floats = 1 - (mine - 1) / (groups - 1)
        return found


@dataclass(frozen=True, eq=False)
class FamilyResult:
    """All cells of one family: the null first."""

    family: Family
    cells: tuple[Records, ...]

    @classmethod
    def read(cls, family: Family, folder: Path, folds: int = 10) -> "FamilyResult | None":
        """Read the files of a family; None where one is missing."""
        paths = [path_of(folder, family, place, folds) for place in range(1 + len(family.others))]
        if not all(path.exists() for path in paths):
            return None
        return cls(family, tuple(Records.load(path) for path in paths))

    def cell(self, rule: str, place: int) -> CellResult | None:
        """Return what a rule did on a cell; None where it was not run."""
        records = self.cells[place]
        if rule not in records.rules:
            return None
        at = records.rules.index(rule)
        return CellResult(records.decision[at], records.fits[at], records.flip[at])

    def mixed(self, reference: str = REFERENCE) -> list[int]:
        """Find the cells where the reference rejects neither rarely nor almost always."""
        found = []
        for place in range(1, len(self.cells)):
            cell = self.cell(reference, place)
            if cell is not None and MIXED[0] <= cell.power <= MIXED[1]:
                found.append(place)
        return found

    def strong(self, reference: str = REFERENCE) -> list[int]:
        """Find the cells beyond."""
        return [
            place
            for place in range(1, len(self.cells))
            if (cell := self.cell(reference, place)) is not None and cell.power > MIXED[1]
        ]


def wilson(count: float, size: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(100, 2000)]
    [0.0413, 0.0604]
    """
    return wilson_lower(count, size, 0.05), 1 - wilson_lower(size - count, size, 0.05)


def read(folder: Path, half: Half | None = None, folds: int = 10) -> list[FamilyResult]:
    """Read all families that are complete."""
    found = (FamilyResult.read(family, folder, folds) for family in FAMILIES if half in (None, family.half))
    return [result for result in found if result is not None]


def by_family(result: FamilyResult, rule: str, reference: str = REFERENCE) -> dict[str, Any] | None:
    """Sum one rule up over one family."""
    null = result.cell(rule, 0)
    if null is None:
        return None
    size = null.decision.size
    low, high = wilson(float((null.decision != 0).sum()), size)
    mixed = [(place, cell) for place in result.mixed(reference) if (cell := result.cell(rule, place)) is not None]
    strong = [cell for place in result.strong(reference) if (cell := result.cell(rule, place)) is not None]
    agreed = np.concatenate([cell.agreement for _, cell in mixed]) if mixed else np.array([])
    return {
        "family": result.family.name,
        "half": result.family.half,
        "rule": rule,
        "null_sets": size,
        "type_one": null.power,
        "type_one_interval": [low, high],
        "sets": int(agreed.size),
        "R": float(agreed.mean()) if agreed.size else None,
        "R_se": float(agreed.std(ddof=1) / np.sqrt(agreed.size)) if agreed.size else None,
        "powers": {result.family.others[place - 1].source: cell.power for place, cell in mixed},
        "fits": float(np.mean([cell.fits.mean() for _, cell in mixed])) if mixed else None,
        "fits_95": float(np.percentile(np.concatenate([c.fits.ravel() for _, c in mixed]), 95)) if mixed else None,
        "fits_null": float(null.fits.mean()),
        "fits_strong": float(np.mean([cell.fits.mean() for cell in strong])) if strong else None,
    }


def over(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Average one rule over families: cells weigh alike in R, power and fits."""
    rows = list(rows)
    weights = np.array([len(row["powers"]) for row in rows], dtype=float)

    def mean(name: str, weigh: bool = True) -> float | None:  # noqa: FBT001, FBT002 - a shorthand of this function
        known = [(row[name], weight) for row, weight in zip(rows, weights, strict=True) if row[name] is not None]
        if not known or not sum(weight if weigh else 1 for _, weight in known):
            return None
        return float(np.average([value for value, _ in known], weights=[weight if weigh else 1 for _, weight in known]))

    return {
        "rule": rows[0]["rule"],
        "families": len(rows),
        "cells": int(weights.sum()),
        "R": mean("R"),
        "R_least": min((row["R"] for row in rows if row["R"] is not None), default=None),
        "fits": mean("fits"),
        "fits_null": mean("fits_null", weigh=False),
        "fits_strong": mean("fits_strong", weigh=False),
        "type_one": mean("type_one", weigh=False),
        "type_one_most": max(row["type_one"] for row in rows),
        "type_one_highest": max(row["type_one_interval"][1] for row in rows),
    }


def power_apart(results: Sequence[FamilyResult], rule: str, reference: str) -> dict[str, Any]:
    """Compare powers with another rule's on the same data sets, over the cells where that one's is mixed."""
    apart = []
    for result in results:
        for place in result.mixed(reference):
            ours, theirs = result.cell(rule, place), result.cell(reference, place)
            if ours is not None and theirs is not None:
                gains = ((ours.decision != 0).mean(axis=1) - (theirs.decision != 0).mean(axis=1)).astype(float)
                apart.append((gains, f"{result.family.name}: {result.family.others[place - 1].source}"))
    if not apart:
        return {"mean": None}
    worst = min((float(gains.mean()), where) for gains, where in apart)
    return {
        "mean": float(np.mean([gains.mean() for gains, _ in apart])),
        "se": float(np.sqrt(sum(gains.var(ddof=1) / gains.size for gains, _ in apart))) / len(apart),
        "worst": worst[0],
        "where": worst[1],
        "cells": len(apart),
    }


def flips(results: Sequence[FamilyResult], rule: str) -> list[dict[str, Any]]:
    """Compare the flips that a rule predicted with those observed, by bin, over all cells with ten groups."""
    pairs = [
        (cell.flip.ravel(), cell.turned.ravel())
        for result in results
        for place in range(1, len(result.cells))
        if (cell := result.cell(rule, place)) is not None
    ]
    if not pairs:
        return []
    foretold, seen = (np.concatenate(side) for side in zip(*pairs, strict=True))
    rows = []
    for low, high in pairwise(BINS):
        inside = (foretold >= low) & (foretold < high)
        if inside.any():
            count = int(inside.sum())
            rows.append(
                {
                    "rule": rule,
                    "low": low,
                    "high": high,
                    "cases": count,
                    "foretold": float(foretold[inside].mean()),
                    "seen": float(seen[inside].mean()),
                }
            )
    return rows
