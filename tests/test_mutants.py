"""The runner of mutants: what it changes, in which order, and how it tells killed from survived."""

import pytest
from tools.mutants.__main__ import ROOT, known_equivalents
from tools.mutants.atlas import Asked, Atlas
from tools.mutants.choose import DECIDING, all_mutants, shuffled
from tools.mutants.edits import mutants_of
from tools.mutants.trial import Fate, Tree


def changes(source):
    source = source.encode()
    return {mutant.change(source)[1] for mutant in mutants_of("x.py", source)}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("x = a < b", {"x = a <= b", "x = a > b"}),
        ("x = (a) is  not (b)", {"x = (a) is (b)"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = a ** b * c // d", {"x = a * b * c // d", "x = a ** b / c // d", "x = a ** b * c / d"}),
        ("x = a and b", {"x = a or b"}),
        ("x = -a", {"x = a"}),
        ("x = not a", {"x = a"}),
        ("x = 3", {"x = 4", "x = 2"}),
        ("x = 0", {"x = 1", "x = (-1)"}),
        ("x = 0.5", {"x = 1.5"}),
        ("x = f(flag=True)", {"x = f(flag=False)"}),
        ("x = np.minimum(a, b)", {"x = np.maximum(a, b)"}),
        ("x += y", {"x -= y"}),
        ("x = y[a:b]", {"x = y[(a) + 1:b]", "x = y[a:(b) + 1]"}),
        ("def f(x=1): pass", {"def f(x=2): pass", "def f(x=0): pass"}),
        ("def f(): return g()", {"def f(): return None", "def f(): return not (g())"}),
        ("if a: raise E('1 < 2')", {"if not (a): raise E('1 < 2')", "if False: raise E('1 < 2')", "if a: pass"}),
        ("x = 'é' if a else b  # 1", {"x = 'é' if not (a) else b # 1"}),
    ],
)
def test_each_kind_of_change(source, wanted):
    assert changes(source) == wanted


@pytest.mark.parametrize(
    "source",
    [
        '"""1 < 2"""',
        "x: Literal[1]",
        "@dataclass(frozen=True)\nclass A: pass",
        "x = f'{a + 1:.3f}'",
        "assert a < 1",
        "if TYPE_CHECKING: x = 1",
        f"TABLE = {tuple(range(20))}",
        "TABLE = ((1, 2, 3), (4, 5, 6), (7, 8, 9))",
    ],
)
def test_what_is_left_alone(source):
    assert changes(source) == set()


def test_the_same_seed_is_the_same_sample_and_rooms_that_decide_come_more_often():
    mutants = all_mutants(ROOT)
    drawn = shuffled(mutants, 1, frozenset())[:300]
    assert drawn == shuffled(mutants, 1, frozenset())[:300]
    assert drawn != shuffled(mutants, 2, frozenset())[:300]
    deciding = sum(mutant.file.split("/")[2] in DECIDING for mutant in drawn)
    assert deciding > 150  # of the mutants of all rooms they are a third


def test_changed_files_come_first():
    mutants = all_mutants(ROOT)
    changed = frozenset({"src/outperform/core/rng.py", "src/outperform/papers/__init__.py"})
    count = sum(mutant.file in changed for mutant in mutants)
    drawn = shuffled(mutants, 0, changed)
    assert count > 0
    assert all((mutant.file in changed) == (place < count) for place, mutant in enumerate(drawn))


def test_equivalents_have_a_reason_and_are_mutants_of_today():
    known = known_equivalents()
    assert all(reason for reason in known.values())
    for file in {file for file, *_ in known}:
        source = (ROOT / file).read_bytes()
        made = {mutant.change(source) for mutant in mutants_of(file, source)}
        assert {(before, after) for name, before, after in known if name == file} <= made


