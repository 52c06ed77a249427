"""Precision, recall and F1: for one positive class, or averaged over all classes in three ways.

Each metric is a ratio of counts per class. One base class says which counts, another how the classes are averaged;
the twelve metrics are the combinations.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from outperform.core import Bools, Floats, InputError, Unit, Values
from outperform.core.units import SHARE
from outperform.metrics.counts import CountMetric, Slopes, ratio
from outperform.metrics.labels import check_classes
from outperform.surface import option

Label = str | int | float | bool | None


class ClassRatio(CountMetric):
    """A metric made of one ratio per class."""

    unit = Unit.POINTS
    bounds = SHARE

    @abstractmethod
    def parts(self, tp: Floats, predicted: Floats, actual: Floats) -> tuple[Floats, Floats]:
        """Return numerator and denominator of each class, both linear in the counts."""

    def quotient(self, numerator: Floats, denominator: Floats) -> Slopes:
        """Return the derivatives of the ratio of two parts by each count, (n' - r d') / d; 0 where the ratio is 0/0."""
        value = ratio(numerator, denominator)
        units = (self.parts(*unit) for unit in np.eye(3)[:, :, np.newaxis])
        tp, predicted, actual = (ratio(above - value * below, denominator) for above, below in units)
        return tp, predicted, actual


class PrecisionParts(ClassRatio):
    """Precision: of the rows predicted to be of the class, the share that is."""

    def parts(self, tp: Floats, predicted: Floats, actual: Floats) -> tuple[Floats, Floats]:  # noqa: ARG002
        """Return tp / (tp + fp)."""
        return tp, predicted


class RecallParts(ClassRatio):
    """Recall: of the rows of the class, the share that was found."""

    def parts(self, tp: Floats, predicted: Floats, actual: Floats) -> tuple[Floats, Floats]:  # noqa: ARG002
        """Return tp / (tp + fn)."""
        return tp, actual


class F1Parts(ClassRatio):
    """F1: the harmonic mean of precision and recall (Keller et al. 2005, eq. 5)."""

    def parts(self, tp: Floats, predicted: Floats, actual: Floats) -> tuple[Floats, Floats]:
        """Return 2 tp / (2 tp + fp + fn)."""
        return 2 * tp, predicted + actual


class Micro(ClassRatio):
    """All classes together: the ratio of the summed counts."""

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Sum over classes, then divide."""
        numerator, denominator = self.parts(tp, predicted, actual)
        return ratio(numerator.sum(axis=-1), denominator.sum(axis=-1))

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives, the same for every class."""
        sums = (part.sum(axis=-1, keepdims=True) for part in self.parts(tp, predicted, actual))
        first, second, third = (np.broadcast_to(each, tp.shape) for each in self.quotient(*sums))
        return first, second, third


class Macro(ClassRatio):
    """Every class with the same weight: the mean over the classes that occur in truth or predictions."""

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Divide, then average over the classes that occur."""
        present = predicted + actual > 0
        return ratio(ratio(*self.parts(tp, predicted, actual)).sum(axis=-1), present.sum(axis=-1))

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives of each ratio over the number of classes that occur."""
        present = (predicted + actual > 0).sum(axis=-1, keepdims=True)
        first, second, third = (ratio(each, present) for each in self.quotient(*self.parts(tp, predicted, actual)))
        return first, second, third


class Weighted(ClassRatio):
    """Every class weighted by its number of rows."""

    def of_counts(self, tp: Floats, predicted: Floats, actual: Floats) -> Floats:
        """Divide, then average with the sizes of the classes as weights."""
        return ratio((ratio(*self.parts(tp, predicted, actual)) * actual).sum(axis=-1), actual.sum(axis=-1))

    def slopes(self, tp: Floats, predicted: Floats, actual: Floats) -> Slopes:
        """Return the derivatives of the ratios and of their weights."""
        parts = self.parts(tp, predicted, actual)
        values, weights = ratio(*parts), ratio(actual, actual.sum(axis=-1, keepdims=True))
        value = (values * weights).sum(axis=-1, keepdims=True)
        first, second, third = (each * weights for each in self.quotient(*parts))
        return first, second, third + ratio(values - value, actual.sum(axis=-1, keepdims=True))


@dataclass(frozen=True)
class Binary(Micro):
    """The ratio of one class, the positive one; ``positive`` names it, unless the labels are 0 and 1 or booleans."""

    positive: Label = None
    takes_positive: ClassVar[bool] = True

    def counted(self, labels: Values) -> Bools:
        """Return which label is the positive one, by scikit-learn's rules."""
        averages = ", ".join(f"{self.slug}_{average}" for average in ("macro", "micro", "weighted"))
        return positive_of(labels, self.slug, self.positive, f"Use one of {averages}")


