"""The role of a procedure: where it runs, what it returns, what it consists of."""

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
    threshold: Threshold | None = None  # where the procedure may raise the threshold


class Arena(Protocol):
    """Where a procedure runs: a dataset, the pairs to judge, and a way to fit and score plans."""

    @property
    def dataset(self) -> Dataset:
        """The data."""

    @property
    def seed(self) -> Seed:
        """The root of all random draws."""

    @property
    def level(self) -> float:
        """The level of the decisions."""

    @property
    def pair_level(self) -> float:
        """The level that a pair's own p-value is compared with on its own."""

    @property
    def learners(self) -> Sequence[Learner]:
        """The learners, by place."""

    @property
    def workers(self) -> int:
        """How many fits run at once."""

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The pairs of learners to judge, by place."""

    def scores(self, plan: Plan, *, items: bool = False, learners: Sequence[int] | None = None) -> Sequence[Scores]:
        """Fit and score learners, all or some, on all splits: one table per metric, with rows' predictions if asked."""

    def show(self, tables: Sequence[Scores]) -> None:
        """Keep what a comparison shows in place of the tables that were scored last: one per metric."""

    @property
    def corrections(self) -> tuple[int, int]:
        """How many canonical arenas need fits of their own, and the most corrections that a learner takes part in.

        One arena serves all metrics of predictions; each pair of a learner has a correction for each metric.
        """

    @property
    def alone(self) -> bool:
        """Whether this is a canonical arena whose fits serve one metric alone."""

    def canonical(self, metric: int) -> "Arena | None":
        """Return an arena for the same learners, data and one metric, by place, whose fits do not depend on the seed.

        The rows' predictions there are what the metric is computed from: probabilities or decision values where it
        needs them. Return None where it needs several values per row. A learner that fails raises an
        ``OutperformError``, also with ``on_error="skip"``.
        """


@dataclass(frozen=True)
class Origin:
    """A file of the user that decides something beside the data, such as a table of factors: name and digest."""

    name: str
    digest: str


class Procedure(Entry):
    """A design and a test that belong together, or a rule that adds repeats, under one name."""

    word = "procedure"
    question: ClassVar[int] = 8  # of Dietterich's nine
    weaknesses: ClassVar[tuple[Weakness, ...]] = ()  # known weaknesses
    warning: ClassVar[str] = ""  # the same as a sentence, for users' own procedures
    adjustment: ClassVar[str] = "holm"  # of the p-values of several pairs; "bonferroni" where each has its own level

    def card(self) -> "ProcedureCard":
        """Return design, test and number of fits, as far as they are fixed beforehand."""
        return ProcedureCard(self.question)

    def settled(self, learners: Iterable[Learner], dataset: Dataset) -> Self:  # noqa: ARG002 - most look nothing up
        """Return this procedure with everything that depends on these learners and data set as parameters.

        What is not set yet is looked up here, once; ``run`` reads no file.
        """
        return self

    @property
    def origins(self) -> Sequence[Origin]:
        """The user's files from which parameters were taken."""
        return ()

    def correction_cost(self, arena: Arena) -> tuple[int, int] | None:  # noqa: ARG002 - most correct nothing
        """Return the most fits per learner that correct every interval, and the least limit that has room for any.

        None where it is not asked that every interval be corrected; no fits where ``max_fits`` leaves no room.
        """
        return None

    @abstractmethod
    def run(self, arena: Arena) -> Sequence[Trial]:
        """Judge every pair under every metric."""


@dataclass(frozen=True)
class ProcedureCard:
    """The design, test and number of fits of a procedure."""

    question: int  # of Dietterich's nine
    design: Design | None = None
    test: SignificanceTest | None = None
    fits: tuple[int, int] | None = None  # per learner, at least and at most

    @property
    def fits_span(self) -> str:
        """Return the number of fits per learner, or its range."""
        return "" if self.fits is None else "-".join(map(str, dict.fromkeys(self.fits)))
