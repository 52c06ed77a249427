"""Metrics of a probability per class, under scikit-learn's names of scorers; higher is better.

Here a prediction is a place in a table of probabilities: rows with the same probabilities of all classes have the same
place, so that all that treats predictions as one value per row serves them too. The truth is the place of the class.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np

from outperform.core import Bools, Bounds, Floats, InputError, Metric, Unit, Values
from outperform.core.units import LOSS, SHARE
from outperform.metrics.class_values import (
    brier_scores,
    explained_brier,
    explained_log_loss,
    log_likelihood,
    one_against_one,
    one_against_rest,
)
from outperform.metrics.rows import RowMetric

Valued = Callable[[Bools, Floats], Floats | None]

MEANS: dict[str, Valued] = {"neg_log_loss": log_likelihood, "neg_brier_score": brier_scores}
"""Means over rows."""
INFLUENCED: dict[str, Valued] = {
    "d2_log_loss_score": explained_log_loss,
    "d2_brier_score": explained_brier,
    "roc_auc_ovr": lambda hits, chances: one_against_rest(hits, chances, "macro"),
    "roc_auc_ovr_weighted": lambda hits, chances: one_against_rest(hits, chances, "weighted"),
    "roc_auc_ovo": lambda hits, chances: one_against_one(hits, chances, "macro"),
}
"""Metrics with an influence per row."""


@dataclass(frozen=True, eq=False)
class ClassMetric(Metric):
    """A metric of a probability per class."""

    slug = "of-classes"
    name: str
    classes: tuple[str, ...]  # in the order of the columns of the table
    table: Floats = field(repr=False)  # [place, class]

    def __str__(self) -> str:
        """Write scikit-learn's name of the scorer."""
        return self.name

    @property
    def fingerprint(self) -> None:
        """None: it holds the predictions themselves."""
        return

    def class_of(self, truth: Any) -> Values:
        """Return the name of the class of each row."""
        return np.array(self.classes)[np.asarray(truth).astype(np.int64)]

    def chances(self, truth: Any, predictions: Any) -> tuple[Bools, Floats]:
        """Return true classes and probabilities [row, class] of one learner."""
        codes = np.asarray(truth).astype(np.int64)
        return codes[:, np.newaxis] == np.arange(len(self.classes)), self.table[
            np.asarray(predictions).astype(np.int64)
        ]


class ClassMean(ClassMetric, RowMetric):
    """A mean over rows."""

    @property
    def bounds(self) -> Bounds:
        """At most 0; a Brier score of two classes is halved."""
        return LOSS if self.name == "neg_log_loss" else (-1.0 if len(self.classes) == 2 else -2.0, 0.0)

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return the score of every row of predictions [..., row]."""
        said = np.asarray(predictions)
        values = [MEANS[self.name](*self.chances(truth, each)) for each in said.reshape(-1, said.shape[-1])]
        return np.array(values, dtype=np.float64).reshape(said.shape)


class InfluencedClasses(ClassMetric):
    """A metric that is no mean over rows, with the influence of every row on it."""

    @property
    def unit(self) -> Unit:
        """Areas are shares."""
        return Unit.POINTS if self.name.startswith("roc_auc") else Unit.NONE

    @property
    def bounds(self) -> Bounds:
        """Those of an area, or at most 1."""
        return SHARE if self.name.startswith("roc_auc") else (-inf, 1.0)

    def _values(self, truth: Any, predictions: Any) -> Floats:
        hits, chances = self.chances(truth, predictions)
        gone = np.flatnonzero(~hits.any(axis=0))
        if gone.size:
            raise InputError(
                "truth", f"has no row of class {self.classes[gone[0]]!r}; {self.name} needs rows of each class"
            )
        values = INFLUENCED[self.name](hits, chances)
        assert values is not None, "there is a formula"
        return values

    def score(self, truth: Any, predictions: Any) -> float:
        """Return the mean of the values of rows."""
        return float(self._values(truth, predictions).mean())

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return the influence of every row."""
        values = self._values(truth, predictions)
        centred: Floats = values - values.mean()
        return centred
