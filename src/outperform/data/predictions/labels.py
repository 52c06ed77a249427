"""Predictions: truth and labels converted to one kind, so that 1, 1.0 and "1" are the same class.

An empty cell, None, NaN and the like are always missing. The words "NA", "nan" and so on are missing among numbers;
among text they are a class only if both the truth and a learner have it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import InputError, Ints, Values
from outperform.core.names import alike
from outperform.data.predictions.label_columns import LabelColumn, decimal_of, label_column, number_of
from outperform.surface import either, option

_MISSING = {"NA", "<NA>", "N/A", "nan", "NaN", "NAN", "NaT", "null", "NULL", "None"}
_NO_NUMBERS = {word.lower() for word in _MISSING} | {"inf", "+inf", "-inf", "infinity", "-infinity"}
_MANY_CLASSES = 20  # whole numbers with more distinct values are quantities


def aligned(truth: Any, predictions: Mapping[str, Any]) -> tuple[Values, Values]:
    """Return truth [row] and predictions [learner, row] in one kind: booleans, numbers or text.

    Examples
    --------
    >>> truth, predictions = aligned([1, 0], {"a": ["1.0", "0"], "b": [True, True]})
    >>> truth.tolist(), predictions.tolist()
    ([1, 0], [[1, 0], [1, 1]])
    """
    found = read_labels(truth, predictions)
    return found.truth, found.predictions


@dataclass(frozen=True, eq=False)
class Labels:
    """Truth and predictions in one kind: booleans, numbers or text."""

    truth: Values  # [row]
    predictions: Values  # [learner, row]
    columns: Sequence[LabelColumn] = field(repr=False)  # as they were given, the truth first

    @cached_property
    def counts(self) -> tuple[Mapping[Any, int], ...]:
        """The rows of each label: of the truth, then of each learner."""
        if self.truth.dtype.kind == "U":
            return tuple(column.counted() for column in self.columns)
        return _counted(self.truth), *(_counted(row) for row in self.predictions)


def read_labels(truth: Any, predictions: Mapping[str, Any], names: Values | None = None) -> Labels:
    """Bring truth and predictions to one kind; errors name rows, or the items where ``names`` are given."""
    named = by_learner(truth, predictions)
    given = ((f"predictions of {name!r}", each) for name, each in named.items())
    columns = [label_column("truth", truth, names), *(label_column(label, each, names) for label, each in given)]
    for column in columns:
        check_rows(column.label, len(column.values), len(columns[0].values))
    table = _one_kind(columns)
    return Labels(table[0], table[1:], columns)


def _counted(numbers: Values) -> dict[Any, int]:
    if numbers.dtype.kind in "bi" and numbers.min(initial=0) >= 0 and numbers.max(initial=0) <= numbers.size:
        counts = np.bincount(numbers)  # much faster than to sort
        distinct = np.flatnonzero(counts)
        distinct, rows = distinct.astype(numbers.dtype), counts[distinct]
    else:
        distinct, rows = np.unique(numbers, return_counts=True)
    return dict(zip(distinct.tolist(), rows.tolist(), strict=True))


def by_learner(truth: Any, predictions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the predictions of each learner by name; raise InputError for fewer than two, or another order."""
    if not hasattr(predictions, "items"):
        raise InputError(
            "predictions", f"must be a dict with the predictions of each learner, got a {type(predictions).__name__}"
        )
    names = [str(name) for name in predictions]
    check_order({"truth": truth, **{f"predictions of {str(name)!r}": each for name, each in predictions.items()}})
    if len(names) < 2:
        raise InputError("predictions", f"a comparison needs at least two learners, got {len(names)}")
    if len(set(names)) < len(names):
        raise InputError("predictions", f"two learners are called {next(n for n in names if names.count(n) > 1)!r}")
    return dict(zip(names, (values for _, values in predictions.items()), strict=True))


def check_rows(label: str, rows: int, wanted: int) -> None:
    """Raise an InputError for a column with other rows than the truth."""
    if rows != wanted:
        raise InputError(label, f"has {rows} rows, but the truth has {wanted}")


def true_labels(truth: Any) -> Values:
    """Return the truth alone, whatever the predictions are: booleans, numbers or text.

    Examples
    --------
    >>> true_labels(["1", "0"]).tolist(), true_labels(["yes", "no"]).tolist()
    ([1, 0], ['yes', 'no'])
    """
    column = label_column("truth", truth)
    table = _one_kind([column])
    if table.dtype.kind == "U":
        rows = column.rows_of(_MISSING)
        if rows.size:
            raise InputError("truth", f"row {rows[0] + 1} is {column.text(rows[0])!r}, which counts as missing")
    labels: Values = table[0]
    return labels


