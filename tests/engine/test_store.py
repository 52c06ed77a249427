import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
import warnings
from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare
from outperform.core import Learner, Metric, Note, NoteKind
from outperform.engine import Store, StoreError
from outperform.engine.sqlite import Database, Trouble
from outperform.engine.store import StoredFit

X, Y = load_iris(return_X_y=True)
BOTH = {"a": DecisionTreeClassifier(max_depth=1), "b": DecisionTreeClassifier()}


def stored(key="k", **changes):
    plain = {"dataset": "d", "learner": "l", "spec": "s", "repeat": 1, "fold": 1, "n_train": 9, "n_test": 1}
    return StoredFit(key, **{**plain, "scores": {"accuracy": 0.1 + 0.2}, "seconds": 0.5, **changes})


@pytest.mark.parametrize(
    "predictions",
    [
        None,
        np.array([1, 2]),
        np.array([0.1, np.nan]),
        np.array(["é", "long text"]),
        np.array([True]),
        np.array(["a", "b"], dtype=object),
    ],
    ids=["none", "int", "float", "text", "bool", "object"],
)
def test_a_fit_comes_back_bit_for_bit(tmp_path, predictions):
    store = Store(tmp_path / "s.db")
    store.save([stored(predictions=predictions)])
    found = Store(tmp_path / "s.db").find(["k", "other"])["k"]
    assert found.scores == {"accuracy": 0.1 + 0.2}
    np.testing.assert_array_equal(found.predictions, predictions) if predictions is not None else None
    assert (found.predictions is None) == (predictions is None)


def test_a_second_metric_joins_the_first(tmp_path):
    store = Store(tmp_path / "s.db")
    store.save([stored(predictions=np.array([1]))])
    store.save([stored(scores={"f1": 1 / 3})])
    (found,) = store.all()
    assert found.scores == {"accuracy": 0.1 + 0.2, "f1": 1 / 3}
    assert found.predictions.tolist() == [1]


