import pytest
from tests.refusals import refused

from outperform.lab import Study
from outperform.lab.files import read_study

GOOD = 'source = "task-one(n=200)"\nprocedures = ["blocked-3x2"]\ndatasets = 20\n'


def read(tmp_path, text):
    path = tmp_path / "study.toml"
    path.write_text(text)
    return read_study(path)


def test_a_file_is_a_study(tmp_path):
    assert read(tmp_path, GOOD) == Study("task-one(n=200)", ("blocked-3x2",), datasets=20)
    full = GOOD + 'learners = ["nb", "tree"]\nrepetitions = 2\nlevels = [0.05, 0.1]\nseed = 3\n'
    whole = Study("task-one(n=200)", ("blocked-3x2",), ("nb", "tree"), 20, 2, (0.05, 0.1), 3)
    assert read(tmp_path, "\ufeff" + full) == whole


LONG = """\
source = "task-one(n=200)"
procedures = [
    "blocked-3x2",
    # another one
    "kfold + t",
]
learners = [
    "nb",
    "block(learner=\\"tre\\")",
]
"""


@pytest.mark.parametrize(
    ("text", "place", "facts"),
    [
        (GOOD + "sead = 3\n", "line 4, sead", ("seed",)),
        (GOOD + "own = 3\n", "line 4, own", ("field",)),
        ("[study]\n" + GOOD, "line 1, study", ("field",)),
        (GOOD.replace("= 20", '= "20"'), "line 3, datasets", ("'20'",)),
        (GOOD.replace("= 20", "= true"), "line 3, datasets", ("got true",)),
        (GOOD.replace("= 20", "= 20.0"), "line 3, datasets", ("20.0",)),
        (GOOD.replace("= 20", "= 0"), "line 3, datasets", ("1", "got 0")),
        (GOOD.replace("= 20", "= 1_000_001"), "line 3, datasets", ("1,000,000", "1000001")),
        (GOOD + "repetitions = 1" + "0" * 400 + "\n", "line 4, repetitions", ("100,000",)),
        (GOOD + "seed = 9223372036854775808\n", "line 4, seed", ("9,223,372,036,854,775,807",)),
        (GOOD + "levels = 0.05\n", "line 4, levels", ("[0.05]", "got 0.05")),
        (GOOD + "levels = []\n", "line 4, levels", ("empty",)),
        (GOOD + "levels = [\n  0.05,\n  5\n]\n", "line 6, levels", ("5",)),
        (GOOD + "levels = ['a']\n", "line 4, levels", ("a",)),
        (GOOD + 'learners = "nb"\n', "line 4, learners", ("list", "got 'nb'")),
        (GOOD + 'learners = ["nb"]\n', "line 4, learners", ("two", "got 1")),
        (GOOD + "learners = [1, 2]\n", "line 4, learners", ("text", "got 1")),
        (GOOD + 'learners = ["nb", "tre"]\n', "line 4, learners", ("'tre'", "tree")),
        (GOOD.replace('["blocked-3x2"]', '"blocked-3x2"'), "line 2, procedures", ("list", "got 'blocked-3x2'")),
        (GOOD.replace("blocked-3x2", "blocked-3x3"), "line 2, procedures", ("'blocked-3x3'", "blocked-3x2")),
        (GOOD.replace("task-one", "task-won"), "line 1, source", ("'task-won'", "task-one")),
        (GOOD.replace("n=200", "n=0"), "line 1, source", ("task-one.n", "1", "got 0")),
        (GOOD.replace("n=200", "n=2e9"), "line 1, source", ("task-one.n", "2000000000.0")),
        (GOOD.replace("n=200", "n=2_000_000_000"), "line 1, source", ("task-one.n", "999,999,999")),
        (LONG, "line 9, learners", ("'tre'", "tree")),
        (LONG.replace("tre", "tree"), "line 5, procedures", ("test 't'",)),
        (LONG.replace("kfold + t", "kfold + none.py:T"), "line 5, procedures", ("none.py", 'allow_files=["none.py"]')),
        (GOOD + "levels" + ".a" * 3000 + " = 1\n", "levels", ("list",)),
        ("source = " + "[" * 3000 + "]" * 3000 + "\n", "", ("deep",)),
        (GOOD + "seed = 1" + "0" * 5000 + "\n", "", ("TOML", "digits")),
        ('source = "task-one"\n', "", ("procedures", "list")),
        ("source = \n", "", ("TOML", "line 1")),
        (GOOD + GOOD, "", ("TOML", "line 4")),
    ],
)
def test_wrong_fields_are_told_with_file_and_line(tmp_path, text, place, facts):
    where = ", ".join(part for part in (str(tmp_path / "study.toml"), place) if part)
    with refused(where, *facts):
        read(tmp_path, text)


