"""Columns prepared for an estimator: categories, missing values, scales; fitted on the training rows only."""

from typing import Any

import numpy as np

from outperform.core import Dataset
from outperform.learners.sklearn import Estimator

SCALED = {
    "linear_model",
    "svm",
    "neighbors",
    "neural_network",
}  # modules of scikit-learn whose classes need equal scales


def is_complete(dataset: Dataset) -> bool:
    """Return whether all columns are numbers and none is missing."""
    return isinstance(dataset.rows, np.ndarray) and not np.isnan(dataset.rows).any()


def are_mixed(rows: Any) -> bool:
    """Return whether rows, as a user passed them, have columns of text or missing values.

    Examples
    --------
    >>> are_mixed(np.array([[1.0], [np.nan]])), are_mixed(np.ones((2, 1))), are_mixed([["red"], ["blue"]])
    (True, False, True)
    """
    if hasattr(rows, "iloc"):
        return any(dtype.kind not in "biuf" for dtype in rows.dtypes) or bool(rows.isna().to_numpy().any())
    array = rows if isinstance(rows, np.ndarray) else np.array(rows, dtype=object) if isinstance(rows, list) else None
    if array is None or array.dtype.kind in "biu":
        return False
    return array.dtype.kind != "f" or bool(np.isnan(array).any())


def can_prepare(dataset: Dataset) -> bool:
    """Return whether the columns are known, and some of them may need to be prepared."""
    if isinstance(dataset.rows, np.ndarray):
        return dataset.rows.dtype.kind == "f" and dataset.rows.ndim == 2 and not is_complete(dataset)
    return hasattr(dataset.rows, "iloc") and len(dataset.kinds) == dataset.rows.shape[1]


def prepared(
    estimator: Any, dataset: Dataset, *, scaled: bool, filled: bool = True, encoding: tuple[str, ...] = ()
) -> Estimator:
    """Return the learner of an estimator, with imputation, encoding and scaling before it where needed.

    ``filled=False`` leaves missing numbers to the estimator. Where the learner has a form for coded rows, both forms
    predict the same; its name and its fingerprint are those of scikit-learn's pipeline.
    """
    from outperform.learners.coded import CodedLearner

    steps = _steps(dataset, scaled=scaled, filled=filled)
    if not steps:
        return Estimator(estimator, encoding=encoding)
    from sklearn.pipeline import make_pipeline

    coded = CodedLearner(Estimator(estimator), filled=filled, scaled=scaled)
    return Estimator(make_pipeline(*steps, estimator), encoding=encoding, coded=coded)


def _steps(dataset: Dataset, *, scaled: bool, filled: bool) -> list[Any]:
    """Return scikit-learn's steps before an estimator."""
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    scale = [StandardScaler()] if scaled else []
    if is_complete(dataset):
        return scale
    fill = [SimpleImputer(strategy="median", keep_empty_features=True)] if filled else []
    if isinstance(dataset.rows, np.ndarray):
        return [*fill, *scale]
    kinds = np.array(dataset.kinds)
    columns = np.arange(len(kinds))
    encode = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    prepare = make_column_transformer(
        (make_pipeline(*fill, *scale) if fill or scale else "passthrough", columns[kinds == "numeric"].tolist()),
        (encode, columns[kinds == "nominal"].tolist()),
    )
    return [prepare]


def needs_scaling(estimator: Any) -> bool:
    """Return whether an estimator is of a kind that needs columns of equal scale.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> needs_scaling(SVC()), needs_scaling(DecisionTreeClassifier())
    (True, False)
    """
    package, _, rest = type(estimator).__module__.partition(".")
    return package == "skorch" or (package == "sklearn" and rest.partition(".")[0] in SCALED)


def takes_missing(estimator: Any) -> bool:
    """Return whether an estimator says that it takes missing numbers."""
    try:
        from sklearn.utils import get_tags
    except ImportError:  # scikit-learn before 1.6
        told: dict[str, Any] = estimator._get_tags() if hasattr(estimator, "_get_tags") else {}
        return bool(told.get("allow_nan", False))
    try:
        return bool(get_tags(estimator).input_tags.allow_nan)
    except Exception:
        return False
