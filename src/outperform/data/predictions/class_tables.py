"""Probabilities of several classes: the columns that hold them, and all of them as one table.

Columns are called ``system:class``, or ``system_class``, or in a file per system by the class. Only columns of numbers
that are not all whole are read so: ``nb:1`` and ``nb:2`` with labels in them are two learners.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Note, NoteKind, Values
from outperform.data.cells import as_floats
from outperform.data.predictions.label_columns import number_of, place
from outperform.data.predictions.labels import by_learner, true_labels
from outperform.data.predictions.responses import check_probabilities, numbers_of
from outperform.data.tables import Columns
from outperform.data.values import listed

NEAR = 1e-3  # of 1: the sum of the probabilities of a row; rounded to three digits they may miss it by more
FAR = 0.05  # from where on they are no probabilities
SIGNS = (":", "_", ".", " ", "/")  # between system and class; all but the first only where nothing else is there
MANY = 1000  # classes


@dataclass(frozen=True, eq=False)
class ClassColumns:
    """The probabilities of one learner: a column per class."""

    columns: Mapping[str, Any]  # by the name of the class
    labels: Any = None  # the predicted labels, where they stand beside; else the most likely class is

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def at(self, rows: Any) -> "ClassColumns":
        """Keep some rows, in this order."""
        columns = {name: column[rows] for name, column in self.columns.items()}
        return ClassColumns(columns, None if self.labels is None else self.labels[rows])


def by_system(names: Sequence[str], columns: Columns, truth: Any) -> dict[str, dict[str, str]]:
    """Return the columns of systems by class: {system: {class: column}}; {} where columns are no such.

    Raises an InputError for a system with probabilities of several classes, but not of all.

    Examples
    --------
    >>> columns = {name: np.array([0.2, 0.5]) for name in ("nb:cat", "nb:dog", "svm:cat", "svm:dog")}
    >>> by_system([*columns], columns, ["dog", "cat"])
    {'nb': {'cat': 'nb:cat', 'dog': 'nb:dog'}, 'svm': {'cat': 'svm:cat', 'dog': 'svm:dog'}}
    """
    classes = class_names(truth)
    if not 1 < len(classes) <= MANY:
        return {}
    for sign in SIGNS:
        found = {
            start.removesuffix(sign): of for start, of in _before_classes(names, classes, sign).items() if start != sign
        }
        found = {system: of for system, of in found.items() if len(of) > 1 and _are_chances(of.values(), columns)}
        if not found:
            continue
        whole = all(len(of) == len(classes) for of in found.values())
        if sign == SIGNS[0]:
            _with_other_classes(found, names, columns)
            for system, of in found.items():
                check_all(system, of, classes)
            return found
        if whole and sum(map(len, found.values())) == len(names):
            return found
    return {}


def alone(names: Sequence[str], columns: Columns, truth: Any) -> dict[str, str]:
    """Return the columns of one system by class: called like the classes, or like them behind the same word.

    Examples
    --------
    >>> columns = {name: np.array([0.2, 0.5]) for name in ("text", "p_cat", "p_dog")}
    >>> alone([*columns], columns, ["dog", "cat"])
    {'cat': 'p_cat', 'dog': 'p_dog'}
    """
    classes = class_names(truth)
    if not 1 < len(classes) <= MANY:
        return {}
    plain = {name: name for name in names if name in classes}
    if len(plain) > 1 and _are_chances(plain.values(), columns):
        check_all("the table", plain, classes)
        return plain
    for sign in (*SIGNS, ""):
        found = _before_classes(names, classes, sign).values()
        full = [of for of in found if len(of) == len(classes) and _are_chances(of.values(), columns)]
        if len(full) == 1:
            return full[0]
    return {}


def _before_classes(names: Sequence[str], classes: Sequence[str], sign: str) -> dict[str, dict[str, str]]:
    """Return columns by what stands before the class at their end, and by class."""
    found: dict[str, dict[str, str]] = {}
    for name in names:
        ends = [label for label in classes if name.endswith(sign + label) and name != label]
        if ends:
            label = max(ends, key=len)
            found.setdefault(name.removesuffix(label), {})[label] = name
    return found


def _with_other_classes(found: dict[str, dict[str, str]], names: Sequence[str], columns: Columns) -> None:
    """Add the columns of classes that the truth never has."""
    taken = {name for of in found.values() for name in of.values()}
    for name in names:
        system, _, label = name.rpartition(":")
        if name not in taken and system in found and label and _are_chances([name], columns, strict=False):
            found[system][label] = name


def check_all(system: str, given: Collection[str], classes: Collection[str]) -> None:
    """Raise an InputError for a system without probabilities of a class of the truth."""
    missing = [label for label in classes if label not in given]
    if missing:
        problem = f"{system!r} has probabilities of {listed(sorted(given))}, but none of {listed(missing)}"
        raise InputError("predictions", f"{problem}; every class of the truth needs a column")


def class_names(truth: Any) -> list[str]:
    """Return the classes of a column of the truth as text, in order of first appearance; 1.0 is written 1."""
    cells = np.asarray(truth).tolist()
    distinct = dict.fromkeys(
        str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
        for cell in dict.fromkeys(cell for cell in cells if cell is not None and cell == cell)  # noqa: PLR0124 - NaN
    )
    return list(distinct)


def _are_chances(names: Iterable[str], columns: Columns, *, strict: bool = True) -> bool:
    """Return whether columns hold numbers, not all of them whole."""
    values = [as_floats(np.asarray(columns[name])) for name in names]
    numeric = all(np.isfinite(each).mean() > 0.5 for each in values)
    return numeric and (not strict or any(bool((each[np.isfinite(each)] % 1 != 0).any()) for each in values))


def class_chances(
    name: str, given: ClassColumns, classes: Sequence[str], rows: int, names: Any, *, metric: str | None
) -> tuple[Floats, float, int]:
    """Return probabilities [row, class], how far the sum of a row is from 1 at most, and which row that is.

    Without a ``metric`` of probabilities they may be any numbers, of which the largest decides.
    """
    extra = [label for label in classes if label not in given.columns]
    if extra:
        check_all(name, given.columns, classes)
    table = np.array(
        [
            numbers_of(f"predictions of {name!r}, class {label!r}", given.columns[label], rows, names)
            for label in classes
        ]
    ).T
    if metric is None:
        return table, 0.0, 0
    for label, column in zip(classes, table.T, strict=True):
        check_probabilities(f"{name}:{label}", column, metric, names)
    off = np.abs(table.sum(axis=1) - 1)
    worst = int(off.argmax())
    if off[worst] > FAR:
        told = f"the probabilities of {place(worst, names)} add up to {table[worst].sum():.4g}, not to 1"
        raise InputError(f"predictions of {name!r}", f"{told} ({int((off > FAR).sum())} of {rows} rows are off so)")
    return table, float(off[worst]), worst


def sum_notes(found: Mapping[str, tuple[Floats, float, int]], names: Values | None) -> Iterator[Note]:
    """Note learners whose probabilities of a row do not add up to 1."""
    for name, (table, off, worst) in found.items():
        if off > NEAR:
            yield Note.of(NoteKind.CLASS_SUMS, name, place=place(worst, names), sum=float(table[worst].sum()))


ENOUGH = 10  # rows of each class, in simulations
CERTAIN = float(-np.log(np.finfo(np.float64).eps))  # the log loss of a probability of 0, as scikit-learn counts it
CLASS_COLUMNS = "columns called system:class, or a table with a column per class for every learner"


def are_classes(given: Any) -> bool:
    """Return whether predictions are a column per class."""
    return isinstance(given, ClassColumns) or getattr(given, "ndim", 1) == 2


@dataclass(frozen=True, eq=False)
class ClassTable:
    """Truth and probabilities of several classes."""

    labels: Values  # of the truth [row]
    classes: tuple[Any, ...]  # those of the truth, sorted, then others
    chances: Mapping[str, Floats]  # of each learner [row, class]
    said: Mapping[str, Any]  # labels of the learners that have them beside their probabilities [row]
    notes: tuple[Note, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The classes as text."""
        return tuple(map(str, self.classes))

    @property
    def truth(self) -> Floats:
        """The place of the class of each row."""
        places = {label: float(place) for place, label in enumerate(self.classes)}
        return np.array([places[label] for label in self.labels.tolist()])

    @cached_property
    def coded(self) -> tuple[Floats, Ints]:
        """Distinct rows of probabilities [place, class], and the place of each row [learner, row]."""
        table = np.concatenate(list(self.chances.values()))
        distinct, places = np.unique(table, axis=0, return_inverse=True)
        return distinct, places.reshape(len(self.chances), -1)

    def predicted(self) -> dict[str, Any]:
        """Return the labels as they are given, else those with the largest probability; of equal ones the first."""
        labels = np.array(self.classes, dtype=object)
        likely = {name: labels[table.argmax(axis=1)] for name, table in self.chances.items()}
        return likely | dict(self.said)

    def of(self, label: Any) -> dict[str, Floats]:
        """Return the probabilities of one class."""
        return {name: table[:, self.classes.index(label)] for name, table in self.chances.items()}

    def certain_errors(self) -> Iterator[Note]:
        """Note learners who give the true class a probability of 0."""
        rows = np.arange(len(self.labels)), self.truth.astype(np.int64)
        for name, table in self.chances.items():
            zeros = int((table[rows] == 0).sum())
            if zeros:
                yield Note.of(NoteKind.CERTAIN_ERRORS, name, rows=zeros, loss=CERTAIN)

    def few_rows(self, metric: str) -> Iterator[Note]:
        """Note the smallest class where it has few rows, for a metric in which every class counts the same."""
        if metric in ("roc_auc_ovr", "roc_auc_ovo"):
            label, rows = min(zip(*np.unique(self.labels, return_counts=True), strict=True), key=lambda each: each[1])
            if rows < ENOUGH:
                yield Note.of(NoteKind.FEW_OF_ONE_CLASS, label=str(label), rows=int(rows), least=ENOUGH, metric=metric)


