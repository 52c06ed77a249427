"""The kind of a learner: the class that learns, its settings, and what is done to the columns before.

Steps of a pipeline that neither choose columns nor use the target (scalers, imputers, encoders) are transparent: the
kind of the pipeline is that of the last step. Any other or unknown step makes the pipeline a kind of its own.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from outperform.core import Learner
from outperform.learners.blocks import BlockEstimator
from outperform.learners.estimator_kind import params_of
from outperform.learners.label_codes import LabelCoded
from outperform.learners.recipes import probes

_MINOR = {"random_state", "n_jobs", "verbose", "copy_X", "copy"}  # settings that do not change what is learnt
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object in memory: different in every process
SCALERS = {"StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler"}
TRANSPARENT = SCALERS | {"SimpleImputer", "OneHotEncoder", "OrdinalEncoder", "CategoryColumns"}
KNOWN = {"sklearn", "outperform"}  # packages whose class names mean what the table of factors says


@dataclass(frozen=True)
class Kind:
    """What learns, with which settings, and on what columns."""

    text: str  # class and changed settings, on one line
    name: str = ""  # the class; empty where nothing is known of it
    settings: Mapping[str, Any] = field(default_factory=dict)  # all that change what is learnt
    changed: frozenset[str] = frozenset()  # those that are not as usual
    standardised: bool = False  # columns have standard deviation 1 when they come to it
    blocks: int = 1  # it sees one of so many blocks of the columns


def kind_of(learner: Learner) -> str:
    """Name the class that learns and its changed settings.

    Examples
    --------
    >>> from sklearn.decomposition import PCA
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from outperform.learners.sklearn import Estimator
    >>> kind_of(Estimator(make_pipeline(StandardScaler(), KNeighborsClassifier(1, n_jobs=2))))
    'KNeighborsClassifier(n_neighbors=1)'
    >>> kind_of(Estimator(make_pipeline(StandardScaler(), PCA(2), KNeighborsClassifier(1))))
    'Pipeline(PCA(n_components=2), KNeighborsClassifier(n_neighbors=1))'
    """
    return described(learner).text


def described(learner: Learner) -> Kind:
    """Return the kind of a learner; for a block of columns, the kind of the inner learner."""
    estimator = getattr(learner, "estimator", None)
    if isinstance(estimator, BlockEstimator):
        inner = described(probes(estimator.learner)[0])
        return Kind(inner.text, inner.name, inner.settings, inner.changed, inner.standardised, estimator.of)
    return Kind(str(learner)) if estimator is None else _kind(estimator)


def _kind(estimator: Any) -> Kind:
    if isinstance(estimator, LabelCoded):
        return _kind(estimator.estimator)
    if not _is_pipeline(estimator):
        return _plain(estimator)
    *before, last = [step for _, step in estimator.steps]
    inner = _kind(last)
    opaque = [step for step in before if not _is_transparent(step)]
    if opaque:
        return Kind(f"Pipeline({', '.join([*(_plain(step).text for step in opaque), inner.text])})")
    scalers = [name for step in before for name in _scalers(step)]
    standard = scalers[-1] == "StandardScaler" if scalers else inner.standardised
    return Kind(inner.text, inner.name, inner.settings, inner.changed, standard)


def _plain(estimator: Any) -> Kind:
    made = type(estimator)
    if not hasattr(estimator, "get_params"):
        return Kind(made.__name__)
    usual, given = signature(made).parameters, params_of(estimator)
    settings = {name: given[name] for name in sorted(given) if name not in _MINOR and name in usual}
    changed = {name: value for name, value in settings.items() if repr(value) != repr(usual[name].default)}
    written = ", ".join(f"{name}={_shown(value)}" for name, value in changed.items())
    name = made.__name__ if _package(estimator) in KNOWN else ""
    return Kind(f"{made.__name__}({written})", name, settings, frozenset(changed))


def _is_transparent(step: Any) -> bool:
    """Return whether a step neither chooses columns nor looks at the target."""
    if step is None or isinstance(step, str):  # "passthrough", and in a table of columns "drop"
        return True
    if _package(step) not in KNOWN:
        return False
    return all(_is_transparent(part) for part in _parts(step)) if _parts(step) else type(step).__name__ in TRANSPARENT


def _scalers(step: Any) -> Iterator[str]:
    """Name the scalers of a transparent step, in their order."""
    for part in _parts(step):
        yield from _scalers(part)
    if type(step).__name__ in SCALERS:
        yield type(step).__name__


def _parts(step: Any) -> list[Any]:
    """List what a pipeline or a table of columns is made of."""
    if _is_pipeline(step):
        return [part for _, part in step.steps]
    if type(step).__name__ == "ColumnTransformer":
        return [*(part for _, part, _ in step.transformers), step.remainder]
    return []


def _is_pipeline(estimator: Any) -> bool:
    return type(estimator).__name__ == "Pipeline" and _package(estimator) == "sklearn" and bool(estimator.steps)


def _package(estimator: Any) -> str:
    return type(estimator).__module__.partition(".")[0]


def _shown(value: Any) -> str:
    return _ADDRESS.sub("", " ".join(repr(value).split()))
