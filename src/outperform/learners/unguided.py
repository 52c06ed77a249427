"""Steps that choose without the target: principal components, clusters, columns of large variance."""

from collections.abc import Iterator
from typing import Any

from outperform.core import InputError, Learner
from outperform.learners.blocks import BlockEstimator
from outperform.learners.estimator_kind import is_classifier, params_of, predicts_numbers
from outperform.learners.kinds import TRANSPARENT
from outperform.learners.recipes import probes

PER_COLUMN = TRANSPARENT | frozenset(
    (
        "Binarizer DictVectorizer IterativeImputer KBinsDiscretizer KNNImputer MissingIndicator "
        "PolynomialFeatures PowerTransformer QuantileTransformer SplineTransformer TfidfTransformer"
    ).split()
)
STATELESS = frozenset(
    (
        "AdditiveChi2Sampler FeatureHasher FunctionTransformer GaussianRandomProjection HashingVectorizer "
        "Normalizer PolynomialCountSketch RBFSampler SkewedChi2Sampler SparseRandomProjection"
    ).split()
)
SUPERVISED = frozenset(
    (
        "CCA NeighborhoodComponentsAnalysis PLSCanonical PLSRegression PLSSVD TargetEncoder "
        "GenericUnivariateSelect SelectFdr SelectFpr SelectFwe SelectKBest SelectPercentile RFE RFECV "
        "SelectFromModel SequentialFeatureSelector"
    ).split()
)
COMPOSED = {"ColumnTransformer", "FeatureUnion", "Pipeline"}  # their parts are looked at
KNOWN = {"sklearn", "outperform"}  # packages whose class names mean what these lists say


def unguided_steps(learner: Learner) -> tuple[str, ...]:
    """Name the classes of a learner's steps that may choose without the target, each once.

    Steps are found in pipelines, tables of columns, unions, searches and ensembles. A transformer of another package,
    or of the user's own, may choose. What a class hides from ``get_params`` is not looked into.

    Examples
    --------
    >>> from sklearn.decomposition import PCA
    >>> from sklearn.feature_selection import SelectKBest
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from outperform.learners.sklearn import Estimator
    >>> unguided_steps(Estimator(make_pipeline(StandardScaler(), PCA(2), KNeighborsClassifier())))
    ('PCA',)
    >>> unguided_steps(Estimator(make_pipeline(SelectKBest(k=2), KNeighborsClassifier())))
    ()
    """
    return tuple(dict.fromkeys(type(step).__name__ for step in _parts(learner) if _chooses(step)))


def _parts(learner: Learner) -> Iterator[Any]:
    """List the estimator of a learner and all that its parameters hold."""
    estimator = getattr(learner, "estimator", None)
    if isinstance(estimator, BlockEstimator):
        for inner in probes(estimator.learner):
            yield from _parts(inner)
    elif estimator is not None:
        try:
            yield from (estimator, *(_items(params_of(estimator, deep=True).values())))
        except (AttributeError, InputError):
            return


def _items(values: Any) -> Iterator[Any]:
    """List values, and what lists and tuples among them hold: the steps that a search tries stand in its grid."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from _items(value)
        elif isinstance(value, dict):
            yield from _items(value.values())
        else:
            yield value


def _chooses(step: Any) -> bool:
    """Return whether a step is a transformer that may choose by its training rows and not by their target."""
    if isinstance(step, type) or not (hasattr(type(step), "fit") and hasattr(type(step), "transform")):
        return False
    name, known = type(step).__name__, type(step).__module__.partition(".")[0] in KNOWN
    if known and name in COMPOSED:
        return False
    if known and name in SUPERVISED:
        score = getattr(step, "score_func", None)  # a function of the user's may ignore the target
        return score is not None and getattr(score, "__module__", "").partition(".")[0] not in KNOWN
    if known and name == "VarianceThreshold":
        return bool(step.threshold > 0)
    if known and name in PER_COLUMN | STATELESS:
        return False
    return not (is_classifier(step) or predicts_numbers(step))
