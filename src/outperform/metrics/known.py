"""The unit and the bounds of scikit-learn's metric functions."""

import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from outperform.core import Bounds, Metric, Unit
from outperform.core.units import SHARE, UNKNOWN


@dataclass(frozen=True)
class Meaning:
    """The unit and the bounds of a metric."""

    unit: Unit = Unit.NONE
    bounds: Bounds = UNKNOWN
    is_loss: bool = False  # lower is better, unlike a metric here

    def turned(self) -> "Meaning":
        """Return the meaning of the metric with a minus sign; it is no longer a share."""
        low, high = self.bounds
        return Meaning(Unit.NONE, (-high, -low), not self.is_loss)


class LookedUp(Metric):
    """A metric with the unit and the bounds of the function behind it."""

    @property
    @abstractmethod
    def meaning(self) -> Meaning:
        """Unit and bounds of the function."""

    @property
    def unit(self) -> Unit:
        """The unit of the function."""
        return self.meaning.unit

    @property
    def bounds(self) -> Bounds:
        """The bounds of the function."""
        return self.meaning.bounds


_SHARE = Meaning(Unit.POINTS, SHARE)
_AT_MOST_ONE = Meaning(bounds=(-inf, 1.0))
_ERROR = Meaning(bounds=(0.0, inf), is_loss=True)
_WRONG = Meaning(bounds=SHARE, is_loss=True)
_AGREEMENT = Meaning(bounds=SHARE)  # between 0 and 1, but not a share

FUNCTIONS: Mapping[str, Meaning] = {
    "accuracy_score": _SHARE,
    "average_precision_score": _SHARE,
    "balanced_accuracy_score": _SHARE,
    "f1_score": _SHARE,
    "fbeta_score": _SHARE,
    "jaccard_score": _SHARE,
    "precision_score": _SHARE,
    "recall_score": _SHARE,
    "roc_auc_score": _SHARE,
    "top_k_accuracy_score": _SHARE,
    "matthews_corrcoef": Meaning(bounds=(-1.0, 1.0)),
    "cohen_kappa_score": Meaning(bounds=(-1.0, 1.0)),
    "brier_score_loss": Meaning(bounds=(0.0, 2.0), is_loss=True),
    "log_loss": _ERROR,
    "r2_score": _AT_MOST_ONE,
    "explained_variance_score": _AT_MOST_ONE,
    "d2_absolute_error_score": _AT_MOST_ONE,
    "d2_brier_score": _AT_MOST_ONE,
    "d2_log_loss_score": _AT_MOST_ONE,
    "d2_pinball_score": _AT_MOST_ONE,
    "d2_tweedie_score": _AT_MOST_ONE,
    "max_error": _ERROR,
    "mean_absolute_error": _ERROR,
    "mean_absolute_percentage_error": _ERROR,
    "mean_gamma_deviance": _ERROR,
    "mean_pinball_loss": _ERROR,
    "mean_poisson_deviance": _ERROR,
    "mean_squared_error": _ERROR,
    "mean_squared_log_error": _ERROR,
    "median_absolute_error": _ERROR,
    "root_mean_squared_error": _ERROR,
    "root_mean_squared_log_error": _ERROR,
    "mean_tweedie_deviance": _ERROR,
    "coverage_error": _ERROR,
    "hinge_loss": _ERROR,
    "label_ranking_loss": _WRONG,
    "hamming_loss": _WRONG,
    "zero_one_loss": _WRONG,
    "adjusted_mutual_info_score": _AT_MOST_ONE,
    "adjusted_rand_score": _AT_MOST_ONE,
    "completeness_score": _AGREEMENT,
    "fowlkes_mallows_score": _AGREEMENT,
    "homogeneity_score": _AGREEMENT,
    "mutual_info_score": Meaning(bounds=(0.0, inf)),
    "normalized_mutual_info_score": _AGREEMENT,
    "rand_score": _AGREEMENT,
    "v_measure_score": _AGREEMENT,
}
"""By the function's name in ``sklearn.metrics``."""


def is_known(function: Any, name: str) -> bool:
    """Return whether this is the very function of that name in ``sklearn.metrics``."""
    room = sys.modules.get("sklearn.metrics")  # not loaded: no function of it can be at hand
    return room is not None and getattr(room, name, None) is function


def meaning_of(function: Callable[..., Any], options: Mapping[str, Any] | None = None) -> Meaning:
    """Look up a function; one that is not scikit-learn's own has unknown meaning, even under a known name.

    Examples
    --------
    >>> from sklearn.metrics import recall_score
    >>> meaning_of(recall_score).unit.value
    'points'
    >>> def recall_cost_eur(truth, predictions): ...
    >>> meaning_of(recall_cost_eur).unit.value
    'none'
    """
    if isinstance(function, partial) and not function.args:
        return meaning_of(function.func, {**function.keywords, **(options or {})})
    name = str(getattr(function, "__name__", ""))
    if name not in FUNCTIONS or not is_known(function, name):
        return Meaning()
    found = FUNCTIONS[name]
    return Meaning(is_loss=found.is_loss) if "normalize" in (options or {}) else found  # that may count rows


def name_of(function: Any) -> str:
    """Return the name of a function; of a partial one, with its arguments.

    Examples
    --------
    >>> from sklearn.metrics import f1_score
    >>> name_of(partial(f1_score, average="macro"))
    "f1_score(average='macro')"
    """
    if not isinstance(function, partial):
        return str(getattr(function, "__name__", type(function).__name__))
    plain = (str, int, float, bool, type(None))
    given = [f"{name}={value!r}" for name, value in function.keywords.items() if isinstance(value, plain)]
    return f"{name_of(function.func)}({', '.join(given)})" if given else name_of(function.func)


def meaning_of_scorer(scorer: Any) -> Meaning:
    """Look up a scikit-learn scorer by its function and its sign; any other callable is unknown."""
    function = getattr(scorer, "_score_func", None)
    if function is None:
        return Meaning()
    found = meaning_of(function, getattr(scorer, "_kwargs", None))
    return found if getattr(scorer, "_sign", 1) > 0 else found.turned()
