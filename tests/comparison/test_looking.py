"""Items that are looked at one by one, through the front door: what is chosen, when it is decided, what is refused."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import judge_items
from outperform.core import Decision, InputError, LookOrder, MisfitError, NoteKind, Reason, Refusal
from outperform.core.adjust import adjustment_from
from outperform.significance import Betting, DiscordantE
from outperform.words.cautions import CAUTIONS

RNG = np.random.default_rng(5)
EASE = RNG.normal(0, 1, 400)
RIGHT = {
    name: (RNG.random(400) < 1 / (1 + np.exp(-EASE - lead))).astype(int)
    for name, lead in (("new", 1.3), ("old", 0.2), ("mid", 0.9))
}
PAIR = {name: RIGHT[name] for name in ("new", "old")}
GRADES = {name: np.clip(RNG.normal(0.5 + lead, 0.2, 200), 0, 1) for name, lead in (("new", 0.15), ("old", 0))}


def kinds(judgement):
    return {note.kind for note in judgement.notes}


class TestWhatIsChosen:
    def test_right_and_wrong_answers_get_discordant_e(self):
        judged = judge_items(PAIR, sequential=True)
        assert judged[0].test == "discordant-e"
        assert NoteKind.CHOSEN_TEST in {note.kind for note in judged.notes}
        assert NoteKind.DRAWN_ORDER in kinds(judged[0])
        assert judged[0].replicability == Refusal(Reason.ONE_SAMPLE)

    @pytest.mark.parametrize(
        ("table", "more"),
        [(GRADES, {}), (PAIR, {"margin": 0.1}), ({name: [each, each] for name, each in PAIR.items()}, {})],
        ids=["grades", "margin", "samples"],
    )
    def test_other_scores_several_samples_and_margins_get_betting(self, table, more):
        assert judge_items(table, sequential=True, **more)[0].test == "betting"

    def test_without_being_asked_for_neither_is_chosen(self):
        for table in (PAIR, GRADES, RIGHT):
            found = judge_items(table)
            assert {each.test for each in found} & {"betting", "discordant-e"} == set()
            assert found[0].items.sequential is None
            assert found.to_dict()["verdicts"][0]["sequential"] is None

    def test_a_test_that_looks_may_be_named(self):
        named = judge_items(PAIR, test="discordant-e")[0]
        assert named.verdict == judge_items(PAIR, sequential=True)[0].verdict
        assert judge_items(PAIR, test="betting", sequential=True)[0].test == "betting"
        assert judge_items(PAIR, test=Betting(bounds=(0, 3)), sequential=True)[0].full_test.endswith("(0.0, 3.0))")

    @pytest.mark.parametrize("test", ["discordant-e", "betting", None])
    def test_as_they_come_is_a_parameter_of_the_test(self, test):
        judged = judge_items(PAIR, test=test, sequential=True, as_they_come=True)[0]
        assert "as_they_come=True" in judged.full_test
        assert judged.items.sequential.order is LookOrder.AS_THEY_COME
        assert NoteKind.AS_THEY_COME in kinds(judged)
        assert {NoteKind.AS_THEY_COME, NoteKind.TURNED} <= set(CAUTIONS)


class TestWhenItFell:
    def test_the_decision_fell_where_the_e_value_reached_the_level(self):
        facts = judge_items(PAIR, sequential=True, as_they_come=True)[0].items.sequential
        found = DiscordantE().arithmetic(np.subtract(PAIR["new"], PAIR["old"]).astype(float))
        reached = np.exp(found.log_e) >= 20
        assert facts.decided_at == int(np.argmax(reached)) + 1
        assert facts.looked_at == 400
        assert facts.evalue == pytest.approx(np.exp(found.log_e[-1]))

    def test_json_has_the_looks(self):
        judged = judge_items(PAIR, sequential=True)
        told = json.loads(judged.to_json())["verdicts"][0]
        assert list(told["sequential"]) == ["decided_at", "looked_at", "order", "evalue", "interval", "covers"]
        assert told["sequential"]["order"] == "random"
        assert told["sequential"]["interval"] == told["interval"]
        assert told["sequential"]["covers"] == told["parameter"] == "share of discordant items that the first wins"
        assert (told["decision"], told["null"]) == ("first", 0.5)
        assert told["fragility"] is told["prediction"] is told["tasks"] is None  # these hold if one looks once
        assert judged.to_frame().loc[0, "decided_at"] == told["sequential"]["decided_at"]

    def test_without_a_decision_there_is_no_item(self):
        facts = judge_items({"a": PAIR["new"], "b": PAIR["new"]}, sequential=True)[0].items.sequential
        assert (facts.decided_at, facts.looked_at, facts.evalue, facts.interval) == (None, 400, 1.0, (0.0, 1.0))

    @pytest.mark.parametrize("adjust", ["shaffer", "holm", "bonferroni", "none"])
    @pytest.mark.parametrize("test", ["discordant-e", "betting"])
    def test_of_several_pairs_p_values_are_adjusted_at_every_look(self, adjust, test):
        """Brute force: the adjusted p-values after every item, of all pairs on the same items."""
        judged = judge_items(RIGHT, sequential=True, test=test, adjust=adjust)
        paths = [each.verdict.looks.pvalues for each in judged]
        pairs = [(each.first, each.second) for each in judged]
        rule = adjustment_from(adjust)
        steps = np.array([rule.adjust(list(each), pairs) for each in zip(*paths, strict=True)])
        assert (np.diff(steps, axis=0) <= 0).all()
        for place, judgement in enumerate(judged):
            reached = steps[:, place] <= 0.05
            wanted = int(np.argmax(reached)) + 1 if reached[-1] else None
            assert judgement.items.sequential.decided_at == wanted
            assert (judgement.decision is Decision.OPEN) == (wanted is None)

    def test_rows_in_another_order_decide_at_the_same_item(self):
        rows = [{"item": f"q{at}", **{name: int(each[at]) for name, each in PAIR.items()}} for at in range(400)]
        table = pd.DataFrame(rows)
        one, other = (judge_items(each, sequential=True) for each in (table, table.sample(frac=1, random_state=3)))
        assert one[0].items.sequential == other[0].items.sequential
        assert judge_items(table, sequential=True, seed=1)[0].items.sequential != one[0].items.sequential

    def test_a_gate_on_a_margin_works_while_looking(self):
        facts = judge_items(PAIR, sequential=True, margin=0.05, baseline="old")[0].items
        assert (facts.not_worse, facts.equivalent) == (True, False)
        assert judge_items(PAIR, sequential=True, margin=0.05, baseline="new")[0].items.not_worse is False

    def test_what_was_decided_is_said_even_if_later_items_turn(self):
        signs = np.array([1] * 30 + [0] * 5 + [-1] * 200)
        table = {"a": (signs > 0).astype(int), "b": (signs < 0).astype(int)}
        judged = judge_items(table, sequential=True, as_they_come=True)
        assert judged[0].decision is Decision.FIRST
        assert NoteKind.TURNED in kinds(judged[0])
        assert str(judged).startswith("a is better than b. The decision fell at item 7 of 235.")

    def test_other_tests_are_not_asked_beside_it(self):
        assert judge_items(PAIR, sequential=True).others().judgements == ()
        shown = {each.test for each in judge_items(PAIR).others()}
        assert shown
        assert not shown & {"betting", "discordant-e"}


class TestWhatIsRefused:
    def test_a_margin_for_a_share(self):
        with refused("margin", "discordant-e", "betting"):
            judge_items(PAIR, test="discordant-e", margin=0.1)

    def test_a_test_that_looks_once(self):
        with refused("test", "item-t", "discordant-e", "betting"):
            judge_items(PAIR, test="item-t", sequential=True)

    def test_as_they_come_without_looking(self):
        with refused("as_they_come", "sequential="):
            judge_items(PAIR, as_they_come=True)

    def test_one_system(self):
        with refused("sequential", "new"):
            judge_items({"new": PAIR["new"]}, sequential=True)

    def test_whole_runs(self):
        runs = pd.DataFrame({"run": [1, 2, 3] * 2, "system": ["a"] * 3 + ["b"] * 3, "score": [0.5, 0.6, 0.7] * 2})
        with refused("sequential", "whole runs"):
            judge_items(runs, sequential=True)

    def test_runs_that_share_something(self):
        table = {name: [each, each] for name, each in GRADES.items()}
        with refused(None, "runs", error=MisfitError):
            judge_items(table, sequential=True, runs=True)

    @pytest.mark.parametrize("table", [PAIR, GRADES], ids=["right/wrong", "grades"])
    def test_clusters(self, table):
        clusters = [at // 4 for at in range(len(table["new"]))]
        with refused(None, "cluster", "clustered-t", error=MisfitError):
            judge_items(table, sequential=True, cluster=clusters)

    def test_scores_without_known_bounds(self):
        with refused(None, "bounds", error=MisfitError):
            judge_items({name: 7 * each for name, each in GRADES.items()}, sequential=True)
        given = judge_items({name: 7 * each for name, each in GRADES.items()}, test="betting(bounds=(0, 7))")
        assert given[0].pvalue == pytest.approx(judge_items(GRADES, sequential=True)[0].pvalue)

    @pytest.mark.parametrize("flag", ["sequential", "as_they_come"])
    def test_flags_that_are_none(self, flag):
        with refused(flag, "yes", error=InputError):
            judge_items(PAIR, **{flag: "yes"})


def test_with_a_margin_a_note_says_how_many_orders_show_it():
    """40 against 40 of 200 items, margin .1: the share of random orders, by 40 seeds (four standard errors)."""
    table = {"new": [1] * 160 + [0] * 40, "old": [0] * 40 + [1] * 160}
    judged = [judge_items(table, baseline="old", margin=0.1, sequential=True, seed=seed)[0] for seed in range(40)]
    share = {note["share"] for each in judged for note in each.notes if note.kind is NoteKind.DRAWN_MARGIN}
    assert len(share) == 1
    told = share.pop()
    assert abs(np.mean([each.items.not_worse for each in judged]) - told) < 4 * np.sqrt(told * (1 - told) / 40)
    for more in ({"sequential": True}, {"margin": 0.1}, {"sequential": True, "as_they_come": True, "margin": 0.1}):
        assert NoteKind.DRAWN_MARGIN not in kinds(judge_items(table, **more)[0])
