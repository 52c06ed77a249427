"""Numbers as text, booleans, or of numpy: taken as they are, or refused in one true line."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from tests.refusals import refused

from outperform import (
    budget,
    budget_of_items,
    budget_of_scores,
    compare,
    judge,
    judge_items,
    judge_league,
    judge_predictions,
    league,
)
from outperform.lab import Study

RNG = np.random.default_rng(0)
SPLITS = {name: RNG.random((10, 10)) for name in "ab"}
ITEMS = {name: RNG.random(40) for name in "ab"}
ROWS, TRUTH = RNG.random((40, 2)), np.arange(40) % 2
TABLE = {"dataset": [f"d{at}" for at in range(8)], "a": RNG.random(8), "b": RNG.random(8)}


def of_table(**options):
    return judge_league(TABLE, metric="accuracy", **options)


def ran(**options):
    return compare(["nb", "dummy"], ROWS, TRUTH, procedure="blocked-3x2", **options)


def run_league(**options):
    sets = {f"d{at}": (ROWS + at, TRUTH) for at in range(6)}
    return league(["nb", "dummy"], sets, procedure="fixed-league(repeats=2)", **options)


def piloted(**options):
    return budget(["nb", "dummy"], ROWS, TRUTH, folds=2, **{"repeats": 2} | options)


DOORS = {
    "judge": lambda **options: judge(SPLITS, n_train=90, n_test=10, **options),
    "predictions": lambda **options: judge_predictions(TRUTH, {"a": TRUTH, "b": 1 - TRUTH}, **options),
    "items": lambda **options: judge_items(ITEMS, **options),
    "league table": of_table,
    "compare": ran,
    "league": run_league,
    "budget": piloted,
    "budget of scores": lambda **options: budget_of_scores(SPLITS, **options),
    "budget of items": lambda **options: budget_of_items(ITEMS, **options),
}


def numbers(found):
    """What was computed, without the time it took."""
    if hasattr(found, "judgements"):
        return [(each.pvalue_adjusted, each.decision, each.notes) for each in found.judgements]
    return [(each.estimate, each.partition, each.data, each.level) for each in found.pairs]


NO_LEVELS = ("0.05", True, None, np.array(0.05), [0.05], Decimal("0.05"), Fraction(1, 20), np.nan, 0, 1)


@pytest.mark.parametrize("door", DOORS)
def test_a_level_that_is_no_number_is_shown_as_it_was_passed(door):
    for level in NO_LEVELS:
        with refused("level", "a number above 0 and below 1", repr(level)):
            DOORS[door](level=level)
    with refused("level", "too many digits"):
        DOORS[door](level=10**5000)


@pytest.mark.parametrize("door", ["judge", "items", "budget of scores"])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
def test_levels_of_numpy_are_those_of_python(door, kind):
    plain, other = (DOORS[door](level=level) for level in (0.05, kind(0.05)))
    if door.startswith("budget"):
        assert numbers(other) == numbers(plain)
    else:
        assert (other[0].level, other[0].decision) == (0.05, plain[0].decision)


@pytest.mark.parametrize(("door", "seed"), [("compare", 3), ("league table", 3), ("items", 3), ("budget", 3)])
def test_seeds_of_numpy_are_those_of_python(door, seed):
    plain, other = (DOORS[door](seed=value) for value in (seed, np.int64(seed)))
    assert numbers(other) == numbers(plain)
    for bad in ("3", True, 3.0, None):
        with refused("seed", repr(bad)):
            DOORS[door](seed=bad)


@pytest.mark.parametrize("name", ["repeats", "seeds", "halvings"])
def test_counts_of_numpy_are_those_of_python(name):
    assert numbers(piloted(**{name: np.int64(2)})) == numbers(piloted(**{name: 2}))
    for bad in ("2", True, 2.0, None):
        with refused(name, "whole number", repr(bad)):
            piloted(**{name: bad})


@pytest.mark.parametrize("door", ["compare", "league", "budget"])
def test_workers_and_seconds_may_be_numpys(door):
    DOORS[door](jobs=np.int64(1), fit_timeout=None)
    for name, bad in (
        ("jobs", True),
        ("jobs", "1"),
        ("fit_timeout", True),
        ("fit_timeout", "5"),
        ("fit_timeout", np.nan),
    ):
        with refused(name, repr(bad)):
            DOORS[door](**{name: bad})


def test_seconds_of_numpy():
    assert ran(fit_timeout=np.float32(60))[0].decision == ran()[0].decision


def test_counts_of_studies():
    assert Study("task-one", ("kfold-t",), datasets=np.int64(5)).datasets == 5
