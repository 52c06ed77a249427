"""The two verbs as a user calls them."""

import json
import math
from inspect import signature

import numpy as np
import pytest
from sklearn.datasets import load_iris

from outperform import compare
from outperform.cli.main import make_parser
from outperform.core import EstimatorMetric
from outperform.data import load
from outperform.learners import CATALOGUE, RECIPES, Estimator, learner_of
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics.fitted import scoring_of
from outperform.metrics.given import GIVEN
from outperform.metrics.scorers import metric_of, scorer_names
from outperform.significance import CATALOGUE as TESTS

RNG = np.random.default_rng(3)
BOOTSTRAP = "bootstrap-t(replicates=10000)"
FIELDS = [
    "first",
    "second",
    "test",
    "metric",
    "direction",
    "direction_origin",
    "level",
    "parameter",
    "mean_first",
    "mean_second",
    "null",
    "estimate",
    "statistic",
    "df",
    "pvalue",
    "pvalue_adjusted",
    "adjustment",
    "interval",
    "probabilities",
    "decision",
    "notes",
    "factor",
    "factor_se",
    "factor_origin",
    "pvalue_nominal",
    "decision_nominal",
    "interval_corrected",
    "fits_correction",
    "p_flip",
    "p_flip_limit",
    "pvalue_interval",
    "repeats_needed",
    "borderline",
]


@pytest.fixture
def wide(tmp_path):
    """Write a 10x10 table of two learners."""
    path = tmp_path / "wide.csv"
    rows = [
        f"{r},{f},90,10,{0.8 + RNG.normal(0, 0.02):.3f},{0.75 + RNG.normal(0, 0.02):.3f}"
        for r in range(10)
        for f in range(10)
    ]
    path.write_text("\n".join(["repeat,fold,n_train,n_test,tree,bayes", *rows]))
    return path


@pytest.fixture
def labels(tmp_path):
    path = tmp_path / "labels.csv"
    truth = ["spam" if i % 3 == 0 else "ham" for i in range(120)]
    rows = [f"{t},{t if i % 11 else 'ham'},{t if i % 4 else 'spam'},{t}" for i, t in enumerate(truth)]
    path.write_text("\n".join(["label,a,b,c", *rows]))
    return path


def test_scores_says_the_verdict_first(run, wide):
    code, out, err = run("scores", wide)
    assert (code, err) == (0, "")
    first = out.splitlines()[0]
    assert first.index("tree") < first.index("bayes")  # the better one is named first
    assert all(number in out for number in ("0.049", "0.0286", "0.0694", "< .001"))
    assert "corrected-t" in out


def test_scores_json_has_every_field(run, wide):
    code, out, _ = run("scores", wide, "--json", "--test", "corrected-t", "--level", "0.01")
    (verdict,) = json.loads(out)["verdicts"]
    assert code == 0
    assert list(verdict) == FIELDS
    assert (verdict["first"], verdict["second"], verdict["test"]) == ("tree", "bayes", "corrected-t")
    assert (verdict["metric"], verdict["level"], verdict["df"], verdict["decision"]) == (None, 0.01, 99, "first")
    assert verdict["pvalue"] == verdict["pvalue_adjusted"]
    low, high = verdict["interval"]
    assert low < verdict["estimate"] < high


def test_scores_json_of_other_kinds_of_verdict(run, wide, tmp_path):
    _, out, _ = run("scores", wide, "--json", "--test", "bayes-correlated-t(rope=0.01)")
    (verdict,) = json.loads(out)["verdicts"]
    assert verdict["test"] == "bayes-correlated-t(rope=0.01)"
    assert (verdict["statistic"], verdict["pvalue"], verdict["pvalue_adjusted"]) == (None, None, None)
    assert math.isclose(sum(verdict["probabilities"]), 1)
    table = tmp_path / "five.csv"
    rows = [f"{r},{f},{0.75 + r / 16},{0.5}" for r in range(5) for f in range(2)]
    table.write_text("\n".join(["repeat,fold,a,b", *rows]))
    _, out, _ = run("scores", table, "--json")
    (verdict,) = json.loads(out)["verdicts"]
    assert (verdict["df"], verdict["statistic"], verdict["interval"], verdict["decision"]) == (
        [10, 5],
        "inf",
        None,
        "first",
    )


