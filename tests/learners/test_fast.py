import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

from outperform.core import Dataset, stream
from outperform.designs import BalancedHalves, KFold, LeaveOneOut, Subsampling
from outperform.learners.blocks import Block
from outperform.learners.fast import fast_path, neighbours
from outperform.learners.fast.discriminant import _lost_per_class
from outperform.learners.thresholds import CutRegression, DevianceTree

CLASSIFIERS = [
    KNeighborsClassifier(1),
    KNeighborsClassifier(5),
    KNeighborsClassifier(4, algorithm="brute", metric="euclidean"),
    KNeighborsClassifier(3, algorithm="ball_tree"),
    KNeighborsClassifier(20, algorithm="kd_tree"),
    GaussianNB(),
    GaussianNB(var_smoothing=0),
    GaussianNB(var_smoothing=0.1),
    LinearDiscriminantAnalysis(),
    LinearDiscriminantAnalysis(store_covariance=True, tol=0.01),
]
REGRESSORS = [
    KNeighborsRegressor(1),
    KNeighborsRegressor(7, algorithm="brute"),
    Ridge(),
    Ridge(1e-3, fit_intercept=False),
    Ridge(100, solver="svd"),
    LinearRegression(),
    LinearRegression(fit_intercept=False),
]
DESIGNS = [
    KFold(10, 3),
    KFold(7, 2, stratify=False),
    Subsampling(12, 0.1),
    Subsampling(6, "1/3"),
    BalancedHalves(4),
    LeaveOneOut(),
]


@pytest.fixture(autouse=True)
def one_thread():
    with threadpool_limits(1):  # refits on a few rows spend their time waiting for threads
        yield


def refit(estimator, rows, target, labels):
    predictions = np.zeros(labels.shape, dtype=target.dtype if hasattr(estimator, "predict_proba") else np.float64)
    for repeat, folds in enumerate(labels):
        for fold in np.unique(folds[folds >= 0]):
            tested = folds == fold
            fitted = clone(estimator).fit(rows[~tested], target[~tested])
            predictions[repeat, tested] = fitted.predict(rows[tested])
    return predictions


def agree(estimator, rows, target, labels):
    """Assert that promised predictions are those of a refit; return what was promised."""
    predictions, ok = fast_path(estimator, rows, target).predict(labels)
    assert ok.shape == (len(labels), labels.max() + 1)
    for repeat, folds in enumerate(labels):
        promised = (folds >= 0) & ok[repeat, folds.clip(0)]
        expected = refit(estimator, rows, target, np.where(promised, folds, -1)[np.newaxis])[0]
        if hasattr(estimator, "predict_proba"):
            assert predictions.dtype == target.dtype
            assert (predictions[repeat] == expected)[promised].all()
        else:
            error = np.abs(predictions[repeat] - expected)[promised]
            assert error.max(initial=0) <= 1e-9 * np.ptp(target)
    return ok


def draw(size=80, columns=6, classes=3, seed=0):
    rng = stream(seed, "fast")
    codes = rng.integers(classes, size=size)
    return rng.normal(size=(size, columns)) + rng.normal(size=(classes, columns))[codes], codes


def labels_of(design, rows, target, groups=None):
    return design.plan(Dataset(rows, target, groups=groups), stream(1)).labels


def name(value):
    return str(value).replace("\n", "")


@pytest.mark.parametrize("design", DESIGNS, ids=name)
@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=name)
def test_classes_are_those_of_refits(estimator, design):
    rows, codes = draw()
    assert agree(estimator, rows, codes, labels_of(design, rows, codes)).all()


@pytest.mark.parametrize("design", DESIGNS, ids=name)
@pytest.mark.parametrize("estimator", REGRESSORS, ids=name)
def test_numbers_are_those_of_refits(estimator, design):
    rows, codes = draw()
    target = rows @ np.arange(6) + codes + stream(2).normal(size=len(rows))
    assert agree(estimator, rows, target, labels_of(design, rows, target)).all()


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer, load_digits])
@pytest.mark.parametrize(
    "estimator",
    [KNeighborsClassifier(1), KNeighborsClassifier(5), GaussianNB(), LinearDiscriminantAnalysis()],
    ids=name,
)
def test_bundled_classes(load, estimator):
    rows, codes = load(return_X_y=True)
    if load is load_digits and isinstance(estimator, LinearDiscriminantAnalysis):
        assert fast_path(estimator, rows, codes) is None  # pixels that are always blank
        return
    labels = labels_of(KFold(10, 1 if load is load_digits else 3), rows, codes)
    assert agree(estimator, rows, codes, labels).mean() >= 0.8  # iris and digits have ties


