"""Names that newcomers type: each is answered with what to type instead."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform import compare
from outperform.core import OutperformError
from outperform.data import dataset_of, load
from outperform.learners import RECIPES, learner_of, learners_of
from outperform.learners.short import ALIASES

ROWS = dataset_of(np.arange(20.0).reshape(10, 2), ["no", "yes"] * 5)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("NB", "nb"),
        ("naive_bayes", "nb"),
        ("rf", "forest"),
        ("Random-Forest", "forest"),
        ("xgb", "boosting"),
        ("decision_tree", "tree"),
        ("lr", "logreg"),
        ("GaussianNB", "sklearn.naive_bayes.GaussianNB"),
    ],
)
def test_other_names_of_learners_are_answered_with_ours(name, ours):
    with refused("learners", name, f"did you mean {ours}"):
        learner_of(name, ROWS)


def test_aliases_stand_for_short_names_and_take_none_of_theirs():
    others = [each for names in ALIASES.values() for each in names]
    assert len(others) == len(set(others))
    assert not set(others) & set(RECIPES)
    assert {name.split()[0] for name in ALIASES} <= set(RECIPES)


@pytest.mark.parametrize(
    ("given", "apart"), [(["nb,tree"], "['nb', 'tree']"), (["nb,", "tree"], "nb"), (["nb, tree"], "['nb', 'tree']")]
)
def test_commas_between_learners_are_named(given, apart):
    with refused("learners", apart):
        learners_of(given, ROWS)


def test_commas_within_parameters_are_fine():
    tree = "sklearn.tree.DecisionTreeClassifier(max_depth=3, min_samples_leaf=2)"
    assert list(learners_of([tree, "nb"], ROWS)) == [tree, "nb"]


@pytest.mark.parametrize("name", ["m.pkl", "model.joblib"])
def test_saved_models_are_not_loaded(name):
    with refused("learners", name, "models.py:NAME"):
        learner_of(name, ROWS)


def test_a_module_without_learners_has_no_empty_list():
    with refused("learners", "StandardScaler", "models.py:NAME") as refusal:
        learner_of("sklearn.preprocessing.StandardScaler", ROWS)
    assert "known" not in str(refusal.value)


@pytest.mark.parametrize("fast", [True, False])
def test_a_regressor_for_classes_is_named(fast):
    name = "sklearn.linear_model.LinearRegression"
    with refused(None, name, "iris", "classifier", error=OutperformError):
        compare([name, "nb"], load("iris"), fast=fast, progress=False)


def test_the_name_of_a_data_set_is_to_be_loaded():
    with refused("X", "load('iris')"):
        compare(["nb", "tree"], "iris")


def test_few_rows_are_answered_with_fewer_folds():
    rows, target = np.arange(12.0).reshape(6, 2), ["no", "yes"] * 3
    with refused(None, "adaptive-cv(folds=6)"):
        compare(["nb", "tree"], rows, target, progress=False)
    assert compare(["nb", "tree"], rows, target, procedure="adaptive-cv(folds=6)", progress=False).judgements
