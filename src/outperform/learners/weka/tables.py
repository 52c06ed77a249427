"""Datasets as Weka's own: attributes with their types, rows, missing values, the class."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, Ints, Values
from outperform.learners.weka.machine import java_class

NOMINAL = "nominal"


@dataclass(frozen=True, eq=False)
class Header:
    """The attributes: the values of each nominal one, None for a numeric one; the last is the class."""

    levels: tuple[tuple[str, ...] | None, ...]
    labels: Values  # the classes in Weka's order, as the target holds them; empty where the target holds numbers

    def coded(self, rows: Any) -> Floats:
        """Return rows as Weka keeps them: numbers, the places of nominal values, NaN where a value is missing."""
        columns = [_codes(_column(rows, place), levels) for place, levels in enumerate(self.levels[:-1])]
        return np.column_stack(columns) if columns else np.empty((len(rows), 0))

    def empty(self, capacity: int) -> Any:
        """Return Weka's Instances without rows."""
        attribute, names = java_class("weka.core.Attribute"), [f"x{place + 1}" for place in range(len(self.levels) - 1)]
        made = [
            attribute(name) if levels is None else attribute(name, _java_list(levels))
            for name, levels in zip([*names, "class"], self.levels, strict=True)
        ]
        found = java_class("weka.core.Instances")("data", _java_list(made), capacity)
        found.setClassIndex(len(self.levels) - 1)
        return found

    def filled(self, coded: Floats, target: Floats) -> Any:
        """Return Weka's Instances with rows: all cells go over at once."""
        from jpype import JDouble

        row, found = java_class("weka.core.DenseInstance"), self.empty(len(coded))
        cells = JDouble[:, :](np.column_stack([coded, target]))
        for line in cells:
            found.add(row(1.0, line))
        return found


def _java_list(values: Iterable[Any]) -> Any:
    """Return Java's own list. A list of Python's would stay Python's, and Java would ask for it while Python ends."""
    made = java_class("java.util.ArrayList")()
    for value in values:
        made.add(value)
    return made


def header_of(dataset: Dataset) -> Header:
    """Return the attributes of a dataset: a nominal column has the values that it declares, else those that occur.

    A value that a column declares and no row has matters: naive Bayes counts how many there are.
    """
    width = dataset.rows.shape[1]
    declared = dataset.given.declared if len(dataset.given.declared) == width + 1 else ((),) * (width + 1)
    kinds = dataset.kinds or _kinds(dataset.rows)
    levels = [
        _levels(_column(dataset.rows, place), declared[place]) if kinds[place] == NOMINAL else None
        for place in range(width)
    ]
    if not dataset.has_classes:
        return Header((*levels, None), np.array([]))
    labels = _labels(dataset.target, declared[-1])
    return Header((*levels, tuple(str(label) for label in labels.tolist())), labels)


def _kinds(rows: Any) -> list[str]:
    """Return the kind of each column where the dataset does not say it: of the rows that a wrapping learner passes."""
    numeric = [_column(rows, place).dtype.kind in "biuf" for place in range(rows.shape[1])]
    return ["numeric" if each else NOMINAL for each in numeric]


def _column(rows: Any, place: int) -> Values:
    return np.asarray(rows.iloc[:, place] if hasattr(rows, "iloc") else rows[:, place])


def _texts(column: Values) -> list[str | None]:
    """Return each value as text; None where it is missing."""
    return [value if isinstance(value, str) else _text(value) for value in column.tolist()]


def _text(value: Any) -> str | None:
    return None if value is None or value != value else str(value)  # noqa: PLR0124 - NaN differs from itself


def _levels(column: Values, declared: tuple[str, ...]) -> tuple[str, ...]:
    found = {text for text in _texts(column) if text is not None}
    return declared if found <= set(declared) else tuple(sorted(found))


def _labels(target: Values, declared: tuple[str, ...]) -> Values:
    """Return the classes in the order in which they are declared, else sorted."""
    found = np.unique(target)
    texts = [str(label) for label in found.tolist()]
    if not set(texts) <= set(declared):
        return found
    if target.dtype.kind == "U":
        return np.array(declared)
    return found[[texts.index(text) for text in declared if text in texts]]  # only texts can name what does not occur


def _codes(column: Values, levels: tuple[str, ...] | None) -> Floats:
    if levels is None:
        return column.astype(np.float64)
    places: dict[str | None, float] = {text: float(place) for place, text in enumerate(levels)}
    return np.array([places.get(text, np.nan) for text in _texts(column)])


@dataclass(frozen=True, eq=False)
class Handed:
    """A dataset in Java: with the class for training, and without it for prediction, so that no learner sees it."""

    header: Header
    seen: Any
    hidden: Any

    def part(self, numbers: Ints, *, hidden: bool = False) -> Any:
        """Return Instances with these rows, handed over in one call; they share the cells of the whole."""
        from jpype import JArray

        rows = self._rows[hidden]
        chosen = JArray(java_class("weka.core.Instance"))([rows[number] for number in numbers.tolist()])
        found = java_class("weka.core.Instances")(self.seen, len(numbers))
        found.addAll(java_class("java.util.Arrays").asList(chosen))
        return found

    @cached_property
    def _rows(self) -> tuple[list[Any], list[Any]]:
        """The rows, which JPype finds one by one, found once."""
        return list(self.seen), list(self.hidden)


def class_codes(header: Header, target: Values) -> Floats:
    """Return the target as Weka keeps it."""
    if header.levels[-1] is None:
        return target.astype(np.float64)
    return _codes(target.astype(object), header.levels[-1])


@dataclass(frozen=True)
class _Source:
    """A dataset, compared by what Weka sees of it."""

    fingerprint: str
    declared: tuple[tuple[str, ...], ...]
    classes: bool
    dataset: Dataset = field(compare=False)


def handed(dataset: Dataset) -> Handed:
    """Return a dataset in Java; it is handed over once, not once per fit."""
    return _handed(_Source(dataset.fingerprint, dataset.given.declared, dataset.has_classes, dataset))


@lru_cache(maxsize=4)  # of the process, as Java is: a contest has one dataset, and it follows from the key
def _handed(source: _Source) -> Handed:
    header = header_of(source.dataset)
    coded, target = header.coded(source.dataset.rows), class_codes(header, source.dataset.target)
    return Handed(header, header.filled(coded, target), header.filled(coded, np.full(len(coded), np.nan)))
