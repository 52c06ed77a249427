"""``judge`` and ``read``: what is given is found out, judged as by the function of its kind, or asked about."""

import io
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.refusals import refused

import outperform
from outperform import (
    Comparison,
    InputError,
    League,
    budget,
    budget_of_items,
    budget_of_scores,
    judge,
    judge_items,
    judge_league,
    judge_predictions,
    read,
)
from outperform.core import MisfitError, stream

RNG = stream(0, "door")
RIGHT = {"new": (RNG.random(60) < 0.8).astype(int), "old": (RNG.random(60) < 0.5).astype(int)}
ITEMS = pd.DataFrame({"item": [f"q{at}" for at in range(60)], **RIGHT})
LABELS = np.where(RNG.random(60) < 0.5, "yes", "no")
PREDICTED = pd.DataFrame(
    {
        "id": range(60),
        "label": LABELS,
        "a": np.where(RNG.random(60) < 0.9, LABELS, "no"),
        "b": np.where(RNG.random(60) < 0.7, LABELS, "no"),
    }
)
SCORES = pd.DataFrame({"repeat": np.repeat(range(5), 2), "fold": [0, 1] * 5, **{n: RNG.random(10) for n in "ab"}})
LEAGUE = pd.DataFrame({"dataset": [f"set {at}" for at in range(8)], "nb": RNG.random(8), "tree": RNG.random(8)}).round(
    3
)
ARRAYS = {"a": RNG.random(10), "b": RNG.random(10)}
BY_NAME = {name: dict(zip(LEAGUE["dataset"], LEAGUE[name], strict=True)) for name in ("nb", "tree")}


def same(one, other):
    """Return whether two answers are the same, but for where they come from."""
    return one.to_dict() == other.to_dict() and [*map(str, one.notes)] == [*map(str, other.notes)]


@pytest.mark.parametrize(
    ("given", "options", "own"),
    [
        (ITEMS, {"margin": 0.1}, lambda: judge_items(ITEMS, margin=0.1)),
        (pl.DataFrame(ITEMS.to_dict("list")), {}, lambda: judge_items(ITEMS)),
        (ITEMS.to_dict("list"), {}, lambda: judge_items(ITEMS)),
        (ITEMS.to_dict("records"), {"systems": ["old", "new"]}, lambda: judge_items(ITEMS, systems=["old", "new"])),
        (ITEMS.set_index("item"), {}, lambda: judge_items(ITEMS)),
        (LEAGUE, {"metric": "accuracy"}, lambda: judge_league(LEAGUE, metric="accuracy")),
        (LEAGUE.set_index("dataset"), {"metric": "accuracy"}, lambda: judge_league(LEAGUE, metric="accuracy")),
        (
            LEAGUE,
            {"higher": True, "rope": 0.1, "learners": ["tree", "nb"]},
            lambda: judge_league(LEAGUE, higher=True, rope=0.1, learners=["tree", "nb"]),
        ),
        (BY_NAME, {"metric": "accuracy", "kind": "league"}, lambda: judge_league(BY_NAME, metric="accuracy")),
        (BY_NAME, {"kind": "items"}, lambda: judge_items(BY_NAME)),
        (RIGHT, {"kind": "items", "level": 0.01}, lambda: judge_items(RIGHT, level=0.01)),
        (RIGHT, {"margin": 0.1}, lambda: judge_items(RIGHT, margin=0.1)),
        (RIGHT, {"test": "mcnemar"}, lambda: judge_items(RIGHT, test="mcnemar")),
        (PREDICTED, {}, lambda: judge_predictions("label", PREDICTED)),
        (
            PREDICTED,
            {"truth": "label", "metric": ["accuracy", "f1_macro"], "learners": ["b", "a"]},
            lambda: judge_predictions("label", PREDICTED, ["accuracy", "f1_macro"], learners=["b", "a"]),
        ),
        (PREDICTED.to_dict("list"), {}, lambda: judge_predictions("label", PREDICTED)),
    ],
)
def test_judge_answers_as_the_function_of_the_kind(given, options, own):
    assert same(judge(given, **options), own())


