"""Metrics of fitted learners: names, scorers and functions."""

import numpy as np
import pytest
from sklearn.metrics import get_scorer, make_scorer, mean_pinball_loss, roc_auc_score
from tests.refusals import refused

from outperform.core import SpecError
from outperform.data import dataset_of
from outperform.metrics import Accuracy
from outperform.metrics.fitted import FittedScorer, check_target, scoring_of
from outperform.metrics.scorers import scorer_names


def own(estimator, rows, target):
    return 1.0 * len(target) if estimator is not None and rows is not None else 0.0


def test_a_name_of_scikit_learn_is_a_fingerprint_and_a_users_own_scorer_has_none():
    known, mine = scoring_of("roc_auc"), scoring_of(make_scorer(roc_auc_score, response_method="predict_proba"))
    assert scoring_of(get_scorer("roc_auc")) == known  # the same in another spelling
    assert (type(known), known.fingerprint) == (FittedScorer, "roc_auc")
    assert (type(mine), mine.fingerprint) == (FittedScorer, None)


def test_three_arguments_are_a_scorers_and_two_are_truth_and_predictions():
    assert isinstance(scoring_of(own), FittedScorer)
    assert not isinstance(scoring_of(lambda truth, said: float((truth == said).mean())), FittedScorer)
    assert isinstance(scoring_of(make_scorer(mean_pinball_loss, greater_is_better=False)), FittedScorer)


def test_a_metric_is_taken_as_it_is():
    metric = Accuracy()
    assert scoring_of(metric) is metric


@pytest.mark.parametrize("metric", [3, None, 0.5])
def test_what_is_neither_is_refused(metric):
    with refused("metric", repr(metric), "outperform list metrics"):
        scoring_of(metric)


def test_a_scorer_of_scikit_learn_takes_no_parameters():
    with refused("roc_auc", "positive", error=SpecError):
        scoring_of("roc_auc(positive=1)")


@pytest.mark.parametrize("name", ["average_precision", "neg_brier_score", "d2_brier_score"])
def test_a_positive_class_is_part_of_the_name_and_of_the_fingerprint(name):
    if name not in scorer_names():
        pytest.skip(f"this scikit-learn has no {name}")
    made = scoring_of(name, positive=np.str_("spam"))
    assert str(made) == made.fingerprint == f"{name}(positive='spam')"
    assert str(scoring_of(str(made))) == str(made)
    assert str(scoring_of(made, positive="ham")) == str(made)  # it has one
    assert str(scoring_of(scoring_of(name), positive="spam")) == str(made)
    assert made.bounds == scoring_of(name).bounds
    with refused(name, "other", error=SpecError):
        scoring_of(f"{name}(other=1)")


@pytest.mark.parametrize("name", ["roc_auc", "neg_log_loss", "accuracy", "f1_macro", "r2"])
def test_metrics_without_a_positive_class_ignore_it(name):
    assert str(scoring_of(name, positive="spam")) == name


@pytest.mark.parametrize(
    ("metric", "target", "argument", "facts"),
    [
        ("roc_auc", [0, 1, 2], "metric", ("roc_auc_ovr", 3)),
        ("average_precision(positive=1)", [0, 1, 2], "metric", (3,)),
        ("average_precision", [2, 3], "positive", ("2, 3", "positive=3")),
        ("jaccard", ["ham", "spam"], "positive", ("ham, spam", 'positive="spam"')),
        ("f1", ["ham", "spam"], "positive", ("ham, spam", 'positive="spam"')),
    ],
)
def test_targets_that_a_metric_cannot_score_are_refused(metric, target, argument, facts):
    with refused(argument, *facts):
        check_target(scoring_of(metric), dataset_of(np.ones((12, 1)), target * (12 // len(target))))


@pytest.mark.parametrize(
    ("metric", "target"),
    [
        ("roc_auc", ["ham", "spam"]),
        ("roc_auc_ovr", [0, 1, 2]),
        ("average_precision", [1, 2]),
        ("average_precision", [0, 1, 2]),
        ("neg_brier_score", [1, 2]),
        ("average_precision", [False, True]),
        ("jaccard(positive='ham')", ["ham", "spam"]),
        ("r2", [0.5, 1.5, 2.5]),
    ],
)
def test_targets_that_a_metric_can_score_are_not(metric, target):
    check_target(scoring_of(metric), dataset_of(np.ones((12, 1)), target * (12 // len(target))))
