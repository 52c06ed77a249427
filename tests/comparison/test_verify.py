"""Manifests: what was run, and whether it comes out again."""

import copy
import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import compare, judge, verify
from outperform.comparison.seal import sealed
from outperform.designs import KFold as OurKFold

X, Y = load_iris(return_X_y=True)
TURN = np.random.default_rng(0).permutation(len(X))
NAMES = ["nb", "depth-tree(depth=2)", "sklearn.dummy.DummyClassifier(strategy='stratified')"]
MADE = compare(NAMES, X, Y, procedure="blocked-3x2", seed="data", baseline="nb").manifest()


def changed(**values):
    """Return a manifest as somebody with other values would have written it: its seal fits."""
    return sealed(copy.deepcopy(MADE) | values)


def edited(**values):
    """Return a manifest that was edited later."""
    return copy.deepcopy(MADE) | values


def test_a_manifest_is_plain_and_tells_what_was_run():
    assert json.loads(json.dumps(MADE, allow_nan=False)) == MADE
    assert (MADE["manifest"], MADE["seed"], MADE["procedure"], MADE["level"]) == (2, "data", "blocked-3x2", 0.05)
    assert [each["spec"] for each in MADE["learners"]] == [NAMES[0], "depth-tree(depth=2, min_leaf=1)", NAMES[2]]
    assert MADE["adjust"] == "holm"
    assert MADE["data"] | {"digest": ""} == {
        "name": "data",
        "digest": "",
        "order": None,
        "rows": 150,
        "columns": ["x0", "x1", "x2", "x3"],
        "dtype": "float64",
        "target": None,
        "groups": None,
    }
    assert {"outperform", "python", "numpy", "scikit-learn"} <= set(MADE["versions"])
    assert [(each["second"], each["decision"]) for each in MADE["decisions"]] == [("nb", "open"), ("nb", "second")]


def nested(levels):
    found = []
    for _ in range(levels):
        found = [found]
    return found


def test_the_same_data_in_another_order_verify():
    found = verify(MADE, X[TURN], Y[TURN], jobs=1)
    assert found.same
    assert str(found).startswith("verified: ")
    assert all(name in str(found) for name in NAMES)
    assert max(map(len, str(found).splitlines())) <= 80
    assert found.to_dict()["decisions"] == MADE["decisions"]


def test_with_a_number_as_seed_the_order_counts():
    manifest = compare(["nb", "stump"], X, Y, procedure="blocked-3x2", seed=3).manifest()
    assert verify(manifest, X, Y).same
    found = verify(manifest, X[TURN], Y[TURN])
    assert (found.same, found.comparison) == (False, None)
    assert "order" in found.differences[0]


@pytest.mark.parametrize(
    ("rows", "target", "facts"),
    [
        pytest.param(X[1:], Y[1:], ["149 rows here", "150 in the manifest"], id="a-row-less"),
        pytest.param(X[:, :3], Y, ["x3", "missing"], id="a-column-less"),
        pytest.param(np.hstack([X, X, X]), Y, ["x4, x5, x6, x7, x8 and 3 more"], id="columns-more"),
        pytest.param(X, Y[::-1], ["values"], id="another-target"),
        pytest.param(X.astype(np.float32), Y, ["float32 here", "float64 in the manifest"], id="single-precision"),
    ],
)
def test_other_data_are_not_run_on(rows, target, facts):
    found = verify(MADE, rows, target)
    assert (found.same, found.comparison) == (False, None)
    assert str(found).startswith("not verified: ")
    (difference,) = found.differences
    assert all(fact in difference for fact in facts), difference


def test_the_order_of_columns_counts():
    manifest = changed(data=MADE["data"] | {"columns": ["x1", "x0", "x2", "x3"], "digest": "0"})
    (difference,) = verify(manifest, X, Y).differences
    assert "columns" in difference
    assert "order" in difference


