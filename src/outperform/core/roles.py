"""The roles: what each kind of entry must do. One abstract method each, one new file and one line an entry.

An entry is a frozen dataclass with a class-level ``slug``; its fields are its parameters.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from outperform.core.arrays import Ints, Values
from outperform.core.data import Dataset
from outperform.core.errors import MisfitError
from outperform.core.notes import Note
from outperform.core.rng import Seed
from outperform.core.scores import Scores
from outperform.core.spec import check_fields, format_spec, full_spec
from outperform.core.splits import Plan
from outperform.core.traits import Needs
from outperform.core.units import UNKNOWN, Bounds, Unit
from outperform.core.verdict import Posterior, PValue
from outperform.core.weaknesses import Weakness


class Entry(ABC):
    """What all entries of all catalogues share: a slug, a spec, checked parameters, a line of description."""

    slug: ClassVar[str]
    word: ClassVar[str]  # what the role is called in messages

    def __post_init__(self) -> None:
        """Refuse parameters of the wrong type."""
        check_fields(self)

    def __str__(self) -> str:
        """Write the spec."""
        return format_spec(self)

    @property
    def full(self) -> str:
        """The spec with all its defaults: what keys and records go by."""
        return full_spec(self)

    @property
    def is_ours(self) -> bool:
        """Whether its class comes with this package, so that spec and version say all of it."""
        return type(self).__module__.partition(".")[0] == __name__.partition(".")[0]

    @classmethod
    def summary(cls) -> str:
        """Give the first line of the class's documentation."""
        return (cls.__doc__ or "").strip().splitlines()[0]


class Predictor(Protocol):
    """What a learner makes: scikit-learn's two words."""

    def fit(self, rows: Any, target: Values) -> Any:
        """Learn from rows."""

    def predict(self, rows: Any) -> Values:
        """Say the target of rows."""


class Learner(Entry):
    """A named recipe that, given a seed, makes something with fit and predict."""

    word = "learner"
    own: bool = False  # reads the rows as the user gave them, not as we tidied them

    @abstractmethod
    def make(self, seed: int) -> Predictor:
        """Make an unfitted predictor."""

    @property
    def fingerprint(self) -> str | None:
        """Text that two recipes share only if they make the same; None where that cannot be known."""
        return self.full if self.is_ours else None

    @property
    def classifies(self) -> bool:
        """Whether it is known to predict classes."""
        return False


class Metric(Entry):
    """A function of truth and predictions; higher is better."""

    word = "metric"

    @property
    def unit(self) -> Unit:
        """What differences are counted in; most metrics replace this by a class attribute, and the bounds too."""
        return Unit.NONE

    @property
    def bounds(self) -> Bounds:
        """The least and the greatest score."""
        return UNKNOWN

    @property
    def fingerprint(self) -> str | None:
        """Text that two metrics share only if they are the same; None where that cannot be known."""
        return str(self) if self.is_ours else None

    @abstractmethod
    def score(self, truth: Values, predictions: Values) -> float:
        """Score predictions against the truth."""


class EstimatorMetric(Metric):
    """A metric that asks the fitted predictor for more than its predictions: probabilities, decision values."""

    @abstractmethod
    def score_fitted(self, fitted: Any, rows: Any, truth: Values) -> float:
        """Score a fitted predictor on rows."""

    def score(self, truth: Values, predictions: Values) -> float:  # noqa: ARG002
        """Refuse: predictions do not say enough."""
        raise MisfitError(f"{self} needs a fitted learner, but there are only predictions")


class Design(Entry):
    """A recipe for dividing rows."""

    word = "design"

    @abstractmethod
    def plan(self, dataset: Dataset, rng: np.random.Generator) -> Plan:
        """Divide the rows of a dataset; more repeats from the same stream extend fewer."""


class SignificanceTest(Entry):
    """A rule from the scores of two learners to a verdict."""

    word = "test"
    weaknesses: ClassVar[tuple[Weakness, ...]] = ()  # what this test is known to do wrong
    warning: ClassVar[str] = ""  # the same in a sentence, for tests of users
    origins: ClassVar[tuple[str, ...]] = ()  # the papers it comes from, as keys of comparison.references.BIBTEX

    @property
    def needs(self) -> Needs:
        """What this test needs of the splits; most tests replace this by a class attribute."""
        return Needs()

    @abstractmethod
    def judge(self, scores: Scores) -> PValue | Posterior:
        """Judge the first of two learners against the second; the verdict holds how it moves with the partition."""

    def misfit(self, scores: Scores) -> str | None:
        """Say why this test does not fit these scores, or nothing where it does."""
        problem = self.needs.misfit(scores.traits)
        if problem is None and self.needs.items and scores.items is None:
            problem = "needs the predictions of one test set, but there are only scores"
        return None if problem is None else f"{self} {problem}"

    def check(self, scores: Scores) -> None:
        """Refuse scores that this test is not made for."""
        problem = self.misfit(scores)
        if problem is not None:
            raise MisfitError(problem)