def check_order(given: Mapping[str, Any]) -> None:
    """Raise an InputError for pandas Series whose indexes hold the same labels in another order."""
    series = [(label, each.index) for label, each in given.items() if hasattr(each, "iloc")]
    for label, index in series[1:]:
        first, known = series[0]
        if not index.equals(known) and Counter(index.tolist()) == Counter(known.tolist()):
            raise InputError(
                label,
                f"its index has the labels of the {first}'s index in another order. Align it by index (such as"
                " a.loc[y.index]), or pass .to_numpy() of both if the rows are in the same order already",
            )


def _one_kind(columns: Sequence[LabelColumn]) -> Values:
    """Return the columns as one table: booleans if all are, else numbers if all can be, else text."""
    booleans = [column.booleans for column in columns]
    if all(each is not None for each in booleans):
        return np.array(booleans)
    _refuse_gaps_among_numbers(columns)
    numbers = _numbers(columns)
    if all(each is not None for each in numbers) and (table := _stacked(numbers)) is not None:
        if table.dtype.kind == "i" and _are_classes(table[0]):
            _check_shared(columns, [set(_counted(row)) for row in table])
        return table
    _refuse_odd_cells(columns, numbers)
    table = _written(columns)
    if len(columns) > 1:
        _refuse_missing_words(columns)
    _check_shared(columns, [set(column.texts) for column in columns])
    _check_spelling(columns)
    return table


def _written(columns: Sequence[LabelColumn]) -> Values:
    """Return the table as text, without a second copy of it."""
    width = max(1, *(len(text) for column in columns for text in column.texts))
    table = np.empty((len(columns), len(columns[0].values)), dtype=f"U{width}")
    for row, column in zip(table, columns, strict=True):
        row[:] = column.written()
    return table


def _numbers(columns: Sequence[LabelColumn]) -> list[Values | None]:
    """Return each column as numbers or None; true and false are 1 and 0 beside columns of 1 and 0 only."""
    numbers = [column.numbers for column in columns]
    known = [each for each in numbers if each is not None]
    if not known or not all(bool(((each == 0) | (each == 1)).all()) for each in known):
        return numbers
    bits = [None if column.booleans is None else column.booleans.astype(np.int64) for column in columns]
    return [bit if number is None else number for number, bit in zip(numbers, bits, strict=True)]


def _stacked(numbers: Iterable[Values | None]) -> Values | None:
    """Return one table; integers stay integers, since floats are inexact beyond 2^53; None if they exceed 64 bits."""
    arrays = [each for each in numbers if each is not None]
    if any(each.dtype.kind == "f" for each in arrays):
        return np.array(arrays, dtype=np.float64)
    return None if any(each.dtype.kind == "O" for each in arrays) else np.array(arrays)


def _refuse_gaps_among_numbers(columns: Sequence[LabelColumn]) -> None:
    """Raise an InputError for words such as NA and inf in a column whose other cells are numbers."""
    for column in (column for column in columns if column.values.dtype.kind == "O"):
        texts = set(column.texts)
        odd = {text for text in texts if number_of(text) is None}
        if odd and odd < texts and {text.lower() for text in odd} <= _NO_NUMBERS:
            by_truth = column is not columns[0] and columns[0].numbers is not None
            raise _odd_cell(column, "the truth holds numbers" if by_truth else "its other rows hold numbers")


def _refuse_odd_cells(columns: Sequence[LabelColumn], numbers: Sequence[Values | None]) -> None:
    """Raise an InputError for cells that are not numbers where everything else is."""
    if numbers[0] is not None:
        for column, each in zip(columns[1:], numbers[1:], strict=True):
            if each is None and len(_odd_rows(column)) < len(column.values):
                raise _odd_cell(column, "the truth holds numbers")
    elif all(each is not None for each in numbers[1:]) and 2 * len(_odd_rows(columns[0])) < len(columns[0].values):
        raise _odd_cell(columns[0], "the predictions hold numbers")


def _odd_cell(column: LabelColumn, but: str) -> InputError:
    row = int(_odd_rows(column)[0])
    return InputError(column.label, f"{column.place(row)} is {column.text(row)!r}, but {but}")


