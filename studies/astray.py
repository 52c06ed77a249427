"""``python -m studies.astray [--runs N] [--half HALF] [--seed S]``: the caution for fits that went astray.

34 ordinary families of data and learners, written down before anything was run. The rule was chosen on every second one
(the choosing half), with other seeds; the others confirm it. In each run a learner is fitted on four repeats of ten
folds, and the rule looks at the first 1, 2 and 4 of them. Then one fit is replaced, in the first repeat alone or in
every repeat: by a constant, or by the same learner trained on shuffled targets.

``clear`` names the learner that was expected to gain so much that a fold can show its loss: at least .3 of accuracy
over the largest class with 20 rows in a fold, or an R2 of .6 with 10. Without that, nothing can be seen.
"""

import argparse
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from scipy.special import betaincinv
from sklearn.base import BaseEstimator, clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.ensemble import (
    AdaBoostClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Perceptron, Ridge, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from outperform.core import Floats, Ints, Values
from outperform.significance.astray import fits_astray

FOLDS, REPEATS = 10, (1, 2, 4)
KINDS = ("constant", "shuffled")
Drawn = tuple[Floats, Values, Ints | None]  # rows, target, groups


@dataclass(frozen=True)
class Family:
    """Data and two learners; whole numbers are classes."""

    name: str
    draw: Callable[[np.random.Generator], Drawn]
    learners: dict[str, Any]
    clear: str | None = None  # the learner whose loss a fold can show


class Logistic(BaseEstimator):  # type: ignore[misc] # scikit-learn has no types
    """Logistic regression of two classes by Newton's method: thirty times as fast as scikit-learn's on few rows."""

    def __init__(self, c: float = 1.0, *, balanced: bool = False) -> None:
        self.c, self.balanced = c, balanced

    def fit(self, X: Floats, y: Values) -> "Logistic":
        """Minimise log loss + |b|^2 / (2 c)."""
        self.classes_ = np.unique(y)
        t, rows = (y == self.classes_[-1]).astype(float), np.c_[np.ones(len(y)), X]
        weights = np.where(t == 1, 0.5 / t.mean(), 0.5 / (1 - t.mean())) if self.balanced else np.ones(len(y))
        penalty, self.b = np.r_[1e-6, np.full(X.shape[1], 1 / self.c)], np.zeros(rows.shape[1])
        for _ in range(12):
            p = 1 / (1 + np.exp(-np.clip(rows @ self.b, -30, 30)))
            hessian = (rows * (weights * p * (1 - p) + 1e-9)[:, np.newaxis]).T @ rows + np.diag(penalty)
            step = np.linalg.solve(hessian, rows.T @ (weights * (t - p)) - penalty * self.b)
            self.b = self.b + step
            if np.abs(step).max() < 1e-6:
                break
        return self

    def predict(self, X: Floats) -> Values:
        """Return the likelier class."""
        found: Values = self.classes_[((np.c_[np.ones(len(X)), X] @ self.b) > 0).astype(int)]
        return found


class Huber(BaseEstimator):  # type: ignore[misc]
    """Huber's regression by reweighted least squares."""

    def fit(self, X: Floats, y: Floats) -> "Huber":
        """Reweight 15 times; the scale is the median error."""
        rows = np.c_[np.ones(len(y)), X]
        self.b = np.linalg.lstsq(rows, y, rcond=None)[0]
        for _ in range(15):
            e = np.abs(y - rows @ self.b)
            w = np.minimum(1, 1.345 * 1.4826 * np.median(e) / np.maximum(e, 1e-12))
            self.b = np.linalg.solve(
                (rows * w[:, np.newaxis]).T @ rows + 1e-9 * np.eye(rows.shape[1]), rows.T @ (w * y)
            )
        return self

    def predict(self, X: Floats) -> Floats:
        """Return the mean."""
        found: Floats = np.c_[np.ones(len(X)), X] @ self.b
        return found


def _clouds(rng: np.random.Generator, n: int, columns: int, classes: int, apart: float) -> Drawn:
    """Draw Gaussian classes around fixed random means."""
    y = rng.permutation(n) % classes
    means = (
        np.random.default_rng(1000 * classes + columns).standard_normal((classes, columns)) * apart / np.sqrt(columns)
    )
    return means[y] + rng.standard_normal((n, columns)), y, None


def _two(
    rng: np.random.Generator,
    *,
    n: int,
    columns: int,
    gap: float,
    telling: int = 1,
    flip: float = 0.0,
    share: float = 0.5,
) -> Drawn:
    """Draw two Gaussian classes that differ in some columns; a share of the labels is turned."""
    y = rng.permutation((np.arange(n) < round(share * n)).astype(np.int64))
    rows = rng.standard_normal((n, columns))
    rows[:, :telling] += gap * (y[:, np.newaxis] - 0.5)
    return rows, np.where(rng.random(n) < flip, 1 - y, y), None


def _linear(
    rng: np.random.Generator,
    *,
    n: int,
    columns: int,
    telling: int,
    noise: float = 1.0,
    slope: float = 1.0,
    freedom: float = np.inf,
    outliers: float = 0.0,
) -> Drawn:
    """Draw a linear target: Bates' design is 100 rows, 20 columns, 4 telling ones."""
    rows = rng.standard_normal((n, columns))
    e = rng.standard_normal(n) if freedom == np.inf else rng.standard_t(freedom, n)
    wild = 50 * (rng.random(n) < outliers) * rng.standard_normal(n)
    return rows, slope * rows[:, :telling].sum(axis=1) + noise * e + wild, None


def _friedman(rng: np.random.Generator, n: int) -> Drawn:
    x = rng.random((n, 10))
    y = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return x, y + rng.standard_normal(n), None


def _patients(rng: np.random.Generator, count: int, visits: int) -> Drawn:
    """Draw two classes in groups with values, and with an effect, of their own."""
    groups = np.repeat(np.arange(count), visits)
    y = rng.integers(0, 2, count * visits)
    rows = 0.8 * rng.standard_normal((count, 4))[groups] + rng.standard_normal((count * visits, 4))
    rows[:, 0] += 1.5 * (y - 0.5) * (1 + 0.7 * rng.standard_normal(count))[groups]
    rows[:, 1] += 1.2 * (y - 0.5)
    return rows, y, groups


def _sites(rng: np.random.Generator, count: int, visits: int) -> Drawn:
    """Draw a linear target in groups with a level of their own."""
    groups = np.repeat(np.arange(count), visits)
    rows = 0.7 * rng.standard_normal((count, 3))[groups] + rng.standard_normal((count * visits, 3))
    return rows, rows.sum(axis=1) + rng.standard_normal(count)[groups] + rng.standard_normal(count * visits), groups


def _walk(rng: np.random.Generator, n: int) -> Drawn:
    """Draw a random walk; the columns are time, the value before, and noise."""
    y = np.cumsum(rng.standard_normal(n))
    return np.c_[np.arange(n) / n, np.r_[0, y[:-1]], rng.standard_normal(n)], y, None


def _counts(rng: np.random.Generator, n: int) -> Drawn:
    rows, y, _ = _linear(rng, n=n, columns=5, telling=2)
    return rows, rng.poisson(np.exp(y / 2 - 1.5)).astype(float), None


def _skewed(rng: np.random.Generator, n: int) -> Drawn:
    rows, y, _ = _linear(rng, n=n, columns=5, telling=3)
    return rows, np.exp(y), None


def _twice(rng: np.random.Generator, n: int) -> Drawn:
    """Draw near-copies: every row twice."""
    rows, y, _ = _two(rng, n=n // 2, columns=6, gap=1.2, telling=2)
    order = rng.permutation(n) % (n // 2)
    return rows[order] + 1e-3 * rng.standard_normal((n, 6)), y[order], None


LDA, NB, OLS, KNN = LinearDiscriminantAnalysis, GaussianNB, LinearRegression, KNeighborsClassifier
Tree, RegressionTree = DecisionTreeClassifier, DecisionTreeRegressor
L1 = LogisticRegression(C=0.05, penalty="l1", solver="liblinear")
SELECT = make_pipeline(SelectKBest(k=1), NB())
SCALED_KNN = make_pipeline(StandardScaler(), KNeighborsRegressor(5))
FORESTS = {"n_estimators": 15, "max_depth": 6}

FAMILIES = (
    Family(
        "LDA, logistic; 100 rows",
        partial(_two, n=100, columns=10, gap=1.2, telling=3),
        {"lda": LDA(), "logistic": Logistic()},
    ),
    Family(
        "naive Bayes, 5-NN; 3 classes",
        partial(_clouds, n=200, columns=5, classes=3, apart=3),
        {"nb": NB(), "knn": KNN(5)},
        "nb",
    ),
    Family(
        "stump, tree; 60 rows",
        partial(_two, n=60, columns=4, gap=1.5, telling=2),
        {"stump": Tree(max_depth=1), "tree": Tree(max_depth=3)},
    ),
    Family(
        "1-NN, 5-NN; wrong labels",
        partial(_two, n=300, columns=4, gap=3, telling=2, flip=0.15),
        {"1-nn": KNN(1), "5-nn": KNN(5)},
        "5-nn",
    ),
    Family(
        "1% of a class; 2,000 rows",
        partial(_two, n=2000, columns=6, gap=3, telling=2, share=0.01),
        {"balanced": Logistic(balanced=True), "nb": NB()},
    ),
    Family(
        "SVM, LDA; 10% of a class",
        partial(_two, n=200, columns=6, gap=2, telling=2, share=0.1),
        {"svm": SVC(), "lda": LDA()},
    ),
    Family(
        "LDA, tree; 10 classes",
        partial(_clouds, n=500, columns=10, classes=10, apart=5),
        {"lda": LDA(), "tree": Tree()},
        "lda",
    ),
    Family(
        "forest, boosting",
        partial(_two, n=300, columns=8, gap=1.6, telling=3),
        {"forest": RandomForestClassifier(**FORESTS), "boosting": AdaBoostClassifier(n_estimators=15)},
        "forest",
    ),
    Family(
        "majority, 1-NN; no information",
        partial(_two, n=100, columns=5, gap=0),
        {"majority": DummyClassifier(), "1-nn": KNN(1)},
    ),
    Family(
        "SVMs; 60 columns",
        partial(_two, n=150, columns=60, gap=1, telling=8),
        {"rbf": SVC(), "linear": SVC(kernel="linear")},
    ),
    Family(
        "logistic, 5-NN; 20 groups",
        partial(_patients, count=20, visits=10),
        {"logistic": Logistic(), "knn": KNN(5)},
    ),
    Family("LDA, naive Bayes; 30 rows", partial(_two, n=30, columns=3, gap=2, telling=2), {"lda": LDA(), "nb": NB()}),
    Family(
        "L1, L2 logistic; 40 columns",
        partial(_two, n=200, columns=40, gap=1.5, telling=3),
        {"l1": L1, "l2": Logistic(c=0.05)},
        "l1",
    ),
    Family(
        "one selected column, stump",
        partial(_two, n=200, columns=30, gap=1.2, telling=2),
        {"select": SELECT, "stump": Tree(max_depth=1)},
    ),
    Family(
        "SGD, perceptron",
        partial(_clouds, n=200, columns=8, classes=2, apart=3),
        {"sgd": SGDClassifier(max_iter=30, tol=None), "perceptron": Perceptron(max_iter=20, tol=None)},
    ),
    Family(
        "deep, pruned tree; weak",
        partial(_two, n=200, columns=6, gap=0.6, telling=2),
        {"deep": Tree(), "pruned": Tree(ccp_alpha=0.02)},
    ),
    Family(
        "least squares, ridge; Bates",
        partial(_linear, n=100, columns=20, telling=4),
        {"ols": OLS(), "ridge": Ridge()},
        "ols",
    ),
    Family(
        "least squares, ridge; no signal",
        partial(_linear, n=100, columns=20, telling=4, slope=0),
        {"ols": OLS(), "ridge": Ridge()},
    ),
    Family(
        "tree, least squares; Friedman",
        partial(_friedman, n=150),
        {"tree": RegressionTree(max_depth=5), "ols": OLS()},
        "ols",
    ),
    Family(
        "least squares; 35 columns, 50 rows",
        partial(_linear, n=50, columns=35, telling=5),
        {"ols": OLS(), "ridge": Ridge()},
    ),
    Family(
        "least squares, Huber; t2 noise",
        partial(_linear, n=200, columns=5, telling=5, noise=0.5, freedom=2),
        {"ols": OLS(), "huber": Huber()},
        "ols",
    ),
    Family(
        "least squares, Huber; outliers",
        partial(_linear, n=200, columns=5, telling=5, outliers=0.02),
        {"ols": OLS(), "huber": Huber()},
        "huber",
    ),
    Family(
        "lasso with a strong penalty",
        partial(_linear, n=100, columns=20, telling=4),
        {"lasso": Lasso(0.4), "ols": OLS()},
    ),
    Family(
        "lasso near a constant",
        partial(_linear, n=150, columns=10, telling=1, noise=2, slope=0.5),
        {"lasso": Lasso(0.45), "mean": DummyRegressor()},
    ),
    Family(
        "5-NN, forest; Friedman",
        partial(_friedman, n=200),
        {"knn": SCALED_KNN, "forest": RandomForestRegressor(**FORESTS)},
        "forest",
    ),
    Family(
        "ridge, lasso; 2,000 rows, 60 columns",
        partial(_linear, n=2000, columns=60, telling=10, noise=3),
        {"ridge": Ridge(), "lasso": Lasso(0.1)},
        "ridge",
    ),
    Family("5-NN, least squares; time", partial(_walk, n=200), {"knn": KNeighborsRegressor(5), "ols": OLS()}, "knn"),
    Family(
        "tree, least squares; counts",
        partial(_counts, n=300),
        {"tree": RegressionTree(max_depth=4), "ols": OLS()},
    ),
    Family(
        "least squares, tree; lognormal",
        partial(_skewed, n=200),
        {"ols": OLS(), "tree": RegressionTree(max_depth=4)},
    ),
    Family(
        "least squares, 3-NN; 30 rows, 1 column",
        partial(_linear, n=30, columns=1, telling=1, noise=0.5),
        {"ols": OLS(), "knn": KNeighborsRegressor(3)},
    ),
    Family(
        "least squares, tree; 15 groups",
        partial(_sites, count=15, visits=8),
        {"ols": OLS(), "tree": RegressionTree(max_depth=4)},
    ),
    Family(
        "boosting, stump; Friedman",
        partial(_friedman, n=300),
        {"boosting": GradientBoostingRegressor(n_estimators=30), "stump": RegressionTree(max_depth=1)},
        "boosting",
    ),
    Family("1-NN, logistic; every row twice", partial(_twice, n=200), {"1-nn": KNN(1), "logistic": Logistic()}),
    Family(
        "LDA, QDA; 1,000 rows",
        partial(_two, n=1000, columns=10, gap=1.8, telling=3),
        {"lda": LDA(), "qda": QuadraticDiscriminantAnalysis()},
        "lda",
    ),
)


@dataclass(frozen=True, eq=False)
class Rates:
    """By number of repeats: runs with an alarm, and by kind of fit gone astray the runs in which it is named."""

    runs: int
    false: dict[int, int]
    named: dict[
        tuple[int, str, bool], int
    ]  # repeats, kind, whether in every repeat; of the clear learner, else of the first


def rates(family: Family, runs: int, seed: int = 0) -> Rates:
    """Run a family."""
    false = dict.fromkeys(REPEATS, 0)
    named = {(r, kind, every): 0 for r in REPEATS for kind in KINDS for every in (False, True)}
    spoilt = family.clear or next(iter(family.learners))
    for number in range(runs):
        rng = np.random.default_rng([*family.name.encode(), seed, number])
        rows, target, groups = family.draw(rng)
        labels = np.stack([_folds(rng, target, groups) for _ in range(REPEATS[-1])])
        look = partial(_look, target, labels, groups)
        alarms: set[int] = set()
        for name, learner in family.learners.items():
            fit = partial(_fit, learner, rows, rng=rng)
            predictions = np.stack([_predicted(fit, target, part) for part in labels])
            alarms.update(r for r in REPEATS if look(predictions, r))
            if name == spoilt:
                for case in _spoilt(predictions, target, labels, fit, look, rng):
                    named[case] += 1
        for r in alarms:
            false[r] += 1
    return Rates(runs, false, named)


def _spoilt(
    predictions: Values,
    target: Values,
    labels: Ints,
    fit: Callable[..., Values],
    look: Callable[..., list[tuple[int, int]]],
    rng: np.random.Generator,
) -> list[tuple[int, str, bool]]:
    """Let a fit go astray, of the first repeat or of each; return the cases in which that of the first is named."""
    places = rng.integers(0, labels.max(axis=1) + 1)
    found = []
    for kind in KINDS:
        for every in (False, True):
            said = predictions.copy()
            for repeat in range(REPEATS[-1] if every else 1):
                test = labels[repeat] == places[repeat]
                said[repeat, test] = _astray(kind, fit, target, test, rng)
            found += [(r, kind, every) for r in REPEATS if (0, int(places[0])) in look(said, r)]
    return found


def _folds(rng: np.random.Generator, target: Values, groups: Ints | None) -> Ints:
    """Deal rows, within each class, or groups to folds."""
    if groups is not None:
        found: Ints = (rng.permutation(groups.max() + 1) % FOLDS)[groups]
        return found
    order = rng.permutation(target.size)
    if _count(target):
        order = order[np.argsort(target[order], kind="stable")]
    labels = np.empty(target.size, dtype=np.int64)
    labels[order] = (np.arange(target.size) + rng.integers(FOLDS)) % FOLDS
    return labels


def _fit(learner: Any, rows: Floats, target: Values, test: Values, rng: np.random.Generator) -> Values:
    """Return the predictions of a fit for the rows of a fold."""
    np.random.seed(int(rng.integers(2**31)))  # noqa: NPY002 - scikit-learn's learners without a seed draw from it
    try:
        return np.asarray(clone(learner).fit(rows[~test], target[~test]).predict(rows[test]))
    except ValueError:  # a single class
        return np.full(np.count_nonzero(test), target[~test][0])


def _predicted(fit: Callable[..., Values], target: Values, part: Ints) -> Values:
    found = np.empty(len(part), dtype=target.dtype)
    for fold in range(int(part.max()) + 1):
        found[part == fold] = fit(target, part == fold)
    return found


def _astray(kind: str, fit: Callable[..., Values], target: Values, test: Values, rng: np.random.Generator) -> Any:
    """Return what a fit that went astray predicts for the rows of a fold."""
    train = target[~test]
    if kind == "constant":
        return np.bincount(train).argmax() if _count(target) else train.mean()
    shuffled = target.copy()
    shuffled[~test] = rng.permutation(train)
    return fit(shuffled, test)


def _look(
    target: Values, labels: Ints, groups: Ints | None, predictions: Values, repeats: int
) -> list[tuple[int, int]]:
    used = predictions[:repeats], labels[:repeats]
    return fits_astray(target, *used, classes=_count(target), learners=2, alone=groups is None)


def _count(target: Values) -> int:
    """Return the number of classes; 0 where the target is a number."""
    return int(target.max()) + 1 if target.dtype.kind == "i" else 0


def bound(count: int, runs: int, chance: float = 0.95) -> float:
    """Return the upper limit of Clopper and Pearson, one-sided."""
    return 1.0 if count == runs else float(betaincinv(count + 1, runs - count, chance))


def table(families: Iterable[tuple[Family, Rates]]) -> str:
    """Write the rates as a table, a line per family, after 1, 2 and 4 repeats."""
    heads = [
        "family",
        "learner",
        "false alarms",
        "one fit constant",
        "shuffled",
        "in every repeat: constant",
        "shuffled",
    ]
    lines = [heads, ["---"] * len(heads)]
    for family, found in families:
        each = [" / ".join(f"{found.false[r] / found.runs:.3f}" for r in REPEATS)]
        for every in (False, True):
            for kind in KINDS:
                each.append(" / ".join(f"{found.named[r, kind, every] / found.runs:.2f}" for r in REPEATS))
        lines.append([family.name, family.clear or "–", *each])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    """Print the table, and the false alarms over all families."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", choices=("choosing", "confirming"))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    families = {"choosing": FAMILIES[::2], "confirming": FAMILIES[1::2], None: FAMILIES}[arguments.half]
    done = []
    for family in families:
        done.append((family, rates(family, arguments.runs, arguments.seed)))
        print(table(done[-1:]).splitlines()[-1], flush=True)
    print(table(done))
    for r in REPEATS:
        count, runs = sum(found.false[r] for _, found in done), sum(found.runs for _, found in done)
        most = max(found.false[r] / found.runs for _, found in done)
        print(f"{r} repeats: {count} of {runs}, at most {bound(count, runs):.4f}; largest of a family {most:.3f}")


if __name__ == "__main__":
    main()