CODE = """
from pathlib import Path
from outperform.significance import KFoldT
Path(__file__).with_name("ran").touch()
class Mine(KFoldT):
    "A test."
    slug = "mine"
def make():
    Path(__file__).with_name("made").touch()
"""


@pytest.fixture
def code(tmp_path, monkeypatch):
    """Work beside a file of code."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CODE + f"# {tmp_path}\n")  # another content: it is run, not remembered
    return tmp_path / "mine.py"


OWN = GOOD.replace("blocked-3x2", "kfold(folds=3) + mine.py:Mine")


@pytest.mark.parametrize("allowed", [(), ["other.py"]], ids=["nothing", "another file"])
def test_code_that_a_study_names_is_not_run(code, allowed):
    code.with_name("other.py").touch()
    with refused(None, "line 2, procedures", "mine.py", 'allow_files=["mine.py"]', 'allow_files=["mine.py"]'):
        read_study_of(code, OWN, allowed)
    with refused(None, "line 4, learners", "mine.py:make"):
        read_study_of(code, f"{GOOD}learners = ['mine.py:make', 'nb']\n", [code])
    assert not code.with_name("ran").exists()


def read_study_of(code, text, allowed):
    code.with_name("study.toml").write_text(text)
    return read_study(code.with_name("study.toml"), allow_files=allowed)


@pytest.mark.parametrize("spelled", ["mine.py", "./mine.py", "{}"])
def test_code_that_the_user_allows_is_run(code, spelled):
    study = read_study_of(code, OWN, [spelled.format(code)])
    assert study.rules[0].test.slug == "mine"
    assert code.with_name("ran").exists()


def test_only_a_function_of_three_arrays_or_a_class_of_tests_is_taken(code):
    with refused(None, "line 2, procedures", "mine.py:make", "SignificanceTest"):
        read_study_of(code, OWN.replace("Mine", "make"), [code])
    assert not code.with_name("made").exists()


@pytest.mark.parametrize(
    ("allowed", "fact"),
    [
        ("mine.py", "['mine.py']"),
        (5, "got 5"),
        (["none.py"], "none.py"),
        (["mine.py:Mine"], "mine.py alone"),
        ([5], "5"),
        (["a\0.py"], "a"),
        (["."], "."),
    ],
)
def test_what_is_allowed_must_be_files(code, allowed, fact):
    with refused("allow_files", fact):
        read_study_of(code, GOOD, allowed)


def test_a_path_that_cannot_be_is_no_file(code):
    with refused(None, "line 2, procedures", "allow_files="):
        read_study_of(code, OWN.replace("mine.py", "a\\u0000.py"), [code])
    with refused("test", "a\\x00.py"):
        Study("task-one", ("kfold + a\0.py:Mine",))


def test_files_that_cannot_be_read(tmp_path):
    with refused(str(tmp_path / "none.toml"), "No such file"):
        read_study(tmp_path / "none.toml")
    with refused(str(tmp_path), "Is a directory"):
        read_study(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with refused(str(tmp_path / "latin.toml"), "TOML"):
        read_study(tmp_path / "latin.toml")
