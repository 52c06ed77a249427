"""Leagues in words: one sentence that answers, tables of 80 columns, facts of one pair, what each share is about."""

from dataclasses import replace

import numpy as np
import pytest
from tests.leagues import made_judgement, made_league, made_table

from outperform.core import DatasetFragility, Decision, LeagueEffect, Note, NoteKind, Omnibus, Scores, Unit, Winner
from outperform.words.foremost import ALL, foremost, hidden_words
from outperform.words.gate import reasons_of
from outperform.words.league_facts import league_fact_rows
from outperform.words.league_sentences import omnibus_words
from outperform.words.pairs import SHORT, oriented
from outperform.words.standings import standing_columns

FIRST, SECOND = Decision.FIRST, Decision.SECOND
FOUR = ["c45", "nb", "1nn", "cn2"]


def text(league):
    """Return what is printed, with the ends of lines as blanks."""
    return " ".join(str(league).split())


def sentence(league):
    return " ".join(str(league).split("\n\n", maxsplit=1)[0].split())


@pytest.mark.parametrize(
    ("decisions", "said"),
    [
        ({}, "No clear difference between any two of the 4 learners."),
        ({("c45", "nb"): FIRST}, "c45 is better than 1 of 3 others; there is no clear difference from the other 2."),
        ({("c45", name): FIRST for name in FOUR[1:]}, "c45 is better than all 3 others."),
        ({("c45", "nb"): SECOND, ("nb", "cn2"): FIRST}, "nb is better than 2 of 3 others; there is no clear"),
        (  # the one with the most wins is beaten: another that nobody beats stands first
            {("c45", "nb"): FIRST, ("nb", "1nn"): FIRST, ("nb", "cn2"): FIRST},
            "c45 is better than 1 of 3 others; there is no clear",
        ),
        (  # a circle, and one that is neither better nor worse
            {("c45", "nb"): FIRST, ("nb", "1nn"): FIRST, ("c45", "1nn"): SECOND},
            "c45 is better than 1 of 3 others; 1 is better than it",
        ),
    ],
)
def test_one_sentence_answers(decisions, said):
    assert sentence(made_league(FOUR, decisions)).startswith(said)


def test_three_learners_have_two_others():
    decisions = {("c45", "nb"): FIRST, ("c45", "1nn"): FIRST}
    assert sentence(made_league(FOUR[:3], decisions)).startswith("c45 is better than both others. On 20 new data sets")


@pytest.mark.parametrize(
    ("decisions", "said"),
    [
        ({}, "No clear difference between nb and any of the 3 others."),
        ({("c45", "nb"): FIRST}, "1 of 3 learners is better than nb."),
        ({("c45", "nb"): FIRST, ("cn2", "nb"): SECOND}, "1 of 3 learners is better than nb, 1 is worse."),
        ({(name, "nb"): FIRST for name in ("c45", "1nn", "cn2")}, "All 3 others are better than nb."),
        ({("cn2", "nb"): SECOND}, "1 of 3 learners is worse than nb, and none is better."),
        ({(name, "nb"): SECOND for name in ("c45", "1nn", "cn2")}, "nb is better than all 3 others."),
    ],
)
def test_a_baseline_is_what_the_others_are_judged_against(decisions, said):
    league = made_league(FOUR, decisions, baseline="nb")
    assert sentence(league).startswith(said)
    assert ("On 20 new data sets" in sentence(league)) is bool(decisions)
    assert "all against nb" in text(league)


@pytest.mark.parametrize(("winner", "said"), [("c45", "another winner, or none"), (None, "a single winner")])
def test_the_first_place_has_its_own_share_of_other_splits(winner, said):
    league = made_league(FOUR, {("c45", name): FIRST for name in FOUR[1:]}, winner=Winner(winner, 0.123))
    assert f"About 12% of other random splits of these data sets would give {said}." in sentence(league)


def test_two_learners_have_a_sentence_of_their_own():
    few = {"fragility": DatasetFragility(3, ("iris", "wine", "zoo"))}
    league = made_league(["c45", "nb"], {("c45", "nb"): SECOND}, pair=few)
    assert sentence(league) == (
        "nb is better than c45 over 20 data sets (p = .008). On 20 new data sets like these,"
        " expect a mean difference nb − c45 between 0.0 and +4.0 points (95% prediction interval)."
    )
    league = made_league(
        ["c45", "nb"], pair={"pvalue_adjusted": 0.2, "fragility": DatasetFragility(2, ("iris", "wine"))}
    )
    assert sentence(league).startswith("No clear difference between c45 and nb over 20 data sets (p = .200). On 20 new")
    assert sentence(league).endswith("Without 2 of 20 data sets (iris, wine) a difference would be found.")
    unknown = {"effect": LeagueEffect(0.02, None, None, None, None, None), "fragility": DatasetFragility(1, ("iris",))}
    claim = "c45 is better than nb over 20 data sets (p = .008)."
    without = "Without 1 of 20 data sets (iris) it would not be significant."
    assert sentence(made_league(["c45", "nb"], {("c45", "nb"): FIRST}, pair=unknown)) == f"{claim} {without}"


