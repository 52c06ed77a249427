"""The card and the page of the study, made from its records alone."""

import json
from pathlib import Path
from typing import Any

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save
from studies.adaptive.targets import CAUTIOUS, CAUTIOUS_FOLDS, FOLDS, ROWS, Target, targets
from studies.adaptive.tell import FEWEST, FLIPS, REFERENCE, FamilyResult, by_family, flips, over, power_apart, read

TABLE = (
    REFERENCE,
    "corrected-1x10",
    "corrected-30x10",
    "sorted-10x10",
    "blocked-3x2",
    "corrected-resampled",
    "adaptive rows, kappa 0.005",
    ROWS,
    "adaptive rows, kappa 0.02",
    "adaptive rows, at most 10",
    "adaptive rows, Student's quantile",
    "adaptive folds, kappa 0.005",
    FOLDS,
    "adaptive folds, kappa 0.02",
    CAUTIOUS,
    CAUTIOUS_FOLDS,
    "cautious-10x10",
    "peeking",
)
LINES = {
    "adaptive, by rows": ("adaptive rows, kappa 0.02", ROWS, "adaptive rows, kappa 0.005"),
    "adaptive, by folds": ("adaptive folds, kappa 0.02", FOLDS, "adaptive folds, kappa 0.005"),
    "corrected, 1x10 and 10x10": ("corrected-1x10", REFERENCE),
    "corrected-resampled": ("corrected-resampled",),
    "blocked-3x2": ("blocked-3x2",),
}
FIVE = ("corrected-10x5", "adaptive rows, 5 folds", "adaptive folds, 5 folds", "adaptive rows, 5 folds, cautious")
SHOWN = (REFERENCE, ROWS, CAUTIOUS, "peeking")


