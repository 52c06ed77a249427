"""Naive Bayes and nearest neighbours for mixed data, against scikit-learn and against explicit loops."""

import itertools
import math
import pickle
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler
from tests.refusals import refused

from outperform.learners import MixedKNN, MixedNB, mixed_knn

BOTH = pytest.mark.parametrize("learner", [MixedNB(), MixedKNN(), MixedKNN(n_neighbors=3)], ids=["nb", "1nn", "3nn"])
BUNDLED = pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])


# --- explicit loops -------------------------------------------------------------------------------------------------


def missing(value):
    return value is None or value != value  # noqa: PLR0124 - NaN is not itself


def mean_and_variance(values):
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values)


def log_density(value, mean, variance):
    return -0.5 * math.log(2 * math.pi * variance) - 0.5 * (value - mean) ** 2 / variance


def least_variance(values):
    """Weka's: a standard deviation is at least a sixth of the mean gap between neighbouring different values."""
    different = sorted(set(values))
    gaps = [after - before for before, after in itertools.pairwise(different)]
    return ((sum(gaps) / len(gaps) if gaps else 0.01) / 6) ** 2


def numeric_evidence(value, pairs, label, raised, floor):
    """The log density of a value, given the (value, class) pairs of its column in training."""
    there = [(seen, its) for seen, its in pairs if not missing(seen)]
    if missing(value) or not there:
        return 0.0
    own = [seen for seen, its in there if its == label]
    mean, variance = mean_and_variance(own or [seen for seen, _ in there])
    least = least_variance([seen for seen, _ in there]) if floor == "spacing" else 0.0
    return log_density(value, mean, max(variance + raised, least))


def nominal_evidence(value, pairs, label, smoothing):
    there = [(seen, its) for seen, its in pairs if not missing(seen)]
    categories = {seen for seen, _ in there}
    if missing(value) or value not in categories:
        return 0.0
    own = [seen for seen, its in there if its == label]
    return math.log((own.count(value) + smoothing) / (len(own) + smoothing * len(categories)))


def variance_raise(columns):
    values = [[value for value in column if not missing(value)] for column in columns]
    return 1e-9 * (max((mean_and_variance(some)[1] for some in values if some), default=0.0) or 1.0)


def slow_nb(train, target, test, smoothing, floor):
    """The probability of each class, for each row of test; frames are dicts of (kind, values)."""
    classes = sorted(set(target))
    raised = variance_raise([values for kind, values in train.values() if kind == "numeric"])
    probabilities = []
    for row in range(len(next(iter(test.values()))[1])):
        logs = []
        for label in classes:
            total = math.log(list(target).count(label) / len(target))
            for name, (kind, values) in train.items():
                pairs = list(zip(values, target, strict=True))
                value = test[name][1][row]
                if kind == "numeric":
                    total += numeric_evidence(value, pairs, label, raised, floor)
                else:
                    total += nominal_evidence(value, pairs, label, smoothing)
            logs.append(total)
        shares = [math.exp(value - max(logs)) for value in logs]
        probabilities.append([share / sum(shares) for share in shares])
    return np.array(probabilities)


def numeric_gap(one, other, low, per_range):
    if missing(one) and missing(other):
        return 1.0
    if missing(one) or missing(other):
        place = ((other if missing(one) else one) - low) * per_range
        return max(place, 1 - place)
    return (one - other) * per_range


def nominal_gap(one, other):
    return 0.0 if not missing(one) and not missing(other) and one == other else 1.0


def slow_distance(train, test, row, other):
    total = 0.0
    for name, (kind, values) in train.items():
        if kind == "nominal":
            total += nominal_gap(test[name][1][row], values[other]) ** 2
    for name, (kind, values) in train.items():
        if kind == "numeric":
            there = [value for value in values if not missing(value)] or [0.0]
            span = max(there) - min(there)
            gap = numeric_gap(test[name][1][row], values[other], min(there), 1 / span if span else 0.0)
            total += gap * gap
    return total


def slow_knn(train, target, test, neighbours):
    classes = sorted(set(target))
    said = []
    for row in range(len(next(iter(test.values()))[1])):
        order = sorted(range(len(target)), key=lambda other: (slow_distance(train, test, row, other), other))
        votes = [target[other] for other in order[:neighbours]]
        said.append(max(classes, key=lambda label: (votes.count(label), -classes.index(label))))
    return np.array(said)