@pytest.mark.parametrize("estimator", REGRESSORS, ids=name)
def test_bundled_numbers(estimator):
    rows, target = load_diabetes(return_X_y=True)
    assert agree(estimator, rows, target, labels_of(KFold(10, 2), rows, target)).all()


@pytest.mark.parametrize("estimator", CLASSIFIERS[::3], ids=name)
@pytest.mark.parametrize("names", [["yes", "no", "perhaps"], np.array(["a", "bb", "c"], dtype=object), [7, -2, 30]])
def test_any_names_of_classes(estimator, names):
    rows, codes = draw()
    target = np.asarray(names)[codes]
    assert agree(estimator, rows, target, labels_of(KFold(5), rows, target)).all()


@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=name)
def test_few_rows_of_a_class(estimator):
    rows, _ = draw()
    target = np.arange(80) % 10 == 0
    ok = agree(estimator, rows, target, labels_of(KFold(10, 3), rows, target))
    assert ok.all()


@pytest.mark.parametrize("estimator", [*CLASSIFIERS[:6], LinearDiscriminantAnalysis()], ids=name)
def test_a_class_that_is_missing_leaves_its_split_alone(estimator):
    rows, codes = draw()
    codes[codes == 2] = 1
    codes[5] = 2
    ok = agree(estimator, rows, codes, labels_of(LeaveOneOut(), rows, codes))
    neighbourly = isinstance(estimator, KNeighborsClassifier)
    assert ok[0, 5] == neighbourly  # neighbours need no class
    assert np.delete(ok[0], 5).all()


def test_one_class_in_training_is_left_to_refits():
    rows, _ = draw()
    target = np.arange(80) % 2
    labels = target[np.newaxis]
    assert not agree(GaussianNB(), rows, target, labels).any()
    assert not agree(LinearDiscriminantAnalysis(), rows, target, labels).any()
    assert agree(KNeighborsClassifier(3), rows, target, labels).all()


def test_whole_numbers_are_rows_too():
    rows, codes = draw()
    rows = np.round(rows * 1000).astype(np.int32)
    for estimator in (GaussianNB(), LinearDiscriminantAnalysis(), KNeighborsClassifier(3)):
        assert agree(estimator, rows, codes, labels_of(KFold(5), rows, codes)).all()
    assert agree(Ridge(), rows, rows[:, 0] + codes, labels_of(KFold(5), rows, rows[:, 0])).all()


def test_repeats_do_not_depend_on_each_other():
    rows, codes = draw()
    labels = labels_of(KFold(10, 4), rows, codes)
    for estimator in CLASSIFIERS:
        path = fast_path(estimator, rows, codes)
        together = path.predict(labels)[0]
        assert (together == np.concatenate([path.predict(row[np.newaxis])[0] for row in labels])).all()


def test_folds_of_very_different_size():
    rows, codes = draw(200)
    labels = np.stack([np.maximum(stream(3, seed).permutation(200) - 160, 0) for seed in range(2)])
    assert np.bincount(labels[0]).max() == 161
    for estimator in (KNeighborsClassifier(1), GaussianNB(), LinearDiscriminantAnalysis()):
        assert agree(estimator, rows, codes, labels).all()
    assert agree(Ridge(), rows, rows[:, 0] * 2.0, labels).all()


def test_rows_that_only_train_and_folds_that_test_nothing():
    rows, codes = draw()
    labels = np.full((2, 80), -1)
    labels[0, :10] = 3
    for estimator in (*CLASSIFIERS, *REGRESSORS):
        predictions, ok = fast_path(estimator, rows, codes).predict(labels)
        assert predictions.shape == (2, 80)
        assert ok.shape == (2, 4)
        assert ok.all()
        nothing, none = fast_path(estimator, rows, codes).predict(np.full((2, 80), -1))
        assert nothing.shape == (2, 80)
        assert none.shape == (2, 0)


@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS], ids=name)
def test_nothing_to_train_on_is_left_to_refits(estimator):
    rows, codes = draw()
    assert not fast_path(estimator, rows, codes).predict(np.zeros((1, 80), dtype=np.int64))[1].any()


