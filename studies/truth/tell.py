"""What the records of a family say."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binom

from outperform.core import Bools, Floats
from outperform.significance.student import student_quantile
from studies.truth.analysis import LEVEL, K
from studies.truth.families import FAMILIES, Family
from studies.truth.run import COLUMNS, path_of
from studies.truth.scores import SET_METRICS

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)
ABOVE = 0.06  # Type I error that no family may be shown to exceed


@dataclass(frozen=True, eq=False)
class Records:
    """The records of a cell: [dataset, group] by column."""

    values: Floats
    lead: float
    factor: float | None  # of the table

    def __getitem__(self, column: str) -> Floats:
        """Return one column."""
        found: Floats = self.values[:, :, COLUMNS.index(column)]
        return found

    @classmethod
    def load(cls, path: Path) -> "Records":
        """Read a file."""
        with np.load(path, allow_pickle=False) as kept:
            factor = float(kept["factor"])
            return cls(kept["values"], float(kept["lead"]), None if np.isnan(factor) else factor)


@dataclass(frozen=True, eq=False)
class Result:
    """A family with its null and its cell with power."""

    family: Family
    null: Records
    power: Records | None

    @property
    def origin(self) -> str:
        """Where the factor comes from: the table or the data."""
        return "data" if self.null.factor is None else "table"


def read(folder: Path) -> list[Result]:
    """Read all families that were run."""
    found = []
    for family in FAMILIES:
        null, power = (path_of(folder, family, word) for word in ("null", "power"))
        if null.exists():
            found.append(Result(family, Records.load(null), Records.load(power) if power.exists() else None))
    return found


def row_of(result: Result) -> dict[str, Any]:
    """Return all figures of a family."""
    null, family = result.null, result.family
    different = null["nominal"] != 0
    row: dict[str, Any] = {
        "family": family.name,
        "half": family.half,
        "does": family.does,
        "metric": family.metric,
        "source": family.task.name,
        "origin": result.origin,
        "datasets": len(null.values),
        "factor": float(null["factor"].mean()),
        "factor_sd": float(null["factor"].std()),
        "table": null.factor,
        "classic": _rate(np.abs(null["classic"]) >= 1),
        "nominal": _rate(different),
        "auto": _rate(null["auto"] != 0),
        "coverage": _coverage(result, null, 0.0),
        "not_shown": _rate(different & (null["shown"] == 0)),
        "fits_null": _fits(null["fits_auto"]),
    }
    row["above"] = float(binom.sf(row["auto"]["count"] - 1, row["datasets"], ABOVE))
    return row if result.power is None else row | _powered(result, result.power)


def _powered(result: Result, power: Records) -> dict[str, Any]:
    reach = float(np.quantile(np.abs(result.null["classic"]), 1 - LEVEL))
    ours, theirs = power["auto"] > 0, power["classic"] >= max(reach, 1e-9)
    decided = np.where(np.abs(power["classic"]) >= 1, np.sign(power["classic"]), 0)
    return {
        "lead": power.lead,
        "power": float(ours.mean()),
        "power_nominal": float((power["nominal"] > 0).mean()),
        "power_adjusted": float(theirs.mean()),
        "power_se": float((ours.mean(axis=1) - theirs.mean(axis=1)).std(ddof=1) / np.sqrt(len(ours))),
        "coverage_power": _coverage(result, power, float(power["mean"].mean())),
        "R": _agreement(power["auto"]),
        "R_classic": _agreement(decided),
        "fits_power": _fits(power["fits_auto"]),
        "wrong": float((power["auto"] < 0).mean()),
    }


def _rate(hits: Bools) -> dict[str, Any]:
    """Return a share with its Wilson interval."""
    count, n = int(hits.sum()), hits.size
    share, z = count / n, 1.959963984540054
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * float(np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)))
    return {"rate": share, "count": count, "interval": [max(0.0, middle - reach), middle + reach]}


def _coverage(result: Result, records: Records, truth: float) -> float:
    """Return how often the interval with its factor, computed always, contains the true difference."""
    folds = result.family.metric in SET_METRICS
    reach = student_quantile(10 * K - 1.0 if folds else np.inf, LEVEL)
    factor = np.maximum(1.0, records["factor"]) if records.factor is None else records.factor
    return float((np.abs(records["mean"] - truth) <= reach * factor * records["se"]).mean())


def _fits(fits: Floats) -> list[float]:
    return [float(fits.mean()), float(np.quantile(fits, 0.95))]


def _agreement(decisions: Floats) -> list[float]:
    """Return the share of pairs of groups that decide alike, and its standard error over data sets."""
    groups = decisions.shape[1]
    pairs = [(a, b) for a in range(groups) for b in range(a + 1, groups)]
    alike = np.mean([decisions[:, a] == decisions[:, b] for a, b in pairs], axis=0)
    return [float(alike.mean()), float(alike.std(ddof=1) / np.sqrt(len(alike)))]


def flips(results: Sequence[Result]) -> list[dict[str, float]]:
    """Return predicted and observed flips by bin, over the cells with power."""
    foretold, seen = [], []
    for result in results:
        if result.power is not None:
            said, chance = result.power["auto"], result.power["flip_auto"]
            others = said.shape[1] - 1
            foretold.append(chance.ravel())
            seen.append(((said[:, :, None] != said[:, None, :]).sum(axis=2) / others).ravel())
    if not foretold:
        return []
    told, saw = np.concatenate(foretold), np.concatenate(seen)
    rows = []
    for low, high in pairwise(BINS):
        inside = (told >= low) & (told < high)
        if inside.any():
            se = float(saw[inside].std() / np.sqrt(inside.sum()))
            rows.append(
                {
                    "low": low,
                    "high": high,
                    "cases": int(inside.sum()),
                    "foretold": float(told[inside].mean()),
                    "seen": float(saw[inside].mean()),
                    "se": se,
                }
            )
    return rows


def shown_above(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Name the families whose Type I error is shown above .06: one-sided, Holm over families at .05."""
    found = []
    for place, row in enumerate(sorted(rows, key=lambda each: each["above"])):
        if row["above"] > LEVEL / (len(rows) - place):
            break
        found.append(row["family"])
    return found
