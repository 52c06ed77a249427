"""Fixed systems on items through the front door: what is chosen, decided and told beside the verdict."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats
from tests.refusals import refused

from outperform import judge_items
from outperform.core import Decision, InputError, MisfitError, NoteKind, Reason, Refusal
from outperform.data import evals_of
from outperform.significance.mcnemar import McNemarMidP
from outperform.significance.paired_counts import PairedCounts

RNG = np.random.default_rng(0)
EASE = RNG.normal(0.5, 1.5, 80)
RIGHT = {
    name: (RNG.random(80) < 1 / (1 + np.exp(-EASE - lead))).astype(int)
    for name, lead in (("new", 1.5), ("old", 0.0), ("tiny", -1.0))
}
GRADES = {
    name: np.clip(0.4 + 0.1 * lead + 0.2 * RNG.normal(size=60), 0, 1) for name, lead in (("new", 1.0), ("old", 0))
}


def tidy(scores, **columns):
    rows = [
        {"item": f"q{at}", "system": name, "score": value, **{key: list(each)[at] for key, each in columns.items()}}
        for name, values in scores.items()
        for at, value in enumerate(values)
    ]
    return pd.DataFrame(rows)


def samples(count=5, items=60, lead=0.6, seed=1):
    rng = np.random.default_rng(seed)
    ease = rng.normal(0.3, 1.5, items)
    own = rng.normal(0, 1, (2, items))  # what a system finds easy
    return {
        name: (rng.random((count, items)) < 1 / (1 + np.exp(-ease - each - more))).astype(float)
        for name, more, each in (("new", lead, own[0]), ("old", 0.0, own[1]))
    }


def test_right_and_wrong_answers_get_mcnemars_mid_p():
    (judged,) = judge_items({"new": RIGHT["new"], "old": RIGHT["old"]}).judgements
    first, second = RIGHT["new"] == 1, RIGHT["old"] == 1
    counts = PairedCounts(
        *(np.array(int(each.sum())) for each in (~first & ~second, ~first & second, first & ~second, first & second))
    )
    assert judged.test == "mcnemar-midp"
    assert judged.pvalue == float(McNemarMidP().arithmetic(counts).pvalue)
    assert judged.estimate == pytest.approx(first.mean() - second.mean())
    assert (judged.items.flips.first, judged.items.flips.second) == (int(counts.n10), int(counts.n01))
    assert judged.replicability == Refusal(Reason.ONE_SAMPLE)
    assert judged.p_flip is None


def test_graded_scores_get_the_paired_t():
    (judged,) = judge_items(GRADES).judgements
    wanted = stats.ttest_rel(GRADES["new"], GRADES["old"])
    interval = wanted.confidence_interval(0.95)
    assert (judged.test, judged.pvalue) == ("item-t", pytest.approx(wanted.pvalue))
    assert judged.interval == pytest.approx((interval.low, interval.high))
    d = GRADES["new"] - GRADES["old"]
    reach = stats.t.ppf(0.975, 59) * d.std(ddof=1) * np.sqrt(2 / 60)
    assert judged.items.prediction == pytest.approx((d.mean() - reach, d.mean() + reach))


@pytest.mark.parametrize(("items", "differing"), [(20, 20), (60, 9)])
def test_few_items_are_judged_by_flipping_signs(items, differing):
    first = RNG.normal(size=items)
    second = first - np.where(np.arange(items) < differing, 0.5 + np.arange(items) / items, 0)
    (judged,) = judge_items({"new": first, "old": second}).judgements
    assert judged.test == "sign-flip"
    assert judged.pvalue == pytest.approx(2 / 2**differing)


def test_clusters_are_used_unless_none_is_asked_for():
    frame = tidy(GRADES, cluster=np.arange(60) // 3)
    (judged,) = judge_items(frame).judgements
    assert (judged.test, judged.items.clusters) == ("clustered-t", 20)
    (alone,) = judge_items(frame, cluster="none").judgements
    assert (alone.test, alone.items.clusters) == ("item-t", None)
    (named,) = judge_items(frame.rename(columns={"cluster": "passage"}), cluster="passage").judgements
    assert named.pvalue == judged.pvalue
    (ignored,) = judge_items(frame, test="item-t").judgements
    assert NoteKind.CLUSTERS_IGNORED in {note.kind for note in ignored.notes}


def test_every_shape_of_a_table_gives_the_same_verdict():
    long = tidy(GRADES)
    wide = pd.DataFrame({"item": [f"q{at}" for at in range(60)], **GRADES})
    shapes = [GRADES, long, wide, pl.from_pandas(long), pl.from_pandas(wide), long.sample(frac=1, random_state=0)]
    found = {
        (judge_items(each)[0].pvalue, abs(judge_items(each)[0].estimate), judge_items(each)[0].interval[0] > 0)
        for each in shapes[:-1]
    }
    assert len(found) == 1
    assert judge_items(shapes[-1])[0].pvalue == found.pop()[0]


def test_samples_say_whether_a_rerun_would_decide_otherwise():
    (judged,) = judge_items(samples()).judgements
    assert judged.test == "item-t"
    assert 0 < judged.p_flip < 1
    assert judged.replicability.over == "samples"
    assert 0 < judged.items.noise_share <= 1
    assert set(judged.items.samples_needed) == {"0.90", "0.95", "0.99"}
    row = json.loads(judge_items(samples()).to_json())["verdicts"][0]
    assert row["repeats_needed"] is None
    assert row["samples_needed"] == judged.items.samples_needed


def test_the_gpqa_like_answer_names_reruns_and_noise():
    text = " ".join(str(judge_items(samples(lead=0.35))).split())
    assert "other sampling runs of these systems on the same items" in text
    assert "of the variance of the difference is sampling noise" in text
    assert "splits" not in text


def test_runs_that_share_something_need_more_evidence():
    table = samples(lead=0.5)
    plain, recipes = judge_items(table, test="item-t")[0], judge_items(table, test="item-t", runs=True)[0]
    assert recipes.pvalue >= plain.pvalue
    assert recipes.replicability.over == "runs"


def test_three_systems_are_adjusted_by_shaffer_and_a_baseline_by_holm():
    judged = judge_items(RIGHT)
    assert {each.adjustment for each in judged} == {"shaffer"}
    own = sorted(each.pvalue for each in judged)
    wanted = np.minimum(1, np.maximum.accumulate([3 * own[0], own[1], own[2]]))
    assert sorted(each.pvalue_adjusted for each in judged) == pytest.approx(wanted)
    against = judge_items(RIGHT, baseline="old")
    assert {(each.second, each.adjustment) for each in against} == {("old", "holm")}
    with refused("adjust", "holm"):
        judge_items(RIGHT, baseline="old", adjust="shaffer")


def test_places_follow_from_the_decisions():
    judged = judge_items(RIGHT)
    better = {
        (j.first, j.second) if j.decision is Decision.FIRST else (j.second, j.first)
        for j in judged
        if j.decision is not Decision.OPEN
    }
    for standing in judged.standings:
        above = sum(worse == standing.system for _, worse in better)
        below = sum(winner == standing.system for winner, _ in better)
        assert standing.place == (1 + above, 3 - below)
        assert standing.interval[0] < standing.score < standing.interval[1]
    assert [each.score for each in judged.standings] == sorted((each.score for each in judged.standings), reverse=True)


@pytest.mark.parametrize(("margin", "not_worse", "equivalent"), [(0.01, True, False), (0.9, True, True)])
def test_a_margin_decides_not_worse_and_equivalent(margin, not_worse, equivalent):
    (judged,) = judge_items({"new": RIGHT["new"], "old": RIGHT["old"]}, margin=margin).judgements
    assert (judged.items.margin, judged.items.not_worse, judged.items.equivalent) == (margin, not_worse, equivalent)


def test_the_bound_that_decides_a_margin_is_said():
    """The lower end of the 90% interval of a paired t test decides at .05; its numbers by scipy."""
    rng = np.random.default_rng(5)
    new, old = rng.normal(0.5, 0.1, (2, 40))
    (judged,) = judge_items({"new": new, "old": old}, margin=0.05, test="item-t").judgements
    low, high = stats.ttest_rel(new, old).confidence_interval(0.9)
    facts = judged.items
    assert (facts.margin_bound, facts.margin_bound_upper) == pytest.approx((low, high), abs=0.004)
    assert facts.margin_bound <= low
    assert facts.not_worse == (facts.margin_bound > -0.05)
    assert facts.losers_unseen == pytest.approx(1 - 0.05 ** (1 / 40))


def test_clusters_are_what_would_show_a_loss():
    clusters = {"new": RIGHT["new"], "old": RIGHT["old"]}
    count = len(RIGHT["new"])
    frame = pd.DataFrame({"item": range(count), **clusters, "cluster": np.arange(count) // 4})
    (judged,) = judge_items(frame, margin=0.3).judgements
    assert judged.items.losers_unseen == pytest.approx(1 - 0.05 ** (4 / count), abs=0.02)


def test_without_a_margin_nothing_is_said_about_it():
    facts = judge_items(GRADES)[0].items
    assert (facts.margin, facts.not_worse, facts.equivalent) == (None, None, None)


@pytest.mark.parametrize("margin", [0, -0.1, np.nan, np.inf, True, "0.1", 2])
def test_a_margin_that_is_none_is_refused(margin):
    with refused("margin"):
        judge_items(RIGHT, margin=margin)


def test_fragile_items_are_named_and_turn_the_decision():
    frame = tidy(GRADES)
    judged = judge_items(frame)[0]
    assert judged.decision is Decision.FIRST
    fragile = judged.items.fragility
    assert len(fragile.ids) == fragile.items
    assert fragile.share == fragile.items / 60
    left = frame[~frame["item"].isin(fragile.ids)]
    assert judge_items(left, test="item-t")[0].decision is Decision.OPEN


def test_an_open_decision_has_no_fragile_items():
    assert judge_items({"a": GRADES["old"], "b": GRADES["old"][::-1]})[0].items.fragility is None


def test_tasks_have_a_macro_average():
    tasks = np.where(np.arange(60) < 40, "maths", "law")
    facts = judge_items(tidy(GRADES, task=tasks))[0].items.tasks
    d = GRADES["new"] - GRADES["old"]
    assert facts.macro.estimate == pytest.approx((d[:40].mean() + d[40:].mean()) / 2)
    assert {part.task: part.items for part in facts.by_task} == {"law": 20, "maths": 40}
    (kept,) = judge_items(tidy(GRADES, task=tasks), task="law").judgements
    assert kept.items.items == 20


def test_one_system_has_a_score_with_an_interval():
    judged = judge_items({"new": RIGHT["new"]})
    assert judged.judgements == ()
    (standing,) = judged.standings
    wanted = stats.binomtest(int(RIGHT["new"].sum()), 80).proportion_ci(method="wilson")
    assert standing.interval == pytest.approx((wanted.low, wanted.high))
    assert standing.place == (1, 1)
    assert "new" in str(judged)
    with refused("test", "new"):
        judge_items({"new": RIGHT["new"]}, test="item-t")


@pytest.mark.parametrize("test", ["corrected-t", "5x2-f", "kfold-t", "bayes-correlated-t"])
def test_tests_for_splits_refuse_items(test):
    with pytest.raises(MisfitError) as told:
        judge_items(GRADES, test=test)
    assert test in str(told.value)
    assert "item-t" in str(told.value)


@pytest.mark.parametrize("test", ["mcnemar", "clustered-t", "cluster-flip", "delong-t", "swap", "bootstrap-percentile"])
def test_tests_on_items_refuse_items_that_do_not_fit(test):
    with pytest.raises((MisfitError, InputError)) as told:
        judge_items(GRADES, test=test)
    assert test in str(told.value)


@pytest.mark.parametrize("items", [1, 2, 3, 5])
def test_few_items_are_judged_and_never_refused_for_being_few(items):
    (judged,) = judge_items({"a": [1] * items, "b": [0] * items}).judgements
    assert judged.pvalue == pytest.approx(0.5**items)  # mid-p of n against 0: 2 / 2^n - 1 / 2^n
    assert (judged.decision is Decision.OPEN) == (judged.pvalue > 0.05)
    json.loads(judge_items({"a": [1.0] * items, "b": [0.5] * items}).to_json())


def test_the_same_systems_are_no_evidence():
    (judged,) = judge_items({"a": GRADES["new"], "b": GRADES["new"]}).judgements
    assert (judged.pvalue, judged.decision) == (1, Decision.OPEN)


def test_weights_count_items():
    doubled = {name: np.concatenate([values, values]) for name, values in GRADES.items()}
    frame = tidy(GRADES, weight=np.full(60, 2.0))
    assert judge_items(frame)[0].estimate == pytest.approx(judge_items(doubled)[0].estimate)
    heavy = tidy(GRADES, weight=np.where(np.arange(60) < 30, 1.0, 3.0))
    d = GRADES["new"] - GRADES["old"]
    assert judge_items(heavy)[0].estimate == pytest.approx(np.average(d, weights=[1] * 30 + [3] * 30))


def test_scores_of_whole_runs_are_judged_by_welch():
    runs = {"a": [0.81, 0.83, 0.80, 0.82], "b": [0.78, 0.79, 0.775]}
    rows = [(run, name, score) for name, scores in runs.items() for run, score in enumerate(scores)]
    judged = judge_items(pd.DataFrame(rows, columns=["seed", "model", "score"]), margin=0.01)
    wanted = stats.ttest_ind(runs["a"], runs["b"], equal_var=False)
    assert (judged[0].test, judged[0].pvalue) == ("welch-t", pytest.approx(wanted.pvalue))
    assert (judged[0].items.items, judged[0].items.samples, judged[0].items.not_worse) == (None, 3, True)
    assert judged.standings[0].score == pytest.approx(np.mean(runs["a"]))
    assert judged[0].replicability == Refusal(Reason.NO_ITEMS)
    assert "runs per system" in str(judged)


def test_where_all_is_noise_nothing_is_said_of_more_samples():
    rng = np.random.default_rng(5)
    coins = {name: rng.integers(0, 2, (3, 50)) for name in ("a", "b")}  # 2 s_d^2 below the noise, by chance
    (judged,) = judge_items(coins).judgements
    assert judged.items.noise_share == 1
    assert judged.items.samples_needed is None
    assert judged.replicability.p_flip_limit is None
    assert 0 < judged.p_flip < 1


def test_runs_need_more_than_one():
    with refused("runs"):
        judge_items(GRADES, runs=True)


def test_a_single_system_has_no_pair_to_look_at():
    with pytest.raises(IndexError) as told:
        judge_items({"new": RIGHT["new"]})[0]
    assert "standings" in str(told.value)


HEAVY = pd.DataFrame(
    {"item": [f"q{at}" for at in range(60)], "kg": [50.0] * 6 + [1.0] * 54, "a": [1] * 6 + [0] * 54, "b": [0, 1] * 30}
)


class TestWeights:
    def test_a_column_of_weights_that_nobody_named_is_said(self):
        judged = judge_items(HEAVY.rename(columns={"kg": "Weights"}))
        (note,) = [each for each in judged.notes if each.kind is NoteKind.WEIGHTED]
        assert (note["column"], note["low"], note["high"], note["items"]) == ("Weights", 1, 50, 60)
        assert note["equal_to"] == pytest.approx(354**2 / (6 * 2500 + 54))
        for words in (str(judged), judged.to_html()):
            assert "weights 1 to 50" in words
            assert "'Weights'" in words.replace("&#39;", "'")
        assert "not weighted" in str(judged)
        assert "weights 1 to 50" in judged.methods()
        assert any("'Weights'" in words for words in judged.to_dict()["notes"])

    def test_it_can_be_ignored_and_another_be_named(self):
        weighted = judge_items(HEAVY, weights="kg", systems=["a", "b"])
        ignored = judge_items(HEAVY.assign(weight=HEAVY.kg), weights="none", systems=["a", "b"])
        assert weighted.scores[0].values[0].mean() == pytest.approx(300 / 354)
        assert ignored.scores[0].values[0].mean() == pytest.approx(0.1)
        for frame in (HEAVY, HEAVY.assign(weight=2.0)):  # of one that is named, or of equal weights nothing is hidden
            assert not [n for n in judge_items(frame, systems=["a", "b"]).notes if n.kind is NoteKind.WEIGHTED]
        with refused("weights", "mass"):
            judge_items(HEAVY, weights="mass")
        with refused("weights", "kg"):
            judge_items({"a": [1, 0], "b": [0, 1]}, weights="kg")

    def test_evaluations_that_were_read_forget_their_weights(self):
        found = evals_of(HEAVY.rename(columns={"kg": "weight"}))
        judged = judge_items(found, weights="none")
        assert judged.scores[0].values[0].mean() == pytest.approx(0.1)
        assert "weight" not in str(judged)

    def test_a_gate_says_it(self):
        outcome = judge_items(HEAVY, weights="kg", systems=["a", "b"]).gated("first").gate
        assert [note.kind for note in outcome.told] == [NoteKind.WEIGHTED]
