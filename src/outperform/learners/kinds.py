"""What kind of learner something is, in one line of text: its class and the settings that were changed."""

import re
from inspect import signature
from typing import Any

from outperform.core import Learner
from outperform.learners.blocks import BlockEstimator
from outperform.learners.recipes import probes

_MINOR = {"random_state", "n_jobs", "verbose", "copy_X", "copy"}  # settings that do not change what is learnt
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object in memory: other in every process


def kind_of(learner: Learner) -> str:
    """Name the class and its changed settings; of a pipeline its last step, of a block of columns what sees it.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from outperform.learners.sklearn import Estimator
    >>> kind_of(Estimator(make_pipeline(StandardScaler(), KNeighborsClassifier(1, n_jobs=2))))
    'KNeighborsClassifier(n_neighbors=1)'
    """
    estimator = getattr(learner, "estimator", None)
    return str(learner) if estimator is None else _kind(estimator)


def _kind(estimator: Any) -> str:
    if isinstance(estimator, BlockEstimator):
        return kind_of(probes(estimator.learner)[0])
    steps = getattr(estimator, "steps", None)
    if steps and hasattr(estimator, "named_steps"):
        return _kind(steps[-1][1])
    if not hasattr(estimator, "get_params"):
        return type(estimator).__name__
    usual = signature(type(estimator)).parameters
    changed = {
        name: value
        for name, value in sorted(estimator.get_params(deep=False).items())
        if name not in _MINOR and name in usual and repr(value) != repr(usual[name].default)
    }
    written = ", ".join(f"{name}={_shown(value)}" for name, value in changed.items())
    return f"{type(estimator).__name__}({written})"


def _shown(value: Any) -> str:
    return _ADDRESS.sub("", " ".join(repr(value).split()))
