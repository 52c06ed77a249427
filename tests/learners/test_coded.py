"""Learners on rows that are coded once predict the same, to the last bit, as with columns prepared in every fit."""

import tracemalloc
import warnings
from dataclasses import replace
from typing import Literal

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from outperform import compare
from outperform.core import Dataset, stream, take
from outperform.data import dataset_of
from outperform.designs import KFold
from outperform.engine import Contest, Runner, Ways
from outperform.learners import Estimator, learner_of
from outperform.learners.coded import medians, scale_of

SIZE = 60
HALF = np.arange(SIZE) % 2

SHORT = ("nb", "lda", "logreg", "tree", "stump", "1nn", "5nn", "svm", "ridge", "boosting", "dummy")
CLASSES = (
    "sklearn.tree.DecisionTreeClassifier(max_depth=4)",  # takes missing numbers
    "sklearn.neighbors.KNeighborsClassifier",  # needs scales
    "sklearn.svm.LinearSVC",
    "sklearn.ensemble.RandomForestClassifier(n_estimators=5)",
)
NUMBERS = ("tree", "5nn", "ridge", "svm", "ols")


def columns(kind: str, size: int = SIZE) -> dict:
    """Columns of a kind, among them a numeric and a nominal one that depend on the class."""
    rng = stream(1, kind)
    x = rng.normal(size=size) + HALF
    colour = np.where(HALF == 1, rng.choice(["red", "blue", "green"], size), rng.choice(["red", "blue"], size))
    base = {"x": x, "colour": colour.astype(object)}
    return base | {
        "plain": {},
        "no numbers": {"x": rng.choice(["p", "q"], size)},
        "missing numbers": {"x": np.where(rng.random(size) < 0.3, np.nan, x), "z": rng.normal(size=size)},
        "missing text": {"shape": np.where(rng.random(size) < 0.3, None, rng.choice(["o", "v"], size))},
        "all missing": {"z": np.full(size, np.nan), "word": np.full(size, None)},
        "missing in training": {
            "z": np.where(np.arange(size) < size // 3, x, np.nan),
            "word": np.where(np.arange(size) < size // 3, colour, None),
        },
        "constant": {"z": np.full(size, 3.0), "word": np.full(size, "same", dtype=object)},
        "one row each": {"name": pd.Categorical([f"n{place:03}" for place in rng.permutation(size)])},
        "booleans": {"flag": x > 0, "said": np.where(x > 0, True, None)},
        "numbers as text": {
            "grade": pd.Categorical(rng.choice([1, 2, 10], size)),
            "size": rng.choice(["9", "10", "s"], size),
        },
        "categories": {
            "size": pd.Categorical(rng.choice(["s", "m", "l"], size), categories=["s", "m", "l", "xl"], ordered=True)
        },
        "many numbers": {f"z{place}": rng.normal(size=size) for place in range(12)} | {"colour": np.full(size, "red")},
    }[kind]  # fmt: skip


KINDS = (
    "plain", "no numbers", "missing numbers", "missing text", "all missing", "missing in training", "constant",
    "one row each", "booleans", "numbers as text", "categories", "many numbers",
)  # fmt: skip


def mixed(kind: str, *, classes: bool = True) -> Dataset:
    made = columns(kind)
    target = np.where(HALF == 1, "yes", "no") if classes else np.nan_to_num(columns("plain")["x"]) + 0.25
    return dataset_of(pd.DataFrame(made), target)


def array(*, missing: bool, order: Literal["C", "F"] = "C") -> Dataset:
    rng = stream(2)
    rows = np.array(rng.normal(size=(SIZE, 5)) + HALF[:, None], order=order)
    if missing:
        rows[rng.random(rows.shape) < 0.2] = np.nan
        rows[:40, 4] = np.nan
    return Dataset(rows, np.where(HALF == 1, "yes", "no"), kinds=("numeric",) * 5)


SPLITS = (
    (np.arange(20, SIZE), np.arange(20)),  # the rows that have the column that is missing in training are tested
    (np.arange(7, SIZE), np.arange(7)),
    (np.flatnonzero(np.arange(SIZE) % 4 > 1), np.flatnonzero(np.arange(SIZE) % 4 < 2)),
)


def answers(learner, table, target, train, test) -> list:
    """Return all that a learner says of the test rows, and its warnings."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        made = learner.make(3)
        made.fit(take(table, train), target[train])
        words = [word for word in ("predict", "predict_proba", "decision_function") if hasattr(made, word)]
        said = [getattr(made, word)(take(table, test)) for word in words]
    return [*said, np.array([f"{each.category.__name__}: {each.message}" for each in heard])]


def check_same(spec: str, dataset: Dataset) -> None:
    learner = learner_of(spec, dataset)
    assert learner.coded is not None
    for train, test in SPLITS:
        usual = answers(learner, dataset.rows, dataset.target, train, test)
        quick = answers(learner.coded, dataset.coded, dataset.target, train, test)
        for one, other in zip(usual, quick, strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("spec", [*SHORT, *CLASSES])
@pytest.mark.parametrize("kind", KINDS)
def test_same_classes_and_probabilities(kind, spec):
    check_same(spec, mixed(kind))


@pytest.mark.parametrize("spec", NUMBERS)
@pytest.mark.parametrize("kind", ["missing numbers", "missing in training", "one row each"])
def test_same_numbers(kind, spec):
    check_same(spec, mixed(kind, classes=False))


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("spec", ["lda", "logreg", "svm", "tree"])
def test_same_on_arrays_with_missing_numbers(spec, order):
    check_same(spec, array(missing=True, order=order))


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("spec", ["logreg", "svm", "ridge"])
def test_same_on_arrays(spec, order):
    check_same(spec, array(missing=False, order=order))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spec", ["lda", "logreg", "sklearn.tree.DecisionTreeClassifier"])
def test_same_columns_in_the_same_layout(spec, kind):
    dataset = mixed(kind)
    learner = learner_of(spec, dataset)
    for train, test in SPLITS:
        usual, quick = learner.estimator[:-1], learner.coded.make(0).steps[0][1]
        pairs = [
            (usual.fit_transform(take(dataset.rows, train)), quick.fit_transform(dataset.coded[train])),
            (usual.transform(take(dataset.rows, test)), quick.transform(dataset.coded[test])),
        ]
        for one, other in pairs:
            np.testing.assert_array_equal(one, other)
            assert one.strides == other.strides


@pytest.mark.parametrize("numbers", [[1.0], [1.0, 2.0], [2.0, 1.0, 7.0], [3.0, np.nan, 4.0, np.nan], [np.nan]])
def test_medians_are_those_of_scikit_learn(numbers):
    column = np.array(numbers)[:, None]
    usual = SimpleImputer(strategy="median", keep_empty_features=True).fit(column).statistics_
    assert medians(column).tolist() == usual.tolist()


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shift", [0.0, 1e9])
def test_scales_are_those_of_scikit_learn(shift, order):
    numbers = np.array(stream(4).normal(size=(57, 5)) * [1e-7, 1.0, 1e5, 1.0, 0.0] + shift, order=order)
    for rows in (numbers, np.where(stream(5).random(numbers.shape) < 0.2, np.nan, numbers)):
        usual = StandardScaler().fit(rows)
        mean, deviation = scale_of(rows)
        assert mean.tolist() == usual.mean_.tolist()
        assert deviation.tolist() == usual.scale_.tolist()


def test_every_fit_gets_a_fresh_estimator_with_its_seeds():
    learner = Estimator(SVC(C=2.0))  # which has attributes beside its parameters
    one, two = learner.make(1), learner.make(2)
    assert one is not two
    assert one.get_params() | {"random_state": 0} == two.get_params() | {"random_state": 0}
    assert one.random_state != two.random_state
    assert vars(one).keys() == vars(clone(SVC())).keys()


def fitted(dataset: Dataset, learners: list[str], metric: object = "accuracy", jobs: int | None = None) -> list:
    contest = Contest.of(learners, dataset, metric=metric)
    plan = KFold(folds=4, repeats=2).plan(contest.dataset, stream(0, "plan"))
    (scores,) = Runner(contest, Ways(jobs=jobs), keep=True).scores(plan)
    return [scores.values.tolist(), scores.items.predictions.tolist()]


@pytest.fixture
def uncoded(monkeypatch):
    """Let all fits prepare the columns of frames."""
    return lambda: monkeypatch.setattr(Dataset, "coded", None)


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc"])
def test_the_engine_gives_the_same_scores_and_predictions_with_groups(metric, uncoded):
    made = replace(mixed("missing text"), groups=np.arange(SIZE) // 3)
    learners = ["nb", "lda", "logreg", "5nn"]
    quick = fitted(made, learners, metric)
    assert fitted(made, learners, metric, jobs=2) == quick
    uncoded()
    assert fitted(made, learners, metric) == quick


def test_learners_with_a_fast_path_give_the_same(uncoded):
    quick = fitted(array(missing=False), ["lda", "stump", "sklearn.naive_bayes.GaussianNB"])
    uncoded()
    assert fitted(array(missing=False), ["lda", "stump", "sklearn.naive_bayes.GaussianNB"]) == quick


def test_a_comparison_gives_the_same_numbers(uncoded):
    def told() -> list:
        made = compare(["nb", "lda", "tree"], mixed("missing numbers"), progress=False)
        return [(each.verdict.pvalue, each.verdict.estimate) for each in made.judgements]

    quick = told()
    uncoded()
    assert told() == quick


def test_a_scorer_of_a_user_gets_the_rows_as_they_are():
    seen = set()

    def look(estimator, X, y):
        assert len(X.columns)  # a scorer that looks at the rows is asked in every fit
        seen.add(type(X))
        return float(np.mean(estimator.predict(X) == y))

    fitted(mixed("plain"), ["nb", "lda"], look)
    assert seen == {pd.DataFrame}


def test_names_of_fits_do_not_change():
    dataset = mixed("missing text")
    before = dataset.fingerprint
    assert dataset.coded is not None
    assert replace(dataset, name="other").fingerprint == before
    learner = learner_of("lda", dataset)
    assert learner.fingerprint == Estimator(learner.estimator).fingerprint
    assert str(learner) == str(Estimator(learner.estimator))


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["a", "b", None], dtype=object),  # None is a category of its own in scikit-learn, beside NaN
        pd.Series(["a", 1, "b"], dtype=object),
        pd.Series([True, False, True]),
        pd.Series(["a", "b", "a"], dtype="category"),
    ],
)
def test_other_columns_are_left_to_scikit_learn(column):
    assert Dataset(pd.DataFrame({"c": column}), np.array([0, 1, 0]), kinds=("nominal",)).coded is None


@pytest.mark.parametrize("numbers", [np.array([1.0, np.inf]), np.array([1, 2]), np.array([1, 2], dtype=np.float32)])
def test_other_numbers_are_left_to_scikit_learn(numbers):
    target = np.array([0, 1])
    assert Dataset(pd.DataFrame({"x": numbers}), target, kinds=("numeric",)).coded is None
    assert Dataset(numbers[:, None], target, kinds=("numeric",)).coded is None


def test_rows_that_are_no_table_are_left_alone():
    assert Dataset(["some", "text"], np.array([0, 1])).coded is None
    assert Dataset(pd.DataFrame({"x": [1.0, 2.0]}), np.array([0, 1])).coded is None  # of unknown kinds


def test_a_column_of_ten_thousand_categories_takes_no_more_memory_than_its_text():
    size = 20_000
    text = pd.DataFrame({"id": pd.Series([f"c{place % 10_000}" for place in range(size)], dtype=object)})
    dataset = Dataset(text, np.arange(size) % 2, kinds=("nominal",))
    tracemalloc.start()
    coded = dataset.coded
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert coded is not None
    assert coded.cells.nbytes == 8 * size
    assert peak < 200 * size  # a column per category would take 80,000 bytes per row
