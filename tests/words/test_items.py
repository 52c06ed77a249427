"""Fixed systems on items in words: what is drawn anew is a run, never a split; facts of a pair; gates; places."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from tests.refusals import refused

from outperform.comparison import Comparison
from outperform.core import (
    Decision,
    Flips,
    Fragility,
    ItemFacts,
    Items,
    Judgement,
    Note,
    NoteKind,
    Parameter,
    PValue,
    Reason,
    Refusal,
    Replicability,
    Scores,
    Standing,
    TaskFacts,
    TaskPart,
    Unit,
)
from outperform.report import comparison_page
from outperform.report.tables.comparison import comparison_table
from outperform.significance.accuracy_difference import AccuracyVerdict
from outperform.words.captions import caption
from outperform.words.cautions import CAUTIONS
from outperform.words.gate import reasons_of
from outperform.words.headlines import meaning
from outperform.words.item_notes import ITEM_SENTENCES
from outperform.words.items import items_words
from outperform.words.lines import WIDTH
from outperform.words.methods import methods_words
from outperform.words.notes import note_words
from outperform.words.pair_tables import legend, pair_table
from outperform.words.replicability import ANEW, known_words, rerun_words
from outperform.words.terminal import table_lines
from outperform.words.verdicts import evidence

STAND = Replicability(0.42, 0.3, (0.0004, 0.6), ((12, 40), (20, 90), (60, None)), basis="samples", over="samples")
FACTS = ItemFacts(
    items=198,
    samples=5,
    clusters=None,
    noise_share=0.22,
    flips=Flips(61, 44, 93),
    fragility=Fragility(3, 3 / 198, ("rec12", "rec40", "rec7")),
    prediction=(-0.012, 0.12),
    samples_needed={"0.90": [12, 40], "0.95": [20, 90], "0.99": [60, None]},
)


@dataclass(frozen=True, kw_only=True)
class Given(PValue):
    ends: tuple[float, float]

    def interval(self, level):  # noqa: ARG002 - the same at every level
        return self.ends


def verdict(estimate=0.059, ends=(0.004, 0.114), pvalue=0.036):
    return Given(parameter=Parameter.DIFFERENCE_OF_METRIC, estimate=estimate, statistic=2.1, pvalue=pvalue, ends=ends)


def judged(first="opus", second="haiku", facts=FACTS, stand=STAND, **more):
    made = {"verdict": verdict(), "decision": Decision.FIRST, "pvalue_adjusted": 0.036, **more}
    return Judgement(
        first=first,
        second=second,
        test="item-t",
        metric="exact_match",
        level=0.05,
        adjustment="shaffer",
        unit=Unit.POINTS,
        redraws=stand,
        items=facts,
        **made,
    )


def turned():
    """The same pair with the systems swapped."""
    flips, margin = Flips(44, 61, 93), {"margin": 0.01, "not_worse": False, "equivalent": False}
    facts = replace(FACTS, flips=flips, prediction=(-0.12, 0.012), **margin)
    return judged("haiku", "opus", facts, verdict=verdict(-0.059, (-0.114, -0.004)), decision=Decision.SECOND)


def table(*systems, samples=5, items=198, **more):
    scored = np.full((len(systems), samples, items), 0.5)
    values = np.linspace(0.62, 0.561, len(systems)).reshape(-1, 1, 1)
    return Scores(systems, "exact_match", values, items=Items(row_scores=scored, **more), unit=Unit.POINTS)


STANDINGS = (
    Standing("opus", 0.62, (0.567, 0.673), (1, 1)),
    Standing("haiku", 0.561, (0.506, 0.616), (2, 3)),
    Standing("tiny", 0.55, None, (2, 3)),
)
CHOSEN = Note.of(
    NoteKind.CHOSEN_TEST,
    test="item-t",
    metric="exact_match",
    repeats=1,
    folds=1,
    shape="1 repeat of 1 fold",
    balanced=False,
    ratio=None,
)


def answer(*judgements, **more):
    systems = dict.fromkeys(name for each in judgements for name in (each.first, each.second))
    return Comparison(scores=(table(*systems),), judgements=judgements, notes=(CHOSEN,), source="gpqa.csv", **more)


def shown(made):
    return " ".join(str(made).split())


class TestTerminal:
    def test_one_pair(self):
        text = str(answer(judged(), standings=STANDINGS[:2]))
        assert all(len(line) <= WIDTH for line in text.splitlines())
        words = " ".join(text.split())
        assert words.startswith(
            "opus is better than haiku. p = .036, but about 42% of reruns on the same items would decide otherwise. "
        )
        assert "exact_match · gpqa.csv, 198 items, 5 samples each · item-t (chosen automatically), level .05" in words
        assert "opus 62.0 % 56.7 to 67.3 % 1" in words
        assert "+5.9 points, 95% interval +0.4 to +11.4" in words
        agree = "58 % (other sampling runs of these systems on the same items, not new items)"
        assert f"other runs agree {agree} noise 22 % of the variance of the difference is sampling noise" in words
        assert "items opus better on 61, haiku on 44, tied on 93" in words
        assert "without 3 of 198 items (rec12, rec40, rec7) the difference would not be significant" in words
        assert "next 198 items a difference between −1.2 and +12.0 points, with 95 % chance" in words
        assert (
            "samples needed 20 to 90 per item instead of 5, so that 95 % of pairs of reruns give the same decision"
            in words
        )
        assert "split" not in words

    def test_seen_from_the_better_system_the_numbers_are_the_same(self):
        one, other = shown(answer(judged())), shown(answer(turned()))
        for words in ("opus better on 61, haiku on 44", "between −1.2 and +12.0", "opus − haiku +5.9 points"):
            assert words in one
            assert words in other

    def test_margins_keep_the_order_in_which_they_were_asked(self):
        words = shown(answer(turned()))
        assert "haiku not worse than opus by more than 1.0 point: not shown" in words
        assert "haiku and opus differ by less than 1.0 point: not shown" in words
        facts = replace(FACTS, margin=0.02, not_worse=True, equivalent=False)
        assert "opus not worse than haiku by more than 2.0 points: shown" in shown(answer(judged(facts=facts)))

    def test_several_pairs_have_a_column_of_runs_and_of_noise(self):
        pairs = [judged(), judged("opus", "tiny"), judged("haiku", "tiny", decision=Decision.OPEN)]
        text = str(answer(*pairs, standings=STANDINGS))
        assert all(len(line) <= WIDTH for line in text.splitlines())
        words = " ".join(text.split())
        assert "p adjusted by Shaffer" in words
        assert "split" not in words
        assert "2-3" in words
        lines = list(table_lines(pair_table(pairs, keep=False)))
        assert sum("58 %" in line and "22 %" in line for line in lines) == 3
        assert "not new items" in legend(pairs)
        assert "noise" in legend(pairs)

    def test_a_baseline_is_compared_with_systems(self):
        pairs = judged("a", "base"), judged("b", "base", decision=Decision.OPEN)
        assert "1 of 2 systems (a) is better than base" in shown(
            Comparison(scores=(table("a", "b", "base"),), judgements=pairs)
        )

    def test_steady_decisions_have_no_sentence_about_reruns(self):
        steady = judged(stand=replace(STAND, p_flip=0.03))
        assert rerun_words(steady) == ""
        assert str(answer(steady)).startswith("opus is better than haiku.\n")
        assert "97 %" in str(answer(steady))

    def test_of_learners_it_is_about_other_splits_from_a_fifth_on(self):
        few, many = (replace(STAND, over="splits", p_flip=flips) for flips in (0.19, 0.2))
        assert rerun_words(judged(facts=None, stand=few)) == ""
        assert "about 20% of other random splits of these data would" in rerun_words(judged(facts=None, stand=many))

    def test_one_sample_says_why_nothing_is_known_of_reruns(self):
        note = Note.of(NoteKind.STABILITY_UNKNOWN, reason=Reason.ONE_SAMPLE, test="mcnemar-midp")
        facts = replace(FACTS, samples=1, noise_share=None, samples_needed=None)
        words = shown(answer(judged(facts=facts, stand=Refusal(Reason.ONE_SAMPLE), notes=(note,))))
        assert "that needs two or more samples of every item" in words
        assert "agree" not in words
        assert "split" not in words

    def test_runs_are_told_apart_from_samples(self):
        stand = replace(STAND, over="runs")
        words = shown(Comparison(scores=(table("opus", "haiku", runs=True),), judgements=(judged(stand=stand),)))
        assert "about 42% of fresh runs on the same items would decide otherwise" in words
        assert "22 % of the variance of the difference is noise between runs" in words
        assert "198 items, 5 runs each" in words
        assert "runs needed" in words

    def test_right_and_wrong_answers_are_counted_once(self):
        counted = AccuracyVerdict(
            parameter=Parameter.DIFFERENCE_OF_ACCURACIES,
            estimate=0.06,
            statistic=3.0,
            pvalue=0.02,
            wins=36,
            losses=24,
            count=200,
        )
        words = shown(answer(judged(verdict=counted)))
        assert "of the 60 items that only one gets right, opus gets 36" in words
        assert "tied on" not in words

    def test_one_system_alone_has_its_score(self):
        made = Comparison(
            scores=(table("opus"),), judgements=(), standings=STANDINGS[:1], source="gpqa.csv", level=0.05
        )
        assert shown(made).startswith("opus scores 62.0 %, 95% interval 56.7 to 67.3 %.")
        assert "gpqa.csv, 198 items, 5 samples each" in shown(made)
        assert "62.0 %" in repr(made)
        assert "62.0 %" in made._repr_html_()
        assert shown(Comparison(scores=(table("opus"),), judgements=()))

    def test_a_metric_without_a_unit_has_no_points(self):
        one = replace(judged(), unit=Unit.NONE, items=replace(FACTS, margin=0.02, not_worse=True))
        words = shown(
            Comparison(
                scores=(replace(table("opus", "haiku"), unit=Unit.NONE),), judgements=(one,), standings=STANDINGS[:2]
            )
        )
        assert "points" not in words
        assert "%" not in words.partition("opus − haiku")[0].partition("level")[2].replace("95% interval", "")
        assert "by more than 0.02: shown" in words

    def test_many_items_are_not_all_named(self):
        few = Fragility(12, 12 / 198, tuple(f"q{number}" for number in range(12)))
        assert "(q0, q1, q2, q3, q4 and 7 more)" in shown(answer(judged(facts=replace(FACTS, fragility=few))))

    def test_a_pair_of_which_little_is_known(self):
        bare = ItemFacts(2, 1, None, None, None, None, None, None)
        words = shown(answer(judged(facts=bare, stand=Refusal(Reason.ONE_SAMPLE))))
        assert "+5.9 points" in words
        assert not any(word in words for word in ("fragil", "next", "needed", "margin", "better on", "None"))


def part(task, estimate, pvalue, items=50, ends=None):
    return TaskPart(task, items, estimate, ends or (estimate - 0.05, estimate + 0.05), pvalue)


TASKS = TaskFacts(
    (part("algebra", 0.1, 0.01), part("law", 0.02, 0.6), TaskPart("one", 1, 0.0, None, None)),
    part("", 0.06, 0.03, 101),
    (part("algebra", 0.01, 0.7), part("law", 0.08, 0.02), part("one", 0.06, 0.03)),
    part("", 0.06, 0.2, 3),
)


class TestTasks:
    def test_each_has_a_row_and_the_one_that_decides_is_named(self):
        text = str(answer(judged(facts=replace(FACTS, tasks=TASKS))))
        assert all(len(line) <= WIDTH for line in text.splitlines())
        words = " ".join(text.split())
        assert "algebra 50 +10.0 [+5.0, +15.0] .010" in words
        assert "one 1 0.0 [unknown]" in words
        assert "mean of tasks 101 +6.0 [+1.0, +11.0] .030" in words
        assert "Without algebra the decision on the mean of tasks would change." in words
        assert "a sample of similar tasks: +6.0 points [+1.0, +11.0], p = .200" in words

    def test_several_tasks_that_turn_it_are_each_alone(self):
        turning = tuple(replace(TASKS.without[0], task=name, pvalue=0.2) for name in "ab")
        tasks = replace(TASKS, without=turning)
        words = " ".join(str(answer(judged(facts=replace(FACTS, tasks=tasks)))).split())
        assert "Without any one of these tasks the decision on the mean of tasks would change: a, b." in words

    def test_swapped_systems_turn_the_tasks(self):
        facts = replace(turned().items, tasks=TASKS)
        assert "algebra 50 −10.0 [−15.0, −5.0] .010" in shown(answer(replace(turned(), items=facts)))

    def test_where_no_task_decides_that_is_said(self):
        steady = replace(TASKS, without=(part("a", 0.06, 0.01), part("b", 0.05, 0.02)), other_tasks=None)
        words = shown(answer(judged(facts=replace(FACTS, tasks=steady))))
        assert "Without any one of these tasks" in words
        assert "similar tasks" not in words

    def test_of_many_tasks_the_largest_differences_are_shown(self):
        many = replace(TASKS, by_task=tuple(part(f"t{number}", number / 100, 0.5) for number in range(20)))
        text = str(answer(judged(facts=replace(FACTS, tasks=many))))
        assert "(12 tasks with smaller differences not shown)" in text
        assert "t19" in text
        assert "t11 " not in text


class TestElsewhere:
    def test_the_evidence_and_the_meaning_speak_of_runs(self):
        words = " ".join([*evidence(judged()), *meaning(judged())])
        assert "58 % of other sampling runs of these systems on the same items would give the same decision" in words
        assert "22 % of the variance of the difference is sampling noise" in words
        assert "about 42% of reruns on the same items" in words
        assert "split" not in words

    @pytest.mark.parametrize("over", ["samples", "runs"])
    def test_the_table_of_a_page_speaks_of_runs(self, over):
        row = {"p_flip": 0.42, "noise_share": 0.22, "p_flip_limit": 0.3, "pvalue_interval": [0.0004, 0.6]}
        row["samples_needed"] = {"0.95": [20, 90]}
        found = known_words(row, over)
        assert list(found.values()) == ["42.0 %", "22.0 %", "30.0 %", "< .001 to .600", "20 to 90 for 95 %"]
        words = " ".join([*found, ANEW[over].title, ANEW[over].about, ANEW[over].again_of])
        assert "split" not in words
        assert "noise" in words

    def test_a_notebook_shows_systems_facts_and_tasks(self):
        html = answer(judged(facts=replace(FACTS, tasks=TASKS)), standings=STANDINGS[:2])._repr_html_()
        for words in ("56.7 to 67.3 %", "opus better on 61", "rec12", "mean of tasks", "about 42% of reruns"):
            assert words in html
        assert "split" not in html

    def test_captions_and_methods_speak_of_systems_and_items(self):
        words = caption([judged()]) + methods_words([judged()], [table("opus", "haiku")], {}, "0.1")
        assert "both systems" in words
        assert "one set of 198 items, 5 samples each" in words
        assert "learner" not in words
        assert "split" not in words

    def test_uneven_samples_and_clusters_are_counted(self):
        scores = table("a", "b", items=4, samples=2, clusters=np.array([0, 0, 1, 1]))
        scores.items.row_scores[0, 1, 0] = np.nan
        assert items_words(scores) == "4 items, 1 to 2 samples each, 2 clusters"
        assert items_words(table("a", "b", samples=1, items=1)) == "1 item"


class TestReport:
    def test_one_system_has_no_page_and_no_table_of_pairs(self):
        alone = Comparison(scores=(table("opus"),), judgements=(), standings=STANDINGS[:1])
        for argument, ask in (("report", comparison_page), ("format", comparison_table)):
            with refused(argument, "opus"):
                ask(alone)

    def test_the_page_speaks_of_systems_items_and_reruns(self):
        scores = table("opus", "haiku")
        page = comparison_page(
            Comparison(scores=(scores,), judgements=(judged(scores=scores),), standings=STANDINGS[:2])
        )
        for words in ("198 items, 5 samples each", "Reruns on the same items", "Score on the items", ">system<"):
            assert words in page


def unmet(judgements, required):
    return reasons_of(Comparison(scores=(), judgements=tuple(judgements)).gated(required).gate)


class TestGate:
    def test_not_worse_asks_for_what_is_shown(self):
        met = judged(facts=replace(FACTS, margin=0.01, not_worse=True, equivalent=False))
        assert unmet([met], "not-worse") == []
        (words,) = unmet([turned()], "not-worse")
        assert "haiku (the first) must not be worse than opus by more than 1.0 point, but this is not shown" in words
        assert "haiku − opus = −5.9 points, 95% interval −11.4 to −0.4" in words

    def test_equal_with_a_margin_asks_for_equivalence(self):
        met = judged(facts=replace(FACTS, margin=0.2, not_worse=True, equivalent=True))
        assert unmet([met], "equal") == []
        (words,) = unmet([turned()], "equal")
        assert "must differ by less than 1.0 point, but this is not shown" in words

    def test_without_a_margin_a_gate_stays_closed(self):
        assert unmet([judged()], "not-worse")
        assert unmet([judged(facts=None)], "not-worse")
        assert "practically equal" in unmet([judged()], "equal")[0]

    def test_the_other_gates_stay_as_they_are(self):
        assert unmet([judged()], "first") == []
        assert unmet([judged()], "second")


NOTES = {
    NoteKind.RUNS_ALONE: {"share": 0.8, "low": 0.5, "high": 0.95, "runs": (5, 5), "level": 0.05},
    NoteKind.ROWS_AS_ITEMS: {"items": 20},
    NoteKind.WEIGHTED: {"column": "kg", "low": 1.0, "high": 50.0, "items": 60, "equal_to": 8.3, "named": False},
    NoteKind.ITEMS_UNNAMED: {},
    NoteKind.SCALES_DIFFER: {"first": ("a", 0.0, 98.5), "second": ("b", 0.0, 1.0)},
    NoteKind.SCALES_PARTLY: {"shares": 40, "others": 5, "low": 52, "high": 98},
    NoteKind.MORE_SYSTEMS: {"systems": 30, "items": 3},
    NoteKind.TRIALS_SHARE: {"trials": 3},
    NoteKind.LOGS_AS_SAMPLES: {},
    NoteKind.LOG_UNFINISHED: {"files": ("a.json",)},
    NoteKind.LOG_INCOMPLETE: {"file": "a.json", "what": "missing", "samples": 3, "of": 80},
    NoteKind.LOGS_LIMITED: {"logs": (("a.json", 10, 100), ("b.json", 7, 9))},
    NoteKind.LOGS_LEFT_OUT: {"files": ("a.json", "b.json")},
    NoteKind.ITEMS_DROPPED: {"items": 3, "left": 195},
    NoteKind.SCORES_MISSING: {"scores": 4, "items": 3, "how": "drop"},
    NoteKind.SAMPLES_MISSING: {"samples": 9, "items": 4},
    NoteKind.SAMPLES_FEWER: {"samples": 3, "of": 5},
    NoteKind.PROMPTS_DIFFER: {"items": 7},
    NoteKind.LOWER_IS_BETTER: {"metric": "wer", "swapped": True},
    NoteKind.FEW_ITEMS: {"items": 4},
    NoteKind.FEW_CLUSTERS: {"clusters": 2},
    NoteKind.FEW_HEAVY: {"units": 60, "same": 3.01, "clusters": False},
    NoteKind.ALIKE_UNITS: {"units": 7, "clusters": True, "pvalue": 0.125},
    NoteKind.NEVER_REJECTS: {"units": 4, "least": 0.125, "level": 0.05},
    NoteKind.FEW_DIFFER: {"differ": 2, "items": 50},
    NoteKind.SKEWED: {"skewness": -4.7, "units": 25},
    NoteKind.CLUSTERS_IGNORED: {"clusters": 12, "items": 60},
    NoteKind.SAMPLES_SHARE: {"times": 3.2},
    NoteKind.RECIPES: {},
    NoteKind.NOISE_BOUNDED: {},
    NoteKind.ITEM_SPREAD_UNSURE: {"high": 0.2, "unit": Unit.NONE},
    NoteKind.NO_SPREAD_ITEMS: {"units": 6, "pvalue": 0.03125},
    NoteKind.FEW_OF_CLASS: {"items": 3, "positive": True},
    NoteKind.DRAWN_ORDER: {"seed": 7, "orders": 200, "share": 0.09},
    NoteKind.DRAWN_MARGIN: {"orders": 500, "share": 0.22},
    NoteKind.GUARANTEED: {"least": 157},
    NoteKind.AS_THEY_COME: {},
    NoteKind.TURNED: {"decided_at": 40, "items": 300},
    NoteKind.BOUNDS_ASSUMED: {"low": 0, "high": 1},
}


@pytest.mark.parametrize("kind", ITEM_SENTENCES)
def test_every_note_on_items_names_its_facts(kind):
    words = note_words(Note.of(kind, **NOTES[kind]))
    facts = [abs(value) for value in NOTES[kind].values() if isinstance(value, int | float)]
    assert any(str(fact) in words or f"{100 * fact:.0f} %" in words for fact in facts) or not facts
    assert not any(brace in words for brace in "{}")


def test_notes_without_facts_have_words_too():
    assert "more than" in note_words(Note.of(NoteKind.SAMPLES_SHARE))
    assert "same on all 9" in note_words(Note.of(NoteKind.FEW_DIFFER, differ=0, items=9))
    assert "wrong" in note_words(Note.of(NoteKind.SCORES_MISSING, scores=4, items=3, how="wrong"))


def test_what_may_be_wrong_is_a_caution():
    cautions = {NoteKind.SKEWED, NoteKind.FEW_DIFFER, NoteKind.CLUSTERS_IGNORED, NoteKind.SAMPLES_SHARE}
    assert {*cautions, NoteKind.NEVER_REJECTS, NoteKind.FEW_CLUSTERS} <= set(CAUTIONS)
