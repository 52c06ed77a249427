"""The learners of the lab: specs, seeds, and what each is made to do."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.feature_selection import f_classif
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeRegressor
from tests.refusals import refused

from outperform.core import Dataset, stream
from outperform.learners import (
    CATALOGUE,
    RECIPES,
    Block,
    DamagedNN,
    DepthTree,
    EpsilonSimulated,
    Estimator,
    FeatureSelecting,
    Flipped,
    NearestNeighbours,
    ThresholdTree,
    Tuned,
    learner_of,
)
from outperform.learners.blocks import between_share
from outperform.learners.fast import fast_path
from outperform.learners.short import class_behind
from outperform.learners.thresholds import DevianceTree

SPECS = [
    *(slug for slug in CATALOGUE if slug != "mlp" and not slug.startswith("weka")),  # those need Java: test_weka.py
    "mlp(hidden=2)",
    "copy-x(column=1)",
    "epsilon-simulated(which=2)",
    "block(learner='tree', which=2)",
    "block(learner='feature-selecting(keep=1)', which=3, of=3)",
    "damaged-1nn(weights=(1, 0.5, 0, 1, 1, 1))",
    "damaged-1nn(omega=25, groups=((1, 2), (3,)))",
    "flipped(learner='1nn', rate=0.3)",
    "feature-selecting(learner='knn(k=1)', keep=2)",
    "tuned(learner='depth-tree', parameter='depth', values=(1, 2), folds=2)",
    "random-tree(columns=1)",
    "depth-tree(depth=None, min_leaf=5)",
    "threshold-tree(min_dev=0)",
]
LEARNERS = [pytest.param(CATALOGUE.parse(spec), id=spec) for spec in SPECS]
over_all = pytest.mark.parametrize("learner", LEARNERS)


def data(size=60, columns=6, seed=1):
    """Two classes apart in every column; all numbers are probabilities, so that every learner can read them."""
    rng = stream(seed, "data")
    target = rng.integers(2, size=size)
    rows = np.clip(rng.normal(0.4 + 0.2 * target[:, None], 0.15, size=(size, columns)), 0, 1)
    return Dataset(rows, target)


def predictions(learner, seed=0, dataset=None):
    train, test = dataset or data(), data(seed=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a network may stop early
        return np.asarray(learner.make(seed).fit(train.rows, train.target).predict(test.rows))


@over_all
def test_a_learner_predicts_classes(learner):
    found = predictions(learner)
    assert found.shape == (60,)
    assert set(found) <= {0, 1}
    assert learner.classifies


@over_all
def test_the_same_seed_gives_the_same_predictions(learner):
    assert (predictions(learner, 7) == predictions(learner, 7)).all()


@over_all
def test_the_spec_gives_the_learner_again(learner):
    assert CATALOGUE.parse(str(learner)) == learner
    assert learner_of(str(learner), data()) == learner
    assert pickle.loads(pickle.dumps(learner)) == learner
    assert CATALOGUE.parse(learner.full) == learner
    assert learner.fingerprint == CATALOGUE.parse(learner.full).fingerprint


@over_all
def test_a_learner_says_what_it_is_in_a_line(learner):
    assert learner.summary().endswith((".", ")."))
    assert len(learner.summary()) < 130


def test_a_short_name_stays_a_short_name():
    assert set(RECIPES) & set(CATALOGUE) == {"mlp"}
    for name in RECIPES:
        target = data().target if RECIPES[name].classes else data().rows[:, 0]
        assert isinstance(learner_of(name, Dataset(data().rows, target)), Estimator)


def test_an_unknown_learner_meets_both_kinds_of_names():
    with refused("learners", "'always-on'", "always-one", "sklearn.tree.DecisionTreeClassifier"):
        learner_of("always-on", data())
    with refused("learners", "'trea'", "tree?"):
        learner_of("trea", data())


def test_an_unknown_learner_like_none_is_answered_with_short_names_and_the_form_of_a_class():
    with refused("learners", "'qqqq'", "logreg", "sklearn.tree.DecisionTreeClassifier(max_depth=3)") as refusal:
        learner_of("qqqq", data())
    assert "always-one" not in str(refusal.value)


def test_a_class_of_scikit_learn_without_its_module_is_answered_with_the_dotted_name():
    with refused("learners", "'RidgeClassifierCV'", "sklearn.linear_model.RidgeClassifierCV?"):
        learner_of("RidgeClassifierCV", data())
    with refused("learners", "'MyClassifier'", "sklearn.tree.DecisionTreeClassifier"):
        learner_of("MyClassifier", data())


@pytest.mark.parametrize("name", [name for name in RECIPES if name != "mlp"])
def test_a_short_name_with_parameters_is_answered_with_a_class_that_takes_them(name):
    with refused(f"{name}(what=1)", class_behind(name)):
        learner_of(f"{name}(what=1)", data())
    assert type(learner_of(class_behind(name), data()).make(0)).__name__ == class_behind(name).rpartition(".")[2]


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if not (recipe.classes and recipe.numbers)])
def test_a_short_name_for_another_kind_of_target_is_answered_with_those_that_fit(name):
    wrong = data().rows[:, 0] if RECIPES[name].classes else data().target
    other = "ols" if RECIPES[name].classes else "logreg"
    with refused("learners", name, other) as refusal:
        learner_of(name, Dataset(data().rows, wrong, "toy"))
    assert "toy" in str(refusal.value)


@pytest.mark.parametrize(
    ("spec", "argument", "fact"),
    [
        ("tree(depth=3)", "tree(depth=3)", "sklearn.tree.DecisionTreeClassifier"),
        ("copy-x(column=-1)", "copy-x.column", "0, got -1"),
        ("epsilon-simulated(which=3)", "epsilon-simulated.which", "3"),
        ("block(which=3)", "block.which", "1 and 2, got 3"),
        ("block(of=0)", "block.of", "1, got 0"),
        ("block(learner='trea')", "learners", "tree?"),
        ("block(learner='knn(k=0)')", "knn.k", "1, got 0"),
        ("flipped(rate=2)", "flipped.rate", "0 and 1, got 2"),
        ("feature-selecting(keep=0)", "feature-selecting.keep", "1, got 0"),
        ("tuned(folds=1)", "tuned.folds", "2, got 1"),
        ("tuned(values=())", "tuned.values", "tuple"),
        ("tuned(values=(0,))", "knn.k", "1, got 0"),
        ("tuned(learner='knn(k=3)')", "tuned.parameter", "knn(k=3)"),
        ("tuned(parameter='depth')", "knn", "'depth'"),
        ("damaged-1nn(omega=0)", "damaged-1nn.omega", "0, got 0"),
        ("damaged-1nn(weights=(1, -1))", "damaged-1nn.weights", "(1, -1)"),
        ("damaged-1nn(weights=(1, 1), omega=2)", "damaged-1nn.omega", "weights"),
        ("damaged-1nn(groups=((1,), (1,)))", "damaged-1nn.groups", "((1,), (1,))"),
        ("damaged-1nn(groups=(1, 2))", "damaged-1nn.groups", "(1, 2)"),
        ("depth-tree(depth=0)", "depth-tree.depth", "1, got 0"),
        ("depth-tree(min_leaf=0)", "depth-tree.min_leaf", "1, got 0"),
        ("random-tree(columns=0)", "random-tree.columns", "1, got 0"),
        ("mlp(hidden=0)", "mlp.hidden", "1, got 0"),
        ("threshold-tree(min_cut=0)", "threshold-tree.min_cut", "1, got 0"),
        ("rpart(min_split=1)", "rpart.min_split", "2, got 1"),
        ("rpart(min_leaf=0)", "rpart.min_leaf", "1, got 0"),
        ("rpart(cp=-1)", "rpart.cp", "0, got -1"),
    ],
)
def test_what_cannot_be_is_refused(spec, argument, fact):
    with refused(argument, fact):
        learner_of(spec, data())


# Simulated.


def test_simulated_errors_have_their_rates_and_are_independent():
    rows = np.tile([0.2, 0.4], (50_000, 1))
    first, second = (EpsilonSimulated(which=which).make(5).predict(rows) for which in (1, 2))
    assert first.mean() == pytest.approx(0.2, abs=0.01)
    assert second.mean() == pytest.approx(0.4, abs=0.01)
    assert (first & second).mean() == pytest.approx(0.08, abs=0.006)
    assert (EpsilonSimulated().make(6).predict(rows) != first).any()


def test_columns_that_are_not_there_are_refused():
    with refused("rows", "epsilon-simulated(which=2)", "2 columns", "(3, 1)"):
        EpsilonSimulated(which=2).make(0).predict(np.zeros((3, 1)))


# Parts of the columns.


def test_a_block_sees_its_columns_alone():
    dataset, other = data(), data()
    other.rows[:, :3] = 0
    one, two = Block(learner="lda", which=1), Block(learner="lda", which=2)
    alone = learner_of("lda", dataset).make(0).fit(dataset.rows[:, 3:], dataset.target)
    assert (predictions(two) == alone.predict(data(seed=2).rows[:, 3:])).all()
    assert (predictions(two, dataset=other) == predictions(two)).all()
    assert (predictions(one) != predictions(two)).any()


def test_blocks_of_a_frame():
    frame = pd.DataFrame({"a": ["x", "y"] * 10, "b": np.arange(20.0), "c": ["u", "u", "v", "v"] * 5, "d": 0.0})
    target = np.array([0, 1] * 10)
    made = Block(which=1).make(0).fit(frame, target)
    assert (made.predict(frame) == target).all()


def test_columns_that_cannot_be_cut_are_refused():
    with refused("rows", "5 columns", "2 equal blocks"):
        Block().make(0).fit(np.zeros((4, 5)), np.array([0, 1, 0, 1]))


def test_a_wrapper_of_a_regression_does_not_classify():
    rows = stream(3).normal(size=(30, 2))
    learner = Block(learner="ols", which=2)
    assert not learner.classifies
    assert learner.make(0).fit(rows, 2 * rows[:, 1]).predict(rows) == pytest.approx(2 * rows[:, 1])


def test_selection_takes_the_columns_that_differ_most():
    rng = stream(4)
    target = np.repeat([0, 1, 2], 40)
    rows = rng.normal(size=(120, 5)) + np.outer(target, [0, 3, 0.1, 2, 0])
    rows[:, 4] = 1
    made = FeatureSelecting(learner="nb", keep=2).make(0).fit(rows, target)
    assert made.columns_.tolist() == [1, 3]
    assert between_share(rows, target)[4] == 0
    assert FeatureSelecting(keep=9).make(0).fit(rows[:, :3], target).columns_.tolist() == [0, 1, 2]


def test_selection_orders_columns_as_the_f_statistic_does():
    dataset = data(columns=8)
    expected = np.argsort(f_classif(dataset.rows, dataset.target)[0])
    assert (np.argsort(between_share(dataset.rows, dataset.target)) == expected).all()


# Tuned.


def test_tuning_takes_the_best_on_rows_held_out():
    rng = stream(6)
    rows, target = rng.normal(size=(300, 2)), rng.integers(2, size=300)
    rows[:, 0] += 0.8 * target
    assert Tuned(values=(1, 45)).make(0).fit(rows, target).learner_ == "knn(k=45)"
    assert Tuned(values=(5, 5)).make(0).fit(rows, target).learner_ == "knn(k=5)"


def test_inner_folds_are_stratified_and_follow_the_seed():
    target = np.repeat([0, 1], [30, 60])
    one, again, other = (Tuned().make(seed)._labels(target) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()
    assert [np.bincount(one[target == label]).tolist() for label in (0, 1)] == [[10] * 3, [20] * 3]


# Damaged.


def test_a_distorted_metric_is_that_of_the_paper():
    weights = DamagedNN(omega=25).column_weights(16)
    assert weights.tolist() == [25, 1, 25, 1, 0.04, 1, 1, 1, 25, 1, 0.04, 1, 0.04, 1, 1, 25]
    assert DamagedNN(omega=2, groups=((1,), (3,))).column_weights(4).tolist() == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("learner", "weights"),
    [
        (DamagedNN(), np.ones(6)),
        (DamagedNN(weights=(1, 2, 3, 0, 0.5, 9)), np.array([1, 2, 3, 0, 0.5, 9])),
        (DamagedNN(omega=5, groups=((1, 2), (3, 4), (5, 6))), np.repeat([5, 1, 0.2], 2)),
    ],
)
def test_a_damaged_neighbour_is_the_nearest_by_weighted_squares(learner, weights):
    train, test = data(), data(seed=2)
    squares = ((test.rows[:, None] - train.rows) ** 2 * weights).sum(axis=2)
    assert (predictions(learner) == train.target[squares.argmin(axis=1)]).all()


def test_the_first_of_equally_near_rows_counts_in_all_splits_at_once_too():
    """Rows of few whole numbers: a third of them have several nearest rows."""
    rng = stream(0, "ties")
    rows, target = rng.integers(0, 4, (90, 4)).astype(float), rng.integers(0, 3, 90)
    labels = rng.integers(-1, 3, (5, 90))
    estimator = DamagedNN(omega=3, groups=((1, 2), (3,), (4,))).estimator
    said, ok = fast_path(estimator, rows, target).predict(labels)
    assert ok.all()
    for repeat, fold in np.ndindex(ok.shape):
        tested = labels[repeat] == fold
        refit = clone(estimator).fit(rows[~tested], target[~tested])
        assert (refit.predict(rows[tested]) == said[repeat, tested]).all()
    squares = ((rows[:, None] - rows) ** 2 * [3, 3, 1, 1 / 3]).sum(axis=2) + 99 * np.eye(90)
    assert ((squares <= squares.min(axis=1, keepdims=True) + 1e-9).sum(axis=1) > 1).mean() > 0.3


def test_the_distances_of_many_rows_are_not_held_at_once():
    assert fast_path(DamagedNN().estimator, np.zeros((2_001, 1)), np.zeros(2_001, dtype=int)) is None


def test_weights_of_another_table_are_refused():
    with refused("rows", "6 columns", "2 weights"):
        predictions(DamagedNN(weights=(1, 1)))


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_predictions_are_flipped_at_the_rate(rate):
    train, test = data(), data(size=20_000, seed=2)
    plain = learner_of("lda", train).make(0).fit(train.rows, train.target).predict(test.rows)
    flipped = Flipped(learner="lda", rate=rate).make(3).fit(train.rows, train.target).predict(test.rows)
    assert (plain != flipped).mean() == pytest.approx(rate, abs=0.015)


def test_flips_of_a_lower_rate_are_among_those_of_a_higher():
    train, test = data(), data(seed=2)
    low, high = (
        Flipped(learner="lda", rate=rate).make(3).fit(train.rows, train.target).predict(test.rows)
        != Flipped(learner="lda", rate=0).make(3).fit(train.rows, train.target).predict(test.rows)
        for rate in (0.2, 0.4)
    )
    assert (high | ~low).all()


def test_of_many_classes_any_other_is_said():
    target = np.repeat(["a", "b", "c"], [50, 10, 10])
    made = Flipped(learner="dummy", rate=1).make(0).fit(np.zeros((70, 1)), target)
    found = made.predict(np.zeros((4000, 1)))
    assert set(found) == {"b", "c"}
    assert (found == "b").mean() == pytest.approx(0.5, abs=0.05)


def test_a_single_class_cannot_be_flipped():
    made = Flipped(learner="dummy", rate=1).make(0).fit(np.zeros((3, 1)), np.array([4, 4, 4]))
    assert made.predict(np.zeros((2, 1))).tolist() == [4, 4]


# Estimators.


def test_neighbours_have_a_fast_path():
    dataset = data()
    learner = NearestNeighbours(k=3)
    assert type(learner.estimator) is KNeighborsClassifier
    assert fast_path(learner.estimator, dataset.rows, dataset.target) is not None


def test_a_tree_keeps_to_its_depth_and_leaves():
    dataset = data(size=300)
    made = DepthTree(depth=4, min_leaf=20).make(0).fit(dataset.rows, dataset.target)
    assert made.get_depth() <= 4
    assert np.bincount(made.apply(dataset.rows))[np.unique(made.apply(dataset.rows))].min() >= 20


def test_least_squares_are_cut_at_a_half():
    train, test = data(), data(seed=2)
    values = LinearRegression().fit(train.rows, train.target).predict(test.rows)
    assert (predictions(CATALOGUE.parse("threshold-ols")) == (values > 0.5)).all()


def test_a_regression_of_three_classes_is_refused():
    with refused("target", "two classes", "3"):
        CATALOGUE.parse("threshold-ols").make(0).fit(np.zeros((3, 1)), np.arange(3))


def test_a_cut_tree_without_a_limit_on_deviance_is_that_of_scikit_learn():
    train, test = data(size=200), data(seed=2)
    made = ThresholdTree(min_dev=0).make(0)
    seed = made.regressor.random_state
    grown = DecisionTreeRegressor(min_samples_split=10, min_samples_leaf=5, random_state=seed)
    values = grown.fit(train.rows, train.target).predict(test.rows)
    assert (made.fit(train.rows, train.target).regressor_.predict(test.rows) == values).all()
    assert (made.predict(test.rows) == (values > 0.5)).all()


def test_unchecked_rows_grow_the_same_tree():
    dataset = data(size=200)
    rows, codes = dataset.rows.astype(np.float32), dataset.target.astype(np.float64)
    checked = DevianceTree(random_state=0).fit(dataset.rows, codes).predict(dataset.rows)
    unchecked = DevianceTree(random_state=0).fit(rows, codes, check_input=False)
    assert (unchecked.predict(rows, check_input=False) == checked).all()


def test_nodes_under_the_limit_are_not_split():
    """The tree grown node by node, as R's ``tree`` does it, with one column: ties cannot be broken differently."""
    rng = stream(8)
    rows = rng.normal(size=(150, 1))
    target = (rows[:, 0] + rng.normal(size=150) > 0).astype(int)
    made = ThresholdTree(min_dev=0.05).make(0).fit(rows, target)
    x, y = rows[:, 0], target.astype(float)
    assert made.regressor_.predict(rows) == pytest.approx(grow(x, y, 0.05 * deviance(y)))


def deviance(y):
    return ((y - y.mean()) ** 2).sum()


def grow(x, y, limit):
    """The fitted values of a regression tree that splits nodes of at least 10 rows and enough deviance."""
    if len(y) < 10 or deviance(y) < limit or deviance(y) == 0:
        return np.full(len(y), y.mean())
    cuts = [cut for cut in np.sort(x) if 5 <= (x <= cut).sum() <= len(x) - 5]
    if not cuts:
        return np.full(len(y), y.mean())
    best = min(cuts, key=lambda cut: deviance(y[x <= cut]) + deviance(y[x > cut]))
    fitted = np.empty(len(y))
    for side in (x <= best, x > best):
        fitted[side] = grow(x[side], y[side], limit)
    return fitted


def test_the_seed_goes_to_the_learner_inside():
    dataset = data(size=60)
    seeds = {}
    for seed in (0, 1, 2):
        made = Block(learner="tree").make(seed)
        seeds[made.random_state] = made.fit(dataset.rows, dataset.target).inner_.random_state
    tree = {seed: learner_of("tree", dataset).make(seed).random_state for seed in seeds}
    assert seeds == tree
    assert len(set(seeds.values())) == 3