def test_a_headline_says_what_new_data_sets_would_show_and_what_decisions_hang_on():
    far, near = ((0.01, 0.05), (-0.01, 0.05))
    effects = {
        name: LeagueEffect(0.03, (0.01, 0.05), (-0.1, 0.2), ends, None, None)
        for name, ends in {"nb": far, "1nn": near, "cn2": far}.items()
    }
    decisions = {("c45", name): FIRST for name in effects}

    def with_facts(judgement, effect, fragility):
        return replace(judgement, league=replace(judgement.league, effect=effect, fragility=fragility))

    def said(few, count):
        made = made_league(FOUR[: 1 + count], decisions)
        pairs = tuple(
            with_facts(each, effects[each.second], DatasetFragility(few, ("iris", "wine", "zoo")[:few]))
            if each.first == "c45"
            else each
            for each in made
        )
        return sentence(replace(made, judgements=pairs))

    on = "On 20 new data sets like these, the mean"
    assert said(3, 3).endswith(
        f"{on} difference of 1 of the 3 pairs that c45 wins may be 0 or the other way round"
        " (95% prediction interval per pair)."
    )
    assert said(1, 3).endswith("Without 1 of the 20 data sets, all 3 pairs that c45 wins would not be significant.")
    assert said(2, 2).endswith("Without 2 of the 20 data sets, both pairs that c45 wins would not be significant.")
    effects["1nn"] = effects["nb"]
    assert f"{on} differences of both pairs that c45 wins are expected to have the same sign as here" in said(3, 2)
    assert "new data sets" not in sentence(made_league(FOUR))  # nothing was found that could turn round


def test_what_a_share_is_about_stands_in_its_sentence():
    league = made_league(["c45", "nb"], {("c45", "nb"): FIRST}, pair={"p_flip": 0.214})
    assert "About 21% of other random splits of these data sets would decide otherwise." in sentence(league)
    assert "would decide" not in sentence(made_league(["c45", "nb"], pair={"p_flip": 0.03}))  # few
    facts = dict(league_fact_rows(league[0], None))
    assert facts["other splits agree"] == "79 % (other random splits of these data sets, not other data sets)"
    several = text(made_league(FOUR, pair={"p_flip": 0.03}))
    assert "other random splits of these data sets (not other data sets)" in several
    assert "on as many new data sets like these" in several


def test_the_facts_of_one_pair_are_seen_from_the_better_one():
    effect = LeagueEffect(-0.02, (-0.03, -0.01), (-0.3, 0.05), (-0.04, 0.002), 0.025, 0.77)
    known = {"effect": effect, "probabilities": (0.02, 0.05, 0.93), "p_flip_pool": 0.25}
    league = made_league(["c45", "nb"], {("c45", "nb"): SECOND}, pair=known, rope=0.01)
    facts = dict(league_fact_rows(league[0], league.rope))
    assert facts["nb − c45"].startswith("+2.0 points, 95% interval +1.0 to +3.0")
    assert "+1.8 points" in facts["median"]
    assert facts["data sets"] == "nb better on 15, c45 on 4, tied on 1"
    assert facts["new data set"] == "true difference between −5.0 and +30.0 points, with about 95 % chance"
    assert facts["next 20 data sets"] == "mean difference between −0.2 and +4.0 points, with about 95 % chance"
    assert "2.5 points (tau)" in facts["between data sets"]
    assert "77 %" in facts["between data sets"]
    assert "2 of 20 data sets (iris, wine)" in facts["fragility"]
    assert facts["probability"].startswith("nb better 0.93, practically equal (within 1.0 point) 0.05, c45 better 0.02")
    assert facts["other pools agree"].startswith("75 %")


def test_an_open_pair_may_hang_on_a_few_data_sets_too():
    few = DatasetFragility(1, ("iris",))
    rows = dict(league_fact_rows(made_judgement("a", "b", fragility=few), None))
    assert rows["fragility"] == "without 1 of 20 data sets (iris) a difference would be found"


