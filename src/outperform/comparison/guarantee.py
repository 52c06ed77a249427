"""Bounds of a margin that hold for any distribution of scores between known bounds, where they are asked for."""

from math import log
from typing import Any

import numpy as np

from outperform.core import (
    Floats,
    InputError,
    Judgement,
    MarginBound,
    MarginMethod,
    Note,
    NoteKind,
    Scores,
    check_flag,
)
from outperform.significance import CATALOGUE, Betting
from outperform.significance.accuracy_difference import AccuracyVerdict
from outperform.significance.betting import BettingVerdict
from outperform.significance.item_values import item_values
from outperform.significance.sequential_tests import look_order, random_orders
from outperform.significance.tango import exact_bound
from outperform.significance.target_bets import least_items, log_capitals, lowest_mean
from outperform.surface import option

MOST_ORDERED = 100_000  # items; of more, the order hardly matters
NEARLY = -1 + 1e-9  # the largest loss, as a share of itself
RIGHT_OR_WRONG = Betting(bounds=(0.0, 1.0))


def check_guarantee(guarantee: Any, margin: float | None) -> bool:
    """Return whether bounds are to hold for any distribution; raise InputError where there is no margin."""
    check_flag("guarantee", guarantee)
    if guarantee and margin is None:
        raise InputError("guarantee", f"is about a margin: pass {option('margin', 0.02)}, or leave it out")
    return bool(guarantee)


def guaranteed(
    judgement: Judgement, scores: Scores, margin: float
) -> tuple[MarginBound, MarginBound, tuple[Note, ...]]:
    """Return the lower and the upper bound of first - second, and notes on what they cost and depend on.

    Raise InputError where no bound holds for any distribution, with what to type instead.
    """
    verdict, level = judgement.verdict, judgement.level
    if isinstance(verdict, AccuracyVerdict):
        _check(RIGHT_OR_WRONG, scores)
        won, lost = verdict.wins, verdict.losses
        below, above = (exact_bound(*each, verdict.count, level, -margin) for each in ((won, lost), (lost, won)))
        return MarginBound(below, MarginMethod.TANGO_EXACT), MarginBound(-above, MarginMethod.TANGO_EXACT), ()
    test = CATALOGUE.get_entry(judgement.full_test) if isinstance(verdict, BettingVerdict) else None
    bets = test if isinstance(test, Betting) else Betting()
    _check(bets, scores)
    reach = bets.reach(scores)
    values = item_values(scores).values / reach
    ordered = values[look_order(scores)]
    below, above = (reach * lowest_mean(side, level, -margin / reach) for side in (ordered, -ordered))
    least = Note.of(NoteKind.GUARANTEED, least=least_items(margin / reach, level))
    notes = [*bets.notes(scores), least]
    if values.size <= MOST_ORDERED:
        notes.append(_orders(judgement, values, margin / reach))
    return MarginBound(below, MarginMethod.BETTING), MarginBound(-above, MarginMethod.BETTING), tuple(notes)


def _check(bets: Betting, scores: Scores) -> None:
    """Refuse scores for which no bound holds whatever their distribution is."""
    if scores.items is None:
        raise InputError("guarantee", "needs scores of items, but these are scores of whole runs; leave it out")
    problem = bets.misfit(scores)
    if problem is not None:
        words = problem.removeprefix(f"{bets} ").split("; use ")[0]
        raise InputError("guarantee", f"{words}; or leave it out")


def _orders(judgement: Judgement, values: Floats, margin: float) -> Note:
    """Note in how many random orders of the items the first is shown to be not worse."""
    capitals = log_capitals(random_orders(values), np.array([max(-margin, NEARLY)]), judgement.level)
    share = float((capitals >= -log(judgement.level)).mean())
    return Note.of(NoteKind.DRAWN_MARGIN, judgement.first, judgement.second, orders=len(capitals), share=share)
