"""A model of the user's own in a comparison: columns, workers, store, manifest, gate; and a positive class."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import average_precision_score, f1_score, fbeta_score, make_scorer
from sklearn.svm import SVC
from tests.refusals import refused

from outperform import budget, compare, league, verify
from outperform.cli.main import main
from outperform.comparison import Comparison
from outperform.data import load
from outperform.engine.run import LearnerError

RNG = np.random.default_rng(11)
SIZE = 60
TABLE = pd.DataFrame(
    {
        "age": RNG.integers(18, 80, SIZE),
        "colour": RNG.choice(["red", "green", "blue"], SIZE),
        "member": RNG.random(SIZE) < 0.5,
    }
)
TABLE["class"] = np.where((TABLE["age"] > 50) ^ (RNG.random(SIZE) < 0.15), "bad", "good")
ROWS, TARGET = TABLE.drop(columns="class"), TABLE["class"]
QUICK = {"procedure": "blocked-3x2"}

MODELS = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

def make():
    prepare = make_column_transformer((StandardScaler(), ["age"]), (OneHotEncoder(), ["colour", "member"]))
    return make_pipeline(prepare, LogisticRegression())

class Old(ClassifierMixin, BaseEstimator):
    def fit(self, rows, target):
        self.classes_ = np.unique(target)
        assert str(rows["age"].dtype).startswith("int") and rows["member"].dtype == bool
        return self
    def predict(self, rows):
        return self.classes_[(rows["age"].to_numpy() <= LIMIT).astype(int)]

LIMIT = 50
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "models.py").write_text(MODELS)
    TABLE.to_csv(tmp_path / "credit.csv", index=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments):
    code = main([*arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


DATA = ("--data", "credit.csv", "--target", "class", "--quiet", "--procedure", "blocked-3x2")


@pytest.mark.usefixtures("folder")
def test_a_model_gets_the_columns_of_the_file(capsys):
    code, out, err = run(capsys, "compare", "models.py:make", "models.py:Old", "nb", *DATA, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)["verdicts"]
    assert {each["first"] for each in found} == {"models.py:make", "models.py:Old"}
    by_hand = compare(["models.py:make", "models.py:Old", "nb"], ROWS, TARGET, **QUICK)
    assert [each["pvalue"] for each in found] == [each.verdict.pvalue for each in by_hand.judgements]
    dict_of = compare(["models.py:make", "models.py:Old", "nb"], ROWS.to_dict("series"), TARGET, **QUICK)
    assert (dict_of.scores[0].values == by_hand.scores[0].values).all()


@pytest.mark.process
@pytest.mark.usefixtures("folder")
def test_workers_have_the_classes_of_the_file():
    here, there = (compare(["models.py:Old", "nb"], ROWS, TARGET, jobs=jobs, **QUICK) for jobs in (1, 2))
    assert (here.scores[0].values == there.scores[0].values).all()


@pytest.mark.usefixtures("folder")
def test_short_names_beside_a_model_find_what_they_find_alone(capsys):
    alone, beside = (
        json.loads(run(capsys, "compare", "nb", "tree", *more, *DATA, "--json")[1])["verdicts"]
        for more in ((), ("models.py:make",))
    )
    assert alone[0]["estimate"] == beside[0]["estimate"]


@pytest.mark.usefixtures("folder")
def test_rows_in_time_order_are_the_same_for_a_model():
    timed = ROWS.assign(when=RNG.permutation(SIZE), half=0.0)
    amount = timed["age"] * 2.0
    Path("check.py").write_text(
        "class Check:\n    def fit(self, X, y):\n        assert (X['age'] * 2 == y).all()\n        return self\n"
        "    def predict(self, X):\n        return X['age'].to_numpy() * 2.0\n"
    )
    timed.assign(amount=amount).to_csv("timed.csv", index=False)
    data = load("timed.csv", target="amount", time="when")
    found = compare(["check.py:Check", "dummy"], data, metric="neg_mean_squared_error")
    assert (found.scores[0].values[0] == 0).all()


@pytest.mark.usefixtures("folder")
def test_a_model_that_cannot_be_sent_to_workers_is_refused():
    Path("locked.py").write_text(MODELS.replace("LIMIT = 50", "import threading\nLIMIT = threading.Lock()"))
    with refused("jobs", "lock", "jobs=1"):
        compare(["locked.py:Old", "nb"], ROWS, TARGET, jobs=2, on_error="skip", **QUICK)


def test_a_changed_file_is_fitted_again(folder):
    def score():
        found = compare(["models.py:Old", "nb"], ROWS, TARGET, store=folder / "fits.db", **QUICK)
        return found.scores[0].values[0].mean()

    first = score()
    assert score() == first
    (folder / "models.py").write_text(MODELS.replace("LIMIT = 50", "LIMIT = 20"))
    assert score() != first
    (folder / "models.py").write_text(MODELS)
    assert score() == first


def test_a_manifest_names_the_file_but_does_not_run_it(folder, capsys):
    made = run(capsys, "compare", "nb", "models.py:make", *DATA, "--manifest", "m.json")
    assert made[0] == 0
    assert json.loads((folder / "m.json").read_text())["learners"][1]["spec"] == "models.py:make"
    (folder / "models.py").write_text(f"open('ran', 'w').close()\n{MODELS}")
    code, _, err = run(capsys, "verify", "m.json", "--data", "credit.csv")
    assert code == 2
    assert "models.py:make" in err
    assert "--learners nb models.py:make" in err
    assert not (folder / "ran").exists()
    (folder / "models.py").write_text(MODELS)
    assert run(capsys, "verify", "m.json", "--data", "credit.csv", "--learners", "nb", "models.py:make")[0] == 0


def test_a_study_does_not_run_the_file(folder, capsys):
    (folder / "models.py").write_text(f"open('ran', 'w').close()\n{MODELS}")
    (folder / "study.toml").write_text(
        'source = "task-one(n=60)"\nprocedures = ["corrected-10x10"]\nlearners = ["nb", "models.py:make"]\n'
    )
    code, _, err = run(capsys, "lab", "run", "study.toml")
    assert code == 2
    assert "line 3" in err
    assert "models.py:make" in err
    assert not (folder / "ran").exists()


@pytest.mark.usefixtures("folder")
def test_a_model_passes_a_gate_and_has_a_budget(capsys):
    assert run(capsys, "compare", "models.py:make", "dummy", *DATA, "--require", "first", "--level", "0.4")[0] in (0, 1)
    made = run(capsys, "budget", "models.py:make", "nb", "--repeats", "2", "--folds", "3", *DATA[:5])
    assert made[0] == 0


def encoded(found: Comparison):
    return {note.about: note["steps"] for note in found.notes if note.kind == "encoded"}


def test_what_was_done_to_the_columns_is_noted():
    found = compare(["sklearn.svm.SVC", "sklearn.naive_bayes.GaussianNB", "nb"], ROWS, TARGET, **QUICK)
    assert encoded(found) == {
        ("sklearn.svm.SVC",): ("one-hot", "scaled"),
        ("sklearn.naive_bayes.GaussianNB",): ("one-hot",),
    }
    assert 'encode="none"' in str(found)
    assert "encode" not in found.manifest()
    with refused(None, "SVC", error=LearnerError):
        compare(["sklearn.svm.SVC", "nb"], ROWS, TARGET, encode="none", **QUICK)
    with refused("encode", "auto", "'yes'"):
        compare(["nb", "tree"], ROWS, TARGET, encode="yes")


def test_encode_auto_serves_objects_and_is_kept_in_the_manifest():
    with refused(None, 'encode="auto"', error=LearnerError):
        compare({"a": SVC(), "b": SVC(C=2)}, ROWS, TARGET, **QUICK)
    both = {"a": SVC(), "b": SVC(C=2)}
    found = compare(both, ROWS, TARGET, encode="auto", **QUICK)
    assert encoded(found) == {("a", "b"): ("one-hot", "scaled")}
    assert found.manifest()["encode"] == "auto"
    assert verify(found.manifest(), ROWS, TARGET, learners=both).same
    assert budget(both, ROWS, TARGET, encode="auto", repeats=2, folds=3).notes


METRICS = ["f1", "precision", "recall", "jaccard", "average_precision", "neg_brier_score"]


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_of_a_class_asks_for_it_and_takes_it(metric):
    with refused("positive", "bad, good", "positive="):
        compare(["nb", "tree"], ROWS, TARGET, metric=metric, **QUICK)
    found = {}
    for label in ("bad", "good"):
        made = compare(["nb", "tree"], ROWS, TARGET, metric=metric, positive=label, **QUICK)
        assert made.scores[0].metric == f"{metric}(positive={label!r})"
        found[label] = made.scores[0].values
        assert verify(made.manifest(), ROWS, TARGET).same
    assert np.allclose(found["bad"], found["good"]) == (metric == "neg_brier_score")
    numbers = compare(["nb", "tree"], ROWS, (TARGET == "good").astype(int), metric=metric, **QUICK)
    assert numbers.scores[0].values == pytest.approx(found["good"])


@pytest.mark.parametrize(
    ("target", "label"), [(TARGET == "good", "false"), ((TARGET == "good") + 1, "1.0"), (TARGET, "BAD")]
)
def test_a_label_is_found_as_it_is_meant(target, label):
    expected = compare(["nb", "tree"], ROWS, TARGET, metric="f1", positive="bad", **QUICK).scores[0].values
    assert compare(["nb", "tree"], ROWS, target, metric="f1", positive=label, **QUICK).scores[
        0
    ].values == pytest.approx(expected)


def test_functions_and_scorers_of_scikit_learn_take_the_label_too():
    metrics = [f1_score, make_scorer(fbeta_score, beta=1), "accuracy", "roc_auc"]
    found = compare(["nb", "tree"], ROWS, TARGET, metric=metrics, positive="bad", **QUICK).scores
    assert found[0].metric == "f1(positive='bad')"
    assert found[1].values == pytest.approx(found[0].values)
    assert [each.metric for each in found[2:]] == ["accuracy", "roc_auc"]
    with refused("metric", "given twice"):  # the same in two spellings
        compare(["nb", "tree"], ROWS, TARGET, metric=[f1_score, "f1"], positive="bad", **QUICK)
    area = make_scorer(average_precision_score, response_method="predict_proba")
    one, other = (
        compare(["nb", "tree"], ROWS, TARGET, metric=metric, positive="bad", **QUICK).scores[0]
        for metric in (area, "average_precision")
    )
    assert one.values == pytest.approx(other.values)


def test_labels_that_cannot_be_meant_are_refused():
    with refused("positive", "'ugly'", "bad, good"):
        compare(["nb", "tree"], ROWS, TARGET, positive="ugly")
    with refused("positive", "numbers"):
        compare(["ridge", "tree"], ROWS, RNG.normal(size=SIZE), metric="r2", positive=1)


def test_more_than_two_classes_are_refused_before_any_fit():
    three = np.array(["a", "b", "c"])[np.arange(SIZE) % 3]
    with refused("metric", "roc_auc", "roc_auc_ovr", 3):
        compare(["nb", "tree"], ROWS, three, metric="roc_auc")
    with refused("metric", "average_precision", 3):
        compare(["nb", "tree"], ROWS, three, metric="average_precision", positive="a")
    assert compare(["nb", "tree"], ROWS, three, metric="roc_auc_ovr", positive="a", **QUICK).judgements


@pytest.mark.usefixtures("folder")
def test_the_command_line_takes_both(capsys):
    code, out, _ = run(
        capsys, "compare", "nb", "sklearn.svm.SVC", *DATA, "--metric", "f1", "--positive", "bad", "--json"
    )
    assert code == 0
    assert json.loads(out)["verdicts"][0]["metric"] == "f1(positive='bad')"
    assert run(capsys, "compare", "nb", "sklearn.svm.SVC", *DATA, "--encode", "none")[0] == 2
    pilot = ("--metric", "average_precision", "--positive", "bad", "--repeats", "2", "--folds", "3")
    assert run(capsys, "budget", "nb", "sklearn.svm.SVC", *DATA[:5], *pilot)[0] == 0


REVIEWS = """from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline


