"""Few data sets whose removal turns a decision, by name."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from outperform.core import Bools, DatasetFragility, Decision, Floats, Ints, LeagueCells, PairsTest

Judge = Callable[[LeagueCells], Floats]  # leagues -> decisions [..., pair]: 1 for the first, -1 for the second, 0
FEW = 5  # data sets up to which their removal is confirmed by judging the whole league: as many as are named
TRIED = 2  # data sets that each step tries by either sign of how much a decision owes to them


def removals(
    cells: LeagueCells,
    test: PairsTest,
    pairs: Ints,
    levels: Floats,
    decisions: Sequence[Decision],
    judge: Judge | None = None,
) -> tuple[DatasetFragility | None, ...]:
    """Return for each pair the data sets without which it would be decided otherwise; None where there are none.

    Parameters
    ----------
    cells
        A league.
    test
        The test that decided.
    pairs
        Learners [pair, 2].
    levels
        The level that the p-value of each pair is compared with; see ``own_levels``.
    decisions
        The decision on each pair. Of an open pair, data sets are taken out until the learner ahead is found better.
    judge
        Decides all pairs of leagues; see the notes. None where no pair's level depends on the p-values of others.

    Notes
    -----
    Each step takes out one data set: that without which the p-value is largest (for an open pair: smallest), of the
    data sets with the largest (smallest) leads, and of those without which Student's t of the differences is smallest
    (largest). For ``wilcoxon``, ``sign``, ``t-datasets`` and ``nemenyi`` no other data set is better.

    Without a data set, the p-values of the other pairs change too, and with them the level of this one. So the whole
    league is judged again without the data sets found, if they are ``FEW``; where the decision stays, more are taken
    out. Beyond that the levels of this league are kept.
    """
    if not len(pairs):
        return ()
    ahead = np.where(test.outcomes(cells, pairs).direction < 0, -1, 1)
    sides = {Decision.FIRST: 1, Decision.SECOND: -1}
    side = np.array([sides.get(decision, each) for decision, each in zip(decisions, ahead, strict=True)])
    found = np.array([decision in sides for decision in decisions])
    better = np.where(side[:, np.newaxis] > 0, pairs, pairs[:, ::-1])
    return tuple(
        None if removed is None else DatasetFragility(len(removed), tuple(cells.datasets[at] for at in removed))
        for removed in _Search(cells, test, better, levels, found, judge).run()
    )


class _Search:
    """The pairs that are not turned yet, all one step further at a time."""

    def __init__(
        self, cells: LeagueCells, test: PairsTest, better: Ints, levels: Floats, found: Bools, judge: Judge | None
    ) -> None:
        self.cells, self.test, self.better, self.levels, self.found = cells, test, better, levels, found
        self.judge = judge
        self.leads = _leads(cells, better, ranked=test.on_ranks)  # [pair, dataset], NaN where one is missing
        self.removed: list[list[int]] = [[] for _ in better]

    def run(self) -> list[list[int] | None]:
        """Take out data sets until every decision is turned, or fewer than two are left."""
        turned: list[list[int] | None] = [None] * len(self.removed)
        active = np.arange(len(self.removed))
        while active.size:
            done = self._search(active)
            confirmed = self._confirmed(done)
            for at in done[confirmed]:
                turned[at] = self.removed[at]
            active = done[~confirmed]
        return turned

    def _search(self, active: Ints) -> Ints:
        """Take out data sets until the p-values of these pairs pass their levels; return the pairs that do."""
        found = []
        while active.size:
            active = active[(~np.isnan(self.leads[active])).sum(axis=1) > 1]
            if active.size:
                done = self._step(active)
                found.append(active[done])
                active = active[~done]
        return np.concatenate(found) if found else active

    def _confirmed(self, some: Ints) -> Bools:
        """Return whether the decisions on these pairs turn where the whole league is without what was removed."""
        confirmed = np.ones(len(some), dtype=bool)
        asked = np.flatnonzero([len(self.removed[at]) <= FEW for at in some])
        if self.judge is None or not asked.size:
            return confirmed
        gone = np.zeros((len(asked), len(self.cells.datasets)), dtype=bool)
        for row, at in zip(gone, some[asked], strict=True):
            row[self.removed[at]] = True
        values = np.where(gone[..., np.newaxis], np.nan, self.cells.values)
        decisions = self.judge(replace(self.cells, values=values, wander=None))
        confirmed[asked] = (decisions[np.arange(len(asked)), some[asked]] == 0) == self.found[some[asked]]
        return confirmed

    def _step(self, active: Ints) -> Bools:
        """Take out one data set for each of these pairs; return whether its decision turned."""
        found, each = self.found[active], np.arange(len(active))
        leads = np.where(found[:, np.newaxis], 1, -1) * self.leads[active]
        candidates = _largest(leads, 1) if self.test.on_ranks else _candidates(leads)  # [pair, candidate]
        pvalue, ahead = self._without(active, candidates)
        against = np.where(ahead > 0, pvalue, 2.0)  # the other learner ahead is no find of the better one
        best = np.where(found, against.argmax(axis=1), against.argmin(axis=1))
        self.leads[active, candidates[each, best]] = np.nan
        for at, dataset in zip(active, candidates[each, best], strict=True):
            self.removed[at].append(int(dataset))
        done: Bools = (against[each, best] > self.levels[active]) == found
        return done

    def _without(self, active: Ints, candidates: Ints) -> tuple[Floats, Floats]:
        """Judge each pair without what was removed and each candidate."""
        learners = self._learners(active)
        values = np.swapaxes(self.cells.values[:, learners], 0, 1)  # [pair, dataset, learner]
        gone = np.isnan(self.leads[active])[:, np.newaxis] | (
            np.arange(len(self.cells.datasets)) == candidates[..., np.newaxis]
        )
        many = np.where(gone[..., np.newaxis], np.nan, values[:, np.newaxis])
        error = self.cells.error
        if error is not None:
            error = np.swapaxes(error[:, learners[..., np.newaxis], learners[:, np.newaxis]], 0, 1)[:, np.newaxis]
            error = np.broadcast_to(error, (*many.shape, many.shape[-1]))
        names = tuple(map(str, range(many.shape[-1])))
        league = replace(self.cells, learners=names, values=many, error=error, wander=None)
        outcomes = self.test.outcomes(league, np.array([[0, 1]]))
        return outcomes.pvalue[..., 0], outcomes.direction[..., 0]

    def _learners(self, active: Ints) -> Ints:
        """Return the better learner, the other one and, where their ranks matter, all the rest [pair, learner]."""
        pairs = self.better[active]
        if not self.test.on_ranks:
            return pairs
        everyone = np.arange(len(self.cells.learners))
        return np.array([[*pair, *np.setdiff1d(everyone, pair)] for pair in pairs])


def _leads(cells: LeagueCells, better: Ints, *, ranked: bool) -> Floats:
    """Return how far the better learner leads on each data set: in scores, or in ranks [pair, dataset]."""
    values = cells.values
    if ranked:
        higher = values[:, :, np.newaxis] - values[:, np.newaxis]
        tie = 1e-9 * cells.scale[:, np.newaxis, np.newaxis]
        values = np.where(higher > tie, 1.0, np.where(higher < -tie, -1.0, higher * 0)).sum(axis=-1)
    found: Floats = (values[:, better[:, 0]] - values[:, better[:, 1]]).T
    return found


def _candidates(leads: Floats) -> Ints:
    """Return data sets that a decision owes much to [pair, candidate]: the largest leads, and the least t without."""
    there = ~np.isnan(leads)
    d = np.where(there, leads, 0.0)
    count = there.sum(axis=1, keepdims=True) - 1.0
    left = d.sum(axis=1, keepdims=True) - d
    squares = (d**2).sum(axis=1, keepdims=True) - d**2
    spread = np.maximum(squares - left**2 / count, 0.0)
    t = np.divide(left, np.sqrt(spread), out=np.sign(left) * 1e150, where=spread > 1e-15 * squares)
    tried = min(TRIED, int(there.sum(axis=1).min()))
    return np.concatenate([_largest(leads, tried), _largest(np.where(there, -t, np.nan), tried)], axis=1)


def _largest(values: Floats, count: int) -> Ints:
    """Return the places of the largest values of every row; NaN is none."""
    order: Ints = np.argsort(-values, axis=1, kind="stable")  # NaN comes last
    return order[:, :count]
