"""A classifier or regressor of Weka with scikit-learn's methods."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from outperform.core import Dataset, Floats, NumberedRows, OutperformError, Values
from outperform.learners.weka.machine import java_class
from outperform.learners.weka.tables import Handed, Header, class_codes, handed, header_of

SEED = "-S"  # the option of most classes that draw random numbers
NOT_MADE = "{} is not a classifier that Weka can make"
LARGEST_SEED = 2**31 - 1  # of Java's int


class WekaError(OutperformError):
    """Weka refused options or data, or failed."""


class WekaEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Any class below ``weka.classifiers``, with Weka's own options.

    ``fit`` and ``predict`` take arrays and frames, or ``NumberedRows`` of a dataset, which goes to Java once.
    """

    def __init__(self, classname: str, options: str = "", random_state: int | None = None) -> None:
        self.classname = classname
        self.options = options
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn; text and whole numbers are classes, other numbers are quantities."""
        target = np.asarray(y)
        self._handed = _known(X, target)
        self._header, self._rows = _training(X, target) if self._handed is None else _part(self._handed, X)
        self._model = self._built()
        self._last: tuple[Any, Floats] | None = None
        self.n_features_in_ = len(self._header.levels) - 1
        self._estimator_type = "classifier" if len(self._header.labels) else "regressor"
        if len(self._header.labels):
            self.classes_ = np.unique(target)
        return self

    def predict(self, X: Any) -> Values:
        """Return the class with the highest probability, the first one among equals; or the number."""
        found = self._distributions(X)
        return self._header.labels[found.argmax(axis=1)] if len(self._header.labels) else found[:, 0]

    def predict_proba(self, X: Any) -> Floats:
        """Return the probabilities of ``classes_``, the classes of the training rows."""
        found = self._distributions(X)
        if not len(self._header.labels):
            raise WekaError(f"{self.classname} was trained on numbers and has no probabilities")
        places = [self._header.labels.tolist().index(label) for label in self.classes_.tolist()]
        kept = np.clip(found[:, places], 0.0, None)
        sums = kept.sum(axis=1, keepdims=True)
        return np.where(sums > 0, kept / np.where(sums > 0, sums, 1.0), 1 / len(places))

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn asks: whether it is a classifier is known once it is fitted."""
        from sklearn.utils import ClassifierTags, RegressorTags

        tags = super().__sklearn_tags__()
        kind = getattr(self, "_estimator_type", None)
        tags.estimator_type = kind
        tags.classifier_tags = ClassifierTags() if kind == "classifier" else None
        tags.regressor_tags = RegressorTags() if kind == "regressor" else None
        return tags

    def _made(self) -> Any:
        """Make the Java object with its options, and with a seed where it takes one that the options leave open."""
        with _in_java(self.classname):
            made = java_class(self.classname)()
            words = [str(word) for word in java_class("weka.core.Utils").splitOptions(self.options)]
            own = words[: words.index("--")] if "--" in words else words  # what follows is for a learner inside
            if self.random_state is not None and SEED not in own and _takes_seed(made):
                words = [SEED, str(int(self.random_state) % LARGEST_SEED), *words]
            made.setOptions(words)
        return made

    def _built(self) -> Any:
        made = self._made()
        with _in_java(self.classname):
            made.buildClassifier(self._rows)
        return made

    def _distributions(self, X: Any) -> Floats:
        """Predict rows once: the same rows again get the same answer, other rows another model of the same fit.

        IBk widens the ranges of its columns by the rows that it predicts, so that what it says depends on them.
        """
        check_is_fitted(self, "_model")
        rows = X if self._knows(X) else self._header.coded(_plain(X))
        if self._last is not None and _same(self._last[0], rows):
            return self._last[1]
        if self._last is not None:
            self._model = self._built()
        with _in_java(self.classname):
            said: Floats = np.array(self._model.distributionsForInstances(self._tested(rows)), dtype=np.float64)
        found = said.reshape(len(rows), -1)
        self._last = rows, found
        return found

    def _knows(self, X: Any) -> bool:
        """Return whether these are rows of the dataset in Java that it was trained on."""
        return self._handed is not None and isinstance(X, NumberedRows) and handed(X.dataset) is self._handed

    def _tested(self, rows: NumberedRows | Floats) -> Any:
        if isinstance(rows, np.ndarray):
            return self._header.filled(rows, np.full(len(rows), np.nan))
        return handed(rows.dataset).part(rows.numbers, hidden=True)


def _same(one: NumberedRows | Floats, other: NumberedRows | Floats) -> bool:
    """Return whether rows are the same: an array may have been changed in place since."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=True)
    return one is other


@contextmanager
def _in_java(classname: str) -> Iterator[None]:
    """Turn what Java raises into one line, and so what JPype raises where a class cannot be made or called."""
    from jpype import JException

    try:
        yield
    except JException as error:
        kind = str(error.getClass().getSimpleName())
        text = str(error.getMessage() or kind).strip().splitlines()[0]
        text = f"there is no class {text}" if kind == "ClassNotFoundException" else text
        said = f"{classname}: {text.removeprefix(f'{classname}: ')}"
        raise WekaError(NOT_MADE.format(classname) if kind == "InstantiationException" else said) from None
    except (TypeError, AttributeError):
        raise WekaError(NOT_MADE.format(classname)) from None


def _takes_seed(made: Any) -> bool:
    """Return whether -S sets a seed: in some classes it means something else."""
    known = list(made.listOptions()) if hasattr(made, "listOptions") else []
    return any(str(option.name()) == SEED[1:] and "seed" in str(option.description()).lower() for option in known)


def _known(rows: Any, target: Values) -> Handed | None:
    """Return the dataset in Java whose rows these are; None for other rows, and where the target is another."""
    if not isinstance(rows, NumberedRows) or not np.array_equal(rows.dataset.target[rows.numbers], target):
        return None
    return handed(rows.dataset)


def _part(whole: Handed, rows: NumberedRows) -> tuple[Header, Any]:
    return whole.header, whole.part(rows.numbers)


def _training(rows: Any, target: Values) -> tuple[Header, Any]:
    dataset = Dataset(_plain(rows), target)
    header = header_of(dataset)
    return header, header.filled(header.coded(dataset.rows), class_codes(header, target))


def _plain(rows: Any) -> Any:
    if isinstance(rows, NumberedRows):
        return rows.dataset.at(rows.numbers).rows
    return rows if hasattr(rows, "iloc") else np.asarray(rows)
