"""The page of the study and its numbers, made from the records alone."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save
from studies.truth.families import FAMILIES
from studies.truth.tell import EARLIER, Result, flips, floors, read, row_of, shown_above

MIXED_POWER = (0.2, 0.8)
FLIP_HEADS = ("bin", "cases", "data sets", "predicted", "observed")
FLOOR_COLUMNS = ("rate", "largest", "power", "R")
FLOOR_HEADS = ("least factor", "families", "mean Type I error", "largest", "mean power", "mean R, power .2 to .8")
BEFORE = json.loads(Path(__file__).with_name("before.json").read_text())  # the same study with random folds alone
IDLE = ("logistic regression .003, n = 80", "Lasso 1, Friedman, n = 1000")  # they do nothing on most data sets


@dataclass(frozen=True)
class Target:
    """One thing that was wanted, what was found, and whether that is enough."""

    wanted: str
    found: str
    met: bool


def write(folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``truth.json``, ``truth.md`` and the figure; return what the first holds."""
    rows, earlier = _all_rows(read(folder), docs / "truth.json")
    confirming = [row for row in rows if row["half"] == "confirm"]
    bins, lower = flips(confirming, earlier), floors(confirming, earlier)
    wanted = targets(confirming, bins)
    card = {
        "families": rows,
        "earlier": earlier,
        "flips": bins,
        "floors": lower,
        "targets": [asdict(target) for target in wanted],
    }
    (docs / "truth.json").write_text(json.dumps(card, indent=1) + "\n")
    (docs / "figures").mkdir(exist_ok=True)
    save(draw(_figure(confirming)), docs / "figures" / "truth-type-one.svg")
    parts = {
        "counts": _counts(rows),
        "targets": _lines(
            ("wanted", "found", ""), [(each.wanted, each.found, "" if each.met else "missed") for each in wanted]
        ),
        "shortfalls": _shortfalls(confirming),
        "table": _table(rows),
        "flips": _lines(FLIP_HEADS, [_bin(each) for each in bins]),
        "floors": _lines(FLOOR_HEADS, [_floor(each) for each in lower]),
    }
    text = Path(__file__).with_name("page.md").read_text()
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    (docs / "truth.md").write_text(text)
    return card


