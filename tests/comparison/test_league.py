"""Leagues that are run: fits of many data sets in one pool, once each, judged as a table is."""

import sqlite3
import time
import warnings
from dataclasses import replace

import joblib
import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform import compare, judge_league, league
from outperform.core import OutperformError
from outperform.data import dataset_of
from outperform.engine.fit_queue import FitQueue
from outperform.words.progress import LeagueProgress

FIXED = "fixed-league(repeats=2)"


def rows_of(number, size=40, shift=1.0):
    rng = np.random.default_rng(number)
    target = np.arange(size) % 2
    return rng.normal(shift * target[:, np.newaxis], 1.0, (size, 2)), target


def sets_of(count=7):
    return {f"set {number}": rows_of(number) for number in range(count)}


def bits(found):
    return [
        (name, scores.values.tobytes()) for name, scores in zip(found.table.datasets, found.table.scores, strict=True)
    ]


class Picky(DummyClassifier):
    """A learner that fails where the number of training rows is one of these."""

    def __init__(self, never=()):
        super().__init__()
        self.never = never

    def fit(self, X, y):
        if len(X) in self.never:
            raise ValueError("not on so many rows")
        return super().fit(X, y)


@pytest.fixture(scope="module")
def plain():
    return league(["nb", "dummy", "stump"], sets_of(), procedure=FIXED, baseline="dummy")


def test_every_cell_is_fitted_on_the_splits_of_compare(plain):
    """A league has the scores of ``compare`` on each data set, to the bit."""
    for name, scores in zip(plain.table.datasets, plain.table.scores, strict=True):
        alone = compare(["nb", "dummy", "stump"], *sets_of()[name], procedure="corrected-cv(repeats=2)")
        assert scores.values.tobytes() == alone.scores[0].values.tobytes()
    assert (plain.run.fits, plain.run.computed, plain.run.repeats, plain.run.folds) == (420, 420, (2,) * 7, 10)


def test_it_is_judged_as_its_table_is(plain):
    again = judge_league(plain.table, baseline="dummy")
    assert [each.verdict for each in again] == [each.verdict for each in plain]
    assert all(each.p_flip is not None for each in plain)
    assert plain.to_dict()["run"]["repeats"]["set 3"] == 2


@pytest.mark.process
def test_workers_change_nothing(plain):
    found = league(["nb", "dummy", "stump"], sets_of(), procedure=FIXED, baseline="dummy", jobs=2)
    assert bits(found) == bits(plain)
    slow = league(["nb", "dummy", "stump"], sets_of(), procedure=FIXED, baseline="dummy", jobs=2, fast=False)
    assert bits(slow) == bits(plain)


def test_fits_are_shared_with_compare_and_made_once(tmp_path):
    store = tmp_path / "fits.db"
    compare(["nb", "dummy"], dataset_of(*rows_of(0), name="first"), procedure="corrected-cv(repeats=2)", store=store)
    first = league(["nb", "dummy"], sets_of(), procedure=FIXED, store=store)
    assert first.run.computed == 240
    assert league(["nb", "dummy"], sets_of(), procedure=FIXED, store=store).run.computed == 0
    more = league(["nb", "dummy"], sets_of(8), procedure=FIXED, store=store)
    assert more.run.computed == 40
    added = league(["nb", "dummy", "stump"], sets_of(8), procedure=FIXED, store=store, baseline="nb")
    assert added.run.computed == 160
    with sqlite3.connect(store) as file:
        assert file.execute("SELECT COUNT(*) FROM fits").fetchone() == (480,)


def test_a_league_that_was_cut_short_goes_on_with_the_same_bits(tmp_path, plain):
    store = tmp_path / "fits.db"
    whole = league(["nb", "dummy", "stump"], sets_of(), procedure=FIXED, baseline="dummy", store=store)
    with sqlite3.connect(store) as file:
        file.execute("DELETE FROM fits WHERE dataset > 'set 2' OR fold > 5")
    again = league(["nb", "dummy", "stump"], sets_of(), procedure=FIXED, baseline="dummy", store=store)
    assert 0 < again.run.computed < 420
    assert bits(again) == bits(whole) == bits(plain)


