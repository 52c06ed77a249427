"""The correction of the threshold from the user's own data: the fits that it takes, and the factor that they give.

Its plans follow from the data, whatever the seed: two runs that need the factor of a pair find the same one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from outperform.core import (
    CANONICAL,
    Arena,
    Dataset,
    Floats,
    Given,
    Ids,
    InputError,
    Ints,
    OutperformError,
    Plan,
    Reason,
    Refusal,
    stream,
)
from outperform.data import ids_of
from outperform.designs import KFold
from outperform.procedures.fixed import plan_family
from outperform.significance.adaptive_t import FixedRule
from outperform.significance.influence import FOLDS, Influence, influence_of
from outperform.significance.pseudo import unit_differences
from outperform.significance.rows import row_noise

ORDINARY = 3  # ordinary repeats behind the rows' means and variances
STAGES = (5, 10, 20)  # partitions after which to look
STEADY = 10  # partitions for a factor that decides nothing
APART = 2.0  # standard errors between statistic and factor with which the decision is sure
PAIRS = FOLDS * (FOLDS - 1) // 2  # fits of a partition


@dataclass(frozen=True)
class FoundFactor:
    """The factor of a pair, and what it took."""

    influence: Influence
    fits: int  # per learner


@dataclass(eq=False)
class Correction:
    """The fits of the correction on one dataset; what one pair and metric need serves the others."""

    arena: Arena
    folds: int  # of an ordinary repeat
    _arenas: dict[int, Arena] = field(default_factory=dict)  # by metric

    def factor(
        self, metric: int, pair: tuple[int, int], room: int | None = None, *, always: bool
    ) -> FoundFactor | Refusal:
        """Return the factor of a pair under a metric.

        Parameters
        ----------
        metric, pair
            By place.
        room
            Fits per learner that the correction may take; None is no bound.
        always
            Whether it is wanted whatever is decided: then not from few partitions.
        """
        stages = [count for count in STAGES if not always or count >= STEADY]
        if room is not None and room < self.cost(stages[0]):
            return Refusal(Reason.MOST_FITS, str(self.cost(stages[0])))
        found: FoundFactor | None = None
        try:
            for count in stages:
                if found is not None and room is not None and room < self.cost(count):
                    break
                read = self._read(metric, pair, count)
                if isinstance(read, Refusal):
                    return read
                found = FoundFactor(read[0], self.cost(count))
                if abs(read[1] - read[0].factor) > APART * read[0].se:
                    break
        except OutperformError as error:
            return Refusal(Reason.FIT_FAILED, str(error))
        assert found is not None, "there is a first stage"
        return found if found.influence.shown else Refusal(Reason.OTHER_LEARNER)

    def cost(self, partitions: int) -> int:
        """Count the fits per learner."""
        return ORDINARY * self.folds + PAIRS * partitions

    def _read(self, metric: int, pair: tuple[int, int], partitions: int) -> tuple[Influence, float] | Refusal:
        """Return the factor after so many partitions, and the statistic of the ordinary repeats over its threshold."""
        plans = self._ordinary, self._deleted.first(FOLDS * partitions)
        arena = self._arenas.setdefault(metric, self.arena.canonical(metric))
        tables = [arena.scores(plan, items=True, learners=pair)[0] for plan in plans]
        usual, short = (unit_differences(table) for table in tables)
        if usual is None or short is None:
            return Refusal(Reason.NO_ROWS)
        (ordinary, labels), (deleted, tested) = (self._in_order(*each) for each in (usual, short))
        rule = FixedRule(self.folds, 1.0, "rows")
        reach = float(rule.threshold(np.array(1.0), self.arena.pair_level))
        noise = row_noise(ordinary, labels, self.folds)
        return influence_of(ordinary, labels, self.folds, deleted, tested), abs(noise.theta) / reach

    def _in_order(self, d: Floats, labels: Ints) -> tuple[Floats, Ints]:
        """Bring rows into the order of their ids, so that sums do not depend on how they stood; groups stay."""
        order = canonical_order(self.arena.dataset)[0]
        return (d[:, order], labels[:, order]) if d.shape[1] == len(order) else (d, labels)

    @cached_property
    def _ordinary(self) -> Plan:
        return canonical_plan(self.arena.dataset, self.folds, ORDINARY)

    @cached_property
    def _deleted(self) -> Plan:
        """Partitions other than those that the ordinary repeats stand on, each as five rows of labels."""
        plan = canonical_plan(self.arena.dataset, FOLDS, ORDINARY + STAGES[-1])
        return replace(plan, labels=np.stack(list(_matchings(_labels(plan)[ORDINARY:]))))


def canonical_plan(dataset: Dataset, folds: int, repeats: int) -> Plan:
    """Deal the rows as their ids say, whatever order they stand in; by their places where they cannot be told apart."""
    order, ids = canonical_order(dataset)
    groups = None if dataset.groups is None else np.asarray(dataset.groups)[order]
    light = replace(dataset, rows=order, target=dataset.target[order], groups=groups, ids=ids, given=Given())
    design = KFold(folds=folds, repeats=repeats)
    plan = design.plan(light, stream(CANONICAL, "plan", plan_family(design)))
    back = np.argsort(order)
    return Plan(plan.size, _labels(plan)[:, back], units=None if plan.units is None else plan.units[back])


def canonical_order(dataset: Dataset) -> tuple[Ints, Ids | None]:
    """Return the rows in the order of their ids, and the ids; as they stand where they cannot be told apart."""
    if dataset.ids is not None:
        return np.arange(dataset.size), dataset.ids
    try:
        ids = ids_of(dataset)
    except InputError:
        return np.arange(dataset.size), None
    return ids.order, ids


def _matchings(partitions: Ints) -> Iterator[Ints]:
    """Pair the folds of each partition in five ways: one only trains, two and two are tested together."""
    for labels in partitions:
        for alone in range(FOLDS):
            apart = (labels - alone) % FOLDS  # 1 and 4 make a pair, 2 and 3 another
            yield np.array([-1, 0, 1, 1, 0])[apart]


def _labels(plan: Plan) -> Ints:
    assert plan.labels is not None, "folds are complements"
    return plan.labels
