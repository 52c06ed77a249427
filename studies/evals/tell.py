"""What the files of the cells say: rates with their intervals, coverage, calibration, and what was wanted."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import binom

from studies.evals.cells import LAWS
from studies.evals.flips import BINS
from studies.evals.run import LEVEL, path_of

Row = dict[str, Any]
COVERAGE = 0.93  # that no cell with a limit may be shown to be below
OFF = 0.05  # of a bin's foretold and seen flips, beside two standard errors
MANY = 200  # cases that a bin needs to be judged
NOISY = 0.9  # the noise share at which p_flip is known to be off


@dataclass(frozen=True)
class Target:
    """One thing that was wanted, what was found, and whether that is enough."""

    wanted: str
    found: str
    met: bool


def read(folder: Path) -> tuple[list[Row], list[Row], Row | None]:
    """Read the files of levels, of flips, and of GPQA."""
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    order = {law.name: place for place, law in enumerate(LAWS)}
    levels = [one for one in found if "law" in one]
    levels.sort(key=lambda one: (order.get(one["law"], -1), one["size"], one["lead"]))
    path = path_of(folder, "gpqa")
    return levels, [one for one in found if "reach" in one], json.loads(path.read_text()) if path.exists() else None


def rows_of(levels: Sequence[Row]) -> list[Row]:
    """Return a row per law and size: Type I error, coverage, notes, and other tests."""
    leads = {(one["law"], one["size"]): one for one in levels if one["lead"]}
    return [_row(one, leads.get((one["law"], one["size"]))) for one in levels if not one["lead"]]


def _row(null: Row, lead: Row | None) -> Row:
    law = next(law for law in LAWS if law.name == null["law"] and null["size"] in law.sizes)
    rejected, n = null["rejected"], null["datasets"]
    row: Row = {
        "law": null["law"],
        "kind": null["kind"],
        "size": null["size"],
        "test": max(null["tests"], key=null["tests"].get),
        "tests": null["tests"],
        "datasets": n,
        "rate": rejected / n,
        "interval": wilson(rejected, n),
        "limit": None if law.is_warned(null["size"]) else law.limit,
        "above": float(binom.sf(rejected - 1, n, law.limit)),
        "warned": null["warned"] / n,
        "silent": null["silent"] / n if "silent" in null else None,  # found, and no warning
        "others": null["others"],
    }
    if lead is not None:
        sets = lead["datasets"]
        row |= {
            "truth": lead["truth"],
            "power": lead["rejected"] / sets,
            "wrong": lead["wrong"] / sets,
            "coverage": lead["covered"] / sets,
            "coverage_datasets": sets,
            "below": float(binom.cdf(lead["covered"], sets, COVERAGE)),
            "contradicted": lead["contradicted"],
        }
    return row


def wilson(count: int, n: int) -> list[float]:
    """Return Wilson's interval of a share."""
    share, z = count / n, 1.959963984540054
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * float(np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)))
    return [max(0.0, middle - reach), middle + reach]


def bins_of(files: Sequence[Row]) -> list[Row]:
    """Add the bins of several files: what was foretold and what was seen."""
    rows = []
    for place in range(len(BINS) - 1):
        parts = [one["bins"][place] for one in files]
        cases, told, saw, squares = (
            sum(part[key] for part in parts) for key in ("cases", "foretold", "seen", "squares")
        )
        if cases:
            spread = max(0.0, squares / cases - (saw / cases) ** 2)
            rows.append(
                {
                    "low": BINS[place],
                    "high": BINS[place + 1],
                    "cases": cases,
                    "foretold": told / cases,
                    "seen": saw / cases,
                    "se": float(np.sqrt(spread / cases)),
                }
            )
    return rows


def shown(rows: Sequence[Row], key: str) -> list[Row]:
    """Return the rows that are shown to be beyond their limit: one-sided, Holm over the rows."""
    found = []
    for place, row in enumerate(sorted(rows, key=lambda each: float(each[key]))):
        if row[key] > LEVEL / (len(rows) - place):
            break
        found.append(row)
    return found


def targets(rows: Sequence[Row], flips: Sequence[Row], gpqa: Row | None) -> list[Target]:
    """Check what was wanted; the limits were fixed before the study ran."""
    held = [row for row in rows if row["limit"] is not None]
    covered = [row for row in held if "coverage" in row]
    found = [
        _limited("items", [row for row in held if row["kind"] not in ("clusters", "runs")]),
        _limited("clusters", [row for row in held if row["kind"] == "clusters"]),
        _limited("runs", [row for row in held if row["kind"] == "runs"]),
        _none("no coverage shown below .93", [_cell(row, row["coverage"]) for row in shown(covered, "below")]),
        _none(
            "no interval that contradicts the p-value",
            [_cell(row, row["contradicted"]) for row in rows if row.get("contradicted")],
        ),
        _off("p_flip on laws with a noise share up to .6", bins_of([one for one in flips if one["share"] < NOISY])),
    ]
    return [*found, _off("p_flip on GPQA", bins_of([gpqa]))] if gpqa else found


def _limited(words: str, rows: Sequence[Row]) -> Target:
    limit = rows[0]["limit"] if rows else 0.0
    over = [_cell(row, row["rate"]) for row in rows if row["rate"] > row["limit"]]
    sure = {_cell(row, row["rate"]) for row in shown(rows, "above")}
    said = [f"**{each}**" if each in sure else each for each in over]
    worst = max((row["rate"] for row in rows), default=0.0)
    text = f"largest {digits(worst)}" + (f"; above: {', '.join(said)}" if over else "")
    return Target(f"Type I error, {words}: at most {digits(limit)} in every cell with a limit", text, not over)


def _none(wanted: str, names: Sequence[str]) -> Target:
    return Target(wanted, "; ".join(names) or "none", not names)


def _off(words: str, bins: Sequence[Row]) -> Target:
    off = [
        f"{digits(each['foretold'])} foretold, {digits(each['seen'])} seen"
        for each in bins
        if each["cases"] >= MANY and abs(each["seen"] - each["foretold"]) > OFF + 2 * each["se"]
    ]
    return Target(f"{words}: every bin of {MANY} within .05 and two standard errors", "; ".join(off) or "all", not off)


def _cell(row: Row, value: float) -> str:
    return f"{row['law']}, {row['size']} ({digits(value) if isinstance(value, float) else value})"


def digits(value: float) -> str:
    """Return a share with three digits, without the 0 before the point."""
    return f"{round(value, 3) + 0.0:.3f}".removeprefix("0").replace("-0.", "-.")
