"""The t test with a fixed threshold: by rows it is normal, and rejects as often as ten repeats of the corrected t."""

import numpy as np
import pytest
from scipy import stats

from outperform import compare
from outperform.core import MisfitError, Scores, stream
from outperform.significance.adaptive_t import AdaptiveT, FixedRule
from outperform.significance.rows import cautious_noise, row_noise
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


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_one_repeat_has_at_least_the_noise_of_many(share):
    """Rows whose difference changes between repeats: never, for a share of its variance, or all of it.

    The bounds of ``cautious_noise`` against ``row_noise`` on 50 repeats, where chance plays no part on average.
    """
    rng = np.random.default_rng(2)
    n, folds, found = 300, 10, []
    for _ in range(200):
        fixed, moving = rng.standard_normal(n), rng.standard_normal((50, n))
        d = np.sqrt(1 - share) * fixed + np.sqrt(share) * moving
        labels = np.stack([rng.permutation(n) % folds for _ in range(50)])
        x = np.array([d[0][labels[0] == fold].mean() for fold in range(folds)])
        one, many = cautious_noise(x, d[0]), row_noise(d, labels, folds)
        found.append((one.variance / many.variance, one.mean_noise / one.variance - many.mean_noise / many.variance))
    ratio, apart = np.mean(found, axis=0)
    assert ratio > 1 - 2 * np.std(found, axis=0)[0] / np.sqrt(200)
    assert apart > -1e-3


def test_one_repeat_without_rows_takes_the_upper_end_for_the_folds():
    x = np.random.default_rng(3).standard_normal(10)
    found = cautious_noise(x, None)
    assert found.variance == pytest.approx(9 * x.var(ddof=1) / stats.chi2.ppf(0.05, 9))
    reach = stats.t.ppf(0.975, 99) * H * np.sqrt(found.variance)
    assert reach > stats.t.ppf(0.975, 9) * np.sqrt(1 / 10 + 1 / 9) * x.std(ddof=1)  # of corrected-t on these folds
    assert found.tau**2 == pytest.approx(1.15 * 99 / (10 * (90 + 9 * 1.15)))
    assert found.mean == pytest.approx(x.mean())


@pytest.mark.parametrize("folds", [5, 10])
def test_folds_that_went_astray_never_make_a_clear_difference(folds):
    """Any number of folds but all, any size of their difference, any number of rows."""
    tau = np.sqrt(1.15 * (10 * folds - 1) / (folds * (10 * (folds - 1) + 9 * 1.15)))
    clear = 5 * FixedRule(folds, 1.0, "rows").threshold(np.array(1.0), 0.05) + tau * stats.t.ppf(0.99, 10)
    end = np.sqrt(stats.chi2.ppf(0.95, folds - 1) / (folds - 1))
    for bad in range(1, folds):
        x = np.where(np.arange(folds) < bad, 0.9, 0.0)
        for rows in (20, 10_000):
            theta = cautious_noise(x, np.repeat(x, rows)).theta
            assert theta <= end * np.sqrt(bad * (folds - 1) / (folds * (folds - bad))) + 1e-9 < clear
        assert cautious_noise(x, None).theta < theta + 1e-9


def test_only_a_procedure_may_judge_one_repeat():
    scores = Scores(("a", "b"), "m", np.array([[[0.9, 0.8, 0.7]], [[0.5, 0.6, 0.5]]]), 20, 10)
    with pytest.raises(MisfitError):
        AdaptiveT().judge(scores)