def test_what_was_changed_is_named():
    decisions = copy.deepcopy(MADE["decisions"])
    decisions[0] |= {"decision": "first", "pvalue": 0.001}
    found = verify(changed(decisions=decisions, scores="0"), X, Y)
    assert len(found.differences) == 3
    assert all(fact in found.differences[0] for fact in ("accuracy", "open here", "first in the manifest"))
    assert all(fact in found.differences[1] for fact in ("p-value", "0.001 in the manifest"))
    assert "scores" in found.differences[2]
    (difference,) = verify(changed(decisions=[]), X, Y).differences
    assert "pairs" in difference


EDITS = {
    "a column": ({"data": MADE["data"] | {"columns": ["evil", "x1", "x2", "x3"]}}, "data.columns", ["evil", "x0"]),
    "two columns": ({"data": MADE["data"] | {"columns": ["x1", "x0", "x2", "x3"]}}, "data.columns", ["order"]),
    "a column more": ({"data": MADE["data"] | {"columns": ["x0", "x1", "x2", "x3", "x4"]}}, "data.columns", ["x4"]),
    "rows": ({"data": MADE["data"] | {"rows": 7}}, "data.rows", ["150", "7 in the manifest"]),
    "the name": ({"data": MADE["data"] | {"name": "other"}}, "data.name", []),
    "a version": ({"versions": MADE["versions"] | {"numpy": "1.0"}}, "versions.numpy", []),
    "a version more": ({"versions": MADE["versions"] | {"evil": "1.0"}}, "versions.evil", []),
    "all versions": ({"versions": {}}, "versions", []),
    "the level": ({"level": 0.051}, "level", []),
    "a fingerprint": (
        {"learners": [MADE["learners"][0] | {"fingerprint": "0"}, *MADE["learners"][1:]]},
        "learners",
        [],
    ),
    "something new": ({"more": {"a": [1]}}, "more.a", []),
}


@pytest.mark.parametrize(("values", "part", "facts"), EDITS.values(), ids=EDITS)
def test_a_manifest_that_was_edited_is_not_verified_and_what_was_is_named(values, part, facts):
    found = verify(edited(**values), X, Y)
    assert not found.same
    assert part in found.differences[-1]
    assert str(found).startswith("not verified: ")
    assert all(fact in found.differences[0] for fact in facts), found.differences
    assert len(found.differences) == (2 if facts else 1)


def test_columns_that_were_edited_are_found_without_a_seal_too():
    manifest = edited(data=MADE["data"] | {"columns": ["evil", "x1", "x2", "x3"]})
    del manifest["seal"]
    found = verify(manifest, X, Y)
    (difference,) = found.differences
    assert all(fact in difference for fact in ("evil", "x0"))
    assert "seal" in found.remarks[0]


def test_a_seal_holds_what_a_program_may_write_otherwise():
    """Others write 1.0 as 1, and keys in another order."""
    manifest = changed(level=0.5, fit_timeout=100.0)
    text = json.dumps(manifest, sort_keys=True).replace("100.0", "100").replace('"level": 0.5', '"level": 5e-1')
    assert verify(json.loads(text), X, Y).same
    composed = changed(data=MADE["data"] | {"name": "\u00e9"})
    composed["data"]["name"] = "e\u0301"
    assert verify(composed, X, Y).same


def test_names_of_columns_count_in_composed_form():
    frame = pd.DataFrame(X, columns=["\u00e9", "b", "c", "d"])
    manifest = compare(["nb", "stump"], frame, Y, procedure="blocked-3x2", seed="data").manifest()
    assert verify(manifest, frame.rename(columns={"\u00e9": "e\u0301"}), Y).same


def test_versions_and_recipes_that_differ_are_named():
    found = verify(changed(versions=MADE["versions"] | {"numpy": "1.0"}), X, Y)
    assert found.same
    assert all(fact in found.remarks[0] for fact in ("numpy", np.__version__, "1.0 in the manifest"))
    learners = copy.deepcopy(MADE["learners"])
    learners[1]["fingerprint"] = "0"
    (remark,) = verify(changed(learners=learners), X, Y).remarks
    assert "depth-tree(depth=2)" in remark


