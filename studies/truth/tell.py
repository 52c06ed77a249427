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
from studies.truth.run import COLUMNS, RUNS, path_of
from studies.truth.scores import SET_METRICS

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)
FRESH = [  # pairs of runs whose corrections have splits of their own
    (a, b) for a in range(len(RUNS)) for b in range(a + 1, len(RUNS)) if RUNS[a][1] != RUNS[b][1]
]
SEEDS = [(0, 1)]  # the same correction, other repeats
FLOORS = (1.0, 0.9, 0.8)  # least factors, written down before any was tried on these records
EARLIER: dict[str, Any] = {"families": [], "flips": [], "floors": []}
"""Bins and floors of families that were run before these were kept by family: only their pooled numbers are known."""
SUMS = ("cases", "datasets", "foretold", "seen", "seen_seen", "seen_cases", "cases_cases")
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

    @property
    def paired(self) -> "Records":
        """The data sets that have all analyses."""
        return Records(self.values[~np.isnan(self["auto"]).any(axis=1)], self.lead, self.factor)

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
    if result.power is None:
        return row
    lower = {"floors": _floors(result, result.power.paired)} if result.origin == "data" and _is_raw(null) else {}
    return row | _powered(result, result.power) | {"bins": _bins(result.power.paired)} | lower