# --- random mixed data ----------------------------------------------------------------------------------------------


def draw_column(rng, kind, size, share):
    if kind == "nominal":
        values = rng.choice(["a", "b", "c", "d"], size=size).astype(object)
        values[rng.random(size) < share] = None
        return values.tolist()
    values = rng.integers(0, 5, size=size) * 1.5 if rng.random() < 0.5 else rng.normal(size=size)
    values[rng.random(size) < share] = np.nan
    return values.tolist()


def draw(seed):
    """Training rows, their classes, and test rows: any mix of columns, some nearly or wholly missing or constant."""
    rng = np.random.default_rng(seed)
    size, share = rng.integers(1, 40), rng.choice([0.0, 0.2, 0.9])
    kinds = [str(kind) for kind in rng.choice(["numeric", "nominal"], size=rng.integers(1, 7))]
    train = {f"{kind} {place}": (kind, draw_column(rng, kind, size, share)) for place, kind in enumerate(kinds)}
    test = {name: (kind, draw_column(rng, kind, 15, share)) for name, (kind, _) in train.items()}
    target = rng.choice(["no", "so", "yes"][: rng.integers(1, 4)], size=size)
    return train, target, test


def frame(columns):
    types = {"numeric": np.float64, "nominal": object}
    return pd.DataFrame({name: pd.Series(values, dtype=types[kind]) for name, (kind, values) in columns.items()})


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("smoothing", [1.0, 0.3])
@pytest.mark.parametrize("floor", ["spacing", "sklearn"])
def test_nb_agrees_with_loops_on_mixed_data(seed, smoothing, floor):
    train, target, test = draw(seed)
    learner = MixedNB(smoothing=smoothing, floor=floor).fit(frame(train), target)
    expected = slow_nb(train, target, test, smoothing, floor)
    np.testing.assert_allclose(learner.predict_proba(frame(test)), expected, rtol=1e-6, atol=1e-9)
    said = np.searchsorted(learner.classes_, learner.predict(frame(test)))
    assert (expected[np.arange(len(said)), said] > expected.max(axis=1) - 1e-6).all()


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("neighbours", [1, 2, 5])
def test_knn_agrees_with_loops_on_mixed_data_ties_and_all(seed, neighbours):
    train, target, test = draw(seed)
    learner = MixedKNN(n_neighbors=neighbours).fit(frame(train), target)
    np.testing.assert_array_equal(learner.predict(frame(test)), slow_knn(train, target, test, neighbours))


# --- scikit-learn on complete data ----------------------------------------------------------------------------------


@BUNDLED
def test_nb_is_gaussian_nb_on_complete_numbers(load):
    rows, target = load(return_X_y=True)
    ours = MixedNB(floor="sklearn").fit(rows[::2], target[::2])
    theirs = GaussianNB().fit(rows[::2], target[::2])
    np.testing.assert_array_equal(ours.theta_, theirs.theta_)
    np.testing.assert_array_equal(ours.var_, theirs.var_)
    np.testing.assert_array_equal(ours.predict(rows[1::2]), theirs.predict(rows[1::2]))
    np.testing.assert_allclose(ours.predict_proba(rows[1::2]), theirs.predict_proba(rows[1::2]), rtol=1e-9, atol=1e-300)


def test_nb_is_categorical_nb_on_complete_categories():
    rng = np.random.default_rng(5)
    codes, target = rng.integers(0, 4, size=(200, 5)), rng.integers(0, 3, size=200)
    ours = MixedNB().fit(pd.DataFrame(codes).astype(str), target)
    theirs = CategoricalNB().fit(codes, target)
    probabilities = ours.predict_proba(pd.DataFrame(codes).astype(str))
    np.testing.assert_allclose(probabilities, theirs.predict_proba(codes), rtol=1e-10)


