"""Wide tables of evaluations: one row per item (and sample), one column per system."""

from dataclasses import replace

import numpy as np

from outperform.core import InputError, Note, NoteKind
from outperform.data.evals.cells import holds_numbers, score_numbers
from outperform.data.evals.codes import Codes, codes_of, same
from outperform.data.evals.measurements import NO_SCORES, NOT_CHOSEN, no_scores
from outperform.data.evals.records import EvalRecords
from outperform.data.evals.sheet import BESIDE, SPLITS, SPLITS_ELSEWHERE, Sheet
from outperform.data.evals.tidy import check_written
from outperform.data.values import listed

_TRUTHS = ("truth", "y_true", "label", "target", "gold", "answer", "ground_truth")
_MANY = 3  # systems, from which on more of them than items are odd


def wide_records(sheet: Sheet, metric: str | None, systems: tuple[str, ...]) -> EvalRecords:
    """Read a column per system: those that are asked for, else the columns of numbers that may be scores."""
    rest = [name for name in sheet.columns if name not in BESIDE]
    splits = [name for name in rest if name.strip().lower() in SPLITS]
    if splits and "item" not in sheet.columns:
        raise InputError(sheet.origin, f"has a column {splits[0]}, but no column item; {SPLITS_ELSEWHERE}")
    if metric is not None:
        problem = "cannot be chosen: a table with a column per system does not say which metric it holds"
        raise InputError("metric", f"{problem}; leave it out")
    asked = [name for name in rest if name in systems]
    numbers = [name for name in rest if holds_numbers(sheet.columns[name], empty=True)]
    if len(asked) == len(systems) > 0:
        others = [name for name in numbers if name not in asked]
        texts = [name for name in rest if name not in (*numbers, *asked)]
        return _widened(sheet, asked, {NOT_CHOSEN: others, NO_SCORES: texts})
    _refuse_truth(numbers, sheet.origin)
    check_written(sheet, [name for name in rest if name not in numbers])
    return _widened(sheet, *_systems(sheet, rest, numbers, asked))


def _systems(
    sheet: Sheet, rest: list[str], numbers: list[str], asked: list[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the columns of systems, and the others by why they are left out."""
    found = no_scores(sheet.columns, [name for name in numbers if name not in asked])
    gone = {why: list(names) for why, names in found.items()}
    left_out = [name for names in gone.values() for name in names]
    systems = [name for name in numbers if name not in left_out]
    if not systems:
        how = f"; {listed(left_out)}: name the systems with --system (systems=)" if left_out else ""
        raise InputError(sheet.origin, f"needs a column of scores per system, found only {listed(sheet.columns)}{how}")
    texts = [name for name in rest if name not in numbers]
    return systems, gone | {NO_SCORES: [*gone.get(NO_SCORES, []), *texts]}


def _refuse_truth(names: list[str], origin: str) -> None:
    """Raise an InputError for a table of predictions, whose column of right answers is no system."""
    truth = next((name for name in names if name.strip().lower() in _TRUTHS), None)
    if truth is not None:
        verb = f"'outperform predictions TABLE --truth {truth}' (in Python: judge_predictions)"
        raise InputError(origin, f"has a column {truth!r} beside the systems: for predictions use {verb}, or drop it")


def _widened(sheet: Sheet, names: list[str], ignored: dict[str, list[str]]) -> EvalRecords:
    """Repeat what stands beside the scores for every system."""
    scores = [score_numbers(sheet.columns[name], sheet.place(name), name) for name in names]
    size = len(scores[0])
    own = "item" in sheet.columns
    items = sheet.codes("item") if own else Codes(np.arange(size), np.arange(1, size + 1))
    found = sheet.records(same("", size), items, scores[0], ignored)
    wide = found.at(np.tile(np.arange(size), len(names)))
    systems = Codes(np.repeat(np.arange(len(names)), size), codes_of("header", names).names)
    notes = found.notes if own else (*found.notes, Note.of(NoteKind.ROWS_AS_ITEMS, items=size))
    if len(names) > size and len(names) >= _MANY:
        notes = (*notes, Note.of(NoteKind.MORE_SYSTEMS, systems=len(names), items=size))
    return replace(wide, systems=systems, scores=np.concatenate(scores), notes=notes)
