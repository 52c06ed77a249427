"""What a newcomer stumbled over in answers on fixed systems: each has a plain answer now."""

import json
from dataclasses import dataclass, replace
from math import inf

import numpy as np
import pytest

from outperform import judge, judge_items
from outperform.cli.main import main
from outperform.core import Decision, Note, NoteKind, Parameter, PValue, Refusal, Unit
from outperform.words.foremost import ALL, foremost
from outperform.words.headlines import meaning
from outperform.words.lines import WIDTH
from outperform.words.notes import note_words
from outperform.words.pairs import oriented
from outperform.words.replicability import noise_words, rerun_words
from outperform.words.tasks import task_cautions
from outperform.words.terminal import cut_names
from outperform.words.verdicts import difference_words, parameter_words


@dataclass(frozen=True, kw_only=True)
class Given(PValue):
    ends: tuple[float, float]

    def interval(self, level):  # noqa: ARG002 - the same at every level
        return self.ends


def words_of(made):
    return " ".join(str(made).split())


def right(*shares, items=40):
    """Return answers of which the first so many are right."""
    return {f"s{number}": (np.arange(items) < share * items).astype(float) for number, share in enumerate(shares)}


def uneven(small=12):
    """Two systems on a large task on which b is a little better, and a small one on which a is much better."""
    rng = np.random.default_rng(3)
    size, count = 200, 20
    task = ["big"] * size + ["small"] * count
    both = rng.random(size) < 0.3
    a = np.where(both, 1, np.arange(size) % 2)
    b = np.where(both, 1, (np.arange(size) + 1) % 2)
    tail = np.arange(count) < small
    return [
        {"item": f"q{at}", "system": name, "score": int(score), "task": task[at]}
        for name, scores in (("a", [*a, *tail]), ("b", [*b, *(tail & False)]))
        for at, score in enumerate(scores)
    ]


def judged_tasks(small=12):
    pd = pytest.importorskip("pandas")
    return judge_items(pd.DataFrame(uneven(small)))


class TestTasks:
    def test_a_mean_of_tasks_that_decides_otherwise_is_said_below_the_headline(self):
        made = judged_tasks()
        assert made[0].decision is Decision.OPEN
        head, caution, *_ = str(made).split("\n\n")
        assert head.startswith("No clear difference")
        said = " ".join(caution.split())
        assert said.startswith("caution: over all items there is no clear difference, but the mean of tasks finds a")
        assert made._repr_html_().index("mean of tasks finds a") < made._repr_html_().index("<table")

    def test_the_other_way_round(self):
        made = judged_tasks()
        tasks = made[0].items.tasks
        clear = replace(made[0], decision=Decision.FIRST, verdict=replace(made[0].verdict, pvalue=0.01))
        macro = replace(tasks.macro, pvalue=0.4)
        (said,) = task_cautions([replace(clear, items=replace(clear.items, tasks=replace(tasks, macro=macro)))])
        assert "a is better, but the mean of tasks finds no clear difference" in said
        against = replace(tasks.macro, estimate=-0.3, pvalue=0.001)
        (said,) = task_cautions([replace(clear, items=replace(clear.items, tasks=replace(tasks, macro=against)))])
        assert "a is better, but the mean of tasks finds b better" in said

    def test_where_both_agree_nothing_is_said(self):
        made = judged_tasks(small=0)
        assert task_cautions(made.judgements) == []
        assert "caution" not in str(made)

    def test_of_several_pairs_those_that_decide_otherwise_are_named(self):
        one = judged_tasks()[0]
        (said,) = task_cautions([one, replace(one, first="c", second="d", items=None)])
        assert "a – b" in said
        assert "c – d" not in said


class TestParameters:
    def test_without_a_metric_it_is_a_difference_of_scores(self):
        rng = np.random.default_rng(0)
        made = judge_items({"a": rng.random(40), "b": rng.random(40)})
        assert made.to_dict()["verdicts"][0]["parameter"] == "difference of scores"
        assert parameter_words(replace(made[0], metric="bleu")) == "difference of bleu"


