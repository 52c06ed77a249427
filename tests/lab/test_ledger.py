import sqlite3
from contextlib import closing

import numpy as np
import pytest
import sklearn
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.engine import StoreError
from outperform.engine.sqlite import Trouble
from outperform.lab import Ledger, Study, readings_of, run, run_study
from outperform.lab.keys import key_of, procedure_key
from outperform.lab.records import NUMBERS
from outperform.lab.show import known_readings, labelled_readings
from outperform.learners import probes

TASK = "task-one(n=200)"
SYMMETRIC = "symmetric(n=40)"
CV = "corrected-cv(repeats=1, folds=3)"
HOLDOUT = "mcnemar-holdout(share=0.1)"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.db"


def same(one, other):
    """Return whether records are the same to the bit, seconds aside."""
    numbers = [name for name in NUMBERS if name != "seconds"]
    for spec in one | other:
        for name in numbers:
            np.testing.assert_array_equal(getattr(one[spec], name), getattr(other[spec], name))
        np.testing.assert_array_equal(one[spec].halves, other[spec].halves)
    return True


def ran(monkeypatch):
    """Keep count of the datasets and of the repetitions that are run."""
    calls = []
    for name in ("run_block", "run_dataset"):
        real = getattr(run, name)

        def counted(study, unit, *start, real=real):
            calls.append((unit, study.procedures, *(dict(each) for each in start)))
            return real(study, unit, *start)

        monkeypatch.setattr(run, name, counted)
    return calls


@pytest.mark.parametrize("source", [TASK, SYMMETRIC], ids=["counts", "fits"])
def test_what_is_known_is_not_run_again(path, monkeypatch, source):
    study = Study(source, (CV, "blocked-3x2"), datasets=4, repetitions=2)
    first = run_study(study, ledger=Ledger(path))
    calls = ran(monkeypatch)
    assert same(run_study(study, ledger=Ledger(path)), first)
    assert not calls
    rows, notes = known_readings(Ledger(path, create=False))
    assert (rows, notes) == (labelled_readings(study, readings_of(study, first)), [])


def test_repetitions_extend_and_shorten_without_a_rerun(path, monkeypatch):
    short, long = (Study(SYMMETRIC, (CV, "blocked-3x2"), datasets=2, repetitions=often) for often in (1, 3))
    run_study(short, ledger=Ledger(path))
    calls = ran(monkeypatch)
    extended = run_study(long, ledger=Ledger(path))
    assert [call[2] for call in calls] == [{CV: 1, "blocked-3x2": 1}] * 2
    assert same(extended, run_study(long))
    calls.clear()
    assert same(run_study(short, ledger=Ledger(path)), run_study(short))
    assert len(calls) == 2  # those without a ledger
    assert [row["repetitions"] for row in known_readings(Ledger(path), ["rejection"])[0]] == [3, 3]


def test_repetitions_of_counts_extend_to_the_same_bits(path):
    for often in (1, 3, 2):
        study = Study(TASK, (CV, "blocked-3x2"), datasets=50, repetitions=often)
        assert same(run_study(study, ledger=Ledger(path)), run_study(study))


def test_only_the_procedures_that_are_missing_are_run(path, monkeypatch):
    run_study(Study(SYMMETRIC, (CV,), datasets=2), ledger=Ledger(path))
    calls = ran(monkeypatch)
    both = Study(SYMMETRIC, (CV, "blocked-3x2"), datasets=2)
    found = run_study(both, ledger=Ledger(path))
    assert [call[1] for call in calls] == [("blocked-3x2",)] * 2
    assert same(found, run_study(both))


