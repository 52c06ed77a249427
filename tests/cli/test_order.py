"""Typed names set the order of a pair in every door: the first that is named is the first of the pair."""

import json
import random

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge, judge_items, judge_league, judge_predictions, read_evals, read_league
from outperform.cli.main import main

NEW, OLD = "new", "old"
DRAWN = random.Random(31)
RIGHT = [(int(DRAWN.random() < 0.85), int(DRAWN.random() < 0.45)) for _ in range(120)]  # old, new
TABLES = {
    "wide.csv": ["item,old,new", *(f"q{at},{old},{new}" for at, (old, new) in enumerate(RIGHT))],
    "tidy.csv": [
        "item,system,score",
        *(f"q{at},{name},{each}" for at, both in enumerate(RIGHT) for name, each in zip((OLD, NEW), both, strict=True)),
    ],
    "labels.csv": ["id,label,old,new", *(f"q{at},1,{old},{new}" for at, (old, new) in enumerate(RIGHT))],
    "long.csv": [
        "item,system,prediction,label",
        *(
            f"q{at},{name},{said},1"
            for at, both in enumerate(RIGHT)
            for name, said in zip((OLD, NEW), both, strict=True)
        ),
    ],
    "league.csv": ["dataset,old,new", *(f"d{at},{0.9 - at / 100:.3f},{0.7 - at / 90:.3f}" for at in range(12))],
    "long_league.csv": [
        "dataset,learner,score",
        *(f"d{at},{name},{score - at / 90:.3f}" for at in range(12) for name, score in ((OLD, 0.9), (NEW, 0.7))),
    ],
    "scores.csv": [
        "repeat,fold,n_train,n_test,old,new",
        *(f"{at // 2},{at % 2},80,80,{0.9 + at / 999:.4f},{0.7 + at % 7 / 999:.4f}" for at in range(20)),
    ],
}
DOORS = (
    ("evals wide.csv --system", "second"),
    ("evals tidy.csv --system", "second"),
    ("scores scores.csv --learner", "second"),
    ("league --table league.csv --metric accuracy --learner", "second"),
    ("league --table long_league.csv --metric accuracy --learner", "second"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name, lines in TABLES.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", [words for words, _ in DOORS])
@pytest.mark.parametrize("names", [(NEW, OLD), (OLD, NEW)])
def test_the_pair_stands_as_it_is_typed(capsys, words, names):
    code = main([*words.split(), *names, "--require", "first", "--json"])
    verdict = json.loads(capsys.readouterr().out)["verdicts"][0]
    assert (verdict["first"], verdict["second"]) == names
    assert code == (0 if names[0] == OLD else 1)  # old is the better one, whatever the order


@pytest.mark.parametrize("flag", ["--system", "--learner"])
def test_an_option_that_is_repeated_adds_names(capsys, flag):
    words = ["evals", "wide.csv"] if flag == "--system" else ["predictions", "labels.csv", "--truth", "label"]
    main([*words, flag, NEW, flag, OLD, "--json"])
    verdict = json.loads(capsys.readouterr().out)["verdicts"][0]
    assert (verdict["first"], verdict["second"]) == (NEW, OLD)


@pytest.mark.parametrize("table", ["labels.csv", "long.csv"])
def test_predictions_stand_as_they_are_typed(capsys, table):
    words = ["predictions", table, "--truth", "label", "--learner", NEW, "--learner", OLD, "--require", "second"]
    assert main([*words, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)["verdicts"][0]
    assert (verdict["first"], verdict["second"]) == (NEW, OLD)


def test_files_with_names_stand_as_they_are_typed(folder):
    for name, at in ((OLD, 0), (NEW, 1)):
        lines = ["item,score", *(f"q{item},{both[at]}" for item, both in enumerate(RIGHT))]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    assert main(["evals", "new=new.csv", "old=old.csv", "--require", "first"]) == 1
    assert main(["evals", "old=old.csv", "new=new.csv", "--require", "first"]) == 0
    assert main(["evals", "old=old.csv", "new=new.csv", "--system", NEW, OLD, "--require", "first"]) == 1


def test_a_baseline_is_the_second_whatever_the_order(capsys):
    for names in ((NEW, OLD), (OLD, NEW)):
        main(["evals", "wide.csv", "--system", *names, "--baseline", NEW, "--json"])
        verdict = json.loads(capsys.readouterr().out)["verdicts"][0]
        assert (verdict["first"], verdict["second"]) == (OLD, NEW)


def test_python_follows_the_order_of_names():
    scores = {OLD: [old for old, _ in RIGHT], NEW: [new for _, new in RIGHT]}
    splits = {name: np.array(TABLES_SCORES[name]) for name in (OLD, NEW)}
    for names in ((NEW, OLD), (OLD, NEW)):
        judged = [
            judge_items(scores, systems=names)[0],
            judge_items(read_evals("tidy.csv"), systems=list(names))[0],
            judge_items(read_evals("tidy.csv", systems=names))[0],
            judge_items({name: scores[name] for name in names})[0],
            judge_league(read_league("league.csv", metric="accuracy"), learners=names)[0],
            judge_league(read_league("league.csv", metric="accuracy", learners=names))[0],
            judge_predictions([1] * len(RIGHT), {name: scores[name] for name in names})[0],
            judge(splits, n_train=80, n_test=80, learners=names)[0],
        ]
        assert {(each.first, each.second) for each in judged} == {names}
        assert {each.decision.value for each in judged} == {"first" if names[0] == OLD else "second"}


TABLES_SCORES = {
    OLD: [[0.9 + (2 * repeat + fold) / 999 for fold in range(2)] for repeat in range(10)],
    NEW: [[0.7 + (2 * repeat + fold) % 7 / 999 for fold in range(2)] for repeat in range(10)],
}


def test_all_metrics_of_a_table_have_one_order(folder, capsys):
    """The rows of f1 begin with old: a gate on both metrics would ask for new in one and for old in the other."""
    rows = [("acc", NEW, 0.9), ("acc", OLD, 0.8), ("f1", OLD, 0.9), ("f1", NEW, 0.8)]
    lines = ["metric,learner,repeat,fold,n_train,n_test,score"]
    for metric, name, score in rows:
        lines += [f"{metric},{name},{at // 2},{at % 2},90,90,{score + DRAWN.random() / 50:.4f}" for at in range(20)]
    (folder / "two.csv").write_text("\n".join(lines) + "\n")
    assert main(["scores", "two.csv", "--require", "first", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["verdicts"]
    assert [(each["metric"], each["first"], each["decision"]) for each in found] == [
        ("acc", NEW, "first"),
        ("f1", NEW, "second"),
    ]


def test_a_name_that_is_typed_twice_is_refused():
    table, league = read_evals("tidy.csv"), read_league("league.csv", metric="accuracy")
    with refused("system", NEW):
        judge_items(table, systems=[NEW, OLD, NEW])
    with refused("system", NEW):
        read_evals("tidy.csv", systems=[NEW, NEW])
    with refused("learners", NEW):
        judge_league(league, learners=[NEW, OLD, NEW])
    for names in ([NEW, OLD, NEW], [NEW, "nwe"], [NEW]):
        with refused("learner", names[-1]):
            judge(TABLES_SCORES, n_train=80, n_test=80, learners=names)


@pytest.mark.process
def test_learners_that_are_run_stand_as_they_are_typed(capsys):
    for verb, more in (("compare", ["--data", "iris"]), ("league", ["--data", "iris", "wine", "--test", "t-datasets"])):
        procedure = ["--procedure", "fixed-league(repeats=2)" if verb == "league" else "blocked-3x2"]
        for names in (("tree", "nb"), ("nb", "tree")):
            main([verb, *names, *more, *procedure, "--json", "--no-config"])
            verdict = json.loads(capsys.readouterr().out)["verdicts"][0]
            assert (verdict["first"], verdict["second"]) == names
