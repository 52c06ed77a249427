"""Functions and scorers of a user's: the direction is measured, known by a name, said, or assumed."""

from functools import partial

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    brier_score_loss,
    fbeta_score,
    make_scorer,
    mean_absolute_error,
    mean_pinball_loss,
    roc_auc_score,
)
from tests.refusals import refused

from outperform import budget, compare, judge_predictions, league
from outperform.core import DirectionOrigin, NoteKind
from outperform.testing import assert_outperforms

RNG = np.random.default_rng(31)
TRUTH = np.arange(120) % 2
GOOD, BAD = np.where(RNG.random(120) < 0.95, TRUTH, 1 - TRUTH), np.where(RNG.random(120) < 0.6, TRUTH, 1 - TRUTH)
X = np.column_stack([TRUTH + RNG.normal(0, 1, 120), RNG.normal(0, 1, 120)])


def saved(truth, said):
    return float(np.mean(truth == said))


def gap(truth, said):
    return float(np.mean(truth != said))


def loss(truth, said):
    """Called like a loss, and turned by its author."""
    return -gap(truth, said)


def constant(_truth, said):
    return 0.5 + 0 * float(np.mean(said))


def of_three(estimator, rows, truth):
    return float(estimator.score(rows, truth))


def my_error(estimator, rows, truth):
    return 1 - of_three(estimator, rows, truth)


def judged(metric, **words):
    return judge_predictions(TRUTH, {"good": GOOD, "bad": BAD}, metric, **words)


def fitted(metric, **words):
    return compare(["nb", "dummy"], X, TRUTH, metric=metric, procedure="blocked-3x2", **words)


@pytest.mark.parametrize("metric", [saved, loss])
@pytest.mark.parametrize("way", [judged, fitted])
def test_a_function_whose_best_score_is_that_of_right_predictions_is_known(metric, way):
    found = way(metric)
    assert (found.scores[0].direction.higher, found.scores[0].direction.origin) == (True, DirectionOrigin.KNOWN)
    assert found[0].decision == "first"
    with refused("lower", metric.__name__):
        way(metric, lower=metric.__name__)
    assert way(metric, higher=metric.__name__).scores[0].direction.origin is DirectionOrigin.SAID


@pytest.mark.parametrize("way", [judged, fitted])
def test_a_function_whose_best_score_is_that_of_wrong_predictions_is_refused_unless_it_is_said(way):
    with refused("metric", "gap", 'lower="gap"'):
        way(gap)
    with refused("higher", "gap"):
        way(gap, higher="gap")
    found = way(gap, lower="gap")
    assert found[0].decision == "first"
    assert found[0].verdict.estimate == pytest.approx(way(loss)[0].verdict.estimate)
    assert (found.to_dict()["verdicts"][0]["direction"], found.scores[0].values.max() <= 0) == ("lower", True)
    assert "gap (lower is better)" in str(found)
    assert [note["metric"] for note in found.notes if note.kind is NoteKind.LOWER_IS_BETTER] == ["gap"]


def test_a_correction_of_the_threshold_sees_the_turned_metric():
    one, other = (
        compare(["nb", "tree"], X, TRUTH, metric=each, correct="always", **words)
        for each, words in ((gap, {"lower": "gap"}), (loss, {}))
    )
    assert one[0].verdict.estimate == pytest.approx(other[0].verdict.estimate)
    assert one[0].threshold.factor == pytest.approx(other[0].threshold.factor)


def test_a_scorer_is_measured_with_its_sign():
    with refused("metric", "gap", 'lower="gap"'):
        fitted(make_scorer(gap))
    turned, said = fitted(make_scorer(gap, greater_is_better=False)), fitted(make_scorer(gap), lower="gap")
    assert turned[0].verdict.estimate == pytest.approx(said[0].verdict.estimate)
    assert fitted(make_scorer(fbeta_score, beta=2)).scores[0].direction.origin is DirectionOrigin.KNOWN


