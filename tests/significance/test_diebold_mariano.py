"""Losses in time order: published p-values, the formula written out, an independent estimate of the variance."""

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_1samp
from tests.refusals import refused

from outperform import judge_predictions
from outperform.core import MisfitError, NoteKind, Reason, SpecError
from outperform.significance import DieboldMariano

# Errors of two forecasts of R's series WWWusage[81:100], ets and arima; the example of R's forecast::dm.test, with its
# p-values, as HypothesisTests.jl (test/diebold_mariano.jl) prints both.
ETS = [
    *(0.002241270, -0.000661906, -1.200002613, -4.000218178, 3.799373533, 3.401005111, -1.199692125, -0.800490048),
    *(-1.200048999, 3.399847229, 7.000708948, 2.200989241, -4.800165569, -1.201043375, 3.400167556, 3.000709085),
    *(0.400267950, -6.800169207, -2.401259050, 1.200112198),
]
ARIMA = [
    *(0.1209998, 8.0622269, -0.9189429, -1.7952436, 5.3431277, 2.0459823, -0.6073261, 0.5516816, -0.7633238),
    *(4.1229472, 5.8785333, 1.2828331, -3.4854233, 1.1971370, 3.1709314, 2.3408457, 0.4962286, -5.9841362),
    *(0.1537114, 0.4207951),
]
SQUARED, ABSOLUTE = "neg_mean_squared_error", "neg_mean_absolute_error"


def judged(first, second, metric=SQUARED, test="diebold-mariano"):
    zero = np.zeros(len(first))
    return judge_predictions(zero, {"ets": first, "arima": second}, metric=metric, test=test).judgements[0]


@pytest.mark.parametrize(
    ("metric", "horizon", "published"), [(SQUARED, 1, 0.8871), (SQUARED, 10, 0.9362), (ABSOLUTE, 1, 0.7818)]
)
def test_the_p_values_of_rs_example(metric, horizon, published):
    found = judged(ETS, ARIMA, metric, f"diebold-mariano(horizon={horizon})")
    assert found.verdict.pvalue == pytest.approx(published, abs=5e-5)
    assert found.verdict.df == 19


def by_hand(d, horizon):
    """Diebold and Mariano's statistic times the factor of Harvey, Leybourne and Newbold, sum by sum."""
    n, m = len(d), sum(d) / len(d)
    covariances = [sum((d[t] - m) * (d[t - k] - m) for t in range(k, n)) / n for k in range(horizon)]
    variance = (covariances[0] + 2 * sum(covariances[1:])) / n
    factor = np.sqrt((n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n)
    return factor * m / np.sqrt(variance)


@pytest.mark.parametrize("horizon", [1, 2, 3, 5])
def test_the_formula_written_out(horizon):
    rng = np.random.default_rng(horizon)
    d = np.convolve(rng.normal(0.2, 1, 63), np.ones(4) / 2, "valid")  # correlated up to lag 3
    found = DieboldMariano(horizon).arithmetic(d)
    assert float(found.statistic) == pytest.approx(by_hand(d.tolist(), horizon), rel=1e-12)
    assert float(found.pvalue) == pytest.approx(2 * student.sf(abs(by_hand(d.tolist(), horizon)), 59), rel=1e-9)


@pytest.mark.parametrize("horizon", [1, 2, 4])
def test_the_variance_is_that_of_statsmodels(horizon):
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(7)
    d = np.convolve(rng.normal(0.3, 1, 83), np.ones(4), "valid")
    n = len(d)
    options = {"maxlags": horizon - 1, "kernel": "uniform", "use_correction": False}
    robust = api.OLS(d, np.ones(n)).fit(cov_type="HAC", cov_kwds=options)
    se = robust.bse[0] / np.sqrt((n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n)
    assert float(DieboldMariano(horizon).arithmetic(d).se) == pytest.approx(se, rel=1e-9)


def test_one_step_ahead_it_is_the_paired_t_test_on_rows():
    d = np.random.default_rng(1).normal(0.1, 1, 40)
    found = DieboldMariano().arithmetic(d)
    assert float(found.pvalue) == pytest.approx(ttest_1samp(d, 0).pvalue, rel=1e-9)


def test_many_series_at_once():
    d = np.random.default_rng(2).normal(size=(3, 2, 30))
    together = DieboldMariano(2).arithmetic(d).pvalue
    assert together.shape == (3, 2)
    assert together[1, 1] == pytest.approx(float(DieboldMariano(2).arithmetic(d[1, 1]).pvalue), rel=1e-12)


def test_correlated_losses_need_the_horizon():
    """Errors three steps ahead are correlated: one step ahead finds too much, the right horizon about the level."""
    rng = np.random.default_rng(3)
    d = np.stack([np.convolve(rng.normal(size=202), np.ones(3), "valid") for _ in range(2000)])
    wrong, right = ((DieboldMariano(h).arithmetic(d).pvalue < 0.05).mean() for h in (1, 3))
    assert wrong > 0.15
    assert right < 0.09  # 200 rows: near the level


def test_a_variance_that_is_negative_falls_back():
    d = np.array([1.0, -1.0] * 10) + 0.1
    with_lag, alone = DieboldMariano(2).arithmetic(d), DieboldMariano().arithmetic(d)
    assert float(with_lag.pvalue) == float(alone.pvalue)
    first = np.sqrt(np.maximum(0, -d))
    second = np.sqrt(np.maximum(0, d))
    found = judged(first, second, SQUARED, "diebold-mariano(horizon=2)")
    assert NoteKind.NEGATIVE_VARIANCE in {note.kind for note in found.notes}
    assert NoteKind.NEGATIVE_VARIANCE not in {note.kind for note in judged(first, second).notes}


def test_the_first_is_better_where_its_loss_is_lower():
    found = judged(np.linspace(0, 1, 30), np.linspace(1, 3, 30), ABSOLUTE)
    assert (found.decision.value, found.verdict.estimate > 0) == ("first", True)
    assert found.replicability.reason is Reason.ONE_SPLIT


@pytest.mark.parametrize("metric", ["r2", "neg_root_mean_squared_error"])
def test_metrics_without_a_value_per_row_are_refused(metric):
    with refused(None, metric, SQUARED, error=MisfitError):
        judge_predictions([1.0, 2, 4], {"a": [1, 2, 3], "b": [2, 2, 2]}, metric=metric, test="diebold-mariano")


def test_accuracy_is_a_loss_per_row():
    truth, b = [0, 1] * 20, [0, 1] * 15 + [1, 0] * 5
    found = judge_predictions(truth, {"a": truth, "b": b}, test="diebold-mariano").judgements[0]
    assert found.verdict.estimate == pytest.approx(0.25)


def test_a_horizon_beyond_the_rows_is_refused():
    with refused("diebold-mariano(horizon=3)", "horizon"):
        judged([1.5, 2, 3], [2.5, 2, 2], test="diebold-mariano(horizon=3)")
    with refused("diebold-mariano.horizon", 0, error=SpecError):
        DieboldMariano(0)


def test_it_is_not_among_the_others_where_nothing_says_that_rows_are_in_time_order():
    truth, b = [0, 1] * 20, [0, 1] * 15 + [1, 0] * 5
    others = judge_predictions(truth, {"a": truth, "b": b}).others()
    assert "diebold-mariano" not in {each.test for each in others}