def _odd_rows(column: LabelColumn) -> Ints:
    """Return the rows that hold no number."""
    distinct, codes = column.coded
    return np.flatnonzero(np.array([number_of(cell) is None for cell in distinct])[codes])


def _refuse_missing_words(columns: Sequence[LabelColumn]) -> None:
    """Raise an InputError for words such as NA that only the truth or only the learners have."""
    true, said = set(columns[0].texts), {text for column in columns[1:] for text in column.texts}
    for column in columns:
        others, owner = (said, "any learner") if column is columns[0] else (true, "the truth")
        rows = column.rows_of(_MISSING - others)
        if rows.size:
            word = f"{column.text(rows[0])!r}, which counts as missing"
            raise InputError(column.label, f"{column.place(int(rows[0]))} is {word}: it is not a label of {owner}")


def _check_spelling(columns: Sequence[LabelColumn]) -> None:
    """Raise an InputError for labels of the truth in another spelling: 1 for 01, true for 1."""
    true = set(columns[0].texts)
    written = {decimal_of(text): text for text in true}
    for column in columns[1:]:
        for text in sorted(set(column.texts) - true):
            if (number := decimal_of(text)) is not None and number in written:
                where = column.place(int(column.rows_of({text})[0]))
                raise InputError(
                    column.label, f"{where} is {text!r}, but the truth writes {written[number]!r}; use one spelling"
                )


def _are_classes(truth: Values) -> bool:
    """Return whether whole numbers are classes: few of them, each twice on average."""
    distinct = len(np.unique(truth))
    return distinct <= _MANY_CLASSES and 2 * distinct <= len(truth)


def _check_shared(columns: Sequence[LabelColumn], labels: Sequence[set[Any]]) -> None:
    """Raise an InputError for a learner that shares no label with the truth."""
    true = labels[0]
    for column, said in zip(columns[1:], labels[1:], strict=True):
        if not said & true and not said | true <= {0, 1}:
            raise InputError(column.label, _none_shared(column, said, true))


def responses_words() -> str:
    """Return which metrics are of probabilities or scores."""
    names = f"{option('metric', 'roc_auc')} (or average_precision, neg_log_loss, neg_brier_score)"
    return f"For probabilities or scores of one class use {names} with {either('--positive LABEL', 'positive=LABEL')}"


def _none_shared(column: LabelColumn, said: set[Any], true: set[Any]) -> str:
    """Return what a learner has instead of the labels of the truth, and what may be meant."""
    if column.numbers is not None and column.numbers.dtype.kind == "f":
        return f"{column.place(0)} is {column.text(0)}, but the truth has {_some(true)}. {responses_words()}"
    known = set(map(str, true))
    same = any(not known.isdisjoint(each) and not known.issuperset(each) for each in alike([*known, *map(str, said)]))
    other = either("name the others: --learner COL --learner COL", "leave it out")
    how = "They look the same: use one spelling" if same else f"If it holds no predictions, {other}"
    return f"has the labels {_some(said)}, but the truth has {_some(true)}: none in common. {how}"


def _some(labels: Iterable[Any]) -> str:
    """Write the first labels."""
    ordered = sorted(labels)
    return ", ".join(map(str, ordered[:10])) + (", ..." if len(ordered) > 10 else "")


def matching_label(positive: Any, labels: Iterable[Any]) -> Any:
    """Return the label that the user means: the same value, else the same text, number or letters.

    Examples
    --------
    >>> matching_label("1", np.array(["01", "1"])), matching_label("true", np.array([0, 1]))
    ('1', 1)
    """
    known = np.unique(np.asarray(labels)).tolist()
    wanted = positive.item() if isinstance(positive, np.generic) else positive
    if not isinstance(wanted, str | int | float | Decimal):
        raise InputError("positive", f"must be one of the labels {_some(known)}, got {type(wanted).__name__}")
    for is_same in (_same, _same_text, _same_number, _same_letters):
        found = [label for label in known if is_same(label, wanted)]
        if len(found) == 1:
            return found[0]
    raise InputError("positive", f"{wanted!r} is not one of the labels {_some(known)}")


def _same(label: Any, wanted: Any) -> bool:
    return bool(label == wanted)


def _same_text(label: Any, wanted: Any) -> bool:
    return str(label) == str(wanted)


def _same_number(label: Any, wanted: Any) -> bool:
    number = decimal_of(str(wanted))
    return number is not None and decimal_of(str(label)) == number


def _same_letters(label: Any, wanted: Any) -> bool:
    return str(label).casefold() == str(wanted).casefold()
