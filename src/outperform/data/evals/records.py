"""EvalRecords: a row per system, item and sample, from one file or table, whatever its format."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outperform.core import Bools, Floats, InputError, Ints, Note
from outperform.data.cells import holds_numbers, is_missing, style_of
from outperform.data.codes import Codes, joined, refuse_alike, same
from outperform.data.sheet import Sheet
from outperform.surface import option

BESIDE = ("item", "system", "sample", "cluster", "task", "weight")  # the roles of columns beside scores


@dataclass(frozen=True)
class Run:
    """The log that records come from: two logs of one system and task are two runs."""

    date: str  # runs are ordered by it
    identity: str  # two logs of one identity are the same run
    attempt: str = ""  # logs of one attempt are a run that failed, and the same run again
    finished: bool = True


@dataclass(frozen=True)
class EvalMeasure:
    """What the scores of a file are."""

    metric: str | None = None
    filter: str | None = None  # lm-evaluation-harness: how an answer was taken from the response
    higher: bool | None = None  # whether higher is better, where the file says so; else the metric's name does
    totals: bool = False  # a score is that of a whole run: its items are not known


@dataclass(frozen=True, eq=False)
class EvalRecords:
    """What one file or table says."""

    origin: str  # the file, or "table"
    systems: Codes
    items: Codes
    scores: Floats  # [record]; NaN where there is none
    samples: Codes | None = None
    tasks: Codes | None = None
    clusters: Codes | None = None
    weights: Floats | None = None  # [record]
    weight: tuple[str, bool] = ("", False)  # what the file calls the column of weights, and whether the user named it
    documents: Codes | None = None  # fingerprints of what was asked: the same for every system
    prompts: Codes | None = None  # fingerprints of how it was asked: a note where they differ
    targets: Codes | None = None  # fingerprints of the right answer: refused where prompts differ too
    measure: EvalMeasure = EvalMeasure()
    run: Run | None = None
    unit: str = "row"  # how records are called
    numbers: Ints | None = None  # [record]: their numbers in the file; None counts from 1
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.scores)

    def place(self, record: int) -> str:
        """Return where a record stands."""
        number = record + 1 if self.numbers is None else int(self.numbers[record])
        return f"{self.origin}, {self.unit} {number}"

    def at(self, rows: Ints | Bools) -> "EvalRecords":
        """Keep some records."""
        columns = {name: getattr(self, name) for name in ("systems", "items", *_OPTIONAL)}
        kept: dict[str, Any] = {name: None if codes is None else codes.at(rows) for name, codes in columns.items()}
        numbers = np.arange(1, len(self) + 1) if self.numbers is None else self.numbers
        weights = None if self.weights is None else self.weights[rows]
        return replace(self, **kept, scores=self.scores[rows], weights=weights, numbers=numbers[rows])

    def named(self, system: str) -> "EvalRecords":
        """Return the records of one system under another name."""
        return replace(self, systems=same(system, len(self)))


_OPTIONAL = ("samples", "tasks", "clusters", "documents", "prompts", "targets")


@dataclass(frozen=True, eq=False)
class Stack:
    """The records of several files as one table, and where each came from."""

    records: EvalRecords
    parts: tuple[EvalRecords, ...]

    def place(self, record: int) -> str:
        """Return file and row of a record."""
        starts = np.cumsum([0, *(len(part) for part in self.parts)])
        part = int(np.searchsorted(starts, record, side="right")) - 1
        return self.parts[part].place(record - int(starts[part]))


def stacked(parts: tuple[EvalRecords, ...]) -> Stack:
    """Put the records of several files one below the other."""
    if len(parts) == 1:
        return Stack(parts[0], parts)
    columns: dict[str, Any] = {name: _column(name, parts) for name in ("systems", "items", *_OPTIONAL)}
    weights = None
    if any(part.weights is not None for part in parts):
        weights = np.concatenate([np.ones(len(p)) if p.weights is None else p.weights for p in parts])
    scores = np.concatenate([part.scores for part in parts])
    notes = tuple(dict.fromkeys(note for part in parts for note in part.notes))
    weight = next((part.weight for part in parts if part.weights is not None), ("", False))
    beside: dict[str, Any] = {"weights": weights, "weight": weight, "notes": notes, "measure": _measure(parts)}
    whole = EvalRecords("evaluations", scores=scores, **beside, **columns)
    return Stack(whole, parts)


def _column(name: str, parts: tuple[EvalRecords, ...]) -> Codes | None:
    columns = [getattr(part, name) for part in parts]
    if all(column is None for column in columns):
        return None
    nothing = [Codes(np.full(len(part), -1, dtype=np.int64), np.empty(0, dtype=object)) for part in parts]
    return joined([gap if column is None else column for column, gap in zip(columns, nothing, strict=True)])


def _measure(parts: tuple[EvalRecords, ...]) -> EvalMeasure:
    metrics = {part.measure.metric for part in parts}
    metric = metrics.pop() if len(metrics) == 1 else None
    return EvalMeasure(metric, totals=all(part.measure.totals for part in parts))


def holds_scores(sheet: Sheet, name: str, *, empty: bool) -> bool:
    """Return whether a column may hold scores of items; ``empty`` where all of its cells are missing."""
    return holds_numbers(sheet.columns[name], most=True, words=True, empty=empty)


def scores_of(sheet: Sheet, names: Sequence[str]) -> tuple[list[Floats], tuple[Note, ...]]:
    """Return columns of scores of items, NaN where one is missing, and notes on how they are written."""
    style = style_of([sheet.columns[name] for name in names])
    read = [sheet.scores(name, style, words=True) for name in names]
    for name, column in zip(names, read, strict=True):
        column.check_spreads(sheet.place(name), "item")
    return [column.numbers for column in read], style.notes


def records_of(sheet: Sheet, systems: Codes, items: Codes, scores: Floats, notes: Iterable[Note]) -> EvalRecords:
    """Make records of scores and of what stands beside them."""
    beside: dict[str, Any] = dict.fromkeys(("samples", "tasks", "clusters"))
    for column in beside:
        role = column.removesuffix("s")
        if role in sheet.columns and not all(map(is_missing, sheet.columns[role].tolist())):
            if role != "sample":
                refuse_alike(f"{sheet.origin}, column {role!r}", sheet.columns[role])
            beside[column] = sheet.names(role, role)
    weights, notes = _weights(sheet), (*sheet.notes, *notes)
    return EvalRecords(
        sheet.origin, systems, items, scores, weights=weights, numbers=sheet.numbers, notes=notes, **beside
    )


def _weights(sheet: Sheet) -> Floats | None:
    """Return the weights of rows; None where all count the same."""
    if "weight" not in sheet.columns:
        return None
    (weights,), _ = scores_of(sheet, ["weight"])
    bad = np.flatnonzero(~(weights > 0))
    if bad.size:
        cell = sheet.columns["weight"][bad[0]]
        state = "is empty" if np.isnan(weights[bad[0]]) else f"is {cell}"
        how = f"a weight must be above 0; {option('weights', 'none')} counts all items the same"
        raise InputError(sheet.place("weight")(int(bad[0])), f"{state}; {how}")
    return weights
