"""Facts that are computed when somebody asks: once, and the same after a pickle, a copy and a change."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from outperform import judge_items, judge_league, judge_predictions
from outperform.core import changed
from outperform.core.later import Later

OLD, NEW = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4


def items():
    return judge_items({"new": NEW, "old": OLD})[0]


def league():
    names = [f"set {number}" for number in range(12)]
    scores = np.random.default_rng(0).normal([0.8, 0.78, 0.7], 0.02, (12, 3)).T.tolist()
    return judge_league(dict(zip("abc", scores, strict=True)), datasets=names, metric="accuracy", test="nemenyi")[0]


def waiting(value):
    return [name for name, each in vars(value).items() if isinstance(each, Later)]


@pytest.mark.parametrize(("make", "facts"), [(items, "items"), (league, "league")])
class TestFacts:
    def test_nothing_is_computed_before_somebody_asks(self, make, facts):
        known = getattr(make(), facts)
        assert "fragility" in waiting(known)
        assert known.fragility is known.fragility
        assert "fragility" not in waiting(known)

    def test_two_answers_are_equal(self, make, facts):
        one, other = make(), make()
        assert getattr(one, facts).fragility == getattr(other, facts).fragility
        assert one == other

    @pytest.mark.parametrize("through", [lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy, replace])
    def test_a_copy_is_equal(self, make, facts, through):
        known = getattr(make(), facts)
        assert through(known) == known
        assert waiting(through(known)) == []

    def test_a_change_leaves_the_rest_for_later(self, make, facts):
        known = getattr(make(), facts)
        assert "fragility" in waiting(changed(known))
        assert changed(known, fragility=None).fragility is None


def test_what_a_person_reads_first_needs_no_fact():
    judged = judge_predictions(NEW, {"new": NEW, "old": OLD}, metric="f1", test="bootstrap-t")
    assert judged[0].pvalue <= 0.05
    assert judged[0].decision.value == "first"
    assert judged[0].interval[0] > 0
    assert {"fragility", "prediction", "flips"} <= set(waiting(judged[0].items))
    assert waiting(judged.standings[0]) == ["interval"]
