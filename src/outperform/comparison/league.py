"""A league: the judgements on all pairs of learners over many data sets, and how to read and export them."""

from collections.abc import Iterator
from dataclasses import dataclass

from outperform.core import LeagueCells, LeagueJudgement, LeagueStanding, LeagueTable, Note, Omnibus, Winner


@dataclass(frozen=True, eq=False, repr=False)
class League:
    """The result of judging learners over many data sets: one judgement per pair."""

    table: LeagueTable
    cells: LeagueCells
    judgements: tuple[LeagueJudgement, ...]
    standings: tuple[LeagueStanding, ...]  # the best mean rank first
    omnibus: Omnibus | None  # None where no two data sets have all learners
    winner: Winner | None  # None with a baseline
    level: float
    test: str  # the spec
    adjustment: str
    baseline: str | None = None
    rope: float | None = None
    notes: tuple[Note, ...] = ()
    source: str = ""  # where the table comes from, to show

    def __len__(self) -> int:
        """Return the number of judgements."""
        return len(self.judgements)

    def __iter__(self) -> Iterator[LeagueJudgement]:
        """Iterate over the judgements."""
        return iter(self.judgements)

    def __getitem__(self, place: int) -> LeagueJudgement:
        """Return a judgement by its place."""
        return self.judgements[place]