def test_everything_recorded_is_shown(path):
    """Other procedures, more datasets, other levels of earlier runs: all of it, not only the last run's."""
    ledger = Ledger(path)
    run_study(Study(SYMMETRIC, (CV,), datasets=3), ledger=ledger)
    run_study(Study("symmetric( n=40 )", (HOLDOUT,), datasets=2, levels=(0.1,)), ledger=ledger)
    run_study(Study(TASK, (CV,), datasets=300), ledger=ledger)
    run_study(Study(TASK, (CV,), datasets=100, levels=(0.01,)), ledger=ledger)
    rows, _ = known_readings(ledger, ["rejection"])
    shown = {(row["source"], row["procedure"], row["datasets"], row["level"]) for row in rows}
    fits = {("symmetric( n=40 )", spec, size, level) for spec, size in ((CV, 3), (HOLDOUT, 2)) for level in (0.05, 0.1)}
    assert shown == fits | {(TASK, CV, 300, level) for level in (0.05, 0.01)}
    assert {row["level"] for row in known_readings(ledger, ["rejection"], [0.2])[0]} == {0.2}


def test_datasets_with_more_repetitions_are_shown_beside_the_others(path):
    ledger = Ledger(path)
    run_study(Study(SYMMETRIC, (CV,), datasets=4), ledger=ledger)
    run_study(Study(SYMMETRIC, (CV,), datasets=2, repetitions=2), ledger=ledger)
    rows, _ = known_readings(ledger, ["rejection"])
    assert [(row["datasets"], row["repetitions"]) for row in rows] == [(2, 2), (4, 1)]


def test_records_of_other_versions_are_told(path, monkeypatch):
    run_study(Study(TASK, (HOLDOUT,), datasets=5), ledger=Ledger(path))
    for module in ("keys", "ledger", "show"):
        monkeypatch.setattr(f"outperform.lab.{module}.versions", lambda: "outperform 9")
    rows, notes = known_readings(Ledger(path, create=False))
    assert rows == []
    assert [note.kind for note in notes] == [NoteKind.OTHER_VERSIONS, NoteKind.NO_READINGS]
    assert notes[0]["studies"] == 1
    run_study(Study(TASK, (HOLDOUT,), datasets=5), ledger=Ledger(path))
    rows, notes = known_readings(Ledger(path, create=False), ["rejection"])
    assert (len(rows), len(notes)) == (1, 1)


def keys(**changes):
    return key_of(Study(**{"source": SYMMETRIC, "procedures": (CV,), **changes}))


def test_what_a_key_depends_on():
    usual = keys()
    for unlike in ({"source": "symmetric(n=41)"}, {"learners": ("nb", "tree")}, {"seed": 1}):
        assert keys(**unlike) != usual
    for like in ({"source": "symmetric( n = 40 )"}, {"datasets": 3}, {"repetitions": 2}, {"levels": (0.1,)}):
        assert keys(**like) == usual
    assert keys(learners=['block( learner = "nb" )', "block(which=2)"]) == usual
    tree = "sklearn.tree.DecisionTreeClassifier"
    one = keys(learners=(f"{tree}(max_depth=2, min_samples_leaf=3)", "nb"))
    assert keys(learners=(f"{tree}( min_samples_leaf=3, max_depth=2 )", " nb ")) == one
    assert keys(learners=(f"{tree}(max_depth=1, min_samples_leaf=3)", "nb")) != one


def test_a_key_knows_what_dotted_learners_are_made_of(monkeypatch):
    given = ("sklearn.tree.DecisionTreeClassifier(max_depth=2)", "nb")
    before = keys(learners=given)
    monkeypatch.setattr(sklearn, "__version__", "99")
    probes.cache_clear()
    after = keys(learners=given)
    probes.cache_clear()
    assert after != before


def test_a_key_knows_the_data_of_a_table(tmp_path):
    data = tmp_path / "data.csv"
    spec = f"table(name={str(data)!r}, n=20, target='y')"
    ledger = Ledger(tmp_path / "study.db")
    for shift in (0, 1):
        data.write_text("x,y\n" + "".join(f"{row + shift * (row % 2)},{'ab'[row % 2]}\n" for row in range(40)))
        study = Study(spec, (CV,), ("nb", "stump"), datasets=2)
        assert same(run_study(study, ledger=ledger), run_study(study))
    rows, notes = known_readings(ledger, ["rejection"])
    assert len(rows) == 1
    assert notes == [Note.of(NoteKind.CHANGED_DATA, studies=1)]


