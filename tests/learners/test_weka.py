"""Weka's learners: what Weka itself says of the same rows, one Java per process, refusals, consent."""

import json
import os
import signal
from importlib.metadata import PackageNotFoundError

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from tests.java import needs_weka
from tests.processes import family, needs_proc  # noqa: F401 - a fixture
from tests.refusals import refused

from outperform import compare
from outperform.cli.main import main
from outperform.core import MissingDependencyError, NumberedRows, OutperformError, SpecError, take
from outperform.data import dataset_of, load
from outperform.engine import Contest, Runner
from outperform.lab import Study, run_study
from outperform.lab.files import read_study
from outperform.learners import WekaClass, WekaJ48, WekaNB, learner_of
from outperform.learners.weka import jar, tables
from outperform.learners.weka.machine import java_class as java

THREE = {"weka-j48": "trees.J48", "weka-nb": "bayes.NaiveBayes", "weka-ibk": "lazy.IBk"}
FOREST = "weka(classname='weka.classifiers.trees.RandomForest', options='-I 5')"
MIXED = """@relation shop
@attribute 'age [years]' numeric
@attribute shop {'corner shop', market, 'it''s', unused}
@attribute 'größe' {S, M, L}
@attribute price real
@attribute kept {later, yes, no}
@data
"""