def test_scores_of_splits_are_what_they_were():
    sizes = {"n_train": 80, "n_test": 20}
    by_name = {name: SCORES[name].to_numpy().reshape(5, 2) for name in "ab"}
    assert same(judge(SCORES, **sizes), judge(by_name, **sizes))
    assert same(judge(SCORES.to_dict("list"), **sizes), judge(by_name, **sizes))
    assert str(judge(SCORES, **sizes)) == str(judge(SCORES, kind="splits", **sizes))


@pytest.mark.parametrize(
    ("given", "kinds"),
    [
        (ARRAYS, ("splits", "items")),
        ([*ARRAYS.items()], ("splits", "items")),
        (pd.DataFrame(ARRAYS), ("splits", "items")),
        (RIGHT, ("splits", "items")),
        (BY_NAME, ("items", "league")),
        (LEAGUE.rename(columns={"dataset": "problem"}), ("items", "league")),
    ],
    ids=["arrays", "pairs", "frame", "right or wrong", "scores by name", "problems"],
)
def test_where_two_readings_are_possible_both_are_named(given, kinds):
    for door in (judge, read):
        with refused("table", *(f'kind="{kind}"' for kind in kinds)):
            door(given)


def test_what_is_asked_for_can_decide():
    assert judge(ARRAYS, n_train=80, n_test=20).kind == "splits"
    assert judge(ARRAYS, "kfold-t").kind == "splits"
    assert judge(ARRAYS, missing="drop", systems=["a", "b"], common=True).kind == "items"
    assert judge(ARRAYS, datasets=list("abcdefghij"), metric="accuracy").kind == "league"
    with refused(None, "n_train", error=MisfitError):
        judge(ARRAYS, kind="splits")


@pytest.mark.parametrize(
    ("given", "options", "argument", "facts"),
    [
        (SCORES, {"margin": 0.1}, "margin", ["predictions", "items", "splits"]),
        (ITEMS, {"n_train": 3}, "n_train", ["splits", "items"]),
        (ITEMS, {"metric": ["a", "b"]}, "metric", ["one", "a, b"]),
        (LEAGUE, {"truth": "nb", "kind": "league"}, "truth", ["predictions"]),
        (ITEMS, {"margins": 0.1}, "margins", ["margin"]),
        (ITEMS, {"kind": "item"}, "kind", ["items", "'item'"]),
        (ITEMS, {"systems": ["new"], "learners": ["old"]}, "systems", ["learners"]),
        (PREDICTED.assign(target=PREDICTED["label"]), {}, "truth", ["label", "target"]),
        (ITEMS, {"scoring": "f1"}, "scoring", ["metric"]),
    ],
)
def test_options_that_do_not_fit_are_refused(given, options, argument, facts):
    with refused(argument, *facts):
        judge(given, **options)


def test_files_are_read_and_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ITEMS.to_csv("items.csv", index=False)
    LEAGUE.to_csv("league.csv", index=False)
    PREDICTED.to_csv("predicted.csv", index=False)
    SCORES.to_csv("scores.csv", index=False)
    kinds = {name: judge(f"{name}.csv", **more) for name, more in FILES.items()}
    assert {name: found.kind for name, found in kinds.items()} == {
        "items": "items",
        "league": "league",
        "predicted": "predictions",
        "scores": "splits",
    }
    assert [found.source for found in kinds.values()] == [f"{name}.csv" for name in kinds]
    assert all(str(found).startswith("read as: ") for found in kinds.values())
    assert all("read as: " in found._repr_html_() for found in kinds.values())
    assert "read as" not in str(judge("items.csv", kind="items"))
    assert isinstance(kinds["league"], League)
    assert isinstance(kinds["items"], Comparison)


FILES = {
    "items": {},
    "league": {"metric": "accuracy"},
    "predicted": {},
    "scores": {"n_train": 80, "n_test": 20},
}