@BUNDLED
@pytest.mark.parametrize("neighbours", [1, 5])
def test_knn_is_scikit_learns_on_complete_numbers(load, neighbours):
    rows, target = load(return_X_y=True)
    jitter = 1e-4 * np.random.default_rng(0).normal(size=rows.shape)  # scikit-learn promises no order among ties
    rows = rows + jitter * rows.std(axis=0)
    scale = MinMaxScaler().fit(rows[::2])
    train, test = scale.transform(rows[::2]), scale.transform(rows[1::2])
    theirs = KNeighborsClassifier(neighbours).fit(train, target[::2])
    ours = MixedKNN(n_neighbors=neighbours)
    np.testing.assert_array_equal(ours.fit(train, target[::2]).predict(test), theirs.predict(test))
    np.testing.assert_array_equal(ours.fit(rows[::2], target[::2]).predict(rows[1::2]), theirs.predict(test))
    np.testing.assert_allclose(ours.predict_proba(rows[1::2]), theirs.predict_proba(test))


# --- the stated answers ---------------------------------------------------------------------------------------------


@BOTH
def test_an_array_and_a_frame_of_the_same_numbers_agree(learner):
    rows, target = load_iris(return_X_y=True)
    rows = np.where(np.random.default_rng(1).random(rows.shape) < 0.1, np.nan, rows)
    whole = np.round(rows * 10)
    nullable = pd.DataFrame(whole).astype("Int64")
    for these, those in [(rows, pd.DataFrame(rows)), (whole, nullable), (rows, rows.astype(object))]:
        expected = learner.fit(these, target).predict(these)
        np.testing.assert_array_equal(learner.predict(those), expected)
        np.testing.assert_array_equal(clone(learner).fit(those, target).predict(those), expected)


@BOTH
def test_how_categories_are_stored_does_not_matter(learner):
    rng = np.random.default_rng(2)
    text = rng.choice(["x", "y", "z"], size=60).astype(object)
    text[::7] = None
    number, target = rng.normal(size=60), rng.choice(["no", "yes"], size=60)
    forward, backward = (pd.CategoricalDtype(list(order)) for order in ("xyzw", "zyx"))
    tables = [
        pd.DataFrame({"text": pd.Series(text, dtype=dtype), "number": number})
        for dtype in (object, "string", forward, backward)
    ]
    expected = clone(learner).fit(tables[0], target).predict(tables[0])
    for train in tables:
        for test in tables:
            np.testing.assert_array_equal(clone(learner).fit(train, target).predict(test), expected)


@BOTH
def test_booleans_are_categories(learner):
    flag = np.array([True, False, True, False, False, True])
    target = np.where(flag, "up", "down")
    nullable = pd.DataFrame({"flag": pd.Series(flag, dtype="boolean")})
    for rows in (pd.DataFrame({"flag": flag}), pd.DataFrame({"flag": flag.astype(object)}), nullable, flag[:, None]):
        np.testing.assert_array_equal(clone(learner).fit(rows, target).predict(rows), target)
    nullable.loc[0, "flag"] = pd.NA
    assert clone(learner).fit(nullable, target).predict(nullable)[1:].tolist() == target[1:].tolist()


@BOTH
def test_a_mixed_polars_frame_is_read(learner):
    rows = pl.DataFrame({"text": ["a", "b", None, "a"], "number": [1.0, 8.0, 9.0, None]})
    same = pd.DataFrame({"text": ["a", "b", None, "a"], "number": [1.0, 8.0, 9.0, None]})
    target = ["low", "high", "high", "low"]
    assert clone(learner).fit(rows, target).predict(rows).tolist() == learner.fit(same, target).predict(same).tolist()


def test_an_unseen_category_says_nothing_to_nb_and_is_far_for_knn():
    train = pd.DataFrame({"text": ["a", "a", "b"], "number": [0.0, 1.0, 3.0]})
    test = pd.DataFrame({"text": ["new", None], "number": [2.9, 2.9]})
    learner = MixedNB().fit(train, [0, 0, 1])
    unseen, absent = learner.predict_proba(test)
    np.testing.assert_array_equal(unseen, absent)
    assert MixedKNN().fit(train, [0, 0, 1]).predict(test).tolist() == [1, 1]


def test_nb_leaves_a_column_out_that_training_never_saw():
    rng = np.random.default_rng(3)
    rows, target = rng.normal(size=(20, 2)), np.arange(20) % 2
    rows[:, 1] = np.nan
    test = np.column_stack([rows[:, 0], np.full(20, 1e9)])
    alone = MixedNB().fit(rows[:, :1], target).predict_proba(rows[:, :1])
    np.testing.assert_allclose(MixedNB().fit(rows, target).predict_proba(test), alone)


