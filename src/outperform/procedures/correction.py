"""The correction of the threshold from the user's own data: its fits, and the factor that follows from them.

Its splits follow from the data, not from the seed: two runs that need the factor of a pair make the same fits. First
come repeats with random folds; then folds are tilted by what these show, see `influence_of`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

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
from outperform.metrics.responses import RowValues
from outperform.metrics.rows import RowMetric
from outperform.metrics.samples import SampleMetric
from outperform.procedures.disjoint import halves_se, halving_plan
from outperform.procedures.fit_bound import FitBound
from outperform.procedures.fixed import plan_family
from outperform.procedures.partitions import is_only
from outperform.procedures.tilted import tilted_folds
from outperform.significance.flip import APART, DataFactor
from outperform.significance.influence import (
    FOLDS,
    RUN,
    Half,
    Repeats,
    influence_of,
    is_same_learner,
    least_factor,
    steepness,
)
from outperform.significance.pseudo import unit_differences
from outperform.significance.rows import row_differences, rows_of

STAGES = ((4, 6), (6, 14))  # repeats with random folds and with tilted folds after which the factor is computed
COSTS = tuple(FOLDS * sum(repeats) for repeats in STAGES)  # fits per learner
SHARED = tuple(FOLDS * random for random, _ in STAGES)  # of them, fits that all pairs and metrics share

NO_ROWS = Refusal(Reason.NO_ROWS)

Judge = Callable[[float], tuple[SignificanceTest, PValue]]  # of one trial, by a factor
Place = tuple[int, tuple[int, int]]  # a metric and a pair of learners


@dataclass(frozen=True)
class FoundFactor:
    """The factor of a pair, or why there is none, and the number of fits."""

    factor: DataFactor | Refusal
    fits: int = 0  # per learner
    alone: bool = False  # whether none of them serves another metric

    @property
    def shared(self) -> int:
        """Those of the fits that all pairs share."""
        return dict(zip(COSTS, SHARED, strict=True)).get(self.fits, 0)


@dataclass(eq=False)
class Correction:
    """The fits of the correction on one data set; pairs and metrics share those with random folds."""

    arena: Arena
    folds: int  # of the repeats that are judged
    bound: FitBound
    by_folds: bool = False  # whether the corrected test always uses the standard error from folds
    _arenas: dict[int, Arena | None] = field(default_factory=dict)  # by metric
    _deals: dict[bool, "_Deal"] = field(default_factory=dict)  # by whether rows are in units
    _fits: dict[Place, "_Fits"] = field(default_factory=dict)

    def factor(self, place: Place, scores: Scores, judge: Judge, *, always: bool = False) -> FoundFactor:
        """Return the factor of a pair under a metric.

        Parameters
        ----------
        place
            The metric and the pair.
        scores
            Of the pair, as they are judged.
        judge
            Returns the result with a factor.
        always
            Use all repeats that there is room for, even if few decide.
        """
        if self.bound.room is not None and self.bound.room < self.bound.costs[0]:
            return FoundFactor(Refusal(Reason.MOST_FITS, str(self.bound.costs[0])))
        arena = self._arenas.setdefault(place[0], self.arena.canonical(place[0]))
        if arena is None:
            return FoundFactor(NO_ROWS)
        try:
            fits = self._fits.get(place) or self._fits.setdefault(place, _Fits(arena, self._deal(arena), place[1]))
        except OutperformError as error:  # too few groups
            return FoundFactor(Refusal(Reason.FIT_FAILED, str(error)))
        for cost in self.bound.costs:
            if cost <= fits.spent or not (self.bound.room is None or cost <= self.bound.room):
                continue
            if fits.spent and not always and self._is_sure(self._factor(fits, scores, judge), judge):
                break
            fits.extend(cost)
        return FoundFactor(self._factor(fits, scores, judge), fits.spent, arena.alone)

    def halves(self, place: Place) -> float | Refusal:
        """Return the standard error of a pair's mean difference as disjoint halves of the rows show it."""
        if not self.bound.has_halves:
            return Refusal(Reason.MOST_FITS, str(self.bound.needed_for_halves))
        arena = self._arenas.setdefault(place[0], self.arena.canonical(place[0]))
        if arena is None:
            return NO_ROWS
        try:
            scores = arena.scores(self._halvings, learners=place[1])[0]
        except OutperformError as error:  # too few rows of a class, or too few groups
            return Refusal(Reason.FIT_FAILED, str(error))
        return halves_se(scores.values[0] - scores.values[1])

    @cached_property
    def _halvings(self) -> Plan:
        return halving_plan(_in_order(self.arena.dataset))

    def _factor(self, fits: "_Fits", judged: Scores, judge: Judge) -> DataFactor | Refusal:
        if isinstance(fits.halves, Refusal):
            return fits.halves
        d = np.concatenate([half.random.d for half in fits.halves])
        by_row = row_differences(judged)
        if by_row is not None and not is_same_learner(d, by_row):
            return Refusal(Reason.OTHER_LEARNER)
        influence = influence_of(fits.halves)
        only = is_only(self.arena.dataset, self.folds)
        factor, se = influence.factor(self.folds, of_means=fits.of_means, run=1 if only else RUN)
        if self.by_folds or by_row is None or only:
            nominal = getattr(judge(1.0)[1], "se", 0.0)
            if nominal == 0 or influence.variance == 0:
                return DataFactor(1.0, 0.0, 1.0)
            times = influence.nominal_se(self.folds) / nominal
            return DataFactor(factor * times, se * times, 1.0)
        noise = rows_of(judged)
        least = 1.0 if noise is None else least_factor(noise, judged.values[0] - judged.values[1])
        return DataFactor(factor, se, least)

    def _is_sure(self, factor: DataFactor | Refusal, judge: Judge) -> bool:
        """Return whether the decision is the same if the factor is wrong by `APART` standard errors."""
        if isinstance(factor, Refusal):
            return True
        near, far = (judge(factor.off(side * APART))[1].pvalue <= self.arena.pair_level for side in (-1, 1))
        return near == far

    def _deal(self, arena: Arena) -> "_Deal":
        """Return the splits of an arena: where whole units are left out of a metric, they are its groups."""
        units = arena.dataset.groups is not self.arena.dataset.groups
        if units not in self._deals:
            self._deals[units] = _Deal.of(arena.dataset)
        return self._deals[units]


