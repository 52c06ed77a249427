"""What is asked of a league, checked: the tests, the adjustment, the region of equivalence, the size of the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outperform.core import (
    InputError,
    LeagueTable,
    OmnibusTest,
    PairsTest,
    Unit,
    check_below_one,
    did_you_mean,
    is_number,
    split_spec,
)
from outperform.core.adjust import Adjustment, adjustment_from
from outperform.ranking import CATALOGUE, OMNIBUS
from outperform.surface import either, option
from outperform.visible import short
from outperform.words.numbers import level_words, many

MOST_MISSING = 0.2  # share of a learner's cells; a learner with more of them missing is refused


def chosen(table: LeagueTable, learners: Any) -> LeagueTable:
    """Keep some learners of a table, in the order in which they are named."""
    if learners is None:
        return table
    names = [learners] if isinstance(learners, str) else list(learners)
    unknown = next((name for name in names if name not in table.learners), None)
    if unknown is not None:
        problem = f"there is no learner {unknown!r}; {did_you_mean(str(unknown), table.learners)}"
        raise InputError("learners", problem)
    if len(set(names)) < len(names):
        raise InputError("learners", f"{next(name for name in names if names.count(name) > 1)!r} is named twice")
    places, kept = [table.learners.index(name) for name in names], tuple(names)
    return replace(
        table,
        learners=kept,
        scores=tuple(replace(each, learners=kept, values=each.values[places]) for each in table.scores),
        errors=None if table.errors is None else table.errors[:, places],
        missing=tuple(cell for cell in table.missing if cell.learner in kept),
    )


def pairs_test(test: Any) -> PairsTest:
    """Return a test that decides pairs, by its name or as it is; what decides no pair is refused."""
    slug = split_spec(test)[0] if isinstance(test, str) else ""
    if slug in OMNIBUS:
        problem = f"{slug} judges all learners at once and no pair: pass it as {option('omnibus', slug)}"
        raise InputError("test", problem)
    if slug and slug not in CATALOGUE:
        known = [name for name, entry in CATALOGUE.items() if issubclass(entry, PairsTest)]
        raise InputError("test", f"{test!r} is not a test over data sets; {did_you_mean(slug, known)}")
    found = CATALOGUE.get_entry(test)
    if not isinstance(found, PairsTest):
        how = f"add {either('--rope X', 'rope=X')} to any test to see them"
        problem = f"{found.slug} gives probabilities and decides nothing: {how}"
        raise InputError("test", problem)
    return found


def omnibus_test(omnibus: Any) -> OmnibusTest:
    """Return a test of all learners at once, by its name or as it is."""
    if isinstance(omnibus, str) and split_spec(omnibus)[0] not in OMNIBUS:
        raise InputError("omnibus", f"{omnibus!r} is not known; {did_you_mean(omnibus, OMNIBUS)}")
    return OMNIBUS.get_entry(omnibus)


def check_rope(rope: Any, table: LeagueTable) -> float | None:
    """Return a region of practical equivalence as a number, or None."""
    if rope is None:
        return None
    if not is_number(rope) or rope < 0:
        raise InputError("rope", f"must be 0 or a number above it, in units of the score, got {short(rope)}")
    if table.unit is Unit.POINTS:
        check_below_one("rope", rope)
    return float(rope)


def adjustment_for(adjust: str | None, test: PairsTest, table: LeagueTable, baseline: str | None) -> Adjustment:
    """Return the adjustment that was asked for, or the usual one; what does not fit the table is refused."""
    whole = baseline is None and not table.missing
    if test.for_all_pairs:
        if adjust not in (None, "none"):
            problem = f"{test.slug} holds for all pairs already: leave the adjustment out, or choose another test"
            raise InputError("adjust", problem)
        return adjustment_from("none")
    if adjust is None:
        return adjustment_from("shaffer" if whole else "holm")
    rule = adjustment_from(adjust)
    if rule.name in ("shaffer", "bergmann-hommel") and not whole and len(table.learners) > 2:
        why = "cells are missing" if baseline is None else "all are judged against a baseline"
        raise InputError("adjust", f"{rule.name} needs all pairs of a complete table, but {why}: use holm")
    return rule


def check_size(table: LeagueTable, test: PairsTest, pairs: int, level: float, adjustment: Adjustment) -> None:
    """Refuse a table in which no outcome could be decided, with the number of data sets needed."""
    if len(table.learners) < 2:
        raise InputError("table", f"has one learner ({table.learners[0]}), and a league needs two or more")
    problem = _too_few(len(table.datasets), test, pairs, level, adjustment)
    if problem is not None:
        raise InputError("table", f"has {problem}")


def check_count(datasets: int, test: PairsTest, pairs: int, level: float, adjust: str | None) -> None:
    """Refuse a league in which no outcome could be decided before it is run, with the number of data sets needed."""
    adjustment = adjustment_from("none" if test.for_all_pairs else adjust or "holm")
    problem = _too_few(datasets, test, pairs, level, adjustment)
    if problem is not None:
        raise InputError("datasets", f"there are {problem}")


def _too_few(datasets: int, test: PairsTest, pairs: int, level: float, adjustment: Adjustment) -> str | None:
    """Return how many data sets are needed, where there are fewer."""
    shared = 1 if adjustment.name == "none" else pairs
    needed = test.least(shared, level)
    if datasets >= needed:
        return None
    which = f"any of {shared} pairs" if shared > 1 else "a pair"
    least = f"{test.slug} needs {needed} or more to decide {which} at level {level_words(level)}"
    fewer = " compare fewer learners, or all with a baseline," if shared > 1 else ""
    return f"{many(datasets, 'data set')}, but {least}: add data sets,{fewer} or use t-datasets"


def check_missing(table: LeagueTable, missing: str) -> None:
    """Refuse missing cells unless they may be left out; refuse learners with many of them even then."""
    if not table.missing:
        return
    if missing == "refuse":
        cell = table.missing[0]
        more = f" and {len(table.missing) - 1} more" if len(table.missing) > 1 else ""
        problem = f"has no score of {cell.learner} on {cell.dataset} ({cell.reason}){more}"
        raise InputError("table", f"{problem}: fill the cell, or leave it out by {option('missing', 'drop')}")
    _refuse_many(table, [cell.learner for cell in table.missing])


def _refuse_many(table: LeagueTable, missing: Sequence[str]) -> None:
    sets = len(table.datasets)
    for learner in table.learners:
        count = missing.count(learner)
        if count > MOST_MISSING * sets:
            problem = f"{learner} has no score on {count} of {many(sets, 'data set')}, more than a fifth"
            raise InputError("table", f"{problem}: leave this learner out")
