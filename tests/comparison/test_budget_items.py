"""Is an evaluation large enough? Items and samples for a difference."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import budget_of_items, judge_items
from outperform.core import Decision, MisfitError, NoteKind
from outperform.sources import FixedItems
from outperform.words.document import Role


def drawn(law="normal", seed=0, **options):
    """Draw a table of two systems from the lab's source."""
    source = FixedItems(law=law, **options)
    found = source.draw(np.random.default_rng(seed), np.random.default_rng(seed + 1)).row_scores
    return {"a": found[0], "b": found[1]}


def only(found):
    assert len(found.pairs) == 1
    return found.pairs[0]


def kinds(pair):
    return {note.kind for note in pair.notes}


def test_items_follow_the_formula_for_several_samples():
    table = drawn(items=150, samples=4, noise=1.0)
    pair = only(budget_of_items(table, difference=0.1))
    sigma = sum(each.var(axis=0, ddof=1).mean() for each in table.values())
    spread = (table["a"].mean(axis=0) - table["b"].mean(axis=0)).var(ddof=1)
    assert pair.sigma.value == pytest.approx(sigma)
    assert pair.omega.value == pytest.approx(spread - sigma / 4)
    assert pair.items_for.value == pytest.approx((1.96 + 0.8416) ** 2 * spread / 0.01, abs=3)
    assert pair.items_for.low < pair.items_for.value < pair.items_for.high
    assert (pair.limit, pair.samples, pair.samples_for) == ("items", (4, 4), np.inf)
    assert [step.samples for step in pair.more_samples] == [1, 2, 4, 5, 10, 30, 100, np.inf]


@pytest.mark.parametrize(("times", "limit"), [(1.01, "nothing"), (0.99, "samples"), (0.2, "items")])
def test_what_limits_a_set(times, limit):
    table = drawn(items=100, samples=3, noise=2.0)
    least = only(budget_of_items(table, difference=0.5)).smallest.value
    pair = only(budget_of_items(table, difference=times * least))
    assert pair.limit == limit
    assert f"{times * least:.3g}" in pair.says


def test_one_sample_gives_items_alone():
    found = budget_of_items(drawn(items=60), difference=0.1)
    pair = only(found)
    assert (pair.omega.value, pair.sigma.value, pair.samples_for, pair.more_samples) == (None, None, None, ())
    assert pair.omega.basis == pair.sigma.basis == "unknown"
    assert len(pair.more_items) == 5
    assert len(found.to_frame()) == 1
    assert [len(each.heads) for each in found.document.of(Role.STEPS)] == [2]  # items, and what they find


def test_right_and_wrong_answers_are_planned_by_their_discordant_share():
    pair = only(budget_of_items({"a": [1] * 30 + [0] * 70, "b": [0] * 20 + [1] * 10 + [0] * 60 + [1] * 10}))
    assert (pair.test, pair.discordant.value, pair.difference) == ("mcnemar-midp", 0.3, 0.01)
    assert NoteKind.ASSUMED_DIFFERENCE in kinds(pair)
    z, b, d = 1.959964, 0.841621, 0.01
    assert pair.items_for.value == np.ceil(((z * 0.3**0.5 + b * (0.3 - d * d) ** 0.5) / d) ** 2)


def test_few_items_are_planned_for_the_t_test_that_more_items_get():
    pair = only(budget_of_items(drawn(items=12), difference=0.1))
    assert pair.test == "item-t"
    assert NoteKind.FEW_ITEMS in kinds(pair)


def test_clusters_raise_the_need():
    values = drawn(items=100, clusters=20)
    clusters = (np.arange(100) % 20).tolist()
    pair = only(budget_of_items(values, difference=0.2, cluster=clusters))
    alone = only(budget_of_items(values, difference=0.2))
    assert (pair.test, pair.clusters) == ("clustered-t", 20)
    assert pair.items_for.value / alone.items_for.value == pytest.approx(pair.design_effect, rel=0.05)
    assert pair.clusters_for == np.ceil(pair.items_for.value / 5)


