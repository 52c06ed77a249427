"""The roles of a league's tests: of a pair over data sets, and of all learners at once; and how a league is judged."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from outperform.core.adjust import Adjustment
from outperform.core.arrays import Floats, Ints
from outperform.core.brief import Brief
from outperform.core.league import Omnibus
from outperform.core.league_cells import LeagueCells
from outperform.core.rng import Seed
from outperform.core.roles import Entry
from outperform.core.verdict import Posterior, PValue
from outperform.core.weaknesses import Weakness


@dataclass(frozen=True, eq=False, repr=False)
class PairOutcomes(Brief):
    """What a test says of many pairs, and of many leagues at once."""

    statistic: Floats  # [..., pair]
    pvalue: Floats  # [..., pair]
    direction: Floats  # [..., pair]: 1 where the first is ahead, -1 where the second is, 0 where neither is


class LeagueTest(Entry):
    """A rule from the scores of two learners on many data sets to a verdict."""

    word = "league test"
    weaknesses: ClassVar[tuple[Weakness, ...]] = ()
    warning: ClassVar[str] = ""  # the same as a sentence, for users' own tests
    origins: ClassVar[tuple[str, ...]] = ()  # keys of comparison/references.bib

    @abstractmethod
    def judge(self, cells: LeagueCells, first: int, second: int) -> PValue | Posterior:
        """Judge one learner of a league against another, on the data sets that both have."""


class PairsTest(LeagueTest):
    """A test with a p-value for each pair, over any number of leagues at once."""

    on_ranks: ClassVar[bool] = False  # the decision on a pair depends on the other learners
    for_all_pairs: ClassVar[bool] = False  # its p-values hold for all pairs together: nothing is left to adjust

    @abstractmethod
    def outcomes(self, cells: LeagueCells, pairs: Ints) -> PairOutcomes:
        """Judge pairs [pair, 2] of learners of every league; each on the data sets that both have."""

    def least(self, pairs: int, level: float) -> int:  # noqa: ARG002 - most tests can reject with two
        """Return the fewest data sets with which some outcome could be decided among so many pairs."""
        return 2


class OmnibusTest(Entry):
    """A test of whether any two learners of a league differ."""

    word = "omnibus test"
    origins: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def judge(self, cells: LeagueCells) -> Omnibus:
        """Judge all learners at once, on the data sets that all have."""


@dataclass(frozen=True)
class LeagueTerms:
    """The test of pairs, the adjustment of their p-values, the level, and the seed of what is drawn."""

    test: PairsTest
    adjustment: Adjustment
    level: float
    rope: float | None = None
    seed: Seed = 0