def test_a_cell_that_fails_costs_only_itself():
    """50 rows leave 45 to train on; the data sets without them go on, and the pair is judged on these."""
    sets = sets_of(7) | {"odd": rows_of(7, size=50)}
    found = league({"nb": GaussianNB(), "picky": Picky(never=(45,))}, sets, procedure=FIXED)
    (cell,) = found.table.missing
    assert (cell.dataset, cell.learner) == ("odd", "picky")
    assert "not on so many rows (repeat 1, fold 1)" in cell.reason
    assert found[0].datasets == 7
    said = " ".join(str(found).split())
    assert "picky on odd (ValueError: not on so many rows (repeat 1, fold 1))" in said
    assert found.to_dict()["missing"] == [{"dataset": "odd", "learner": "picky", "reason": cell.reason}]
    assert np.isfinite(found.table.scores[-1].values[0]).all()


def test_a_failed_cell_is_fitted_no_further_than_to_its_failure():
    found = league(
        {"nb": GaussianNB(), "picky": Picky(never=(45,))}, sets_of(7) | {"odd": rows_of(7, 50)}, procedure=FIXED
    )
    assert found.run.fits == 300
    assert found.run.computed == 301


@pytest.mark.process
def test_a_learner_that_hangs_on_one_data_set_is_stopped_there():
    sets = sets_of(7) | {"odd": rows_of(7, size=50)}
    found = league(
        {"nb": GaussianNB(), "slow": Sleepy()}, sets, procedure="fixed-league(repeats=1, folds=2)", fit_timeout=1.0
    )
    (cell,) = found.table.missing
    assert (cell.dataset, cell.learner) == ("odd", "slow")
    assert "took longer than 1 s" in cell.reason


@pytest.mark.process
def test_a_cell_of_which_several_fits_fail_is_done_once(monkeypatch):
    """As where the second fit is under way when the first one fails."""
    seen = []

    class Watched(LeagueProgress):
        def __exit__(self, *error):
            seen.append((self.done, self.total))
            super().__exit__(*error)

    monkeypatch.setattr("outperform.engine.league.LeagueProgress", Watched)
    monkeypatch.setattr(FitQueue, "is_vain", lambda *_: False)
    learners = {"nb": GaussianNB(), "picky": Picky(never=(25,))}
    sets = sets_of(7) | {"odd": rows_of(7, size=50)}
    league(learners, sets, procedure="fixed-league(repeats=1, folds=2)", fit_timeout=60)
    assert seen == [(16, 16)]


class Sleepy(DummyClassifier):
    """A learner that does not come back from 25 rows, and is as slow as asked on others."""

    def __init__(self, seconds=0.0):
        super().__init__()
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(60 if len(X) == 25 else self.seconds)
        return super().fit(X, y)


def test_a_learner_that_fails_on_more_than_a_fifth_is_refused():
    learners = {"nb": GaussianNB(), "picky": Picky(never=(36, 27))}
    sets = sets_of() | {"odd": rows_of(7, size=50)}
    with pytest.raises(OutperformError, match=r"picky failed on 2 of 8 data sets.*leave this learner out"):
        league(learners, sets, procedure=FIXED)


def test_a_league_that_is_refused_gives_up_what_still_runs_without_a_warning():
    learners = {"sleepy": Sleepy(0.1), "picky": Picky(never=(36,))}
    with warnings.catch_warnings(record=True) as seen, joblib.parallel_config(backend="threading", n_jobs=4):
        warnings.simplefilter("always")
        with pytest.raises(OutperformError, match="picky failed"):
            league(learners, sets_of(), procedure=FIXED)
    assert not [each for each in seen if "cancelled" in str(each.message)]


def test_a_data_set_on_which_all_fail_is_left_out():
    learners = {"one": Picky(never=(45,)), "other": Picky(never=(45,))}
    found = league(learners, sets_of() | {"odd": rows_of(7, size=50)}, procedure=FIXED)
    assert found.table.datasets == tuple(sets_of())
    assert any("odd" in note for note in found.to_dict()["notes"])


