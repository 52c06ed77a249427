"""Sources and learners: one half to choose the correction on, another to confirm it on, written down before it was run.

The choosing half holds what the correction was built on; nothing of the confirming half was looked at before its rule
was settled. Some confirming families share a learner with the choosing half, none shares a source and its size.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.linear_model import ElasticNet, Lasso, LinearRegression, LogisticRegression, Ridge, RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from studies.truth.classifiers import (
    ada_boost,
    bagged_stumps,
    best_naive_bayes,
    discriminant,
    discriminant_values,
    naive_bayes,
    neighbours,
    one_by_one,
    stump,
    tuned,
)
from studies.truth.linear import Fit, best_columns, boosted, elastic_net, least_squares, logistic, ridge
from studies.truth.scores import Metric
from studies.truth.tasks import Task, friedman, linear, of_source, skewed, xor

Half = Literal["choose", "confirm"]


@dataclass(frozen=True)
class Learner:
    """A learner that is fitted on many training sets at once, and the same of scikit-learn."""

    fit: Fit
    estimator: Any
    slow: bool = False  # a fit takes more than 20 ms, or many more fits than one


@dataclass(frozen=True)
class Family:
    """One learner on two like blocks."""

    name: str
    half: Half
    task: Task
    learner: Learner
    metric: Metric = "accuracy"
    does: str = ""  # what the learner does that moves its null distribution
    other: Learner | None = None  # of a mixed pair, on the second block
    nulls: int = field(default=1000)

    @property
    def learners(self) -> tuple[Fit, Fit]:
        """What is fitted on the first block, and on the second."""
        return self.learner.fit, (self.other or self.learner).fit

    @property
    def strata(self) -> bool:
        """Whether folds keep the shares of classes."""
        return self.task.classes


def slow(estimator: Any) -> Learner:
    """Return a learner that is fitted one by one."""
    return Learner(one_by_one(estimator), estimator, slow=True)


LDA = Learner(discriminant, LinearDiscriminantAnalysis())
NB = Learner(naive_bayes, GaussianNB())
STUMP = Learner(stump, DecisionTreeClassifier(max_depth=1))
OLS = Learner(least_squares, LinearRegression())


def lasso(alpha: float) -> Learner:
    """Return the Lasso."""
    return Learner(elastic_net(alpha), Lasso(alpha=alpha))


def select(count: int) -> Learner:
    """Return naive Bayes on the best columns."""
    return Learner(best_naive_bayes(count), make_pipeline(SelectKBest(k=count), GaussianNB()))


def l1(c: float) -> Learner:
    """Return L1 logistic regression."""
    return Learner(logistic(c, lasso=True), LogisticRegression(penalty="l1", C=c, solver="liblinear"))


def l2(c: float) -> Learner:
    """Return L2 logistic regression."""
    return Learner(logistic(c), LogisticRegression(C=c, max_iter=1000))


def knn(count: int) -> Learner:
    """Return nearest neighbours."""
    return Learner(neighbours(count), KNeighborsClassifier(count))


def knn_regression(count: int) -> Learner:
    """Return the mean of nearest neighbours."""
    return Learner(neighbours(count, regression=True), KNeighborsRegressor(count))


def _gauss(n: int, features: int, signal: float, **more: Any) -> Task:
    written = "".join(f", {name}={value}" for name, value in more.items())
    return of_source(f"symmetric(n={n}, features={features}, signal={signal}{written})")


def _real(data: str, n: int, columns: int, blur: float) -> Task:
    return of_source(f'real-blocks(data="{data}", n={n}, columns={columns}, blur={blur})')


def _family(half: Half, does: str, name: str, task: Task, learner: Learner, metric: Metric | None = None) -> Family:
    chosen: Metric = metric or ("accuracy" if task.classes else "squared error")
    return Family(
        name, half, task, learner, chosen, does, nulls=200 if learner.slow else 1000
    )  # of the choosing half fewer, see run


CHOOSE = tuple(
    _family("choose", *given)
    for given in (
        ("stable", "discriminant, n = 100", _gauss(100, 4, 0.7), LDA),
        ("stable", "naive Bayes, n = 100", _gauss(100, 4, 0.7), NB),
        ("stable", "logistic regression, n = 150", _gauss(150, 6, 0.6), l2(1.0)),
        ("selects", "stump, n = 50", _gauss(50, 4, 0.8), STUMP),
        ("selects", "stump, n = 200", _gauss(200, 4, 0.8), STUMP),
        ("selects", "stump, breast cancer, n = 60", _real("breast_cancer", 60, 5, 0.8), STUMP),
        ("selects", "best column and naive Bayes, n = 100", _gauss(100, 6, 0.7), select(1)),
        ("selects", "best column and naive Bayes, digits, n = 150", _real("digits", 150, 40, 0.8), select(1)),
        ("selects", "three columns and naive Bayes, digits, n = 100", _real("digits", 100, 40, 0.8), select(3)),
        ("shrinks", "Lasso .4, Friedman, n = 100", friedman(100), lasso(0.4)),
        ("shrinks", "Lasso .4, Friedman, n = 400", friedman(400), lasso(0.4)),
        ("shrinks", "Lasso .2, linear, n = 100", linear(100, 6, 6), lasso(0.2)),
        ("shrinks", "L1 logistic regression .05, n = 150", _gauss(150, 6, 0.7), l1(0.05)),
        ("p near n", "least squares, 30 of 50", linear(50, 30, 30), OLS),
        ("p near n", "least squares, 30 of 80", linear(80, 30, 30), OLS),
        ("p near n", "ridge 10, 30 of 80", linear(80, 30, 30), Learner(ridge(10.0), Ridge(alpha=10.0))),
        ("memorises", "one neighbour, n = 150", _gauss(150, 4, 0.7), knn(1)),
        (
            "memorises",
            "five neighbours, regression, t3 noise, n = 100",
            linear(100, 3, 2, tails=3.0),
            knn_regression(5),
        ),
        ("boosts", "L2 boosting, 20 steps, n = 100", linear(100, 8, 3), Learner(boosted(20), None)),
    )
)

CONFIRM = tuple(
    _family("confirm", *given)
    for given in (
        ("stable", "discriminant, five classes, n = 300", _gauss(300, 4, 0.6, classes=5), LDA),
        ("stable", "naive Bayes, log-normal columns, n = 120", skewed(120, 4, 0.9), NB),
        ("stable", "logistic regression, breast cancer, n = 200", _real("breast_cancer", 200, 6, 1.5), l2(1.0)),
        ("shrinks", "logistic regression .003, n = 80", _gauss(80, 5, 0.8, share=0.4), l2(0.003)),
        ("shrinks", "L1 logistic regression .1, breast cancer, n = 100", _real("breast_cancer", 100, 8, 2.0), l1(0.1)),
        ("shrinks", "L1 logistic regression .02, n = 400", _gauss(400, 8, 0.5), l1(0.02)),
        ("shrinks", "Lasso .1, linear, 20 columns, n = 150", linear(150, 20, 3), lasso(0.1)),
        ("shrinks", "Lasso 1, Friedman, n = 1000", friedman(1000), lasso(1.0)),
        ("shrinks", "Lasso .3, Friedman, n = 2000", friedman(2000), lasso(0.3)),
        (
            "shrinks",
            "elastic net .5, t3 noise, n = 80",
            linear(80, 6, 4, tails=3.0),
            Learner(elastic_net(0.5, 0.5), ElasticNet(alpha=0.5)),
        ),
        ("selects", "two columns and naive Bayes, wine, n = 80", _real("wine", 80, 13, 1.5), select(2)),
        ("selects", "best column and naive Bayes, log-normal, n = 200", skewed(200, 5, 0.8), select(1)),
        (
            "selects",
            "best two columns, least squares, n = 100",
            linear(100, 8, 4),
            Learner(best_columns(2), make_pipeline(SelectKBest(f_regression, k=2), LinearRegression())),
        ),
        ("selects", "stump, log-normal columns, 3:7, n = 120", skewed(120, 4, 0.9, 0.3), STUMP),
        ("selects", "stump, iris, n = 90", _real("iris", 90, 4, 2.0), STUMP),
        ("memorises", "one neighbour, xor, n = 200", xor(200), knn(1)),
        ("memorises", "seven neighbours, digits, n = 100", _real("digits", 100, 20, 1.5), knn(7)),
        ("memorises", "three neighbours, regression, Friedman, n = 200", friedman(200, 6), knn_regression(3)),
        (
            "boosts",
            "AdaBoost of five stumps, n = 100",
            _gauss(100, 5, 0.7),
            Learner(ada_boost(5), AdaBoostClassifier(n_estimators=5)),
        ),
        ("boosts", "L2 boosting, 60 steps, Friedman, n = 300", friedman(300), Learner(boosted(60), None)),
        ("p near n", "least squares, 50 of 60", linear(60, 50, 9, tails=5.0), OLS),
        ("p near n", "least squares, 60 of 100", linear(100, 60, 10), OLS),
        ("p near n", "ridge 3, 40 of 60", linear(60, 40, 5), Learner(ridge(3.0), Ridge(alpha=3.0))),
        ("set metric", "naive Bayes, F1, 2:8, n = 200", _gauss(200, 4, 0.9, share=0.2), NB, "f1"),
        (
            "set metric",
            "stump, balanced accuracy, n = 150",
            _gauss(150, 4, 0.8, share=0.35),
            STUMP,
            "balanced accuracy",
        ),
        ("set metric", "L1 logistic regression .05, F1, n = 120", skewed(120, 6, 0.8), l1(0.05), "f1"),
        (
            "grows trees",
            "tree of depth 3, log-normal, n = 100",
            skewed(100, 4, 0.9),
            slow(DecisionTreeClassifier(max_depth=3)),
        ),
        (
            "grows trees",
            "regression tree of depth 2, Friedman, n = 100",
            friedman(100, 5),
            slow(DecisionTreeRegressor(max_depth=2)),
        ),
        ("bags", "forest of 5 trees, xor, n = 120", xor(120), slow(RandomForestClassifier(n_estimators=5))),
        ("bags", "bagged stumps, n = 80", _gauss(80, 4, 0.9), Learner(bagged_stumps(10), None)),
        (
            "boosts",
            "gradient boosting, 10 trees, n = 100",
            skewed(100, 5, 1.0),
            slow(GradientBoostingClassifier(n_estimators=10, max_depth=2)),
        ),
        ("kernels", "SVM, xor, n = 150", xor(150), slow(SVC())),
        (
            "nets",
            "perceptron of 4 nodes, n = 80",
            _gauss(80, 3, 0.9),
            slow(MLPClassifier((4,), solver="lbfgs", max_iter=15)),
        ),
        (
            "tunes",
            "neighbours by grid search, n = 100",
            _gauss(100, 4, 0.8),
            Learner(
                tuned([neighbours(1), neighbours(5), neighbours(15)]),
                GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, cv=3),
            ),
        ),
        (
            "tunes",
            "ridge by its own cross-validation, 20 of 60",
            linear(60, 20, 4),
            slow(RidgeCV(alphas=(0.1, 1.0, 10.0, 100.0))),
        ),
        (
            "tunes",
            "columns by grid search, naive Bayes, n = 80",
            skewed(80, 5, 0.9),
            Learner(
                tuned([best_naive_bayes(1), best_naive_bayes(3), naive_bayes]),
                GridSearchCV(make_pipeline(SelectKBest(), GaussianNB()), {"selectkbest__k": [1, 3, 5]}, cv=3),
            ),
        ),
        (
            "stable",
            "quadratic discriminant, log-normal, n = 150",
            skewed(150, 3, 0.9),
            slow(QuadraticDiscriminantAnalysis()),
        ),
    )
)

MIXED = (
    replace(_family("confirm", "mixed", "discriminant and stump, n = 150", _gauss(150, 4, 0.8), LDA), other=STUMP),
    replace(
        _family("confirm", "mixed", "least squares and Lasso .3, n = 100", linear(100, 5, 5), OLS), other=lasso(0.3)
    ),
)

# Added when the table was made and turned out to serve none of the families above; not run before.
TABLED = tuple(
    _family("confirm", "in the table", *given)
    for given in (
        ("logistic regression, 2:3, n = 250", _gauss(250, 5, 0.5, share=0.4), l2(1.0)),
        ("discriminant, six columns, n = 300", _gauss(300, 6, 0.4), LDA),
        ("least squares, t5 noise, 6 of 120", linear(120, 6, 6, tails=5.0), OLS),
        ("ridge 1, 8 of 200", linear(200, 8, 4, noise=2.0), Learner(ridge(1.0), Ridge(alpha=1.0))),
    )
)

# Added while the others ran, since none had it.
AREAS = tuple(
    _family("confirm", "area", *given, "auc")
    for given in (
        ("discriminant, AUC, n = 80", skewed(80, 4, 0.7), Learner(discriminant_values, None)),
        (
            "L1 logistic regression .05, AUC, 3:7, n = 150",
            _gauss(150, 6, 0.6, share=0.3),
            Learner(logistic(0.05, lasso=True, values=True), None),
        ),
    )
)

# Written down when the folds of the correction became tilted, before any of them was run.
TILTED = tuple(
    _family("confirm", *given)
    for given in (
        ("stable", "naive Bayes, iris, n = 120", _real("iris", 120, 4, 1.5), NB),
        ("stable", "least squares, t3 noise, 5 of 200", linear(200, 5, 5, tails=3.0), OLS),
        ("shrinks", "ridge 100, 10 of 150", linear(150, 10, 6), Learner(ridge(100.0), Ridge(alpha=100.0))),
        ("shrinks", "Lasso .15, linear, 12 columns, n = 250", linear(250, 12, 4), lasso(0.15)),
        ("shrinks", "L1 logistic regression .2, log-normal, n = 180", skewed(180, 6, 0.7), l1(0.2)),
        ("selects", "three columns and naive Bayes, five classes, n = 250", _gauss(250, 6, 0.8, classes=5), select(3)),
        ("selects", "stump, wine, n = 100", _real("wine", 100, 8, 1.5), STUMP),
        ("memorises", "three neighbours, log-normal, n = 180", skewed(180, 4, 0.9), knn(3)),
        ("memorises", "fifteen neighbours, 3:7, n = 400", _gauss(400, 4, 0.5, share=0.3), knn(15)),
        (
            "boosts",
            "AdaBoost of fifteen stumps, n = 150",
            _gauss(150, 4, 0.7),
            Learner(ada_boost(15), AdaBoostClassifier(n_estimators=15)),
        ),
        ("p near n", "ridge 1, 25 of 100", linear(100, 25, 6), Learner(ridge(1.0), Ridge(alpha=1.0))),
        ("set metric", "discriminant, F1, 3:7, n = 160", _gauss(160, 5, 0.7, share=0.3), LDA, "f1"),
        (
            "set metric",
            "seven neighbours, balanced accuracy, 1:3, n = 200",
            _gauss(200, 4, 0.8, share=0.25),
            knn(7),
            "balanced accuracy",
        ),
        (
            "area",
            "nine neighbours, AUC, n = 150",
            _gauss(150, 4, 0.7),
            Learner(neighbours(9, regression=True), None),
            "auc",
        ),
    )
)

FAMILIES = (*CHOOSE, *CONFIRM, *MIXED, *TABLED, *AREAS, *TILTED)
