"""Learners from files and modules of the user's."""

import sys
import textwrap

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import Dataset
from outperform.learners import Estimator, is_own, learner_of

DATA = Dataset(np.arange(12.0).reshape(6, 2), np.array(["a", "b"] * 3))

MODELS = """
from dataclasses import dataclass

from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.preprocessing import FunctionTransformer
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier
import numpy as np

print("printed while it is imported")

class Constant(ClassifierMixin, BaseEstimator):
    def __init__(self, answer=None):
        self.answer = answer

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0] if self.answer is None else self.answer)

TREE = DecisionTreeClassifier(max_depth=2)

def make(depth=1):
    return make_pipeline(DecisionTreeClassifier(max_depth=depth))

def with_function():
    return make_pipeline(FunctionTransformer(np.log1p), FunctionTransformer(lambda X: X), TREE)

def greedy(depth, *rest, **more):
    return make(depth)

def fails():
    raise RuntimeError("no luck\\nand more")

def a_class():
    return Constant

nothing = 3
_hidden = Constant()
"""


@pytest.fixture
def models(tmp_path):
    path = tmp_path / "models.py"
    path.write_text(MODELS)
    return path


def made(text):
    return learner_of(text, DATA, typed=True)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("make", "Pipeline"),
        ("make(depth=3)", "Pipeline"),
        ("TREE", "DecisionTreeClassifier"),
        ("Constant", "Constant"),
        ("Constant(answer='b')", "Constant"),
        ("_hidden", "Constant"),
        ("greedy(depth=2, other=1)", "Pipeline"),
    ],
)
def test_functions_classes_and_objects_of_a_file_are_learners(models, name, kind, capsys):
    learner = made(f"{models}:{name}")
    assert isinstance(learner, Estimator)
    assert learner.own
    assert type(learner.estimator).__name__ == kind
    assert learner.make(0).fit(DATA.rows, DATA.target).predict(DATA.rows).shape == (6,)
    assert capsys.readouterr().out == ""  # standard output is for results


def test_parameters_reach_functions_and_classes(models):
    assert made(f"{models}:make(depth=3)").estimator.steps[-1][1].max_depth == 3
    assert made(f"{models}:Constant(answer='b')").estimator.answer == "b"


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("mak", ("mak", "make")),
        ("nowhere", ("Constant", "TREE")),
        ("greedy", ("depth",)),
        ("make(deph=1)", ("'deph'", "depth")),
        ("TREE(depth=1)", ("TREE",)),
        ("fails", ("RuntimeError: no luck", "line 35")),
        ("a_class", ("Constant()",)),
        ("nothing", ("int", "fit")),
    ],
)
def test_what_cannot_be_a_learner_is_refused(models, name, facts):
    with refused("learners", *facts):
        made(f"{models}:{name}")


def test_a_name_that_a_file_imports_is_not_offered(models):
    with refused("learners") as refusal:
        made(f"{models}:nowhere")
    assert "FunctionTransformer" not in str(refusal.value)


def test_files_that_cannot_be_run_are_refused(tmp_path):
    with refused("learners", f"{tmp_path}/none.py"):
        made(f"{tmp_path}/none.py:make")
    for text, fact in [
        ("def make(:", "SyntaxError"),
        ("import nowhere_at_all", "nowhere_at_all"),
        ("exit(3)", "SystemExit"),
    ]:
        (tmp_path / "bad.py").write_text(text)
        with refused("learners", fact, "bad.py"):
            made(f"{tmp_path}/bad.py:make")
    with refused("learners", "models.py:NAME"):
        made("models.py")


def test_a_file_runs_only_where_the_user_typed_it(models):
    with refused("learners", f"{models}:make"):
        learner_of(f"{models}:make", DATA)
    with refused(None, error=Exception):
        learner_of(f"flipped(learner='{models}:make')", DATA, typed=True)


@pytest.mark.parametrize("text", ["nb", "sklearn.svm.SVC", "openml:3", "knn(k=3)"])
def test_other_names_are_not_files(text):
    assert not is_own(text)


@pytest.fixture
def package(tmp_path, monkeypatch):
    (tmp_path / "shop_models").mkdir()
    (tmp_path / "shop_models" / "__init__.py").write_text("")
    (tmp_path / "shop_models" / "trees.py").write_text(
        "from shop_models.base import Base\ndef make():\n    return Base(max_depth=1)\n"
    )
    base = "from sklearn.tree import DecisionTreeClassifier\nclass Base(DecisionTreeClassifier):\n    pass\n"
    (tmp_path / "shop_models" / "base.py").write_text(base)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("shop_models")]:
        del sys.modules[name]


@pytest.mark.usefixtures("package")
def test_modules_of_the_current_folder_are_found():
    assert type(made("shop_models.trees:make").estimator).__name__ == "Base"
    with refused("learners", "shop_models.bushes"):
        made("shop_models.bushes:make")
    with refused("learners", "make"):
        made("shop_models.trees:mak")
    assert made("sklearn.svm:SVC").own


def test_the_fingerprint_follows_the_file_and_the_files_that_it_uses(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    helper, models = tmp_path / "own_helper_module.py", tmp_path / "m.py"
    models.write_text(
        textwrap.dedent("""
        import own_helper_module
        class Mine:
            def fit(self, X, y):
                return self
            def predict(self, X):
                return own_helper_module.answer(X)
        """)
    )

    def print_now(text):
        helper.write_text(text)
        sys.modules.pop("own_helper_module", None)
        models.write_text(models.read_text() + "#\n")  # so that it is run again
        return made(f"{models}:Mine").fingerprint

    first = print_now("def answer(X):\n    return X[:, 0]\n")
    assert first is not None
    assert print_now("def answer(X):\n    return X[:, 1]\n") != first
    sys.modules.pop("own_helper_module", None)


def test_a_learner_that_may_hide_something_has_no_fingerprint(models):
    assert made(f"{models}:with_function").fingerprint is None
    assert made(f"{models}:TREE").fingerprint is not None
