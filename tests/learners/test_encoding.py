"""Columns and labels are prepared for estimators that cannot take them as they are, and for no others."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from outperform.data import dataset_of
from outperform.learners import Estimator, described, kind_of, learner_of
from outperform.learners.categories import CategoryColumns
from outperform.learners.label_codes import LabelCoded, with_codes

FROM_DTYPE = HistGradientBoostingClassifier().categorical_features == "from_dtype"  # scikit-learn 1.6 and later

RNG = np.random.default_rng(3)
SIZE = 90
NUMBERS = RNG.normal(size=(SIZE, 2))
MIXED = pd.DataFrame(
    {
        "size [cm]": np.where(RNG.random(SIZE) < 0.2, np.nan, NUMBERS[:, 0]),
        "colour": RNG.choice(["red", "green", None], SIZE),
        "shop": RNG.choice(["a", "b", "c"], SIZE),
    }
)
CLASSES = np.where(NUMBERS[:, 0] + (MIXED["colour"] == "red") > 0.3, "yes", "no")


def dataset(rows=MIXED):
    return dataset_of(rows, CLASSES)


def holes():
    return np.where(RNG.random((SIZE, 2)) < 0.2, np.nan, NUMBERS)


@pytest.mark.parametrize(
    ("spec", "steps"),
    [
        ("sklearn.svm.SVC", ("one-hot", "filled", "scaled")),
        ("sklearn.naive_bayes.GaussianNB", ("one-hot", "filled")),
        ("sklearn.tree.DecisionTreeClassifier", ("one-hot",)),  # it has its own way with missing numbers
        ("sklearn.ensemble.HistGradientBoostingClassifier", ("categories",)),
        ("sklearn.dummy.DummyClassifier", ()),
    ],
)
def test_classes_by_name_get_what_they_need(spec, steps):
    learner = learner_of(spec, dataset())
    assert learner.encoding == steps
    assert not learner.own
    made = learner.make(0).fit(dataset().rows.iloc[:60], CLASSES[:60])
    assert set(made.predict(dataset().rows.iloc[60:])) <= {"yes", "no"}
    assert described(learner).name == spec.rpartition(".")[2]


def test_encoded_columns_are_those_of_the_short_names():
    named, short = learner_of("sklearn.svm.SVC", dataset()), learner_of("svm", dataset())
    assert named.fingerprint == short.fingerprint
    assert kind_of(named) == kind_of(short)


@pytest.mark.parametrize(("encode", "done"), [(None, True), ("auto", True), ("none", False)])
def test_encode_decides_for_names(encode, done):
    assert bool(learner_of("sklearn.svm.SVC", dataset(), encode=encode).encoding) is done
    assert learner_of("svm", dataset(), encode=encode).fingerprint == learner_of("svm", dataset()).fingerprint


@pytest.mark.parametrize(("encode", "done"), [(None, False), ("auto", True), ("none", False)])
def test_encode_decides_for_objects(encode, done):
    learner = learner_of(SVC(), dataset(), encode=encode)
    assert bool(learner.encoding) is done
    assert learner.own is not done


@pytest.mark.parametrize("encode", [None, "auto", "none"])
@pytest.mark.parametrize("given", ["sklearn.svm.SVC", SVC(), "sklearn.tree.DecisionTreeClassifier(max_depth=2)"])
def test_complete_numbers_change_nothing(given, encode):
    learner = learner_of(given, dataset(NUMBERS), encode=encode)
    assert learner.encoding == ()
    plain = (
        SVC() if given != "sklearn.tree.DecisionTreeClassifier(max_depth=2)" else DecisionTreeClassifier(max_depth=2)
    )
    assert learner.fingerprint == Estimator(plain).fingerprint


def test_a_learner_that_takes_missing_numbers_is_left_alone():
    assert learner_of("sklearn.tree.DecisionTreeClassifier", dataset(holes())).encoding == ()
    assert learner_of("sklearn.svm.SVC", dataset(holes())).encoding == ("filled", "scaled")


class Reader(ClassifierMixin, BaseEstimator):
    """Reads text itself."""

    def fit(self, rows, target):
        self.classes_ = np.unique(target)
        assert set(rows["shop"]) <= {"a", "b", "c"}
        return self

    def predict(self, rows):
        return np.where(rows["colour"].eq("red").to_numpy(), self.classes_[-1], self.classes_[0])


@pytest.mark.parametrize(
    "given",
    [
        Reader(),
        make_pipeline(
            make_column_transformer(
                (OneHotEncoder(handle_unknown="ignore"), make_column_selector(dtype_exclude="number"))
            ),
            SVC(),
        ),
        DummyClassifier(),
    ],
    ids=["own class", "pipeline", "dummy"],
)
def test_the_own_way_of_an_estimator_wins(given):
    learner = learner_of(given, dataset(), encode="auto")
    assert learner.encoding == ()
    assert learner.own


@pytest.mark.skipif(not FROM_DTYPE, reason="this scikit-learn does not read categories from the frame by default")
def test_category_columns_of_the_user_are_passed_on():
    frame = MIXED.astype({"colour": "category", "shop": "category"})
    data = dataset_of(frame, CLASSES)
    data = replace(data, given=replace(data.given, rows=frame))
    assert learner_of(HistGradientBoostingClassifier(max_iter=5), data, encode="auto").own


def test_categories_are_those_of_training():
    columns = CategoryColumns((1, 2)).fit(dataset().rows)
    other = pd.DataFrame({"size [cm]": [1.0], "colour": ["mauve"], "shop": ["b"]}, dtype=object)
    found = columns.transform(other)
    assert list(found.columns) == ["x0", "x1", "x2"]
    assert found["x1"].isna().all()
    assert list(found["x2"].cat.categories) == ["a", "b", "c"]
    text = CategoryColumns((1, 2), text=True).fit(dataset().rows).transform(dataset().rows)
    assert text["x1"].isin(["red", "green", "(missing)"]).all()


def test_more_categories_than_bins_are_one_hot():
    frame = pd.DataFrame({"x": NUMBERS[:, 0], "many": pd.Categorical([f"v{row}" for row in range(SIZE)])})
    spec = "sklearn.ensemble.HistGradientBoostingClassifier(max_bins=50)"
    assert learner_of(spec, dataset_of(frame, CLASSES)).encoding == ("one-hot",)


def test_labels_are_coded_and_answered_in_their_own_words():
    coded = LabelCoded(SVC()).fit(NUMBERS, CLASSES)
    assert coded.classes_.tolist() == ["no", "yes"]
    assert set(coded.predict(NUMBERS)) <= {"no", "yes"}
    assert coded.decision_function(NUMBERS).shape == (SIZE,)
    assert not hasattr(coded, "predict_proba")
    tree = LabelCoded(DecisionTreeClassifier()).fit(NUMBERS, CLASSES)
    assert tree.predict_proba(NUMBERS).shape == (SIZE, 2)
    assert not hasattr(tree, "decision_function")
    assert kind_of(Estimator(LabelCoded(SVC(C=2)))) == "SVC(C=2)"


def test_only_learners_that_want_numbers_get_them():
    assert not isinstance(with_codes(SVC(), dataset(NUMBERS)), LabelCoded)


def test_a_trial_leaves_the_random_state_alone():
    np.random.seed(4)  # noqa: NPY002
    expected = np.random.random()  # noqa: NPY002
    np.random.seed(4)  # noqa: NPY002
    learner_of("sklearn.svm.SVC", dataset())
    assert np.random.random() == expected  # noqa: NPY002
