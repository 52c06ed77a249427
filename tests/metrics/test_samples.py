"""Metrics of numbers that are no mean over rows: scikit-learn's values, for many samples at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics as sk
from tests.refusals import refused

from outperform.metrics import CATALOGUE, R2, ExplainedVariance, SampleMetric

quick = settings(max_examples=30, deadline=None)
THEIRS = {
    "r2": sk.r2_score,
    "explained_variance": sk.explained_variance_score,
    "neg_root_mean_squared_error": lambda truth, said: -np.sqrt(sk.mean_squared_error(truth, said)),
    "neg_median_absolute_error": lambda truth, said: -sk.median_absolute_error(truth, said),
    "neg_max_error": lambda truth, said: -sk.max_error(truth, said),
}
SAMPLES = st.integers(2, 30).flatmap(lambda n: arrays(np.float64, (2, n), elements=st.integers(-8, 8).map(float)))


def test_all_with_a_name_of_scikit_learn_s_are_compared_with_it():
    ours = {slug for slug, kind in CATALOGUE.items() if issubclass(kind, SampleMetric)}
    assert ours & set(sk.get_scorer_names()) <= set(THEIRS) <= ours


@pytest.mark.parametrize("slug", THEIRS)
@quick
@given(pair=SAMPLES)
def test_scores_are_scikit_learns(slug, pair):
    assert CATALOGUE[slug]().score(*pair) == pytest.approx(THEIRS[slug](*pair), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("slug", THEIRS)
def test_many_samples_at_once_are_those_one_by_one(slug):
    metric, rng = CATALOGUE[slug](), np.random.default_rng(0)
    truth, said = rng.normal(size=(2, 3, 4, 25))
    expected = [[metric.score(t, p) for t, p in zip(*rows, strict=True)] for rows in zip(truth, said, strict=True)]
    assert metric.scores(truth, said) == pytest.approx(np.array(expected), rel=1e-12)


@pytest.mark.parametrize("metric", [R2(), ExplainedVariance()], ids=str)
def test_a_constant_truth_is_explained_wholly_or_not_at_all(metric):
    """As scikit-learn has it; the mean of seven times .1 is not .1 in floats, which must not count as variance."""
    truth = np.full(7, 0.1)
    assert metric.score(truth, truth) == 1.0
    assert metric.score(truth, np.arange(7)) == 0.0


def test_r2_of_one_row_is_nothing():
    with refused("metric", "r2", "nan", "1 rows"):
        R2().score([1.0], [1.0])


@pytest.mark.parametrize("slug", THEIRS)
def test_text_has_none(slug):
    with refused("truth", "numbers", "'a'"):
        CATALOGUE[slug]().score(["a", "b"], ["b", "b"])


@pytest.mark.parametrize("slug", THEIRS)
def test_small_integers_do_not_wrap(slug):
    small = np.array([[1, 5, 3], [3, 4, 6]], dtype=np.uint8)
    assert CATALOGUE[slug]().score(*small) == CATALOGUE[slug]().score(*small.astype(float))
