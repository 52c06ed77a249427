"""Manifests: what was run, and whether it comes out again."""

import copy
import json

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform import compare, judge, verify
from outperform.core import InputError
from outperform.designs import KFold as OurKFold

X, Y = load_iris(return_X_y=True)
TURN = np.random.default_rng(0).permutation(len(X))
NAMES = ["nb", "depth-tree(depth=2)", "sklearn.dummy.DummyClassifier(strategy='stratified')"]
MADE = compare(NAMES, X, Y, procedure="blocked-3x2", seed="data", baseline="nb").manifest()


def changed(**values):
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


def test_the_same_data_in_another_order_verify():
    found = verify(MADE, X[TURN], Y[TURN], jobs=1)
    assert found.same
    assert str(found).startswith("verified: the same data, the same decisions, the same scores\nno evidence that")
    assert found.to_dict()["decisions"] == MADE["decisions"]


def test_with_a_number_as_seed_the_order_counts():
    manifest = compare(["nb", "stump"], X, Y, procedure="blocked-3x2", seed=3).manifest()
    assert verify(manifest, X, Y).same
    found = verify(manifest, X[TURN], Y[TURN])
    assert (found.same, found.comparison) == (False, None)
    assert "rows stand in another order" in str(found)


@pytest.mark.parametrize(
    ("rows", "target", "words"),
    [
        pytest.param(X[1:], Y[1:], "149 rows here, 150 in the manifest", id="a-row-less"),
        pytest.param(X[:, :3], Y, "columns x3 are missing", id="a-column-less"),
        pytest.param(np.hstack([X, X, X]), Y, "columns x4, x5, x6, x7, x8 and 3 more are not", id="columns-more"),
        pytest.param(X, Y[::-1], "some values are others", id="another-target"),
        pytest.param(X.astype(np.float32), Y, "float32 here, float64 in the manifest", id="single-precision"),
    ],
)
def test_other_data_are_not_run_on(rows, target, words):
    found = verify(MADE, rows, target)
    assert (found.same, found.comparison) == (False, None)
    assert str(found).startswith("not verified: these are other data: ")
    assert words in str(found)


def test_the_order_of_columns_counts():
    manifest = changed(data=MADE["data"] | {"columns": ["x1", "x0", "x2", "x3"], "digest": "0"})
    assert "columns stand in another order" in str(verify(manifest, X, Y))


def test_what_was_changed_is_named():
    decisions = copy.deepcopy(MADE["decisions"])
    decisions[0] |= {"decision": "first", "pvalue": 0.001}
    found = verify(changed(decisions=decisions, scores="0"), X, Y)
    assert len(found.differences) == 3
    assert found.differences[0].endswith("in accuracy: decided open here, first in the manifest")
    assert "p-value" in found.differences[1]
    assert found.differences[2] == "the scores are not the same to the last bit"
    assert verify(changed(decisions=[]), X, Y).differences == ("the manifest decides on other pairs",)


def test_versions_and_recipes_that_differ_are_named():
    found = verify(changed(versions=MADE["versions"] | {"numpy": "1.0"}), X, Y)
    assert found.same
    assert found.remarks[0].endswith("in the manifest")
    assert found.remarks[0].startswith("numpy is ")
    learners = copy.deepcopy(MADE["learners"])
    learners[1]["fingerprint"] = "0"
    assert verify(changed(learners=learners), X, Y).remarks == (
        "depth-tree(depth=2) is not the recipe of the manifest",
    )


def test_objects_are_given_again():
    learners = {"a": GaussianNB(), "b": DecisionTreeClassifier(max_features=1)}
    design = OurKFold(folds=3, repeats=2)
    manifest = compare(learners, X, Y, design=design, test="corrected-t", seed="data", level=0.01).manifest()
    assert (manifest["procedure"], manifest["design"], manifest["test"]) == (
        None,
        "kfold(folds=3, repeats=2, stratify=None)",
        "corrected-t",
    )
    with pytest.raises(InputError, match=r"a was given as an object.*learners="):
        verify(manifest, X, Y)
    assert verify(manifest, X, Y, learners=learners).same
    assert verify(manifest, X, Y, learners=list(learners.values())).same
    with pytest.raises(InputError, match="in their order: a, b"):
        verify(manifest, X, Y, learners={"b": GaussianNB(), "a": GaussianNB()})
    assert not verify(manifest, X, Y, learners=[GaussianNB(), GaussianNB()]).same


def test_what_cannot_be_spelled_is_refused():
    foreign = compare(["nb", "stump"], X, Y, design=KFold(3), test="kfold-t").manifest()
    with pytest.raises(InputError, match="design: it was given as an object"):
        verify(foreign, X, Y)

    def own(truth, said):
        return float((truth == said).mean())

    scored = compare(["nb", "stump"], X, Y, procedure="blocked-3x2", metric=own).manifest()
    with pytest.raises(InputError, match="metric: one was given as an object"):
        verify(scored, X, Y)
    with pytest.raises(InputError, match="only judged what was there"):
        judge({"a": [[0.9, 0.8]], "b": [[0.8, 0.7]]}, "kfold-t").manifest()


@pytest.mark.process
def test_a_manifest_imports_nothing_that_compare_would_not():
    learners = [*MADE["learners"][:2], {"name": "x", "spec": "subprocess.Popen(args='true')", "fingerprint": None}]
    with pytest.raises(InputError, match="outside scikit-learn"):
        verify(changed(learners=learners), X, Y)


@pytest.mark.parametrize(
    ("manifest", "problem"),
    [
        pytest.param([], "is not a manifest", id="a-list"),
        pytest.param({"verdicts": []}, "is not a manifest", id="something-else"),
        pytest.param(changed(manifest=3), "format 3; this version reads formats 1 and 2", id="another-format"),
        pytest.param(changed(manifest=True), "format True", id="a-truth-for-a-format"),
        pytest.param({"manifest": 2}, "lacks 'data'", id="nothing-in-it"),
        pytest.param(changed(level="high"), "'level' must not be \"high\"", id="a-text-for-a-number"),
        pytest.param(changed(level=True), "'level' must not be true", id="a-truth-for-a-number"),
        pytest.param(changed(seed="date"), 'seed must be a whole number or "data"', id="another-seed"),
        pytest.param(changed(data=[]), "'data' must not be", id="no-data"),
        pytest.param(changed(learners=["nb"]), "learners 1: must be an object", id="learners-as-text"),
        pytest.param(changed(decisions=[{}]), "decisions 1: lacks 'first'", id="an-empty-decision"),
        pytest.param(changed(metrics=[3]), "metrics must be a list of text", id="a-number-for-a-metric"),
        pytest.param(changed(data=MADE["data"] | {"columns": [None]}), "columns must be a list", id="no-name"),
        pytest.param(changed(learners=MADE["learners"][:1] * 2), "the same name", id="a-learner-twice"),
        pytest.param(changed(learners=[]), "a comparison needs two, got 0", id="no-learners"),
        pytest.param(changed(procedure="10x10"), "is not known", id="an-unknown-procedure"),
        pytest.param(changed(on_error="cry"), "must be raise or skip", id="an-unknown-way"),
    ],
)
def test_a_malformed_manifest_is_refused(manifest, problem):
    with pytest.raises(InputError, match=problem):
        verify(manifest, X, Y)


def test_a_number_beyond_all_floats_is_another_number():
    decisions = [{**MADE["decisions"][0], "pvalue": 10**400}, *MADE["decisions"][1:]]
    assert "p-value" in str(verify(changed(decisions=decisions), X, Y).differences)