class TestTies:
    """Neighbours that are equally far."""

    rows = np.array([[0.0], [1.0], [-1.0], [5.0], [6.0], [7.0]])
    labels = np.array([[0, -1, -1, -1, -1, -1]])

    def ok(self, estimator, target):
        predictions, ok = fast_path(estimator, self.rows, np.asarray(target)).predict(self.labels)
        return predictions[0, 0], ok[0, 0]

    def test_of_different_classes_are_left_to_refits(self):
        assert not self.ok(KNeighborsClassifier(1), [0, 0, 1, 1, 1, 1])[1]

    def test_of_one_class_change_nothing(self):
        assert self.ok(KNeighborsClassifier(1), [1, 0, 0, 1, 1, 1]) == (0, True)

    def test_within_the_neighbourhood_change_nothing(self):
        assert self.ok(KNeighborsClassifier(2), ["b", "b", "a", "b", "b", "b"]) == ("a", True)
        assert self.ok(KNeighborsRegressor(2), [0.0, 2, 4, 9, 9, 9]) == (3, True)

    def test_that_cannot_turn_the_vote_change_nothing(self):
        rows = np.array([[0.0], [0.5], [0.6], [1.0], [-1.0], [7.0]])
        target = np.array([0, 1, 1, 0, 1, 0])
        predictions, ok = fast_path(KNeighborsClassifier(3), rows, target).predict(self.labels)
        assert (predictions[0, 0], ok[0, 0]) == (1, True)

    def test_that_can_turn_the_vote_are_left_to_refits(self):
        rows = np.array([[0.0], [0.5], [0.6], [1.0], [-1.0], [7.0]])
        target = np.array([0, 1, 0, 0, 1, 0])
        assert not fast_path(KNeighborsClassifier(3), rows, target).predict(self.labels)[1].any()

    def test_of_different_numbers_are_left_to_refits(self):
        assert not self.ok(KNeighborsRegressor(1), [0.0, 1, 2, 3, 4, 5])[1]
        assert self.ok(KNeighborsRegressor(1), [0.0, 1, 1, 3, 4, 5]) == (1, True)

    def test_up_to_rounding_are_ties(self):
        rows = self.rows + 1e6
        rows[1] = np.nextafter(rows[1], np.inf)
        assert not fast_path(KNeighborsClassifier(1), rows, np.array([0, 0, 1, 1, 1, 1])).predict(self.labels)[1].any()

    @pytest.mark.parametrize("neighbours_count", [1, 2, 5])
    @pytest.mark.parametrize("algorithm", ["brute", "kd_tree"])
    def test_of_doubled_rows(self, neighbours_count, algorithm):
        rows, codes = draw(60, 2)
        rows, codes = np.tile(rows, (4, 1)), np.tile(codes, 4)
        estimator = KNeighborsClassifier(neighbours_count, algorithm=algorithm)
        assert agree(estimator, rows, codes, labels_of(KFold(10, 2), rows, codes)).mean() >= 0.5
        codes[60:120] = codes[60:120] % 2
        agree(estimator, rows, codes, labels_of(KFold(10, 2), rows, codes))

    def test_on_a_grid(self):
        rows = np.round(draw(150, 3)[0])
        agree(KNeighborsClassifier(3), rows, draw(150)[1], labels_of(KFold(5, 3), rows, draw(150)[1]))
        agree(KNeighborsRegressor(3), rows, rows[:, 0] ** 2, labels_of(KFold(5, 3), rows, rows[:, 0]))


class TestLists:
    """Lists of neighbours that are too short."""

    def test_neighbours_in_the_same_fold(self):
        rows, codes = draw(200, 3)
        rows[:20] = rows[0] + 1e-3 * rows[:20]
        labels = np.r_[np.zeros(20), 1 + np.arange(180) % 4].astype(np.int64)[np.newaxis]
        assert agree(KNeighborsClassifier(3), rows, codes, labels).all()

    def test_too_many_of_them_are_left_to_refits(self, monkeypatch):
        monkeypatch.setattr(neighbours, "FEW_DISTANCES", 0)
        rows, codes = draw(400, 3)
        labels = np.where(np.arange(400) < 380, 0, -1)[np.newaxis]
        assert not fast_path(KNeighborsClassifier(1), rows, codes).predict(labels)[1].any()

    def test_fewer_training_rows_than_neighbours(self):
        rows, codes = draw(30)
        ok = agree(KNeighborsClassifier(20), rows, codes, labels_of(BalancedHalves(3), rows, codes))
        assert not ok.any()
        assert agree(KNeighborsClassifier(12), rows, codes, labels_of(BalancedHalves(3), rows, codes)).all()
        assert fast_path(KNeighborsClassifier(100), rows, codes) is None  # more than all rows

    def test_no_list_that_fills_the_memory(self, monkeypatch):
        monkeypatch.setattr(neighbours, "LARGEST_LIST", 1000)
        assert fast_path(KNeighborsClassifier(1), *draw()) is None


