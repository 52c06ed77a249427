"""The scores of a league as a table that people read: a row per data set, a column per learner."""

from math import floor, log10

import numpy as np

from outperform.comparison.league_result import League
from outperform.core import Bools, Decision, Floats, Unit
from outperform.core.league_cells import TIE
from outperform.words.numbers import DECIMALS, decimals_of

DIGITS = 4  # of a score that is no share
SMALL = 8  # decimals of the smallest such score that is not written with an exponent
MISSING = "–"


def own_scores(league: League) -> Floats:
    """Return the mean scores [data set, learner] in the metric's own direction; NaN where a cell is missing."""
    found: Floats = league.cells.values if league.table.higher_is_better else 0.0 - league.cells.values
    return found


def best_cells(league: League) -> Bools:
    """Return which cells hold the best score of their data set; ties up to rounding are all best."""
    values = league.cells.values
    known = ~np.isnan(values)
    top = np.where(known, values, -np.inf).max(axis=1, keepdims=True)
    found: Bools = known & (values >= top - TIE * league.cells.scale[:, np.newaxis])
    return found


def score_words(values: Floats, unit: Unit = Unit.NONE, most: int = DECIMALS, digits: int = DIGITS) -> list[str]:
    """Write the scores of one data set with the same decimals: at most so many, else so many digits of the largest.

    Examples
    --------
    >>> score_words(np.array([1.0, np.nan, 0.91234]), Unit.POINTS), score_words(np.array([-12345.6, 3.0]))
    (['1.0000', '–', '0.9123'], ['−12346', '3'])
    """
    known = np.abs(values[~np.isnan(values)])
    largest = float(known.max()) if known.size else 0.0
    if unit is Unit.POINTS or largest == 0:
        style = f".{most}f"
    elif 1e-4 <= largest < 1e9:
        style = f".{min(most, max(0, digits - 1 - floor(log10(largest))))}f"
    else:
        style = f".{digits - 1}e"
    return [MISSING if np.isnan(value) else format(value, style).replace("-", "−", 1) for value in values]


def score_decimals(league: League, most: int | None = None) -> int:
    """Return the decimals of a table of all scores: those that they have, at most so many."""
    return decimals_of(own_scores(league), most or (DECIMALS if league.cells.unit is Unit.POINTS else SMALL))


def not_shown_to_differ(league: League) -> tuple[str | None, set[str]]:
    """Return the baseline, or the learner with the best mean rank, and those that are not shown to differ from it."""
    against = league.baseline or league.standings[0].learner
    near = {
        each.first if each.second == against else each.second
        for each in league.judgements
        if against in (each.first, each.second) and each.decision in {Decision.OPEN, Decision.EQUAL}
    }
    return against, near
