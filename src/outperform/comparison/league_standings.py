"""Where the learners of a league stand: mean ranks, mean scores, places, and the winner."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Decision, Floats, LeagueCells, LeagueJudgement, LeagueStanding, LeagueTable
from outperform.core.league_cells import TIE
from outperform.ranking.ranks import ranks_of
from outperform.significance.places import open_places


def mean_ranks(cells: LeagueCells) -> Floats | None:
    """Return the mean rank of every learner over the data sets that all have; 1 is best, ties share mid-ranks.

    None where no data set has all learners.

    Examples
    --------
    >>> mean_ranks(LeagueCells(("x", "y"), ("a", "b", "c"), np.array([[0.9, 0.8, 0.8], [0.5, 0.7, 0.6]]))).tolist()
    [2.0, 1.75, 2.25]
    """
    values = cells.values[cells.complete]
    if not len(values):
        return None
    found: Floats = ranks_of(-values, TIE * np.abs(values)).unsorted.mean(axis=0)
    return found


def standings_of_league(
    table: LeagueTable, cells: LeagueCells, judgements: Sequence[LeagueJudgement]
) -> tuple[LeagueStanding, ...]:
    """Return the learners with their mean rank, mean score and places, the best mean rank first."""
    places = open_places(table.learners, [(each.first, each.second, each.decision) for each in judgements])
    ranks = mean_ranks(cells)
    sign = 1.0 if table.higher_is_better else -1.0
    made = []
    for at, name in enumerate(table.learners):
        known = cells.values[~np.isnan(cells.values[:, at]), at]
        mean = float(known.mean()) if known.size else None
        rank = None if ranks is None else float(ranks[at])
        made.append((rank, mean, LeagueStanding(name, rank, None if mean is None else sign * mean, places[name])))
    made.sort(key=lambda each: (each[0] or 0.0, -np.inf if each[1] is None else -each[1]))
    return tuple(standing for _, _, standing in made)


def sole_winner(learners: Sequence[str], judgements: Sequence[LeagueJudgement]) -> str | None:
    """Return the learner that is shown to be better than all others; None where there is none."""
    won = dict.fromkeys(learners, 0)
    for each in judgements:
        if each.decision is not Decision.OPEN:
            won[each.first if each.decision is Decision.FIRST else each.second] += 1
    return next((name for name, count in won.items() if count == len(learners) - 1), None)
