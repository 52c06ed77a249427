"""Metrics of probabilities or scores of the positive class, as functions of truth and responses.

They have scikit-learn's names, values and signs (higher is better). They are not in the catalogue: there, such names
mean scorers of fitted learners.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from outperform.core import Bools, Floats, InputError, Metric, SpecError, Unit, Values, split_spec
from outperform.core.units import LOSS, SHARE
from outperform.metrics.labels import aligned, plain
from outperform.metrics.ranks import area, area_influence, precision_at_hits, precision_influence, wins
from outperform.metrics.ratios import Label, positive_of
from outperform.metrics.rows import RowMetric
from outperform.metrics.weighted import RankedRows, WeightedArea, WeightedPrecision

CLIP = float(np.finfo(np.float64).eps)  # of a probability, as scikit-learn's log loss has it
_INSTEAD = (
    "With a column per class (system:class) use roc_auc_ovr, neg_log_loss and the like. For one class against the rest,"
    " make the truth 1 for rows of that class and 0 for all others"
)


@dataclass(frozen=True)
class GivenMetric(Metric):
    """A metric of two classes and one number per row: the probability, or a score, of the positive class."""

    positive: Label = None
    takes_positive: ClassVar[bool] = True

    def positives(self, truth: Any) -> Bools:
        """Return which rows are of the positive class; raise InputError for more than two classes."""
        true = aligned(truth, truth)[0]
        labels = _labels(true)
        chosen = positive_of(labels, self.slug, self.positive, _INSTEAD)
        rows: Bools = true == labels[chosen][0] if chosen.any() else np.zeros(true.size, dtype=bool)
        return rows

    def responses(self, truth: Any, predictions: Any) -> tuple[Bools, Floats]:
        """Return positive rows [row] and responses [..., row]; raise InputError for what are not numbers."""
        positive, said = self.positives(truth), plain("predictions", predictions)
        if said.dtype.kind == "U":
            text = str(said.flat[0]) if said.size else ""
            problem = f"{text!r} is not a number. {self.slug} needs a probability or a score of the positive class"
            raise InputError("predictions", problem)
        numbers = aligned(np.zeros(positive.size), said)[1].astype(np.float64)
        self.check(positive, numbers)
        return positive, numbers

    @abstractmethod
    def check(self, positive: Bools, responses: Floats) -> None:
        """Raise InputError for rows or responses that the metric is not defined for."""

    def with_plain(self, truth: Any) -> "tuple[Floats, GivenMetric]":
        """Return the truth as 1 (positive) and 0, and the metric for it."""
        return self.positives(truth).astype(np.float64), replace(self, positive=None)


def _labels(true: Values) -> Values:
    """Return the labels that occur, sorted; without a sort of the rows if there are two at most."""
    first = true[0]
    others = true[true != first]
    if others.size == 0:
        return true[:1]
    return np.unique(true) if (others != others[0]).any() else np.unique(np.stack([first, others[0]]))


class RankMetric(GivenMetric):
    """A metric of the order of the responses."""

    @abstractmethod
    def weighted(self, truth: Any, predictions: Any) -> RankedRows:
        """Sort the rows of one learner, to score many samples of them."""


@dataclass(frozen=True)
class RocAuc(RankMetric):
    """Area under the ROC curve, of probabilities or scores.

    Examples
    --------
    >>> RocAuc().score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])  # scikit-learn's own example
    0.75
    """

    slug = "roc_auc"
    unit = Unit.POINTS
    bounds = SHARE

    def score(self, truth: Any, predictions: Any) -> float:
        """Return the share of pairs of a positive and a negative row in the right order; ties count half."""
        return area(*self.responses(truth, predictions))

    def without_each(self, truth: Any, predictions: Any) -> Floats:
        """Return the area without each row; NaN without the last row of a class."""
        positive, responses = self.responses(truth, predictions)
        high, right = np.count_nonzero(positive), wins(positive, responses)
        low = positive.size - high
        pairs = np.where(positive, (high - 1) * low, high * (low - 1)).astype(np.float64)
        left = np.full(positive.size, np.nan)
        np.divide(right[positive].sum() - right, pairs, out=left, where=pairs > 0)
        return left

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return the influence of every row, by the structural components."""
        return area_influence(*self.responses(truth, predictions))

    def weighted(self, truth: Any, predictions: Any) -> WeightedArea:
        """Sort the rows of one learner, to score many samples of them."""
        return WeightedArea.of(*self.responses(truth, predictions))

    def check(self, positive: Bools, responses: Floats) -> None:  # noqa: ARG002
        """Raise InputError unless there are rows of both classes."""
        if positive.all() or not positive.any():
            kind = "positive" if positive.any() else "negative"
            raise InputError("truth", f"all {positive.size} rows are {kind}; {self.slug} needs rows of both classes")