@dataclass(frozen=True, eq=False)
class Trial:
    """What a procedure found for one pair under one metric."""

    scores: Scores  # of the pair
    test: SignificanceTest
    verdict: PValue | Posterior
    notes: tuple[Note, ...] = ()


class Arena(Protocol):
    """Where a procedure runs: a dataset, the pairs to judge, and a way to have plans fitted and scored."""

    @property
    def dataset(self) -> Dataset:
        """The data."""

    @property
    def seed(self) -> Seed:
        """Root of all that is drawn."""

    @property
    def level(self) -> float:
        """The level of the decisions."""

    @property
    def pair_level(self) -> float:
        """The level that a pair's own p-value is compared with when it is looked at alone."""

    @property
    def learners(self) -> Sequence[Learner]:
        """The learners, by place."""

    @property
    def workers(self) -> int:
        """How many fits run at once."""

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """Which learners to judge against which."""

    def scores(self, plan: Plan, *, items: bool = False, learners: Sequence[int] | None = None) -> Sequence[Scores]:
        """Fit and score learners, all or some, on all splits: one table a metric, with rows' predictions if asked."""


@dataclass(frozen=True)
class Origin:
    """A file of the user's, beside the data, that something which decides was taken from: its name and its digest."""

    name: str
    digest: str


class Procedure(Entry):
    """A design and a test that belong together, or a rule that adds repeats, under one name."""

    word = "procedure"
    question: ClassVar[int] = 8  # of Dietterich's nine
    weaknesses: ClassVar[tuple[Weakness, ...]] = ()  # what this procedure is known to do wrong
    warning: ClassVar[str] = ""  # the same in a sentence, for procedures of users
    adjustment: ClassVar[str] = "holm"  # of the p-values of several pairs; "bonferroni" where each has its own level

    def card(self) -> "ProcedureCard":
        """Return what it is made of and what it costs, as far as that is fixed beforehand."""
        return ProcedureCard(self.question)

    def settled(self, learners: Iterable[Learner]) -> Self:  # noqa: ARG002 - few procedures look anything up
        """Return this procedure with all that decides about these learners in its parameters.

        What is not settled yet is looked up here, once; ``run`` reads no file.
        """
        return self

    @property
    def origins(self) -> Sequence[Origin]:
        """The user's files that parameters were taken from when they were settled."""
        return ()

    @abstractmethod
    def run(self, arena: Arena) -> Sequence[Trial]:
        """Judge every pair under every metric."""


@dataclass(frozen=True)
class ProcedureCard:
    """What a procedure is made of and what it costs."""

    question: int  # of Dietterich's nine
    design: Design | None = None
    test: SignificanceTest | None = None
    fits: tuple[int, int] | None = None  # per learner, at least and at most

    @property
    def fits_span(self) -> str:
        """Return the number of fits per learner, or the range of it."""
        return "" if self.fits is None else "-".join(map(str, dict.fromkeys(self.fits)))


@dataclass(frozen=True)
class Truth:
    """What is really so about two learners on a source: the expected score of the first minus the second's."""

    difference: float
    se: float = 0.0  # 0 where it is known exactly


class Source(Entry):
    """An endless supply of datasets, and what is true of two learners there."""

    word = "source"
    learners: ClassVar[tuple[str, str]]  # the usual pair, by spec

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw one dataset."""

    @property
    def fingerprint(self) -> str:
        """Text that two sources share only if they draw the same."""
        return self.full

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - most truths depend on it
        """Give the expected difference in accuracy of the usual pair, trained on so many rows; None if not known."""
        return None

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Tell whether the truth holds for these learners too: by default for the usual pair alone."""
        return learners == self.learners


class CountSource(Source):
    """A source whose learners ignore their training data: a dataset is counts of kinds of rows, and no row is needed.

    ``draw`` gives explicit rows of the same law, for whoever wants to check and for procedures that cannot be counted;
    since counts know no classes, designs do not keep the shares of classes there either.
    """

    fixed: ClassVar[bool] = False  # kinds are the outcomes themselves, n00, n01, n10, n11: nothing is left to chance

    @abstractmethod
    def kinds(self, rng: np.random.Generator, datasets: int) -> Ints:
        """Draw datasets as counts [dataset, kind]."""

    @abstractmethod
    def outcomes(self, tested: Ints, rng: np.random.Generator) -> Ints:
        """Turn test sets as counts [..., kind] into counts [..., 4] of n00, n01, n10, n11.

        That is rows that both learners get wrong, that only the second gets right, only the first, both.
        """