def positive_of(labels: Values, slug: str, positive: Label, instead: str) -> Bools:
    """Return which of at most two labels is the positive one; ``instead`` says what to do with more.

    Without a name it is 1 or True.
    """
    check_classes(labels)
    if labels.size > 2:
        raise InputError("metric", f"{slug} is for two classes, got {_listed(labels)}. {instead}")
    if positive is None and not {*labels.tolist()} <= {0, 1}:
        label = labels.tolist()[-1]
        how = f"Pass {option('positive', label)}, or write the metric as {slug}(positive={label!r})"
        raise InputError("positive", f"{slug} needs the positive label, one of {_listed(labels)}. {how}")
    wanted = 1 if positive is None else positive
    chosen = np.array([label == wanted for label in labels.tolist()])
    if not chosen.any():  # a command line can only write the number 1 as the text '1'
        chosen = np.array([str(label) == str(wanted) for label in labels.tolist()])
    if labels.size == 2 and not chosen.any():
        raise InputError("positive", f"no row has the label {wanted!r}. The labels are {_listed(labels)}")
    return chosen


def _listed(labels: Values) -> str:
    shown = [str(label) for label in labels[:10].tolist()]
    return ", ".join(shown) + (f" and {labels.size - 10} more" if labels.size > 10 else "")


@dataclass(frozen=True)
class Precision(PrecisionParts, Binary):
    """Precision of the positive class (two classes): of the rows predicted positive, the share that is."""

    slug = "precision"


@dataclass(frozen=True)
class PrecisionMacro(PrecisionParts, Macro):
    """Mean precision over the classes, every class with the same weight."""

    slug = "precision_macro"


@dataclass(frozen=True)
class PrecisionMicro(PrecisionParts, Micro):
    """Precision from the summed counts of all classes; equals accuracy."""

    slug = "precision_micro"


@dataclass(frozen=True)
class PrecisionWeighted(PrecisionParts, Weighted):
    """Mean precision over the classes, weighted by class size."""

    slug = "precision_weighted"


@dataclass(frozen=True)
class Recall(RecallParts, Binary):
    """Recall of the positive class (two classes): of the positive rows, the share that is found."""

    slug = "recall"


@dataclass(frozen=True)
class RecallMacro(RecallParts, Macro):
    """Mean recall over the classes, every class with the same weight."""

    slug = "recall_macro"


@dataclass(frozen=True)
class RecallMicro(RecallParts, Micro):
    """Recall from the summed counts of all classes; equals accuracy."""

    slug = "recall_micro"


@dataclass(frozen=True)
class RecallWeighted(RecallParts, Weighted):
    """Mean recall over the classes, weighted by class size; equals accuracy."""

    slug = "recall_weighted"


@dataclass(frozen=True)
class F1(F1Parts, Binary):
    """F1 of the positive class (two classes): the harmonic mean of precision and recall.

    Examples
    --------
    >>> truth, predictions = ["spam", "ham", "spam", "ham"], ["spam", "spam", "ham", "ham"]
    >>> F1(positive="spam").score(truth, predictions)
    0.5
    """

    slug = "f1"


@dataclass(frozen=True)
class F1Macro(F1Parts, Macro):
    """Mean F1 over the classes, every class with the same weight.

    Examples
    --------
    >>> F1Macro().score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1])  # scikit-learn's own example
    0.267
    """

    slug = "f1_macro"


@dataclass(frozen=True)
class F1Micro(F1Parts, Micro):
    """F1 from the summed counts of all classes; equals accuracy."""

    slug = "f1_micro"


@dataclass(frozen=True)
class F1Weighted(F1Parts, Weighted):
    """Mean F1 over the classes, weighted by class size."""

    slug = "f1_weighted"
