"""The page of the study and its numbers, made from the files alone."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from outperform.core.panels import Panel, Panels, Series
from outperform.report.figures.panels import draw, save
from studies.adaptive_league import cells, paths, run
from studies.adaptive_league.paths import KAPPAS, RULES
from studies.adaptive_league.tell import (
    ADAPTIVE,
    CHOSEN,
    MORE,
    Mean,
    bins_of,
    by_rule,
    chosen,
    false_rates,
    read,
    some,
    targets,
)
from studies.evals.page import lines
from studies.evals.tell import Target, digits
from studies.leagues.bins import Row
from studies.leagues.page import HEADS, bin_cells

HALVES = {"choose": ("choose", "simulated"), "confirm": ("confirm", "simulated"), "real": ("confirm", "real")}
ALIKE = ("same decision, other splits", "same winner", "same decision, other data sets")


def write(folder: Path, docs: Path) -> dict[str, Any]:
    """Write ``adaptive-league.json``, ``adaptive-league.md`` and the figure; return what the first holds."""
    files = read(folder)
    leagues = {name: some(files, half, lead=True, kind=kind) for name, (half, kind) in HALVES.items()}
    wanted = targets(files)
    card = {
        "kappa": CHOSEN,
        "rules": {
            name: {rule: _plain(by_rule(each, rule)) for rule in RULES} for name, each in leagues.items() if each
        },
        "false": false_rates([one for one in files if not one["lead"]]),
        "bins": {name: {"splits": bins_of(each, ADAPTIVE, "splits")} for name, each in leagues.items()},
        "targets": [asdict(target) for target in wanted],
    }
    (docs / "adaptive-league.json").write_text(json.dumps(card, indent=1) + "\n")
    (docs / "figures").mkdir(exist_ok=True)
    save(draw(_figure(leagues)), docs / "figures" / "adaptive-league-cost.svg")
    text = Path(__file__).with_name("page.md").read_text()
    for name, part in _parts(files, leagues, wanted).items():
        text = text.replace("{{" + name + "}}", part)
    (docs / "adaptive-league.md").write_text(text)
    return card


def _plain(row: Row) -> Row:
    return {name: asdict(value) if isinstance(value, Mean) else value for name, value in row.items()}


def _parts(files: Sequence[Row], leagues: dict[str, list[Row]], wanted: Sequence[Target]) -> dict[str, str]:
    found = {
        "headline": _headline(leagues, wanted),
        "targets": lines(("wanted", "found", ""), [(t.wanted, t.found, "" if t.met else "missed") for t in wanted]),
        "kappas": ", ".join(digits(kappa) for kappa in KAPPAS),
        "more": digits(MORE),
        "most": str(paths.LONGEST),
        "fewest": str(cells.FEWEST),
        "most_sets": str(cells.MOST),
        "runs": str(run.RUNS),
        "fresh": str(run.FRESH),
        "adaptive": ADAPTIVE,
        "counts": _counts(files),
        "choice": _choice(files),
        "real": _real(leagues["real"]),
        "real_leagues": str(sum(len(one["leagues"]) for one in leagues["real"])),
        "by_cell": _by_cell([*leagues["choose"], *leagues["confirm"]]),
        "false": _false(files),
    }
    for name, each in leagues.items():
        found[f"rules, {name}"] = _rules(each) if each else "Not run."
        rows = bins_of(each, ADAPTIVE, "splits")
        found[f"bins, {name}, splits"] = lines(HEADS, [bin_cells(row) for row in rows]) if rows else "Not run."
    return found


def _headline(leagues: dict[str, list[Row]], wanted: Sequence[Target]) -> str:
    mine, ten, two = (by_rule(leagues["confirm"], rule) for rule in (ADAPTIVE, "10x10", "2x10"))
    said = (
        "**On the leagues that it was confirmed on, two runs of `adaptive-league` decide "
        f"{mine['same'].value:.1%} of the pairs alike, with {mine['fits'].value:.0f} fits per learner and data set. "
        f"Ten repeats everywhere: {ten['same'].value:.1%} with 100 fits; two: {two['same'].value:.1%} with 20.**"
    )
    missed = [target.wanted.split(":")[0] for target in wanted if not target.met]
    count = f"Of {len(wanted)} things that were wanted, {len(missed)} {'was' if len(missed) == 1 else 'were'} missed"
    return f"{said} {count}{': ' + '; '.join(missed) if missed else ''}."


def _counts(files: Sequence[Row]) -> str:
    led, null = (
        sum(len(one["leagues"]) for one in files if one["lead"] == lead and one["kind"] == "simulated")
        for lead in (True, False)
    )
    return f"{led:,} leagues with unequal learners and {null:,} with equal ones."


def _choice(files: Sequence[Row]) -> str:
    ten = by_rule(some(files, "choose", lead=True), "10x10")
    rows = [(digits(kappa), str(same), f"{fits.value:.0f}") for kappa, same, fits in chosen(files)]
    rows += [("10x10", str(ten["same"]), "100")]
    return f"{lines(('kappa', 'same decision, choosing half', 'fits per cell'), rows)}\n\nSo kappa is {digits(CHOSEN)}."


def _real(real: Sequence[Row]) -> str:
    if not real:
        return ""
    names = ", ".join(real[0]["names"])
    return (
        f"{len(real[0]['leagues'])} leagues of two to six cheap learners on a random half of {len(real[0]['names'])} "
        f"data sets of the UCI repository ({names}). Each was run twice on splits that share nothing, and once on the "
        "other half of the data sets."
    )


def _rules(leagues: Sequence[Row]) -> str:
    rows = []
    for rule in RULES:
        row = by_rule(leagues, rule)
        name = f"**{rule}**" if rule == ADAPTIVE else rule
        shown = [str(row[key]) for key in ("same", "same_winner", "same_datasets")]
        power = "" if row["power"] is None else str(row["power"])
        rows.append((name, f"{row['fits'].value:.0f}", *shown, power, f"{row['unsettled'].value:.1%}"))
    return lines(("rule", "fits per cell", *ALIKE, "power", "not stable"), rows)


def _by_cell(leagues: Sequence[Row]) -> str:
    rows = []
    for one in leagues:
        mine, ten = (by_rule([one], rule) for rule in (ADAPTIVE, "10x10"))
        facts = (one["law"], f"{one['spread']:g}", str(one["learners"]))
        rows.append((*facts, digits(mine["same"].value), digits(ten["same"].value), f"{mine['fits'].value:.0f}"))
    return lines(("data sets differ", "spread", "learners", "adaptive", "10x10", "fits per cell"), rows)


def _false(files: Sequence[Row]) -> str:
    rows = false_rates([one for one in files if not one["lead"]])
    shown = [
        (
            row["law"],
            str(row["learners"]),
            f"{row['leagues']:,}",
            *(digits(row["counts"][rule] / row["leagues"]) for rule in RULES),
        )
        for row in rows
    ]
    return lines(("data sets differ", "learners", "leagues", *RULES), shown)


def _figure(leagues: dict[str, list[Row]]) -> Panels:
    """Draw agreement against fits per cell."""
    titles = {"choose": "chosen on", "confirm": "confirmed on", "real": "real data sets"}
    panels = []
    for name, each in leagues.items():
        if each:
            series = (
                _series("same number everywhere", each, ("2x10", "10x10")),
                _series("adaptive-league", each, RULES[2:]),
            )
            panels.append(
                Panel(titles[name], "fits per learner and data set", "pairs decided alike by two runs", series)
            )
    return Panels("adaptive-league-cost", "Agreement of two runs on other splits against their cost", tuple(panels))


def _series(name: str, leagues: Sequence[Row], rules: Sequence[str]) -> Series:
    rows = sorted((by_rule(leagues, rule) for rule in rules), key=lambda row: float(row["fits"].value))
    same = [row["same"] for row in rows]
    return Series(
        name,
        tuple(row["fits"].value for row in rows),
        tuple(mean.value for mean in same),
        tuple(mean.value - 2 * mean.se for mean in same),
        tuple(mean.value + 2 * mean.se for mean in same),
    )
