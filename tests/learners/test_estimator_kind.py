"""Estimators that scikit-learn itself cannot make sense of: refused by name, before anything is fitted."""

import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from tests.refusals import refused

from outperform import budget, compare
from outperform.core import OutperformError

X, Y = load_iris(return_X_y=True)
BROKEN = [
    (BaggingClassifier(estimator="nb"), ["BaggingClassifier", "estimator", "'nb'"]),
    (BaggingClassifier(estimator=GaussianNB), ["BaggingClassifier", "GaussianNB()"]),
    (OneVsRestClassifier("nb"), ["OneVsRestClassifier", "'nb'"]),
    (GridSearchCV("nb", {}), ["GridSearchCV", "'nb'"]),
    (BaggingClassifier(estimator=5), ["BaggingClassifier"]),
    (Pipeline("nb"), ["Pipeline"]),
    (Pipeline(5), ["Pipeline"]),
]


@pytest.mark.parametrize("place", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize(("estimator", "facts"), BROKEN)
def test_a_broken_estimator_is_refused_by_name(estimator, facts, place):
    learners = ["nb"]
    learners.insert(place, estimator)
    for door in (compare, budget):
        with refused("learners", *facts):
            door(learners, X, Y)


def test_a_spec_of_one_is_refused_too():
    with refused("learners", "BaggingClassifier", "'nb'"):
        compare(["sklearn.ensemble.BaggingClassifier(estimator='nb')", "nb"], X, Y)


def test_what_fails_only_when_it_is_fitted_is_a_failed_fit():
    with refused(None, "VotingClassifier", error=OutperformError):
        compare([VotingClassifier([("a", "nb")]), "nb"], X, Y)


class Grumpy(GaussianNB):
    def __repr__(self):
        raise RuntimeError("no")

    def __sklearn_tags__(self):
        raise RuntimeError("not today\nnor tomorrow")


def test_what_an_estimator_raises_is_told_in_one_line():
    with refused("learners", "Grumpy", "RuntimeError", "not today"):
        compare({"a": Grumpy(), "b": "nb"}, X, Y)