class TestConditioning:
    """Matrices that cannot be inverted, or hardly."""

    @pytest.mark.parametrize("nearness", [1e-2, 1e-4, 1e-6, 1e-9, 0])
    @pytest.mark.parametrize("estimator", [LinearDiscriminantAnalysis(), LinearRegression(), Ridge(1e-8)], ids=name)
    def test_columns_that_are_nearly_equal(self, estimator, nearness):
        rows, codes = draw()
        rows[:, 1] = rows[:, 0] + nearness * rows[:, 1]
        target = codes if isinstance(estimator, LinearDiscriminantAnalysis) else rows[:, 0] + rows[:, 2] ** 2
        ok = agree(estimator, rows, target, labels_of(KFold(5), rows, target))
        assert ok.all() if nearness >= 1e-2 else (nearness > 1e-5 or not ok.any())

    def test_one_singular_split_leaves_the_others(self):
        rows, codes = draw()
        rows[:, 5] = 0
        rows[:10, 5] = codes[:10] + np.arange(10)
        labels = np.arange(80)[np.newaxis] // 10
        for estimator in (LinearDiscriminantAnalysis(), LinearDiscriminantAnalysis(tol=0), LinearRegression()):
            target = codes if isinstance(estimator, LinearDiscriminantAnalysis) else rows[:, 0] + codes
            ok = agree(estimator, rows, target, labels)
            assert not ok[0, 0]
            assert ok[0, 1:].all()

    def test_a_column_that_is_constant_in_a_class(self):
        rows, codes = draw()
        rows[codes == 1, 0] = 3
        rows[np.flatnonzero(codes == 1)[0], 0] = 4
        labels = labels_of(KFold(10, 3), rows, codes)
        assert agree(GaussianNB(), rows, codes, labels).all()
        assert not fast_path(GaussianNB(var_smoothing=0), rows, codes).predict(labels)[1].all()

    @pytest.mark.parametrize("offset", [1e3, 1e6, 1e9, 1e13])
    def test_far_from_zero(self, offset):
        rows, codes = draw(150)
        target = rows[:, 0] + stream(4).normal(size=150)
        labels = labels_of(KFold(5, 2), rows, codes)
        for estimator in CLASSIFIERS:
            ok = agree(estimator, rows + offset, codes, labels)
            multiplies = getattr(estimator, "algorithm", None) == "brute"
            assert ok.all() or offset > (1e3 if multiplies else 1e6)
        for estimator in (Ridge(), LinearRegression()):
            path = fast_path(estimator, rows + offset, target)
            assert (path is None) == (offset > 1e6)
            assert path is None or agree(estimator, rows + offset, target, labels).all()

    def test_columns_of_different_scale(self):
        rows, codes = draw()
        rows *= 10.0 ** np.arange(-6, 6, 2)
        labels = labels_of(KFold(5, 2), rows, codes)
        for estimator in CLASSIFIERS:
            assert agree(estimator, rows, codes, labels).all()
        assert agree(Ridge(), rows, codes * 1.0, labels).all()
        assert not agree(LinearRegression(), rows, codes * 1.0, labels).any()  # scikit-learn drops small columns

    def test_class_means_on_a_line(self):
        rows, codes = draw(seed=5)
        rows = stream(6).normal(size=rows.shape)
        rows[:, 0] += 1e6 * codes
        labels = labels_of(KFold(5), rows, codes)
        assert not agree(LinearDiscriminantAnalysis(), rows, codes, labels).any()  # a direction is dropped


