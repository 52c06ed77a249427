"""Learners by a short name, made for the data at hand: classes or numbers, mixed columns, missing values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Dataset, InputError, did_you_mean
from outperform.learners.mixed_knn import MixedKNN
from outperform.learners.mixed_nb import MixedNB
from outperform.learners.prepared import prepared
from outperform.learners.sklearn import Estimator
from outperform.surface import option


@dataclass(frozen=True)
class Recipe:
    """How a short name becomes an estimator, for classes and for numbers; None if it has none."""

    words: str
    classes: Callable[[], Any] | None
    numbers: Callable[[], Any] | None = None
    scaled: bool = False  # columns are standardised first
    mixed: bool = False  # reads nominal columns and missing values directly


def _of(module: str, name: str, **parameters: Any) -> Callable[[], Any]:
    def make() -> Any:
        from importlib import import_module

        return getattr(import_module(f"sklearn.{module}"), name)(**parameters)

    return make


RECIPES: dict[str, Recipe] = {
    "nb": Recipe(
        "naive Bayes: Gaussian for numeric columns, counts for nominal ones; classes only", MixedNB, mixed=True
    ),
    "tree": Recipe(
        "decision tree (entropy for classes)",
        _of("tree", "DecisionTreeClassifier", criterion="entropy"),
        _of("tree", "DecisionTreeRegressor"),
    ),
    "stump": Recipe(
        "decision tree with one split",
        _of("tree", "DecisionTreeClassifier", criterion="entropy", max_depth=1),
        _of("tree", "DecisionTreeRegressor", max_depth=1),
    ),
    "1nn": Recipe(
        "nearest neighbour, scaled columns",
        MixedKNN,
        _of("neighbors", "KNeighborsRegressor", n_neighbors=1),
        scaled=True,
        mixed=True,
    ),
    "5nn": Recipe(
        "five nearest neighbours, scaled columns",
        lambda: MixedKNN(n_neighbors=5),
        _of("neighbors", "KNeighborsRegressor", n_neighbors=5),
        scaled=True,
        mixed=True,
    ),
    "lda": Recipe(
        "linear discriminant analysis; classes only", _of("discriminant_analysis", "LinearDiscriminantAnalysis")
    ),
    "logreg": Recipe(
        "logistic regression, scaled columns; classes only",
        _of("linear_model", "LogisticRegression", max_iter=1000),
        scaled=True,
    ),
    "svm": Recipe(
        "support vector machine, RBF kernel, scaled columns", _of("svm", "SVC"), _of("svm", "SVR"), scaled=True
    ),
    "forest": Recipe(
        "random forest", _of("ensemble", "RandomForestClassifier"), _of("ensemble", "RandomForestRegressor")
    ),
    "boosting": Recipe(
        "histogram gradient boosting",
        _of("ensemble", "HistGradientBoostingClassifier"),
        _of("ensemble", "HistGradientBoostingRegressor"),
    ),
    "mlp": Recipe(
        "neural network with one hidden layer of 100 units, scaled columns",
        _of("neural_network", "MLPClassifier", max_iter=500),
        _of("neural_network", "MLPRegressor", max_iter=500),
        scaled=True,
    ),
    "ridge": Recipe(
        "ridge regression, scaled columns",
        _of("linear_model", "RidgeClassifier"),
        _of("linear_model", "Ridge"),
        scaled=True,
    ),
    "ols": Recipe("least squares; numbers only", None, _of("linear_model", "LinearRegression")),
    "dummy": Recipe(
        "baseline: always the most frequent class, or the mean",
        _of("dummy", "DummyClassifier"),
        _of("dummy", "DummyRegressor"),
    ),
}
"""The short names of learners, and what each stands for."""


ALIASES: dict[str, set[str]] = {
    "nb": {"naivebayes", "bayes", "gnb", "gaussiannb", "gaussian_nb"},
    "tree": {"decisiontree", "dt", "dtree", "cart"},
    "tree or, with pip install 'outperform[weka]' and Java, weka-j48": {"c45", "c4.5", "j48"},
    "1nn or, with pip install 'outperform[weka]' and Java, weka-ibk": {"ib1", "ibk"},
    "forest": {"rf", "randomforest", "random_forests", "randomforests"},
    "boosting": {"gb", "gbm", "gbdt", "gbt", "hgb", "hgbt", "histgb", "gradientboosting", "boosted_trees", "boost"},
    "boosting or, with {xgboost}, xgboost.XGBClassifier": {"xgb", "xgboost"},
    "boosting or, with {lightgbm}, lightgbm.LGBMClassifier": {"lgb", "lgbm", "lightgbm"},
    "boosting or, with {catboost}, catboost.CatBoostClassifier": {"cat", "catboost"},
    "logreg": {"lr", "logistic", "logit", "log_reg", "logisticregression"},
    "ols": {"linear", "linreg", "linearregression", "lm", "leastsquares"},
    "svm": {"svc", "svr", "supportvectormachine"},
    "mlp": {"nn", "ann", "neuralnet", "neuralnetwork"},
    "1nn or 5nn": {
        "k_nn",
        "nearestneighbor",
        "nearestneighbors",
        "nearestneighbour",
        "nearestneighbours",
        "kneighbors",
    },
    "dummy": {"baseline", "majority", "constant", "zero_r", "zeror"},
}
"""Other names of the short names, which an error answers with what to type."""


def short_learner(name: str, dataset: Dataset) -> Estimator:
    """Return the learner of a short name for this dataset."""
    if name not in RECIPES:
        raise InputError("learners", f"{name!r} is not known; {unknown_learner(name, RECIPES)}")
    recipe = RECIPES[name]
    make = _for(recipe, dataset)
    if make is None:
        wanted, found = ("classes", "numbers") if recipe.numbers is None else ("numbers", "classes")
        others = ", ".join(each for each, other in RECIPES.items() if _for(other, dataset) is not None)
        problem = f"{name} predicts {wanted}, but the target of {dataset.name} holds {found}. Use one of {others}"
        raise InputError("learners", problem)
    if recipe.mixed and dataset.has_classes:
        reads_codes = not isinstance(dataset.rows, np.ndarray)  # an array needs no codes
        return Estimator(make(), coded=Estimator(make()) if reads_codes else None)
    return prepared(make(), dataset, scaled=recipe.scaled)


def _for(recipe: Recipe, dataset: Dataset) -> Callable[[], Any] | None:
    return recipe.classes if dataset.has_classes else recipe.numbers


def class_behind(name: str) -> str:
    """Return the dotted name of a scikit-learn class that can stand in for a short name.

    Examples
    --------
    >>> class_behind("boosting")
    'sklearn.ensemble.HistGradientBoostingClassifier'
    """
    recipe = RECIPES[name]
    if recipe.mixed:  # the classifier is outperform's own
        return "sklearn.naive_bayes.GaussianNB" if recipe.numbers is None else "sklearn.neighbors.KNeighborsClassifier"
    return _dotted(type((recipe.classes or recipe.numbers or object)()))


def unknown_learner(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown learner: near names, and how to write a class of scikit-learn.

    Examples
    --------
    >>> unknown_learner("RidgeClassifier", ["tree"])
    'did you mean sklearn.linear_model.RidgeClassifier?'
    """
    if name[:1].isupper():
        from sklearn.utils import all_estimators

        for each, kind in all_estimators():
            if each == name:
                return f"did you mean {_dotted(kind)}?"
    usual = _usual_name(name)
    if usual is not None:
        return f"did you mean {usual}?"
    near = did_you_mean(name, known)
    near = near if near.endswith("?") else f"{did_you_mean(name, RECIPES)}."
    example = "sklearn.tree.DecisionTreeClassifier(max_depth=3)"
    return f"{near} Any scikit-learn class works by its dotted name, such as {example}"


def _usual_name(name: str) -> str | None:
    """Return what to type for a learner by another of its names."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    if plain in RECIPES:
        return plain
    found = (ours for ours, others in ALIASES.items() if plain in others or plain.replace("_", "") in others)
    allowed = {package: option("allow_modules", [package]) for package in ("xgboost", "lightgbm", "catboost")}
    return next((ours.format(**allowed) for ours in found), None)


def _dotted(kind: type) -> str:
    return f"{kind.__module__.partition('._')[0]}.{kind.__name__}"