def test_the_spec_is_as_given_in_words_and_complete_in_json(run, wide):
    given = "bayes-correlated-t( rope = 0.010 )"
    assert given in run("scores", wide, "--test", given)[1]
    _, out, _ = run("scores", wide, "--json", "--test", given)
    assert json.loads(out)["verdicts"][0]["test"] == "bayes-correlated-t(rope=0.01)"


def test_long_tables_and_tsv_and_parquet_agree(run, wide, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.read_csv(wide)
    long = frame.melt(["repeat", "fold", "n_train", "n_test"], var_name="learner", value_name="score")
    frame.to_csv(tmp_path / "t.tsv", sep="\t", index=False)
    long.to_parquet(tmp_path / "t.parquet")
    long.sample(frac=1, random_state=0).sort_values("learner", ascending=False).to_csv(
        tmp_path / "long.csv", index=False
    )
    paths = (wide, *(tmp_path / name for name in ("t.tsv", "t.parquet", "long.csv")))
    outputs = [json.loads(run("scores", path, "--json")[1]) for path in paths]
    assert [found.pop("files")[0]["name"] for found in outputs] == [str(path) for path in paths]
    assert outputs[1:] == outputs[:1] * 3


def test_predictions_default_and_f1(run, refusal, labels):
    code, out, _ = run("predictions", labels, "--truth", "label", "--json")
    verdicts = json.loads(out)["verdicts"]
    assert code == 0
    assert [(v["first"], v["second"]) for v in verdicts] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {v["test"] for v in verdicts} == {"mcnemar-midp"}
    assert all(v["pvalue_adjusted"] >= v["pvalue"] for v in verdicts)
    assert "--positive" in refusal("predictions", labels, "--truth", "label", "--metric", "f1", "--json")
    command = ("predictions", labels, "--truth", "label", "--metric", "f1", "--positive", "spam", "--json")
    code, out, _ = run(*command)
    assert code == 0
    assert {(v["test"], v["metric"]) for v in json.loads(out)["verdicts"]} == {(BOOTSTRAP, "f1")}
    assert run(*command)[1] == out
    assert run(*command, "--seed", 1)[1] != out


def test_predictions_of_chosen_learners_under_two_metrics(run, labels):
    options = ("--learner", "b", "--learner", "a", "--metric", "accuracy", "f1_macro")
    _, out, _ = run("predictions", labels, "--truth", "label", *options, "--json")
    found = [(v["first"], v["second"], v["metric"], v["test"]) for v in json.loads(out)["verdicts"]]
    assert found == [("b", "a", "accuracy", "mcnemar-midp"), ("b", "a", "f1_macro", BOOTSTRAP)]


@pytest.mark.parametrize(("wanted", "code"), [("first", 0), ("second", 1), ("equal", 1)])
def test_require_is_a_gate(run, wide, wanted, code):
    assert run("scores", wide, "--require", wanted)[0] == code


@pytest.mark.parametrize("kind", ["tests", "designs", "metrics", "learners", "procedures"])
def test_list_shows_a_catalogue(run, kind):
    code, out, _ = run("list", kind)
    assert code == 0
    assert {
        "tests": "mcnemar-midp",
        "designs": "blocked-3x2",
        "metrics": "f1_macro",
        "learners": "forest",
        "procedures": "sorted-10x10",
    }[kind] in out
    assert all(line.strip() for line in out.splitlines())


def groups_of(out):
    """Return the names under each heading of a list."""
    groups = {}
    for line in out.splitlines():
        if line.startswith("  "):
            list(groups.values())[-1].append(line.split("  ")[1])
        else:
            groups[line] = []
    return groups


def test_list_tests_shows_every_test_once_by_what_it_judges(run):
    splits, items, runs, advice = groups_of(run("list", "tests")[1]).values()
    assert sorted([*splits, *items, *runs]) == sorted(TESTS)
    assert {"corrected-t", "diebold-mariano"} <= set(splits)
    assert {"item-t", "mcnemar", "delong"} <= set(items)
    assert (runs, advice) == (["welch-t"], [])


def test_list_learners_shows_short_names_first_and_no_name_twice(run):
    groups = groups_of(run("list", "learners")[1])
    short, lab, classes, own = groups
    assert groups[short] == list(RECIPES)
    assert [name.partition("(")[0] for name in groups[lab]] == list(CATALOGUE)
    assert "papers" in lab
    assert "sklearn." in classes
    assert "models.py:NAME" in own
    names = [name for group in groups.values() for name in group]
    assert len(set(names)) == len(names)


def test_list_learners_shows_which_mlp_is_which(run):
    dataset = load("iris")
    names = [name for group in groups_of(run("list", "learners")[1]).values() for name in group if "mlp" in name]
    assert names == ["mlp", "mlp(hidden=...)"]
    assert isinstance(learner_of("mlp", dataset), Estimator)
    assert learner_of("mlp(hidden=2)", dataset) == CATALOGUE["mlp"](hidden=2)


def test_list_metrics_shows_all_that_compare_accepts_and_which_predictions_accepts_too(run):
    *both, fitted, note = groups_of(run("list", "metrics")[1]).items()
    of_predictions = [name for _, names in both for name in names]
    assert {"accuracy", "f1", "jaccard", "neg_root_mean_squared_error"} <= set(of_predictions)
    assert {"roc_auc", "roc_auc_ovr", "average_precision", "neg_log_loss", "neg_brier_score"} <= set(fitted[1])
    assert all("predictions" in heading and "compare" in heading for heading, _ in both)
    assert all(name in fitted[0] for name in ("predictions", *GIVEN))
    assert "igher is better" in note[0]
    there = {*METRICS, *scorer_names()}  # an older scikit-learn has fewer
    assert all(metric_of(name) for name in of_predictions if name in there)
    assert all(isinstance(scoring_of(name), EstimatorMetric) for name in fitted[1] if name in there)


def test_list_metrics_can_ask_the_installed_scikit_learn(run):
    listed, there = (groups_of(run("list", "metrics", *option)[1]) for option in ((), ("--installed",)))
    assert list(listed) == list(there)
    names = [{name for group in found.values() for name in group} for found in (listed, there)]
    assert len(names[0] & names[1]) > 40


def test_list_names_the_procedure_that_compare_runs_by_default(run):
    _, out, _ = run("list", "procedures")
    named = [line.split()[0] for line in out.splitlines() if "default" in line]
    offered = make_parser().parse_args(["compare", "nb", "tree", "--data", "iris"]).procedure
    assert offered is None, "the default is that of compare"
    assert named == [signature(compare).parameters["procedure"].default] == ["adaptive-cv"]
    assert next(line.split()[:5] for line in out.splitlines() if line.startswith("adaptive-cv")) == [
        "adaptive-cv",
        "kfold",
        "adaptive-t",
        "10-700",
        "Q8",
    ]


TABLE = "repeat,fold,n_train,n_test,a,b\n"
ROW = "1,1,90,10,.8,.7\n"


@pytest.mark.parametrize(
    ("content", "facts"),
    [
        pytest.param("", ["bad.csv", "empty"], id="nothing"),
        pytest.param(TABLE, ["bad.csv", "rows"], id="no rows"),
        pytest.param("a,b\n1,2\n", ["table", "repeat", "fold", "a, b"], id="no places"),
        pytest.param(TABLE + ROW + "1,2,90,10,.8,\n", ["column 'b'", "row 2", "empty"], id="empty score"),
        pytest.param(TABLE + ROW + "1,2,90,10,.8,nan\n", ["column 'b'", "row 2", "'nan'"], id="nan"),
        pytest.param(TABLE + ROW + "1,2,90,10,.8,high\n", ["column 'b'", "row 2", "'high'"], id="a word"),
        pytest.param(TABLE + ROW + "1,2,90,10,.8\n", ["bad.csv", " 3 ", " 5 ", " 6"], id="short row"),
        pytest.param(TABLE + ROW + ROW, ["table", " a ", "repeat 1", "fold 1"], id="twice"),
        pytest.param(TABLE + ROW + "2,2,90,10,.8,.7\n", ["table", " a ", "repeat 1", "fold 2"], id="a gap"),
        pytest.param(TABLE + "1,1,90,0,.8,.7\n", ["column 'n_test'", "row 1", "0"], id="no test rows"),
        pytest.param(TABLE + ROW + "1,,90,10,.8,.7\n", ["column 'fold'", "empty"], id="empty fold"),
        pytest.param("repeat,fold,a,a\n1,1,.8,.7\n", ["bad.csv", "two", "'a'"], id="one name twice"),
        pytest.param("repeat,fold,,a\n1,1,.8,.7\n", ["bad.csv", "column 3"], id="no name"),
        pytest.param("repeat,fold,a\n1,1,.8\n1,2,.7\n", ["two learners", "1"], id="one learner"),
        pytest.param("repeat,fold\n1,1\n", ["table", "repeat, fold"], id="no learner"),
        pytest.param("repeat,fold,n_train,a,b\n1,1,90,.8,.7\n1,2,90,.8,.7\n", ["--n-test", "missing"], id="one size"),
        pytest.param(
            "learner,repeat,fold,n_train,n_test,score\na,1,1,90,10,.8\nb,1,1,80,10,.7\n",
            ["column 'n_train'", " a ", " b "],
            id="other sizes",
        ),
        pytest.param(TABLE + ROW, ["corrected-t", "2 splits"], id="one split"),
        pytest.param(TABLE + '1,1,90,10,"x,.7\n', ["bad.csv", "cannot be read"], id="open quote"),
        pytest.param("repeat,fold,a,b\n1,1,.8,.7\n1,2,.8,.7\n1,3,.8,.7\n", ["n_train", "n_test"], id="no sizes"),
    ],
)
def test_bad_score_tables_give_one_clear_line(refusal, tmp_path, content, facts):
    path = tmp_path / "bad.csv"
    path.write_text(content)
    err = refusal("scores", path)
    assert all(fact in err for fact in facts), err


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        (("scores", "nowhere.csv"), ["nowhere.csv", "No such file"]),
        (("scores", "table.docx"), ["table.docx", ".csv", ".tsv", ".xlsx"]),
        (("scores", "t.csv", "--level", "x"), ["--level", "'x'"]),
        (("scores",), ["TABLE", "outperform scores scores.csv"]),
        (("predictions", "nowhere.csv"), ["--truth", "outperform predictions predictions.csv --truth label"]),
        (("verdict",), ["'verdict'", "compare, judge, scores, predictions"]),
        (("score", "t.csv"), ["did you mean scores?", "compare, judge, scores, predictions"]),
        (("list", "pests"), ["tests", "'pests'"]),
    ],
)
def test_bad_calls_give_one_clear_line(refusal, arguments, facts, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    err = refusal(*arguments)
    assert all(fact in err for fact in facts), err


def test_without_a_command_the_help_is_shown(run):
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err == run("--help")[1]


def test_bad_bytes_are_refused(refusal, tmp_path):
    for name, content, fact in [
        ("latin.csv", "repeat,fold,é,b\n".encode("latin-1"), "UTF-8"),
        ("nul.csv", b"repeat,fold,a\x00,b\n1,1,2,3\n", "NUL"),
        ("bad.parquet", b"no parquet at all", "Parquet"),
    ]:
        (tmp_path / name).write_bytes(content)
        err = refusal("scores", tmp_path / name)
        assert name in err
        assert fact in err
    assert "folder.csv" in refusal("scores", _folder(tmp_path))


def _folder(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    return tmp_path / "folder.csv"


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        (("--truth", "lable"), ["--truth", "'lable'", "label"]),
        (("--truth", "label", "--learner", "d"), ["--learner", "'d'"]),
        (("--truth", "label", "--learner", "a"), ["two learners", "1"]),
        (("--truth", "label", "--test", "5x2-t"), ["5x2-t", "several splits", "item-t"]),
        (("--truth", "label", "--test", "mcnemar", "--metric", "f1_macro"), ["mcnemar", "f1_macro"]),
        (("--truth", "label", "--metric", "roc_auc"), ["'ham'", "not a number"]),
        (("--truth", "label", "--metric", "acuracy"), ["--metric 'acuracy'", "accuracy"]),
        (("--truth", "label", "--test", "bootstrap-percentile(replicates=5)"), ["replicates", "5"]),
        (("--truth", "label", "--level", "1.5"), ["--level must ", "1.5"]),
    ],
)
def test_bad_options_give_one_clear_line(refusal, labels, options, facts):
    err = refusal("predictions", labels, *options)
    assert all(fact in err for fact in facts), err


