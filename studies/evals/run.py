"""Run the cells: each has its own streams and its own small file, so a killed run goes on where it stopped."""

import json
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from outperform.choose import fitting_test
from outperform.core import Decision, Interval, NoteKind, Scores, stream
from outperform.engine.pool import run_apart
from studies.evals.cells import Cell
from studies.evals.laws import pair_of
from studies.evals.others import OTHERS

LEVEL = 0.05
WARNINGS = (NoteKind.SKEWED, NoteKind.FEW_DIFFER)


def run_cells(cells: list[Cell], folder: Path, jobs: int, most: int | None = None) -> None:
    """Run the cells that have no file yet, with at most so many data sets each."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [cell for cell in cells if not path_of(folder, cell.name).exists()]
    for name, found in run_apart(partial(_run, most), missing, jobs):
        keep(path_of(folder, name), found)
        print(f"{name}: rejected {found['rejected'] / found['datasets']:.4f}", flush=True)


def path_of(folder: Path, name: str) -> Path:
    """Name the file of a cell."""
    return folder / f"{''.join(letter if letter.isalnum() else '-' for letter in name)}.json"


def keep(path: Path, found: dict[str, Any]) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(found) + "\n")
    part.rename(path)


def _run(most: int | None, cell: Cell) -> tuple[str, dict[str, Any]]:
    return cell.name, run_cell(cell, min(cell.datasets, most or cell.datasets))


def run_cell(cell: Cell, datasets: int) -> dict[str, Any]:
    """Judge so many data sets by the default test and, without a lead, some by the others."""
    counts: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for number in range(datasets):
        rng = stream(0, "evals", cell.name, number)
        scores = pair_of(cell.law.draw(rng, cell.size, float(cell.lead)))
        test, _ = fitting_test(scores)
        tests[str(test)] += 1
        counts.update(_facts(scores, test, cell.truth))
        if number < cell.compared:
            others.update(name for name, other in OTHERS[cell.law.kind].items() if other(scores) <= LEVEL)
    compared = min(datasets, cell.compared)
    shares = {name: others[name] / compared for name in OTHERS[cell.law.kind]} if compared else {}
    return {
        "law": cell.law_name,
        "kind": cell.law.kind,
        "size": cell.size,
        "lead": cell.lead,
        "truth": cell.truth,
        "datasets": datasets,
        **{name: counts[name] for name in ("rejected", "wrong", "covered", "contradicted", "warned", "silent")},
        "tests": dict(tests),
        "others": shares,
    }


def _facts(scores: Scores, test: Any, truth: float) -> list[str]:
    """Name what holds of a verdict: rejected, the wrong way, interval covers the truth, contradicts, warned."""
    verdict = test.judge(scores)
    rejected, warned = verdict.pvalue <= LEVEL, any(note.kind in WARNINGS for note in verdict.notes)
    found = {"rejected": rejected, "warned": warned, "silent": rejected and not warned}
    if truth:
        interval = verdict.interval(LEVEL)
        found |= {
            "wrong": verdict.decide(LEVEL) is Decision.SECOND,
            "covered": interval[0] <= truth <= interval[1],
            "contradicted": _contradicts(interval, rejected=rejected),
        }
    return [name for name, holds in found.items() if holds]


def _contradicts(interval: Interval, *, rejected: bool) -> bool:
    """Return whether an interval says otherwise than the p-value; an end at 0 contradicts neither decision."""
    return interval[0] < 0 < interval[1] if rejected else interval[0] > 0 or interval[1] < 0