def test_objects_are_given_again():
    learners = {"a": GaussianNB(), "b": DecisionTreeClassifier(max_features=1)}
    design = OurKFold(folds=3, repeats=2)
    manifest = compare(learners, X, Y, design=design, test="corrected-t", seed="data", level=0.01).manifest()
    assert (manifest["procedure"], manifest["design"], manifest["test"]) == (
        None,
        "kfold(folds=3, repeats=2, stratify=None)",
        "corrected-t",
    )
    with refused("learners", "a ", "object", "learners="):
        verify(manifest, X, Y)
    assert verify(manifest, X, Y, learners=learners).same
    assert verify(manifest, X, Y, learners=list(learners.values())).same
    with refused("learners", "order", "a, b"):
        verify(manifest, X, Y, learners={"b": GaussianNB(), "a": GaussianNB()})
    assert not verify(manifest, X, Y, learners=[GaussianNB(), GaussianNB()]).same


def test_what_cannot_be_spelled_is_refused():
    foreign = compare(["nb", "stump"], X, Y, design=KFold(3), test="kfold-t").manifest()
    with refused("design", "object"):
        verify(foreign, X, Y)

    def own(truth, said):
        return float((truth == said).mean())

    scored = compare(["nb", "stump"], X, Y, procedure="blocked-3x2", metric=own).manifest()
    with refused("metric", "object"):
        verify(scored, X, Y)
    with refused("manifest", "learners"):
        judge({"a": [[0.9, 0.8]], "b": [[0.8, 0.7]]}, "kfold-t").manifest()


CODE = """
from os import system
from pathlib import Path
from sklearn.naive_bayes import GaussianNB
Path(__file__).with_name("ran").touch()
def make(smoothing=1e-9):
    return GaussianNB(var_smoothing=smoothing)
ready = GaussianNB()
"""