def mixed_arff(path):
    """Write rows with declared values that never occur, missing values and odd names; classes are declared too."""
    rng = np.random.default_rng(4)
    rows = []
    for _ in range(90):
        kept = rng.choice(["yes", "no"])
        lean = kept == "yes"
        cells = [
            f"{rng.normal(40 + 8 * lean, 9):.1f}",
            rng.choice(["'corner shop'", "market", "'it\\'s'"], p=[0.5, 0.3, 0.2] if lean else [0.2, 0.3, 0.5]),
            rng.choice(["S", "M", "L"]),
            f"{rng.exponential(3):.2f}",
        ]
        rows.append(",".join(["?" if rng.random() < 0.12 else cell for cell in cells] + [kept]))
    path.write_text(MIXED.replace("''", "\\'") + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def read_by_weka(path):
    found = java("weka.core.converters.ConverterUtils$DataSource").read(str(path))
    found.setClassIndex(found.numAttributes() - 1)
    return found


def weka_folds(instances, folds, seed):
    """Return the numbers of the test rows of each fold, as Weka deals them: it looks at order and class alone."""
    lists, attribute = java("java.util.ArrayList"), java("weka.core.Attribute")
    columns = lists()
    columns.add(attribute("number"))
    columns.add(instances.classAttribute().copy("class"))
    marked = java("weka.core.Instances")("marked", columns, instances.numInstances())
    marked.setClassIndex(1)
    for number in range(instances.numInstances()):
        marked.add(java("weka.core.DenseInstance")(1.0, [float(number), instances.get(number).classValue()]))
    marked.randomize(java("java.util.Random")(seed))
    marked.stratify(folds)
    return [marked.testCV(folds, fold).attributeToDoubleArray(0)[:] for fold in range(folds)]


@needs_weka
@pytest.mark.parametrize(("slug", "right"), [("weka-j48", 144), ("weka-nb", 144), ("weka-ibk", 143)])
def test_iris_as_weka_itself_judges_it(slug, right, tmp_path):
    """Tenfold cross-validation with seed 1, the default of Weka's command line: J48 gets 144 of 150 (96 %).

    The number of correct rows is that of weka.classifiers.Evaluation in the same Java, on a file that Weka reads.
    """
    iris = load_iris()
    names = iris.target_names[iris.target]
    frame = pd.DataFrame(iris.data)
    lines = [f"@attribute x{place} real" for place in range(4)]
    text = "\n".join(["@relation iris", *lines, f"@attribute class {{{','.join(iris.target_names)}}}", "@data", ""])
    path = tmp_path / "iris.arff"
    path.write_text(text + frame.assign(c=names).to_csv(index=False, header=False))
    theirs = read_by_weka(path)
    evaluation = java("weka.classifiers.Evaluation")(theirs)
    evaluation.crossValidateModel(java(f"weka.classifiers.{THREE[slug]}")(), theirs, 10, java("java.util.Random")(1))
    data = load(path)
    learner = learner_of(slug, data)
    ours = 0
    for tested in weka_folds(theirs, 10, 1):
        test = np.asarray(tested, dtype=np.int64)
        train = np.setdiff1d(np.arange(data.size), test)
        rows = data.rows_for(learner)
        made = learner.make(0).fit(take(rows, train), data.target[train])
        ours += int((made.predict(take(rows, test)) == data.target[test]).sum())
    assert ours == evaluation.correct() == right


@needs_weka
@pytest.mark.parametrize("slug", THREE)
def test_nominal_and_missing_values_are_those_that_weka_reads(slug, tmp_path):
    path = mixed_arff(tmp_path / "shop.arff")
    theirs, data = read_by_weka(path), load(path)
    handed = tables.handed(data)
    for place in range(theirs.numAttributes()):
        attribute, ours = theirs.attribute(place), handed.seen.attribute(place)
        assert ours.isNominal() == attribute.isNominal()
        assert list(ours.enumerateValues() or []) == list(attribute.enumerateValues() or [])
    train, test = np.arange(60), np.arange(60, 90)
    model = java(f"weka.classifiers.{THREE[slug]}")()
    model.buildClassifier(java("weka.core.Instances")(theirs, 0, 60))
    expected = np.array(model.distributionsForInstances(java("weka.core.Instances")(theirs, 60, 30)))
    learner = learner_of(slug, data)
    rows = data.rows_for(learner)
    made = learner.make(0).fit(take(rows, train), data.target[train])
    np.testing.assert_array_equal(made._distributions(take(rows, test)), expected)
    assert made.predict(take(rows, test)).tolist() == [["later", "yes", "no"][place] for place in expected.argmax(1)]
    assert made.classes_.tolist() == ["no", "yes"]
    np.testing.assert_allclose(made.predict_proba(take(rows, test)).sum(axis=1), 1)


@needs_weka
def test_rows_by_number_and_rows_themselves_give_the_same(tmp_path):
    data = load(mixed_arff(tmp_path / "shop.arff"))
    train, test = np.arange(0, 90, 2), np.arange(1, 90, 2)
    learner = learner_of("weka-ibk(k=3)", data)
    rows = data.rows_for(learner)
    assert isinstance(rows, NumberedRows)
    by_number = learner.make(0).fit(take(rows, train), data.target[train]).predict_proba(take(rows, test))
    plain = learner.make(0).fit(data.rows.iloc[train], data.target[train])
    np.testing.assert_allclose(plain.predict_proba(data.rows.iloc[test]), by_number)
    other = learner.make(0).fit(take(rows, train), data.target[train][::-1])  # another target than that of the rows
    assert not np.allclose(other.predict_proba(take(rows, test)), by_number)


@needs_weka
def test_a_value_that_no_training_row_has_is_missing():
    rows = pd.DataFrame({"a": ["x", "y", "x", "y"] * 5, "b": np.arange(20.0)})
    made = WekaNB().make(0).fit(rows, np.array(["no", "yes"] * 10))
    later = pd.DataFrame({"a": ["z", None], "b": [3.0, 3.0]})
    first, second = made.predict_proba(later)
    np.testing.assert_array_equal(first, second)


@needs_weka
def test_a_data_set_goes_to_java_once(monkeypatch):
    calls, filled = [], tables.Header.filled
    monkeypatch.setattr(tables.Header, "filled", lambda self, *given: calls.append(1) or filled(self, *given))
    rng = np.random.default_rng(11)
    compare(["weka-j48", "weka-nb"], rng.normal(size=(40, 3)), np.arange(40) % 2, procedure="5x2-t")
    assert len(calls) == 2  # with the classes, and without them


@needs_weka
def test_numbers_are_learnt_where_the_class_can():
    rows, target = load_diabetes(return_X_y=True)
    specs = ["weka(classname='weka.classifiers.functions.LinearRegression')", "weka-ibk(k=9)", "ols"]
    found = compare(specs, rows, target, metric="r2", procedure="corrected-cv(repeats=1)")
    linear, nearest, ols = found.scores[0].values.mean(axis=(1, 2))
    assert linear == pytest.approx(ols, abs=0.02)
    assert 0.3 < nearest < ols
    with refused("learners", "weka-j48", "numbers"):
        compare(["weka-j48", "ols"], rows, target, metric="r2")


@needs_weka
def test_probabilities_serve_metrics_of_them():
    data = load("breast_cancer")
    found = compare(["weka-nb", "weka-j48"], data, metric=["roc_auc", "neg_log_loss"], procedure="5x2-t")
    assert found.scores[0].values[0].mean() > 0.95
    assert (found.scores[1].values < 0).all()


@needs_weka
def test_a_class_that_draws_gets_the_seed_of_the_fit_unless_its_options_have_one():
    data = load("wine")

    def said(options, seed):
        made = WekaClass("weka.classifiers.trees.RandomForest", options).make(seed)
        return made.fit(data.rows[::2], data.target[::2]).predict_proba(data.rows[1::2])

    assert np.array_equal(said("-I 5", 3), said("-I 5", 3))
    assert not np.array_equal(said("-I 5", 3), said("-I 5", 4))
    assert np.array_equal(said("-I 5 -S 9", 3), said("-I 5 -S 9", 4))


@needs_weka
def test_seed_of_an_inner_learner_is_not_that_of_the_outer():
    data = load("wine")
    options = "-I 3 -W weka.classifiers.trees.RandomTree -- -S 5"
    one, two = (
        WekaClass("weka.classifiers.meta.Bagging", options).make(seed).fit(data.rows[::2], data.target[::2])
        for seed in (1, 2)
    )
    assert not np.array_equal(one.predict_proba(data.rows), two.predict_proba(data.rows))


@needs_weka
def test_two_workers_give_the_same_bits(tmp_path):
    data = load(mixed_arff(tmp_path / "shop.arff"))
    learners = ["weka-j48", "weka-nb", FOREST]
    one, two = (compare(learners, data, procedure="corrected-cv(repeats=2)", jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.scores[0].values, two.scores[0].values)


@needs_weka
@needs_proc
@pytest.mark.process
def test_a_killed_run_leaves_no_process_and_resumes(family, tmp_path):  # noqa: F811
    mixed_arff(tmp_path / "shop.arff")
    line = ["compare", "weka-j48", FOREST, "--data", "shop.arff", "--target", "kept", "--jobs", "2", "--json"]
    line += ["--procedure", "corrected-cv(repeats=4)", "--store", "fits.db"]
    running = family.command(*line, text=True, start_new_session=True)
    family.wait_until(lambda: (tmp_path / "fits.db").exists() and (tmp_path / "fits.db").stat().st_size > 20_000)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    family.wait_until(lambda: not family.alive, 20)
    again = family.command(*line)
    out, told = again.communicate(timeout=120)
    assert again.returncode == 0, told
    whole = family.command(*line[:-2])
    first, second = (json.loads(text)["verdicts"][0] for text in (out, whole.communicate(timeout=120)[0]))
    assert [first[name] for name in ("estimate", "statistic")] == [second[name] for name in ("estimate", "statistic")]


@needs_weka
def test_java_prints_to_standard_error_and_makes_no_folder_at_home(capfd):
    java("java.lang.System").out.println("from Java")
    told = capfd.readouterr()
    assert "from Java" in told.err
    assert told.out == ""
    home = str(java("weka.core.WekaPackageManager").WEKA_HOME)
    assert not os.path.exists(home)  # noqa: PTH110 - a text of Java


@needs_weka
@pytest.mark.process
def test_a_process_with_java_ends_in_peace(family):  # noqa: F811
    """JPype has a thread that collects Python's garbage; it is stopped before Python ends."""
    code = "from outperform.learners.weka import machine; machine.java_class('java.lang.System').gc(); print(8)"
    ended = [family.start("-c", code) for _ in range(2)]
    assert [(each.communicate(timeout=60)[0].strip(), each.returncode) for each in ended] == [("8", 0)] * 2


@needs_weka
def test_a_fork_of_a_process_with_java_says_so():
    java("java.lang.System")
    rows = np.random.default_rng(1).normal(size=(30, 2))
    with refused(None, "fork", error=OutperformError):
        compare(["weka-nb", "weka-ibk"], rows, np.arange(30) % 2, procedure="5x2-t", fit_timeout=60)


@needs_weka
def test_studies_and_wrapping_learners_use_them():
    study = Study("gaussians(n=40)", ["5x2-t"], learners=["weka-nb", "block(learner='weka-ibk', of=1)"], datasets=2)
    assert run_study(study) is not None


@needs_weka
def test_the_fingerprint_has_wekas_version_and_fits_depend_on_what_is_declared():
    assert f"Weka {jar.version()}" in str(WekaJ48().fingerprint)
    rows = pd.DataFrame({"a": ["x", "y"] * 10})
    keys = set()
    for declared in (["x", "y"], ["x", "y", "z"]):
        frame = rows.assign(a=pd.Categorical(rows["a"], categories=declared))
        contest = Contest.of(["weka-nb", "nb"], frame, ["no", "yes"] * 10)
        keys.add(Runner(contest)._identities[0])
    assert len(keys) == 2


@needs_weka
@pytest.mark.parametrize(
    ("spec", "fact"),
    [
        ("weka(classname='weka.classifiers.Evaluation')", "not a classifier"),
        ("weka(classname='weka.classifiers.AbstractClassifier')", "not a classifier"),
        ("weka(classname='weka.classifiers.trees.J48', options='-Z 5')", "-Z 5"),
        ("weka(classname='weka.classifiers.functions.LinearRegression')", "nominal class"),
        ("weka(classname='weka.classifiers.meta.Bagging', options='-W weka.Nope')", "there is no class weka.Nope"),
    ],
)
def test_what_weka_refuses_is_one_line(spec, fact):
    with refused(None, fact, spec, error=OutperformError):
        compare([spec, "nb"], load("wine"), procedure="5x2-t")


@needs_weka
def test_a_class_that_weka_does_not_have_is_refused_before_java_starts():
    with refused("weka.classname", "weka.classifiers.trees.RandomForest"):
        learner_of("weka(classname='weka.classifiers.trees.Randomforest')", load("wine"))


def test_a_class_of_weka_without_its_wrapper_is_shown_the_way():
    with refused("learners", "weka(classname='weka.classifiers.trees.J48')"):
        learner_of("weka.classifiers.trees.J48", load("wine"))


@needs_weka
def test_rows_that_were_changed_in_place_are_predicted_anew():
    """As scikit-learn's permutation_importance does: it shuffles one column after the other in the same array."""
    X, y = load_iris(return_X_y=True)
    for slug in THREE:
        fitted = learner_of(slug, load("iris")).make(0).fit(X, y)
        rows = X.copy()
        before = fitted.predict(rows)
        np.testing.assert_array_equal(fitted.predict(rows), before)
        rows[:] = X[::-1]
        np.testing.assert_array_equal(fitted.predict(rows), before[::-1])


@pytest.mark.parametrize(
    ("spec", "fact"),
    [
        ("weka(classname='java.lang.Runtime')", "java.lang.Runtime"),
        ("weka(classname='weka.classifiers.trees.J48; rm')", "classname"),
        ("weka(classname='weka.classifiers.trees.J48', options='-A \"x')", "quote"),
        ("weka(classname='weka.classifiers.trees.J48', options='-C\\n0.1')", "control"),
        ("weka(classname='weka.classifiers.trees.J48', options='-C \\x00')", "control"),
        ("weka-j48(confidence=0.9)", "0.9"),
        ("weka-j48(min_leaf=0)", "0"),
        ("weka-ibk(k=0)", "0"),
        ("weka", "classname"),
    ],
)
def test_parameters_that_cannot_be_are_refused(spec, fact):
    with refused(None, fact, error=SpecError):
        learner_of(spec, load("wine"))


def test_a_missing_extra_is_one_line_before_the_first_fit(monkeypatch, capsys):
    def absent(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(jar, "distribution", absent)
    with refused(None, "weka-j48", "outperform[weka]", error=MissingDependencyError):
        learner_of("weka-j48", load("wine"))
    assert main(["compare", "weka-j48", "nb", "--data", "wine"]) == 2
    told = capsys.readouterr()
    assert "outperform[weka]" in told.err
    assert len(told.err.strip().splitlines()) == 1


@needs_weka
def test_a_missing_java_is_one_line_before_the_first_fit(monkeypatch):
    jpype = pytest.importorskip("jpype")

    def absent():
        raise jpype.JVMNotFoundException("none")

    monkeypatch.setattr(jpype, "getDefaultJVMPath", absent)
    with refused(None, "weka-nb", "Java", "default-jre", error=MissingDependencyError):
        learner_of("weka-nb", load("wine"))


@needs_weka
@pytest.mark.parametrize("spec", [FOREST, f"block(learner={FOREST!r}, of=1)"])
def test_a_study_chooses_a_class_of_weka_only_with_consent(spec, tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(f"source = 'gaussians(n=40)'\nprocedures = ['5x2-t']\nlearners = ['nb', {json.dumps(spec)}]\n")
    with refused(f"{path}, line 3, learners", 'allow_modules=["weka"]'):
        read_study(path)
    assert read_study(path, allow_modules=["weka"]).learners[1] == spec


@needs_weka
def test_a_study_may_name_the_three(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text("source = 'gaussians(n=40)'\nprocedures = ['5x2-t']\nlearners = ['weka-nb', 'weka-ibk(k=3)']\n")
    assert read_study(path).learners == ("weka-nb", "weka-ibk(k=3)")


@needs_weka
def test_a_manifest_chooses_a_class_of_weka_only_with_consent(tmp_path, capsys):
    manifest = tmp_path / "run.json"
    line = ["compare", "nb", FOREST, "--data", "wine", "--procedure", "5x2-t", "--manifest", str(manifest)]
    assert main(line) == 0
    again = ["verify", str(manifest), "--data", "wine"]
    assert main(again) == 2
    assert "--allow-module weka" in capsys.readouterr().err
    assert main([*again, "--allow-module", "weka"]) == 0


@pytest.mark.parametrize("spec", ["weka (classname='weka.classifiers.trees.J48')", "block(learner='wek\\x61(x=1)')"])
def test_a_file_of_defaults_cannot_choose_it(spec, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outperform.toml").write_text(f"[verify]\nlearners = [{json.dumps(spec)}]\n")
    assert main(["verify", "run.json", "--data", "wine"]) == 2
    assert "outperform.toml" in capsys.readouterr().err


def test_declared_values_are_kept_for_learners_that_read_them():
    frame = pd.DataFrame({"a": pd.Categorical(["x", "y"] * 3, categories=["y", "z", "x"]), "b": np.arange(6.0)})
    target = pd.Series(pd.Categorical([1, 2] * 3, categories=[2, 1, 3]))
    assert dataset_of(frame, target).given.declared == (("y", "z", "x"), (), ("2", "1", "3"))
    assert dataset_of(frame.drop(columns="a"), ["no", "yes"] * 3).given.declared == ()
    header = tables.header_of(dataset_of(frame, target))
    assert header.levels == (("y", "z", "x"), None, ("2", "1"))
    assert header.labels.tolist() == [2, 1]