def words():
    return make_pipeline(make_column_transformer((CountVectorizer(), "review")), MultinomialNB())


def lines():
    return make_pipeline(CountVectorizer(), MultinomialNB())


dummy = DummyClassifier()
"""


@pytest.fixture
def reviews(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reviews.py").write_text(REVIEWS)
    rng = np.random.default_rng(1)
    stars = rng.choice(["good", "bad"], 80)
    text = [f"{'fine' if star == 'good' else 'poor'} thing {number} of all" for number, star in enumerate(stars)]
    frame = pd.DataFrame({"review": text, "length": rng.normal(size=80), "stars": stars})
    frame.to_csv("reviews.csv", index=False)
    return frame


OWN = ["reviews.py:words", "reviews.py:dummy"]
HALVES = {"procedure": "blocked-3x2", "seed": "data"}


@pytest.mark.parametrize("columns", [["review", "length"], ["review"]])
def test_own_models_get_columns_of_text_as_the_file_holds_them(reviews, columns):
    given = reviews[[*columns, "stars"]]
    given.to_csv("some.csv", index=False)
    found = compare(OWN, given, "stars", **HALVES)
    assert (found.judgements[0].decision, found.scores[0].values[0].mean()) == ("first", 1.0)
    loaded = compare(OWN, load("some.csv", target="stars", texts=True), **HALVES)
    turned = compare(OWN, given[::-1], "stars", **HALVES)
    for other in (loaded, turned):
        assert other.manifest()["data"]["digest"] == found.manifest()["data"]["digest"]
        assert other.judgements == found.judgements
    assert verify(found.manifest(), given, "stars", learners=OWN).same


def test_own_models_get_a_list_of_texts(reviews):
    found = compare(
        ["reviews.py:lines", "reviews.py:dummy"], reviews["review"].tolist(), reviews["stars"], **HALVES | {"seed": 0}
    )
    assert found.judgements[0].decision == "first"


def test_beside_other_learners_text_is_refused_and_can_be_dropped(reviews):
    with refused("column 'review'", "drop"):
        compare(["reviews.py:words", "nb"], reviews, "stars", **HALVES)
    with refused("drop", "'reviev'", "review"):
        compare(["stump", "nb"], reviews, "stars", drop="reviev", **HALVES)
    kept = compare(["stump", "nb"], reviews, "stars", drop=["review"], **HALVES)
    assert kept.manifest()["data"]["columns"] == ["length"]
    assert kept.judgements == compare(["stump", "nb"], reviews[["length"]], reviews["stars"], **HALVES).judgements
    assert verify(kept.manifest(), reviews, "stars", drop="review").same
    assert budget(["stump", "nb"], reviews, "stars", drop="review", repeats=1, seeds=1).pairs


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, dict], ids=["pandas", "polars", "dict"])
def test_the_target_is_a_column_by_name(make):
    rng = np.random.default_rng(0)
    table = {"x": rng.normal(size=60), "patient": np.arange(60) // 2, "churn": np.arange(60) % 2}
    rows = {"x": table["x"]}
    named = compare(["nb", "stump"], make(table), "churn", groups="patient", procedure="blocked-3x2")
    apart = compare(["nb", "stump"], make(rows), table["churn"], groups=table["patient"], procedure="blocked-3x2")
    assert named.judgements == apart.judgements
    assert named.manifest()["data"]["target"] == "churn"
    with refused("y", "'chrun'", "churn"):
        compare(["nb", "stump"], make(table), "chrun")
    with refused("groups", "'churn'", "already"):
        compare(["nb", "stump"], make(table), "churn", groups="churn")


def test_rows_without_names_have_no_target_by_name():
    with refused("y", "'churn'"):
        compare(["nb", "stump"], np.zeros((4, 2)), "churn")
    with refused("X", "load('churn.csv', target='churn')"):
        compare(["nb", "stump"], "churn.csv", "churn")
    with refused("drop", "load"):
        compare(["nb", "stump"], load("iris"), drop="x")


def test_numbers_are_judged_by_r2_unless_a_metric_is_named():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(60, 2))
    target = rows[:, 0] + rng.normal(size=60)
    found = compare(["ols", "dummy"], rows, target, procedure="blocked-3x2")
    assert found.judgements[0].metric == "r2"
    assert verify(found.manifest(), rows, target).same
    assert budget(["ols", "dummy"], rows, target, repeats=1, seeds=1).pairs[0].metric == "r2"
    sets = {f"set {number}": (rows[number:], target[number:]) for number in range(6)}
    ways = {"procedure": "fixed-league(repeats=1)", "test": "t-datasets"}
    assert league(["ols", "dummy"], sets, **ways).to_dict()["metric"] == "r2"


@pytest.mark.usefixtures("reviews")
def test_the_command_line_gives_own_models_text_too(capsys):
    line = ["--data", "reviews.csv", "--target", "stars"]
    assert (
        main(["compare", *OWN, *line, "--procedure", "blocked-3x2", "--require", "first", "--manifest", "m.json"]) == 0
    )
    assert main(["verify", "m.json", "--data", "reviews.csv", "--learners", *OWN]) == 0
    assert main(["compare", *OWN, "nb", *line]) == 2
    assert "--drop review" in capsys.readouterr().err