def _all_rows(results: Sequence[Result], numbers: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return a row per family, from its records or else from the numbers of an earlier run, and what is pooled there.

    What is known pooled alone counts until all of its families have records.
    """
    kept = json.loads(numbers.read_text()) if numbers.exists() else {"families": []}
    known = {row["family"]: row for row in kept["families"]} | {row["family"]: row for row in map(row_of, results)}
    rows = [known[family.name] for family in FAMILIES if family.name in known]
    earlier = kept.get("earlier", EARLIER)
    bare = [name for name in earlier["families"] if "bins" not in known[name]]
    return rows, earlier if bare else EARLIER


def targets(rows: Sequence[dict[str, Any]], bins: Sequence[dict[str, float]]) -> list[Target]:
    """Check all that was wanted on the confirming half."""
    rates = [row["auto"]["rate"] for row in rows]
    many = [row for row in rows if row["datasets"] >= 1000]
    above = shown_above(rows)
    powered = [row for row in rows if "R" in row and MIXED_POWER[0] <= row["power"] <= MIXED_POWER[1]]
    low = [f"{row['family']} ({row['coverage']:.3f})" for row in rows if row["coverage"] < 0.92]
    behind = [
        row["family"]
        for row in powered
        if row["R"][0] < row["R_classic"][0] - 2 * np.hypot(row["R"][1], row["R_classic"][1])
    ]
    off = [
        each
        for each in bins
        if each["high"] <= 0.5
        and each["datasets"] >= 200
        and abs(each["seen"] - each["foretold"]) > 0.05 + 2 * each["se"]
    ]
    worst = max(rows, key=lambda row: row["fits_null"][0])
    costly = max(powered or rows, key=lambda row: row.get("fits_power", [0.0])[0])
    unshown = [row["family"] for row in rows if row["not_shown"]["rate"] > 0.5 * row["nominal"]["rate"] > 0]
    covered = [row["coverage_power"] for row in rows if "R" in row and row["family"] not in IDLE]
    known = [
        (row, BEFORE[row["family"]]) for row in rows if "fits_power" in BEFORE.get(row["family"], {}) and "R" in row
    ]
    power, fits = (
        float(np.mean(values)) if known else float("nan")
        for values in (
            [row["power"] - before["power"] for row, before in known],
            [row["fits_power"][0] - before["fits_power"] for row, before in known],
        )
    )
    return [
        Target("no family whose Type I error is shown above .06 (one-sided, Holm)", _named(above), not above),
        _bound(
            "largest Type I error where there are 1,000 data sets",
            max((row["auto"]["rate"] for row in many), default=0.0),
            0.075,
        ),
        _bound("mean Type I error over families", float(np.mean(rates)), 0.055),
        Target(
            "most verdicts 'not shown' in at most one family in ten", _named(unshown), len(unshown) <= len(rows) / 10
        ),
        Target("coverage at the null at least .92 in every family", _named(low), not low),
        _least("mean coverage at the null", float(np.mean([row["coverage"] for row in rows])), 0.94),
        _least(
            "mean coverage with power, without the two learners that mostly do nothing", float(np.mean(covered)), 0.93
        ),
        _least("mean R over splits of everything and one row less, power .2 to .8", _mean_of(powered, "R"), 0.90),
        Target("R in no family below corrected 10x10's by more than its error", _named(behind), not behind),
        Target(
            "p_flip within .05 and two standard errors below .5, bins of 200 data sets", f"{len(off)} bins off", not off
        ),
        _least("mean power less that with random folds", power, -0.01),
        _bound("mean fits per learner with power, less those with random folds", fits, 0.0),
        _power(powered),
        _cost(rows, "table", "fits_null", 45),
        _cost(rows, "data", "fits_null", 60),
        Target(
            "the worst families, stated",
            f"null: {_fits(worst, 'fits_null')}; with power: {_fits(costly, 'fits_power')}",
            met=True,
        ),
    ]


def _mean_of(rows: Sequence[dict[str, Any]], key: str) -> float:
    return float(np.mean([row[key][0] for row in rows])) if rows else float("nan")


def _power(rows: Sequence[dict[str, Any]]) -> Target:
    apart = [row["power"] - row["power_adjusted"] for row in rows if row["origin"] == "data"]
    found = float(np.mean(apart)) if apart else float("nan")
    return Target(
        "mean power against the size-adjusted 10x10, factor from the data: at least -0.07",
        f"{found:+.3f}",
        found >= -0.07,
    )


def _cost(rows: Sequence[dict[str, Any]], origin: str, key: str, bound: float) -> Target:
    known = [row[key][0] for row in rows if row["origin"] == origin and key in row]
    found = float(np.mean(known)) if known else float("nan")
    where = "null" if key == "fits_null" else "with power"
    return Target(
        f"mean fits per learner, {where}, factor from the {origin}: at most {bound}", f"{found:.1f}", found <= bound
    )


def _fits(row: dict[str, Any], key: str) -> str:
    return f"{row['family']}, {row[key][0]:.0f}" if key in row else "-"


def _bound(wanted: str, found: float, bound: float) -> Target:
    return Target(f"{wanted} at most {bound}", f"{found:.3f}", found <= bound)


def _least(wanted: str, found: float, bound: float) -> Target:
    return Target(f"{wanted} at least {bound}", f"{found:.3f}", found >= bound)


def _named(names: Sequence[str]) -> str:
    return "; ".join(names) if names else "none"


def _shortfalls(rows: Sequence[dict[str, Any]]) -> str:
    few = [f"{row['family']} ({row['datasets']})" for row in rows if row["datasets"] < 200]
    missing = [
        family.name
        for family in FAMILIES
        if family.half == "confirm" and family.name not in {row["family"] for row in rows}
    ]
    said = []
    if few:
        said.append(f"Fewer than 200 null data sets, for lack of time: {_named(few)}.")
    bare = [row["family"] for row in rows if "R" not in row]
    if bare:
        said.append(f"Null data sets alone, none with power, for lack of time: {_named(bare)}.")
    if missing:
        said.append(f"Written down and not run, for lack of time: {_named(missing)}.")
    return " ".join(said)


def _counts(rows: Sequence[dict[str, Any]]) -> str:
    confirming = sum(row["half"] == "confirm" for row in rows)
    sets = sum(row["datasets"] for row in rows)
    return f"{len(rows)} families, {confirming} of them to confirm on; {sets:,} null data sets in all."


def _table(rows: Sequence[dict[str, Any]]) -> str:
    heads = (
        "family",
        "half",
        "data sets",
        "factor",
        "classic",
        "nominal",
        "ours",
        "coverage",
        "power",
        "R",
        "fits: null; with power",
    )
    return _lines(heads, [_line(row) for row in rows])


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    low, high = row["auto"]["interval"]
    measured = f"{row['factor']:.2f}" if row["factor"] < 100 else "over 100"  # where a few data sets have no noise
    factor = measured if row["table"] is None else f"{row['table']:.2f} (table)"
    first = (
        row["family"],
        row["half"],
        f"{row['datasets']:,}",
        factor,
        *(_digits(row[rule]["rate"]) for rule in ("classic", "nominal")),
    )
    ours = f"**{_digits(row['auto']['rate'])}** [{_digits(low)}, {_digits(high)}]"
    null = f"{row['fits_null'][0]:.0f}, {row['fits_null'][1]:.0f}"
    if "R" not in row:
        return (*first, ours, _digits(row["coverage"]), "", "", null)
    cover = f"{_digits(row['coverage'])}; {_digits(row['coverage_power'])}"
    power = f"{_digits(row['power'])}, {row['power'] - row['power_adjusted']:+.2f} ± {row['power_se']:.2f}"
    fits = f"{null}; {row['fits_power'][0]:.0f}, {row['fits_power'][1]:.0f}"
    agreed = f"{_digits(row['R'][0])} ({', '.join(_digits(row[each][0]) for each in ('R_seeds', 'R_classic'))})"
    return (*first, ours, cover, power, agreed, fits)


def _bin(row: dict[str, float]) -> tuple[str, ...]:
    counts = f"{row['cases']:.0f}", f"{row['datasets']:.0f}"
    return (
        f"{row['low']:g}-{row['high']:g}",
        *counts,
        _digits(row["foretold"]),
        f"{_digits(row['seen'])} ± {_digits(row['se'])}",
    )


def _floor(row: dict[str, float]) -> tuple[str, ...]:
    return (f"{row['floor']:g}", f"{row['families']:.0f}", *(_digits(row[key]) for key in FLOOR_COLUMNS))


def _digits(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    written = ["| " + " | ".join(cells) + " |" for cells in (heads, ["---"] * len(heads), *rows)]
    return "\n".join(written)


def _figure(rows: Sequence[dict[str, Any]]) -> Panels:
    """Draw the Type I error of the classic test and of ours in every confirming family, the worst first."""
    ordered = sorted(rows, key=lambda row: -row["classic"]["rate"])
    names, places = tuple(row["family"] for row in ordered), tuple(float(place) for place in range(len(rows)))
    series = tuple(
        Series(
            name,
            places,
            tuple(row[rule]["rate"] for row in ordered),
            tuple(row[rule]["interval"][0] for row in ordered),
            tuple(row[rule]["interval"][1] for row in ordered),
        )
        for rule, name in (("classic", "corrected 10x10 t test"), ("auto", "outperform's default"))
    )
    panel = Panel("", "", "equally good learners called different", series, "points", (("level .05", 0.05),), names)
    return Panels(
        "truth-type-one", "How often two equally good learners are called different, at a level of .05", (panel,)
    )