class TestIntervals:
    def found(self, ends, unit=Unit.POINTS):
        made = judge_items(right(0.6, 0.4))[0]
        given = Given(parameter=Parameter.DIFFERENCE_OF_METRIC, estimate=0.2, statistic=1.0, pvalue=0.3, ends=ends)
        return replace(made, unit=unit, verdict=given, decision=Decision.OPEN)

    def test_no_difference_of_shares_is_beyond_a_hundred_points(self):
        found = self.found((-2.08, 2.15))
        assert oriented(found).interval == (-1.0, 1.0)
        assert "−100.0 to +100.0" in difference_words(found, oriented(found))

    def test_without_ends_it_is_unknown(self):
        found = self.found((-inf, inf))
        assert difference_words(found, oriented(found)).endswith("95% interval unknown")
        assert "inf" not in " ".join(meaning(found))
        assert "every difference is compatible" in " ".join(meaning(found))

    def test_one_end_may_be_unknown(self):
        found = self.found((0.0, inf), Unit.NONE)
        assert "to unknown" in difference_words(found, oriented(found))
        assert "inf" not in words_of(replace(judge_items(right(0.6, 0.4)), judgements=(found,)))

    def test_other_units_have_no_such_scale(self):
        assert oriented(self.found((-2.08, 2.15), Unit.NONE)).interval == (-2.08, 2.15)


class TestFew:
    @pytest.mark.parametrize(("items", "least"), [(1, ".500"), (2, ".250"), (4, ".062")])
    def test_so_few_right_and_wrong_answers_cannot_show_a_difference(self, items, least):
        """By mid-p the smallest p-value of n items is 2 / 2^n - 1 / 2^n."""
        said = words_of(judge_items({"a": np.ones(items), "b": np.zeros(items)}))
        assert "this test cannot find a difference" in said
        assert f"its smallest p-value is {least}, the level is .05" in said
        assert "few" in said

    def test_five_items_can(self):
        made = judge_items({"a": np.ones(5), "b": np.zeros(5)})
        assert made[0].verdict.least == pytest.approx(2**-5)
        assert "cannot find" not in str(made)

    @pytest.mark.parametrize(("test", "least"), [("mcnemar-exact", 2 / 2**5), ("mcnemar", 0.0736)])
    def test_other_forms_have_their_own_least(self, test, least):
        """2 / 2^5 for the exact test; chi2 = 16/5 with 1 degree of freedom has p = .0736."""
        made = judge_items({"a": np.ones(5), "b": np.zeros(5)}, test=test)
        assert made[0].verdict.least == pytest.approx(least, abs=5e-5)
        assert "cannot find" in str(made)

    def test_two_clusters_get_a_caution(self):
        pd = pytest.importorskip("pandas")
        rows = [
            {"item": at, "system": name, "score": (at * step) % 3 == 0, "cluster": at % 2}
            for name, step in (("a", 1), ("b", 2))
            for at in range(30)
        ]
        for row in rows:
            row["score"] = float(row["score"]) if row["system"] == "a" else float(row["item"] % 5 == 0)
        assert "caution: 2 clusters are very few" in words_of(judge_items(pd.DataFrame(rows)))

    def test_one_of_a_thing_is_one(self):
        made = judge_items({"a": [1.0] * 10 + [0.0], "b": [1.0] * 11})
        assert "they differ on one item, which only b gets right" in words_of(made)
        for kind, facts in (
            (NoteKind.FEW_DIFFER, {"differ": 0, "items": 1}),
            (NoteKind.NEVER_REJECTS, {"units": 1, "least": 1.0, "level": 0.05}),
            (NoteKind.ROWS_AS_ITEMS, {"items": 1}),
            (NoteKind.PROMPTS_DIFFER, {"items": 1}),
            (NoteKind.FEW_CLUSTERS, {"clusters": 1}),
        ):
            said = note_words(Note.of(kind, **facts))
            assert "1 items" not in said
            assert "1 clusters" not in said

    def test_a_tiny_p_value_has_one_sign(self):
        said = note_words(Note.of(NoteKind.NO_SPREAD_ITEMS, units=40, pvalue=1e-12))
        assert "p < .001" in said
        assert "= <" not in said

    def test_all_items_differ(self):
        assert note_words(Note.of(NoteKind.FEW_DIFFER, differ=2, items=2)).endswith("only 2 items")