@dataclass(frozen=True)
class AveragePrecision(RankMetric):
    """Average precision: the area under the steps of the precision-recall curve, of probabilities or scores.

    Examples
    --------
    >>> AveragePrecision().score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])  # scikit-learn's own example
    0.83
    """

    slug = "average_precision"
    unit = Unit.POINTS
    bounds = SHARE

    def score(self, truth: Any, predictions: Any) -> float:
        """Return the mean over the positive rows of the precision among rows with at least their response."""
        return precision_at_hits(*self.responses(truth, predictions))

    def influence(self, truth: Any, predictions: Any) -> Floats:
        """Return the influence of every row."""
        return precision_influence(*self.responses(truth, predictions))

    def weighted(self, truth: Any, predictions: Any) -> WeightedPrecision:
        """Sort the rows of one learner, to score many samples of them."""
        return WeightedPrecision.of(*self.responses(truth, predictions))

    def check(self, positive: Bools, responses: Floats) -> None:  # noqa: ARG002
        """Raise InputError without a positive row; scikit-learn returns 0 there, with a warning."""
        if not positive.any():
            raise InputError("truth", f"all {positive.size} rows are negative; {self.slug} needs positive rows")


class ProbabilityMetric(GivenMetric, RowMetric):
    """A mean over rows of a function of the probability of the positive class."""

    def check(self, positive: Bools, responses: Floats) -> None:
        """Raise InputError for numbers that are not probabilities."""
        wrong = (responses < 0) | (responses > 1)
        if wrong.any():
            at = int(wrong.argmax())
            row, value = at % positive.size + 1, float(responses.flat[at])
            problem = f"row {row} is {value:g}, not a probability from 0 to 1. For scores use the metric roc_auc"
            raise InputError("predictions", problem)


@dataclass(frozen=True)
class NegLogLoss(ProbabilityMetric):
    """Log loss of probabilities, with a minus sign so that higher is better.

    Probabilities are cut to [eps, 1 - eps], eps = 2^-52, as scikit-learn's are.

    Examples
    --------
    >>> NegLogLoss(positive="spam").score(["spam", "ham", "ham", "spam"], [0.9, 0.1, 0.2, 0.65])  # scikit-learn's own
    -0.21616
    """

    slug = "neg_log_loss"
    bounds = LOSS

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return the logarithm of the probability of the true class."""
        positive, chance = self.responses(truth, predictions)
        chance = np.clip(chance, CLIP, 1 - CLIP)
        return np.log(np.where(positive, chance, 1 - chance))


@dataclass(frozen=True)
class NegBrierScore(ProbabilityMetric):
    """Brier score of probabilities, with a minus sign so that higher is better.

    Examples
    --------
    >>> NegBrierScore().score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3])  # scikit-learn's own example
    -0.0375
    """

    slug = "neg_brier_score"
    bounds = (-1.0, 0.0)

    def row_scores(self, truth: Any, predictions: Any) -> Floats:
        """Return the squared distance of the probability from 1 (positive) or 0, with a minus sign."""
        positive, chance = self.responses(truth, predictions)
        return -((positive - chance) ** 2)


GIVEN: dict[str, type[GivenMetric]] = {
    kind.slug: kind for kind in (RocAuc, AveragePrecision, NegLogLoss, NegBrierScore)
}
"""The metrics of this file, by scikit-learn's names of scorers."""
USUAL = {
    "auc": "roc_auc",
    "auroc": "roc_auc",
    "roc_auc_score": "roc_auc",
    "auprc": "average_precision",
    "average_precision_score": "average_precision",
    "log_loss": "neg_log_loss",
    "logloss": "neg_log_loss",
    "cross_entropy": "neg_log_loss",
    "brier_score": "neg_brier_score",
    "brier_loss": "neg_brier_score",
    "brier_score_loss": "neg_brier_score",
}
"""Other usual names of them."""


def given_metric(name: Any, positive: Label = None, labels: Any = None) -> GivenMetric | None:
    """Return the metric of probabilities or scores of this name; None where there is none.

    ``positive`` is the positive label, unless the name states it; ``labels`` are the classes of the truth, where they
    are known: more than two, or no positive one among them, then raise InputError here.

    Examples
    --------
    >>> print(given_metric("auc", positive="spam"))
    roc_auc(positive='spam')
    >>> given_metric("accuracy") is None
    True
    """
    found = name if isinstance(name, GivenMetric) else _named(name)
    if found is None:
        return None
    label: Any = positive.item() if isinstance(positive, np.generic) else positive
    if found.positive is None and label is not None:
        found = replace(found, positive=label)
    if labels is not None:
        positive_of(np.unique(aligned(labels, labels)[0]), found.slug, found.positive, _INSTEAD)
    return found


def _named(name: Any) -> GivenMetric | None:
    if not isinstance(name, str) or ("," in name and "(" not in name):
        return None
    slug, options = split_spec(name)
    lower = slug.lower()
    kind = GIVEN.get(USUAL.get(lower, lower))
    if kind is None:
        return None
    unknown = sorted(options.keys() - {"positive"})
    if unknown:
        raise SpecError(kind.slug, f"has no parameter {unknown[0]!r}; its only parameter is positive")
    return kind(**options)
