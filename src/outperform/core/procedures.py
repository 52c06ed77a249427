"""The role of a procedure: where it runs, what it finds, what it is made of."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from outperform.core.data import Dataset
from outperform.core.notes import Note
from outperform.core.rng import Seed
from outperform.core.roles import Design, Entry, Learner, SignificanceTest
from outperform.core.scores import Scores
from outperform.core.splits import Plan
from outperform.core.threshold import Threshold
from outperform.core.verdict import Posterior, PValue
from outperform.core.weaknesses import Weakness


@dataclass(frozen=True, eq=False)
class Trial:
    """What a procedure found for one pair under one metric."""

    scores: Scores  # of the pair
    test: SignificanceTest
    verdict: PValue | Posterior
    notes: tuple[Note, ...] = ()
    threshold: Threshold | None = None  # where the procedure may raise it


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
        """Fit and score learners, all or some, on all splits: one table per metric, with rows' predictions if asked."""

    @property
    def corrections(self) -> int:
        """How many such arenas have fits of their own: one serves all metrics of predictions."""

    def canonical(self, metric: int) -> "Arena | None":
        """Return an arena for the same learners and data and one metric, by place, whose fits do not know the seed.

        The rows' predictions there are what the metric is computed from: probabilities or decision values where it asks
        for those; None where it asks for several of them per row. A learner that fails raises an ``OutperformError``,
        whatever is done about failures here.
        """


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

    def settled(self, learners: Iterable[Learner], dataset: Dataset) -> Self:  # noqa: ARG002 - few look anything up
        """Return this procedure with all that decides about these learners on such data in its parameters.

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
