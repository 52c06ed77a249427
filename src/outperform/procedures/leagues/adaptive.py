"""Repeat the data sets of a league until other random splits would rarely decide a pair otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass

from outperform.core import (
    Floats,
    Ints,
    LeagueProcedure,
    LeagueStep,
    LeagueTable,
    LeagueTerms,
    Scores,
    SpecError,
)
from outperform.ranking.cells_of import cells_of
from outperform.ranking.fresh_splits import split_flips


@dataclass(frozen=True)
class AdaptiveLeague(LeagueProcedure):
    """Repeated k-fold on all data sets until fresh splits are unlikely to change the decision on any pair.

    After each repeat the league is judged, and so are 2,000 leagues with fresh splits of the same data sets, drawn from
    what the repeats so far show of their noise. It stops where for every pair the share of them that decides otherwise
    (p_flip) is below kappa times the number of repeats, as ``adaptive-cv`` does for one data set: later repeats settle
    fewer and fewer cases, so the tolerated risk grows. The test over data sets and its level do not depend on the
    number of repeats, so stopping early does not cause rejections.

    Parameters
    ----------
    folds
        Folds of a repeat.
    kappa
        Tolerated chance of another decision on a pair, per repeat; the default was chosen in a study of leagues.
    min_repeats, max_repeats
        Repeats before the first look, and the largest number of repeats of a data set.
    """

    slug = "adaptive-league"
    folds: int = 10
    kappa: float = 0.03
    min_repeats: int = 2
    max_repeats: int = 30

    def __post_init__(self) -> None:
        """Raise InputError for wrong parameters."""
        super().__post_init__()
        if self.folds < 2:
            raise SpecError(f"{self.slug}.folds", f"must be at least 2, got {self.folds}")
        if not 2 <= self.min_repeats <= self.max_repeats:
            raise SpecError(
                f"{self.slug}.min_repeats",
                f"must be between 2 and max_repeats={self.max_repeats}, got {self.min_repeats}",
            )
        if not 0 <= self.kappa < 1:
            raise SpecError(f"{self.slug}.kappa", f"must be at least 0 and below 1, got {self.kappa}")

    @property
    def design(self) -> tuple[int, int, int]:
        """The folds of a repeat, and the fewest and the most repeats of a data set."""
        return self.folds, self.min_repeats, self.max_repeats

    def step(self, table: LeagueTable, terms: LeagueTerms, pairs: Ints) -> LeagueStep:
        """Return one more repeat for every data set, unless fresh splits would decide as these do.

        Examples
        --------
        A simulated league, without any fit: 12 data sets, two learners, scores [learner, repeat, fold].

        >>> import numpy as np
        >>> rng = np.random.default_rng(0)
        >>> values = [rng.normal([[[0.8]], [[0.7]]], 0.03, (2, 2, 10)) for _ in range(12)]
        >>> table = table_of_values(values)
        >>> from outperform.core.adjust import adjustment_from
        >>> from outperform.ranking import Wilcoxon
        >>> terms = LeagueTerms(Wilcoxon(), adjustment_from("shaffer"), level=0.05)
        >>> found = AdaptiveLeague().step(table, terms, np.array([[0, 1]]))
        >>> found.repeats == (2,) * 12, found.p_flip.tolist()
        (True, [0.0])
        """
        flips = split_flips(cells_of(table), terms.test, terms.adjustment, pairs, terms.level, terms.seed)
        if flips is None:  # no data set has two whole repeats: every split of some was left out
            return LeagueStep(_repeats(table))
        repeats = max(_repeats(table))
        if float(flips.pairs.max(initial=0.0)) < min(0.5, self.kappa * repeats):
            return LeagueStep(_repeats(table), flips.pairs)
        if repeats >= self.max_repeats:
            return LeagueStep(_repeats(table), flips.pairs, unsettled=True)
        return LeagueStep(tuple(count + 1 for count in _repeats(table)), flips.pairs)


def table_of_values(values: Sequence[Floats]) -> LeagueTable:
    """Return the table of a league from its scores alone, [learner, repeat, fold] for every data set.

    Scores are "higher is better"; a learner that has no score on a data set has NaN there. This is how simulated
    leagues ask a procedure for its next step: ``procedure.step(table_of_values(values), terms, pairs)``, where
    ``pairs`` is ``numpy.stack(numpy.triu_indices(learners, 1), axis=1)`` for all pairs.
    """
    learners = tuple(f"learner {number + 1}" for number in range(len(values[0])))
    datasets = tuple(f"data set {number + 1}" for number in range(len(values)))
    return LeagueTable(
        datasets, learners, tuple(Scores(learners, None, each) for each in values), higher_is_better=True
    )


def _repeats(table: LeagueTable) -> tuple[int, ...]:
    return tuple(scores.values.shape[1] for scores in table.scores)
