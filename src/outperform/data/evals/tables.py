"""Tables of evaluations: tidy (a row per item, system and sample) or wide (a row per item, a column per system)."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind, did_you_mean
from outperform.data.cells import as_floats, holds_numbers, nearly_numbers, unreadable
from outperform.data.choices import chosen
from outperform.data.codes import Codes, codes_of, same
from outperform.data.evals.asked import NONE, Asked
from outperform.data.evals.records import BESIDE, EvalMeasure, EvalRecords, holds_scores, records_of, scores_of
from outperform.data.item_columns import item_column, repeated_ids
from outperform.data.leftovers import (
    NOT_CHOSEN,
    TEXT,
    is_text,
    left_out,
    left_out_notes,
    summary_notes,
    summary_rows,
    total_row,
    without,
)
from outperform.data.roles import CLUSTERS, FOLDS, LEARNERS, OF_ITEMS, SCORES, SIZES, WEIGHTS, called, role_of, words_of
from outperform.data.shape import TableKind, called_like_truth, check_kind, columns_by_metric, splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.unnamed_columns import check_named
from outperform.data.values import listed
from outperform.surface import command, option


def records_of_columns(
    columns: Mapping[str, Any], origin: str, asked: Asked, numbers: Ints | None = None
) -> EvalRecords:
    """Make records of the columns of a table; ``numbers`` are those of its rows, where they do not count from 1."""
    sheet = Sheet.of(columns, origin, numbers)
    unnamed = _indexed(sheet)
    if not asked.systems:
        check_kind(unnamed.columns, TableKind.ITEMS, origin)
        check_named(unnamed.columns, origin, "items")
    sheet, weight = _weighted(_clustered(unnamed, asked), asked)
    sheet = _renamed(sheet)
    if asked.filter is not None and "filter" not in sheet.columns:
        raise InputError("filter", f"{origin} has no column filter; leave it out")
    own_metric = "metric" in sheet.columns
    sheet, metric = _only(sheet, "metric", asked.metric)
    sheet, filtered = _only(sheet, "filter", asked.filter)
    wanted = None if own_metric else asked.metric
    tidy = is_tidy(sheet, wanted, asked.systems)
    found = tidy_records(sheet, wanted) if tidy else wide_records(sheet, wanted, asked.systems)
    found = replace(found, notes=(*found.notes, *_ids_again(sheet, found, apart=asked.cluster == NONE)))
    named = metric if own_metric else found.measure.metric
    found = replace(found, weight=(weight, asked.weight is not None))
    return _without_summary_rows(replace(found, measure=replace(found.measure, metric=named, filter=filtered)))


def _ids_again(sheet: Sheet, records: EvalRecords, *, apart: bool) -> Iterator[Note]:
    """Note other columns of ids that repeat among the items: a table with a column per system has each item once."""
    systems = set(map(str, records.systems.names.tolist()))
    others = {name: column for name, column in sheet.columns.items() if name not in BESIDE and name not in systems}
    firsts = np.unique(records.items.codes, return_index=True)[1]
    if not records.measure.totals and len(firsts) and int(firsts.max()) < len(sheet.numbers):
        clusters = sheet.columns["cluster"][firsts] if "cluster" in sheet.columns else None
        yield from repeated_ids({name: column[firsts] for name, column in others.items()}, clusters, apart=apart)


def _indexed(sheet: Sheet) -> Sheet:
    """Call a first column without a name ``item`` where nothing else names the items.

    One that counts the rows from 1 is left out: they have these names anyway. One that counts from 0 stays for a table
    with a column per system.
    """
    rest = sheet.without(INDEX)
    if INDEX not in sheet.columns or {role_of(name) for name in rest.columns} & {"item", "system", "score"}:
        return rest
    numbers = as_floats(sheet.columns[INDEX])
    if numbers[0] in (0, 1) and bool((np.diff(numbers) == 1).all()):
        return sheet if numbers[0] == 0 else rest
    columns = {"item": sheet.columns[INDEX], **rest.columns}
    return replace(sheet, columns=columns).noting(Note.of(NoteKind.ITEMS_UNNAMED))


def _clustered(sheet: Sheet, asked: Asked) -> Sheet:
    """Call the column that the user names ``cluster``; leave clusters out where none are wanted."""
    if asked.cluster is None:
        return sheet
    rest = sheet.without(*(name for name in sheet.columns if words_of(name) in CLUSTERS))
    if not asked.clustered:
        return rest
    if asked.cluster not in sheet.columns:
        known = did_you_mean(asked.cluster, sheet.columns)
        raise InputError("cluster", f"there is no column {asked.cluster!r}; {known}")
    if not role_of(asked.cluster):  # a column item or task stays what it is
        rest = rest.without(asked.cluster)
    return replace(rest, columns=rest.columns | {"cluster": sheet.columns[asked.cluster]})


def _weighted(sheet: Sheet, asked: Asked) -> tuple[Sheet, str]:
    """Keep one column of weights, called ``weight``, or none where none is wanted; and what the table calls it."""
    known = called(sheet.columns, WEIGHTS)
    rest = sheet.without(*known)
    name = next(iter(known), None) if asked.weight is None else asked.weight
    if name is None or asked.weight == NONE:
        return rest, ""
    if name not in sheet.columns:
        raise InputError("weights", f"there is no column {name!r}; {did_you_mean(name, sheet.columns)}")
    if role_of(name) not in (None, "weight"):
        raise InputError("weights", f"column {name!r} holds the {role_of(name)}s")
    return replace(rest.without(name), columns=rest.without(name).columns | {"weight": sheet.columns[name]}), name


def _renamed(sheet: Sheet) -> Sheet:
    """Call columns by the names that are meant: Item, model, rollout; note those with another name."""
    columns, new = sheet.columns, dict[str, str]()
    for role, words in OF_ITEMS.items():
        if role in columns:
            continue
        found = [name for name in called(columns, words) if name not in new]
        if role == "system" and not found and _has_one_score(sheet):
            found = called(columns, LEARNERS, lambda name: is_text(columns[name]))
        if role == "task":  # numbers in a column benchmark may be the scores of a system called so
            found = [name for name in found if not _may_be_scores(sheet, name)]
        if role == "metric":
            found = [name for name in found if is_text(columns[name])]
        if role == "sample" and len(found) > 1:
            telling = [name for name in found if len(codes_of(f"column {name!r}", columns[name]).names) > 1]
            if len(telling) > 1:
                raise InputError("table", f"columns {listed(telling)} may all number the samples; rename one to sample")
            found = telling or found
        new |= dict.fromkeys(found[:1], role)
    return sheet.called(new)


def _has_one_score(sheet: Sheet) -> bool:
    """Return whether a table has a single column of scores, which is then that of all systems."""
    rest = [name for name in sheet.columns if role_of(name) is None and _may_be_scores(sheet, name)]
    return bool(called(sheet.columns, SCORES)) or len(without(rest, left_out(sheet.columns, rest, words=True))) == 1


def _may_be_scores(sheet: Sheet, name: str) -> bool:
    return holds_numbers(sheet.columns[name], most=True, words=True, empty=False)


def _only(sheet: Sheet, role: str, wanted: str | None) -> tuple[Sheet, str | None]:
    """Keep the rows of one metric or filter, and return its name; without such a column everything is kept."""
    if role not in sheet.columns:
        return sheet, None
    cells = codes_of(f"{sheet.origin}, column {role!r}", sheet.columns[role])
    rest, names = sheet.without(role), cells.names.tolist()
    if not names:
        return rest, None
    name = chosen(role, names, wanted, sheet.origin)
    return rest.at(cells.codes == names.index(name)), name


def _without_summary_rows(records: EvalRecords) -> EvalRecords:
    """Leave out items that hold the mean of the others or the like; a note names them."""
    names = [str(name) for name in records.items.names[records.items.codes].tolist()]
    gone, kept = summary_rows(names, records.systems.codes, [records.scores])
    total = None if gone or records.samples is not None else total_row(names, records.systems.codes, [records.scores])
    gone = gone if total is None else [total]
    if not gone and not kept:
        return records
    notes = (*records.notes, *summary_notes("item", gone, kept))
    left = np.array([name not in gone for name in names])
    found = records.at(left)
    used, codes = np.unique(found.items.codes, return_inverse=True)
    items = replace(found.items, codes=codes.astype(np.int64), names=records.items.names[used])
    return replace(found, items=items, notes=notes)


METRICS = {  # columns that hold scores by their name alone
    *("score", "passed", "correct", "is_correct", "acc", "acc_norm", "accuracy", "exact_match", "em", "f1"),
}
ALL_ITEMS = "all items"  # what stands for the items of a run where they are not known


def is_tidy(sheet: Sheet, metric: str | None, systems: tuple[str, ...]) -> bool:
    """Return whether a column holds the scores of every system; raise an InputError where that cannot be known."""
    if "system" in sheet.columns:
        return True
    if any(name in sheet.columns for name in systems):
        return False
    if metric is not None:
        return metric in sheet.columns or "score" in sheet.columns
    names = [name for name in sheet.columns if name not in BESIDE and holds_scores(sheet, name, empty=True)]
    names = without(names, left_out(sheet.columns, names, words=True))
    scores = [name for name in names if name.strip().lower() in METRICS]
    if scores and len(names) > 1:
        how = f"name the score ({option('metric', scores[0])}), or the systems"
        all_ = f"({option('systems', names[:2])})"
        raise InputError("metric", f"{sheet.origin} has no column system, and several: {listed(names)}; {how} {all_}")
    return bool(scores) or "score" in sheet.columns


def tidy_records(sheet: Sheet, metric: str | None) -> EvalRecords:
    """Read one row per item, system and sample; without items, the scores are those of whole runs."""
    splits = called(sheet.columns, (*FOLDS, *(words for sizes in SIZES.values() for words in sizes)))
    totals = "item" not in sheet.columns and {"system", "sample"} <= sheet.columns.keys() and not splits
    if "item" not in sheet.columns and not totals:
        raise _without_items(sheet)
    name = _score_column(sheet, metric)
    (scores,), written = scores_of(sheet, [name])
    own = "system" in sheet.columns
    systems = (
        sheet.names("system", "system")
        if own
        else same((sheet.origin.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0] or "system"), len(scores))
    )
    items = same(ALL_ITEMS, len(scores)) if totals else sheet.names("item", "item")
    found = records_of(sheet, systems, items, scores, left_out_notes(_ignored(sheet, name), chosen=True))
    return replace(
        found, notes=(*found.notes, *written), measure=EvalMeasure(None if name == "score" else name, totals=totals)
    )


def _without_items(sheet: Sheet) -> InputError:
    rest = [name for name in sheet.columns if name not in BESIDE and holds_scores(sheet, name, empty=False)]
    how = splits_elsewhere()
    if len(rest) > 1 and "score" not in rest:
        how = "if each row is a system, swap rows and columns: a row per item, a column per system (pandas: table.T)"
    return InputError(sheet.origin, f"needs a column item, found only {listed(sheet.columns)}; {how}")


def _score_column(sheet: Sheet, metric: str | None) -> str:
    """Return the column of scores: the one that is asked for, ``score``, or the only one."""
    rest = [name for name in sheet.columns if name not in BESIDE]
    if metric is None and "score" in rest:
        return "score"
    known = [name for name in rest if name == metric or holds_scores(sheet, name, empty=False)]
    if not known:
        check_written(sheet, rest)
        raise InputError(sheet.origin, f"needs a column score, found only {listed(sheet.columns)}")
    likely = without(known, left_out(sheet.columns, known, words=True)) or known
    return chosen("metric", known if metric is not None else likely, metric, sheet.origin)


def check_written(sheet: Sheet, names: list[str]) -> None:
    """Raise an InputError for a column of scores that are written so that they cannot be read, such as 41.2%."""
    for name in names:
        row = nearly_numbers(sheet.columns[name])
        if row is not None:
            raise unreadable(sheet.columns[name][row], sheet.place(name)(row))


def _ignored(sheet: Sheet, name: str) -> dict[str, list[str]]:
    """Return the other columns by why they are left out."""
    rest = [each for each in sheet.columns if each not in BESIDE and each != name]
    numbers = [each for each in rest if holds_scores(sheet, each, empty=False)]
    gone = left_out(sheet.columns, numbers, words=True)
    texts = [each for each in rest if each not in numbers]
    return {NOT_CHOSEN: without(numbers, gone)} | {why: [*names] for why, names in gone.items()} | {TEXT: texts}


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
        raise _samples_without_items(sheet)
    items = Codes(np.arange(size), sheet.numbers) if named is None else sheet.names(named, "item")
    gone = {why: [name for name in each if name != named] for why, each in ignored.items()}
    found = records_of(sheet, same("", size), items, scores[0], left_out_notes(gone, chosen=chosen))
    wide = found.at(np.tile(np.arange(size), len(names)))
    systems = Codes(np.repeat(np.arange(len(names)), size), codes_of("header", names).names)
    notes = (*found.notes, *_named_by(named, size), *written)
    if len(names) > size and len(names) >= _MANY:
        notes = (*notes, Note.of(NoteKind.MORE_SYSTEMS, systems=len(names), items=size))
    return replace(wide, systems=systems, scores=np.concatenate(scores), notes=notes)


def _samples_without_items(sheet: Sheet) -> InputError:
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
