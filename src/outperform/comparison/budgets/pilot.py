"""The pilot of a budget: a few repeats, other learner seeds on the same folds, and halves of the data."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from outperform.core import (
    CANONICAL,
    Floats,
    InputError,
    Ints,
    Plan,
    Scores,
    seed_at,
    stream,
)
from outperform.designs import KFold
from outperform.engine import Contest, Runner, Store, Ways
from outperform.procedures.caution import Factors, PairCaution
from outperform.procedures.fixed import plan_family
from outperform.procedures.threshold import is_measured

HALF_REPEATS = 2  # of each half: the fewest that show the noise of splits there
LEAST_ROWS = 5  # of a fold of a half


@dataclass(eq=False)
class Pilot:
    """Learners on one dataset, and how to run them; the first seed's fits are those that ``compare`` would make."""

    contest: Contest
    design: KFold
    ways: Ways = field(default_factory=Ways)
    store: Store | None = None  # that of the ways, opened

    def __post_init__(self) -> None:
        """Make the runner of the first seed."""
        self.runner = self._runner(self.contest)
        self.plan = _plan(self.design, self.contest)

    def tables(self) -> list[Scores]:
        """Run the repeats: one table per metric."""
        return self.runner.scores(self.plan)

    def reseeded(self, tables: Sequence[Scores], seeds: int) -> list[Floats]:
        """Return scores [seed, learner, repeat, fold] on the same folds, one array per metric.

        Every learner is refitted with another seed on the first repeat. A learner whose scores and predictions stay
        the same there is not refitted again.
        """
        found = [[table.values] for table in tables]
        moves: list[int] | None = None
        for number in range(1, seeds):
            seed = seed_at(self.contest.seed, "other learner seed", number)
            runner = self._runner(replace(self.contest, seed=seed))
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

    def caution(self, metric: int, pair: tuple[int, int], factors: Factors, *, auto: bool) -> PairCaution | None:
        """Return the factor of two learners as ``adaptive-cv`` would use it, by rows where it can; or None."""
        judged = list(self.contest.metrics.values())[metric]
        if auto and not is_measured(judged):
            return None
        by_row = hasattr(judged, "row_scores") and self.plan.units is None
        learners = list(self.contest.learners.values())
        return factors.pair([learners[place] for place in pair], "rows" if by_row else "folds")

    def halves(self, count: int) -> list[list[tuple[Scores, Scores]]]:
        """Run both halves of this many random halvings: [metric][halving]."""
        least = 2 * LEAST_ROWS * self.design.folds
        if self.contest.dataset.size < least:
            raise InputError("halvings", f"needs at least {least} rows, got {self.contest.dataset.size}")
        design = replace(self.design, repeats=HALF_REPEATS)
        found: list[list[tuple[Scores, Scores]]] = [[] for _ in self.contest.metrics]
        for cut in self._cuts(count):
            sides = [self._half(np.flatnonzero(cut == side), design) for side in (0, 1)]
            for metric, pair in enumerate(zip(*sides, strict=True)):
                found[metric].append(pair)
        return found

    def _cuts(self, count: int) -> list[Ints]:
        """Return the side of every row in each halving; where rows decide, halvings are repeats of one design."""
        halve = KFold(folds=2, stratify=False)
        data, seed = self.contest.dataset, self.contest.seed
        if seed == CANONICAL:
            return list(_labels(_plan(replace(halve, repeats=count), self.contest)))
        return [_labels(halve.plan(data, stream(seed, "halving", at)))[0] for at in range(count)]

    def _half(self, rows: Ints, design: KFold) -> list[Scores]:
        half = self.contest.part(rows)
        return self._runner(half).scores(_plan(design, half))

    def _runner(self, contest: Contest) -> Runner:
        return Runner(contest, self.ways, self.store, contest.keeps_rows(self.design.repeats))


def _plan(design: KFold, contest: Contest) -> Plan:
    return design.plan(contest.dataset, stream(contest.seed, "plan", plan_family(design)))


def _labels(plan: Plan) -> Ints:
    assert plan.labels is not None, "folds are complements"
    return plan.labels


def _movers(tables: Sequence[Scores], again: Sequence[Scores]) -> list[int]:
    """List the learners whose scores or predictions another seed changed."""
    moved: set[int] = set()
    for one, other in zip(tables, again, strict=True):
        moved |= set(np.flatnonzero((one.values[:, :1] != other.values).any(axis=(1, 2))).tolist())
        if one.items is None or other.items is None or other.items.tested is not None:
            continue
        if one.items.predictions is not None and other.items.predictions is not None:
            changed = one.items.predictions[:, :1] != other.items.predictions
            moved |= set(np.flatnonzero(changed.any(axis=(1, 2))).tolist())
    return sorted(moved)
