"""Predictions with a row per item and system: found by the names of the columns, and turned to a column per system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Bools, InputError, Ints, Values
from outperform.data.cells import shown
from outperform.data.codes import Codes, codes_of
from outperform.data.item_columns import is_unique
from outperform.data.leftovers import is_text
from outperform.data.predictions.label_columns import number_of
from outperform.data.predictions.table import PredictionColumns
from outperform.data.roles import role_of
from outperform.data.tables import Columns
from outperform.surface import command, either

SYSTEMS = ("learner", "learner_id", "learner_name", "classifier", "classifier_name", "method")
PREDICTIONS = (
    *("prediction", "predictions", "pred", "predicted", "predicted_label", "y_pred", "yhat", "y_hat"),
    *("probability", "prob", "proba", "y_prob", "y_proba", "p", "response", "score", "y_score"),
)


@dataclass(frozen=True)
class LongColumns:
    """The columns of a table with a row per item and system, by their names in it."""

    item: str
    system: str
    prediction: str

    @property
    def names(self) -> tuple[str, str, str]:
        """All three."""
        return self.item, self.system, self.prediction

    @property
    def read_as(self) -> tuple[tuple[str, str], ...]:
        """What each is."""
        return tuple(zip(self.names, ("item", "system", "prediction"), strict=True))


@dataclass(frozen=True, eq=False)
class Unstacked:
    """Truth, predictions, clusters and names of the items, item by item in order of first appearance."""

    truth: Values
    predictions: dict[str, Values]
    cluster: Values | None
    weights: Values | None
    ids: Values


def long_columns(columns: Columns, asked: PredictionColumns, beside: Sequence[str]) -> LongColumns | None:
    """Return the columns of a table with a row per item and system; None for a table with a column per learner.

    Columns that the user names as learners are columns of predictions.
    """
    truth = asked.truth
    if any(name in columns for name in asked.learners):
        return None
    rest = [name for name in columns if name != truth and name not in beside]
    system = next(
        (
            name
            for name in rest
            if (role_of(name) == "system" or name.strip().lower() in SYSTEMS)
            and name not in (asked.item, asked.prediction)
        ),
        None,
    )
    said = [name for name in rest if name.strip().lower() in PREDICTIONS and name not in (system, asked.item)]
    said.sort(key=lambda name: PREDICTIONS.index(name.strip().lower()))
    if asked.prediction in columns:
        said = [asked.prediction]
    if system is None or not said:
        return None
    items = [name for name in rest if role_of(name) == "item" and name != said[0]]
    items.sort(key=lambda name: name.strip().lower() != "item")
    if asked.item is not None:
        items = [asked.item]
        if is_unique(columns[asked.item]):  # then system is no column of systems
            return None
    if items:
        return LongColumns(items[0], system, said[0])
    if _names_systems(columns, system, truth):
        problem = (
            f"columns {system!r} and {said[0]!r} look like a row per item and system, but no column names the item"
        )
        raise InputError("table", f"{problem}; call it item")
    return None


def _names_systems(columns: Columns, system: str, truth: str) -> bool:
    """Return whether a column holds names that occur several times and are not labels of the truth."""
    column = columns[system]
    if not is_text(column):
        return False
    names = codes_of("system", column).names
    return 2 * len(names) <= len(column) and not set(map(str, names)) & set(map(str, columns[truth].tolist()))


def unstacked(
    columns: Columns, truth: str, long: LongColumns, cluster: str | None, weight: str | None = None
) -> Unstacked:
    """Turn rows of items and systems into a column per system; raise InputError with the place of what does not fit."""
    items, systems = _codes(columns, long.item), _codes(columns, long.system)
    at = _grid(items, systems, long)
    firsts = at[0]
    true = _same_for_item(columns, truth, items, firsts)
    clusters = None if cluster is None else _same_for_item(columns, cluster, items, firsts)
    weights = None if weight is None else _same_for_item(columns, weight, items, firsts)
    said = columns[long.prediction]
    _check_present(columns, long.prediction)
    predictions = {str(name): said[rows] for name, rows in zip(systems.names, at, strict=True)}
    return Unstacked(true, predictions, clusters, weights, items.names)


def _codes(columns: Columns, name: str) -> Codes:
    _check_present(columns, name)
    return codes_of(f"column {name!r}", columns[name])


def _check_present(columns: Columns, name: str) -> None:
    gaps = np.flatnonzero(gaps_of(columns[name]))
    if gaps.size:
        raise InputError(f"column {name!r}", f"row {gaps[0] + 1} is empty")


def gaps_of(column: Values) -> Bools:
    """Return which cells are empty."""
    if column.dtype.kind in "biu":
        return np.zeros(len(column), dtype=bool)
    codes = codes_of("cells", column).codes
    found: Bools = (codes < 0) | (column.astype(object) == "")
    return found


def _grid(items: Codes, systems: Codes, long: LongColumns) -> Ints:
    """Return the row [system, item] of every prediction."""
    rows = len(items)
    at = np.full((len(systems.names), len(items.names)), rows)
    np.minimum.at(at, (systems.codes, items.codes), np.arange(rows))  # the first row of each
    _check_twice(items, systems, at)
    lacking = np.argwhere(at == rows)
    if lacking.size:
        system, item = lacking[0]
        row = int(np.flatnonzero(items.codes == item)[0])
        apart = f". If {long.system!r} and {long.prediction!r} are columns of predictions of two learners, name them"
        how = f"{apart}{either(f': --learner {long.system} --learner {long.prediction}', '')}" if _apart(items) else ""
        one, other = str(systems.names[system]), str(items.names[item])
        who = f"system {one!r} has no prediction of item {other!r} (row {row + 1})"
        more = f"; {len(lacking)} predictions are missing in all" if len(lacking) > 1 else ""
        raise InputError(f"column {long.item!r}", f"{who}{more}{how}")
    return at


def _apart(items: Codes) -> bool:
    """Return whether no item occurs twice."""
    return len(items.names) == len(items)


def _check_twice(items: Codes, systems: Codes, at: Ints) -> None:
    twice = np.flatnonzero(at[systems.codes, items.codes] != np.arange(len(items)))
    if twice.size:
        row = int(twice[0])
        first = int(at[systems.codes[row], items.codes[row]])
        who = f"system {systems.name(row)!r} has item {items.name(row)!r} twice"
        how = (
            f"one prediction per item and system is compared; for several samples score them and use {command('evals')}"
        )
        raise InputError(f"rows {first + 1} and {row + 1}", f"{who}; {how}")


def _same_for_item(columns: Mapping[str, Any], name: str, items: Codes, firsts: Ints) -> Values:
    """Return one value per item of a column that must be the same in all rows of an item."""
    column = columns[name]
    gaps = np.flatnonzero(gaps_of(column))
    if gaps.size:
        raise InputError(
            f"column {name!r}", f"row {gaps[0] + 1} is empty; item {items.name(int(gaps[0]))!r} needs a value"
        )
    codes = codes_of(f"column {name!r}", spelt_alike(column)).codes
    other = np.flatnonzero(codes != codes[firsts][items.codes])
    if other.size:
        row = int(other[0])
        first = int(firsts[items.codes[row]])
        both = f"{shown(column[first])} in row {first + 1} and {shown(column[row])} in row {row + 1}"
        raise InputError(
            f"column {name!r}", f"item {items.name(row)!r} has {both}; it must be the same for all systems"
        )
    found: Values = column[firsts]
    return found


def spelt_alike(column: Values) -> Values:
    """Return text that stands for a number as that number, so that 1 and 1.0 are the same."""
    if column.dtype.kind != "O":
        return column
    distinct = {cell: number_of(cell) if isinstance(cell, str) else None for cell in set(column.tolist())}
    return np.array([cell if distinct[cell] is None else distinct[cell] for cell in column.tolist()], dtype=object)
