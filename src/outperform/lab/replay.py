"""The repeats of cross-validation on one data set, fitted once and read by many rules.

A study of rules that differ in when they stop needs the same repeats many times. They are fitted when they are first
needed, in groups that share no splits: a group is a repetition of the whole analysis.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core import Dataset, Design, Floats, Ints, Learner, Predictor, Values, seed_at, stream
from outperform.designs import KFold
from outperform.engine.predicted import predict_folds
from outperform.engine.threads import one_thread
from outperform.learners.blocks import BlockEstimator
from outperform.learners.fast import FastPath, fast_path
from outperform.learners.recipes import inner_learner
from outperform.metrics import Accuracy, NegMeanSquaredError


@dataclass(frozen=True, eq=False)
class RowTable:
    """Row differences d[repeat, row] of two learners, tested in fold labels[repeat, row]."""

    d: Floats
    labels: Ints  # -1 where a row only trains
    folds: int

    def first(self, repeats: int) -> "RowTable":
        """Return the first repeats."""
        return RowTable(self.d[:repeats], self.labels[:repeats], self.folds)

    @property
    def by_fold(self) -> Floats:
        """The mean difference of every test set [repeat, fold]."""
        repeats, folds = len(self.d), self.folds
        tested = self.labels >= 0
        place = (self.labels + folds * np.arange(repeats)[:, np.newaxis])[tested]
        sums = np.bincount(place, self.d[tested], folds * repeats)
        sizes = np.bincount(place, minlength=folds * repeats)
        means: Floats = (sums / np.maximum(sizes, 1)).reshape(repeats, folds)
        return means


@dataclass(eq=False)
class Replay:
    """Row differences of a pair of learners on one data set, over as many repeats as are needed."""

    dataset: Dataset
    learners: Sequence[Learner]  # two
    seed: int
    folds: int = 10
    _tables: dict[int, RowTable] = field(default_factory=dict, init=False)
    _streams: dict[int, np.random.Generator] = field(default_factory=dict, init=False)

    def groups(self, numbers: Sequence[int], repeats: int) -> None:
        """Fit the repeats of several groups at once that are not known yet."""
        short = [number for number in numbers if self._known(number) < repeats]
        parts = [self._labels(number, repeats - self._known(number)) for number in short]
        if not parts:
            return
        places = [
            (number, self._known(number) + index)
            for number, part in zip(short, parts, strict=True)
            for index in range(len(part))
        ]
        d = self._differences(np.concatenate(parts), places)
        start = 0
        for number, part in zip(short, parts, strict=True):
            self._extend(number, d[start : start + len(part)], part)
            start += len(part)

    def group(self, number: int, repeats: int) -> RowTable:
        """Return the first repeats of a group."""
        self.groups([number], repeats)
        return self._tables[number].first(repeats)

    def under(self, design: Design, number: int) -> RowTable:
        """Return the splits of another design, as a group of its own; nothing is kept."""
        labels = design.plan(self.dataset, stream(self.seed, "design", str(design), number)).labels
        assert labels is not None, "training sets of our designs are the complements of test sets"
        places = [(number, index) for index in range(len(labels))]
        return RowTable(self._differences(labels, places, str(design)), labels, int(labels.max()) + 1)

    def _known(self, number: int) -> int:
        return len(self._tables[number].d) if number in self._tables else 0

    def _labels(self, number: int, repeats: int) -> Ints:
        rng = self._streams.setdefault(number, stream(self.seed, "group", self.folds, number))
        labels = KFold(folds=self.folds, repeats=repeats).plan(self.dataset, rng).labels
        assert labels is not None
        return labels

    def _extend(self, number: int, d: Floats, labels: Ints) -> None:
        old = self._tables.get(number)
        if old is not None:
            d, labels = np.concatenate([old.d, d]), np.concatenate([old.labels, labels])
        self._tables[number] = RowTable(d, labels, self.folds)

    def _differences(self, labels: Ints, places: Sequence[tuple[int, int]], word: str = "group") -> Floats:
        metric = Accuracy() if self.dataset.has_classes else NegMeanSquaredError()
        first, second = (
            metric.row_scores(self.dataset.target, self._predictions(index, labels, places, word)) for index in range(2)
        )
        return first - second

    def _predictions(self, index: int, labels: Ints, places: Sequence[tuple[int, int]], word: str) -> Values:
        """Predict every tested row [repeat, row]: by the fast path where there is one, else by refitting."""
        learner, rows, path = self._seats[index]
        made: object = learner.make(0)
        if made is learner:  # it has no state, so it predicts the same in every split
            return np.broadcast_to(learner.make(0).predict(rows), labels.shape)

        def make(repeat: int, fold: int) -> Predictor:
            return learner.make(seed_at(self.seed, word, index, *places[repeat], fold))

        with one_thread():
            return predict_folds(make, rows, self.dataset.target, labels, path)

    @cached_property
    def _seats(self) -> list[tuple[Learner, Any, FastPath | None]]:
        """Each learner, the rows that it sees and its fast path; a block is its inner learner on its own columns."""
        found = []
        for learner in self.learners:
            inner, rows = learner, self.dataset.rows_for(learner)
            block = getattr(learner, "estimator", None)
            if isinstance(block, BlockEstimator):
                rows = block.seen(rows)
                inner = inner_learner(block.learner, rows, self.dataset.target)
            path = fast_path(getattr(inner, "estimator", None), rows, self.dataset.target)
            found.append((inner, rows, path))
        return found
