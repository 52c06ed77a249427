"""Fits of code that has changed are made again: however a learner loads the code, and wherever it runs."""

import compileall
import importlib
import json
import subprocess
import sys
import textwrap
import time
import zipfile
from contextlib import closing

import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from outperform import compare
from outperform.cli.main import main
from outperform.core import NoteKind
from outperform.engine import Store
from outperform.learners import local_code

X, Y = load_iris(return_X_y=True)
WAYS = {"procedure": "corrected-cv(repeats=1, folds=5)"}
LEARNER = """
    class Own:
        def fit(self, X, y):
            {load}
            self.model = make().fit(X, y)
            return self
        def predict(self, X):
            return self.model.predict(X)
"""
GOOD = "from sklearn.naive_bayes import GaussianNB as Kind\ndef make(): return Kind()\n"
BAD = "from sklearn.dummy import DummyClassifier as Kind\ndef make(): return Kind()\n"
HERE = "import importlib.util as u, pathlib; f = pathlib.Path(__file__).with_name('helper.py')"
LOADS = {
    "an import inside a method": ("helper.py", "from helper import make"),
    "an import of a module": ("helper.py", "import helper; make = helper.make"),
    "importlib": ("helper.py", "import importlib; make = importlib.import_module('helper').make"),
    "a package": ("pack/deep.py", "from pack.deep import make"),
    "a package's contents page": ("pack/__init__.py", "from pack import make"),
    "a namespace package": ("space/deep.py", "from space.deep import make"),
    "a module that is taken out again": (
        "helper.py",
        "import sys; from helper import make; sys.modules.pop('helper', None)",
    ),
    "a file without a module": (
        "helper.py",
        f"{HERE}; s = u.spec_from_file_location('other', f); m = u.module_from_spec(s); s.loader.exec_module(m);"
        " make = m.make",
    ),
    "a file that is run": (
        "helper.py",
        "import runpy, pathlib; make = runpy.run_path(str(pathlib.Path(__file__).with_name('helper.py')))['make']",
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder that modules are imported from; they are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    yield tmp_path
    forget(tmp_path)


def forget(folder):
    """Let the next run be as in a new process."""
    for name, module in list(sys.modules.items()):
        places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
        if any(str(place).startswith(str(folder)) for place in places):
            del sys.modules[name]
    for known in (local_code._HEARD.local, local_code._HEARD.fresh, local_code._HEARD.known):
        known.clear()
    importlib.invalidate_caches()


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(text))


def run(folder, **ways):
    forget(folder)
    return compare(["models.py:Own", "tree"], X, Y, **{**WAYS, "store": folder / "s.db", **ways})


def used(comparison):
    found = comparison.to_dict()["store"]
    return found["reused"], found["fitted"]


def outdated(comparison):
    return [note["modules"] for note in comparison.notes if note.kind is NoteKind.STORE_OUTDATED]


@pytest.mark.parametrize(("name", "load"), LOADS.values(), ids=LOADS)
def test_a_module_that_a_learner_loads_is_followed(folder, name, load):
    write(folder, "models.py", LEARNER.format(load=load))
    write(folder, name, GOOD)
    assert used(run(folder)) == (0, 10)
    assert used(run(folder)) == (10, 0)
    write(folder, name, BAD)
    changed = run(folder)
    assert used(changed) == (5, 5)
    assert outdated(changed)
    alone = run(folder, store=None)
    assert (changed.scores[0].values == alone.scores[0].values).all()
    assert alone.scores[0].values[0].mean() < 0.5
    assert used(run(folder)) == (10, 0)


def test_a_module_that_another_learner_loaded_before_is_followed(folder):
    load = "from helper import make"
    write(folder, "models.py", LEARNER.format(load=load))
    write(folder, "others.py", LEARNER.format(load=load))
    write(folder, "helper.py", GOOD)
    both = ["models.py:Own", "others.py:Own"]
    first = compare(both, X, Y, store=folder / "s.db", **WAYS)
    write(folder, "helper.py", BAD)
    forget(folder)
    again = compare(both, X, Y, store=folder / "s.db", **WAYS)
    assert used(first) == used(again) == (0, 10)


def test_a_module_that_the_script_loaded_before_is_followed(folder):
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    for text, reused in ((GOOD, 0), (BAD, 5)):
        forget(folder)
        write(folder, "helper.py", text)
        importlib.import_module("helper")
        found = compare(["models.py:Own", "tree"], X, Y, store=folder / "s.db", **WAYS)
        assert used(found)[0] == reused


@pytest.mark.parametrize("change", ["deleted", "renamed", "package", "shadowed"])
def test_a_module_that_is_not_where_it_was_is_followed(folder, change):
    load = "\n                ".join(
        [
            "try:",
            "    from helper import make",
            "except ImportError:",
            "    from sklearn.dummy import DummyClassifier as make",
        ]
    )
    write(folder, "models.py", LEARNER.replace("{load}", load).replace("                ", "            "))
    write(folder, "helper.py", GOOD)
    assert used(run(folder)) == (0, 10)
    if change == "renamed":
        (folder / "helper.py").rename(folder / "helpers.py")
    elif change == "deleted":
        (folder / "helper.py").unlink()
    else:
        write(folder, "helper/__init__.py", BAD)
    changed = run(folder)
    assert used(changed) == (5, 5)
    assert (changed.scores[0].values == run(folder, store=None).scores[0].values).all()


def test_a_module_that_was_not_there_is_followed(folder):
    load = "\n            ".join(
        [
            "try:",
            "    from helper import make",
            "except ImportError:",
            "    from sklearn.dummy import DummyClassifier as make",
        ]
    )
    write(folder, "models.py", LEARNER.replace("{load}", load))
    assert used(run(folder)) == (0, 10)
    assert used(run(folder)) == (10, 0)
    write(folder, "helper.py", GOOD)
    assert used(run(folder)) == (5, 5)


def test_modules_in_an_archive_and_without_a_source_are_followed(folder, monkeypatch):
    monkeypatch.syspath_prepend(folder / "code.zip")
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    for text, reused in ((GOOD, 0), (BAD, 5)):
        with zipfile.ZipFile(folder / "code.zip", "w") as archive:
            archive.writestr("helper.py", text)
        assert used(run(folder))[0] == reused
    (folder / "code.zip").unlink()
    sys.path_importer_cache.clear()
    for text in (GOOD, BAD):
        write(folder, "helper.py", text)
        compileall.compile_file(folder / "helper.py", legacy=True, force=True, quiet=1)
        (folder / "helper.py").unlink()
        assert used(run(folder))[0] == 5
        assert used(run(folder))[0] == 10


def test_versions_of_packages_that_a_module_imports_count(folder, monkeypatch):
    write(folder, "models.py", LEARNER.format(load="import joblib; from helper import make"))
    write(folder, "helper.py", GOOD)
    assert used(run(folder)) == (0, 10)
    monkeypatch.setattr("outperform.learners.local_code._version", lambda name: f"{name} of tomorrow")
    monkeypatch.setattr("outperform.learners.local_code._SEEN", {})
    assert used(run(folder)) == (5, 5)


def test_a_learner_without_code_of_the_user_s_has_none(folder):
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    write(folder, "helper.py", GOOD)
    run(folder)
    with closing(Store(folder / "s.db", create=False)) as store:
        code = {fit.learner: fit.code for fit in store.all()}
    assert code["tree"] == {}
    assert "helper" in code["models.py:Own"]


def test_scores_of_other_code_are_not_joined(folder):
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    write(folder, "helper.py", GOOD)
    run(folder, metric="f1_macro")
    write(folder, "helper.py", BAD)
    run(folder)  # the f1 of the code before must not stay beside its accuracy
    both = run(folder, metric=["accuracy", "f1_macro"])
    alone = run(folder, metric=["accuracy", "f1_macro"], store=None)
    for found, wanted in zip(both.scores, alone.scores, strict=True):
        assert (found.values == wanted.values).all()


def test_a_file_that_changed_after_it_was_loaded_is_not_taken_for_what_ran(folder):
    write(folder, "ours.py", LEARNER.format(load="pass") + textwrap.indent(GOOD, "    "))
    forget(folder)
    ours = importlib.import_module("ours")
    write(folder, "ours.py", LEARNER.format(load="pass") + textwrap.indent(BAD + "# and more\n", "    "))
    found = compare({"own": ours.Own(), "tree": DecisionTreeClassifier()}, X, Y, store=folder / "s.db", **WAYS)
    (note,) = [note for note in found.notes if note.kind is NoteKind.UNSTORED_CODE]
    assert (note.about, note["modules"]) == (("own",), ("ours",))
    with closing(Store(folder / "s.db", create=False)) as store:
        assert {fit.learner for fit in store.all()} == {"tree"}


def test_code_that_changes_while_fits_run_is_told(folder):
    load = "import sys, pathlib; sys.modules.pop('helper', None); from helper import make, answer"
    own = LEARNER.format(load=load) + "\n            pathlib.Path('helper.py').open('a').write('#')\n"
    write(
        folder,
        "models.py",
        own.replace(
            "            self.model",
            "            pathlib.Path('helper.py').open('a').write('#')\n            self.model",
        ),
    )
    write(folder, "helper.py", GOOD + "answer = 1\n")
    found = run(folder)
    assert ("helper",) in [note["modules"] for note in found.notes if note.kind is NoteKind.CODE_CHANGED]


@pytest.mark.usefixtures("folder")
def test_every_door_says_how_many_fits_came_from_the_store(capsys):
    store = ["--store", "s.db", "--quiet"]
    line = ["nb", "tree", "--data", "iris"]
    for verb, more in (("compare", ["--procedure", "blocked-3x2"]), ("budget", ["--repeats", "2", "--folds", "3"])):
        for reused in (False, True):
            assert main([verb, *line, *more, *store]) == 0
            said = " ".join(capsys.readouterr().out.split())
            assert ("the oldest is less than a minute old" in said) is reused
            assert "came from the store s.db" in said
    assert main(["compare", *line, "--procedure", "blocked-3x2", "--manifest", "m.json", "--quiet"]) == 0
    assert "store" not in capsys.readouterr().out
    assert main(["verify", "m.json", "--data", "iris", *store]) == 0
    assert "12 of 12 fits came from the store s.db" in " ".join(capsys.readouterr().out.split())


def test_the_age_of_fits_follows_the_clock_but_is_never_negative(folder, monkeypatch):
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    write(folder, "helper.py", GOOD)
    now = time.time()
    run(folder)
    for later, age in ((3 * 86400, 3 * 86400), (-3600, None), (-30, 0)):
        monkeypatch.setattr("outperform.engine.store.time.time", lambda later=later: now + later)
        found = run(folder)
        assert used(found) == (10, 0)
        oldest = found.to_dict()["store"]["oldest_seconds"]
        assert (oldest is None) if age is None else oldest == pytest.approx(age, abs=60)
        words = {3 * 86400: "the oldest is 2 days old", -3600: "the clock was set back", -30: "less than a minute"}[
            later
        ]
        assert words in " ".join(str(found).split()).replace("3 days", "2 days")


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
@pytest.mark.parametrize("ways", [["--jobs", "2"], ["--fit-timeout", "60"]], ids=["workers", "children"])
def test_what_other_processes_load_is_followed(folder, ways):
    write(folder, "models.py", LEARNER.format(load="from helper import make"))
    line = ["compare", "models.py:Own", "nb", "--data", "iris", "--procedure", "blocked-3x2", "--json", "--quiet"]
    used, means = [], []
    for text in (GOOD, GOOD, BAD):
        write(folder, "helper.py", text)
        ours = [sys.executable, "-m", "outperform", *line, "--store", "s.db", *ways]
        found = json.loads(subprocess.run(ours, capture_output=True, check=True).stdout)
        used.append(found["store"]["reused"])
        means.append(found["verdicts"][0]["estimate"])
    assert used == [0, 12, 6]
    assert means[0] == means[1] > means[2] + 0.5


SCRIPT = """
    import sys
    from pathlib import Path
    from sklearn.base import ClassifierMixin, BaseEstimator
    from sklearn.datasets import load_iris
    from sklearn.dummy import DummyClassifier as Bad
    from sklearn.naive_bayes import GaussianNB as Good
    from outperform import compare
    if "edit" in sys.argv:
        Path("study.py").write_text(Path("study.py").read_text().replace("KIND = " + "Good", "KIND = " + "Bad"))
    KIND = Good
    class Own(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.model = KIND().fit(X, y)
            return self
        def predict(self, X):
            return self.model.predict(X)
    ways = {"procedure": "blocked-3x2", "store": "s.db", "progress": False}
    found = compare({"own": Own(), "nb": Good()}, *load_iris(return_X_y=True), **ways)
    print(found.to_dict()["store"]["reused"], found.scores[0].values[0].mean() > 0.5)
"""


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_a_script_that_is_edited_while_it_runs_is_not_taken_for_what_ran(folder):
    write(folder, "study.py", SCRIPT)

    def ran(*more):
        return subprocess.run([sys.executable, "study.py", *more], capture_output=True, check=True, text=True).stdout

    assert ran().split() == ["0", "True"]
    assert ran().split() == ["12", "True"]
    assert ran("edit").split() == ["6", "True"]  # it ran what it was before
    assert ran().split() == ["6", "False"]
