import pytest

from outperform.core import InputError
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
    ("text", "problem"),
    [
        (GOOD + "sead = 3\n", "line 4, sead: is not a field of a study; did you mean seed"),
        (GOOD + "own = 3\n", "line 4, own: is not a field of a study"),
        ("[study]\n" + GOOD, "line 1, study: is not a field of a study"),
        (GOOD.replace("= 20", '= "20"'), "line 3, datasets: must be a whole number, got '20'"),
        (GOOD.replace("= 20", "= true"), "line 3, datasets: must be a whole number, got true"),
        (GOOD.replace("= 20", "= 20.0"), "line 3, datasets: must be a whole number, got 20.0"),
        (GOOD.replace("= 20", "= 0"), "line 3, datasets: must be at least 1, a whole number, got 0"),
        (GOOD + "levels = 0.05\n", "line 4, levels: must be a list of numbers, such as [0.05], got 0.05"),
        (GOOD + "levels = []\n", "line 4, levels: there are none"),
        (GOOD + "levels = [\n  0.05,\n  5\n]\n", "line 6, levels: must lie strictly between 0 and 1, got 5"),
        (GOOD + "levels = ['a']\n", "line 4, levels: must lie strictly between 0 and 1, got a"),
        (GOOD + 'learners = "nb"\n', "line 4, learners: must be a list of two specs, got 'nb'"),
        (GOOD + 'learners = ["nb"]\n', "line 4, learners: a study has two, got 1"),
        (GOOD + "learners = [1, 2]\n", "line 4, learners: must be written as specs, text, got 1"),
        (GOOD + 'learners = ["nb", "tre"]\n', "line 4, learners: 'tre' is not known; did you mean tree"),
        (GOOD.replace('["blocked-3x2"]', '"blocked-3x2"'), "line 2, procedures: must be a list of specs, got"),
        (GOOD.replace("blocked-3x2", "blocked-3x3"), "line 2, procedures: 'blocked-3x3': is not known; did you mean"),
        (GOOD.replace("task-one", "task-won"), "line 1, source: 'task-won': is not known; did you mean task-one"),
        (GOOD.replace("n=200", "n=0"), "line 1, source: task-one.n: must be at least 1, got 0"),
        (GOOD.replace("n=200", "n=2e9"), "line 1, source: task-one.n: must be int, got 2000000000.0"),
        (GOOD.replace("n=200", "n=2_000_000_000"), "line 1, source: task-one.n: must be at most"),
        (LONG, "line 9, learners: 'tre' is not known; did you mean tree"),
        (LONG.replace("tre", "tree"), "line 5, procedures: test 't': is not known"),
        (LONG.replace("kfold + t", "kfold + none.py:T"), "line 9, learners"),
        ('source = "task-one"\n', "has no procedures: it must be a list of specs"),
        ("source = \n", "is not TOML: Invalid value (at line 1"),
        (GOOD + GOOD, "is not TOML: Cannot overwrite a value (at line 4"),
    ],
)
def test_wrong_fields_are_told_with_file_and_line(tmp_path, text, problem):
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(f"{tmp_path / 'study.toml'}")
    assert problem in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_study(tmp_path / "none.toml")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_study(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(InputError, match="is not TOML"):
        read_study(tmp_path / "latin.toml")