def test_a_second_run_computes_nothing_and_gives_the_same_bits(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    first = compare(BOTH, X, Y, procedure="corrected-cv(repeats=2, folds=5)", store=path)
    monkeypatch.setattr(DecisionTreeClassifier, "fit", lambda *_: pytest.fail("fitted again"))
    again = compare(BOTH, X, Y, procedure="corrected-cv(repeats=2, folds=5)", store=path)
    assert again.to_dict() == first.to_dict()
    shorter = compare(BOTH, X, Y, procedure="corrected-cv(repeats=1, folds=5)", store=path)
    assert (shorter.scores[0].values == first.scores[0].values[:, :1]).all()


def test_a_longer_repetition_reuses_the_shorter(tmp_path, monkeypatch):
    path, calls = tmp_path / "s.db", []
    fit = DecisionTreeClassifier.fit
    monkeypatch.setattr(DecisionTreeClassifier, "fit", lambda self, *data: calls.append(1) or fit(self, *data))
    compare(BOTH, X, Y, procedure="corrected-cv(repeats=2, folds=5)", store=path)
    assert len(calls) == 20
    longer = compare(BOTH, X, Y, procedure="sorted-cv(repeats=3, folds=5)", store=path)
    assert len(calls) == 30
    assert (
        longer.scores[0].values == compare(BOTH, X, Y, procedure="sorted-cv(repeats=3, folds=5)").scores[0].values
    ).all()


def test_a_fit_that_is_stored_without_one_of_the_metrics_is_made_again(tmp_path, monkeypatch):
    path, calls = tmp_path / "s.db", []
    fit = DecisionTreeClassifier.fit
    monkeypatch.setattr(DecisionTreeClassifier, "fit", lambda self, *data: calls.append(1) or fit(self, *data))
    ways = {"procedure": "corrected-cv(repeats=1, folds=5)", "fast": False}
    compare(BOTH, X, Y, metric="accuracy", store=path, **ways)
    both = compare(BOTH, X, Y, metric=["accuracy", "f1_macro"], store=path, **ways)
    assert len(calls) == 10 + 10
    alone = compare(BOTH, X, Y, metric=["accuracy", "f1_macro"], **ways)
    for found, wanted in zip(both.scores, alone.scores, strict=True):
        assert (found.metric, found.values.tolist()) == (wanted.metric, wanted.values.tolist())
    compare(BOTH, X, Y, metric="f1_macro", store=path, **ways)
    assert len(calls) == 30  # both are stored by now


def test_other_data_another_seed_or_another_parameter_are_other_fits(tmp_path):
    path = tmp_path / "s.db"

    def count():
        return sqlite3.connect(path).execute("SELECT count(*) FROM fits").fetchone()[0]

    compare(BOTH, X, Y, procedure="blocked-3x2", store=path)
    assert count() == 12
    compare(BOTH, X + 1, Y, procedure="blocked-3x2", store=path)
    assert count() == 24
    compare({**BOTH, "a": DecisionTreeClassifier(max_depth=2)}, X, Y, procedure="blocked-3x2", store=path)
    assert count() == 30
    compare(BOTH, X, Y, procedure="blocked-3x2", store=path, seed=1)
    assert count() == 42


def test_what_cannot_be_known_is_run_and_not_stored(tmp_path):
    own = make_pipeline(FunctionTransformer(lambda rows: rows), DecisionTreeClassifier())
    comparison = compare({"a": BOTH["a"], "own": own}, X, Y, procedure="blocked-3x2", store=tmp_path / "s.db")
    assert Note.of(NoteKind.UNSTORED_FITS, "own") in comparison.notes
    assert {fit.learner for fit in Store(tmp_path / "s.db").all()} == {"a"}


def lost(comparison):
    (note,) = [note for note in comparison.notes if note.kind is NoteKind.STORE_LOST]
    return note


def test_a_store_that_cannot_be_used_costs_the_memory_not_the_verdict(tmp_path):
    (tmp_path / "text.db").write_text("this is no database, and long enough to be read as a header of one " * 9)
    comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=tmp_path / "text.db")
    assert str(tmp_path / "text.db") in lost(comparison)["problem"]
    assert "file is not a database" in lost(comparison)["problem"]
    comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=tmp_path / "nowhere" / "s.db")
    assert str(tmp_path / "nowhere" / "s.db") in lost(comparison)["problem"]
    assert comparison.judgements


def test_a_locked_or_full_store_costs_the_memory_not_the_verdict(tmp_path, monkeypatch):
    def full(_self, _fits):
        raise StoreError("the store cannot be written: database or disk is full")

    monkeypatch.setattr(Store, "save", full)
    comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=tmp_path / "s.db")
    assert "disk is full" in lost(comparison)["problem"]
    assert comparison.judgements


