"""The roles: what each kind of entry must do. One abstract method each, one new file and one line per entry.

An entry is a frozen dataclass with a class-level ``slug``; its fields are its parameters.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Protocol

import numpy as np

from outperform.core.arrays import Values
from outperform.core.data import Dataset
from outperform.core.direction import Direction, DirectionOrigin
from outperform.core.errors import MisfitError
from outperform.core.limits import check_work
from outperform.core.scores import Scores
from outperform.core.spec import check_fields, format_spec, full_spec
from outperform.core.splits import Plan
from outperform.core.traits import Needs
from outperform.core.units import UNKNOWN, Bounds, Unit
from outperform.core.verdict import Posterior, PValue
from outperform.core.weaknesses import Weakness
from outperform.surface import command


class Entry(ABC):
    """What all entries share: a slug, a spec, checked parameters, a one-line summary."""

    slug: ClassVar[str]
    word: ClassVar[str]  # what the role is called in messages

    def __post_init__(self) -> None:
        """Raise SpecError for parameters of the wrong type, and for more work than anybody wants."""
        check_fields(self)
        check_work(self)

    def __str__(self) -> str:
        """Write the spec."""
        return format_spec(self)

    @property
    def full(self) -> str:
        """The spec with all its defaults, for keys and records."""
        return full_spec(self)

    @property
    def is_ours(self) -> bool:
        """Whether its class is part of this package, so that spec and version identify it."""
        return type(self).__module__.partition(".")[0] == __name__.partition(".")[0]

    @classmethod
    def summary(cls) -> str:
        """Return the first line of the class's documentation."""
        return (cls.__doc__ or "").strip().splitlines()[0]


class Predictor(Protocol):
    """What a learner makes: an object with scikit-learn's fit and predict."""

    def fit(self, rows: Any, target: Values) -> Any:
        """Learn from rows."""

    def predict(self, rows: Any) -> Values:
        """Return the target of rows."""


class Learner(Entry):
    """A named recipe that, given a seed, makes something with fit and predict."""

    word = "learner"
    own: bool = False  # reads the rows as the user passed them, not as we prepared them
    coded: "Learner | None" = None  # the same learner, which reads ``Dataset.coded`` and predicts the same
    by_number: bool = False  # gets NumberedRows, since it keeps the whole dataset elsewhere

    @abstractmethod
    def make(self, seed: int) -> Predictor:
        """Make an unfitted predictor."""

    @property
    def fingerprint(self) -> str | None:
        """Text that two learners share only if they are the same; None where that is unknown."""
        return self.full if self.is_ours else None

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules that hold its code, as far as its parts show."""
        return tuple(dict.fromkeys(base.__module__ for base in type(self).__mro__[:-1]))

    @property
    def classifies(self) -> bool:
        """Whether it is known to predict classes."""
        return False

    @property
    def foreign(self) -> tuple[str, ...]:
        """The packages whose code its parameters choose; what a file says must not choose it without consent."""
        return ()

    def check(self, dataset: Dataset) -> None:
        """Raise an error, before the first fit, where it cannot run on this machine or learn from this dataset."""


class Metric(Entry):
    """A function of truth and predictions; higher is better."""

    word = "metric"

    @property
    def unit(self) -> Unit:
        """The unit of differences; most metrics replace this and the bounds by class attributes."""
        return Unit.NONE

    @property
    def bounds(self) -> Bounds:
        """The least and the greatest score."""
        return UNKNOWN

    @property
    def fingerprint(self) -> str | None:
        """Text that two metrics share only if they are the same; None where that is unknown."""
        return str(self) if self.is_ours else None

    @property
    def direction(self) -> Direction:
        """The direction of what it was made of, and who says it; its own scores are better if higher."""
        return Direction(origin=DirectionOrigin.KNOWN)

    @abstractmethod
    def score(self, truth: Values, predictions: Values) -> float:
        """Score predictions against the truth."""


class EstimatorMetric(Metric):
    """A metric that needs more than predictions from the fitted learner: probabilities or decision values."""

    reads_rows: bool = True  # it may look at the rows itself, beside handing them to the fitted learner

    @abstractmethod
    def score_fitted(self, fitted: Any, rows: Any, truth: Values) -> float:
        """Score a fitted predictor on rows."""

    def score(self, truth: Values, predictions: Values) -> float:  # noqa: ARG002
        """Raise MisfitError: predictions are not enough."""
        problem = "needs probabilities or decision values of a fitted learner, but there are only predictions"
        raise MisfitError(f"{self} {problem}; use compare, or a metric of predictions such as accuracy")


class Design(Entry):
    """A recipe for dividing rows."""

    word = "design"

    @abstractmethod
    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Divide the rows of a dataset; more repeats from the same stream extend fewer."""


class SignificanceTest(Entry):
    """A rule from the scores of two learners to a verdict."""

    word = "test"
    weaknesses: ClassVar[tuple[Weakness, ...]] = ()  # known weaknesses
    warning: ClassVar[str] = ""  # the same as a sentence, for users' own tests
    origins: ClassVar[tuple[str, ...]] = ()  # the papers it comes from, as keys of comparison/references.bib

    @property
    def needs(self) -> Needs:
        """What this test needs of the splits; most tests replace this by a class attribute."""
        return Needs()

    @abstractmethod
    def judge(self, scores: Scores) -> PValue | Posterior:
        """Judge the first of two learners against the second; the verdict holds its stability across splits."""

    def misfit(self, scores: Scores) -> str | None:
        """Return why this test does not fit these scores, or None where it does."""
        problem = self.needs.misfit(scores.traits) or self._item_misfit(scores)
        if problem is not None and scores.single and not self.needs.items:
            problem = "compares learners over several splits, but here are systems on one set of items"
            problem += "; use item-t, mcnemar-midp or another test on items ('outperform list tests')"
        return None if problem is None else f"{self} {problem}"

    def _item_misfit(self, scores: Scores) -> str | None:
        if not self.needs.items:
            return None
        if scores.items is None:
            problem = "needs the predictions on one test set, or a score per item, but there are only scores of splits"
            return f"{problem}; use {command('predictions')} or {command('evals')}"
        return None if self.needs.of_items is None else self.needs.of_items.misfit(scores.items.traits)

    def check(self, scores: Scores) -> None:
        """Raise MisfitError for scores that this test is not made for."""
        problem = self.misfit(scores)
        if problem is not None:
            chosen = "" if self.needs.has_shape(scores.traits) else "; leave the test out, and one that fits is chosen"
            raise MisfitError(f"{problem}{chosen}")