def test_differences_of_shares_are_cut_and_other_metrics_have_no_points():
    wide = LeagueEffect(0.5, (-2.0, 3.0), (-9.0, 9.0), (-3.0, 4.0), None, None)
    rows = dict(league_fact_rows(made_judgement("a", "b", effect=wide), None))
    assert "−100.0 to +100.0" in rows["a − b"]
    rows = dict(league_fact_rows(made_judgement("a", "b", effect=wide, unit=Unit.NONE), None))
    assert "−2.00 to +3.00" in rows["a − b"]
    assert rows["new data set"].startswith("observed difference between −9.00 and +9.00,")


def test_every_line_fits_on_a_terminal():
    long = [f"a-learner-with-quite-a-long-name-{number:02d}" for number in range(20)]
    for learners in (FOUR, long[:4], long, [name[:9] + name[-2:] for name in long]):
        league = made_league(learners, {(learners[0], learners[-1]): FIRST}, pair={"p_flip": 0.5})
        assert max(map(len, str(league).splitlines())) <= 80
        assert learners[0] in str(league)


def test_of_many_pairs_those_of_the_best_and_decided_ones_are_shown():
    names = [f"l{number}" for number in range(20)]

    def pairs_of(league):
        kept = foremost(league.judgements, [each.learner for each in league.standings])
        return [(each.first, each.second) for each in kept], hidden_words(league.judgements, kept)

    kept, hidden = pairs_of(made_league(names, {("l3", "l9"): FIRST, ("l1", "l2"): SECOND}))
    assert kept == [*(("l0", name) for name in names[1:]), ("l1", "l2"), ("l3", "l9")]
    assert "169 more pairs, none of them" in hidden[0]
    kept, hidden = pairs_of(made_league(names[:8], {("l3", "l5"): FIRST}))
    assert len(kept) == ALL
    assert ("l3", "l5") in kept
    assert "7 more pairs, none of them" in hidden[0]
    against = made_league([*names, *(f"m{number}" for number in range(9))], {("m3", "l0"): FIRST}, baseline="l0")
    assert ("m3", "l0") in pairs_of(against)[0]
    assert "to_frame() shows all" in text(against)
    kept, _ = pairs_of(made_league([f"l{number}" for number in range(30)]))
    assert [second for _, second in kept] == [f"l{number}" for number in range(1, ALL + 1)]  # the best of the others
    assert len(pairs_of(made_league(FOUR))[0]) == 6


def test_standings_show_the_metric_in_its_own_direction():
    table = made_table(FOUR, higher_is_better=False, metric="error")
    league = made_league(FOUR, table=table)
    assert "error (lower is better)" in text(league)
    columns = standing_columns(league.standings, Unit.POINTS, None, "learner", "mean error")
    assert columns["mean error"][0] == "90.0 %"
    plain = standing_columns(league.standings, Unit.NONE, None, "learner", "mean score")
    assert plain["mean score"] == ["0.900", "0.890", "0.880", "0.870"]
    gone = [replace(each, mean_rank=None, mean=None) for each in league.standings]
    assert standing_columns(gone, Unit.POINTS, None, "learner")["mean rank"] == [""] * 4


def test_repeats_are_named_with_the_data():
    values = np.full((2, 5, 10), 0.9)
    scores = (Scores(("a", "b"), None, values), Scores(("a", "b"), None, values[:, :2]))
    table = replace(made_table(["a", "b"], 2), scores=scores)
    assert "2 data sets (2 to 5 repeats of 10 folds), 2 learners" in text(made_league(["a", "b"], table=table))
    assert "20 data sets, 2 learners" in text(made_league(["a", "b"]))


def test_the_omnibus_test_is_a_line_and_no_gate():
    assert "F(4, 116) = 14.45, p < .001; the pairs are decided without it" in text(made_league(FOUR))
    assert "iman-davenport" not in text(made_league(FOUR[:2]))
    assert "iman-davenport" not in text(made_league(FOUR, omnibus=None))
    words = omnibus_words(Omnibus("friedman", float("inf"), 3.0, 1e-9))
    assert "chi²(3) = infinite: all data sets have the same order" in words


def test_cautions_come_first_and_notes_last_with_the_pairs_they_concern():
    alike = Note.of(NoteKind.DATASETS_ALIKE, "c45", "nb", datasets=20)
    opposed = Note.of(NoteKind.MEAN_OPPOSES, "1nn", "cn2")
    league = made_league(FOUR, notes=(Note.of(NoteKind.SPLITS_UNKNOWN, run=False),))
    pairs = [replace(each, notes=(alike,)) if number < 5 else each for number, each in enumerate(league)]
    pairs[-1] = replace(pairs[-1], notes=(opposed,))
    blocks = str(replace(league, judgements=tuple(pairs))).split("\n\n")
    assert blocks[1].startswith("caution: 1nn – cn2: the test finds 1nn better")
    assert blocks[-1].startswith("note: it is unknown whether other random splits")
    assert "note: c45 – nb; c45 – 1nn; c45 – cn2; 2 more pairs: there is no difference" in " ".join(blocks[-1].split())