@dataclass(frozen=True, eq=False)
class _Deal:
    """What the folds of a correction follow from: the rows in the order of their ids, and their random folds."""

    plan: Plan
    order: Ints
    strata: Ints  # of each row in that order, or of each group

    @classmethod
    def of(cls, dataset: Dataset) -> Self:
        plan, order = canonical_plan(dataset, FOLDS, STAGES[-1][0]), canonical_order(dataset)[0]
        kept = dataset.stratified and dataset.has_classes and dataset.target.ndim == 1
        strata = dataset.strata if kept else np.zeros(dataset.size, dtype=np.int64)
        if plan.units is None:
            return cls(plan, order, strata[order])
        counts = np.zeros((int(plan.units.max()) + 1, int(strata.max()) + 1), dtype=np.int64)
        np.add.at(counts, (plan.units, strata), 1)
        return cls(plan, order, counts.argmax(axis=1))  # the class that most rows of a group have

    def ordered(self, d: Floats, labels: Ints) -> Repeats:
        """Sort rows by their ids, so that sums do not depend on the order of the data; groups stay."""
        return Repeats(d, labels) if self.plan.units is not None else Repeats(d[:, self.order], labels[:, self.order])

    def tilted(self, means: Floats, steep: float, repeats: int, *address: int) -> Ints:
        """Return folds [repeat, row] that are tilted by the means of units."""
        signs = np.sign([means.sum(), *means])  # the order of the learners changes nothing
        lead = next((sign for sign in signs if sign), 1.0)
        rng = stream(CANONICAL, "tilted", *address)
        folds = tilted_folds(lead * means, self.strata, steep, repeats, rng)
        return folds[:, np.argsort(self.order)] if self.plan.units is None else folds[:, self.plan.units]


