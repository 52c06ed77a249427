"""The t test with a fixed threshold: by rows it is normal, and rejects as often as ten repeats of the corrected t."""

import numpy as np
import pytest
from scipy import stats

from outperform import compare
from outperform.core import stream
from outperform.significance.adaptive_t import FixedRule
from outperform.significance.rows import row_noise
from outperform.sources import TaskOne

H = np.sqrt(1 / 100 + 1 / 9)  # of ten repeats of ten folds


def test_by_rows_the_statistic_is_normal_and_by_folds_students():
    dataset = TaskOne(step=20, n=200).draw(stream(5))
    learners = ["copy-x", "always-one"]
    (rows,) = compare(learners, dataset, procedure="adaptive-cv(threshold='nominal')").judgements
    assert rows.verdict.df is None
    assert rows.verdict.pvalue == pytest.approx(2 * stats.norm.sf(abs(rows.verdict.statistic)))
    low, high = rows.verdict.interval(0.1)
    assert (high - low) / 2 == pytest.approx(rows.verdict.se * stats.norm.ppf(0.95))
    (folds,) = compare(learners, dataset, procedure="adaptive-cv(threshold='nominal')", metric="f1_macro").judgements
    assert folds.verdict.df == 99
    assert folds.verdict.pvalue == pytest.approx(2 * stats.t.sf(abs(folds.verdict.statistic), 99))


@pytest.mark.parametrize(("basis", "quantile"), [("rows", stats.norm.ppf(0.975)), ("folds", stats.t.ppf(0.975, 99))])
def test_the_threshold_and_the_p_value_agree(basis, quantile):
    rule = FixedRule(10, 1.3, basis)
    threshold = rule.threshold(np.array([2.0, 30.0]), 0.05)
    np.testing.assert_allclose(threshold, 1.3 * H * quantile)
    np.testing.assert_allclose(rule.pvalue(threshold, 2), 0.05)


def test_rows_reject_as_often_as_ten_repeats_of_folds():
    """Learners that do not learn, 3,000 nulls: the normal quantile by rows has the size of Student's by folds.

    Within 3 standard errors of the difference on the same datasets.
    """
    rng = np.random.default_rng(1)
    n, sets = 200, 3000
    rows, folds = FixedRule(10, 1.0, "rows"), FixedRule(10, 1.0, "folds")
    found = np.zeros((sets, 2))
    for number in range(sets):
        d = rng.choice([-1.0, 0.0, 1.0], p=[0.15, 0.7, 0.15], size=n)
        x = rng.permuted(np.tile(d, (10, 1)), axis=1).reshape(10, 10, -1).mean(axis=2)
        table = np.tile(d, (2, 1)), np.tile(np.arange(n) % 10, (2, 1))
        theta = row_noise(*table, 10).theta, d.mean() / x.std(ddof=1)
        found[number] = [
            abs(one) >= rule.threshold(np.array(2.0), 0.05) for one, rule in zip(theta, (rows, folds), strict=True)
        ]
    apart = found[:, 0] - found[:, 1]
    assert abs(apart.mean()) < 3 * apart.std(ddof=1) / np.sqrt(sets)
