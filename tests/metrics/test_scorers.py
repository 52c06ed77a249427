"""Metrics by name: our own first, then scikit-learn's; and users' functions."""

import pickle
import sys

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.linear_model import LinearRegression, LogisticRegression
from tests.refusals import refused

from outperform.core import MissingDependencyError, SpecError
from outperform.metrics import F1, Accuracy, NegMeanSquaredError
from outperform.metrics import scorers as module
from outperform.metrics.fitted import scoring_of
from outperform.metrics.scorers import Function, Scorer, metric_of


def hits(truth, predictions):
    return float((truth == predictions).sum())


def pair(truth, predictions):
    return hits(truth, predictions), 0


class Counter:
    def __call__(self, truth, predictions):
        return hits(truth, predictions)


def test_our_own_come_first():
    assert metric_of("accuracy") == Accuracy()
    assert metric_of("neg_mean_squared_error") == NegMeanSquaredError()
    assert metric_of('f1(positive="spam")') == F1(positive="spam")
    assert metric_of(F1()) == F1()


@pytest.mark.parametrize(
    ("metric", "found"),
    [
        ("f1", F1(positive="spam")),
        (F1(), F1(positive="spam")),
        ('f1(positive="ham")', F1(positive="ham")),
        ("jaccard", Scorer("jaccard", positive="spam")),
        ("jaccard_macro", Scorer("jaccard_macro")),
        ("accuracy", Accuracy()),
        (hits, Function(hits)),
    ],
)
def test_positive_goes_where_it_means_something(metric, found):
    assert metric_of(metric, positive="spam") == found


def test_a_numpy_label_is_as_good():
    assert metric_of("f1", positive=np.int64(2)) == F1(positive=2)


REGRESSION = [
    "r2",
    "explained_variance",
    "neg_root_mean_squared_error",
    "neg_mean_absolute_percentage_error",
    "neg_median_absolute_error",
    "d2_absolute_error_score",
]
CLASSES = ["jaccard", "jaccard_macro", "adjusted_rand_score", "neg_negative_likelihood_ratio"]