def test_several_pairs_share_the_level_and_a_baseline_leaves_fewer():
    table = {**drawn(items=80), "c": drawn(items=80, seed=5)["a"]}
    whole, against = budget_of_items(table, difference=0.1), budget_of_items(table, difference=0.1, baseline="c")
    assert [pair.level for pair in whole.pairs] == [0.05 / 3] * 3
    assert [pair.level for pair in against.pairs] == [0.025] * 2
    assert [note["own"] for note in whole.notes if note.kind is NoteKind.SHARED_LEVEL] == [0.05 / 3]


def test_a_decided_pair_says_so():
    table = drawn(items=100, lead=1.0)
    found, judged = budget_of_items(table, difference=0.1), judge_items(table)[0]
    pair = only(found)
    assert (pair.decision.value, pair.pvalue) == ("first", judged.pvalue)
    assert ("is better" in str(found), pair.is_decided) == (True, True)
    assert not only(budget_of_items(drawn(items=100), difference=0.1)).is_decided


@pytest.mark.parametrize(
    "table",
    [
        {"a": [1, 0] * 20, "b": [1, 0] * 20},
        {"a": [0.5] * 30, "b": [0.5] * 30},
        {"a": [[0.5] * 30] * 2, "b": [[0.25] * 30] * 2},
    ],
    ids=["ties of right and wrong", "ties of scores", "the same difference everywhere"],
)
def test_where_nothing_varies_there_is_nothing_to_plan(table):
    found = budget_of_items(table, difference=0.1, cost_per_item=1)
    pair = only(found)
    assert (pair.limit, pair.smallest.value, pair.items_for.value, pair.cheapest) == ("no noise", None, None, None)
    json.dumps(found.to_dict(), allow_nan=False)
    assert str(found).startswith("Nothing varies")


def test_samples_that_all_agree_are_bounded():
    table = {"a": [[1, 0, 1, 1] * 10] * 3, "b": [[0, 0, 1, 0] * 10] * 3}
    pair = only(budget_of_items(table, difference=0.1))
    assert (pair.sigma.basis, NoteKind.NOISE_BOUNDED in kinds(pair)) == ("assumed", True)


def test_a_spread_of_items_within_sampling_noise_is_noted():
    rng = np.random.default_rng(3)
    pair = only(budget_of_items({name: rng.normal(size=(3, 50)) for name in "ab"}, difference=0.1))
    assert (pair.omega.low, NoteKind.ITEM_SPREAD_UNSURE in kinds(pair)) == (0, True)
    clear = only(budget_of_items(drawn(items=100, samples=3, noise=0.5), difference=0.1))
    assert NoteKind.ITEM_SPREAD_UNSURE not in kinds(clear)


def test_runs_that_share_much_cannot_be_made_up_by_items():
    rng = np.random.default_rng(3)
    table = {name: rng.normal(size=(3, 50)) + rng.normal(size=(3, 1)) for name in "ab"}
    found = budget_of_items(table, difference=0.05, runs=True)
    pair = only(found)
    assert (pair.limit, pair.items_for.value, pair.over) == ("runs", np.inf, "runs")
    assert pair.tau.value > 0.1
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["pairs"][0]["items_for"]["value"] == "inf"


def test_costs_choose_items_and_samples():
    table = drawn(items=100, samples=3, noise=1.0)
    dear_items = only(budget_of_items(table, difference=0.2, cost_per_item=10, cost_per_sample=0.1)).cheapest
    dear_samples = only(budget_of_items(table, difference=0.2, cost_per_sample=1)).cheapest
    assert dear_items.samples > dear_samples.samples == 1
    assert dear_items.cost == pytest.approx(dear_items.items * (10 + 0.2 * dear_items.samples))


def test_text_is_narrow_and_json_is_plain():
    found = budget_of_items(drawn(law="right-wrong", items=80, samples=3), difference=0.02, cost_per_sample=1)
    assert max(map(len, str(found).splitlines())) <= 80
    whole = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert whole["pairs"][0]["more_samples"][-1]["samples"] == "inf"
    assert len(found.to_frame()) == len(whole["pairs"][0]["more_samples"])


def test_the_order_of_the_systems_does_not_matter():
    table = drawn(law="t3", items=70, samples=2, noise=1.0, lead=0.3)
    one = only(budget_of_items(table, difference=0.1))
    other = only(budget_of_items(dict(reversed(table.items())), difference=0.1))
    assert (one.items_for, one.smallest) == (other.items_for, other.smallest)
    assert one.estimate == -other.estimate