def test_nb_takes_the_whole_column_for_a_class_without_a_value():
    rows = np.array([[1.0], [2.0], [6.0], [np.nan]])
    learner = MixedNB().fit(rows, [0, 0, 0, 1])
    assert learner.theta_[1, 0] == pytest.approx(3.0)
    np.testing.assert_allclose(learner.predict_proba([[100.0], [np.nan]]), [[0.75, 0.25], [0.75, 0.25]])


def test_nb_spacing_by_hand():
    nan = np.nan
    rows = np.array([[0.0, 5.0, nan], [0.0, 5.0, nan], [6.0, 5.0, nan], [9.0, nan, nan], [nan, 5.0, nan]])
    target = [0, 0, 1, 1, 1]
    raised = 1e-9 * 15.1875  # the variance of 0, 0, 6, 9
    tiny, least = (MixedNB(floor=floor).fit(rows, target).var_ for floor in ("sklearn", "spacing"))
    np.testing.assert_allclose(tiny[:, :2], [[raised, raised], [2.25 + raised, raised]], rtol=1e-12)
    np.testing.assert_allclose(least[:, 0], [(4.5 / 6) ** 2, 2.25 + raised], rtol=1e-12)  # gaps of 6 and 3
    np.testing.assert_allclose(least[:, 1], (0.01 / 6) ** 2, rtol=1e-12)  # no gap


def test_nb_spacing_keeps_a_class_of_equal_values_from_deciding_alone():
    values = np.array([0.50, 0.50, 0.50, 0.48, 0.52, 0.60, 0.45, 0.55])[:, None]
    target = np.array(["flat"] * 3 + ["wide"] * 5)
    near = [[0.502]]  # the spacing is 0.03
    assert MixedNB(floor="sklearn").fit(values, target).predict(near).tolist() == ["wide"]
    assert MixedNB().fit(values, target).predict(near).tolist() == ["flat"]


@BOTH
@pytest.mark.parametrize("nothing", [np.nan, 7.0], ids=["missing", "constant"])
def test_a_column_that_is_all_the_same_changes_nothing(learner, nothing):
    rows, target = load_iris(return_X_y=True)
    wider = np.column_stack([rows, np.full(len(rows), nothing)])
    expected = clone(learner).fit(rows, target).predict(rows)
    np.testing.assert_array_equal(clone(learner).fit(wider, target).predict(wider), expected)
    wider[:, -1] = 8.0
    np.testing.assert_array_equal(
        learner.fit(np.column_stack([rows, [nothing] * 150]), target).predict(wider), expected
    )


@BOTH
def test_nothing_but_constant_or_missing_columns_gives_the_first_of_equal_classes(learner):
    for value in (5.0, np.nan):
        assert learner.fit(np.full((4, 2), value), [1, 1, 0, 0]).predict([[value, value]])[0] in (0, 1)
    nominal = pd.DataFrame({"text": [None] * 4}, dtype=object)
    assert MixedNB().fit(nominal, [1, 1, 0, 0]).predict(nominal).tolist() == [0] * 4
    assert MixedKNN().fit(nominal, [1, 1, 0, 0]).predict(nominal).tolist() == [1] * 4


@BOTH
def test_one_class_is_always_said(learner):
    rows = pd.DataFrame({"text": ["a", None, "b"], "number": [1.0, 2.0, np.nan]})
    learner = clone(learner).fit(rows, ["only"] * 3)
    assert learner.predict(rows).tolist() == ["only"] * 3
    assert learner.predict_proba(rows).tolist() == [[1.0]] * 3


@pytest.mark.parametrize("learner", [MixedNB(), MixedKNN()])
def test_one_row_a_class(learner):
    rows = pd.DataFrame({"text": ["a", "b", "c"], "number": [1.0, 2.0, 3.0]})
    assert learner.fit(rows, list("xyz")).predict(rows).tolist() == list("xyz")


def test_ties_go_to_the_first_row_and_then_to_the_first_class():
    rows = np.array([[0.0], [2.0], [2.0], [0.0]])
    assert MixedKNN().fit(rows, ["b", "a", "b", "a"]).predict([[1.0], [2.0], [0.0]]).tolist() == ["b", "a", "b"]
    assert MixedKNN(n_neighbors=2).fit(rows, ["b", "a", "b", "a"]).predict([[1.0], [2.0]]).tolist() == ["a", "a"]
    assert MixedKNN(n_neighbors=9).fit(rows, ["b", "b", "b", "a"]).predict([[0.0]]).tolist() == ["b"]


