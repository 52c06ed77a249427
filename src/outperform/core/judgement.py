"""A judgement: one pair of learners or systems, under one test, decided at a level."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outperform.core.arrays import Floats
from outperform.core.brief import Brief
from outperform.core.direction import Direction
from outperform.core.item_facts import ItemFacts
from outperform.core.later import fact
from outperform.core.league import DatasetFragility, LeagueEffect, LeagueFacts
from outperform.core.notes import Note
from outperform.core.replicability import Reason, Redraws, Refusal, Replicability
from outperform.core.threshold import Threshold
from outperform.core.units import Unit
from outperform.core.verdict import Decision, Interval, Posterior, PValue

if TYPE_CHECKING:
    from outperform.core.scores import Scores


@dataclass(frozen=True, kw_only=True, repr=False)
class Judgement(Brief):
    """One pair of learners or systems under one test and one metric, decided at a level.

    It is the same over splits of one data set, items and data sets; ``items`` and ``league`` hold what is known only
    there. What takes time, such as ``redraws``, is computed when it is first asked for.
    """

    first: str
    second: str
    test: str  # as given
    full_test: str = ""  # with all its parameters, for records
    metric: str | None
    unit: Unit = Unit.NONE  # of the metric
    direction: Direction = field(default=Direction())  # of the metric
    level: float
    verdict: PValue | Posterior
    pvalue_adjusted: float | None
    adjustment: str = "holm"  # of the p-values of several pairs, by name
    decision: Decision
    redraws: Redraws | Refusal = fact()  # whether other splits, samples or runs decide the same
    notes: tuple[Note, ...] = ()
    scores: "Scores | None" = field(default=None, compare=False, repr=False)  # of the pair, on one data set
    procedure: str | None = None  # the spec as given, where a procedure ran the learners
    full_procedure: str | None = None
    threshold: Threshold | None = None  # where the procedure may raise the threshold
    decision_nominal: Decision | None = None  # by the nominal threshold
    items: ItemFacts | None = None  # where fixed systems were judged on items
    league: LeagueFacts | None = None  # where learners were judged over data sets

    @property
    def pvalue(self) -> float | None:
        """The p-value before any adjustment for several pairs; None for a test by posterior probabilities."""
        return self.verdict.pvalue

    @property
    def estimate(self) -> float:
        """The estimate of the verdict's parameter, such as the difference first minus second."""
        return self.verdict.estimate

    @property
    def interval(self) -> Interval | None:
        """The interval that covers 1 - level; None where it is empty."""
        return self.verdict.interval(self.level)

    @property
    def p_flip(self) -> float | None:
        """The chance that other random splits, or other samples of the items, decide otherwise; None if unknown."""
        return None if isinstance(self.redraws, Refusal) else self.redraws.p_flip

    @property
    def replicability(self) -> Replicability | Refusal:
        """All that is known of redraws; a refusal where that is less than their chance to decide otherwise."""
        return self.redraws if isinstance(self.redraws, Replicability | Refusal) else Refusal(Reason.NO_ESTIMATE)

    @property
    def over_datasets(self) -> LeagueFacts:
        """What is known of a pair of a league."""
        if self.league is None:
            message = f"{self.first} and {self.second} were not judged over data sets"
            raise AttributeError(message)
        return self.league

    @property
    def datasets(self) -> int:
        """Of a league: the number of data sets that both have."""
        return self.over_datasets.datasets

    @property
    def names(self) -> tuple[str, ...]:
        """Of a league: the names of these data sets."""
        return self.over_datasets.names

    @property
    def differences(self) -> Floats:
        """Of a league: the difference of the scores on each of them, first minus second."""
        return self.over_datasets.differences

    @property
    def errors(self) -> Floats | None:
        """Of a league: the standard errors of these differences."""
        return self.over_datasets.errors

    @property
    def wins(self) -> tuple[int, int, int]:
        """Of a league: data sets where the first is better, both are tied, the second is better."""
        return self.over_datasets.wins

    @property
    def effect(self) -> LeagueEffect:
        """Of a league: the mean difference over data sets."""
        return self.over_datasets.effect

    @property
    def probabilities(self) -> tuple[float, float, float] | None:
        """Of a league with a rope: first better, practically equal, second better on a new data set."""
        return self.over_datasets.probabilities

    @property
    def p_flip_pool(self) -> float | None:
        """Of a league by a test on ranks: the share of smaller pools of learners that decide otherwise."""
        return self.over_datasets.p_flip_pool

    @property
    def fragility(self) -> DatasetFragility | None:
        """Of a league: few data sets whose removal turns the decision."""
        return self.over_datasets.fragility
