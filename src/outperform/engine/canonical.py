"""Fits that do not depend on the seed, kept so that any metric can be scored again without some of the rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from outperform.core import CANONICAL, EstimatorMetric, Learner, Metric, Values
from outperform.engine.contest import Contest
from outperform.engine.run import Runner
from outperform.metrics.responses import ResponseMetric, response_metric

CHECK = " (threshold check)"
"""What the name of the data ends with in a store, for fits that only check the threshold: they have other splits."""


@dataclass(frozen=True)
class Responding(Learner):
    """A learner that predicts what a metric needs: a probability or a decision value per row."""

    slug = "responding"
    learner: Learner
    metric: ResponseMetric
    own: bool = False

    def make(self, seed: int) -> "Responder":
        """Make an unfitted predictor."""
        return Responder(self.learner.make(seed), self.metric)

    @property
    def coded(self) -> "Responding | None":  # type: ignore[override] # an attribute of other learners
        """The same for coded rows."""
        inner = self.learner.coded
        return None if inner is None or self.metric.scorer.reads_rows else replace(self, learner=inner)

    @property
    def by_number(self) -> bool:  # type: ignore[override] # an attribute of other learners
        """Whether the learner gets numbers of rows."""
        return self.learner.by_number

    @property
    def fingerprint(self) -> str | None:
        """Text of the learner and of the metric."""
        known = self.learner.fingerprint, self.metric.fingerprint
        return None if None in known else f"{known[1]} by {known[0]}"


@dataclass(eq=False)
class Responder:
    """A predictor whose predictions are responses."""

    inner: Any
    metric: ResponseMetric

    def fit(self, rows: Any, target: Values) -> Self:
        """Learn from rows."""
        self.inner.fit(rows, target)
        return self

    def predict(self, rows: Any) -> Values:
        """Return the responses."""
        return self.metric.responses(self.inner, rows)


@dataclass(eq=False)
class CanonicalRunners:
    """Runners of one contest with the seed of the data: one for metrics of predictions, one for each other metric."""

    runner: Runner
    _made: dict[int | None, Runner] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many runners all metrics need."""
        fitted = sum(isinstance(metric, EstimatorMetric) for metric in self.runner.contest.metrics.values())
        return fitted + (fitted < len(self.runner.contest.metrics))

    def of(self, metric: int) -> tuple[Runner, int] | None:
        """Return the runner for a metric by place, and the place of the metric's table there.

        None where the metric needs more than one number per row.
        """
        metrics = list(self.runner.contest.metrics.items())
        plain = {name: each for name, each in metrics if not isinstance(each, EstimatorMetric)}
        name, wanted = metrics[metric]
        if name in plain:
            return self._known(None, self._changed(plain)), list(plain).index(name)
        found = response_metric(wanted, self.runner.contest.dataset)
        if found is None:
            return None
        learners = {
            each: Responding(learner, found, learner.own) for each, learner in self.runner.contest.learners.items()
        }
        return self._known(metric, self._changed({name: found}, learners)), 0

    def _changed(self, metrics: Mapping[str, Metric], learners: Mapping[str, Learner] | None = None) -> Contest:
        contest = self.runner.contest
        data = replace(contest.dataset, name=f"{contest.dataset.name}{CHECK}")  # the name that people read in a store
        return replace(contest, dataset=data, seed=CANONICAL, metrics=metrics, learners=learners or contest.learners)

    def _known(self, place: int | None, contest: Contest) -> Runner:
        if place not in self._made:
            self._made[place] = self.runner.for_contest(contest)
        return self._made[place]