def test_knn_distances_by_hand():
    train = pd.DataFrame({"number": [0.0, 4.0, np.nan], "text": ["a", "b", None]})
    test = pd.DataFrame({"number": [1.0, 6.0, np.nan], "text": ["a", None, "b"]})
    learner = MixedKNN().fit(train, [0, 1, 2])
    table = learner._reader.read(test)
    expected = [[1 / 16, 1 + 9 / 16, 1 + 9 / 16], [1 + 36 / 16, 1 + 4 / 16, 1 + 36 / 16], [1 + 1, 1, 1 + 1]]
    np.testing.assert_array_equal(learner._distances(table.numbers, table.codes), expected)


@pytest.mark.parametrize("block", [1, 50, 10**6])
def test_blocks_change_nothing(monkeypatch, block):
    train, target, test = draw(11)
    expected = MixedKNN(n_neighbors=3).fit(frame(train), target).predict_proba(frame(test))
    monkeypatch.setattr(mixed_knn, "BLOCK", block)
    learner = MixedKNN(n_neighbors=3).fit(frame(train), target)
    np.testing.assert_array_equal(learner.predict_proba(frame(test)), expected)


def test_knn_keeps_its_memory_bounded():
    rows = np.random.default_rng(0).normal(size=(3000, 4))  # all distances at once would be 72 MB
    learner = MixedKNN().fit(rows, np.arange(3000) % 2)
    tracemalloc.start()
    learner.predict(rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32e6


# --- as scikit-learn's own ------------------------------------------------------------------------------------------


@BOTH
def test_scikit_learns_ways(learner):
    train, target, test = draw(4)
    rows, asked = frame(train), frame(test)
    fitted = clone(learner).fit(rows, target)
    assert fitted.get_params() == learner.get_params()
    assert fitted.n_features_in_ == rows.shape[1]
    assert fitted.classes_.tolist() == sorted(set(target))
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict(asked), fitted.predict(asked))
    np.testing.assert_allclose(fitted.predict_proba(asked).sum(axis=1), 1.0)
    assert fitted.predict(asked[:0]).shape == (0,)
    refitted = fitted.fit(load_iris().data, load_iris().target)  # nothing of the first training stays
    np.testing.assert_array_equal(refitted.classes_, [0, 1, 2])


@BOTH
def test_inside_pipelines_and_cross_validation(learner):
    rows, target = load_iris(return_X_y=True, as_frame=True)
    rows = rows.assign(size=np.where(rows.iloc[:, 0] > 5.8, "large", "small"))
    names = np.array(["setosa", "versicolor", "virginica"])[target]
    scores = cross_val_score(learner, rows, names, cv=5, error_score="raise")
    assert scores.mean() > 0.9
    pipeline = make_pipeline(FunctionTransformer(), learner)
    np.testing.assert_array_equal(cross_val_score(pipeline, rows, names, cv=5, error_score="raise"), scores)
    assert cross_val_score(learner, rows, names, cv=3, scoring="roc_auc_ovr", error_score="raise").mean() > 0.9


def test_parameters_can_be_searched():
    rows, target = load_iris(return_X_y=True)
    search = GridSearchCV(MixedKNN(), {"n_neighbors": [1, 5]}, error_score="raise").fit(rows, target)
    assert search.best_params_["n_neighbors"] in (1, 5)


@BOTH
def test_the_users_rows_stay_as_they_are(learner):
    train, target, test = draw(12)
    rows, asked = frame(train), frame(test)
    learner.fit(rows, target).predict(asked)
    pd.testing.assert_frame_equal(rows, frame(train))
    pd.testing.assert_frame_equal(asked, frame(test))


# --- what is refused ------------------------------------------------------------------------------------------------

GOOD = pd.DataFrame({"text": ["a", "b"], "number": [1.0, 2.0]})