class TestReruns:
    def pair(self, lead=0.5, seed=1):
        rng = np.random.default_rng(seed)
        chance = rng.random(60)
        made = {"new": rng.random((5, 60)) < np.clip(chance + lead, 0, 1), "old": rng.random((5, 60)) < chance}
        return judge_items({name: scores.astype(float) for name, scores in made.items()})[0]

    def test_an_open_decision_could_find_a_difference(self):
        found = self.pair(0.0)
        stand = replace(found.replicability, p_flip=0.11)
        said = rerun_words(replace(found, redraws=stand))
        assert found.decision is Decision.OPEN
        assert "; about 11% of reruns on the same items would find a difference" in said
        assert "but" not in said

    def test_samples_are_not_needed_where_reruns_agree_already(self):
        found = self.pair(0.05)
        for share, shown in ((0.3, True), (0.02, False)):
            needed = {"0.95": [1, 9]}
            stand = replace(found.replicability, p_flip=share)
            one = replace(found, redraws=stand, items=replace(found.items, samples_needed=needed))
            made = replace(judge_items(right(0.6, 0.4)), judgements=(one,))
            assert ("samples needed" in str(made)) is shown

    def test_all_noise_leaves_no_rest(self):
        found = self.pair(0.0)
        stand = replace(found.replicability, p_flip=0.3)
        for share, rest in ((1.0, False), (0.4, True)):
            said = noise_words(replace(found, redraws=stand, items=replace(found.items, noise_share=share)))
            assert ("the rest is differences between items" in said) is rest

    def test_some_items_with_one_sample_are_no_claim_about_all(self):
        pd, rng = pytest.importorskip("pandas"), np.random.default_rng(0)
        rows = [
            {"item": item, "system": name, "sample": sample, "score": rng.random()}
            for name in "ab"
            for item in range(30)
            for sample in range(1 if item < 5 else 2)
        ]
        made = judge_items(pd.DataFrame(rows))
        assert isinstance(made[0].replicability, Refusal)
        assert "1 to 2 samples each" in words_of(made)
        assert "with one sample per item" not in words_of(made)
        assert "two or more samples of every item" in words_of(made)


class TestLong:
    def many(self, count=13):
        rng = np.random.default_rng(2)
        names = [f"s{number:02}" for number in range(count)]
        return judge_items({name: (rng.random(60) < 0.5).astype(float) for name in names})

    def test_many_pairs_are_cut_and_counted(self):
        made = self.many()
        pairs = len(made)
        assert pairs == 78 > ALL
        lines = str(made).splitlines()
        assert sum(" – " in line for line in lines) == ALL
        assert f"and {pairs - ALL} more pairs" in str(made)
        assert sum(line.strip().startswith(f"{name} ") for name in made.scores[0].learners for line in lines) >= 13
        assert f"{pairs - ALL} more pairs" in made._repr_html_()
        assert len(json.loads(made.to_json())["verdicts"]) == pairs

    def test_those_that_score_highest_are_shown(self):
        made = self.many()
        order = [each.system for each in made.standings]
        kept = [{each.first, each.second} for each in foremost(made.judgements, order)]
        assert kept[: len(order) - 1] == [{order[0], name} for name in order[1:]]

    def test_up_to_seven_all_are_shown(self):
        made = self.many(7)
        assert foremost(made.judgements, []) == list(made.judgements)
        assert "more pairs" not in str(made)

    def test_learners_on_splits_too(self):
        rng = np.random.default_rng(2)
        scores = {f"s{number:02}": rng.random((2, 5)) for number in range(13)}
        made = judge(scores, "corrected-t", n_train=80, n_test=20)
        assert "and 57 more pairs" in str(made)

    def test_against_a_baseline_the_best_are_shown(self):
        rng = np.random.default_rng(2)
        made = judge_items({f"s{n:02}": (rng.random(60) < 0.5).astype(float) for n in range(50)}, baseline="s07")
        kept = foremost(made.judgements, [each.system for each in made.standings])
        assert len(kept) == ALL
        best = [each.system for each in made.standings if each.system != "s07"][:ALL]
        assert {each.first for each in kept} == set(best)

    def test_long_names_are_cut_in_the_middle(self):
        names = [f"a-maker-of-models/{'very-' * 12}long-name-v{number}" for number in (1, 2)]
        made = judge_items(dict(zip(names, right(0.7, 0.3).values(), strict=True)))
        rows = [line for line in str(made).splitlines() if "…" in line]
        assert len(rows) == 2
        assert all(len(line) <= WIDTH for line in rows)
        assert all(name in made.to_json() for name in names)

    def test_names_that_would_become_the_same_stay_whole(self):
        long = [f"{'a' * 30}{middle}{'b' * 30}" for middle in "xy"]
        assert cut_names(long, 20) == long
        assert cut_names(["short"], 20) == ["short"]


class TestStyle:
    def test_percent_has_one_style_beside_names_of_intervals(self):
        rng = np.random.default_rng(1)
        chance = rng.random(60)
        made = judge_items(
            {n: (rng.random((5, 60)) < chance + lead).astype(float) for n, lead in (("a", 0.1), ("b", 0))}
        )
        rest = str(made).replace("95% interval", "").replace("\N{NO-BREAK SPACE}", " ")
        assert "%" in rest
        assert all(rest[at - 1] == " " for at, letter in enumerate(rest) if letter == "%")

    def test_evals_speaks_of_systems(self, capsys):
        with pytest.raises(SystemExit):
            main(["evals", "--help"])
        text = capsys.readouterr().out
        assert "learner" not in text
        assert "--baseline SYSTEM" in text
        assert all(len(line) <= WIDTH for line in text.splitlines())
