"""Weka's learners by name: C4.5 as J48, naive Bayes, nearest neighbours, and any other class with its options."""

import re
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from outperform.core import Dataset, InputError, Learner, Predictor, SpecError
from outperform.learners.weka.jar import CLASSIFIERS, check_class, check_installed, version

_CLASSNAME = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII)


class WekaLearner(Learner):
    """Shared code: a class of Weka and its options. A dataset goes to Java once; fits pass numbers of rows."""

    by_number = True
    only_classes: ClassVar[bool] = False  # whether the class cannot learn numbers

    @property
    @abstractmethod
    def called(self) -> tuple[str, str]:
        """The Java class and its options."""

    def make(self, seed: int) -> Predictor:
        """Make the estimator; Java starts when it is fitted."""
        from outperform.learners.weka.estimator import WekaEstimator

        made: Any = WekaEstimator(*self.called, random_state=seed)
        predictor: Predictor = made
        return predictor

    @property
    def fingerprint(self) -> str | None:
        """The spec and the version of Weka."""
        return f"{self.full} of Weka {version()}"

    @property
    def classifies(self) -> bool:
        """Whether it learns classes only."""
        return self.only_classes

    def check(self, dataset: Dataset) -> None:
        """Raise an error where Weka, Java or the class is missing, or where the target holds numbers and must not."""
        check_installed(str(self))
        check_class(self.called[0])
        if self.only_classes and not dataset.has_classes:
            problem = f"{self.slug} predicts classes, but the target of {dataset.name} holds numbers"
            raise InputError("learners", f"{problem}. Use weka-ibk or another class, weka(classname=...)")


@dataclass(frozen=True)
class WekaJ48(WekaLearner):
    """Weka's J48, a pruned C4.5 decision tree (extra weka, needs Java).

    Parameters
    ----------
    confidence
        Confidence factor of the pruning: less prunes more.
    min_leaf
        Minimum number of training rows in at least two branches of a split.
    """

    slug = "weka-j48"
    only_classes = True
    confidence: float = 0.25
    min_leaf: int = 2

    def __post_init__(self) -> None:
        """Raise a SpecError for values that J48 does not take."""
        super().__post_init__()
        _require(self, "confidence", 0 < self.confidence <= 0.5, "above 0 and at most 0.5")
        _require(self, "min_leaf", self.min_leaf >= 1, "at least 1")

    @property
    def called(self) -> tuple[str, str]:
        """J48 and its options."""
        return "weka.classifiers.trees.J48", f"-C {self.confidence!r} -M {self.min_leaf}"


@dataclass(frozen=True)
class WekaNB(WekaLearner):
    """Weka's naive Bayes: normal densities for numeric columns, counts for nominal ones (extra weka, needs Java)."""

    slug = "weka-nb"
    only_classes = True

    @property
    def called(self) -> tuple[str, str]:
        """NaiveBayes without options."""
        return "weka.classifiers.bayes.NaiveBayes", ""


@dataclass(frozen=True)
class WekaIBk(WekaLearner):
    """Weka's IBk, the k nearest neighbours on columns scaled to [0, 1] (extra weka, needs Java).

    Parameters
    ----------
    k
        Number of neighbours.
    """

    slug = "weka-ibk"
    k: int = 1

    def __post_init__(self) -> None:
        """Raise a SpecError for no neighbours."""
        super().__post_init__()
        _require(self, "k", self.k >= 1, "at least 1")

    @property
    def called(self) -> tuple[str, str]:
        """IBk and its options."""
        return "weka.classifiers.lazy.IBk", f"-K {self.k}"


@dataclass(frozen=True)
class WekaClass(WekaLearner):
    """Any classifier or regressor of Weka by its class, with Weka's options (extra weka, needs Java).

    A class that takes a seed gets that of the fit, unless the options set one.

    Parameters
    ----------
    classname
        The Java class, such as ``weka.classifiers.trees.RandomForest``.
    options
        Options as in Weka, such as ``-I 50``.
    """

    slug = "weka"
    classname: str
    options: str = ""

    def __post_init__(self) -> None:
        """Raise a SpecError for what is no class below weka.classifiers, and for options that cannot be read."""
        super().__post_init__()
        fits = _CLASSNAME.fullmatch(self.classname) is not None and self.classname.startswith(CLASSIFIERS)
        _require(self, "classname", fits, "a class below weka.classifiers, such as weka.classifiers.trees.RandomForest")
        _require(self, "options", self.options.isprintable(), "on one line, without control characters")
        closed = re.sub(r"\\.", "", self.options).count('"') % 2 == 0
        _require(self, "options", closed, "options with every quote closed, such as -I 50")

    @property
    def called(self) -> tuple[str, str]:
        """The class and its options."""
        return self.classname, self.options

    @property
    def foreign(self) -> tuple[str, ...]:
        """Weka: its classes can read files, and load models that run code."""
        return ("weka",)


def _require(entry: Any, name: str, fits: bool, wanted: str) -> None:  # noqa: FBT001 - it is the condition itself
    if not fits:
        raise SpecError(f"{entry.slug}.{name}", f"must be {wanted}, got {getattr(entry, name)!r}")