def test_a_store_that_stays_locked_says_how_long_it_was_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("outperform.engine.store.WAIT", 0.01)
    with closing(Store(tmp_path / "s.db")) as store, closing(sqlite3.connect(tmp_path / "s.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(None, tmp_path / "s.db", "written", "locked", "0.01 s", error=StoreError) as told:
            store.save([stored()])
        assert told.value.trouble is Trouble.LOCKED


def test_a_store_in_a_folder_that_cannot_be_written_is_read(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    compare(BOTH, X, Y, procedure="blocked-3x2", store=path)

    def refuse(*_):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(Database, "_prepare", refuse)  # the user who runs this may write anywhere
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("outperform.engine.run.run_tasks", _nothing_to_run)
    comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=path)
    assert Note.of(NoteKind.STORE_FROZEN, store=str(path)) in comparison.notes
    monkeypatch.undo()
    monkeypatch.setattr(Database, "_prepare", refuse)
    monkeypatch.setattr("os.access", lambda *_: False)
    more = compare(BOTH, X, Y, procedure="blocked-3x2", store=path, seed=1)
    assert more.judgements
    assert NoteKind.STORE_LOST not in {note.kind for note in more.notes}


def _nothing_to_run(*_):
    raise AssertionError("all fits are in the store")


class Warner(DecisionTreeClassifier):
    def fit(self, rows, target):
        warnings.warn("of something", stacklevel=1)
        return super().fit(rows, target)


def test_what_a_learner_warns_of_is_told_when_it_is_fitted(tmp_path):
    both = {"a": BOTH["a"], "w": Warner()}
    first, second = (compare(both, X, Y, procedure="blocked-3x2", store=tmp_path / "s.db") for _ in range(2))
    assert Note.of(NoteKind.LEARNER_WARNED, "w", fits=6, message="UserWarning: of something") in first.notes
    assert NoteKind.LEARNER_WARNED not in {note.kind for note in second.notes}


SCRIPT = textwrap.dedent(
    """
    import json, sys, time
    from sklearn.datasets import load_iris
    from sklearn.tree import DecisionTreeClassifier
    from outperform import compare
    import slow
    X, y = load_iris(return_X_y=True)
    learners = {"a": slow.Slow(max_depth=1), "b": slow.Slow()}
    found = compare(learners, X, y, procedure="corrected-cv(repeats=3, folds=5)", store=sys.argv[1])
    print(json.dumps(found.to_dict()["verdicts"][0] | {"seconds": 0}))
    """
)
SLOW = textwrap.dedent(
    """
    import time
    from sklearn.tree import DecisionTreeClassifier
    class Slow(DecisionTreeClassifier):
        def fit(self, X, y):
            time.sleep(0.05)
            return super().fit(X, y)
    """
)


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_killed_run_resumes_to_the_same_bits(tmp_path):
    (tmp_path / "run.py").write_text(SCRIPT)
    (tmp_path / "slow.py").write_text(SLOW)

    def start(store):
        return subprocess.Popen([sys.executable, "run.py", store], cwd=tmp_path, stdout=subprocess.PIPE, text=True)

    victim = start("killed.db")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if (tmp_path / "killed.db").exists() and _count(tmp_path / "killed.db") > 0:
            break
        time.sleep(0.02)
    os.kill(victim.pid, signal.SIGKILL)
    victim.communicate()
    kept = _count(tmp_path / "killed.db")
    assert 0 < kept < 30
    both = [start(name) for name in ("killed.db", "whole.db")]
    resumed, whole = (json.loads(process.communicate()[0]) for process in both)
    assert resumed == whole


def _count(path):
    try:
        return sqlite3.connect(path).execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_two_processes_on_one_store_do_not_harm_it(tmp_path):
    (tmp_path / "run.py").write_text(SCRIPT)
    (tmp_path / "slow.py").write_text(SLOW)
    both = [
        subprocess.Popen([sys.executable, "run.py", "s.db"], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    first, second = (json.loads(process.communicate()[0]) for process in both)
    assert first == second
    assert _count(tmp_path / "s.db") == 30


def test_an_own_metric_is_never_taken_for_another_of_its_slug(tmp_path):
    @dataclass(frozen=True)
    class Accuracy(Metric):
        """Seven times the share of right predictions."""

        slug = "accuracy"

        def score(self, truth, predictions):
            return 7 * float(np.mean(truth == predictions))

    options = {"procedure": "blocked-3x2", "store": tmp_path / "fits.db", "progress": False}
    plain = compare(BOTH, X, Y, **options)
    mine = compare(BOTH, X, Y, metric=Accuracy(), **options)
    np.testing.assert_allclose(mine.scores[0].values, 7 * plain.scores[0].values)
    assert mine.manifest()["metrics"] == [None]
    assert NoteKind.UNSTORED_SCORES in [note.kind for note in mine.notes]


def test_an_own_learner_is_never_taken_for_another_of_its_slug(tmp_path):
    @dataclass(frozen=True)
    class Mine(Learner):
        """A tree of some depth, which its spec does not tell."""

        slug = "always-one"
        depth: ClassVar[int] = 1

        def make(self, seed):
            return DecisionTreeClassifier(max_depth=self.depth, random_state=seed)

    options = {"procedure": "blocked-3x2", "store": tmp_path / "fits.db", "progress": False}
    first = compare({"mine": Mine(), "b": BOTH["b"]}, X, Y, **options)
    Mine.depth = 3
    second = compare({"mine": Mine(), "b": BOTH["b"]}, X, Y, **options)
    assert first.scores[0].values[0].mean() < second.scores[0].values[0].mean()
    assert second.manifest()["learners"][0]["spec"] is None