@pytest.mark.parametrize("difference", [0, -0.1, float("nan"), float("inf"), "0.1", True])
def test_a_difference_that_is_none_is_refused(difference):
    with refused("difference", repr(difference)):
        budget_of_items(drawn(items=20), difference=difference)


def test_points_are_not_hundredths():
    with refused("difference", "0.05"):
        budget_of_items({"a": [1, 0, 1], "b": [0, 0, 1]}, difference=5)


@pytest.mark.parametrize(
    ("argument", "value"), [("power", 1), ("power", "high"), ("cost_per_item", -1), ("cost_per_sample", float("nan"))]
)
def test_other_numbers_that_mean_nothing_are_refused(argument, value):
    with refused(argument, repr(value)):
        budget_of_items(drawn(items=20), **{argument: value})


def test_what_shows_no_noise_of_items_is_refused():
    with refused("table", "two systems", "a"):
        budget_of_items({"a": [1, 0, 1]})
    with refused("table", "two or more items", "1"):
        budget_of_items({"a": [1], "b": [0]})
    with refused("table", "runs"):
        budget_of_items(pd.DataFrame({"run": [1, 2] * 2, "system": list("aabb"), "score": [0.1, 0.2, 0.3, 0.4]}))
    with refused("runs", "one"):
        budget_of_items(drawn(items=20), runs=True)
    with refused(None, "clusters", "1", error=MisfitError):
        budget_of_items(drawn(items=20), cluster=["x"] * 20)
    with refused(None, "missing", "'2'"):
        budget_of_items({"a": [1, float("nan"), 1], "b": [0, 0, 1]})


RNG = np.random.default_rng(4)
MANY = {f"s{at}": (RNG.random(120) < 0.3 + 0.04 * at).astype(int) for at in range(10)}


@pytest.mark.parametrize("count", [3, 5, 10])
def test_any_number_of_systems_has_one_screen(count):
    table = {name: MANY[name] for name in list(MANY)[:count]}
    found = budget_of_items(table, difference=0.05)
    (pairs,) = found.document.of(Role.PAIRS)
    assert len(pairs.rows) == min(21, count * (count - 1) // 2)
    assert bool(pairs.below) == (count == 10)
    assert len(str(found).splitlines()) <= 50
    assert max(map(len, str(found).splitlines())) <= 80


def test_what_the_table_says_is_decided_is_decided_by_the_adjusted_p():
    found = budget_of_items(MANY, difference=0.05)
    judged = judge_items(MANY)
    assert [pair.decision for pair in found.pairs] == [each.decision for each in judged.judgements]
    for pair in found.pairs:
        assert pair.is_decided == (pair.decision in (Decision.FIRST, Decision.SECOND)) == (pair.pvalue <= 0.05)


def test_items_that_separate_the_systems_are_those_of_the_pair_that_needs_most():
    table = {name: MANY[name] for name in list(MANY)[:5]}
    found = budget_of_items(table, difference=0.05)
    unclear = [pair for pair in found.pairs if not pair.is_decided]
    given = {"level": 0.05 / 10}
    for pair in unclear:
        both = {name: table[name] for name in (pair.first, pair.second)}
        assert (
            pair.items_to_separate
            == only(budget_of_items(both, difference=abs(pair.estimate), **given)).items_for.value
        )
    near = [pair.items_to_separate for pair in unclear if pair.items_to_separate <= 100 * 120]
    assert f"{max(near):,.0f} items" in found.document.closing[0]


def test_pairs_that_no_number_of_items_separates_are_named():
    found = budget_of_items({"a": MANY["s0"], "same": MANY["s0"], "c": MANY["s9"]}, difference=0.05)
    assert found.pairs[0].items_to_separate == np.inf
    assert "a and same" in " ".join(found.document.closing)
    decided = budget_of_items({name: MANY[name] for name in ("s0", "s9")}, difference=0.05)
    assert decided.document.closing == ()  # it is decided


def test_a_notebook_shows_the_same_document():
    found = budget_of_items({"<b>": MANY["s0"], "c": MANY["s9"]}, difference=0.05)
    assert "<b> − c" not in found._repr_html_()
    assert "&lt;b&gt;" in found._repr_html_()
    assert repr(found).startswith("<Budget: ")