@pytest.mark.parametrize("name", REGRESSION)
def test_regression_scores_are_those_of_the_scorer(name):
    rng = np.random.default_rng(0)
    rows, truth = rng.normal(size=(30, 2)), rng.normal(size=30)
    estimator = LinearRegression().fit(rows[:15], truth[:15])
    expected = sk.get_scorer(name)(estimator, rows, truth)
    assert metric_of(name).score(truth, estimator.predict(rows)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", CLASSES)
def test_class_scores_are_those_of_the_scorer(name):
    rng = np.random.default_rng(0)
    rows, truth = rng.normal(size=(60, 2)), rng.integers(0, 2, 60)
    estimator = LogisticRegression().fit(rows, truth)
    assert metric_of(name).score(truth, estimator.predict(rows)) == sk.get_scorer(name)(estimator, rows, truth)


def test_jaccard_of_a_named_label():
    truth, predictions = ["spam", "spam", "ham"], ["spam", "ham", "ham"]
    assert metric_of("jaccard", positive="spam").score(truth, predictions) == 1 / 2


def test_undefined_values_do_not_warn():
    assert metric_of("jaccard").score([0, 0], [0, 0]) == 0.0


@pytest.mark.parametrize("name", ["roc_auc", "neg_log_loss", "average_precision", "neg_brier_score"])
def test_what_predictions_cannot_answer_is_refused(name):
    with refused("metric", name, "predict_proba", "Use compare"):
        metric_of(name)


def test_an_unknown_name_is_answered_with_its_neighbours():
    with refused("metric 'f1_makro'", "f1_macro", "outperform list metrics", error=SpecError):
        metric_of("f1_makro")


@pytest.mark.parametrize("name", ["r2", "jaccard_macro"])
def test_unknown_parameters_are_refused(name):
    with refused(name, "'squared'", error=SpecError):
        metric_of(f"{name}(squared=True)")
    with refused(name, "'positive'", error=SpecError):
        metric_of(f'{name}(positive="spam")')


def test_a_function_will_do():
    metric = metric_of(hits)
    assert metric.score([1, 0, 1], [1, 1, 1]) == 2.0
    assert str(metric) == "hits"
    assert str(metric_of(Counter())) == "Counter"


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_score_is_a_finite_number(value):
    with refused("metric", "<lambda>", value):
        metric_of(lambda *_: value).score([1], [1])


def test_r2_of_one_row_is_refused():
    with refused("metric", "r2", "nan"):
        metric_of("r2").score([1.0], [1.0])


def test_what_scikit_learn_refuses_is_refused_in_one_line():
    with refused("metric", "neg_mean_gamma_deviance"):
        metric_of("neg_mean_gamma_deviance").score([-1.0, 1.0], [1.0, 1.0])


def test_a_function_that_fails_is_named():
    def picky(*_):
        raise KeyError("no such class\nsecond line")

    with refused("metric", "picky", "KeyError: 'no such class"):
        metric_of(picky).score([1, 0], [1, 0])


def test_a_function_that_fails_without_words_is_named():
    def mute(*_):
        raise RuntimeError

    with refused("metric", "mute", "RuntimeError: RuntimeError"):
        metric_of(mute).score([1, 0], [1, 0])


def test_a_function_must_give_a_number():
    with refused("metric", "pair", "tuple"):
        metric_of(pair).score([1, 0], [1, 0])


def test_a_scorer_of_estimators_is_refused():
    with refused("metric", "f1_score", "function"):
        metric_of(sk.make_scorer(sk.f1_score))


def test_what_is_neither_name_nor_function_is_refused():
    with refused("metric", "(truth, predictions)", "got 3"):
        metric_of(3)


@pytest.mark.parametrize("text", ["r2", "jaccard(positive='spam')", "f1(positive='spam')", "accuracy"])
def test_names_round_trip_and_pickle(text):
    metric = metric_of(text)
    assert str(metric) == text
    assert metric_of(str(metric)) == metric == pickle.loads(pickle.dumps(metric))


def test_without_scikit_learn_only_its_scorers_are_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    module.find_scorer.cache_clear()
    assert metric_of("f1_macro").score([0, 1], [0, 1]) == 1.0
    assert metric_of("r2").score([0, 1], [0, 1]) == 1.0
    with refused(None, "jaccard", "pip install scikit-learn", error=MissingDependencyError):
        metric_of("jaccard")


def test_only_scikit_learns_scorers_are_known_by_name():
    """Fits are kept under a metric's fingerprint: a user's scorer of the same name may be anything."""

    def roc_auc(_estimator, _rows, _target):
        return 0.5

    assert scoring_of("roc_auc").fingerprint == "roc_auc"
    assert scoring_of(roc_auc).fingerprint is None
    assert scoring_of(sk.make_scorer(sk.roc_auc_score, response_method="predict_proba")).fingerprint is None


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("F1", "f1"),
        ("f1-score", "f1"),
        ("accuracy_score", "accuracy"),
        ("mae", "neg_mean_absolute_error"),
        ("RMSE", "neg_root_mean_squared_error"),
        ("brier", "neg_brier_score"),
        ("auc", "roc_auc"),
        ("log_loss", "neg_log_loss"),
        ("mean_squared_error", "neg_mean_squared_error"),
    ],
)
def test_a_usual_name_is_answered_with_the_one_to_type(given, meant):
    for door in (metric_of, scoring_of):
        with refused(f"metric {given!r}", f" {meant}?", error=SpecError):
            door(given)


def test_several_names_in_one_text_are_taken_apart():
    for door in (metric_of, scoring_of):
        with refused("metric 'f1_macro,accuracy'", 'metric=["f1_macro", "accuracy"]', error=SpecError):
            door("f1_macro,accuracy")


def test_the_positive_label_is_asked_for_in_both_ways():
    with refused("positive", 'positive="not spam"', 'positive="not spam"'):
        F1().score(["ham", "not spam"], ["ham", "ham"])
