"""The correction of the threshold from the user's own data: its fits, and the factor that follows from them.

Its splits follow from the data, not from the seed: two runs that need the factor of a pair make the same fits.
"""

from collections.abc import Callable
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
    PValue,
    Reason,
    Refusal,
    Scores,
    SignificanceTest,
    stream,
)
from outperform.data import ids_of
from outperform.designs import KFold
from outperform.procedures.fit_bound import FitBound
from outperform.procedures.fixed import plan_family
from outperform.significance.influence import FOLDS, Influence, influence_of, is_same_learner, least_factor
from outperform.significance.pseudo import unit_differences
from outperform.significance.rows import row_differences, rows_of

STAGES = (10, 20)  # repeats after which the factor is computed
COSTS = tuple(FOLDS * repeats for repeats in STAGES)  # fits per learner
APART = 2.0  # few repeats are enough if the decision is the same within so many standard errors of the factor

Judge = Callable[[float], tuple[SignificanceTest, PValue]]  # of one trial, by a factor
Place = tuple[int, tuple[int, int]]  # a metric and a pair of learners


@dataclass(frozen=True)
class FoundFactor:
    """The factor of a pair, or why there is none, and the number of fits."""

    influence: Influence | Refusal
    fits: int = 0  # per learner


@dataclass(eq=False)
class Correction:
    """The fits of the correction on one data set; all pairs and metrics share them."""

    arena: Arena
    folds: int  # of the repeats that are judged
    bound: FitBound
    by_folds: bool = False  # whether the corrected test always uses the standard error from folds
    _arenas: dict[int, Arena | None] = field(default_factory=dict)  # by metric
    _found: dict[Place, FoundFactor] = field(default_factory=dict)  # from the most repeats so far

    def factor(self, place: Place, scores: Scores, judge: Judge) -> FoundFactor:
        """Return the factor of a pair under a metric.

        Parameters
        ----------
        place
            The metric and the pair.
        scores
            Of the pair, as they are judged.
        judge
            Returns the result with a factor.
        """
        found = self._found.get(place)
        for fits in self.bound.costs:
            if found is not None and (fits <= found.fits or self._is_enough(found, fits, judge)):
                continue
            found = self._found[place] = self._from(place, scores, fits)
        assert found is not None, "what is corrected has a cost"
        return found

    def _is_enough(self, found: FoundFactor, more: int, judge: Judge) -> bool:
        if isinstance(found.influence, Refusal) or not self._has_room(more):
            return True
        return self._is_sure(found.influence, judge)

    def _has_room(self, fits: int) -> bool:
        return self.bound.room is None or fits <= self.bound.room

    def _from(self, place: Place, scores: Scores, fits: int) -> FoundFactor:
        if not self._has_room(fits):
            return FoundFactor(Refusal(Reason.MOST_FITS, str(fits)))
        arena = self._arenas.setdefault(place[0], self.arena.canonical(place[0]))
        if arena is None:
            return FoundFactor(Refusal(Reason.NO_ROWS))
        try:
            _ = self._plan
        except OutperformError as error:  # too few groups
            return FoundFactor(Refusal(Reason.FIT_FAILED, str(error)))
        return FoundFactor(self._read(arena, place[1], scores, fits // FOLDS), fits)

    def _read(self, arena: Arena, pair: tuple[int, int], judged: Scores, repeats: int) -> Influence | Refusal:
        try:
            scores = arena.scores(self._plan.first(repeats), items=True, learners=pair)[0]
        except OutperformError as error:
            return Refusal(Reason.FIT_FAILED, str(error))
        left_out = unit_differences(scores)
        if left_out is None:
            return Refusal(Reason.NO_ROWS)
        d, labels = self._in_order(*left_out)
        by_row = row_differences(judged)
        if by_row is not None and not is_same_learner(d, by_row):
            return Refusal(Reason.OTHER_LEARNER)
        if self.by_folds or by_row is None:
            return influence_of(d, labels, self.folds, scores.values[0] - scores.values[1])
        found, noise = influence_of(d, labels, self.folds), rows_of(judged)
        least = 1.0 if noise is None else least_factor(noise, judged.values[0] - judged.values[1])
        return replace(found, factor=max(found.factor, least))

    def _is_sure(self, found: Influence, judge: Judge) -> bool:
        """Return whether the decision is the same if the factor is wrong by twice its standard error."""
        middle, reach = found.factor, APART * found.se
        near, far = (judge(max(1.0, middle + off))[1].pvalue <= self.arena.pair_level for off in (-reach, reach))
        return near == far

    def _in_order(self, d: Floats, labels: Ints) -> tuple[Floats, Ints]:
        """Sort rows by their ids, so that sums do not depend on the order of the data; groups stay."""
        order = self._order
        return (d[:, order], labels[:, order]) if d.shape[1] == len(order) else (d, labels)

    @cached_property
    def _order(self) -> Ints:
        return canonical_order(self.arena.dataset)[0]

    @cached_property
    def _plan(self) -> Plan:
        return canonical_plan(self.arena.dataset, FOLDS, STAGES[-1])


def canonical_plan(dataset: Dataset, folds: int, repeats: int) -> Plan:
    """Split the rows by their ids, independent of their order; by their places where rows have no ids."""
    order, ids = canonical_order(dataset)
    groups = None if dataset.groups is None else np.asarray(dataset.groups)[order]
    light = replace(dataset, rows=order, target=dataset.target[order], groups=groups, ids=ids, given=Given())
    design = KFold(folds=folds, repeats=repeats)
    plan = design.plan(light, stream(CANONICAL, "plan", plan_family(design)))
    back = np.argsort(order)
    return Plan(plan.size, _labels(plan)[:, back], units=None if plan.units is None else plan.units[back])


def canonical_order(dataset: Dataset) -> tuple[Ints, Ids | None]:
    """Return the rows in the order of their ids, and the ids; in the given order where rows have no ids."""
    if dataset.ids is not None:
        return np.arange(dataset.size), dataset.ids
    try:
        ids = ids_of(dataset)
    except InputError:
        return np.arange(dataset.size), None
    return ids.order, ids


def _labels(plan: Plan) -> Ints:
    assert plan.labels is not None, "folds are complements"
    return plan.labels