def _powered(result: Result, whole: Records) -> dict[str, Any]:
    power = whole.paired
    reach = float(np.quantile(np.abs(result.null["classic"]), 1 - LEVEL))
    ours, theirs = power["auto"] > 0, power["classic"] >= max(reach, 1e-9)
    decided = np.where(np.abs(power["classic"]) >= 1, np.sign(power["classic"]), 0)
    return {
        "lead": power.lead,
        "power": float(ours.mean()),
        "power_nominal": float((power["nominal"] > 0).mean()),
        "power_adjusted": float(theirs.mean()),
        "power_se": float((ours.mean(axis=1) - theirs.mean(axis=1)).std(ddof=1) / np.sqrt(len(ours))),
        "coverage_power": _coverage(result, whole, float(np.nanmean(whole["mean"]))),
        "datasets_power": len(whole.values),
        "R": _agreement(power["auto"], FRESH),
        "R_seeds": _agreement(power["auto"], SEEDS),
        "R_classic": _agreement(decided, FRESH),
        "factor_noise": _noise(power["factor"]),
        "factor_noise_told": float(np.sqrt((power["factor_se"] ** 2).mean())),
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
    factor = np.maximum(1.0, records["factor"]) if records.factor is None else records.factor
    made = ~np.isnan(records["mean"])
    return float((np.abs(records["mean"] - truth) <= _reach(result) * factor * records["se"])[made].mean())


def _floors(result: Result, power: Records) -> list[dict[str, float]]:
    """Return what lower floors of the factor change, from the scores and factors that all data sets have."""
    cells = {floor: _floored(result, power, floor) for floor in FLOORS}
    return [
        {
            "floor": floor,
            "rate": float((_floored(result, result.null, floor) != 0).mean()),
            "power": float((cell > 0).mean()),
            "R": _agreement(cell, FRESH)[0],
        }
        for floor, cell in cells.items()
    ]


def floors(rows: Sequence[dict[str, Any]], earlier: dict[str, Any]) -> list[dict[str, float]]:
    """Return what lower floors change over families: means, the largest rate, and R where power is .2 to .8."""
    own = [row["floors"] for row in rows if "floors" in row and row["family"] not in earlier["families"]]
    pooled = []
    for place, floor in enumerate(FLOORS):
        parts = [_part(each[place]) for each in own] + [each for each in earlier["floors"] if each["floor"] == floor]
        counts, middle = ([part[key] for part in parts] for key in ("families", "middle"))
        if parts:
            pooled.append(
                {
                    "floor": floor,
                    "families": sum(counts),
                    "middle": sum(middle),
                    "rate": float(np.average([part["rate"] for part in parts], weights=counts)),
                    "largest": max(part["largest"] for part in parts),
                    "power": float(np.average([part["power"] for part in parts], weights=counts)),
                    "R": float(np.average([part["R"] for part in parts], weights=middle)) if any(middle) else np.nan,
                }
            )
    return pooled


def _part(floor: dict[str, float]) -> dict[str, float]:
    return {**floor, "families": 1, "middle": int(0.2 <= floor["power"] <= 0.8), "largest": floor["rate"]}


def _floored(result: Result, records: Records, floor: float) -> Floats:
    """Decide with factors that are at least the floor, on the repeats that were made."""
    theta = np.divide(records["mean"], records["se"], out=np.zeros_like(records["se"]), where=records["se"] > 0)
    factor = np.where(records["factor"] > 1, records["factor"], np.maximum(floor, records["raw"]))
    reach = _reach(result) * factor
    return np.where((np.abs(theta) >= reach) & (records["shown"] > 0), np.sign(theta), 0.0)


def _is_raw(records: Records) -> bool:
    """Return whether factors below 1 were recorded."""
    return not np.isnan(records["raw"]).any()


def _reach(result: Result) -> float:
    """Return the nominal threshold, in standard errors."""
    return float(student_quantile(10 * K - 1.0 if result.family.metric in SET_METRICS else np.inf, LEVEL))


def _fits(fits: Floats) -> list[float]:
    return [float(fits.mean()), float(np.quantile(fits, 0.95))]


def _agreement(decisions: Floats, pairs: Sequence[tuple[int, int]]) -> list[float]:
    """Return the share of pairs of runs that decide alike, and its standard error over data sets."""
    alike = np.mean([decisions[:, a] == decisions[:, b] for a, b in pairs], axis=0)
    return [float(alike.mean()), float(alike.std(ddof=1) / np.sqrt(len(alike)))]


def _noise(factors: Floats) -> float:
    """Return the standard deviation of the factor over splits of the correction."""
    apart = np.mean([(factors[:, a] - factors[:, b]) ** 2 for a, b in FRESH], axis=0)
    return float(np.sqrt(apart.mean() / 2))


def _bins(power: Records) -> list[dict[str, float]]:
    """Return sums of predicted and observed flips by bin; those of data sets are kept for the standard error."""
    predicted, observed = _flips(power)  # [data set, run]
    rows = []
    for low, high in pairwise(BINS):
        inside = (predicted >= low) & (predicted < high)
        counts, sums = inside.sum(axis=1), np.where(inside, observed, 0.0).sum(axis=1)
        rows.append(
            {
                "low": low,
                "high": high,
                "cases": int(counts.sum()),
                "datasets": int((counts > 0).sum()),
                "foretold": float(predicted[inside].sum()),
                "seen": float(sums.sum()),
                "seen_seen": float((sums**2).sum()),
                "seen_cases": float((sums * counts).sum()),
                "cases_cases": float((counts**2).sum()),
            }
        )
    return rows


def flips(rows: Sequence[dict[str, Any]], earlier: dict[str, Any]) -> list[dict[str, float]]:
    """Return predicted and observed flips by bin, over the cells with power; standard errors over data sets."""
    families = [row["bins"] for row in rows if "bins" in row and row["family"] not in earlier["families"]]
    pooled = []
    for place, (low, high) in enumerate(pairwise(BINS)):
        parts = [bins[place] for bins in families] + [
            _earlier_bin(each) for each in earlier["flips"] if each["low"] == low
        ]
        sums = {key: sum(part[key] for part in parts) for key in SUMS}
        if sums["cases"]:
            mean = sums["seen"] / sums["cases"]
            square = sums["seen_seen"] - 2 * mean * sums["seen_cases"] + mean**2 * sums["cases_cases"]
            pooled.append(
                {
                    "low": low,
                    "high": high,
                    "cases": int(sums["cases"]),
                    "datasets": int(sums["datasets"]),
                    "foretold": sums["foretold"] / sums["cases"],
                    "seen": mean,
                    "se": float(np.sqrt(max(square, 0.0)) / sums["cases"]),
                }
            )
    return pooled


def _earlier_bin(row: dict[str, float]) -> dict[str, float]:
    """Return the sums of a bin whose mean and standard error alone are known, as if its data sets had equal counts."""
    cases, mean = row["cases"], row["seen"]
    equal = cases**2 / row["datasets"]
    return {
        "cases": cases,
        "datasets": row["datasets"],
        "foretold": cases * row["foretold"],
        "seen": cases * mean,
        "seen_seen": (cases * row["se"]) ** 2 + mean**2 * equal,
        "seen_cases": mean * equal,
        "cases_cases": equal,
    }


def _flips(power: Records) -> tuple[Floats, Floats]:
    """Return what each run foretells, and the share of the runs with another correction that decide otherwise."""
    decisions = power["auto"]
    seen = np.zeros(decisions.shape)
    for run, (_, correction, _) in enumerate(RUNS):
        others = [place for place, each in enumerate(RUNS) if each[1] != correction]
        seen[:, run] = (decisions[:, others] != decisions[:, [run]]).mean(axis=1)
    return power["flip_auto"], seen


def shown_above(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Name the families whose Type I error is shown above .06: one-sided, Holm over families at .05."""
    found = []
    for place, row in enumerate(sorted(rows, key=lambda each: each["above"])):
        if row["above"] > LEVEL / (len(rows) - place):
            break
        found.append(row["family"])
    return found
