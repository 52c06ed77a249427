"""Tables of evaluations: tidy (item, system, score) or wide (item, and a column per system)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind, did_you_mean
from outperform.data.cells import as_floats, holds_numbers
from outperform.data.choices import chosen
from outperform.data.codes import codes_of
from outperform.data.evals.asked import NONE, Asked
from outperform.data.evals.records import BESIDE, EvalRecords
from outperform.data.evals.tidy import is_tidy, tidy_records
from outperform.data.evals.wide import wide_records
from outperform.data.leftovers import is_text, left_out, summary_notes, summary_rows, total_row, without
from outperform.data.repeated_ids import repeated_ids
from outperform.data.roles import CLUSTERS, LEARNERS, OF_ITEMS, SCORES, WEIGHTS, called, role_of, words_of
from outperform.data.shape import TableKind, check_kind
from outperform.data.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.unnamed_columns import check_named
from outperform.data.values import listed


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
