"""``guarantee=True``: which bound decides a margin, what is refused, and every door."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import judge_items, judge_predictions
from outperform.cli.main import main
from outperform.core import MarginMethod, NoteKind
from outperform.report.pages.call import python_call
from outperform.significance.sequential_tests import look_order
from outperform.significance.tango import exact_pvalue
from outperform.significance.target_bets import lowest_mean
from outperform.testing import assert_not_worse, assert_outperforms

rng = np.random.default_rng(0)
OLD = np.round(rng.uniform(0.3, 0.7, 120), 3)
NEW = np.round(np.clip(OLD + 0.1 * rng.standard_normal(120), 0, 1), 3)
RIGHT = (OLD > 0.5).astype(int)
LESS = np.where(np.arange(120) < 4, 0, RIGHT)


def rows(first=NEW, second=OLD, **more):
    table = {"item": [*range(120)] * 2, "system": ["new"] * 120 + ["old"] * 120, "score": [*first, *second]}
    return pd.DataFrame(table | {name: [*values, *values] for name, values in more.items()})


def test_graded_scores_are_bet_on():
    judged = judge_items({"new": NEW, "old": OLD}, margin=0.06, guarantee=True)
    facts, scores = judged[0].items, judged[0].scores
    assert (facts.guarantee, facts.margin_method, facts.not_worse) == (True, MarginMethod.BETTING, True)
    values = (scores.items.scored[0, 0] - scores.items.scored[1, 0])[look_order(scores)]
    sign = 1 if judged[0].first == "new" else -1
    assert facts.margin_bound == lowest_mean(values, 0.05, -0.06)
    assert sign == 1
    kinds = {note.kind for note in judged[0].notes}
    assert kinds >= {NoteKind.GUARANTEED, NoteKind.BOUNDS_ASSUMED, NoteKind.DRAWN_MARGIN}
    assert "guaranteed one-sided 95% bound" in str(judged).replace("\n", " ").replace("                   ", "")


def test_the_default_is_not_asked_to_hold_for_any_distribution():
    facts = judge_items({"new": NEW, "old": OLD}, margin=0.06)[0].items
    assert facts.guarantee is False
    assert facts.margin_bound > judge_items({"new": NEW, "old": OLD}, margin=0.06, guarantee=True)[0].items.margin_bound
    assert judge_items({"new": NEW, "old": OLD})[0].items.guarantee is None


def test_the_bounds_mirror():
    one, other = (
        judge_items({name: {"new": NEW, "old": OLD}[name] for name in names}, margin=0.06, guarantee=True)[0].items
        for names in (("new", "old"), ("old", "new"))
    )
    assert (one.margin_bound, one.margin_bound_upper) == (-other.margin_bound_upper, -other.margin_bound)


@pytest.mark.parametrize("test", [None, "mcnemar-exact"])
def test_right_and_wrong_answers_are_enumerated(test):
    facts = judge_items({"new": LESS, "old": RIGHT}, test=test, margin=0.1, guarantee=True)[0].items
    assert facts.margin_method is MarginMethod.TANGO_EXACT
    lost = int((RIGHT - LESS).sum())
    assert exact_pvalue(0, lost, 120, facts.margin_bound, 0.05) == pytest.approx(0.05, abs=1e-3)


def test_a_rare_large_loss_is_allowed_for():
    """40 items without a loss: 5% of all may lose everything."""
    same = np.full(40, 0.5) + 0.001 * rng.standard_normal(40)
    facts = judge_items({"new": same, "old": np.full(40, 0.5)}, margin=0.05, guarantee=True)[0].items
    assert not facts.not_worse
    assert judge_items({"new": same, "old": np.full(40, 0.5)}, margin=0.05)[0].items.not_worse


def test_given_bounds():
    table = {"new": 10 * NEW, "old": 10 * OLD}
    with refused("guarantee", "least and the largest possible score", "betting(bounds=(0, 10))", "leave it out"):
        judge_items(table, margin=0.6, guarantee=True)
    known, unit = (
        judge_items(each, margin=margin, guarantee=True, test=test)[0].items
        for each, margin, test in ((table, 0.6, "betting(bounds=(0, 10))"), ({"new": NEW, "old": OLD}, 0.06, None))
    )
    assert known.margin_bound == pytest.approx(10 * unit.margin_bound, abs=1e-4)
    with refused("bounds", "is not between 0 and 5"):
        judge_items(table, margin=0.6, guarantee=True, test="betting(bounds=(0, 5))")


def test_looking_after_every_item_has_its_own_bound():
    table = {"new": NEW, "old": OLD}
    facts = judge_items(table, margin=0.2, guarantee=True, sequential=True)[0].items
    plain = judge_items(table, margin=0.2, sequential=True)[0].items
    assert (facts.margin_method, facts.margin_bound) == (MarginMethod.BETTING, plain.margin_bound)
    assert facts.guarantee


@pytest.mark.parametrize(
    ("table", "ways", "words"),
    [
        (rows(cluster=np.arange(120) // 4), {}, ("30 clusters", "leave it out")),
        (rows(LESS, RIGHT, cluster=np.arange(120) // 4), {"test": "mcnemar-midp"}, ("30 clusters",)),
        (rows(weight=1 + np.arange(120) % 3), {}, ("weights", "leave it out")),
        (pd.concat([rows(sample=[k] * 120) for k in (0, 1)]), {"runs": True}, ("runs share something",)),
        (rows().rename(columns={"item": "run"}), {}, ("whole runs", "leave it out")),
    ],
    ids=["clusters", "clusters of right and wrong", "weights", "runs", "whole runs"],
)
def test_what_no_bound_holds_for_is_refused(table, ways, words):
    with refused("guarantee", *words):
        judge_items(table, margin=0.1, guarantee=True, **ways)


def test_a_metric_that_is_no_mean_is_refused():
    with refused("guarantee", "mean over items", "leave it out"):
        judge_predictions(RIGHT, {"a": RIGHT, "b": LESS}, "f1", margin=0.1, guarantee=True)


def test_what_is_no_flag_and_what_has_no_margin():
    with refused("guarantee", "True or False"):
        judge_items({"new": NEW, "old": OLD}, margin=0.1, guarantee="yes")
    with refused("guarantee", "margin=0.02"):
        judge_items({"new": NEW, "old": OLD}, guarantee=True)
    with refused("guarantee", "margin"):
        assert_outperforms(NEW, OLD, guarantee=True)


def test_every_door():
    assert assert_not_worse(NEW, OLD, margin=0.06, guarantee=True)[0].items.guarantee
    judged = judge_predictions(RIGHT, {"a": RIGHT, "b": LESS}, margin=0.1, guarantee=True)
    assert judged[0].items.margin_method is MarginMethod.TANGO_EXACT
    assert "margin=0.1, guarantee=True" in python_call(judged)
    assert "margin=0.06, guarantee=True" in python_call(judge_items({"n": NEW, "o": OLD}, margin=0.06, guarantee=True))


@pytest.mark.parametrize(("margin", "code"), [("0.06", 0), ("0.02", 1), (None, 2)])
def test_the_command_line(tmp_path, capsys, margin, code):
    path = tmp_path / "evals.csv"
    rows().to_csv(path, index=False)
    ways = [] if margin is None else ["--margin", margin, "--require", "not-worse"]
    assert main(["evals", str(path), "--guarantee", "--json", *ways]) == code
    if margin is not None:
        out, err = capsys.readouterr()
        found = json.loads(out)["verdicts"][0]
        assert (found["guarantee"], found["margin_method"]) == (True, "betting")
        assert found["losers_unseen"] == pytest.approx(1 - 0.05 ** (1 / 120))
        assert "a loss on fewer than 2.5 % of all items may not be among these 120 items" in err


def test_the_command_line_for_predictions(tmp_path, capsys):
    path = tmp_path / "predictions.csv"
    pd.DataFrame({"label": RIGHT, "new": LESS, "old": RIGHT}).to_csv(path, index=False)
    ways = ["--truth", "label", "--margin", "0.15", "--require", "not-worse", "--guarantee", "--json"]
    assert main(["predictions", str(path), *ways]) == 0
    assert json.loads(capsys.readouterr().out)["verdicts"][0]["margin_method"] == "tango-exact"