def test_a_key_holds_the_spelling_of_no_procedure():
    study = Study(TASK, ("corrected-cv( folds=3, repeats=1)", CV, "kfold+corrected-t", "kfold + corrected-t"))
    one, other, third, fourth = (procedure_key(study, spec) for spec in study.procedures)
    assert (one, third) == (other, fourth)


@pytest.mark.parametrize("create", [True, False], ids=["write", "read"])
def test_files_that_are_no_ledger_are_refused_and_left_alone(tmp_path, create):
    path = tmp_path / "other.db"
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE mine (x)")
    foreign.close()
    text = tmp_path / "text.db"
    text.write_text("this is no database, and long enough to be read as a header of one " * 9)
    for file, trouble in [(path, Trouble.FOREIGN), (text, Trouble.DAMAGED)]:
        before = file.read_bytes()
        with refused(None, file, error=StoreError) as refusal:
            Ledger(file, create=create)
        assert refusal.value.trouble is trouble
        assert file.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["other.db", "text.db"]


def test_an_empty_file_may_become_a_ledger_but_is_none(tmp_path):
    path = tmp_path / "empty.db"
    path.touch()
    with refused(None, path, error=StoreError) as refusal:
        Ledger(path, create=False)
    assert refusal.value.trouble is Trouble.FOREIGN
    Ledger(path).close()
    assert known_readings(Ledger(path, create=False)) == ([], [Note.of(NoteKind.NO_READINGS)])
    for place in (":memory:", "", 5):
        with refused("store", "path of a file"):
            Ledger(place)
    with refused("study", tmp_path / "none.db"):
        Ledger(tmp_path / "none.db", create=False)
    with refused(None, tmp_path / "nowhere" / "study.db", "opened", error=StoreError):
        Ledger(tmp_path / "nowhere" / "study.db")


def test_reading_writes_nothing(path):
    run_study(Study(TASK, (HOLDOUT,), datasets=5), ledger=Ledger(path))
    ledger = Ledger(path, create=False)
    with refused(None, path, "written", error=StoreError) as refusal:
        ledger.note(Study(TASK, (HOLDOUT,), datasets=5))
    assert refusal.value.trouble is Trouble.READ_ONLY


def test_a_full_disk_is_a_sentence_and_what_was_written_is_kept(path):
    ledger = Ledger(path)
    run_study(Study(SYMMETRIC, (CV,), datasets=1), ledger=ledger)
    ((pages,),) = ledger._db.rows("PRAGMA page_count")
    list(ledger._db.rows(f"PRAGMA max_page_count = {pages}"))
    with refused(None, path, error=StoreError) as refusal:
        run_study(Study(SYMMETRIC, (CV,), datasets=200), ledger=ledger)
    assert refusal.value.trouble is Trouble.FULL
    assert len(known_readings(Ledger(path), ["rejection"])[0]) == 1


def test_a_locked_ledger_is_a_sentence(path, monkeypatch):
    monkeypatch.setattr("outperform.lab.ledger.TIMEOUT", 0.05)
    Ledger(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with refused(None, path, error=StoreError) as refusal:
        run_study(Study(TASK, (HOLDOUT,), datasets=5), ledger=Ledger(path))
    assert refusal.value.trouble is Trouble.LOCKED
    other.execute("ROLLBACK")
    other.close()


def change(path, statement):
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement).rowcount > 0


def of_numbers(*values):
    """Return the bytes of one record whose numbers are all these."""
    return np.array(values, dtype="<f8").tobytes().hex()