def test_an_interrupt_is_one_line(run, wide, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("outperform.data.table_files.ReadFiles.look", interrupt)
    assert run("scores", wide)[0::2] == (130, "outperform: stopped\n")


def test_a_data_folder_that_is_not_there_is_refused(refusal, monkeypatch):
    monkeypatch.setenv("OUTPERFORM_DATA", "no/such/folder")
    err = refusal("paper", "bouckaert-2005", "--section", "3")
    assert all(fact in err for fact in ("OUTPERFORM_DATA", "No such file or directory"))


@pytest.mark.parametrize(("given", "code"), [("none", 0), ("bonferroni", 0), ("sidak", 2)])
def test_the_adjustment_is_asked_for_by_name(run, wide, given, code):
    found, out, err = run("scores", wide, "--json", "--test", "corrected-t", "--adjust", given)
    assert found == code
    assert code or {each["adjustment"] for each in json.loads(out)["verdicts"]} == {given}
    assert not code or "bonferroni, holm, none" in err


def test_the_cost_of_correcting_every_interval_is_told_before_it_runs(run):
    line = ("compare", "nb", "lda", "--data", "iris", "--correct", "always")
    code, out, err = run(*line)
    assert code == 0
    assert "at most 100 more fits per learner" in err
    assert "not corrected" not in out
    assert "more fits" not in run(*line, "--quiet")[2]
    assert "at most 310 more fits" in run(*line[:3], "stump", *line[3:], "--metric", "accuracy", "f1_macro")[2]


def test_the_cost_is_that_of_the_pairs_that_are_judged_and_of_the_fits_that_are_allowed(run):
    """The baseline learner takes part in every pair; without room nothing is promised."""
    line = ("compare", "nb", "lda", "stump", "--data", "iris", "--correct", "always")
    assert "at most 310 more fits" in run(*line, "--metric", "accuracy", "f1_macro", "--baseline", "nb")[2]
    few = run(*line[:3], *line[4:], "--max-fits", "20")
    assert "no interval can be corrected with so few fits per learner: that needs --max-fits 70" in few[2]
    assert "use --max-fits 70" in " ".join(few[1].split())
    assert "at most 50 more fits" in run(*line[:3], *line[4:], "--max-fits", "70")[2]


def test_the_cost_comes_before_the_first_fit_in_a_pipe_and_in_the_log(run, caplog):
    line = ("compare", "nb", "lda", "--data", "iris", "--correct", "always")
    err = run(*line, "--verbose", "--verbose")[2]
    assert err.index("at most 100 more fits") < err.index("fits of nb, lda")
    with caplog.at_level("INFO", logger="outperform"):
        compare(["nb", "lda"], *load_iris(return_X_y=True), correct="always")
    messages = [each.getMessage() for each in caplog.records]
    costs = "every interval is to be corrected: at most 100 more fits per learner"
    assert messages.index(costs) < next(at for at, each in enumerate(messages) if "fits of nb, lda" in each)