def write(folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``adaptive.json``, ``adaptive.md`` and its figures; return the card."""
    everything = read(folder)
    card = _card(everything, folder)
    (docs / "adaptive.json").write_text(json.dumps(card, indent=1) + "\n")
    figures = docs / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for panels in (_type_one(everything), _cost(card), _calibration(card)):
        if any(panel.series for panel in panels.panels):
            save(draw(panels), figures / f"{panels.id}.svg")
    text = (Path(__file__).with_name("page.md")).read_text()
    for name, part in _parts(card).items():
        text = text.replace("{{" + name + "}}", part)
    (docs / "adaptive.md").write_text(text)
    return card


def _card(everything: list[FamilyResult], folder: Path) -> dict[str, Any]:
    halves = {half: [result for result in everything if result.family.half == half] for half in ("choose", "confirm")}
    rows = [row for result in everything for rule in TABLE if (row := by_family(result, rule)) is not None]
    return {
        "families": rows,
        "rules": {
            half: [
                {**over(found), "power": power_apart(results, rule, REFERENCE)}
                for rule in TABLE
                if (found := [row for result in results if (row := by_family(result, rule)) is not None])
            ]
            for half, results in halves.items()
            if results
        },
        "five folds": [
            row
            for result in read(folder, folds=5)
            for rule in FIVE
            if (row := by_family(result, rule, "corrected-10x5")) is not None
        ],
        "flips": {half: [row for rule in FLIPS for row in flips(results, rule)] for half, results in halves.items()},
        "targets": {
            name: [vars(target) for target in targets(results)]
            for name, results in _confirming(halves["confirm"]).items()
            if results
        },
    }


def _confirming(results: list[FamilyResult]) -> dict[str, list[FamilyResult]]:
    """Return all families that confirm, and apart those that were seen in the first round and those that were not."""
    return {
        "all": results,
        "of the first round": [result for result in results if not result.family.fresh],
        "fresh": [result for result in results if result.family.fresh],
    }


def _type_one(everything: list[FamilyResult]) -> Panels:
    """Draw the Type I error of a few rules in every family."""
    names = tuple(result.family.name for result in everything)
    series = []
    for rule in SHOWN:
        rows = [by_family(result, rule) for result in everything]
        known = [(place, row) for place, row in enumerate(rows) if row is not None]
        series.append(
            Series(
                rule,
                tuple(float(place) for place, _ in known),
                tuple(row["type_one"] for _, row in known),
                tuple(row["type_one_interval"][0] for _, row in known),
                tuple(row["type_one_interval"][1] for _, row in known),
            )
        )
    panel = Panel("", "", "Type I error", tuple(series), "points", (("level", 0.05),), names)
    return Panels("adaptive-type-one", "Type I error at .05, with 95% intervals", (panel,))


def _cost(card: dict[str, Any]) -> Panels:
    """Draw replicability against fits: rules that differ in one setting are a line."""
    known = {row["rule"]: row for row in card["rules"].get("confirm", []) if row["R"] is not None}
    series = []
    for label, rules in LINES.items():
        rows = [known[rule] for rule in rules if rule in known]
        if rows:
            series.append(Series(label, tuple(row["fits"] for row in rows), tuple(row["R"] for row in rows)))
    panel = Panel("", "fits per learner", "replicability R", tuple(series), log_x=True)
    return Panels("adaptive-cost", "Replicability and cost on the confirming half", (panel,))


def _calibration(card: dict[str, Any]) -> Panels:
    """Draw the observed flips over the predicted ones."""
    panels = []
    for half in ("choose", "confirm"):
        series = []
        for rule in FLIPS:
            rows = [row for row in card["flips"].get(half, []) if row["rule"] == rule and row["cases"] >= 200]
            if rows:
                series.append(Series(rule, tuple(r["foretold"] for r in rows), tuple(r["seen"] for r in rows)))
        if series:
            panels.append(
                Panel(f"the half to {half} on", "flips predicted", "flips observed", tuple(series), diagonal=True)
            )
    return Panels("adaptive-flips", "Chance of another decision, predicted and observed", tuple(panels))


def _parts(card: dict[str, Any]) -> dict[str, str]:
    """Return the tables of the page as Markdown."""
    return {
        "targets": _targets({name: [Target(**row) for row in rows] for name, rows in card["targets"].items()}),
        "size": _size(card),
        "five": _five(card["five folds"]),
        "balanced": Path(__file__).parents[1].joinpath("balanced.md").read_text().rstrip(),
        "rules confirm": _rules(card["rules"].get("confirm", [])),
        "rules choose": _rules(card["rules"].get("choose", [])),
        "families": _families(card["families"]),
        "flips": _flips(card["flips"].get("confirm", [])),
        "off": _off(card["flips"].get("choose", [])),
    }


def _size(card: dict[str, Any]) -> str:
    """Return how much was run."""
    rows = [row for row in card["families"] if row["rule"] == ROWS]
    nulls, sets = [row["null_sets"] for row in rows], [row["sets"] for row in rows]
    return (
        f"{len(rows)} families, {sum(row['half'] == 'confirm' for row in rows)} of them to confirm on; "
        f"{_range(nulls)} null data sets each, and {_range(sets)} data sets with power .05 to .95, each analysed "
        "ten times on different random splits."
    )


def _range(counts: list[int]) -> str:
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _five(rows: list[dict[str, Any]]) -> str:
    head = "| family | half | rule | Type I | R | fits: mixed / null |"
    lines = [
        f"| {row['family']} | {row['half']} | {row['rule']} | {_with_interval(row)} | {_show(row['R'])} "
        f"| {_show(row['fits'], 0)} / {_show(row['fits_null'], 0)} |"
        for row in rows
    ]
    return "\n".join([head, "|---|---|---|---|---|---|", *lines])


def _targets(found: dict[str, list[Target]]) -> str:
    head = " | ".join(["wanted", *found])
    lines = [
        f"| {row[0].wanted} | " + " | ".join(f"{'' if one.met else '**no**: '}{one.found}" for one in row) + " |"
        for row in zip(*found.values(), strict=True)
    ]
    return "\n".join([f"| {head} |", "|---" * (1 + len(found)) + "|", *lines])


def _rules(rows: list[dict[str, Any]]) -> str:
    head = "| rule | families | mean R | least R | fits: mixed / null / power > .95 | Type I mean / most | power |"
    lines = [
        f"| {row['rule']} | {row['families']} | {_show(row['R'])} | {_show(row['R_least'])} "
        f"| {_show(row['fits'], 0)} / {_show(row['fits_null'], 0)} / {_show(row['fits_strong'], 0)} "
        f"| {_show(row['type_one'])} / {_show(row['type_one_most'])} | {_show(row['power']['mean'], 3, sign=True)} |"
        for row in rows
    ]
    return "\n".join([head, "|---|---|---|---|---|---|---|", *lines])


def _families(rows: list[dict[str, Any]]) -> str:
    by_name: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows:
        by_name.setdefault(row["family"], {})[row["rule"]] = row
    head = (
        "| family | half | Type I: corrected-10x10 | adaptive | cautious | peeking "
        "| R: corrected-10x10 | adaptive | fits: mean, 95th percentile |"
    )
    lines = [
        f"| {name} | {found[REFERENCE]['half']} | "
        + " | ".join(_with_interval(found[rule]) for rule in SHOWN)
        + f" | {_show(found[REFERENCE]['R'])} | {_show(found[ROWS]['R'])} ± {_show(found[ROWS]['R_se'])} "
        f"| {_show(found[ROWS]['fits'], 0)}, {_show(found[ROWS]['fits_95'], 0)} |"
        for name, found in by_name.items()
    ]
    return "\n".join([head, "|---|---|---|---|---|---|---|---|---|", *lines])


def _with_interval(row: dict[str, Any]) -> str:
    low, high = row["type_one_interval"]
    return f"{_show(row['type_one'])} [{_show(low)}, {_show(high)}]"


def _flips(rows: list[dict[str, Any]]) -> str:
    head = "| rule | bin | cases | predicted | observed |"
    lines = [
        f"| {row['rule']} | {row['low']:g}-{row['high']:g} | {row['cases']} "
        f"| {_show(row['foretold'])} | {_show(row['seen'])} |"
        for row in rows
    ]
    return "\n".join([head, "|---|---|---|---|---|", *lines])


def _off(rows: list[dict[str, Any]]) -> str:
    """Return the bin with the largest error."""
    known = [row for row in rows if row["cases"] >= FEWEST]
    if not known:
        return "no bin has so many cases"
    worst = max(known, key=lambda row: abs(row["foretold"] - row["seen"]))
    where = f"{worst['rule']}, predicted {worst['low']:g} to {worst['high']:g}"
    found = f"{where}: {_show(worst['foretold'])}, observed {_show(worst['seen'])}, {worst['cases']} cases"
    return found + (", more than .05 off" if abs(worst["foretold"] - worst["seen"]) > 0.05 else "")


def _show(value: float | None, digits: int = 3, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("+-").startswith("0.") else text
