"""Where the learners of a league stand: mean ranks, mean scores, places, and the winner."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Decision, Judgement, LeagueCells, LeagueStanding, LeagueTable
from outperform.ranking import league_ranks
from outperform.significance.places import open_places


def standings_of_league(
    table: LeagueTable, cells: LeagueCells, judgements: Sequence[Judgement]
) -> tuple[LeagueStanding, ...]:
    """Return the learners with their mean rank, mean score and places, the best mean rank first.

    Where cells are missing, both means are over the data sets that all learners have, so that they can be compared; if
    there is none, the mean scores are over those that each has.
    """
    places = open_places(table.learners, [(each.first, each.second, each.decision) for each in judgements])
    ranks = league_ranks(cells).mean
    shared = cells.values[cells.complete] if cells.complete.any() else cells.values
    sign = 1.0 if table.higher_is_better else -1.0
    made = []
    for at, name in enumerate(table.learners):
        known = shared[~np.isnan(shared[:, at]), at]
        mean = float(known.mean()) if known.size else None
        rank = None if np.isnan(ranks[at]) else float(ranks[at])
        made.append((rank, mean, LeagueStanding(name, rank, None if mean is None else sign * mean + 0.0, places[name])))
    made.sort(key=lambda each: (each[0] or 0.0, -np.inf if each[1] is None else -each[1]))
    return tuple(standing for _, _, standing in made)


def sole_winner(learners: Sequence[str], judgements: Sequence[Judgement]) -> str | None:
    """Return the learner that is shown to be better than all others; None where there is none."""
    won = dict.fromkeys(learners, 0)
    for each in judgements:
        if each.decision is not Decision.OPEN:
            won[each.first if each.decision is Decision.FIRST else each.second] += 1
    return next((name for name, count in won.items() if count == len(learners) - 1), None)
