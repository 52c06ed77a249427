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
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import budget, compare
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
    store.save([stored(predictions=predictions, n_test=1 if predictions is None else len(predictions))])
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
    found, wanted = again.to_dict(), first.to_dict()
    assert (wanted["store"]["reused"], wanted["store"]["fitted"], wanted["store"]["oldest_seconds"]) == (0, 20, None)
    assert (found["store"]["reused"], found["store"]["fitted"]) == (20, 0)
    assert 0 <= found["store"]["oldest_seconds"] < 600
    assert found["verdicts"] == wanted["verdicts"]
    assert found["notes"][1:] == wanted["notes"][1:]  # the first is about the store
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


@pytest.fixture
def useless(tmp_path):
    """Return stores that cannot be used, and a fact about each."""
    (tmp_path / "text.db").write_text("this is no database, and long enough to be read as a header of one " * 9)
    (tmp_path / "short.db").write_text("short")
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE places (url TEXT)")
    facts = {"text.db": "not a database", "short.db": "not a database", "other.db": "not a store", "": "folder"}
    return {tmp_path / name: fact for name, fact in facts.items()} | {tmp_path / "nowhere" / "s.db": "folder"}


def test_a_store_that_cannot_be_used_is_refused_before_the_first_fit(useless, monkeypatch):
    monkeypatch.setattr("outperform.engine.run.run_fits", _nothing_to_run)
    monkeypatch.setattr("outperform.engine.fast_fits.fast_path", _nothing_to_run)
    for call in (compare, budget):
        for path, fact in useless.items():
            with refused(None, path, fact, "store_optional=", "store_optional=True", error=StoreError):
                call(BOTH, X, Y, store=path)


def test_an_optional_store_that_cannot_be_used_costs_the_memory_not_the_verdict(useless):
    for path, fact in useless.items():
        comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=path, store_optional=True)
        assert str(path) in lost(comparison)["problem"]
        assert fact in lost(comparison)["problem"]
        assert comparison.judgements
    with refused("store_optional", "1"):
        compare(BOTH, X, Y, store_optional=1)