def test_several_files_with_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in RIGHT:
        ITEMS[["item", name]].rename(columns={name: "score"}).to_csv(f"{name}.csv", index=False)
        PREDICTED.rename(columns={"a": "prediction"})[["id", "label", "prediction"]].to_csv(
            f"p_{name}.csv", index=False
        )
    expected = judge_items(ITEMS)
    for given in (["n=new.csv", "o=old.csv"], {"n": "new.csv", "o": tmp_path / "old.csv"}):
        found = judge(given)
        assert found.kind == "items"
        assert (found[0].first, found[0].estimate) == ("n", expected[0].estimate)
    assert judge(["x=p_new.csv", "y=p_old.csv"], truth="label", item_col="id").kind == "predictions"
    LEAGUE.to_csv("league.csv", index=False)
    with refused(None, "different things", "league.csv holds scores on several data sets"):
        judge(["new.csv", "league.csv"])
    with refused(None, "2 files", "one table"):
        judge(["league.csv", "league.csv"], metric="accuracy")
    with refused(None, "league.csv", "names of their own"):
        judge(["x=league.csv"], metric="accuracy")


def test_a_folder_is_what_is_in_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("items", "league", "leagues"):
        (tmp_path / folder).mkdir()
    ITEMS.to_csv("items/new.csv", index=False)
    LEAGUE.to_csv("league/one.csv", index=False)
    LEAGUE.to_csv("leagues/one.csv", index=False)
    LEAGUE.to_csv("leagues/two.csv", index=False)
    assert read("items").kind == "items"
    assert repr(read("league", metric="accuracy")) == "Material(scores of 2 learners on 8 data sets)"
    with refused("leagues", "2 tables", "leagues/one.csv"):
        read("leagues")


