import pickle

import pytest
from tests.refusals import refused

from outperform.core import Note, NoteKind
from outperform.lab import Ledger, Study, run_study
from outperform.lab.keys import key_of, procedure_key
from outperform.lab.show import known_readings

OWN = """
from dataclasses import dataclass, replace
from outperform.core import Needs, SignificanceTest
from outperform.significance import KFoldT

print("loaded")

def wrong(verdict):
    return replace(verdict, pvalue=7.0)

@dataclass(frozen=True)
class Mine(SignificanceTest):
    "Say what the k-fold t says."
    slug = "mine"
    needs = Needs(repeats=(1, 1), folds=(2, None))
    def judge(self, scores):
        print("judged")
        return KFoldT().judge(scores)
"""
USUAL = "kfold(folds=3) + kfold-t"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a+b" / "own.py"  # a plus in a path is no plus of ours
    path.parent.mkdir()
    path.write_text(OWN)
    return path


@pytest.fixture
def spec(file):
    return f"kfold(folds=3) + {file}:Mine"


@pytest.mark.process
def test_a_test_of_ones_own_runs_in_workers_too(spec):
    study = Study("symmetric(n=40)", (spec, USUAL), datasets=2)
    here, apart = run_study(study), run_study(study, jobs=2)
    assert (here[spec].pvalue == apart[spec].pvalue).all()
    assert here[spec].pvalue == pytest.approx(here[USUAL].pvalue)


def test_a_study_travels_with_the_file_it_read(spec, file):
    study = Study("task-one(n=40)", (spec,))
    file.unlink()
    there = pickle.loads(pickle.dumps(study))
    assert there == study
    assert there.rules[0].test.slug == study.only([spec]).rules[0].test.slug == "mine"


def test_another_content_is_another_procedure(spec, file, tmp_path):
    ledger = Ledger(tmp_path / "study.db")
    old = Study("symmetric(n=40)", (spec, USUAL), datasets=2)
    before = run_study(old, ledger=ledger)
    file.write_text(OWN.replace("KFoldT().judge(scores)", "KFoldT().judge(scores.pair(1, 0))"))
    new = Study("symmetric(n=40)", (spec.replace(" ", ""), USUAL), datasets=2)
    after = run_study(new, ledger=ledger)
    assert (after[new.procedures[0]].sign == -before[spec].sign).all()
    assert key_of(old) == key_of(new)
    assert procedure_key(old, spec) != procedure_key(new, new.procedures[0])
    assert procedure_key(old, USUAL) == procedure_key(new, USUAL)
    file.write_text("raise RuntimeError('showing runs nothing')")
    rows, notes = known_readings(ledger, ["rejection"])
    assert [row["procedure"] for row in rows] == [new.procedures[0], USUAL]
    more = new.only(new.procedures[1:])  # the file is not asked for what is known
    assert not more.own
    assert list(run_study(more, ledger=ledger)) == [USUAL]
    assert notes == [Note.of(NoteKind.CHANGED_PROCEDURES, procedures=1)]


def test_what_a_file_prints_goes_to_standard_error(spec, file, capsys):
    file.write_text(OWN + "# told apart from the others\n")
    Study("task-one(n=40)", (spec,))
    assert capsys.readouterr() == ("", "loaded\n")


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        (
            ("return KFoldT().judge(scores)", "return 1 / 0"),
            ("ZeroDivisionError: division by zero", "own.py, line 18"),
        ),
        (("return KFoldT().judge(scores)", "return None"), ("AttributeError: 'NoneType'",)),
        (("return KFoldT().judge(scores)", "raise SystemExit"), ("SystemExit",)),
        (("return KFoldT().judge(scores)", "return wrong(KFoldT().judge(scores))"), ("p-value", "0 to 1")),
    ],
    ids=["raises", "says nothing", "exits", "no probability"],
)
def test_a_test_that_fails_is_a_sentence(spec, file, change, facts):
    file.write_text(OWN.replace(*change))
    study = Study("task-one(n=40)", (spec,), datasets=2)
    with refused("test", f"{file}:Mine", *facts):
        run_study(study)


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        ("def", "SyntaxError: invalid syntax"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("Mine = dict", "SignificanceTest"),
    ],
    ids=["syntax", "exit", "another class"],
)
def test_files_without_a_test_are_refused(spec, file, content, fact):
    file.write_text(content)
    with refused("test", file, fact):
        Study("task-one(n=40)", (spec,))


def test_places_without_a_file_are_refused(file):
    with refused("procedures", f"'DESIGN + {file}:Mine'"):
        Study("task-one", (f"{file}:Mine",))
    with refused("test", f"{file}x.py"):
        Study("task-one", (f"kfold + {file}x.py:Mine",))
    (file.parent / "folder.py").mkdir()
    with refused("test", f"{file.parent}/folder.py", "Is a directory"):
        Study("task-one", (f"kfold + {file.parent}/folder.py:Mine",))


def test_another_procedure_may_join_a_test_of_ones_own(spec, tmp_path):
    ledger = Ledger(tmp_path / "study.db")
    run_study(Study("symmetric(n=40)", (spec,), datasets=2), ledger=ledger)
    both = Study("symmetric(n=40)", (spec, USUAL), datasets=2)
    assert set(run_study(both, ledger=ledger)) == {spec, USUAL}