class TestCutRegression:
    """Least squares on classes coded 0 and 1."""

    line = CutRegression(LinearRegression())

    @pytest.mark.parametrize("design", DESIGNS, ids=name)
    def test_classes_are_those_of_refits(self, design):
        rows, codes = draw(classes=2)
        assert agree(self.line, rows, codes, labels_of(design, rows, codes)).all()

    @pytest.mark.parametrize("seed", range(4))
    def test_what_is_promised_is_kept_on_whole_numbers(self, seed):
        rows, codes = draw(30, 2, 2, seed)
        labels = stream(seed, "cut").integers(-1, 4, size=(5, 30))
        agree(self.line, np.round(rows), codes, labels)

    def test_names_of_classes(self):
        rows, codes = draw(classes=2)
        said, _ = fast_path(self.line, rows, np.array(["no", "yes"])[codes]).predict(np.arange(80)[np.newaxis] % 2)
        assert set(said[0]) == {"no", "yes"}

    def test_a_row_on_the_cut_is_left_to_refits(self):
        rows, codes = np.array([[-1.0], [1.0], [-1.0], [1.0], [0.0]]), np.array([0, 1, 0, 1, 0])
        ok = fast_path(self.line, rows, codes).predict(np.array([[-1, -1, 1, -1, 0]]))[1]
        assert ok.tolist() == [[False, True]]

    def test_one_class_in_training_is_left_to_refits(self):
        rows, codes = draw(20, 2, 2)
        assert not fast_path(self.line, rows, codes).predict((codes == 1).astype(np.int64)[np.newaxis] - 1)[1].any()

    def test_other_regressions_and_three_classes_have_none(self):
        rows, codes = draw(classes=3)
        assert fast_path(self.line, rows, codes) is None
        assert fast_path(CutRegression(DevianceTree()), rows, codes % 2) is None


@pytest.mark.parametrize("seed", range(4))
def test_what_is_promised_is_kept_on_difficult_data(seed):
    check_difficult_data(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_what_is_promised_is_kept_on_much_difficult_data(seed):
    check_difficult_data(seed)


def check_difficult_data(seed):
    rng = stream(seed, "difficult")
    rows, codes = draw(int(rng.integers(20, 80)), int(rng.integers(1, 9)), int(rng.integers(2, 5)), seed)
    kind = seed % 4
    if kind == 0:
        rows = np.round(rows)
    if kind == 1:
        rows *= 10.0 ** rng.integers(-6, 7, size=rows.shape[1])
    if kind == 2:
        rows[:, -1] = rows[:, 0] + 10.0 ** -rng.integers(1, 12) * rows[:, -1]
    if kind == 3:
        rows[len(rows) // 2 :] = rows[: (len(rows) + 1) // 2]
    labels = rng.integers(-1, int(rng.integers(1, 8)), size=(3, len(rows)))
    target = 2 * rows[:, 0] + rng.normal(size=len(rows))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="sklearn|scipy")  # of refits; ours may not warn
        for estimator, said in [(e, codes) for e in CLASSIFIERS] + [(e, target) for e in REGRESSORS]:
            if fast_path(estimator, rows, said) is not None:
                agree(estimator, rows, said, labels)


Namesake = type("GaussianNB", (GaussianNB,), {})  # a subclass may do anything
broken = LinearRegression()
broken.tol = -1


@pytest.mark.parametrize(
    "estimator",
    [
        Namesake(),
        make_pipeline(GaussianNB()),
        BernoulliNB(),
        RidgeClassifier(),
        GaussianNB(priors=[0.2, 0.3, 0.5]),
        GaussianNB(var_smoothing=-1),
        LinearDiscriminantAnalysis(solver="lsqr"),
        LinearDiscriminantAnalysis(solver="eigen", shrinkage="auto"),
        LinearDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]),
        LinearDiscriminantAnalysis(n_components=1),
        KNeighborsClassifier(weights="distance"),
        KNeighborsClassifier(p=1),
        KNeighborsClassifier(metric="manhattan"),
        KNeighborsClassifier(metric_params={"w": np.ones(6)}),
        KNeighborsClassifier(0),
        KNeighborsClassifier(2.5),
        KNeighborsClassifier(algorithm="forest"),
        Ridge([1.0]),
        Ridge(-1),
        Ridge(solver="lsqr"),
        Ridge(positive=True),
        LinearRegression(positive=True),
        broken,
        None,
    ],
    ids=name,
)
def test_learners_without_a_fast_path(estimator):
    assert fast_path(estimator, *draw()) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.astype(np.float32),
        lambda rows: rows.astype(str),
        lambda rows: rows > 0,
        lambda rows: rows.tolist(),
        lambda rows: np.where(rows > 2, np.nan, rows),
        lambda rows: np.where(rows > 2, np.inf, rows),
        lambda rows: rows * 1e150,
        lambda rows: rows * 1e-150,
        lambda rows: rows[:, :0],
        lambda rows: rows[:, 0],
        lambda rows: rows[:-1],
        lambda rows: np.ma.masked_array(rows),
    ],
    ids=["float32", "text", "bool", "list", "missing", "infinite", "huge", "tiny", "none", "flat", "short", "masked"],
)
def test_rows_without_a_fast_path(change):
    rows, codes = draw()
    for estimator in (KNeighborsClassifier(), GaussianNB(), LinearDiscriminantAnalysis(), Ridge(), LinearRegression()):
        assert fast_path(estimator, change(rows), codes) is None


