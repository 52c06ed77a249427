"""What ``outperform list metrics`` says of scikit-learn's scorers."""

import pytest
from sklearn.metrics import get_scorer, make_scorer, mean_absolute_error, r2_score
from tests.refusals import refused

from outperform.metrics import CATALOGUE, summaries
from outperform.metrics.fitted import FittedScorer, scoring_of
from outperform.metrics.scorers import metric_of, scorer_names
from outperform.metrics.summaries import SUMMARIES, installed_summaries

OF_PREDICTIONS, OF_FITTED = installed_summaries()


def test_every_scorer_of_one_label_per_row_is_listed_once():
    listed = [*CATALOGUE, *OF_PREDICTIONS, *OF_FITTED]
    assert len(set(listed)) == len(listed)
    assert {name for name in scorer_names() if not name.endswith("_samples")} <= set(listed)
    assert {*OF_PREDICTIONS, *OF_FITTED} <= set(scorer_names())


@pytest.mark.parametrize("name", OF_PREDICTIONS)
def test_those_of_predictions_need_nothing_else(name):
    assert str(metric_of(name)) == name


@pytest.mark.parametrize("name", OF_FITTED)
def test_the_others_need_a_fitted_learner(name):
    assert isinstance(scoring_of(name), FittedScorer)
    with refused("metric", name, "Use compare"):
        metric_of(name)


def test_each_has_one_line_of_its_own():
    lines = [*OF_PREDICTIONS.values(), *OF_FITTED.values()]
    assert all(line.endswith(".") and "\n" not in line and len(line) < 120 for line in lines)
    assert len(set(SUMMARIES.values())) == len(SUMMARIES)
    assert all("minus" in line for name, line in SUMMARIES.items() if name.startswith("neg_"))


def test_a_newer_scorer_comes_last_with_scikit_learns_own_words(monkeypatch):
    newer = {"neg_zz": make_scorer(mean_absolute_error, greater_is_better=False), "zz": make_scorer(r2_score)}
    monkeypatch.setattr(summaries, "scorer_names", lambda: ["zz", "neg_zz", "jaccard"])
    monkeypatch.setattr(summaries, "find_scorer", lambda name: newer.get(name) or get_scorer(name))
    found, none = installed_summaries()
    assert list(found) == ["jaccard", "neg_zz", "zz"]
    assert none == {}
    assert found["neg_zz"] == "Mean absolute error regression loss, with a minus sign."
    assert found["zz"].endswith("regression score function.")