@dataclass(eq=False)
class _Fits:
    """The fits of a pair under a metric: repeats with random folds, every other in the first half, and tilted ones."""

    arena: Arena
    deal: _Deal
    pair: tuple[int, int]
    spent: int = 0
    halves: tuple[Half, Half] | Refusal = NO_ROWS
    _labels: list[Ints] = field(default_factory=list)  # of each repeat
    _kinds: list[tuple[str, int]] = field(default_factory=list)  # of each repeat: random or tilted, and which half
    of_means: bool = True  # whether the metric is a mean over rows, or pairs of rows, or nearly so: R2
    _relative: bool = False  # whether values of rows depend on the rows that are tested in their fold

    def extend(self, cost: int) -> None:
        """Make the fits of the next stages, up to a cost."""
        for stage, upto in enumerate(COSTS):
            if self.spent < upto <= cost:
                self.spent = upto
                self._make(stage, *STAGES[stage])

    def _make(self, stage: int, random: int, tilted: int) -> None:
        try:
            made = sum(kind == "random" for kind, _ in self._kinds)
            self._add(_labels(self.deal.plan)[made:random], [("random", place % 2) for place in range(made, random)])
            repeats = self._read()
            if repeats is None:
                self.halves = NO_ROWS
                return
            halves = [self._of(repeats, "random", half).d for half in (0, 1)]
            more = (tilted - sum(kind == "tilted" for kind, _ in self._kinds)) // 2
            for half, d in enumerate(halves):
                steep = steepness(np.concatenate(halves), len(d), relative=self._relative)
                labels = self.deal.tilted(d.mean(axis=0), steep, more, stage, half)
                self._add(labels, [("tilted", half)] * more)
            repeats = self._read()
        except OutperformError as error:
            self.halves = Refusal(Reason.FIT_FAILED, str(error))
            return
        assert repeats is not None, "rows had values before"
        first, second = (Half(*(self._of(repeats, kind, half) for kind in ("random", "tilted"))) for half in (0, 1))
        self.halves = first, second

    def _add(self, labels: Iterable[Ints], kinds: Sequence[tuple[str, int]]) -> None:
        self._labels.extend(labels)
        self._kinds.extend(kinds)

    def _read(self) -> Repeats | None:
        """Fit all repeats so far; None if rows have no value."""
        plan = replace(self.deal.plan, labels=np.stack(self._labels))
        scores = self.arena.scores(plan, items=True, learners=self.pair)[0]
        found = unit_differences(scores)
        metric = None if scores.items is None else scores.items.metric
        self._relative = isinstance(metric, RowValues) and metric.is_relative
        self.of_means = isinstance(metric, RowMetric | SampleMetric) and not self._relative
        return None if found is None else self.deal.ordered(*found)

    def _of(self, repeats: Repeats, kind: str, half: int) -> Repeats:
        places = [place for place, each in enumerate(self._kinds) if each == (kind, half)]
        return Repeats(repeats.d[places], repeats.labels[places])


def canonical_plan(dataset: Dataset, folds: int, repeats: int) -> Plan:
    """Split the rows by their ids, independent of their order; by their places where rows have no ids."""
    ordered, design = _in_order(dataset), KFold(folds=folds, repeats=repeats)
    plan = design.plan(ordered, stream(CANONICAL, "plan", plan_family(design)))
    back = np.argsort(ordered.rows)
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


def _in_order(dataset: Dataset) -> Dataset:
    """Return the target and the groups in the order of the rows' ids; the rows are their places in the data."""
    order, ids = canonical_order(dataset)
    groups = None if dataset.groups is None else np.asarray(dataset.groups)[order]
    return replace(dataset, rows=order, target=dataset.target[order], groups=groups, ids=ids, given=Given())


def _labels(plan: Plan) -> Ints:
    assert plan.labels is not None, "folds are complements"
    return plan.labels