@pytest.mark.parametrize("estimator", [KNeighborsClassifier(1), GaussianNB(), LinearDiscriminantAnalysis()], ids=name)
@pytest.mark.parametrize(
    "target",
    [
        np.arange(80) / 7,
        np.where(np.arange(80) == 3, np.nan, 1.0),
        np.array([1, "a"] * 40, dtype=object),
        np.array([b"a", b"b"] * 40),
        np.arange(160).reshape(80, 2),
    ],
    ids=["numbers", "missing", "mixed", "bytes", "two"],
)
def test_targets_that_are_no_classes(estimator, target):
    assert fast_path(estimator, draw()[0], target) is None


@pytest.mark.parametrize("estimator", [KNeighborsRegressor(1), Ridge(), LinearRegression()], ids=name)
@pytest.mark.parametrize(
    "target",
    [np.array(["1"] * 80), np.full(80, np.nan), np.arange(80, dtype=np.float32), np.zeros((80, 2))],
    ids=["text", "missing", "float32", "two"],
)
def test_targets_that_are_no_numbers(estimator, target):
    assert fast_path(estimator, draw()[0], target) is None


def test_too_little_for_sums_to_pay():
    rows, codes = draw(60, 30)
    assert fast_path(Ridge(), rows, codes) is None
    assert fast_path(LinearRegression(), rows[:30], codes[:30]) is None
    assert fast_path(LinearDiscriminantAnalysis(), rows[:30], codes[:30]) is None
    assert fast_path(GaussianNB(), draw(300)[0], np.arange(300) // 2) is None
    assert fast_path(GaussianNB(), rows, np.zeros(60, dtype=int)) is None
    assert fast_path(GaussianNB(), rows[:1], codes[:1]) is None
    constant = np.column_stack([rows[:, :5], np.full(60, 0.1)])
    assert fast_path(LinearDiscriminantAnalysis(), constant, codes) is None
    assert fast_path(LinearRegression(), constant, codes) is None
    assert agree(Ridge(), constant, rows[:, 9], labels_of(KFold(5), constant, rows[:, 9])).all()


def test_nothing_given_is_changed():
    rows, codes = draw()
    before = rows.copy(), codes.copy()
    labels = labels_of(KFold(5), rows, codes)
    for estimator in (*CLASSIFIERS, *REGRESSORS):
        fast_path(estimator, rows, codes).predict(labels)
        assert not hasattr(estimator, "n_features_in_")
    assert np.array_equal(rows, before[0])
    assert np.array_equal(codes, before[1])


@pytest.mark.parametrize("inner", ["knn(k=1)", "sklearn.naive_bayes.GaussianNB", "lda"])
@pytest.mark.parametrize("which", [1, 2])
def test_a_block_is_its_learner_on_some_columns(inner, which):
    rows, codes = draw()
    block = Block(learner=inner, which=which).estimator
    labels = labels_of(KFold(10, 2), rows, codes)
    predictions, ok = fast_path(block, rows, codes).predict(labels)
    assert ok.all()
    assert (predictions == refit(block, rows, codes, labels)).all()


def test_blocks_that_are_left_to_refits():
    rows, codes = draw()
    assert fast_path(Block(learner="tree").estimator, rows, codes) is None
    assert fast_path(Block(learner="knn", of=4).estimator, rows, codes) is None  # six columns
    assert fast_path(Block(learner="ols").estimator, rows, rows[:, 0]) is None  # its last bits would differ


# Stumps.


@pytest.mark.parametrize("design", DESIGNS, ids=name)
@pytest.mark.parametrize("criterion", ["entropy", "gini"])
def test_stumps_are_those_of_refits_whatever_the_seed(criterion, design):
    rows, codes = draw()
    labels = labels_of(design, rows, codes)
    for seed in (0, 1):
        ok = agree(DecisionTreeClassifier(criterion=criterion, max_depth=1, random_state=seed), rows, codes, labels)
        assert ok.mean() > 0.9


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_stumps_of_bundled_data(load):
    rows, codes = load(return_X_y=True)
    stump = DecisionTreeClassifier(max_depth=1, criterion="entropy", random_state=3)
    path = fast_path(stump, rows, codes)
    if path is not None:
        agree(stump, rows, codes, labels_of(KFold(10, 2), rows, codes))


def test_stumps_that_may_cut_in_several_ways_are_left_to_refits():
    rows, codes = load_iris(return_X_y=True)  # two columns tell setosa apart
    assert not agree(DecisionTreeClassifier(max_depth=1), rows, codes, labels_of(KFold(10), rows, codes)).any()


@pytest.mark.parametrize("seed", range(6))
def test_stumps_of_coarse_columns(seed):
    rng = stream(seed, "coarse")
    codes = rng.integers(3, size=40)
    rows = np.round(rng.normal(size=(40, 3)) + codes[:, np.newaxis] * 0.5, seed % 2)
    agree(
        DecisionTreeClassifier(max_depth=1, random_state=seed),
        rows,
        codes,
        labels_of(Subsampling(20, 0.3), rows, codes),
    )


def test_stumps_without_a_cut_say_the_majority():
    rows, codes = np.ones((12, 2)), np.array([0, 1, 1] * 4)
    predictions, ok = fast_path(DecisionTreeClassifier(max_depth=1), rows, codes).predict(np.arange(12)[np.newaxis] % 4)
    assert ok.all()
    assert (predictions == 1).all()


def test_stumps_of_one_class():
    rows, _ = draw()
    target = np.arange(80) % 2
    agree(DecisionTreeClassifier(max_depth=1, random_state=0), rows, target, target[np.newaxis])


@pytest.mark.parametrize(
    "tree",
    [
        DecisionTreeClassifier(),
        DecisionTreeClassifier(max_depth=1, min_samples_leaf=5),
        DecisionTreeClassifier(max_depth=1, class_weight="balanced"),
        DecisionTreeClassifier(max_depth=1, splitter="random"),
        DecisionTreeClassifier(max_depth=1, max_features=1),
    ],
    ids=name,
)
def test_other_trees_have_no_fast_path(tree):
    assert fast_path(tree, *draw()) is None


def test_stumps_leave_values_alone_that_only_rounding_separates():
    rows, codes = draw()
    close = np.vstack([rows, rows[:1] + 2e-7])
    assert fast_path(DecisionTreeClassifier(max_depth=1), close, np.append(codes, 1)) is None
    assert fast_path(DecisionTreeClassifier(max_depth=1), rows * 1e39, codes) is None  # no float32


@pytest.mark.parametrize(("apart", "taken"), [(1, False), (2, False), (4, True)])
def test_a_stump_is_not_promised_where_a_cut_hangs_on_rounding(apart, taken):
    """scikit-learn cuts between values that are more than 1e-7 apart; near 1 a float32 is 1.2e-7 from the next."""
    near = np.float32(1) + apart * np.spacing(np.float32(1))
    rows = np.array([1.0, near] * 20 + [1.5] * 20)[:, np.newaxis]
    codes = np.arange(60) % 2
    assert (fast_path(DecisionTreeClassifier(max_depth=1), rows, codes) is not None) is taken


@pytest.mark.parametrize(("divided_by", "lost"), [("n", 0), ("n - classes", 1), ("neither", None)])
def test_what_scikit_learn_divides_the_scatter_by_is_read_from_its_weights(monkeypatch, divided_by, lost):
    """Means 3 apart, a scatter of 5 on four rows: weights of 3 / (5/4), in older versions of 3 / (5/2)."""
    weight = {"n": 3 / (5 / 4), "n - classes": 3 / (5 / 2), "neither": 3 / 5}[divided_by]

    class Fitted:
        coef_ = np.array([[weight]])

        def fit(self, rows, target):
            assert (len(rows), len(target)) == (4, 4)
            return self

    monkeypatch.setattr("sklearn.discriminant_analysis.LinearDiscriminantAnalysis", Fitted)
    assert _lost_per_class.__wrapped__() == lost
