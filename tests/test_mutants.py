"""The runner of mutants: what it changes, in which order, and how it tells killed from survived."""

import pytest
from tools.mutants.__main__ import ROOT, known_equivalents
from tools.mutants.choose import DECIDING, Stage, all_mutants, shuffled, stages
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


def test_the_tests_of_a_module_are_those_that_mention_it():
    first, *_ = stages(ROOT, "src/outperform/significance/mcnemar.py")
    assert first.files[0] == "src/outperform/significance/mcnemar.py"  # its doctests
    assert "tests/significance/test_mcnemar.py" in first.files


def test_equivalents_have_a_reason_and_are_mutants_of_today():
    known = known_equivalents()
    assert all(reason for reason in known.values())
    for file in {file for file, *_ in known}:
        source = (ROOT / file).read_bytes()
        made = {mutant.change(source) for mutant in mutants_of(file, source)}
        assert {(before, after) for name, before, after in known if name == file} <= made


SOURCE = """\
def noticed(a):
    return a + 1


def unnoticed(a):
    return a + 2


def ending(a):
    while a < 9:
        a += 1
"""
TEST = """\
import thing


def test_it():
    assert thing.noticed(1) == 2
    thing.unnoticed(1), thing.ending(1)
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("after", "fate"),
    [("return a - 1", Fate.KILLED), ("return a - 2", Fate.SURVIVED), ("a += 0", Fate.TIMED_OUT)],
)
def test_a_mutant_is_killed_or_survives_in_a_copy(tmp_path, monkeypatch, after, fate):
    files = {"pyproject.toml": "", "src/thing.py": SOURCE, "tests/test_thing.py": TEST}
    for name in ("tools/__init__.py", "tools/mutants/__init__.py", "tools/mutants/patience.py"):
        files[name] = (ROOT / name).read_text(encoding="utf-8")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("PATIENCE", "2")
    found = mutants_of("src/thing.py", SOURCE.encode())
    (mutant,) = (each for each in found if each.change(SOURCE.encode())[1] == after)
    outcome = Tree(tmp_path).try_out(mutant, [Stage(("tests",), "not slow")], 60)
    assert (outcome.fate, outcome.whole, outcome.after) == (fate, True, after)
    assert (tmp_path / "src/thing.py").read_text(encoding="utf-8") == SOURCE
