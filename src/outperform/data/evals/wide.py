"""Wide tables of evaluations: one row per item (and sample), one column per system."""

import shlex
from dataclasses import replace

import numpy as np

from outperform.core import InputError, Note, NoteKind
from outperform.data.codes import Codes, codes_of, same
from outperform.data.evals.records import BESIDE, EvalRecords, holds_scores, records_of, scores_of
from outperform.data.evals.tidy import check_written
from outperform.data.item_columns import item_column
from outperform.data.leftovers import NOT_CHOSEN, TEXT, left_out, left_out_notes, without
from outperform.data.roles import FOLDS, words_of
from outperform.data.shape import called_like_truth, columns_by_metric, splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.values import listed
from outperform.surface import command, option

_MANY = 3  # systems, from which on more of them than items are odd


def wide_records(sheet: Sheet, metric: str | None, systems: tuple[str, ...]) -> EvalRecords:
    """Read a column per system: those that are asked for, else the columns of numbers that may be scores."""
    rest = [name for name in sheet.columns if name not in BESIDE]
    splits = [name for name in rest if words_of(name) in FOLDS]
    if splits and "item" not in sheet.columns:
        raise InputError(sheet.origin, f"has a column {splits[0]}, but no column item; {splits_elsewhere()}")
    if metric is not None:
        problem = "cannot be chosen: a table with a column per system does not say which metric it holds"
        raise InputError("metric", f"{problem}; leave it out")
    asked = [name for name in rest if name in systems]
    numbers = [name for name in rest if holds_scores(sheet, name, empty=True)]
    if len(asked) == len(systems) > 0:
        others = [name for name in numbers if name not in asked]
        texts = [name for name in rest if name not in (*numbers, *asked)]
        return _widened(sheet, asked, {NOT_CHOSEN: others, TEXT: texts}, chosen=True)
    _refuse_truth(sheet, rest, numbers)
    _refuse_metrics(numbers, sheet.origin)
    check_written(sheet, [name for name in rest if name not in numbers])
    return _widened(sheet, *_systems(sheet, rest, numbers, asked), chosen=False)


def _systems(
    sheet: Sheet, rest: list[str], numbers: list[str], asked: list[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """Return the columns of systems, and the others by why they are left out."""
    gone = left_out(sheet.columns, [name for name in numbers if name not in asked], words=True)
    others = [name for names in gone.values() for name in names]
    systems = [name for name in numbers if name not in others]
    if not systems:
        how = f"; {listed(others)}: name the systems with {option('systems')}" if others else ""
        raise InputError(sheet.origin, f"needs a column of scores per system, found only {listed(sheet.columns)}{how}")
    texts = [name for name in rest if name not in numbers]
    return systems, {why: [*names] for why, names in gone.items()} | {TEXT: texts}


def _refuse_truth(sheet: Sheet, rest: list[str], numbers: list[str]) -> None:
    """Raise an InputError for a table that may hold predictions, whose column of right answers is no system."""
    truth = called_like_truth({name: sheet.columns[name] for name in rest})
    if truth is None:
        return
    verb = command("predictions", f"TABLE --truth {shlex.quote(truth)}")
    gone = left_out(sheet.columns, numbers, words=True)
    systems = [name for name in without(numbers, gone) if name != truth]
    scores = f", for scores of systems {option('systems', systems)}" if systems else ", or drop it"
    raise InputError(
        sheet.origin, f"has a column {truth!r}, which may hold the truth: for predictions use {verb}{scores}"
    )


def _refuse_metrics(names: list[str], origin: str) -> None:
    """Raise an InputError for columns of several metrics per system, as gpt_correct and gpt_latency."""
    found = columns_by_metric(names)
    if found:
        systems = [option("systems", each) for metric, each in found.items()]
        raise InputError(
            origin, f"has columns of several metrics ({', '.join(found)}): choose by {' or '.join(systems)}"
        )


def _widened(sheet: Sheet, names: list[str], ignored: dict[str, list[str]], *, chosen: bool) -> EvalRecords:
    """Repeat what stands beside the scores for every system."""
    scores, written = scores_of(sheet, names)
    size = len(scores[0])
    others = {name: sheet.columns[name] for each in ignored.values() for name in each}
    named = "item" if "item" in sheet.columns else item_column(others)
    if named is None and "sample" in sheet.columns:
        raise _without_items(sheet)
    items = Codes(np.arange(size), sheet.numbers) if named is None else sheet.names(named, "item")
    gone = {why: [name for name in each if name != named] for why, each in ignored.items()}
    found = records_of(sheet, same("", size), items, scores[0], left_out_notes(gone, chosen=chosen))
    wide = found.at(np.tile(np.arange(size), len(names)))
    systems = Codes(np.repeat(np.arange(len(names)), size), codes_of("header", names).names)
    notes = (*found.notes, *_named_by(named, size), *written)
    if len(names) > size and len(names) >= _MANY:
        notes = (*notes, Note.of(NoteKind.MORE_SYSTEMS, systems=len(names), items=size))
    return replace(wide, systems=systems, scores=np.concatenate(scores), notes=notes)


def _without_items(sheet: Sheet) -> InputError:
    """Return the error of a table whose rows are numbered as samples, which says nothing of items."""
    read = (pair for note in sheet.notes if note.kind is NoteKind.COLUMNS_READ_AS for pair in note["columns"])
    name = next((old for old, new in read if new == "sample"), "sample")
    how = f"if it names the items: {option('item_col', name)}; {splits_elsewhere()}"
    return InputError(sheet.origin, f"has a column {name}, but no column item; {how}")


def _named_by(column: str | None, items: int) -> list[Note]:
    """Note what the items are called by."""
    if column in (None, INDEX):
        return [Note.of(NoteKind.ROWS_AS_ITEMS, items=items)]
    return [] if column == "item" else [Note.of(NoteKind.COLUMNS_READ_AS, columns=((column, "item"),))]