def brier(truth, chances):
    """Of labels, or of a probability or a decision value of the positive class."""
    if np.min(chances) < 0 or np.max(chances) > 1:
        chances = 1 / (1 + np.exp(-chances))
    return float(np.mean((chances - truth) ** 2))


def sharp(truth, chances):
    """A loss that is not finite for probabilities of 0 and 1."""
    with np.errstate(all="ignore"):
        return -float(np.mean(truth * np.log(chances) + (1 - truth) * np.log(1 - chances)))


def turned_brier(truth, chances):
    return -brier(truth, chances)


def of_predictions(estimator, rows, truth):
    return float(np.mean(estimator.predict(rows) != truth))


METHODS = ("predict", "predict_proba", "decision_function", ("decision_function", "predict_proba"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("function", [brier, constant])
def test_the_sign_of_a_scorer_decides_whatever_it_asks_the_learner_for(method, function):
    """It is never turned a second time, by its own name or by that of all metrics."""
    scorer = make_scorer(function, response_method=method, greater_is_better=False)
    for word in (f"neg_{function.__name__}", True):
        with refused("lower", function.__name__, "greater_is_better=False", "already"):
            fitted_logistic(scorer, lower=word)
    found = fitted_logistic(scorer)
    assert (found.scores[0].direction.higher, found.scores[0].direction.origin) == (True, DirectionOrigin.KNOWN)
    assert found[0].decision == ("first" if function is brier and method != "predict" else "open")
    assert fitted_logistic(scorer, higher=True)[0].verdict.estimate == found[0].verdict.estimate


@pytest.mark.parametrize("method", METHODS)
def test_a_scorer_without_a_sign_is_measured_whatever_it_asks_the_learner_for(method):
    with refused("metric", "brier is a loss", 'lower="brier"'):
        fitted_logistic(make_scorer(brier, response_method=method))
    said = fitted_logistic(make_scorer(brier, response_method=method), lower="brier")
    turned = make_scorer(turned_brier, response_method=method)
    assert said[0].verdict.estimate == pytest.approx(fitted_logistic(turned)[0].verdict.estimate)
    assert said[0].decision == ("open" if method == "predict" else "first")
    with refused("lower", "turned_brier"):
        fitted_logistic(turned, lower=True)


def fitted_logistic(metric, **words):
    return compare(
        {"logreg": "logreg", "weak": LogisticRegression(C=1e-6)},
        X,
        TRUTH,
        metric=metric,
        procedure="blocked-3x2",
        **words,
    )


def test_a_scorer_that_is_turned_the_wrong_way_is_refused():
    with refused("metric", "greater_is_better=False", "saved"):
        fitted(make_scorer(saved, greater_is_better=False))
    assert fitted(make_scorer(saved, greater_is_better=False), higher="neg_saved")[0].decision == "second"


def test_functions_of_probabilities_are_measured():
    table = {"good": 0.1 + 0.8 * GOOD, "bad": 0.1 + 0.8 * BAD}
    for metric in (brier, sharp):
        with refused("metric", metric.__name__, "is a loss"):
            judge_predictions(TRUTH, table, metric)
        assert judge_predictions(TRUTH, table, metric, lower=metric.__name__)[0].decision == "first"
    with refused("lower", "turned_brier"):
        judge_predictions(TRUTH, table, turned_brier, lower=True)


def test_a_function_of_a_fitted_learner_is_tried_on_right_and_wrong_answers():
    with refused("metric", "of_predictions", 'lower="of_predictions"'):
        fitted(of_predictions)
    for metric, name in ((of_predictions, "of_predictions"), (my_error, "my_error")):
        assert fitted(metric, lower=name)[0].decision == "first"
    assert fitted(of_three).scores[0].direction.origin is DirectionOrigin.KNOWN
    with refused("lower", "of_three"):
        fitted(of_three, lower="of_three")


def test_where_nothing_is_measured_the_name_says_it():
    """A scorer that needs more than answers is not tried: the learner that is tried has read no rows."""

    def depth_error(estimator, rows, truth):
        assert estimator.n_features_in_
        return my_error(estimator, rows, truth)

    def depth(estimator, rows, truth):
        assert estimator.n_features_in_
        return of_three(estimator, rows, truth)

    with refused("metric", "depth_error", 'lower="depth_error"'):
        fitted(depth_error)
    found = compare(["dummy", "nb"], X, TRUTH, metric=depth, procedure="blocked-3x2")
    assert found.scores[0].direction.assumed
    assert "higher is better assumed for 'depth'" in " ".join(str(found).split())


def test_an_assumed_direction_opens_no_gate():
    predictions = {"good": GOOD, "bad": BAD}
    assert judged(constant).scores[0].direction.assumed
    with refused("metric", "'constant'", 'higher="constant"'):
        assert_outperforms(predictions, truth=TRUTH, metric=constant)
    assert assert_outperforms(predictions, truth=TRUTH, metric=saved)[0].decision == "first"
    assert assert_outperforms(predictions, truth=TRUTH, metric=gap, lower="gap")[0].decision == "first"


def test_a_function_that_fails_or_tells_nothing_of_right_predictions_is_assumed():
    def share(_truth, said):
        return float(np.mean(said))

    def chances(_truth, _said):
        raise ValueError("needs probabilities")

    assert judged(share).scores[0].direction.assumed
    with refused("metric", "needs probabilities"):
        judged(chances)
    scorer = make_scorer(roc_auc_score, response_method="predict_proba")
    assert fitted(scorer).scores[0].direction.origin is DirectionOrigin.KNOWN


def test_losses_of_scikit_learn_may_be_turned_by_a_word():
    with refused("metric", "brier_score_loss", "metric='neg_brier_score'"):
        judged(brier_score_loss)
    numbers = np.linspace(0, 1, 60)
    table = {"near": numbers + 0.01 * np.sin(np.arange(60)), "far": numbers[::-1]}
    for metric, name in (
        (mean_absolute_error,) * 2,
        (partial(mean_pinball_loss, alpha=0.1), "mean_pinball_loss(alpha=0.1)"),
    ):
        called = name if isinstance(name, str) else "mean_absolute_error"
        assert judge_predictions(numbers, table, metric, lower=called)[0].decision == "first"


def test_names_of_scikit_learn_are_never_turned():
    for way in (judged, fitted):
        with refused("lower", "'accuracy'"):
            way("accuracy", lower="accuracy")
        with refused("lower", "'recal'", "recall"):
            way("recall_macro", lower="recal")
        assert way("accuracy", higher=True)[0].decision == "first"
    with refused("lower", "'roc_auc'"):
        judge_predictions(TRUTH, {"good": 0.8 * GOOD + 0.1, "bad": 0.8 * BAD + 0.1}, "roc_auc", lower="roc_auc")


def test_budgets_and_leagues_that_run_take_the_same_words():
    assert (
        budget(["nb", "dummy"], X, TRUTH, metric=gap, lower="gap", repeats=1, seeds=1).to_dict()["pairs"][0][
            "direction"
        ]
        == "lower"
    )
    with refused("metric", "gap"):
        budget(["nb", "dummy"], X, TRUTH, metric=gap)
    sets = {f"d{at}": (X + at, TRUTH) for at in range(6)}
    ways = {"procedure": "fixed-league(repeats=2)", "test": "t-datasets"}
    with refused(None, "gap", 'lower="gap"'):
        league(["nb", "dummy"], sets, metric=gap, **ways)
    found = league(["nb", "dummy"], sets, metric=gap, lower="gap", **ways)
    assert (found[0].decision.value, found.to_dict()["direction"], found.to_dict()["direction_origin"]) == (
        "first",
        "lower",
        "said",
    )
    assert found.standings[0].mean > 0
