"""Truth and predictions as a user hands them over, read for each metric: as labels or values, or as responses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from outperform.comparison.prediction_metrics import Wanted, check_mixed, fits_words
from outperform.core import Floats, InputError, Items, Metric, Note, Scores, Values
from outperform.core.names import name_notes
from outperform.data import matching_label
from outperform.data.codes import Codes
from outperform.data.directions import NOTHING, DirectionWords
from outperform.data.predictions.class_tables import CLASS_COLUMNS, are_classes, class_table
from outperform.data.predictions.labels import read_labels
from outperform.data.predictions.notes import below_chance, certain_errors, label_notes, other_codes, response_notes
from outperform.data.predictions.responses import check_probabilities, responses
from outperform.data.row_names import cluster_codes, given_weights, row_names
from outperform.data.scales import scales_partly
from outperform.metrics.class_scorers import class_metric
from outperform.metrics.counts import CountMetric
from outperform.metrics.directed import directed_metric
from outperform.metrics.given import GivenMetric, NegLogLoss, ProbabilityMetric, RankMetric, RocAuc, given_metric
from outperform.metrics.labels import check_classes
from outperform.metrics.scorers import metric_of
from outperform.surface import either, option


@dataclass(frozen=True, eq=False)
class MetricInput:
    """What one metric is computed from."""

    wanted: Wanted
    truth: Values  # [row]
    predictions: Values  # [learner, row]
    metric: Metric

    def scores(self, inputs: "Inputs", seed: int) -> Scores:
        """Score every learner."""
        weights = inputs.row_weights(self.truth.size)
        values = self._values(weights)
        if not np.isfinite(values).all():
            raise InputError("metric", f"{self.wanted.name} is not a finite number on these predictions")
        rows = self.truth.size
        clusters = inputs.clusters(rows)
        items = Items(
            self.truth,
            self.predictions[:, np.newaxis],
            metric=self.metric,
            clusters=None if clusters is None else clusters.codes,
            cluster_names=None if clusters is None else clusters.names,
            ids=inputs.names(rows),
            weights=weights,
        )
        return Scores(
            inputs.learners,
            self.wanted.name,
            values[:, np.newaxis, np.newaxis],
            n_test=np.array([[rows]]),
            items=items,
            seed=seed,
            unit=self.metric.unit,
            direction=self.metric.direction,
        )

    def _values(self, weights: Floats | None) -> Floats:
        """Return the score of every learner."""
        if weights is None:
            return np.array([self.metric.score(self.truth, each) for each in self.predictions])
        by_row = getattr(self.metric, "row_scores", None)
        if by_row is None:
            how = f"use a mean over rows such as accuracy, or {option('weights', 'none')} to count all rows the same"
            raise InputError("weights", f"need a metric that is a mean over rows, but {self.wanted.name} is not; {how}")
        scores = np.asarray(by_row(self.truth, self.predictions), dtype=np.float64)
        return np.asarray(np.average(scores, axis=-1, weights=weights))


Read = tuple[list[MetricInput], list[Note]]


@dataclass(frozen=True, eq=False)
class Inputs:
    """What a user hands over."""

    truth: Any
    predictions: Mapping[str, Any]
    positive: Any
    cluster: Any
    ids: Any
    words: DirectionWords = NOTHING
    weights: Any = None  # of the rows
    joined: bool = False  # of several files: errors name items, not rows

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(str, self.predictions))

    def clusters(self, rows: int) -> Codes | None:
        """Return the cluster of each row, if rows have any."""
        return None if self.cluster is None else cluster_codes(self.cluster, self.truth, rows)

    def row_weights(self, rows: int) -> Floats | None:
        """Return the weight of each row, if rows have any."""
        return None if self.weights is None else given_weights(self.weights, self.truth, rows)

    def names(self, rows: int) -> Values | None:
        """Return the name of each row, if rows have any."""
        return row_names(self.ids, self.truth, self.predictions, rows)

    def tables(self, wanted: Sequence[Wanted]) -> Read:
        """Return what each metric is computed from, in order, and notes on the predictions."""
        self.words.check([each.name for each in wanted])
        if isinstance(self.predictions, Mapping) and any(map(are_classes, self.predictions.values())):
            given, notes = self._of_classes(wanted)
        else:
            of_classes = next((each for each in wanted if each.chances), None)
            if of_classes is not None:
                raise InputError("metric", f"{of_classes.name} needs a probability per class: {CLASS_COLUMNS}")
            given, notes = self._responses(wanted) if any(each.given for each in wanted) else ([], [])
            others, more = self._labels(wanted) if not all(each.given for each in wanted) else ([], [])
            given, notes = [*given, *others], [*notes, *more]
        found = sorted(given, key=lambda table: wanted.index(table.wanted))
        names, clusters = self.names(len(found[0].truth)), self.clusters(len(found[0].truth))
        items = None if names is None else map(str, names)
        groups = None if clusters is None else map(str, clusters.names)
        named = name_notes(learner=self.learners, cluster=groups, item=items)
        return found, [*dict.fromkeys([*named, *notes])]

    def _of_classes(self, wanted: Sequence[Wanted]) -> Read:
        """Read a probability per class: whole, of the positive class of two, or as the most likely class."""
        names = row_names(self.ids, self.truth, self.predictions, len(np.asarray(self.truth)))
        asked = next((each.name for each in wanted if each.given or each.chances), None)
        table = class_table(self.truth, self.predictions, names, asked)
        found, notes = [], [*table.notes]
        labels = [each for each in wanted if not (each.given or each.chances)]
        for each in (each for each in wanted if each not in labels):
            two = given_metric(each.spec) if each.given else None
            if two is not None and (
                two.positive is not None or (isinstance(two, RankMetric) and len(table.classes) == 2)
            ):
                label = two.positive if two.positive is not None else self.positive
                usual = isinstance(two, RocAuc) or label is not None  # of two classes, either has the same area
                positive = table.classes[-1] if label is None else matching_label(label, np.unique(table.labels))
                of_one = replace(self, predictions=table.of(positive), positive=positive if usual else None)
                tables, more = of_one._responses([each])
            else:
                metric = class_metric(each.spec, table.names, table.coded[0])
                tables = [MetricInput(each, table.truth, table.coded[1], metric)]
                more = [*(table.certain_errors() if each.name == NegLogLoss.slug else ()), *table.few_rows(each.name)]
            found += tables
            notes += more
        if labels:
            tables, more = replace(self, predictions=table.predicted())._labels(labels)
            found, notes = [*found, *tables], [*notes, *more]
        return found, notes

    def _responses(self, wanted: Sequence[Wanted]) -> Read:
        """Read probabilities or scores of the positive class."""
        labels, table = self._numbers(wanted)
        check_mixed(wanted, labels, table, self.learners)
        classes = np.unique(labels)
        positive = None if self.positive is None else matching_label(self.positive, classes)
        found, notes = [], [*response_notes(table, self.learners), *scales_partly(self.learners, list(table))]
        for each in (each for each in wanted if each.given):
            metric = given_metric(each.spec, positive, classes)
            assert metric is not None, "it was found before"
            self._check(metric, table)
            directed_metric(metric, each.name, labels, self.words)
            truth, plain = metric.with_plain(labels)
            notes += self._odd(plain, truth, table)
            found.append(MetricInput(each, truth, table, plain))
        return found, notes

    def _numbers(self, wanted: Sequence[Wanted]) -> tuple[Values, Floats]:
        try:
            return responses(self.truth, self.predictions, self.ids)
        except InputError as error:
            if all(each.given for each in wanted) or not error.argument.startswith("predictions of"):
                raise
            raise InputError(error.argument, f"{error.problem}. {fits_words(wanted)}") from None

    def _check(self, metric: GivenMetric, table: Floats) -> None:
        if isinstance(metric, ProbabilityMetric):
            for name, column in zip(self.learners, table, strict=True):
                check_probabilities(name, column, metric.slug, self.ids)

    def _odd(self, metric: GivenMetric, truth: Values, table: Floats) -> list[Note]:
        certain = certain_errors(truth, table, self.learners) if isinstance(metric, NegLogLoss) else ()
        ranked = isinstance(metric, RocAuc | ProbabilityMetric)  # the truth is 1 and 0 here
        return [*certain, *(below_chance(RocAuc(), truth, table, self.learners) if ranked else ())]

    def _labels(self, wanted: Sequence[Wanted]) -> Read:
        """Read labels or values, all of one kind."""
        read = read_labels(self.truth, self.predictions, self.ids if self.joined else None)
        labels, table = read.truth, read.predictions
        positive = self.positive
        if positive is not None:
            positive = matching_label(positive, [*{label: None for each in read.counts for label in each}])
        others = [(each, metric_of(each.spec, positive=positive)) for each in wanted if not each.given]
        found = [
            MetricInput(each, labels, table, directed_metric(metric, each.name, labels, self.words))
            for each, metric in others
        ]
        classes = any(isinstance(each.metric, CountMetric) for each in found)
        if classes:
            _check_classes(labels, table, self.learners)
        if not classes and table.dtype.kind != "U":
            return found, []
        counts = read.counts
        return found, [*label_notes(counts, self.learners), *other_codes(labels, table, counts, self.learners)]


def _check_classes(truth: Values, table: Values, learners: Sequence[str]) -> None:
    """Raise an InputError that names the learner with numbers that are no classes, where the truth has classes."""
    if table.dtype.kind == "f" and not (truth % 1).any():
        for name, predictions in zip(learners, table, strict=True):
            try:
                check_classes(predictions[predictions % 1 != 0])
            except InputError as error:
                how = either("name the others: --learner COL --learner COL", "leave it out")
                other = f"If this column holds no predictions, {how}"
                raise InputError(f"predictions of {name!r}", f"{error.problem}. {other}") from None
