"""Scores and predictions that are judged against one learner only."""

import json
from functools import partial

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge, judge_predictions

RNG = np.random.default_rng(5)
SCORES = {name: 0.8 + 0.02 * shift + RNG.normal(0, 0.01, (10, 10)) for shift, name in enumerate("abc")}
TRUTH = RNG.integers(0, 2, 80)
SAID = {
    name: np.where(RNG.random(80) < share, TRUTH, 1 - TRUTH) for name, share in (("a", 0.6), ("b", 0.8), ("c", 0.7))
}


@pytest.mark.parametrize(
    "judged",
    [partial(judge, SCORES, n_train=90, n_test=10), partial(judge_predictions, TRUTH, SAID)],
    ids=["scores", "predictions"],
)
def test_all_others_are_judged_against_the_baseline(judged):
    pairs, one = judged(adjust="none"), judged(baseline="b", adjust="none")
    assert [(each.first, each.second) for each in one] == [("a", "b"), ("c", "b")]
    assert one.baseline == "b"
    assert pairs.baseline is None
    known = {frozenset((each.first, each.second)): each.verdict.pvalue for each in pairs}
    for each in one:
        assert each.verdict.pvalue == pytest.approx(known[frozenset((each.first, each.second))])


def test_pvalues_are_adjusted_for_the_pairs_that_are_judged():
    both = judge(SCORES, baseline="b", adjust="bonferroni", n_train=90, n_test=10)
    for each in both:
        assert each.pvalue_adjusted == pytest.approx(min(1, 2 * each.verdict.pvalue))


def test_a_baseline_that_is_no_learner_is_refused():
    with refused("baseline", "'d'", "a, b, c"):
        judge(SCORES, baseline="d", n_train=90, n_test=10)
    with refused("baseline", "2"):
        judge_predictions(TRUTH, SAID, baseline=2)


def test_a_comparison_is_json_text():
    found = judge(SCORES, baseline="b", n_train=90, n_test=10)
    assert json.loads(found.to_json()) == found.to_dict()
