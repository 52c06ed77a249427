"""Fits that do not depend on the seed, for what every row contributes to the score under any metric."""

from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outperform.core import CANONICAL, Dataset, EstimatorMetric, InputError, Ints, Metric, stream
from outperform.data import ids_of
from outperform.engine.contest import Contest
from outperform.engine.run import Runner
from outperform.engine.valuing import Valuing
from outperform.metrics.responses import RowValues, has_closed_form, of_labels
from outperform.metrics.row_values import FEW_CELLS, MOST_SCORES, is_closed, unit_count

CHECK = " (threshold check)"
"""What the name of the data ends with in a store, for fits that only check the threshold: they have other splits."""
FOLDS = 5  # of these fits


@dataclass(eq=False)
class CanonicalRunners:
    """Runners of one contest with the seed of the data: one for metrics of predictions, one for each other metric."""

    runner: Runner
    _made: dict[int | None, Runner] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many runners all metrics need."""
        metrics = self.runner.contest.metrics.values()
        apart = sum(not self._from_predictions(metric) for metric in metrics)
        return apart + (apart < len(metrics))

    def of(self, metric: int) -> tuple[Runner, int]:
        """Return the runner for a metric by place, and the place of the metric's table there.

        Values that do not follow quickly from predictions are computed where the fit is.
        """
        contest = self.runner.contest
        name, wanted = list(contest.metrics.items())[metric]
        if self._from_predictions(wanted):
            plain = {name: each for name, each in contest.metrics.items() if self._from_predictions(each)}
            return self._known(None, replace(contest, metrics=plain)), list(plain).index(name)
        values = RowValues(wanted)
        learners = {each: Valuing(learner, values, learner.own) for each, learner in contest.learners.items()}
        quick = has_closed_form(wanted) or self._label_pairs(wanted) <= MOST_SCORES
        groups = contest.dataset.groups
        size = contest.dataset.size if groups is None else len(np.unique(np.asarray(groups)))
        count = None if quick else unit_count(wanted, size, FOLDS)
        data = contest.dataset if count is None else replace(contest.dataset, groups=_units(contest.dataset, count))
        return self._known(metric, replace(contest, dataset=data, metrics={name: values}, learners=learners)), 0

    def is_alone(self, metric: int) -> bool:
        """Return whether a metric by place has a runner of its own, whose fits no other metric shares."""
        return not self._from_predictions(list(self.runner.contest.metrics.values())[metric])

    def _from_predictions(self, metric: Metric) -> bool:
        """Return whether values follow quickly from predictions, so that metrics share their fits."""
        return not isinstance(metric, EstimatorMetric) and (is_closed(metric) or self._label_pairs(metric) <= FEW_CELLS)

    def _label_pairs(self, metric: Metric) -> float:
        """Return how many pairs of truth and prediction there may be: infinitely many unless both are classes."""
        dataset = self.runner.contest.dataset
        labels = not isinstance(metric, EstimatorMetric) or of_labels(metric)
        return len(np.unique(dataset.strata)) ** 2 if labels and dataset.has_classes else inf

    def _known(self, place: int | None, contest: Contest) -> Runner:
        if place not in self._made:
            data = replace(contest.dataset, name=f"{contest.dataset.name}{CHECK}")  # the name that a store shows
            self._made[place] = self.runner.for_contest(replace(contest, dataset=data, seed=CANONICAL))
        return self._made[place]


def _units(dataset: Dataset, count: int) -> Ints:
    """Put the rows, or whole groups, at random into so many units of equal size, independent of their order."""
    if dataset.groups is not None:
        codes = np.unique(np.asarray(dataset.groups), return_inverse=True)[1].reshape(-1)
        return _ranks(stream(CANONICAL, "units").random(codes.max() + 1))[codes] % count
    try:
        ids = ids_of(dataset)
    except InputError:
        return _ranks(stream(CANONICAL, "units").random(dataset.size)) % count
    units = np.empty(dataset.size, dtype=np.int64)
    units[ids.order if dataset.ids is None else np.arange(dataset.size)] = _ranks(ids.draws("unit")) % count
    return units


def _ranks(values: NDArray[Any]) -> Ints:
    return np.argsort(np.argsort(values))
