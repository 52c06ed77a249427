"""Questions that other tools answer wrongly (survey of 2026-11-15), asked of us. D8 and D9 are in test_t_tests.py,
D2, D3, D5, D7b, D12 to D15 on counts, metrics and bootstrap in their own files.
"""

import math

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform import judge, judge_predictions
from outperform.core import Decision, MisfitError

RNG = np.random.default_rng(18)
U, V = RNG.normal(0.80, 0.05, 100), RNG.normal(0.795, 0.05, 100)


def test_d1_corrected_resampled_t_has_its_root_and_two_sides():
    """correctipy lacks the square root and tests one side."""
    verdict = judge({"u": U, "v": V}, "corrected-t", n_train=512, n_test=57).judgements[0].verdict
    x = U - V
    t = x.mean() / math.sqrt((1 / 100 + 57 / 512) * x.var(ddof=1))
    assert (verdict.statistic, verdict.df) == (pytest.approx(t), 99)
    assert verdict.pvalue == pytest.approx(2 * stats.t.sf(abs(t), 99))


def test_d18_the_number_of_rows_is_not_the_number_of_differences():
    """correctR takes 1/n and df = n - 1 = 568 for ten folds of 569 rows; there are ten differences and 9 df."""
    n_test = np.array([[57] * 9 + [56]])
    judgement = judge(
        {"u": U[None, :10], "v": V[None, :10]}, "corrected-t", n_train=569 - n_test, n_test=n_test
    ).judgements[0]
    x = U[:10] - V[:10]
    assert judgement.verdict.df == 9
    assert judgement.verdict.statistic == pytest.approx(x.mean() / math.sqrt((1 / 10 + 1 / 9) * x.var(ddof=1)))


def test_d4_d5_d17_a_learner_and_its_copy_are_not_different():
    """MLstatkit gives p = 0, sacrebleu a star, ranx nan."""
    truth, said = RNG.integers(0, 2, 200), RNG.integers(0, 2, 200)
    for metric in ("accuracy", "f1", "matthews_corrcoef"):
        judgement = judge_predictions(truth, {"a": said, "copy": said.copy()}, metric).judgements[0]
        assert (judgement.verdict.pvalue, judgement.decision) == (1.0, Decision.OPEN)


def test_d7_one_model_twice_and_a_constant_difference_have_one_stated_answer():
    """mlxtend: nan, nan, ZeroDivisionError, inf, 1.9e16, by function."""
    a = np.round(RNG.uniform(0.6, 0.9, (5, 2)), 2)
    for test in ("5x2-t", "5x2-f", "5x2-combined-t", "sorted-runs-t", "averaged-folds-t"):
        same = judge({"a": a, "b": a}, test).judgements[0].verdict
        more = judge({"a": a + 0.2, "b": a}, test).judgements[0].verdict
        assert (same.statistic, same.pvalue) == (0, 1)
        units = {"sorted-runs-t": 2, "averaged-folds-t": 5}.get(test, 6)  # ten differences have five spreads within
        assert (more.statistic, more.pvalue) == (np.inf, 2 / 2**units)


def test_d8b_repeats_are_read_off_the_table_and_cannot_be_forgotten():
    """baycomp treats a 10x10 table as 100 folds unless the number of runs is passed."""
    table = U.reshape(10, 10), V.reshape(10, 10)
    plain = (
        judge(dict(zip("uv", table, strict=True)), "bayes-correlated-t", n_train=90, n_test=10).judgements[0].verdict
    )
    x = (table[0] - table[1]).ravel()
    scale = math.sqrt((1 / 100 + 1 / 9) * x.var(ddof=1))
    assert plain.first == pytest.approx(stats.t.cdf(x.mean() / scale, 99))


def test_d12_pairs_stay_pairs():
    """deepsig resamples the two sides apart: p = .13 where the paired answer is below 1e-18."""
    base = RNG.normal(0.8, 0.05, 20)
    judgement = judge({"a": base + RNG.normal(0.02, 0.002, 20), "b": base}, "resampled-t").judgements[0]
    assert judgement.verdict.pvalue < 1e-15


def test_d15_lengths_that_differ_are_refused():
    """pingouin turns them into an unpaired test."""
    with refused("scores", "b"):
        judge({"a": [1, 2, 3, 4], "b": [1, 2, 3]}, "resampled-t")


def test_d7b_d8_nan_is_refused_everywhere():
    with refused(None, "'a'", "nan"):
        judge({"a": [1, 2, np.nan], "b": [1, 2, 3]}, "resampled-t")


def test_d6_default_folds_are_refused_where_they_do_not_fit():
    with refused(None, "5x2-t", "5 repeats of 2 folds", "10 repeats of 10 folds", error=MisfitError):
        judge({"a": U.reshape(10, 10), "b": V.reshape(10, 10)}, "5x2-t")