@BOTH
@pytest.mark.parametrize(
    ("rows", "target", "argument", "facts"),
    [
        (np.empty((0, 2)), [], "X", ["0 rows", "2 columns"]),
        (GOOD[:0], [], "X", ["0 rows", "2 columns"]),
        (np.empty((2, 0)), [0, 1], "X", ["2 rows", "0 columns"]),
        ([1.0, 2.0], [0, 1], "X", ["2-D", "list", "1 dimensions"]),
        (GOOD["number"], [0, 1], "X", ["2-D", "Series", "1 dimensions"]),
        ([[np.inf], [1.0]], [0, 1], "X", ["column 0, row 1 is inf"]),
        ([[0.0, 1.0], [0.0, -np.inf]], [0, 1], "X", ["column 1, row 2 is -inf"]),
        (GOOD.assign(number=[1.0, np.inf]), [0, 1], "X", ["column 'number', row 2 is inf"]),
        (pd.DataFrame({"when": pd.to_datetime(["2020-01-01", None])}), [0, 1], "X", ["'when'", "datetime64"]),
        (GOOD, [0], "y", ["2 rows", "(1,)"]),
        (GOOD, [1.0, 0.5], "y", ["row 2 is 0.5"]),
        (GOOD, [np.nan, 1.0], "y", ["row 1 is nan"]),
        (GOOD, ["a", None], "y", ["row 2", "missing"]),
        (GOOD, pd.Series(["a", pd.NA], dtype="string"), "y", ["row 2", "missing"]),
    ],
)
def test_training_refuses(learner, rows, target, argument, facts):
    with refused(argument, *facts):
        clone(learner).fit(rows, target)


@BOTH
@pytest.mark.parametrize(
    ("rows", "facts"),
    [
        (GOOD[["text"]], ["1 columns", "2"]),
        (np.zeros((3, 3)), ["3 columns", "2"]),
        (GOOD[["number", "text"]], ["['number', 'text']", "['text', 'number']"]),
        (GOOD.assign(number=["one", "two"]), ["numeric", "could not convert"]),
        (GOOD.assign(number=[np.inf, 1.0]), ["column 'number', row 1 is inf"]),
    ],
)
def test_predicting_refuses(learner, rows, facts):
    fitted = clone(learner).fit(GOOD, [0, 1])
    with refused("X", *facts):
        fitted.predict(rows)


@pytest.mark.parametrize(
    ("learner", "argument"),
    [(MixedNB(smoothing=value), "smoothing") for value in (0, -1.0, np.nan, np.inf, "1")]
    + [(MixedNB(floor=value), "floor") for value in ("weka", None, 1e-9)]
    + [(MixedKNN(n_neighbors=value), "n_neighbors") for value in (0, -1, 1.5, "1")],
)
def test_parameters_are_checked_when_fitting(learner, argument):
    with refused(argument, repr(getattr(learner, argument))):
        learner.fit(GOOD, [0, 1])


@BOTH
def test_predicting_before_training_is_refused(learner):
    with pytest.raises(NotFittedError):
        clone(learner).predict(GOOD)


def test_an_array_is_read_by_value_after_training_on_categories():
    train = pd.DataFrame({"grade": pd.Series([1, 2, 3], dtype="category"), "number": [0.0, 0.0, 0.0]})
    assert MixedKNN().fit(train, list("abc")).predict(np.array([[3.0, 0.0], [1.0, 0.0]])).tolist() == ["c", "a"]


@pytest.mark.parametrize("kind", [MixedNB, MixedKNN])
def test_a_key_of_stores_made_before_still_names_the_learner(kind):
    modules = [base.__module__ for base in kind.__mro__ if base.__module__.startswith("outperform")]
    assert modules == [
        f"outperform.learners.{kind.__name__.lower().replace('mixed', 'mixed_')}",
        "outperform.learners._tables",
    ]


def test_columns_are_those_of_training_by_name_where_they_had_names():
    rows = pd.DataFrame({"a": [0.0, 1.0, 2.0, 3.0], "b": [3.0, 2.0, 2.0, 0.0]})
    target = [0, 0, 1, 1]
    named = MixedKNN(n_neighbors=1).fit(rows, target)
    assert named.predict(rows).tolist() == target
    with refused("X", "['b', 'a']", "['a', 'b']"):
        named.predict(rows[["b", "a"]])
    assert (
        MixedKNN(n_neighbors=1).fit(rows.to_numpy(), target).predict(rows).tolist() == target
    )  # no names, none to compare
