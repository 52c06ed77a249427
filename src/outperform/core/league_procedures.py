"""The role of a league's procedure: how often every data set is split."""

from abc import abstractmethod
from dataclasses import dataclass

from outperform.core.arrays import Floats, Ints
from outperform.core.league_table import LeagueTable
from outperform.core.league_tests import LeagueTerms
from outperform.core.roles import Entry


@dataclass(frozen=True, eq=False)
class LeagueStep:
    """What to do after the repeats so far."""

    repeats: tuple[int, ...]  # that each data set is to have, in the order of the table; as many as it has: enough
    p_flip: Floats | None = None  # [pair]: chance that fresh splits decide otherwise; None where nobody asked
    unsettled: bool = False  # stopped at the most repeats, before the decisions were stable


class LeagueProcedure(Entry):
    """A rule for how often each data set of a league is split, from the scores alone.

    It is a pure function of score tables: the same scores give the same step, whatever ran where, so that a league that
    was interrupted goes on as it would have. Repeats are k-fold cross-validation with random, stratified folds.
    """

    word = "league procedure"

    @property
    @abstractmethod
    def design(self) -> tuple[int, int, int]:
        """The folds of a repeat, and the fewest and the most repeats of a data set."""

    @abstractmethod
    def step(self, table: LeagueTable, terms: LeagueTerms, pairs: Ints) -> LeagueStep:
        """Return how many repeats each data set is to have next, given the scores of those it has.

        ``pairs`` [pair, 2] are the places of the learners that are judged against each other.
        """