def test_standard_input_is_read_once(monkeypatch):
    text = io.TextIOWrapper(io.BytesIO(ITEMS.to_csv(index=False).encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", text)
    found = judge("-")
    assert (found.kind, found.source) == ("items", "standard input")


@pytest.mark.parametrize(
    ("given", "options", "words"),
    [
        (ITEMS, {}, "scores of 2 systems on 60 items"),
        (
            {name: [each, each] for name, each in RIGHT.items()},
            {"kind": "items"},
            "scores of 2 systems on 60 items, 2 samples each",
        ),
        (PREDICTED, {}, "predictions of 2 learners on 60 items; the truth is column 'label'"),
        (SCORES, {}, "scores of 2 learners on 5 repeats of 2 folds"),
        (LEAGUE, {"metric": "f1"}, "scores of 2 learners on 8 data sets"),
    ],
)
def test_what_was_read_says_what_it_is(given, options, words):
    assert repr(read(given, **options)) == f"Material({words})"
    assert read(given, **options).words == words


def test_what_was_read_is_judged_without_reading_it_again():
    material = read(ITEMS, systems=["old", "new"])
    assert same(judge(material), judge_items(ITEMS, systems=["old", "new"]))
    assert read(material) is material
    with refused("learners", "outperform.read"):
        judge(material, learners=["old", "new"])
    with refused("kind", "items"):
        judge(material, kind="splits")
    assert material.notes == outperform.data.evals_of(ITEMS, systems=["old", "new"]).notes


@pytest.mark.parametrize("given", ["no_such.csv", ["a.csv", 3], 3, None, {}, np.zeros((2, 10))])
def test_what_cannot_be_read_is_refused(given):
    with pytest.raises(InputError):
        judge(given)


def test_predictions_in_a_table_per_system(tmp_path, monkeypatch):
    """Labels called yes and no may be predictions without their truth, or scores: the door asks."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    truth = np.where(rng.random(40) < 0.5, "yes", "no")
    tables = {}
    for name, share in (("new", 0.1), ("old", 0.3)):
        said = np.where(rng.random(40) < share, np.where(truth == "yes", "no", "yes"), truth)
        tables[name] = pd.DataFrame({"id": [f"q{row}" for row in range(40)], "prediction": said})
        tables[name].to_csv(f"{name}.csv", index=False)
    pd.DataFrame({"id": tables["new"]["id"], "verdict": truth}).to_csv("truth.csv", index=False)
    for files in (["new.csv"], ["new.csv", "old.csv"], ["new=new.csv", "old.csv", "truth.csv"]):
        with refused(None, "predictions", "items"):
            judge(files)
    told = judge(["new.csv", "old.csv", "truth.csv"], truth="verdict")
    tables["new"] = tables["new"].assign(verdict=truth)
    expected = judge_predictions("verdict", tables, item_col="id")
    assert judge(tables, truth="verdict")[0].pvalue == told[0].pvalue == expected[0].pvalue


def test_a_budget_takes_whatever_holds_scores():
    sizes = {"n_train": 80, "n_test": 20}
    assert str(budget(SCORES, **sizes)) == str(budget_of_scores(SCORES, **sizes))
    assert str(budget(ITEMS, cost_per_item=2)) == str(budget_of_items(ITEMS, cost_per_item=2))
    assert str(budget(RIGHT, kind="items")) == str(budget_of_items(RIGHT))
    assert str(budget(read(ITEMS))) == str(budget_of_items(ITEMS))
    for given, options, argument in (
        (ARRAYS, {"cost_per_itm": 2}, "cost_per_itm"),
        (LEAGUE, {"metric": "accuracy"}, "table"),
        (["nb", "tree"], {}, "X"),
        (ITEMS, {"threshold": "cautious"}, "threshold"),
        (SCORES, {"cost_per_item": 2}, "cost_per_item"),
    ):
        with refused(argument):
            budget(given, **options)
    with refused("kind", "leave it out"):
        budget(["nb", "tree"], np.zeros((4, 1)), [0, 1, 0, 1], kind="items")


def right_or_wrong(*names, seed=0):
    """Return a table of 0 and 1 with these columns."""
    draw = np.random.default_rng(seed)
    return pd.DataFrame({name: draw.integers(0, 2, 40) for name in names})


@pytest.mark.parametrize(
    "name", ["y", "class", "expected", "outcome", "diagnosis", "pathology", "biopsy", "answer key"]
)
@pytest.mark.parametrize("before", [[], ["id"], ["question"]])
def test_a_column_called_like_a_truth_is_no_system(name, before, tmp_path, monkeypatch):
    frame = right_or_wrong(name, "svm", "rf")
    for each in before:
        frame.insert(0, each, range(40))
    for door in (judge, read):
        with refused("table", f'truth="{name}"', 'kind="predictions"', 'kind="items"', 'systems=["svm", "rf"]'):
            door(frame)
    with refused("table", name, 'systems=["svm", "rf"]'):
        judge_items(frame)
    monkeypatch.chdir(tmp_path)
    frame.to_csv("t.csv", index=False)
    with refused("t.csv", f'truth="{name}"'):
        judge("t.csv")
    assert judge("t.csv", truth=name).kind == "predictions"
    assert judge("t.csv", kind="items", systems=["svm", "rf"]).kind == "items"
    assert judge_items(frame, systems=["svm", "rf"]).kind == "items"


def test_numbers_beside_a_column_y_may_be_predicted():
    frame = pd.DataFrame({"y": RNG.random(30), "ols": RNG.random(30), "gbm": RNG.random(30)})
    with refused("table", 'truth="y"', 'kind="items"'):
        judge(frame)


@pytest.mark.parametrize("first", ["biopsy", "human", "Dr Smith"])
def test_three_columns_of_the_same_labels_may_be_a_truth_and_predictions(first):
    frame = right_or_wrong(first, "ann", "bot").assign(patient=[f"p{at}" for at in range(40)])
    with refused("table", f'truth="{first}"', 'kind="items"'):
        judge(frame)
    with refused("table", f'truth="{first}"'):
        judge(frame.replace({0: "no", 1: "yes"}))


@pytest.mark.parametrize("item", ["item", "question"])
def test_right_and_wrong_on_items_needs_no_question(item):
    frame = right_or_wrong("human", "new", "old").assign(**{item: range(40)})
    assert judge(frame[[item, "human", "new", "old"]]).kind == "items"


def test_a_truth_that_is_said_is_used_for_a_dict():
    given = right_or_wrong("outcome", "svm", "rf").to_dict("list")
    assert judge(given, truth="outcome").kind == "predictions"
    assert judge({**given, "who": given.pop("outcome")}, truth="who").kind == "predictions"


def test_the_truth_in_a_hint_is_a_column_of_labels():
    frame = pd.DataFrame({"id": range(6), "animal": list("cdcdcd"), "svm": list("ccdddd"), "rf": list("cdddcc")})
    with refused("truth", 'truth="animal"'):
        judge(frame, kind="predictions")


def long(item, system, score, values, rows=20):
    """Return a row per item and system, called so."""
    frame = pd.DataFrame({item: np.repeat(range(rows), 2), system: ["fast", "slow"] * rows})
    return frame.assign(**{score: values[: 2 * rows]})


@pytest.mark.parametrize(
    ("frame", "item", "system", "score"),
    [
        (long("query", "engine", "latency_ms", RNG.random(40)), "query", "engine", "latency_ms"),
        (long("patient", "reader", "agrees", RNG.integers(0, 2, 40)), "patient", "reader", "agrees"),
        (long("language", "system", "bleu", RNG.random(40)).astype({"language": str}), "language", "system", "bleu"),
    ],
)
def test_columns_of_items_and_systems_with_unknown_names_are_asked_for(frame, item, system, score):
    if item == "language":
        frame[item] = "l" + frame[item]
    hints = [f'item_col="{item}"', f'system_col="{system}"', f'score_col="{score}"']
    for door in (judge, judge_items, lambda given: judge(given, kind="splits")):
        with refused("table", *hints):
            door(frame)
    named = {"item_col": item, "system_col": system, "score_col": score}
    named |= {"lower": score} if item == "query" else {"higher": score}
    assert judge(frame, kind="items", **named).kind == "items"


def test_readers_who_say_yes_or_no_may_be_predictions():
    draw = np.random.default_rng(1)
    frame = long("patient_id", "reader", "says", draw.choice(["yes", "no"], 40))
    frame.insert(1, "diseased", np.repeat(draw.choice(["yes", "no"], 20), 2))
    with refused("table", 'kind="predictions"', 'truth="diseased"', 'system_col="reader"', 'score_col="says"'):
        judge(frame)
    named = {"item_col": "patient_id", "system_col": "reader", "score_col": "says"}
    assert judge(frame, truth="diseased", **named).kind == "predictions"


@pytest.mark.parametrize("name", ["fold{}", "split_{}", "cv {}", "run{}", "seed_{}", "Rep {}", "split{}_test_score"])
def test_columns_of_splits_are_no_data_sets(name):
    values = RNG.random((2, 10))
    columns = [name.format(at) for at in range(1, 11)]
    frame = pd.DataFrame(values, columns=columns)
    frame.insert(0, "model", ["svm", "rf"])
    as_rows = judge(frame, n_train=90, n_test=10)
    assert as_rows.kind == "splits"
    assert as_rows.scores[0].learners == ("svm", "rf")
    assert np.array_equal(as_rows.scores[0].values[0].ravel(), values[0])
    assert judge(frame, kind="splits", n_train=90, n_test=10).kind == "splits"
    with refused("table", "judge("):
        judge_league(frame, metric="accuracy")
    with refused("table", "splits"):
        judge_league(frame.assign(dataset=["iris", "wine"]).drop(columns="model"), metric="accuracy")


def test_an_id_is_no_system_and_two_files_of_labels_need_a_truth(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draw = np.random.default_rng(2)
    for name in "ab":
        frame = pd.DataFrame({"PassengerId": range(100, 140), "Survived": draw.integers(0, 2, 40)})
        frame.to_csv(f"{name}.csv", index=False)
    assert read("a.csv").content.systems == ("Survived",)
    with refused("a.csv, b.csv", 'kind="predictions"', 'kind="items"'):
        judge(["a.csv", "b.csv"])


def test_rows_with_names_of_items_are_no_splits():
    frame = pd.concat(
        [
            long("problem_id", "model_name", "passed", RNG.integers(0, 2, 40)).assign(category=name)
            for name in ("easy", "hard")
        ]
    )
    frame = frame.reset_index(drop=True)
    for given in (frame, frame[frame["category"] == "easy"]):
        with refused(None):
            judge(given, kind="splits", n_train=90, n_test=10)
    with refused(None, "twice"):
        judge(frame)
    assert judge(frame[frame["category"] == "easy"]).kind == "items"


def test_facts_of_a_leaderboard_are_no_data_sets():
    names = ["IFEval", "BBH", "GPQA", "MUSR", "ARC", "HellaSwag"]
    frame = pd.DataFrame(np.round(100 * RNG.random((3, 6)), 2), columns=names).assign(Model=["A", "B", "C"])
    more = frame.assign(**{"#Params (B)": [7, 8, 70], "Hub Likes": [500, 200, 1500], "Rank": [2, 1, 3], "Year": 2024})
    assert read(more, kind="league", metric="accuracy").content.datasets == tuple(names)
    assert read(more, metric="accuracy").content.learners == ("A", "B", "C")


def test_columns_of_several_metrics_are_refused():
    names = ["gpt_correct", "claude_correct", "gpt_latency", "claude_latency"]
    frame = pd.DataFrame({"question": range(30), **{name: RNG.integers(0, 2, 30) for name in names}})
    for door in (judge, judge_items):
        with refused("table", 'systems=["gpt_correct", "claude_correct"]'):
            door(frame)
    assert judge(frame, systems=names[:2]).kind == "items"
    with refused("table", "acc, f1", "svm_acc, rf_acc"):
        scores = pd.DataFrame(RNG.random((5, 4)), columns=["svm_acc", "svm_f1", "rf_acc", "rf_f1"])
        judge(scores.assign(fold=range(5)), n_train=80, n_test=20)
    levels = pd.MultiIndex.from_product([["svm", "rf"], ["acc", "f1"]])
    for door in (judge, judge_items):
        with refused("table", "acc, f1", "level=1"):
            door(pd.DataFrame(RNG.random((8, 4)), columns=levels))


def test_age_and_sex_are_no_systems():
    frame = right_or_wrong("sex", "new", "old").assign(item=range(40), age=range(20, 60))
    assert read(frame).content.systems == ("new", "old")


@pytest.mark.parametrize("name", ["Summe", "n=20", "overall result"])
def test_a_row_that_is_the_sum_of_all_others_is_no_item(name):
    frame = right_or_wrong("new", "old").assign(item=[f"q{at}" for at in range(40)])[["item", "new", "old"]]
    for total in (frame[["new", "old"]].sum(), frame[["new", "old"]].mean()):
        whole = pd.concat([frame, pd.DataFrame([{"item": name, **total}])], ignore_index=True)
        assert read(whole).content.scores.shape == read(frame).content.scores.shape
        table = whole.rename(columns={"item": "dataset"})
        assert len(read(table, kind="league", metric="accuracy").content.datasets) == 40
    same = pd.concat([frame, pd.DataFrame([{"item": name, "new": 1, "old": 0}])], ignore_index=True)
    assert len(read(same).content.ids) == 41


def test_a_file_without_a_header_is_refused_as_splits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savetxt("t.csv", RNG.random((8, 2)), delimiter=",")
    with refused("t.csv", "first row"):
        judge("t.csv", kind="splits", n_train=90, n_test=10)


def test_what_was_read_is_judged_and_a_lazy_frame_is_named(tmp_path):
    ITEMS.to_csv(tmp_path / "items.csv", index=False)
    assert judge_items(read(tmp_path / "items.csv")).to_frame().equals(judge_items(ITEMS).to_frame())
    with refused("table", "collect()"):
        judge(pl.DataFrame(ITEMS.to_dict("list")).lazy())


@pytest.mark.parametrize("name", ["seed", "run", "sample"])
def test_rows_that_are_numbered_as_runs_are_no_items(name):
    frame = pd.DataFrame({name: range(10), "svm": RNG.random(10), "rf": RNG.random(10)})
    for door in (judge_items, lambda given: judge(given, kind="items")):
        with refused("table", f'item_col="{name}"'):
            door(frame)
    assert judge_items(frame, item_col=name).kind == "items"


def test_no_hint_names_a_hyperparameter():
    frame = pd.DataFrame(
        {"item": list("xyxy"), "model": list("aabb"), "lr": 0.1, "val_acc": RNG.random(4), "val_f1": 0.5}
    )
    with refused("metric", "lr", 'metric="val_acc"'):
        judge_items(frame)
    tuned = pd.DataFrame({"learner": list("aabb"), "n_estimators": [10, 20] * 2, "accuracy": RNG.random(4)})
    with pytest.raises(InputError) as refusal:
        judge(tuned)
    assert '="n_estimators"' not in str(refusal.value)


def test_the_name_of_a_series_is_the_metric():
    index = pd.MultiIndex.from_product([range(20), ["new", "old"]], names=["item", "system"])
    series = pd.Series(RNG.integers(0, 2, 40), index=index, name="accuracy")
    assert read(series, kind="items").content.metric == "accuracy"
    assert read(series.rename("grade of Ann"), kind="items").content.metric is None