@pytest.mark.parametrize(("holm", "complete"), [(True, 3), (False, 0)])
def test_missing_cells_say_what_was_done(holm, complete):
    named = [(f"d{number}", "nb", f"ValueError: {'no ' * 99}") for number in range(5)]
    note = Note.of(NoteKind.CELLS_LEFT_OUT, cells=5, named=named, datasets=5, complete=complete, holm=holm)
    said = text(made_league(FOUR, notes=(note,)))
    assert "5 missing cells (5 data sets): nb on d0 (ValueError: no no" in said
    assert "nb on d2 (" in said
    assert "nb on d3 (" not in said
    assert "no…) and 2 more; a pair is judged" in said.replace("no …", "no…")
    assert ("Holm" in said, "3 data sets that all have" in said, "no mean ranks" in said) == (holm, holm, not holm)


def test_a_notebook_shows_the_same_and_escapes_names():
    html = made_league(["a<b", "nb", "x"], {("a<b", "nb"): FIRST})._repr_html_()
    assert "a&lt;b is better than 1 of 2 others" in html
    assert "a<b" not in html
    assert "iman-davenport" in html
    assert "fragility" in made_league(["a", "nb"], {("a", "nb"): FIRST})._repr_html_()


def test_a_prompt_shows_a_line():
    shown = repr(made_league(FOUR))
    assert shown.startswith("<League: No clear difference between any two of the 4 learners (6 verdicts; 20 data sets;")
    assert len(repr(made_league([f"{'long' * 200}{number}" for number in range(3)]))) <= 600


@pytest.mark.parametrize(("required", "count"), [("first", 5), ("second", 6)])
def test_a_gate_says_which_pairs_stay_open(required, count):
    found = reasons_of(made_league(FOUR, {("c45", "nb"): FIRST}).gated(required).gate)
    assert len(found) == count
    assert all(f"the {required}" in words for words in found)


def test_the_order_of_a_pair_is_kept_where_it_is_asked_for():
    judgement = made_judgement("a", "b", SECOND)
    assert oriented(judgement).pair == "b – a"
    kept = oriented(judgement, keep=True)
    assert (kept.pair, kept.estimate, kept.wins) == ("a – b", -0.02, (4, 1, 15))


def test_a_mean_by_random_effects_is_called_so():
    pair = {"effect": LeagueEffect(0.02, (0.01, 0.03), (-0.01, 0.05), (0.002, 0.04), 0.01, 0.5)}
    assert "a mean over data sets" in text(made_league(FOUR))
    assert "mean by random effects" in text(made_league(FOUR, pair=pair))


def test_probabilities_are_explained():
    assert "probability:" not in text(made_league(FOUR))
    assert "probability: that the first is better" in text(made_league(FOUR, pair={"probabilities": (0.7, 0.2, 0.1)}))


def test_p_values_that_an_adjustment_does_not_change_are_adjusted():
    league = made_league(FOUR, pair={"pvalue": 1.0, "pvalue_adjusted": 1.0})
    assert "p adjusted by Shaffer" in text(league)
    assert str(league).count("adjusted") == 2  # how it was judged, and above the p-values
    alone = made_league(FOUR, pair={"pvalue": 1.0, "pvalue_adjusted": 1.0, "adjustment": "none"}, adjustment="none")
    assert "adjusted" not in text(alone)


def test_pairs_that_many_other_splits_decide_otherwise_are_named():
    league = made_league(FOUR, {("c45", name): FIRST for name in FOUR[1:]}, pair={"p_flip": 0.31})
    assert "But about 31% of other random splits of these data sets would decide otherwise on" in sentence(league)
    assert "c45 – nb" in sentence(league)
    steady = made_league(FOUR, {("c45", name): FIRST for name in FOUR[1:]}, pair={"p_flip": 0.05})
    assert "otherwise" not in sentence(steady)


def test_a_decision_in_one_word_is_explained_below_its_table():
    learners = [f"a-learner-with-a-long-name-{number}" for number in range(3)]
    narrow = str(made_league(learners, {(learners[0], learners[1]): FIRST, (learners[1], learners[2]): SECOND}))
    assert SHORT in narrow
    assert "unclear" in narrow.partition(SHORT)[0]
    wide = str(made_league(FOUR, {("c45", "nb"): FIRST}))
    assert "no clear difference" in wide
    assert SHORT not in wide
