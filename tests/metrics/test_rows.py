"""Metrics that are means over rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics as sk
from tests.refusals import refused

from outperform.metrics import (
    CATALOGUE,
    NegMeanAbsoluteError,
    NegMeanAbsolutePercentageError,
    NegMeanSquaredError,
    RowMetric,
)

quick = settings(max_examples=20, deadline=None)
ERRORS = {
    NegMeanAbsoluteError(): sk.mean_absolute_error,
    NegMeanSquaredError(): sk.mean_squared_error,
    NegMeanAbsolutePercentageError(): sk.mean_absolute_percentage_error,
}
NUMBERS = st.integers(1, 30).flatmap(lambda n: arrays(np.float64, (2, n), elements=st.floats(-1e3, 1e3, width=32)))


@pytest.mark.parametrize("metric", ERRORS, ids=str)
@quick
@given(pair=NUMBERS)
def test_errors_are_scikit_learns_with_the_sign_of_scores(metric, pair):
    assert metric.score(*pair) == pytest.approx(-ERRORS[metric](*pair), rel=1e-12)


@pytest.mark.parametrize("slug", [slug for slug, kind in CATALOGUE.items() if issubclass(kind, RowMetric)])
def test_the_mean_over_rows_is_the_score_for_many_predictions_at_once(slug):
    metric = CATALOGUE[slug]()
    truth, predictions = np.array([0, 1, 1]), np.array([[0, 1, 0], [1, 1, 1]])
    rows = metric.row_scores(truth, predictions)
    assert rows.shape == (2, 3)
    assert rows.mean(axis=-1).tolist() == [metric.score(truth, said) for said in predictions]


@pytest.mark.parametrize("metric", ERRORS, ids=str)
def test_text_has_no_errors(metric):
    with refused("truth", "numbers", "'a'"):
        metric.score(["a"], ["b"])


@pytest.mark.parametrize("metric", ERRORS, ids=str)
def test_small_integers_do_not_wrap(metric):
    assert metric.score(np.array([1], dtype=np.uint8), np.array([3], dtype=np.uint8)) in (-2.0, -4.0)
    assert metric.score(np.array([3], dtype=np.uint8), np.array([1], dtype=np.uint8)) in (-2.0, -4.0, -2 / 3)
