"""Certify a procedure: what it does on the battery, as a card that anybody can make again."""

from collections.abc import Sequence
from typing import Any

from outperform import __version__
from outperform.core import InputError, did_you_mean
from outperform.lab.battery import BATTERY, Cell
from outperform.lab.readings import readings_of
from outperform.lab.run import run_study
from outperform.lab.study import Study
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import FixedProcedure
from outperform.significance import CATALOGUE as TESTS

REFERENCE = "corrected-10x10"
LEVEL = 0.05
SHOWN = ("rejection", "replicability", "fits")


def certified_spec(test: str, design: str | None = None) -> str:
    """Find the procedure to certify: a procedure's spec, a test with a design, or the procedure of a test.

    Examples
    --------
    >>> certified_spec("sorted-runs-t")
    'sorted-cv'
    """
    if design is not None:
        return f"{design} + {test}"
    if ".py:" in test:
        raise InputError("--design", f"is needed for a test of your own: which splits is {test} for?")
    slug = test.partition("(")[0]
    if slug in PROCEDURES:
        return test
    if slug not in TESTS:
        raise InputError("test", f"{test} is not known; {did_you_mean(slug, {*PROCEDURES, *TESTS})}")
    made = [(name, entry()) for name, entry in PROCEDURES.items() if "10x10" not in name]
    found = [name for name, rule in made if isinstance(rule, FixedProcedure) and rule.test.slug == slug]
    if not found:
        raise InputError("--design", f"is needed: no procedure has the test {test}")
    return found[0]


def certify(
    procedures: Sequence[str],
    *,
    counted: int = 2000,
    fitted: int = 200,
    seed: int = 0,
    jobs: int | None = None,
    progress: bool = False,
) -> dict[str, dict[str, Any]]:
    """Run the battery and give a card for each procedure; all share their fits.

    ``counted`` and ``fitted`` are the datasets of cells without and with fits; each has two repetitions.
    """
    specs = tuple(dict.fromkeys([*procedures, REFERENCE]))
    cells = []
    for cell in BATTERY:
        study = Study(cell.source, specs, cell.learners, 1, 2, (LEVEL,), seed)
        size = counted if study.counted else fitted
        study = Study(cell.source, specs, cell.learners, size, 2, (LEVEL,), seed)
        rows = readings_of(study, run_study(study, jobs=jobs, progress=progress), SHOWN)
        cells.append((cell, size, rows))
    return {spec: _card(spec, cells, seed) for spec in procedures}


def _card(spec: str, cells: list[tuple[Cell, int, list[dict[str, Any]]]], seed: int) -> dict[str, Any]:
    shown = [_cell(cell, size, rows, spec) for cell, size, rows in cells]
    nulls = [cell for cell in shown if cell["null"]]
    others = [cell for cell in shown if not cell["null"]]
    worst = max(nulls, key=lambda cell: cell["rejection"]["value"])
    card = {
        "procedure": spec,
        "level": LEVEL,
        "worst": {"name": worst["name"], **worst["rejection"]},
        "power_against_reference": _mean([cell["rejection"]["value"] - cell["reference"] for cell in others]),
        "replicability": _mean([cell["replicability"]["value"] for cell in shown]),
        "fits": shown[0]["fits"],
        "cells": shown,
        "reference": REFERENCE,
        "seed": seed,
        "version": __version__,
    }
    return {"sentence": sentence(card), **card}


def _cell(cell: Cell, size: int, rows: list[dict[str, Any]], spec: str) -> dict[str, Any]:
    def read(measure: str, procedure: str) -> dict[str, float]:
        row = next(row for row in rows if row["measure"] == measure and row["procedure"] == procedure)
        return {end: round(row[end], 4) for end in ("value", "low", "high")}

    return {
        "name": cell.name,
        "source": cell.source,
        "learners": None if cell.learners is None else list(cell.learners),
        "null": cell.null,
        "datasets": size,
        "rejection": read("rejection", spec),
        "reference": read("rejection", REFERENCE)["value"],
        "replicability": read("replicability", spec),
        "fits": read("fits", spec)["value"],
    }


def _mean(values: list[float]) -> float:
    return round(sum(values) / len(values), 4)


def sentence(card: dict[str, Any]) -> str:
    """Say in one sentence what a reader must know: where it is liberal, or that it held its level."""
    nulls = [cell for cell in card["cells"] if cell["null"]]
    liberal = [cell for cell in nulls if cell["rejection"]["low"] > LEVEL]
    if not liberal:
        return f"held its level in all {len(nulls)} nulls, at most {card['worst']['value']:.3f} at {LEVEL}"
    liberal.sort(key=lambda cell: -float(cell["rejection"]["value"]))
    names = "; ".join(str(cell["name"]) for cell in liberal[:3])
    return f"liberal on {len(liberal)} of {len(nulls)} nulls, up to {card['worst']['value']:.3f} at {LEVEL}: {names}"


def as_text(card: dict[str, Any]) -> str:
    """Write a card for people."""
    lines = [f"# {card['procedure']}", "", card["sentence"], ""]
    lines += [f"Fits a learner: {card['fits']:g}. Mean replicability: {card['replicability']:.3f}."]
    lines += [f"Power against {card['reference']}: {card['power_against_reference']:+.3f} on average.", ""]
    lines += ["| where | null | rejects | interval | corrected-10x10 | R | datasets |", "|---|---|---|---|---|---|---|"]
    for cell in card["cells"]:
        rejection, null = cell["rejection"], "yes" if cell["null"] else "no"
        span = f"{rejection['low']:.3f} to {rejection['high']:.3f}"
        numbers = f"{rejection['value']:.3f} | {span} | {cell['reference']:.3f} | {cell['replicability']['value']:.3f}"
        lines.append(f"| {cell['name']} | {null} | {numbers} | {cell['datasets']} |")
    return "\n".join([*lines, "", f"Seed {card['seed']}, outperform {card['version']}, level {card['level']}."])