def test_a_locked_store_is_refused_before_the_first_fit(tmp_path, monkeypatch):
    monkeypatch.setattr("outperform.engine.store.WAIT", 0.01)
    Store(tmp_path / "s.db").close()
    with closing(sqlite3.connect(tmp_path / "s.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(None, "locked", "store_optional=", error=StoreError) as told:
            compare(BOTH, X, Y, procedure="blocked-3x2", store=tmp_path / "s.db")
    assert told.value.trouble is Trouble.LOCKED


@pytest.mark.parametrize("store", [5, b"s.db", "", ":memory:", ["s.db"], "a\0b"])
def test_what_is_no_path_is_refused(store):
    for call in (compare, budget):
        with refused("store", "path of a file"):
            call(BOTH, X, Y, store=store)
    with refused("store", "path of a file"):
        Store(store)


DEEP = "[" * 5000
DAMAGES = {
    "a score outside its bounds": ("scores = '{\"accuracy\": 7.5}'", "7.5"),
    "a score below its bounds": ("scores = '{\"accuracy\": -0.01}'", "-0.01"),
    "a truth for a score": ("scores = '{\"accuracy\": true}'", "number"),
    "a text for a score": ('scores = \'{"accuracy": "0.5"}\'', "number"),
    "no score": ("scores = '{\"accuracy\": NaN}'", "finite"),
    "a score beyond all floats": (f"scores = '{{\"accuracy\": 1{'0' * 400}}}'", "finite"),
    "a list of scores": ("scores = '[0.5]'", "names"),
    "no JSON": ("scores = 'none'", "JSON"),
    "JSON too deep": (f"scores = '{DEEP}'", "JSON"),
    "bytes for scores": ("scores = x'00'", "text"),
    "text that is not valid": ("scores = CAST(x'ff' AS TEXT)", "text"),
    "a name that is not valid": ("learner = CAST(x'ff' AS TEXT)", "name"),
    "bytes for a name": ("dataset = x'00'", "name"),
    "a word for seconds": ("seconds = 'soon'", "seconds"),
    "endless seconds": ("seconds = 9e999", "seconds"),
    "seconds beyond all runs": ("seconds = 1e308", "seconds"),
    "negative seconds": ("seconds = -1.0", "seconds"),
    "a word for a repeat": ("repeat = 'x'", "whole"),
    "no fold": ("fold = 0", "whole"),
    "other rows": ("n_test = 7", "rows"),
    "other training rows": ("n_train = 7", "7 training"),
    "predictions of fewer rows": ("predictions = x'00', dtype = '|i1'", "rows"),
    "predictions without a type": ("predictions = x'00', dtype = NULL", "bytes"),
    "a type without predictions": ("predictions = NULL, dtype = '|i1'", "bytes"),
    "objects": ("predictions = zeroblob(8 * n_test), dtype = '|O'", "array"),
    "records": ("predictions = zeroblob(2 * n_test), dtype = 'i1,i1'", "kind"),
    "dates": ("predictions = zeroblob(8 * n_test), dtype = '<M8[s]'", "kind"),
    "nested arrays": ("predictions = zeroblob(2 * n_test), dtype = '(2,)i1'", "kind"),
    "no type at all": ("predictions = zeroblob(n_test), dtype = 'nonsense'", "array"),
    "words for numbers": ("predictions = zeroblob(4 * n_test), dtype = '<U1'", "text"),
    "numbers that are none": ("predictions = replace(hex(zeroblob(n_test)), '00', 'xx'), dtype = '<f8'", "bytes"),
}


@pytest.mark.parametrize(("change", "fact"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_row_is_told_and_fitted_again(tmp_path, monkeypatch, change, fact):
    path, calls = tmp_path / "s.db", []
    ways = {"procedure": "corrected-cv(repeats=1, folds=5)", "store": path, "fast": False, "keep": "predictions"}
    whole = compare(BOTH, X, Y, **ways)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE fits SET {change} WHERE learner = 'b'")
    with closing(Store(path, create=False)) as store:
        assert len(list(store.all())) + len(store.damaged) == 10
    fit = DecisionTreeClassifier.fit
    monkeypatch.setattr(DecisionTreeClassifier, "fit", lambda self, *data: calls.append(1) or fit(self, *data))
    again = compare(BOTH, X, Y, **ways)
    (note,) = [note for note in again.notes if note.kind is NoteKind.STORE_DAMAGED]
    assert (note["rows"], note["store"], len(calls)) == (5, str(path), 5)
    assert fact in note["problem"]
    assert (again.scores[0].values == whole.scores[0].values).all()
    assert again.judgements[0].verdict.pvalue == whole.judgements[0].verdict.pvalue
    mended = compare(BOTH, X, Y, **ways)  # the rows were replaced
    assert len(calls) == 5
    assert NoteKind.STORE_DAMAGED not in {note.kind for note in mended.notes}


def test_damage_is_counted_once_however_often_a_run_looks(tmp_path):
    path = tmp_path / "s.db"
    both = {"nb": GaussianNB(), "b": DecisionTreeClassifier()}
    ways = {"procedure": "adaptive-cv(min_repeats=3)", "store": path, "metric": ["accuracy", "f1_macro"]}
    whole = compare(both, X, Y, **ways)
    with closing(sqlite3.connect(path)) as db, db:
        rows = db.execute("UPDATE fits SET scores = json_set(scores, '$.f1_macro', 2) WHERE fold = 1").rowcount
    again = compare(both, X, Y, **ways)
    (note,) = [note for note in again.notes if note.kind is NoteKind.STORE_DAMAGED]
    assert note["rows"] == rows
    assert [each.verdict.pvalue for each in again.judgements] == [each.verdict.pvalue for each in whole.judgements]


def test_a_budget_tells_of_damage_in_all_its_fits(tmp_path):
    ways = {"store": tmp_path / "s.db", "repeats": 2, "folds": 3, "seeds": 2}
    budget(BOTH, X, Y, **ways)
    with closing(sqlite3.connect(tmp_path / "s.db")) as db, db:
        rows = db.execute("UPDATE fits SET scores = '{\"accuracy\": 7.5}'").rowcount
    (note,) = [note for note in budget(BOTH, X, Y, **ways).notes if note.kind is NoteKind.STORE_DAMAGED]
    assert note["rows"] == rows > 12
    assert NoteKind.STORE_DAMAGED not in {note.kind for note in budget(BOTH, X, Y, **ways).notes}


def test_rounding_is_no_damage_and_metrics_without_bounds_have_none(tmp_path):
    store = Store(tmp_path / "s.db")
    scores = {"accuracy": 1 + 1e-12, "neg_log_loss": -1e9, "r2": -1e9, "nobody's": 1e9, "f1(": 3.0}
    store.save([stored(scores=scores)])
    assert [fit.scores for fit in store.all()] == [scores]
    store.save([stored("other", scores={"roc_auc": 1.5}), stored("third", scores={"f1(positive='a')": -2})])
    assert [fit.key for fit in store.all()] == ["k"]
    assert set(store.damaged) == {"other", "third"}


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
    monkeypatch.setattr("outperform.engine.run.run_fits", _nothing_to_run)
    comparison = compare(BOTH, X, Y, procedure="blocked-3x2", store=path)
    assert Note.of(NoteKind.STORE_FROZEN, store=str(path)) in comparison.notes
    monkeypatch.undo()
    monkeypatch.setattr(Database, "_prepare", refuse)
    monkeypatch.setattr("os.access", lambda *_: False)
    more = compare(BOTH, X, Y, procedure="blocked-3x2", store=path, seed=1)
    assert more.judgements
    assert NoteKind.STORE_LOST not in {note.kind for note in more.notes}


def test_a_store_that_can_only_be_read_is_read_and_nothing_is_left_beside_it(tmp_path, monkeypatch):
    path = tmp_path / "s.db"
    first = compare(BOTH, X, Y, procedure="blocked-3x2", store=path)
    before = path.read_bytes()
    monkeypatch.setattr("os.access", lambda place, _: os.fspath(place) != str(path))  # a superuser may write anything
    again = compare(BOTH, X, Y, procedure="blocked-3x2", store=path)
    assert Note.of(NoteKind.STORE_FROZEN, store=str(path)) in again.notes
    assert again.judgements[0].verdict == first.judgements[0].verdict
    assert [each.name for each in tmp_path.iterdir()] == ["s.db"]
    assert path.read_bytes() == before


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
