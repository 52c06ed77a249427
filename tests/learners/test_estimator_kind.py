"""Estimators that scikit-learn itself cannot make sense of: refused by name, before anything is fitted."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
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


class Silent(GaussianNB):
    """It cannot tell its parameters."""

    def get_params(self, deep=True):  # noqa: ARG002 - scikit-learn's own signature
        raise RuntimeError("no parameters here")


class Numbered(GaussianNB):
    """Its parameters have no names."""

    def get_params(self, deep=True):  # noqa: ARG002
        return {3: 4, "var_smoothing": 1e-9}


@pytest.mark.parametrize(("estimator", "fact"), [(Silent(), "no parameters here"), (Numbered(), "3")])
def test_an_estimator_without_readable_parameters_is_refused_by_name(estimator, fact):
    with refused("learners", type(estimator).__name__, fact):
        compare([estimator, "nb"], X, Y)


class Masks(GaussianNB):
    """It masks its predictions: the memory below a mask means nothing."""

    def predict(self, rows):
        return np.ma.masked_all(len(rows), dtype=np.int64)


class Strict(GaussianNB):
    """It makes numpy raise for everything, from then on."""

    def fit(self, rows, target):
        np.seterr(all="raise")
        return super().fit(rows, target)


def test_masked_predictions_are_missing():
    with refused(None, "Masks", "row 1", error=OutperformError) as refusal:
        compare([Masks(), "nb"], X, Y, procedure="corrected-cv(repeats=1, folds=3)")
    assert "class label" not in str(refusal.value)


def test_the_error_state_of_numpy_is_restored_after_a_fit():
    before = np.geterr()
    compare([Strict(), "nb"], X, Y, procedure="corrected-cv(repeats=1, folds=3)")
    assert np.geterr() == before


def test_more_neighbours_than_numpy_can_count_are_a_failure_of_the_learner():
    with refused(None, "KNeighborsClassifier", "fold 1", error=OutperformError):
        compare([KNeighborsClassifier(n_neighbors=10**500), "nb"], X, Y)
