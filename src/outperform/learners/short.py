"""Learners by a short name, fit for the data at hand: classes or numbers, mixed columns, missing values."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Dataset, InputError, did_you_mean
from outperform.learners.mixed_knn import MixedKNN
from outperform.learners.mixed_nb import MixedNB


@dataclass(frozen=True)
class Recipe:
    """How a short name becomes an estimator, for classes and for numbers; None where it does not apply."""

    words: str
    classes: Callable[[], Any] | None
    numbers: Callable[[], Any] | None = None
    scaled: bool = False  # wants columns of one size
    mixed: bool = False  # reads nominal columns and missing values itself


def _of(module: str, name: str, **parameters: Any) -> Callable[[], Any]:
    def make() -> Any:
        from importlib import import_module

        return getattr(import_module(f"sklearn.{module}"), name)(**parameters)

    return make


RECIPES: dict[str, Recipe] = {
    "nb": Recipe("naive Bayes: Gaussian columns, counted nominal ones", MixedNB, mixed=True),
    "tree": Recipe(
        "decision tree, by entropy",
        _of("tree", "DecisionTreeClassifier", criterion="entropy"),
        _of("tree", "DecisionTreeRegressor"),
    ),
    "stump": Recipe(
        "decision tree of depth one",
        _of("tree", "DecisionTreeClassifier", criterion="entropy", max_depth=1),
        _of("tree", "DecisionTreeRegressor", max_depth=1),
    ),
    "1nn": Recipe(
        "nearest neighbour, columns scaled by their range",
        MixedKNN,
        _of("neighbors", "KNeighborsRegressor", n_neighbors=1),
        scaled=True,
        mixed=True,
    ),
    "5nn": Recipe(
        "five nearest neighbours, columns scaled by their range",
        lambda: MixedKNN(n_neighbors=5),
        _of("neighbors", "KNeighborsRegressor", n_neighbors=5),
        scaled=True,
        mixed=True,
    ),
    "lda": Recipe("linear discriminant analysis", _of("discriminant_analysis", "LinearDiscriminantAnalysis")),
    "logreg": Recipe("logistic regression", _of("linear_model", "LogisticRegression", max_iter=1000), scaled=True),
    "svm": Recipe("support vector machine, RBF kernel", _of("svm", "SVC"), _of("svm", "SVR"), scaled=True),
    "forest": Recipe(
        "random forest", _of("ensemble", "RandomForestClassifier"), _of("ensemble", "RandomForestRegressor")
    ),
    "boosting": Recipe(
        "histogram gradient boosting",
        _of("ensemble", "HistGradientBoostingClassifier"),
        _of("ensemble", "HistGradientBoostingRegressor"),
    ),
    "mlp": Recipe(
        "neural network, one hidden layer",
        _of("neural_network", "MLPClassifier", max_iter=500),
        _of("neural_network", "MLPRegressor", max_iter=500),
        scaled=True,
    ),
    "ridge": Recipe(
        "ridge regression", _of("linear_model", "RidgeClassifier"), _of("linear_model", "Ridge"), scaled=True
    ),
    "ols": Recipe("least squares", None, _of("linear_model", "LinearRegression")),
    "dummy": Recipe("the majority class, or the mean", _of("dummy", "DummyClassifier"), _of("dummy", "DummyRegressor")),
}
"""The short names of learners, and what each stands for."""


def short_estimator(name: str, dataset: Dataset) -> Any:
    """Make the estimator of a short name for this dataset."""
    if name not in RECIPES:
        raise InputError("learners", f"{name!r} is not known; {did_you_mean(name, RECIPES)}, or a dotted class name")
    recipe = RECIPES[name]
    make = recipe.classes if dataset.has_classes else recipe.numbers
    if make is None:
        wanted, found = ("classes", "numbers") if recipe.numbers is None else ("numbers", "classes")
        raise InputError("learners", f"{name} predicts {wanted}, but the target of {dataset.name} holds {found}")
    if recipe.mixed and dataset.has_classes:
        return make()
    return _prepared(make(), dataset, scaled=recipe.scaled)


def _complete(dataset: Dataset) -> bool:
    return isinstance(dataset.rows, np.ndarray) and not np.isnan(dataset.rows).any()


def _prepared(estimator: Any, dataset: Dataset, *, scaled: bool) -> Any:
    """Put imputation, encoding and scaling before an estimator where needed; all fitted on training rows alone."""
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    scale = [StandardScaler()] if scaled else []
    if _complete(dataset):
        return make_pipeline(*scale, estimator) if scale else estimator
    fill = SimpleImputer(strategy="median", keep_empty_features=True)
    if isinstance(dataset.rows, np.ndarray):
        return make_pipeline(fill, *scale, estimator)
    kinds = np.array(dataset.kinds)
    columns = np.arange(len(kinds))
    encode = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    prepare = make_column_transformer(
        (make_pipeline(fill, *scale), columns[kinds == "numeric"].tolist()),
        (encode, columns[kinds == "nominal"].tolist()),
    )
    return make_pipeline(prepare, estimator)