DAMAGES = {
    "bytes": "numbers = x'00'",
    "text": "numbers = 'none'",
    "a p-value": f"numbers = x'{of_numbers(7.0, *[1.0] * (len(NUMBERS) - 1))}'",
    "a size": f"numbers = x'{of_numbers(0.5, 0.0, 0.0, 1.0, 1.0, -3.0, *[1.0] * (len(NUMBERS) - 6))}'",
    "no numbers": f"numbers = x'{of_numbers(*[np.inf] * len(NUMBERS))}'",
    "many data sets": "datasets = 1000000000",
    "data sets to be guessed": "datasets = -1",
    "a word": "repetitions = 'many'",
    "halves": "halves = x'00'",
    "no halves": "halves = x''",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_records_are_told_and_run_again(path, monkeypatch, damage):
    study = Study(SYMMETRIC, (CV,), datasets=2)
    whole = run_study(study, ledger=Ledger(path))
    change(path, f"UPDATE records SET {damage} WHERE unit = 1")
    rows, notes = known_readings(Ledger(path, create=False), ["rejection"])
    assert rows[0]["datasets"] == 1
    assert notes == [Note.of(NoteKind.RECORDS_DAMAGED, rows=1, again=False)]
    calls, ledger = ran(monkeypatch), Ledger(path)
    assert same(run_study(study, ledger=ledger), whole)
    assert ([call[0] for call in calls], ledger.damaged) == ([1], 1)
    mended = Ledger(path)
    assert same(run_study(study, ledger=mended), whole)
    assert (len(calls), mended.damaged) == (1, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE settings SET learners = 'none'",
        f"UPDATE settings SET learners = '{'[' * 5000}'",
        "UPDATE settings SET learners = '[\"nb\"]'",
        "UPDATE settings SET learners = x'00'",
        "UPDATE settings SET source = CAST(x'ff' AS TEXT)",
        "UPDATE settings SET seed = 'x'",
        "UPDATE levels SET level = 'high'",
        "UPDATE levels SET level = 9e999",
    ],
)
def test_settings_that_cannot_be_are_not_shown(path, statement):
    run_study(Study(TASK, (HOLDOUT,), datasets=5), ledger=Ledger(path))
    change(path, statement)
    rows, notes = known_readings(Ledger(path, create=False))
    assert (rows, notes[0]) == ([], Note.of(NoteKind.RECORDS_DAMAGED, rows=1, again=False))


@pytest.mark.parametrize("damage", ["datasets = 'x'", "datasets = 0", "name = x'00'", "spec = CAST(x'ff' AS TEXT)"])
def test_procedures_that_cannot_be_are_not_shown_and_run_again(path, damage):
    study = Study(TASK, (HOLDOUT, CV), datasets=5)
    run_study(study, ledger=Ledger(path))
    change(path, f"UPDATE procedures SET {damage} WHERE spec = '{CV}'")
    rows, notes = known_readings(Ledger(path, create=False), ["rejection"])
    assert [row["procedure"] for row in rows] == [HOLDOUT]
    assert notes == [Note.of(NoteKind.RECORDS_DAMAGED, rows=1, again=False)]
    run_study(study, ledger=Ledger(path))
    assert len(known_readings(Ledger(path, create=False), ["rejection"])[0]) == 2


def test_a_longer_repetition_is_never_cut_by_a_shorter(path):
    ledger = Ledger(path)
    long, short = (Study(SYMMETRIC, (CV,), datasets=1, repetitions=often) for often in (2, 1))
    found = run_study(long, ledger=ledger)
    ledger.save(short, 0, run_study(short))
    assert same({CV: ledger.find(long, CV)[0]}, found)


def test_learners_that_cannot_be_told_apart_are_not_kept(monkeypatch):
    class Hidden:
        fingerprint = None

    monkeypatch.setattr("outperform.lab.keys.probes", lambda _: [Hidden()])
    with refused("learners", "the ledger"):
        keys()
