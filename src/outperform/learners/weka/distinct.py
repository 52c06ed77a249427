"""Many training sets of a few distinct rows: each is how often every row occurs, and its rows go over as weights."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import Floats, Ints
from outperform.learners.weka.machine import java_class
from outperform.learners.weka.tables import Header


@dataclass(frozen=True, eq=False)
class DistinctRows:
    """Rows of nominal attributes in Java, each once per class and weight.

    A row of weight 3 is three rows for learners that count weights, as J48 does: its splits, its smallest leaf and its
    pruning are made from sums of weights.
    """

    header: Header
    coded: Floats  # [row, attribute]
    _seen: dict[tuple[int, int, int], Any] = field(default_factory=dict, init=False, repr=False)
    _hidden: dict[int, Any] = field(default_factory=dict, init=False, repr=False)

    def said(self, classname: str, counts: Floats, sets: Ints, rows: Ints) -> Ints:
        """Return the class of rows, each by the model of one of the training sets [set, class, row], with defaults.

        Only training sets that are asked for are learnt. Among equally probable classes it is the first.
        """
        found = np.zeros(len(sets), dtype=np.int64)
        learner = java_class(classname)
        numbers, first = np.unique(np.sort(sets), return_index=True)
        for number, asked in zip(numbers, np.split(np.argsort(sets, kind="stable"), first[1:]), strict=True):
            model = learner()
            model.buildClassifier(self._training(counts[number]))
            shares = model.distributionsForInstances(self._instances([self._row(row) for row in rows[asked].tolist()]))
            found[asked] = np.array(shares, dtype=np.float64).argmax(axis=1)
        return found

    def _training(self, counts: Floats) -> Any:
        labels, rows = np.nonzero(counts)
        weights = counts[labels, rows].astype(np.int64)
        places = zip(labels.tolist(), rows.tolist(), weights.tolist(), strict=True)
        return self._instances([self._labelled(*place) for place in places])

    def _instances(self, rows: Sequence[Any]) -> Any:
        instances, empty, array, as_list = self._java
        found = instances(empty, len(rows))
        found.addAll(as_list(array(rows)))
        return found

    @cached_property
    def _java(self) -> tuple[Any, Any, Any, Any]:
        """What makes Instances of rows, looked up once: the class, one without rows, an array of rows, a list of it."""
        from jpype import JArray

        instances, row = java_class("weka.core.Instances"), java_class("weka.core.Instance")
        return instances, self.header.empty(0), JArray(row), java_class("java.util.Arrays").asList

    def _labelled(self, label: int, row: int, weight: int) -> Any:
        place = label, row, weight
        if place not in self._seen:
            self._seen[place] = self._made(row, float(label), float(weight))
        return self._seen[place]

    def _row(self, row: int) -> Any:
        if row not in self._hidden:
            self._hidden[row] = self._made(row, np.nan, 1.0)
        return self._hidden[row]

    def _made(self, row: int, label: float, weight: float) -> Any:
        from jpype import JDouble

        return java_class("weka.core.DenseInstance")(weight, JDouble[:](np.append(self.coded[row], label)))
