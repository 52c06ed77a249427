"""Nominal columns for estimators that have a way of their own with categories.

The name of this module is part of the keys of such learners in stores: do not rename it.
"""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin

from outperform.core import Dataset

MISSING = "(missing)"  # as text, for an estimator that takes no missing categories


class CategoryColumns(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Turns the nominal columns of a frame into pandas' categories, or into text.

    The categories are those of the training rows; any other value is missing. Columns are named by their places, since
    some estimators refuse brackets and quotes in names.
    """

    def __init__(self, nominal: tuple[int, ...] = (), *, text: bool = False) -> None:
        self.nominal = nominal
        self.text = text

    def fit(self, X: Any, y: Any = None) -> Self:  # noqa: ARG002 - the target is not looked at
        """Remember the categories."""
        self.n_features_in_ = X.shape[1]
        self.categories_ = {place: sorted(X.iloc[:, place].dropna().astype(str).unique()) for place in self.nominal}
        return self

    def transform(self, X: Any) -> Any:
        """Return a frame."""
        import pandas as pd

        made = X.set_axis([f"x{place}" for place in range(X.shape[1])], axis=1)
        for place in self.nominal:
            column, known = X.iloc[:, place], self.categories_[place]
            said = column.astype(object).where(column.notna(), MISSING).astype(str).astype(object)
            seen = said.where(said.isin(known), None)
            made.isetitem(place, said if self.text else pd.Categorical(seen, categories=known))
        return made


def own_way(estimator: Any, dataset: Dataset) -> Any:
    """Return a pipeline in which an estimator gets categories as it wants them; None if it has no way of its own."""
    from sklearn.pipeline import make_pipeline

    places = tuple(int(place) for place in np.flatnonzero(np.array(dataset.kinds) == "nominal"))
    package, kind = type(estimator).__module__.partition(".")[0], type(estimator).__name__
    if package == "catboost":
        given = estimator.get_params()
        named = {} if given.get("cat_features") is not None else {"cat_features": places}
        return make_pipeline(CategoryColumns(places, text=True), type(estimator)(**{**given, **named}))
    if package == "sklearn" and kind.startswith("HistGradientBoosting") and _are_few(estimator, dataset, places):
        from sklearn.base import clone

        made = clone(estimator)
        if made.categorical_features in (None, "warn"):
            made.set_params(categorical_features="from_dtype")
        return make_pipeline(CategoryColumns(places), made)
    if package == "lightgbm" or (package == "xgboost" and getattr(estimator, "enable_categorical", False)):
        return make_pipeline(CategoryColumns(places), estimator)
    return None


def _are_few(estimator: Any, dataset: Dataset, places: tuple[int, ...]) -> bool:
    """Return whether no column has more categories than there are bins."""
    return all(dataset.rows.iloc[:, place].nunique() <= min(estimator.max_bins, 255) for place in places)
