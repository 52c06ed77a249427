"""Data sets whose removal turns a decision: against trying every data set at each step."""

from itertools import combinations

import numpy as np
import pytest
from tests.ranking.tables import GARCIA_HERRERA, league

from outperform.comparison import judge_league
from outperform.core import Decision
from outperform.ranking import Nemenyi, RandomEffectsTest, SignDatasets, TDatasets, Wilcoxon
from outperform.ranking.removals import FEW, removals


def decisions_of(cells, test, pairs, levels):
    outcomes = test.outcomes(cells, pairs)
    sides = {1: Decision.FIRST, -1: Decision.SECOND}
    return [
        sides[int(side)] if p <= level and side else Decision.OPEN
        for p, side, level in zip(outcomes.pvalue, outcomes.direction, levels, strict=True)
    ]


def step_by_step(cells, test, pair, level):
    """Take out the data set without which the p-value is largest (of an open pair: smallest), of all."""
    kept = list(range(len(cells.datasets)))
    pair = np.array([pair])
    whole = test.outcomes(cells, pair)
    side, found = whole.direction[0] or 1.0, whole.pvalue[0] <= level  # neither ahead: the first
    while len(kept) > 1:
        worth = []
        for at in kept:
            outcome = test.outcomes(cells.kept(np.array([each for each in kept if each != at])), pair)
            worth.append(outcome.pvalue[0] if outcome.direction[0] == side else 2.0)
        best = int(np.argmax(worth) if found else np.argmin(worth))
        kept.pop(best)
        if (worth[best] > level) == found:
            return len(cells.datasets) - len(kept)
    return None


@pytest.mark.parametrize("test", [Wilcoxon(), SignDatasets(), TDatasets(), Nemenyi()], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_as_few_as_by_trying_every_data_set(test, seed):
    rng = np.random.default_rng(seed)
    noise = rng.standard_t(3, (18, 4)) if seed % 2 else rng.normal(size=(18, 4))
    cells = league(10 + np.array([0, 0.1, 1, 3]) + noise)
    pairs = np.array(list(combinations(range(4), 2)))
    levels = np.linspace(0.02, 0.05, len(pairs))
    decisions = decisions_of(cells, test, pairs, levels)
    found = removals(cells, test, pairs, levels, decisions)
    assert any(found)
    assert len(set(decisions)) > 1
    for pair, level, fragility in zip(pairs, levels, found, strict=True):
        wanted = step_by_step(cells, test, pair, level)
        assert (fragility and fragility.datasets) == wanted
        assert fragility is None or len(fragility.names) == wanted


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


def test_none_where_nothing_turns():
    five = league([[2.0 + at, 1.0] for at in range(5)])  # five wins of five: 2/2^5 is all that can be
    assert removals(five, Wilcoxon(), np.array([[0, 1]]), np.array([0.05]), [Decision.OPEN]) == (None,)
    tied = league([[1.0, 1.0]] * 9)
    assert removals(tied, Wilcoxon(), np.array([[0, 1]]), np.array([0.05]), [Decision.OPEN]) == (None,)
    assert removals(five, Wilcoxon(), np.zeros((0, 2), dtype=int), np.zeros(0), []) == ()


@pytest.mark.parametrize(("pair", "open_", "count"), [((1, 2), True, 1), ((0, 1), False, 5)])
def test_garcia_and_herrera(pair, open_, count):
    """1-NN against naive Bayes turns with 1 of 30 data sets, C4.5 against 1-NN with 5, each pair alone at .05.

    The table is Table 2 of García & Herrera (2008); both counts were found before by a program of others.
    """
    cells, pairs, levels = league(GARCIA_HERRERA), np.array([pair]), np.array([0.05])
    decisions = decisions_of(cells, Wilcoxon(), pairs, levels)
    assert (decisions[0] is Decision.OPEN) is open_
    (found,) = removals(cells, Wilcoxon(), pairs, levels, decisions)
    assert found.datasets == count == step_by_step(cells, Wilcoxon(), pair, 0.05)


@pytest.mark.parametrize("baseline", [None, "a"])
@pytest.mark.parametrize("seed", range(4))
def test_the_table_without_the_few_data_sets_is_decided_otherwise(seed, baseline):
    """What a reader would try: the p-values of the other pairs, and so the levels of all, change too."""
    rng = np.random.default_rng(seed)
    values = rng.random((20, 1)) + rng.normal(0, 0.02, (20, 5)) + rng.normal(0, 0.012, 5)
    named = [f"d{at}" for at in range(20)]

    def judged(kept):
        table = {name: values[kept, at].tolist() for at, name in enumerate("abcde")}
        names = [named[at] for at in kept]
        ways = {"metric": "score", "higher_is_better": True, "test": "t-datasets", "baseline": baseline}
        return judge_league(table, datasets=names, **ways)

    tried = 0
    for at, judgement in enumerate(judged(range(20))):
        if judgement.fragility is not None and judgement.fragility.datasets <= FEW:
            kept = [place for place in range(20) if named[place] not in judgement.fragility.names]
            assert judged(kept)[at].decision is not judgement.decision
            tried += 1
    assert tried
