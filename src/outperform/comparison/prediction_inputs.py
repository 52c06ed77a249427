"""Truth and predictions as a user hands them over, read for each metric: as labels or values, or as responses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.comparison.prediction_metrics import Wanted, check_mixed, fits_words
from outperform.core import Floats, InputError, Items, Metric, Note, Scores, Values
from outperform.data import matching_label
from outperform.data.evals.codes import Codes
from outperform.data.label_notes import label_notes
from outperform.data.prediction_tables import read_labels
from outperform.data.response_notes import below_chance, certain_errors, response_notes
from outperform.data.responses import check_probabilities, responses
from outperform.data.row_names import cluster_codes, row_names
from outperform.metrics.counts import CountMetric
from outperform.metrics.given import GivenMetric, NegLogLoss, ProbabilityMetric, RocAuc, given_metric
from outperform.metrics.labels import check_classes
from outperform.metrics.scorers import metric_of


@dataclass(frozen=True, eq=False)
class MetricInput:
    """What one metric is computed from."""

    wanted: Wanted
    truth: Values  # [row]
    predictions: Values  # [learner, row]
    metric: Metric

    def scores(self, inputs: "Inputs", seed: int) -> Scores:
        """Score every learner."""
        values = np.array([self.metric.score(self.truth, each) for each in self.predictions])
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
        )
        return Scores(
            inputs.learners,
            self.wanted.name,
            values[:, np.newaxis, np.newaxis],
            n_test=np.array([[rows]]),
            items=items,
            seed=seed,
            unit=self.metric.unit,
        )


Read = tuple[list[MetricInput], list[Note]]


@dataclass(frozen=True, eq=False)
class Inputs:
    """What a user hands over."""

    truth: Any
    predictions: Mapping[str, Any]
    positive: Any
    cluster: Any
    ids: Any

    @cached_property
    def learners(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(map(str, self.predictions))

    def clusters(self, rows: int) -> Codes | None:
        """Return the cluster of each row, if rows have any."""
        return None if self.cluster is None else cluster_codes(self.cluster, self.truth, rows)

    def names(self, rows: int) -> Values | None:
        """Return the name of each row, if rows have any."""
        return None if self.ids is None else row_names(self.ids, self.truth, rows)

    def tables(self, wanted: Sequence[Wanted]) -> Read:
        """Return what each metric is computed from, in order, and notes on the predictions."""
        given, notes = self._responses(wanted) if any(each.given for each in wanted) else ([], [])
        others, more = self._labels(wanted) if not all(each.given for each in wanted) else ([], [])
        found = sorted([*given, *others], key=lambda table: wanted.index(table.wanted))
        return found, [*dict.fromkeys([*notes, *more])]

    def _responses(self, wanted: Sequence[Wanted]) -> Read:
        """Read probabilities or scores of the positive class."""
        labels, table = self._numbers(wanted)
        check_mixed(wanted, labels, table, self.learners)
        classes = np.unique(labels)
        positive = None if self.positive is None else matching_label(self.positive, classes)
        found, notes = [], [*response_notes(table, self.learners)]
        for each in (each for each in wanted if each.given):
            metric = given_metric(each.spec, positive, classes)
            assert metric is not None, "it was found before"
            self._check(metric, table)
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
        if isinstance(metric, NegLogLoss):
            return [*certain_errors(truth, table, self.learners)]
        return [*below_chance(metric, truth, table, self.learners)] if isinstance(metric, RocAuc) else []

    def _labels(self, wanted: Sequence[Wanted]) -> Read:
        """Read labels or values, all of one kind."""
        read = read_labels(self.truth, self.predictions)
        labels, table = read.truth, read.predictions
        positive = self.positive
        if positive is not None:
            positive = matching_label(positive, [*{label: None for each in read.counts for label in each}])
        others = [each for each in wanted if not each.given]
        found = [MetricInput(each, labels, table, metric_of(each.spec, positive=positive)) for each in others]
        classes = any(isinstance(each.metric, CountMetric) for each in found)
        if classes:
            _check_classes(labels, table, self.learners)
        return found, [*label_notes(read.counts, self.learners)] if classes or table.dtype.kind == "U" else []


def _check_classes(truth: Values, table: Values, learners: Sequence[str]) -> None:
    """Raise an InputError that names the learner with numbers that are no classes, where the truth has classes."""
    if table.dtype.kind == "f" and not (truth % 1).any():
        for name, predictions in zip(learners, table, strict=True):
            try:
                check_classes(predictions[predictions % 1 != 0])
            except InputError as error:
                other = "If this column holds no predictions, name the others: --learner COL --learner COL"
                raise InputError(f"predictions of {name!r}", f"{error.problem}. {other}") from None