@pytest.fixture
def code(tmp_path, monkeypatch):
    """Work beside a file of code that nobody has run, and a manifest that names a learner in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models.py").write_text(CODE + f"# {tmp_path}\n")
    return tmp_path / "models.py"


def naming(spec):
    learners = [{"name": "mine", "spec": spec, "fingerprint": None}, MADE["learners"][0]]
    return sealed(copy.deepcopy(MADE) | {"learners": learners, "baseline": None})


@pytest.mark.parametrize("allowed", [{}, {"allow_modules": ["models"]}, {"allow_files": ["other.py"]}])
def test_code_that_a_manifest_names_is_not_run(code, allowed):
    code.with_name("other.py").touch()
    with refused("learners", "models.py:make", 'allow_files=["models.py"]', "learners=["):
        verify(naming("models.py:make"), X, Y, **allowed)
    with refused("learners", "models.py"):
        verify(naming("models.py"), X, Y, allow_files=[code])
    assert not code.with_name("ran").exists()


def test_code_that_the_user_allows_is_run(code):
    made = compare({"mine": "models.py:make(smoothing=0.1)", "nb": "nb"}, X, Y, procedure="blocked-3x2").manifest()
    assert made["learners"][0]["spec"] == "models.py:make(smoothing=0.1)"
    for spelled in ("models.py", code, "./models.py"):
        found = verify(made, X, Y, allow_files=[spelled])
        assert (found.same, found.remarks) == (True, ())
    assert verify(naming("models.py:ready"), X, Y, allow_files=[code]).comparison is not None


def test_what_a_file_imports_is_not_allowed_with_it(code):
    with refused("learners", "system", "models.py"):
        verify(naming("models.py:system(command='touch made')"), X, Y, allow_files=[code])
    with refused("learners", "GaussianNB", "models.py"):
        verify(naming("models.py:GaussianNB"), X, Y, allow_files=[code])
    assert not code.with_name("made").exists()


def test_a_module_that_a_manifest_names_must_be_allowed_by_its_whole_name(code):
    name = f"models_{code.parent.name.replace('-', '_')}"
    code.rename(code.with_name(f"{name}.py"))
    for allowed in ((), ["sklearn"], [name[:-1]]):
        with refused("learners", f'allow_modules=["{name}"]'):
            verify(naming(f"{name}:make"), X, Y, allow_modules=allowed)
    assert not code.with_name("ran").exists()
    assert verify(naming(f"{name}:make"), X, Y, allow_modules=[name]).comparison is not None
    with refused("learners", 'allow_modules=["sklearn.datasets"]'):
        verify(naming("sklearn.datasets:fetch_file(url='http://127.0.0.1:9')"), X, Y, allow_modules=["sklearn"])
    with refused("allow_modules", "'os'"):
        verify(MADE, X, Y, allow_modules="os")


@pytest.mark.process
def test_a_manifest_imports_nothing_that_compare_would_not():
    learners = [*MADE["learners"][:2], {"name": "x", "spec": "subprocess.Popen(args='true')", "fingerprint": None}]
    with refused(None, "subprocess.Popen", 'allow_modules=["subprocess"]'):
        verify(changed(learners=learners), X, Y)


@pytest.mark.parametrize(
    ("manifest", "argument", "facts"),
    [
        pytest.param([], "manifest", ["Comparison.manifest()"], id="a-list"),
        pytest.param({"verdicts": []}, "manifest", ["Comparison.manifest()"], id="something-else"),
        pytest.param(changed(manifest=3), "manifest", ["format 3", "format 2"], id="a-later-format"),
        pytest.param(changed(manifest=1), "manifest", ["format 1", "format 2"], id="an-earlier-format"),
        pytest.param(changed(manifest=True), "manifest", ["format True"], id="a-truth-for-a-format"),
        pytest.param({"manifest": 2}, "manifest", ["'data'", "missing"], id="nothing-in-it"),
        pytest.param(changed(level="high"), "manifest", ["'level'", '"high"'], id="a-text-for-a-number"),
        pytest.param(changed(level=True), "manifest", ["'level'", "true"], id="a-truth-for-a-number"),
        pytest.param(changed(seed="date"), "manifest", ["'seed'", '"data"', '"date"'], id="another-seed"),
        pytest.param(changed(data=[]), "manifest", ["'data'", "[]"], id="no-data"),
        pytest.param(changed(learners=["nb"]), "manifest: learners 1", ["name, spec"], id="learners-as-text"),
        pytest.param(changed(decisions=[{}]), "manifest: decisions 1", ["'first'"], id="an-empty-decision"),
        pytest.param(changed(metrics=[3]), "manifest", ["'metrics'"], id="a-number-for-a-metric"),
        pytest.param(changed(data=MADE["data"] | {"columns": [None]}), "manifest", ["'columns'"], id="no-name"),
        pytest.param(changed(learners=MADE["learners"][:1] * 2), "manifest", ["two", "'nb'"], id="a-learner-twice"),
        pytest.param(changed(learners=[]), "learners", ["two", "0"], id="no-learners"),
        pytest.param(changed(procedure="10x10"), "procedure '10x10'", ["known"], id="an-unknown-procedure"),
        pytest.param(edited(seal=[]), "manifest", ["'seal'"], id="a-list-for-a-seal"),
        pytest.param(edited(level=nested(900)), "manifest", ["deep"], id="too-deep"),
        pytest.param(edited(more=nested(200)), "manifest", ["deep"], id="too-deep-in-something-else"),
        pytest.param(edited(more={1, 2}), "manifest", ["JSON"], id="not-json"),
        pytest.param(edited(scores="\ud800"), "manifest", ["JSON"], id="text-that-is-not-valid"),
        pytest.param(changed(on_error="cry"), "on_error", ["raise", "skip", "'cry'"], id="an-unknown-way"),
    ],
)
def test_a_malformed_manifest_is_refused(manifest, argument, facts):
    with refused(argument, *facts):
        verify(manifest, X, Y)


def test_a_number_beyond_all_floats_is_another_number():
    decisions = [{**MADE["decisions"][0], "pvalue": 10**400}, *MADE["decisions"][1:]]
    assert "p-value" in str(verify(changed(decisions=decisions), X, Y).differences)
