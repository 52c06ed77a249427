"""Leagues that are made by hand, for tests of words and of pages."""

from dataclasses import dataclass, fields
from itertools import combinations

import numpy as np

from outperform.comparison.league_result import League
from outperform.core import (
    DatasetFragility,
    Decision,
    Judgement,
    LeagueCells,
    LeagueEffect,
    LeagueFacts,
    LeagueStanding,
    LeagueTable,
    Omnibus,
    Parameter,
    PValue,
    Reason,
    Redraws,
    Refusal,
    Scores,
    Unit,
    Winner,
)
from outperform.significance.places import open_places


@dataclass(frozen=True, kw_only=True)
class GivenP(PValue):
    """A verdict whose interval is given."""

    ends: tuple[float, float]

    def interval(self, level):  # noqa: ARG002 - the same at every level
        """Return the given ends."""
        return self.ends


def made_judgement(first, second, decision=Decision.OPEN, *, estimate=0.02, datasets=20, **known):
    """Make the judgement on a pair; numbers that no test asks for are filled in."""
    sign = -1 if decision is Decision.SECOND or (decision is Decision.OPEN and estimate < 0) else 1
    size = abs(estimate)
    ends = (size - 0.01, size + 0.01) if decision is not Decision.OPEN else (-0.01, size + 0.02)
    ends = ends if sign > 0 else (-ends[1], -ends[0])
    pvalue = known.pop("pvalue", 0.2 if decision is Decision.OPEN else 0.004)
    wins = (15, 1, datasets - 16) if sign > 0 else (datasets - 16, 1, 15)
    facts = {
        "datasets": datasets,
        "wins": wins,
        "effect": LeagueEffect(
            sign * size, ends, (ends[0] - 0.05, ends[1] + 0.05), (ends[0] - 0.01, ends[1] + 0.01), None, None
        ),
        "fragility": None if decision is Decision.OPEN else DatasetFragility(2, ("iris", "wine")),
        "differences": np.zeros(datasets),
    }
    facts |= {each.name: known.pop(each.name) for each in fields(LeagueFacts) if each.name in known}
    p_flip = known.pop("p_flip", None)
    return Judgement(
        **{
            "first": first,
            "second": second,
            "test": "wilcoxon",
            "full_test": "wilcoxon",
            "metric": "accuracy",
            "level": 0.05,
            "league": LeagueFacts(**facts),
            "redraws": Refusal(Reason.ONE_SPLIT) if p_flip is None else Redraws(p_flip),
            "verdict": GivenP(
                parameter=Parameter.EXPECTED_DIFFERENCE,
                estimate=sign * size * 0.9,
                statistic=160.0,
                pvalue=pvalue,
                ends=ends,
            ),
            "pvalue_adjusted": min(1.0, 2 * pvalue),
            "adjustment": "shaffer",
            "decision": decision,
            "unit": Unit.POINTS,
        }
        | known
    )


def made_table(learners, datasets=20, **known):
    """Make a table of scores that fall from learner to learner."""
    names = tuple(f"set{number + 1}" for number in range(datasets))
    values = 0.9 - 0.01 * np.arange(len(learners))[:, np.newaxis, np.newaxis]
    scores = tuple(Scores(tuple(learners), "accuracy", values) for _ in names)
    ways = {"higher_is_better": True, "metric": "accuracy", "unit": Unit.POINTS} | known
    return LeagueTable(names, tuple(learners), scores, **ways)


def made_league(learners, decisions=None, *, datasets=20, table=None, pair=None, **known):
    """Make a league from the decisions on some pairs of its learners; all others are open."""
    decisions, baseline = decisions or {}, known.get("baseline")
    table = table or made_table(learners, datasets)
    pairs = list(combinations(learners, 2))
    if baseline is not None:
        pairs = [(name, baseline) for name in learners if name != baseline]
    found = tuple(
        made_judgement(*names, decisions.get(names, Decision.OPEN), datasets=datasets, **(pair or {}))
        for names in pairs
    )
    places = open_places(learners, [(each.first, each.second, each.decision) for each in found])
    standings = tuple(
        LeagueStanding(name, 1.0 + number, 0.9 - 0.01 * number, places[name]) for number, name in enumerate(learners)
    )
    values = np.array([scores.values.mean(axis=(1, 2)) for scores in table.scores])
    return League(
        **{
            "table": table,
            "cells": LeagueCells(table.datasets, tuple(learners), values, unit=table.unit),
            "judgements": found,
            "standings": standings,
            "omnibus": Omnibus("iman-davenport", 14.4526, (4.0, 116.0), 1e-9),
            "winner": None if baseline is not None else Winner(None, None),
            "level": 0.05,
            "test": "wilcoxon",
            "adjustment": "shaffer",
            "source": "results.csv",
        }
        | known
    )
