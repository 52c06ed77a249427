"""The pilot of a budget: a few repeats, other learner seeds on the same folds, and halves of the data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import (
    CANONICAL,
    Dataset,
    Floats,
    InputError,
    Ints,
    Learner,
    Metric,
    Plan,
    Scores,
    Seed,
    seed_at,
    stream,
    take,
)
from outperform.data import canonical
from outperform.designs import KFold
from outperform.engine import Runner, Store, Ways
from outperform.metrics import RowMetric
from outperform.procedures.caution import Factors, PairCaution
from outperform.procedures.fixed import plan_family

MOST_CELLS = 20_000_000  # predictions that are kept
HALF_REPEATS = 2  # of each half: the least that tells the noise of partitions there
LEAST_ROWS = 5  # of a fold of a half


@dataclass(eq=False)
class Pilot:
    """Learners on one dataset, and how to run them; the first seed's fits are those that ``compare`` would make."""

    dataset: Dataset
    learners: Mapping[str, Learner]
    metrics: Mapping[str, Metric]
    design: KFold
    seed: Seed
    store: Store | None
    ways: Ways

    def __post_init__(self) -> None:
        """Make the runner of the first seed."""
        self.runner = self._runner(self.dataset, self.seed)
        self.plan = _plan(self.design, self.dataset, self.seed)

    def tables(self) -> list[Scores]:
        """Run the repeats: one table a metric."""
        return self.runner.scores(self.plan)

    def reseeded(self, tables: Sequence[Scores], seeds: int) -> list[Floats]:
        """Give scores [seed, learner, repeat, fold] on the same folds, one array a metric.

        Every learner is refitted with another seed on the first repeat; whoever says the same there is not asked
        again.
        """
        found = [[table.values] for table in tables]
        moves: list[int] | None = None
        for number in range(1, seeds):
            runner = self._runner(self.dataset, seed_at(self.seed, "other learner seed", number))
            if moves is None:
                first = Plan(self.plan.size, _labels(self.plan)[:1], units=self.plan.units)
                moves = _movers(tables, runner.scores(first))
            again = runner.scores(self.plan, learners=moves) if moves else []
            for number_of, table in enumerate(tables):
                values = table.values.copy()
                if moves:
                    values[moves] = again[number_of].values
                found[number_of].append(values)
        return [np.stack(values) for values in found]

    def caution(self, metric: int, pair: tuple[int, int], factors: Factors) -> PairCaution:
        """Return the factor of two learners for what ``adaptive-cv`` would judge by: rows where they tell."""
        by_row = hasattr(list(self.metrics.values())[metric], "row_scores") and self.plan.units is None
        learners = list(self.learners.values())
        return factors.pair([learners[place] for place in pair], "rows" if by_row else "folds")

    def halves(self, count: int) -> list[list[tuple[Scores, Scores]]]:
        """Run both halves of so many random halvings: [metric][halving]."""
        least = 2 * LEAST_ROWS * self.design.folds
        if self.dataset.size < least:
            raise InputError("halvings", f"need at least {least} rows, got {self.dataset.size}")
        design = replace(self.design, repeats=HALF_REPEATS)
        found: list[list[tuple[Scores, Scores]]] = [[] for _ in self.metrics]
        for cut in self._cuts(count):
            sides = [self._half(np.flatnonzero(cut == side), design) for side in (0, 1)]
            for metric, pair in enumerate(zip(*sides, strict=True)):
                found[metric].append(pair)
        return found

    def _cuts(self, count: int) -> list[Ints]:
        """Give the side of every row in each halving; where rows decide, halvings are repeats of one design."""
        halve = KFold(folds=2, stratify=False)
        if self.seed == CANONICAL:
            return list(_labels(_plan(replace(halve, repeats=count), self.dataset, self.seed)))
        return [_labels(halve.plan(self.dataset, stream(self.seed, "halving", at)))[0] for at in range(count)]

    def _half(self, rows: Ints, design: KFold) -> list[Scores]:
        half = _part(self.dataset, rows)
        if self.seed == CANONICAL:
            half = canonical(half)
        runner = self._runner(half, self.seed)
        return runner.scores(_plan(design, half, self.seed))

    def _runner(self, dataset: Dataset, seed: Seed) -> Runner:
        means = any(isinstance(metric, RowMetric) for metric in self.metrics.values())
        keep = means and self.design.repeats * dataset.size * len(self.learners) <= MOST_CELLS
        return Runner(dataset, self.learners, self.metrics, seed, keep, self.store, self.ways)


def _plan(design: KFold, dataset: Dataset, seed: Seed) -> Plan:
    return design.plan(dataset, stream(seed, "plan", plan_family(design)))


def _labels(plan: Plan) -> Ints:
    assert plan.labels is not None, "folds are complements"
    return plan.labels


def _movers(tables: Sequence[Scores], again: Sequence[Scores]) -> list[int]:
    """List the learners whose scores or predictions another seed changed."""
    moved: set[int] = set()
    for one, other in zip(tables, again, strict=True):
        moved |= set(np.flatnonzero((one.values[:, :1] != other.values).any(axis=(1, 2))).tolist())
        if one.items is not None and other.items is not None and other.items.tested is None:
            changed = one.items.predictions[:, :1] != other.items.predictions
            moved |= set(np.flatnonzero(changed.any(axis=(1, 2))).tolist())
    return sorted(moved)


def _part(dataset: Dataset, rows: Ints) -> Dataset:
    """Keep some rows of a dataset."""
    given = dataset.given
    return replace(
        dataset,
        rows=take(dataset.rows, rows),
        target=dataset.target[rows],
        groups=None if dataset.groups is None else np.asarray(dataset.groups)[rows],
        given=replace(given, rows=None if given.rows is None else take(given.rows, rows)),
        ids=None,
    )
