"""The same number of repeats on every data set of a league."""

from dataclasses import dataclass

from outperform.core import Ints, LeagueProcedure, LeagueStep, LeagueTable, LeagueTerms, SpecError


@dataclass(frozen=True)
class FixedLeague(LeagueProcedure):
    """Repeated k-fold cross-validation, with as many repeats on every data set of a league.

    Parameters
    ----------
    repeats
        Repeats on every data set. With one repeat it is not known whether other splits would decide otherwise.
    folds
        Folds of a repeat.
    """

    slug = "fixed-league"
    repeats: int = 2
    folds: int = 10

    def __post_init__(self) -> None:
        """Raise InputError for wrong parameters."""
        super().__post_init__()
        if self.repeats < 1:
            raise SpecError(f"{self.slug}.repeats", f"must be at least 1, got {self.repeats}")
        if self.folds < 2:
            raise SpecError(f"{self.slug}.folds", f"must be at least 2, got {self.folds}")

    @property
    def design(self) -> tuple[int, int, int]:
        """The folds of a repeat, and the fewest and the most repeats of a data set."""
        return self.folds, self.repeats, self.repeats

    def step(self, table: LeagueTable, terms: LeagueTerms, pairs: Ints) -> LeagueStep:  # noqa: ARG002 - it is fixed
        """Return that it is enough."""
        return LeagueStep((self.repeats,) * len(table.datasets))
