"""Limits of repeats, splits and replicates: what exceeds them is refused with the way to raise them."""

import numpy as np
import pytest
from sklearn.model_selection import LeavePOut, RepeatedKFold
from tests.refusals import refused

from outperform import budget, compare
from outperform.core import Dataset, SpecError, stream
from outperform.core.limits import REPEATS, REPLICATES, SPLITS
from outperform.designs import CATALOGUE as DESIGNS
from outperform.designs import LeaveOneOut, as_design
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.significance import CATALOGUE as TESTS

MANY = 10**9
ROWS, TARGET = np.arange(40.0).reshape(20, 2), np.arange(20) % 2


@pytest.mark.parametrize(
    ("catalogue", "spec", "argument", "limit"),
    [
        (DESIGNS, f"kfold(repeats={MANY})", "kfold.repeats", REPEATS),
        (DESIGNS, f"kfold(folds={MANY})", "kfold.folds", SPLITS),
        (DESIGNS, "kfold(folds=100, repeats=1001)", "kfold.folds", SPLITS),
        (DESIGNS, f"subsampling(repeats={MANY})", "subsampling.repeats", REPEATS),
        (DESIGNS, f"balanced-halves(repeats={MANY})", "balanced-halves.repeats", REPEATS),
        (DESIGNS, f"forward(folds={MANY})", "forward.folds", SPLITS),
        (PROCEDURES, f"corrected-cv(repeats={MANY})", "corrected-cv.repeats", REPEATS),
        (PROCEDURES, f"adaptive-cv(max_repeats={MANY})", "adaptive-cv.max_repeats", REPEATS),
        (PROCEDURES, f"kfold-t(folds={MANY})", "kfold-t.folds", SPLITS),
        (PROCEDURES, f"resampled(repeats={MANY})", "resampled.repeats", REPEATS),
        (TESTS, f"bootstrap-t(replicates={MANY})", "bootstrap-t.replicates", REPLICATES),
        (TESTS, f"bootstrap-percentile(replicates={MANY})", "bootstrap-percentile.replicates", REPLICATES),
        (TESTS, f"sign-flip(replicates={MANY})", "sign-flip.replicates", REPLICATES),
    ],
)
def test_what_nobody_wants_is_refused_with_the_variable_that_allows_it(catalogue, spec, argument, limit):
    with refused(argument, limit.most, limit.variable, error=SpecError):
        catalogue.parse(spec)


def test_the_variable_raises_the_limit(monkeypatch):
    monkeypatch.setenv(REPEATS.variable, "20000")
    assert DESIGNS.parse("subsampling(repeats=20000)").repeats == 20_000
    with refused("subsampling.repeats", 20_000, 20_001, error=SpecError):
        DESIGNS.parse("subsampling(repeats=20001)")


def test_the_variable_lowers_it_too(monkeypatch):
    monkeypatch.setenv(SPLITS.variable, "10")
    with refused("kfold.folds", 10, 20, error=SpecError):
        DESIGNS.parse("kfold(folds=10, repeats=2)")


@pytest.mark.parametrize("given", ["many", "-1", "1e6", "0x10", "9" * 40])
def test_a_limit_is_a_whole_number(given, monkeypatch):
    monkeypatch.setenv(REPEATS.variable, given)
    with refused(REPEATS.variable):
        DESIGNS.parse("subsampling")


def test_a_number_of_thousands_of_digits_is_refused():
    with refused("subsampling.repeats", "6021 digits", error=SpecError):
        DESIGNS.parse(f"subsampling(repeats=0x{'f' * 5000})")


@pytest.mark.parametrize("splitter", [LeavePOut(10), RepeatedKFold(n_splits=5, n_repeats=MANY)])
def test_splitters_of_scikit_learn_have_the_same_limit(splitter):
    with refused("design", SPLITS.variable, error=SpecError):
        as_design(splitter).plan(Dataset(ROWS, TARGET), stream(0))


def test_leave_one_out_of_many_rows_is_refused(monkeypatch):
    monkeypatch.setenv(SPLITS.variable, "19")
    with refused("leave-one-out", 20, SPLITS.variable, error=SpecError):
        LeaveOneOut().plan(Dataset(ROWS, TARGET), stream(0))


@pytest.mark.parametrize("name", ["repeats", "seeds", "halvings"])
def test_a_budget_is_bounded(name):
    with refused(name, REPEATS.variable):
        budget(["nb", "stump"], ROWS, TARGET, **{name: MANY})


def test_a_contest_is_refused_before_anything_is_fitted():
    with refused("subsampling.repeats", MANY):
        compare(["nb", "stump"], ROWS, TARGET, design=f"subsampling(repeats={MANY})")
