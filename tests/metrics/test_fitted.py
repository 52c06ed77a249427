"""Metrics of fitted learners: names, scorers and functions."""

import pytest
from sklearn.metrics import get_scorer, make_scorer, mean_pinball_loss
from tests.refusals import refused

from outperform.core import SpecError
from outperform.metrics import Accuracy
from outperform.metrics.fitted import FittedScorer, scoring_of


def own(estimator, rows, target):
    return 1.0 * len(target) if estimator is not None and rows is not None else 0.0


def test_a_name_of_scikit_learn_is_a_fingerprint_and_a_users_own_scorer_has_none():
    known, mine = scoring_of("roc_auc"), scoring_of(get_scorer("roc_auc"))
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
