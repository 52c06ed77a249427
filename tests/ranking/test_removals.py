"""Data sets whose removal turns a decision: against trying every data set at each step."""

from itertools import combinations

import numpy as np
import pytest

from outperform.core import Decision, LeagueCells
from outperform.ranking import Nemenyi, RandomEffectsTest, SignDatasets, TDatasets, Wilcoxon
from outperform.ranking.removals import removals


def league(values, error=None):
    values = np.asarray(values, dtype=float)
    return LeagueCells(
        tuple(f"d{at}" for at in range(len(values))), tuple("abcdefgh"[: values.shape[1]]), values, error
    )


def decisions_of(cells, test, pairs, levels):
    outcomes = test.outcomes(cells, pairs)
    sides = {1: Decision.FIRST, -1: Decision.SECOND}
    return [
        sides[int(side)] if p <= level and side else Decision.OPEN
        for p, side, level in zip(outcomes.pvalue, outcomes.direction, levels, strict=True)
    ]


def step_by_step(cells, test, pair, level):
    """Take out the data set without which the p-value is largest, of all, until the decision turns."""
    kept = list(range(len(cells.datasets)))
    pair = np.array([pair])
    side = test.outcomes(cells, pair).direction[0]
    while len(kept) > 1:
        worth = []
        for at in kept:
            outcome = test.outcomes(cells.kept(np.array([each for each in kept if each != at])), pair)
            worth.append(outcome.pvalue[0] if outcome.direction[0] == side else 2.0)
        kept.pop(int(np.argmax(worth)))
        if max(worth) > level:
            return len(cells.datasets) - len(kept)
    return None


@pytest.mark.parametrize("test", [Wilcoxon(), SignDatasets(), TDatasets(), Nemenyi()], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_as_few_as_by_trying_every_data_set(test, seed):
    rng = np.random.default_rng(seed)
    noise = rng.standard_t(3, (18, 4)) if seed % 2 else rng.normal(size=(18, 4))
    cells = league(10 + np.linspace(0, 3, 4) + noise)
    pairs = np.array(list(combinations(range(4), 2)))
    levels = np.linspace(0.02, 0.05, len(pairs))
    decisions = decisions_of(cells, test, pairs, levels)
    found = removals(cells, test, pairs, levels, decisions)
    assert any(found)
    for pair, level, decision, fragility in zip(pairs, levels, decisions, found, strict=True):
        if decision is Decision.OPEN:
            assert fragility is None
        else:
            assert fragility.datasets == len(fragility.names) == step_by_step(cells, test, pair, level)


@pytest.mark.parametrize("test", [Wilcoxon(), SignDatasets(), TDatasets(), Nemenyi(), RandomEffectsTest()], ids=str)
def test_the_removal_turns_the_decision_and_one_less_does_not(test):
    rng = np.random.default_rng(5)
    values = 10 + np.linspace(0, 2, 5) + rng.normal(size=(25, 5))
    cells = league(values, np.eye(5) * rng.uniform(0.1, 0.5, (25, 1, 1)))
    pairs = np.array(list(combinations(range(5), 2)))
    levels = np.full(len(pairs), 0.03)
    decisions = decisions_of(cells, test, pairs, levels)
    for pair, decision, fragility in zip(
        pairs, decisions, removals(cells, test, pairs, levels, decisions), strict=True
    ):
        if fragility is not None:
            kept = np.array([name not in fragility.names for name in cells.datasets])
            assert decisions_of(cells.kept(kept), test, np.array([pair]), levels[:1])[0] is not decision
            kept[cells.datasets.index(fragility.names[-1])] = True
            assert decisions_of(cells.kept(kept), test, np.array([pair]), levels[:1])[0] is decision


def test_one_data_set_with_everything():
    """Seven small leads that Wilcoxon's test needs all of: any one of them turns the decision."""
    d = np.array([1.0, 2, 3, 4, 5, 6, 7])
    cells = league(np.column_stack([50 + d, np.full(7, 50.0)]))
    (found,) = removals(cells, Wilcoxon(), np.array([[1, 0]]), np.array([0.02]), [Decision.SECOND])
    assert (found.datasets, found.names) == (1, ("d6",))  # 2/2^7 = .016, 2/2^6 = .031


def test_missing_cells_are_never_removed():
    rng = np.random.default_rng(6)
    values = 1 + rng.random((12, 3)) + np.array([1.0, 0, 0])
    values[3, 0] = values[4, 2] = np.nan
    cells = league(values)
    pairs = np.array([[0, 1], [2, 0]])
    first, second = removals(cells, Wilcoxon(), pairs, np.full(2, 0.05), [Decision.FIRST, Decision.SECOND])
    assert "d3" not in first.names
    assert not {"d3", "d4"} & set(second.names)


def test_none_where_nothing_is_decided_or_nothing_turns():
    cells = league([[2.0, 1.0]] * 2)  # no spread: p = 0 with two data sets, 1 with one
    assert removals(cells, TDatasets(), np.array([[0, 1]]), np.array([0.05]), [Decision.OPEN]) == (None,)
    (found,) = removals(cells, TDatasets(), np.array([[0, 1]]), np.array([0.05]), [Decision.FIRST])
    assert found is None or found.datasets == 1