SOURCE = """\
SIZE = 5


def noticed(a):
    return a + 1


def unnoticed(a):
    return a + 2


def ending(a):
    while a < 9:
        a += 1


def unrun(a):
    return a * 3
"""
TEST = """\
import subprocess
import sys

import pytest
import thing


def test_noticed():
    assert thing.noticed(1) == 2


@pytest.mark.parametrize("a", [1, 2])
def test_others(a):
    thing.unnoticed(a)


def test_in_a_process():
    subprocess.run([sys.executable, "-c", "import thing; thing.ending(1)"], check=True)


def test_that_fails_anyway():
    assert thing.noticed(1) == 3
"""
NOTICED, OTHERS, PROCESS = (f"tests/test_thing.py::test_{name}" for name in ("noticed", "others[1]", "in_a_process"))


def project(folder):
    files = {"pyproject.toml": "", "src/a/thing.py": SOURCE, "tests/test_thing.py": TEST}
    for name in (
        "__init__.py",
        "mutants/__init__.py",
        "mutants/asking.py",
        "mutants/tracing.py",
        "mutants/coverage.ini",
    ):
        files[f"tools/{name}"] = (ROOT / "tools" / name).read_text(encoding="utf-8")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("import thing", "from a import thing"), encoding="utf-8")
    return Tree(folder)


def mutant_of(after):
    found = mutants_of("src/a/thing.py", SOURCE.encode())
    return next(each for each in found if each.change(SOURCE.encode())[1] == after)


@pytest.mark.process
def test_a_mutant_is_tried_with_the_tests_that_run_its_line(tmp_path, monkeypatch):
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    project(tmp_path / "project").traced(tmp_path / "map", 1)
    atlas = Atlas(tmp_path / "map", tmp_path / "project")
    found = {}
    for after in ("return a - 1", "return a - 2", "a -= 1", "return a / 3", "SIZE = 6"):
        (found[after],) = atlas.asked(mutant_of(after), 60, 2).rounds or [()]
    assert set(found.pop("return a - 2")) == {OTHERS, OTHERS.replace("1", "2")}
    assert len(found.pop("SIZE = 6")) == 2  # of the tests that run any function, as many as are wanted
    assert found == {"return a - 1": (NOTICED,), "a -= 1": (PROCESS,), "return a / 3": ()}
    assert not atlas.asked(mutant_of("return a - 2"), 60, 1).whole


@pytest.mark.process
def test_files_of_tests_that_changed_are_added_to_the_map(tmp_path, monkeypatch):
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    tree, folder = project(tmp_path / "project"), tmp_path / "map"
    tree.traced(folder, 1)
    assert Atlas(folder, tree.copy).changed_tests == []
    (tree.copy / "tests/test_more.py").write_text("from a import thing\n\n\ndef test_more():\n    thing.unrun(1)\n")
    changed = Atlas(folder, tree.copy).changed_tests
    assert changed == ["tests/test_more.py"]
    tree.traced(folder, 1, changed)
    atlas = Atlas(folder, tree.copy)
    assert atlas.changed_tests == []
    assert atlas.asked(mutant_of("return a / 3"), 60, 9).rounds == (("tests/test_more.py::test_more",),)
    assert atlas.asked(mutant_of("return a - 1"), 60, 9).rounds == ((NOTICED,),)
    (tree.copy / "src/a/thing.py").write_text(SOURCE + "# changed\n")
    (found,) = Atlas(folder, tree.copy).asked(mutant_of("return a - 1"), 60, 9).rounds
    assert {NOTICED, PROCESS, "tests/test_more.py::test_more"} <= set(found)  # all tests of the module


@pytest.mark.process
@pytest.mark.parametrize(
    ("after", "asked", "fate"),
    [
        ("return a - 1", [OTHERS, NOTICED], Fate.KILLED),
        ("return a - 2", [NOTICED, OTHERS], Fate.SURVIVED),
        ("a += 0", [PROCESS], Fate.TIMED_OUT),
        ("return a / 3", [], Fate.UNRUN),
    ],
)
def test_a_mutant_is_killed_or_survives_in_a_copy(tmp_path, monkeypatch, after, asked, fate):
    tree = project(tmp_path)
    monkeypatch.setenv("PATIENCE", "2")
    outcome = tree.try_out(mutant_of(after), Asked((tuple(asked),) if asked else ()), 60)
    assert (outcome.fate, outcome.whole, outcome.after) == (fate, True, after)
    assert (tmp_path / "src/a/thing.py").read_text(encoding="utf-8") == SOURCE
