"""Probabilities of several classes as one table: distinct rows of them, and which of these each learner said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import Floats, InputError, Ints, Note, NoteKind, Values
from outperform.data.predictions.class_columns import ClassColumns, class_chances, class_names, sum_notes
from outperform.data.predictions.label_columns import number_of
from outperform.data.predictions.labels import by_learner, true_labels
from outperform.data.values import listed

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