def class_table(truth: Any, predictions: Mapping[str, Any], names: Values | None, metric: str | None) -> ClassTable:
    """Read probabilities of several classes.

    Parameters
    ----------
    truth
        The label of each row.
    predictions
        Of each learner ``ClassColumns``, a frame whose columns are called like the classes, or an array [row, class] in
        the order of the sorted classes of the truth.
    names
        The names of the rows, where they have any.
    metric
        A metric of probabilities that is asked for; None where only the most likely classes are.
    """
    given = by_learner(truth, predictions)
    single = next((name for name, each in given.items() if not are_classes(each)), None)
    if single is not None:
        name = next(name for name, each in given.items() if are_classes(each))
        how = "; of what predict_proba returns, pass the column of the positive class: [:, 1]"
        problem = f"has a column per class, but {single!r} has one column; every learner needs the same"
        raise InputError(f"predictions of {name!r}", f"{problem}{how if np.shape(given[name])[-1:] == (2,) else ''}")
    labels = true_labels(truth)
    known = tuple(np.unique(labels).tolist())
    columns = {name: _columns(name, each, known) for name, each in given.items()}
    said = dict.fromkeys(label for of in columns.values() for label in of.columns)
    texts = class_names(np.array(known, dtype=object))
    others = [label for label in said if label not in texts]
    read = {
        name: class_chances(name, of, [*texts, *others], len(labels), names, metric=metric)
        for name, of in columns.items()
    }
    more = [label if labels.dtype.kind == "U" or (number := number_of(label)) is None else number for label in others]
    chances = {name: table for name, (table, _, _) in read.items()}
    labelled = {name: of.labels for name, of in columns.items() if of.labels is not None}
    return ClassTable(labels, (*known, *more), chances, labelled, tuple(sum_notes(read, names)))


def _columns(name: str, given: Any, known: Sequence[Any]) -> ClassColumns:
    """Return a column per class."""
    texts = class_names(np.array(known, dtype=object))
    if isinstance(given, ClassColumns):
        return given
    if hasattr(given, "columns"):
        return ClassColumns({class_names([label])[0]: np.asarray(given[label]) for label in given.columns})
    if given.shape[1] != len(texts):
        problem = f"has {given.shape[1]} columns, but the truth has {len(texts)} classes ({listed(texts)})"
        raise InputError(
            f"predictions of {name!r}", f"{problem}; pass a frame whose columns are called like the classes"
        )
    return ClassColumns(dict(zip(texts, np.asarray(given).T, strict=True)))
