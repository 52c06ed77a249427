"""Predictions of several files, one system each, joined by the column that names the items.

Rows are never joined by their order where a column names the items. Without one, they are joined by order only where
the truth of every file says the same row by row, and a note says so, which keeps a gate closed.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Note, NoteKind, Values, did_you_mean
from outperform.data.cells import as_floats, shown
from outperform.data.codes import Codes, codes_of, is_again, joined, numbered
from outperform.data.evals.missing import how_to_join
from outperform.data.item_columns import is_unique, names_items, row_weights
from outperform.data.leftovers import is_text
from outperform.data.predictions.class_tables import ClassColumns, alone
from outperform.data.predictions.columns import beside_notes, clusters_beside, ids_beside, used_column, weights_beside
from outperform.data.predictions.label_columns import CodedLabels, compact
from outperform.data.predictions.long import PREDICTIONS, gaps_of, spelt_alike
from outperform.data.predictions.table import PredictionColumns, PredictionTable
from outperform.data.roles import role_of
from outperform.data.tables import INDEX, Columns
from outperform.data.values import listed
from outperform.surface import option

Said = str | Mapping[str | None, str]
"""The column of predictions of a file; or those of the probabilities by class, and of the labels (None) beside them."""
FIRST = 5  # items that an error names
_NUMBERED = re.compile(r"index|row|unnamed: \d+|level_\d+", re.IGNORECASE)  # so tools call the numbers of rows


@dataclass(frozen=True, eq=False)
class PredictionFile:
    """A file or frame: the predictions of one system, or the truth alone."""

    system: str
    source: str  # as errors name it
    columns: Columns
    named: bool = True  # somebody named the system, so that this is not a file of the truth alone
    only_truth: bool = False

    def column(self, name: str) -> str:
        """Return how errors name a column."""
        return f"{self.source}, column {name!r}"


@dataclass(frozen=True, eq=False)
class _Join:
    """Which row of every file holds which item."""

    files: Sequence[PredictionFile]
    rows: Sequence[Ints]  # of each file [item]; -1 where it lacks the item
    names: Values | None  # of the items; None where the order of rows joins them

    def place(self, file: int, item: int) -> str:
        row = f"{self.files[file].source}, row {self.rows[file][item] + 1}"
        return row if self.names is None else f"item {str(self.names[item])!r} ({row})"

    def predicted(self, file: int, said: "Said") -> Values | CodedLabels | ClassColumns:
        """Return the predictions of a file, item by item."""
        if not isinstance(said, str):
            columns = {label: self._column(file, name) for label, name in said.items()}
            labels = columns.pop(None, None)
            return ClassColumns({str(label): column for label, column in columns.items()}, labels)
        return compact(self._column(file, said))

    def _column(self, file: int, name: str) -> Values:
        column = self.files[file].columns[name][self.rows[file]]
        gaps = np.flatnonzero(gaps_of(column))
        if gaps.size:
            raise InputError(f"column {name!r}", f"{self.place(file, int(gaps[0]))} has no prediction")
        return column

    def shared(self, name: str, what: str) -> Values | None:
        """Return a value per item of a column that may stand in several files, and must say the same in all of them."""
        holders = [file for file, each in enumerate(self.files) if name in each.columns]
        if not holders:
            return None
        for file in holders:
            gaps = np.flatnonzero(gaps_of(self.files[file].columns[name])[self.rows[file]])
            if gaps.size:
                raise InputError(f"column {name!r}", f"{self.place(file, int(gaps[0]))} has no {what}")
        columns = [self.files[file].columns[name][self.rows[file]] for file in holders]
        texts = [[str(cell) for cell in spelt_alike(column.astype(object)).tolist()] for column in columns]
        for file, column, text in zip(holders[1:], columns[1:], texts[1:], strict=True):
            other = [item for item, (one, two) in enumerate(zip(texts[0], text, strict=True)) if one != two]
            if other:
                item = other[0]
                both = f"{shown(columns[0][item])} in {self.files[holders[0]].source}, but {shown(column[item])} in"
                who = f"row {item + 1}" if self.names is None else f"item {str(self.names[item])!r}"
                problem = f"{who} has the {what} {both} {self.files[file].source}"
                raise InputError(f"column {name!r}", f"{problem} ({len(other)} of {len(text)} items differ so)")
        return columns[0]


def joined_predictions(files: Sequence[PredictionFile], asked: PredictionColumns) -> PredictionTable:
    """Join the predictions of several systems.

    Parameters
    ----------
    files
        A file per system. One that nobody named, with no column of predictions, holds the truth alone.
    asked
        The columns that the user names.
    """
    truth = asked.truth
    known = dict.fromkeys(name for file in files for name in file.columns)
    _check_named(files, known, asked)
    beside = clusters_beside(known, asked) | weights_beside(known, asked)
    item = _item_column(files, asked, beside)
    cells = next(file.columns[truth] for file in files if truth in file.columns)
    said = [_said(file, asked, item, beside, cells) for file in files]
    systems = [file.system for file, column in zip(files, said, strict=True) if column is not None]
    twice = next((name for name in systems if systems.count(name) > 1), None)
    if twice is not None:
        raise InputError("predictions", f"two files are called {twice!r}; name them, as in new=FILE old=FILE")
    join, notes = _by_order(files, said, asked) if item is None else _by_item(files, said, item, asked)
    true = join.shared(truth, "truth")
    assert true is not None, "some file has it"
    predictions = {
        file.system: join.predicted(at, column)
        for at, (file, column) in enumerate(zip(files, said, strict=True))
        if column is not None
    }
    cluster, weight = used_column(beside, "cluster"), used_column(beside, "weight")
    values = None if weight is None else join.shared(weight, "weight")
    weights = None if values is None else row_weights(values, f"column {weight!r}", join.names)
    clusters = None if cluster is None else join.shared(cluster, "cluster")
    read = {truth, item, *beside, *_names(said)}
    rest = {
        name: file.columns[name][rows]
        for file, rows in zip(files, join.rows, strict=True)
        for name in file.columns
        if name not in read and name != INDEX
    }
    return PredictionTable(
        compact(true),
        _chosen(predictions, asked.learners),
        clusters,
        weights,
        join.names,
        (
            *_left_out(known, read),
            *notes,
            *beside_notes(beside, asked, weights),
            *ids_beside(rest, asked, clusters),
        ),
        joined=True,
    )


def with_truth_apart(files: Sequence[PredictionFile], asked: PredictionColumns) -> list[PredictionFile]:
    """Return files of which one holds the truth alone; then columns of the others that are called so are predictions.

    It is the only one that nobody named among named ones that have no other columns; or the only one with the truth,
    beside which it has no more than text that holds no label.
    """
    truth = asked.truth
    alone = [file for file in files if file.only_truth] or _alone(files, asked)
    if len(alone) != 1:
        return list(files)
    found = []
    for file in files:
        columns = file.columns
        if file not in alone and truth in columns and not any(name.strip().lower() in PREDICTIONS for name in columns):
            columns = {(PREDICTIONS[0] if name == truth else name): column for name, column in columns.items()}
        found.append(replace(file, columns=columns, only_truth=file in alone))
    return found


def _alone(files: Sequence[PredictionFile], asked: PredictionColumns) -> list[PredictionFile]:
    taken = (asked.truth, asked.item, asked.cluster, asked.weight, asked.prediction, INDEX)
    rest = [
        {name: column for name, column in file.columns.items() if name not in taken and not names_items(name, column)}
        for file in files
    ]
    holders = [at for at, file in enumerate(files) if asked.truth in file.columns]
    unnamed = [at for at in holders if not files[at].named]
    if len(files) < 3 or len(unnamed) != 1:
        return []
    place = unnamed[0]
    if len(holders) == len(files):
        others = [more for at, more in enumerate(rest) if at != place]
        return [] if any(others) else [files[place]]
    labels = set(map(str, files[place].columns[asked.truth].tolist()))
    texts = all(is_text(column) and labels.isdisjoint(map(str, column.tolist())) for column in rest[place].values())
    return [files[place]] if len(holders) == 1 and texts else []


def _check_named(files: Sequence[PredictionFile], known: Collection[str], asked: PredictionColumns) -> None:
    """Raise an InputError for a column that the user names and no file has."""
    for argument, name in (("truth", asked.truth), ("item_col", asked.item), ("score_col", asked.prediction)):
        if name is not None and name not in known:
            where = " and ".join(file.source for file in files)
            raise InputError(argument, f"there is no column {name!r} in {where}; {did_you_mean(name, known)}")


def _chosen(predictions: Mapping[str, Any], learners: Sequence[str]) -> Mapping[str, Any]:
    for name in learners:
        if name not in predictions:
            raise InputError("learner", f"there is no system {name!r}; {did_you_mean(name, predictions)}")
    return {name: predictions[name] for name in learners} if learners else predictions


def _names(said: Iterable[Said | None]) -> Iterator[str]:
    """Return the columns that hold predictions."""
    for each in said:
        if each is not None:
            yield from [each] if isinstance(each, str) else each.values()


def _left_out(known: Collection[str], read: Collection[str | None]) -> Iterator[Note]:
    rest = tuple(name for name in known if name not in read and name != INDEX)
    if rest:
        yield Note.of(NoteKind.IGNORED_COLUMNS, **{"not predictions": rest})


def _item_column(
    files: Sequence[PredictionFile], asked: PredictionColumns, beside: Mapping[str, str | None]
) -> str | None:
    """Return the column that names the items in every file; None where no file has one."""
    if asked.item is not None:
        for file in files:
            if asked.item not in file.columns:
                near = did_you_mean(asked.item, file.columns)
                raise InputError("item_col", f"there is no column {asked.item!r} in {file.source}; {near}")
        return asked.item
    taken = {asked.truth, asked.prediction, *beside}
    called = [
        [name for name, column in file.columns.items() if name not in taken and names_items(name, column)]
        for file in files
    ]
    shared = [name for name in called[0] if all(name in names for names in called)]
    unique = [name for name in shared if all(is_unique(file.columns[name]) for file in files)]
    telling = [name for name in unique if not _numbers_rows(name, files)]
    by_name = [name for name in shared if not _NUMBERED.fullmatch(name.strip())]
    found = sorted(
        telling or by_name, key=lambda name: (bool(_NUMBERED.fullmatch(name.strip())), role_of(name) != "item")
    )
    if found:
        return found[0]
    for there, names in zip(files, called, strict=True):
        for name in (name for name in names if not _NUMBERED.fullmatch(name.strip())):
            other = next(
                file for file in files if name not in file.columns or not names_items(name, file.columns[name])
            )
            told = f"the items are named by {name!r} in {there.source}, but not in {other.source}"
            how = f"call the column alike in all files and pass {option('item_col', name)}"
            raise InputError("item_col", f"{told} (columns {listed(other.columns)}); {how}")
    return None


def _numbers_rows(name: str, files: Sequence[PredictionFile]) -> bool:
    """Return whether a column called as tools call the numbers of rows counts the rows of every file."""
    if not _NUMBERED.fullmatch(name.strip()):
        return False
    numbers = [as_floats(file.columns[name]) for file in files]
    return all(each[0] in (0, 1) and bool((np.diff(each) == 1).all()) for each in numbers)


def _said(
    file: PredictionFile, asked: PredictionColumns, item: str | None, beside: Mapping[str, str | None], truth: Values
) -> Said | None:
    """Return the column of predictions of a file, or those of the classes; None for the file of the truth."""
    if file.only_truth:
        return None
    if asked.prediction is not None and asked.prediction in file.columns:
        return asked.prediction
    rest = [
        name
        for name, column in file.columns.items()
        if name not in (asked.truth, item, *beside) and not names_items(name, column)
    ]
    called = [name for name in rest if name == file.system] or [n for n in rest if n.strip().lower() in PREDICTIONS]
    found = called if len(called) == 1 else rest
    if len(rest) > 1 and (classes := alone(rest, file.columns, truth)):
        columns: dict[str | None, str] = dict.fromkeys([None], called[0]) if len(called) == 1 else {}
        columns.update(classes.items())
        return columns
    if len(found) == 1:
        return found[0]
    if not found and not file.named and asked.truth in file.columns:
        return None
    if not found:
        raise InputError(file.source, f"has no column of predictions (columns {listed(file.columns)})")
    how = f"name the column of predictions, {option('score_col', found[0])}"
    raise InputError(file.source, f"has several columns that may hold predictions: {listed(found)}; {how}")


def _codes_once(file: PredictionFile, item: str) -> Codes:
    """Return the names of the items of a file; raise an InputError for one that is empty or there twice."""
    column = file.columns[item]
    gaps = np.flatnonzero(gaps_of(column))
    if gaps.size:
        raise InputError(file.column(item), f"row {gaps[0] + 1} is empty")
    codes = codes_of(file.column(item), column)
    again = np.flatnonzero(is_again(numbered(codes.codes)[0]))
    if again.size:
        second = int(again[0])
        first = int(np.flatnonzero(codes.codes == codes.codes[second])[0])
        twice = list(dict.fromkeys(codes.name(int(row)) for row in again))
        more = "" if len(twice) == 1 else f"; {len(twice)} items occur more than once: {listed(twice[:FIRST])}"
        who = f"item {codes.name(second)!r} occurs twice, in rows {first + 1} and {second + 1}"
        raise InputError(file.column(item), f"{who}{more}; every item must occur once in a file")
    return codes


def _by_item(
    files: Sequence[PredictionFile], said: Sequence[Said | None], item: str, asked: PredictionColumns
) -> tuple[_Join, list[Note]]:
    """Join rows by the names of their items; raise InputError for names that are empty, twice or missing."""
    parts = [_codes_once(file, item) for file in files]
    whole = joined(parts)
    starts = np.cumsum([0, *map(len, parts)])
    rows = np.full((len(files), len(whole.names)), -1, dtype=np.int64)
    for at, part in enumerate(parts):
        rows[at, whole.codes[starts[at] : starts[at + 1]]] = np.arange(len(part))
    has = rows >= 0
    kept = has.all(axis=0)
    notes: list[Note] = []
    if not kept.all():
        names = [file.system for file in files]
        if not asked.common:
            raise _lacking(files, said, rows, whole)
        if not kept.any():
            raise InputError("common", "no item has predictions of every system")
        lacking = [names[int(at)] for at in np.flatnonzero(~has.all(axis=1)) if said[int(at)] is not None] or names
        notes.append(Note.of(NoteKind.ITEMS_DROPPED, *lacking, items=int((~kept).sum()), left=int(kept.sum())))
    return _Join(files, list(rows[:, kept]), whole.names[kept]), notes


def _lacking(files: Sequence[PredictionFile], said: Sequence[Said | None], rows: Ints, items: Codes) -> InputError:
    has, names = rows >= 0, [file.system for file in files]
    worst = int(np.argmax((~has).sum(axis=1) > 0))
    gone = np.flatnonzero(~has[worst])
    ids = ", ".join(f"item {str(items.names[at])!r}" for at in gone[:FIRST]) + (", ..." if len(gone) > FIRST else "")
    there = int(np.flatnonzero(has[:, gone[0]])[0])
    place = f"{files[there].source}, row {rows[there, gone[0]] + 1}"
    who = f"{files[worst].source} has no truth" if said[worst] is None else f"system {names[worst]!r} has no prediction"
    problem = f"{who} of {len(gone)} of {has.shape[1]} items: {ids} (first in {place})"
    how = how_to_join(has, worst, names, [str(name) for name in items.names], "predictions")
    return InputError("predictions", f"{problem}; {how}")


def _by_order(
    files: Sequence[PredictionFile], said: Sequence[Said | None], asked: PredictionColumns
) -> tuple[_Join, list[Note]]:
    """Join rows by their order, where the truth of every file says the same row by row."""
    how = f"no column names the items in all files; name one, {option('item_col', 'COL')}"
    lengths = [len(file.columns[next(iter(file.columns))]) for file in files]
    other = next((at for at, rows in enumerate(lengths) if rows != lengths[0]), None)
    if other is not None:
        sizes = f"{files[0].source} has {lengths[0]} rows and {files[other].source} has {lengths[other]}"
        raise InputError("item_col", f"{sizes}; {how}")
    lacks = next((file for file in files if asked.truth not in file.columns), None)
    if lacks is not None or None in said:
        where = f"{lacks.source} has no column {asked.truth!r}" if lacks else "the truth is in a file of its own"
        raise InputError(
            "item_col", f"{how}. Rows are joined by their order only where every file has the truth: {where}"
        )
    join = _Join(files, [np.arange(lengths[0])] * len(files), None)
    join.shared(asked.truth, "truth")
    return join, [Note.of(NoteKind.JOINED_BY_ORDER, rows=lengths[0])]