def test_the_adaptive_league_begins_with_the_fits_of_the_fixed_one(tmp_path):
    store = tmp_path / "fits.db"
    league(["nb", "stump"], sets_of(), procedure=FIXED, store=store)
    found = league(["nb", "stump"], sets_of(), procedure="adaptive-league(max_repeats=4)", store=store)
    assert found.run.computed == found.run.fits - 280
    assert len(set(found.run.repeats)) == 1
    again = league(["nb", "stump"], sets_of(), procedure="adaptive-league(max_repeats=4)")
    assert bits(again) == bits(found)


def test_the_most_repeats_are_said_where_decisions_are_not_stable():
    found = league(["nb", "stump"], sets_of(), procedure="adaptive-league(kappa=0, max_repeats=3)")
    assert found.run.repeats == (3,) * 7
    assert found.run.unsettled == bool(found[0].p_flip)


def test_with_one_repeat_the_answer_says_which_procedure_has_two():
    found = league(["nb", "dummy"], sets_of(), procedure="fixed-league(repeats=1, folds=2)")
    assert "fixed-league(repeats=2)" in " ".join(str(found).split())
    assert all(each.p_flip is None for each in found)


def test_modules_that_are_allowed_may_come_from_a_generator():
    """They are asked for once per learner and data set."""
    learners = ["tests.comparison.allowed.Constant", "tests.comparison.allowed.Constant(constant=1)"]
    found = league(learners, sets_of(), procedure="fixed-league(repeats=1, folds=2)", allow_modules=iter(["tests"]))
    assert len(found.table.datasets) == 7


def test_a_positive_class_that_a_data_set_lacks_is_refused_with_its_name():
    rows, target = rows_of(1)
    sets = {"text": (rows, np.where(target, "yes", "no")), "numbers": rows_of(2)}
    with refused("numbers", "positive", "'yes'"):
        league(["nb", "dummy"], sets, metric="f1", positive="yes", test="t-datasets")


def test_numbers_are_predicted_too():
    sets = {name: (rows, rows[:, 0] + 0.1 * rows[:, 1]) for name, (rows, _) in sets_of().items()}
    found = league(["ridge", "dummy"], sets, procedure=FIXED)
    assert found.table.metric == "r2"
    assert found[0].decision.value == "first"


def test_what_cannot_be_run_is_told_before_the_first_fit():
    """Each with the data set that it concerns; nothing is fitted, or Picky would raise."""
    never = {"nb": GaussianNB(), "picky": Picky(never=range(1000))}
    rows, target = rows_of(9)
    for name, given, facts in (
        ("one class", (rows, np.zeros(40, dtype=int)), ["one class"]),
        ("numbers", (rows, rows[:, 0]), ["numbers", "classes"]),
        ("small", (rows[:8], target[:8]), ["only 8", "adaptive-league(folds=8)"]),
        ("grouped", (rows, target, np.arange(40) // 10), ["10 groups", "only 4", "adaptive-league(folds=4)"]),
        ("short", (rows, target[:-1]), ["40", "39"]),
    ):
        with refused(None, name, *facts):
            league(never, sets_of() | {name: given}, procedure=FIXED)
    again = rows_of(0)
    with refused("datasets", "set 0", "again"):
        league(never, sets_of() | {"again": again})
    with refused("datasets", "set 0", "turned"):
        league(never, sets_of() | {"turned": (again[0][::-1], again[1][::-1])})
    with refused("datasets", "compare"):
        league(never, {"alone": (rows, target)})
    with refused("datasets", "5 data sets", "needs 6", "t-datasets"):
        league(never, sets_of(5))
    with refused("procedure", "adaptive-cv", "adaptive-league"):
        league(never, sets_of(), procedure="adaptive-cv")
    with refused("metric", "one metric"):
        league(never, sets_of(), metric=["accuracy", "f1"])
    with refused("baseline", "nobody"):
        league(never, sets_of(), baseline="nobody")


def test_the_answer_says_what_it_took_and_what_would_help(plain):
    said = " ".join(str(plain).split())
    assert "420 fits in 21 cells, 20 per cell" in said
    quick = str(replace(plain, run=replace(plain.run, seconds=0.3)))
    assert "they took under a second." in " ".join(quick.split())
    assert "twice as many data sets would narrow the interval" in said
    budget = plain.to_dict()["budget"]
    assert budget["narrower_datasets"] == pytest.approx(1 - 0.5**0.5)
    assert replace(plain, run=None).to_dict()["run"] is None
