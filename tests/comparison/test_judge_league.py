"""Judging a league: published and independent numbers, refusals, and JSON to the letter."""

import json
import pickle
from itertools import combinations
from math import log10

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats
from tests.refusals import refused

import outperform
from outperform import judge_league
from outperform.comparison.rows import flat_row
from outperform.core import (
    Decision,
    LeagueTable,
    MisfitError,
    MissingCell,
    NoteKind,
    Omnibus,
    OmnibusTest,
    Scores,
    SpecError,
)
from outperform.ranking import CATALOGUE, OMNIBUS, BayesSignedRank, Wilcoxon

# Demsar (2006), Statistical Comparisons of Classifiers over Multiple Data Sets, Table 6, p. 15: areas under the ROC
# curve of C4.5, with tuned m, with tuned cf, with both.
DEMSAR = {
    "C4.5": [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.940, 0.619, 0.972, 0.957],
    "C4.5+m": [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978],
    "C4.5+cf": [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.0, 0.965, 0.614, 0.975, 0.946],
    "C4.5+m+cf": [0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.0, 0.962, 0.669, 0.975, 0.970],
}
SETS = [f"set{number}" for number in range(14)]


def demsar(**ways):
    return judge_league(DEMSAR, metric="auc", datasets=SETS, **ways)


def drawn(learners=4, datasets=20, seed=0, step=0.02, noise=0.02):
    """Draw scores whose means fall from learner to learner; no two differences are tied."""
    rng = np.random.default_rng(seed)
    values = rng.uniform(0.6, 0.7, datasets) + rng.normal(0, noise, (learners, datasets))
    return {f"l{at}": list(values[at] + step * (learners - at)) for at in range(learners)}


def names_of(datasets):
    return [f"d{number}" for number in range(datasets)]


def judged(learners=4, datasets=20, seed=0, step=0.02, noise=0.02, **ways):
    table = drawn(learners, datasets, seed, step, noise)
    return judge_league(table, metric="accuracy", datasets=names_of(datasets), **ways)


def long_rows(learners=3, datasets=12, repeats=2, folds=5, seed=1, step=0.01):
    rng = np.random.default_rng(seed)
    base = rng.uniform(0.6, 0.9, datasets)
    return [
        {
            "dataset": f"d{dataset}",
            "learner": f"l{learner}",
            "repeat": repeat,
            "fold": fold,
            "n_train": 80,
            "n_test": 20,
            "accuracy": base[dataset] - step * learner + rng.normal(0, 0.02),
        }
        for dataset in range(datasets)
        for learner in range(learners)
        for repeat in range(repeats)
        for fold in range(folds)
    ]


@pytest.mark.parametrize(("ways", "found"), [({}, 2), ({"adjust": "holm"}, 1), ({"test": "nemenyi"}, 0)])
def test_a_classic_table_has_the_decisions_of_each_way(ways, found):
    """By enumeration: the exact test with Shaffer's steps finds 2 pairs, with Holm's 1; Nemenyi's finds none."""
    assert sum(each.decision is not Decision.OPEN for each in demsar(**ways)) == found


def test_the_exact_test_is_adjusted_by_shaffer():
    """p = 2 * 1/256 of the 8 smallest W with Pratt's ranks of 12 pairs that differ; times 6 pairs, then 3."""
    league = demsar()
    assert league[0].verdict.pvalue == pytest.approx(0.0078125)
    assert [round(each.pvalue_adjusted, 4) for each in league] == [0.0469, 0.9004, 0.0469, 0.1589, 0.9004, 0.082]
    assert (league.test, league.adjustment, {each.adjustment for each in league}) == (
        "wilcoxon",
        "shaffer",
        {"shaffer"},
    )


def test_mean_ranks_and_the_omnibus_line_follow_from_the_printed_scores():
    """The scores as printed give chi2 = 9.857 without the correction for ties (9.28 is printed, by other ranks)."""
    league = demsar()
    ranks = {each.learner: each.mean_rank for each in league.standings}
    wanted = np.mean([stats.rankdata(-np.array(row)) for row in zip(*DEMSAR.values(), strict=True)], axis=0)
    assert [ranks[name] for name in DEMSAR] == pytest.approx(list(wanted))
    assert 12 * 14 / 20 * ((wanted**2).sum() - 25) == pytest.approx(9.857, abs=5e-4)
    chi2 = stats.friedmanchisquare(*DEMSAR.values()).statistic  # with the correction
    assert demsar(omnibus="friedman").omnibus.statistic == pytest.approx(chi2)
    assert league.omnibus.statistic == pytest.approx(13 * chi2 / (14 * 3 - chi2))
    assert league.omnibus.df == (3, 39)
    assert [each.learner for each in league.standings] == ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]
    assert league.standings[0].mean == pytest.approx(np.mean(DEMSAR["C4.5+m+cf"]))


def test_places_follow_from_the_adjusted_decisions():
    league = demsar()
    assert {each.learner: each.place for each in league.standings} == {
        "C4.5+m+cf": (1, 3),
        "C4.5+m": (1, 3),
        "C4.5+cf": (1, 4),
        "C4.5": (3, 4),
    }
    assert (league.winner.learner, league.winner.p_flip) == (None, None)


def test_the_winner_is_better_than_all_others():
    league = judged(step=0.05)
    assert league.winner.learner == "l0"
    assert league.standings[0].place == (1, 1)
    assert judged(step=0.05, baseline="l0").winner is None


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t-datasets"])
def test_p_values_agree_with_other_implementations(test):
    league, table = judged(test=test), drawn()
    for each in league:
        apart = np.array(table[each.first]) - np.array(table[each.second])
        if test == "wilcoxon":
            wanted = stats.wilcoxon(apart, method="exact").pvalue
        elif test == "sign":
            wanted = stats.binomtest(int((apart > 0).sum()), apart.size).pvalue
        else:
            wanted = stats.ttest_1samp(apart, 0).pvalue
        assert each.verdict.pvalue == pytest.approx(wanted)
        assert each.effect.estimate == pytest.approx(apart.mean())
        assert each.effect.interval == pytest.approx(tuple(stats.ttest_1samp(apart, 0).confidence_interval(0.95)))
        reach = stats.t.ppf(0.975, 19) * apart.std(ddof=1) * (1 + 1 / 20) ** 0.5
        assert each.effect.prediction == pytest.approx((apart.mean() - reach, apart.mean() + reach))
        assert (each.effect.tau, each.effect.i2) == (None, None)
        assert each.wins == ((apart > 0).sum(), 0, (apart < 0).sum())
        assert each.differences == pytest.approx(apart)


def test_a_baseline_is_the_second_of_every_pair():
    league = judged(step=0.05, baseline="l2")
    assert [(each.first, each.second) for each in league] == [("l0", "l2"), ("l1", "l2"), ("l3", "l2")]
    assert league.adjustment == "holm"
    assert [each.decision.value for each in league] == ["first", "first", "second"]


def test_lower_scores_can_be_better():
    table = drawn(2)
    errors = {name: [1 - score for score in scores] for name, scores in table.items()}
    high = judge_league(table, metric="accuracy", datasets=names_of(20))
    for ways in ({"metric": "error"}, {"lower_is_better": True}, {"higher_is_better": False}):
        low = judge_league(errors, datasets=names_of(20), **ways)
        assert low[0].verdict.pvalue == pytest.approx(high[0].verdict.pvalue)
        assert low[0].effect.estimate == pytest.approx(high[0].effect.estimate)  # positive: the first is better
        assert (low[0].decision, low[0].wins) == (high[0].decision, high[0].wins)
        assert low.standings[0].learner == "l0"
        assert low.standings[0].mean == pytest.approx(np.mean(errors["l0"]))  # an error is shown as an error
        assert not low.table.higher_is_better


@pytest.mark.parametrize(
    ("ways", "argument", "facts"),
    [
        ({}, "metric", ["higher", "lower"]),
        ({"metric": "my metric"}, "metric", ["higher", "lower", "my metric"]),
        ({"higher_is_better": True, "lower_is_better": True}, "lower_is_better", ["higher_is_better"]),
        ({"higher_is_better": "yes"}, "higher_is_better", ["yes"]),
        ({"metric": "auc", "level": 2.0}, "level", ["2.0"]),
        ({"metric": "auc", "seed": "x"}, "seed", ["x"]),
        ({"metric": "auc", "missing": "zero"}, "missing", ["zero", "drop"]),
        ({"metric": "auc", "test": "friedman"}, "test", ["friedman", "omnibus=", "omnibus="]),
        ({"metric": "auc", "test": "bayes-signed-rank"}, "test", ["bayes-signed-rank", "rope=", "rope="]),
        ({"metric": "auc", "test": BayesSignedRank()}, "test", ["bayes-signed-rank", "rope="]),
        ({"metric": "auc", "test": "wilcoxn"}, "test", ["wilcoxn", "wilcoxon"]),
        ({"metric": "auc", "test": "corrected-t"}, "test", ["corrected-t", "wilcoxon"]),
        ({"metric": "auc", "omnibus": "anova"}, "omnibus", ["anova", "iman-davenport"]),
        ({"metric": "auc", "adjust": "tukey"}, "adjust", ["tukey", "shaffer"]),
        ({"metric": "auc", "adjust": "shaffer", "baseline": "C4.5+m"}, "adjust", ["shaffer", "baseline", "holm"]),
        ({"metric": "auc", "adjust": "bergmann-hommel", "baseline": "C4.5+m"}, "adjust", ["bergmann-hommel", "holm"]),
        ({"metric": "auc", "adjust": "holm", "test": "nemenyi"}, "adjust", ["nemenyi"]),
        ({"metric": "auc", "baseline": "c4.5"}, "baseline", ["c4.5", "C4.5"]),
        ({"metric": "auc", "baseline": 3}, "baseline", ["3"]),
        ({"metric": "auc", "rope": -0.1}, "rope", ["-0.1"]),
        ({"metric": "auc", "rope": True}, "rope", ["True"]),
        ({"metric": "auc", "rope": 2}, "rope", ["0.02"]),
        ({"metric": "auc", "rope": 200}, "rope", ["0 and 1"]),
        ({"metric": "auc", "learners": ["C4.5", "id3"]}, "learners", ["id3"]),
        ({"metric": "auc", "alpha": 0.05}, "alpha", ["level"]),
    ],
)
def test_what_cannot_be_judged_is_refused(ways, argument, facts):
    with refused(argument, *facts):
        judge_league(DEMSAR, datasets=SETS, **ways)


def test_a_test_of_another_role_is_refused():
    with refused("league test", "int"):
        demsar(test=3)
    with refused("omnibus test", "int"):
        demsar(omnibus=3)
    with refused("wilcoxon", "x", error=SpecError):
        demsar(test="wilcoxon(x=1)")


@pytest.mark.parametrize(
    ("learners", "ways", "needed"),
    [
        (2, {}, 6),
        (5, {}, 9),
        (10, {}, 11),
        (20, {}, 13),
        (5, {"baseline": "l0"}, 8),  # 1 + log2(4 / .05) = 7.3
        (5, {"adjust": "none"}, 6),
        (5, {"test": "sign"}, 9),
        (2, {"level": 0.01}, 8),
        (5, {"test": "t-datasets"}, 2),
        (5, {"test": "nemenyi"}, 2),
    ],
)
def test_too_few_data_sets_for_any_decision_are_refused_with_the_number_needed(learners, ways, needed):
    assert len(judged(learners, needed, **ways).table.datasets) == needed
    if needed > 2:
        with refused("table", f"{needed - 1} data sets", f"needs {needed} "):
            judged(learners, needed - 1, **ways)


def test_random_effects_need_standard_errors():
    with pytest.raises(MisfitError) as caught:
        demsar(test="random-effects")
    assert "t-datasets" in str(caught.value)


def test_missing_cells_are_refused_or_left_out_for_the_pairs_concerned():
    table = {name: list(scores) for name, scores in drawn().items()}
    table["l1"][3] = None
    ways = {"metric": "accuracy", "datasets": names_of(20)}
    with refused("missing", "d3", "l1", 'missing="drop"'):
        judge_league(table, **ways)
    league = judge_league(table, missing="drop", **ways)
    assert league.table.missing == (MissingCell("d3", "l1", "empty cell"),)
    assert [each.datasets for each in league] == [19, 20, 20, 19, 19, 20]
    assert league.adjustment == "holm"
    assert "d3" not in league[0].names
    note = next(note for note in league.notes if note.kind is NoteKind.CELLS_LEFT_OUT)
    assert (note["cells"], note["complete"], note["holm"]) == (1, 19, True)
    against = judge_league(table, missing="drop", baseline="l0", **ways)  # by Holm with all cells too
    assert not next(note for note in against.notes if note.kind is NoteKind.CELLS_LEFT_OUT)["holm"]
    ranks = np.mean([stats.rankdata([-table[name][at] for name in table]) for at in range(20) if at != 3], axis=0)
    assert {each.learner: each.mean_rank for each in league.standings} == pytest.approx(
        dict(zip(table, ranks, strict=True))
    )
    with refused("adjust", "shaffer", "missing", "holm"):
        judge_league(table, missing="drop", adjust="shaffer", **ways)
    assert judge_league(table, missing="drop", learners=["l0", "l2"], **ways).adjustment == "shaffer"


def test_a_learner_with_many_missing_cells_is_refused():
    table = {name: list(scores) for name, scores in drawn().items()}
    table["l1"][:5] = [None] * 5  # 5 of 20: more than a fifth
    with pytest.raises(outperform.InputError) as caught:
        judge_league(table, metric="accuracy", datasets=names_of(20), missing="drop")
    assert all(fact in str(caught.value) for fact in ("l1", "5 of 20"))
    table["l1"][0] = 0.7
    assert len(judge_league(table, metric="accuracy", datasets=names_of(20), missing="drop").table.missing) == 4


def hand_made(gaps):
    """Make a table as its type, with NaN where a cell is missing."""
    values = np.array(list(drawn().values()))
    for learner, dataset in gaps:
        values[learner, dataset] = np.nan
    learners = tuple(drawn())
    scores = tuple(Scores(learners, "accuracy", values[:, at, np.newaxis, np.newaxis]) for at in range(20))
    missing = tuple(MissingCell(f"d{dataset}", learners[learner], "timeout") for learner, dataset in gaps)
    return LeagueTable(tuple(names_of(20)), learners, scores, higher_is_better=True, metric="accuracy", missing=missing)


def test_a_table_of_its_own_type_is_checked_too():
    whole = judge_league(hand_made([]))
    assert [each.verdict.pvalue for each in whole] == [each.verdict.pvalue for each in judged()]
    with refused("table", "l1", "d2", "timeout", "drop"):
        judge_league(hand_made([(1, 2), (1, 3)]))
    assert len(judge_league(hand_made([(1, 2)]), missing="drop").table.missing) == 1
    with refused("table", "l1", "5 of 20"):
        judge_league(hand_made([(1, at) for at in range(5)]), missing="drop")
    with refused("learners", "x", "l0"):
        judge_league(hand_made([]), learners=["l0", "x"])
    with refused("table", "one learner", "l0"):
        judge_league(hand_made([]), learners="l0")
    some = judge_league(hand_made([(1, 2)]), learners=["l3", "l0"])  # the missing cell is of none of them
    assert (some.table.learners, some.table.missing, some.adjustment) == (("l3", "l0"), (), "shaffer")
    assert some[0].verdict.pvalue == judged()[2].verdict.pvalue


def test_chosen_learners_are_judged_alone():
    assert [(each.first, each.second) for each in demsar(learners=["C4.5+m", "C4.5+cf"])] == [("C4.5+m", "C4.5+cf")]


def test_learners_that_never_differ_are_not_decided():
    table = drawn(2, 12)
    league = judge_league({**table, "twin": table["l0"]}, metric="accuracy", datasets=names_of(12))
    alike = next(each for each in league if each.second == "twin" and each.first == "l0")
    assert (alike.verdict.pvalue, alike.decision, alike.wins) == (1.0, Decision.OPEN, (0, 12, 0))
    assert [note.kind for note in alike.notes] == [NoteKind.DATASETS_ALIKE]
    assert alike.effect.estimate == 0
    everywhere = judge_league(dict.fromkeys("abc", table["l0"]), metric="accuracy", datasets=names_of(12))
    assert {each.mean_rank for each in everywhere.standings} == {2.0}
    assert everywhere.omnibus.pvalue == 1
    assert "No clear difference" in str(everywhere)


def test_ties_up_to_rounding_are_ties():
    """0.1 + 0.2 is not 0.3 to a computer; the two learners differ on 9 of 12 data sets."""
    first = [0.1 + 0.2] * 3 + [0.5 + 0.01 * at for at in range(9)]
    second = [0.3] * 3 + [0.5 - 0.01 * at - 0.005 for at in range(9)]
    league = judge_league({"a": first, "b": second}, metric="accuracy", datasets=names_of(12))
    assert league[0].wins == (9, 3, 0)
    assert league[0].verdict.pvalue == pytest.approx(2 / 2**9)


def test_a_pair_with_many_ties_is_judged_with_a_note():
    table = drawn(3, 12)
    table["l1"] = [*table["l0"][:9], *(score - 0.1 for score in table["l0"][9:])]
    league = judge_league(table, metric="accuracy", datasets=names_of(12))
    assert league[0].wins == (3, 9, 0)
    (note,) = league[0].notes
    assert (note.kind, note["units"], note["least"]) == (NoteKind.NEVER_REJECTS, 3, 0.25)
    assert note.about == ("l0", "l1")


def test_a_mean_that_points_the_other_way_is_noted():
    first = [0.5 + 0.01 * at for at in range(19)] + [0.1]
    second = [0.5 + 0.01 * at - 0.002 - 0.0001 * at for at in range(19)] + [0.9]
    (pair,) = judge_league({"a": first, "b": second}, metric="accuracy", datasets=names_of(20))
    assert pair.decision is Decision.FIRST
    assert pair.effect.estimate < 0
    assert [(note.kind, note.about) for note in pair.notes] == [(NoteKind.MEAN_OPPOSES, ("a", "b"))]


def test_an_interval_of_the_mean_that_contains_0_is_noted():
    """One data set of twelve differs a hundred times as much: the signs decide, the mean is unsure."""
    first = [0.5 + 0.001 * at for at in range(1, 12)] + [0.9]
    (pair,) = judge_league({"a": first, "b": [0.5] * 12}, metric="accuracy", datasets=names_of(12))
    assert pair.decision is Decision.FIRST
    assert pair.effect.interval[0] < 0
    (note,) = pair.notes
    assert (note.kind, note["noise"]) == (NoteKind.MEAN_UNSURE, False)
    noisy = judge_league(long_rows(learners=2, step=0.006, seed=1))
    assert [note["noise"] for note in noisy[0].notes if note.kind is NoteKind.MEAN_UNSURE] == [True]


def test_probabilities_stand_beside_the_decision_and_change_nothing():
    plain, region = judged(step=0.05), judged(step=0.05, rope=0.01)
    assert plain[0].probabilities is None
    for before, after in zip(plain, region, strict=True):
        assert before.decision is after.decision
        assert sum(after.probabilities) == pytest.approx(1)
    assert region[0].probabilities[0] > 0.99
    assert region.rope == 0.01
    assert demsar(rope=0)[1].probabilities[1] == 0  # no region


def test_no_chance_of_other_data_sets_is_shown_and_the_field_is_null():
    """It did not come true: of equal learners' found differences .59 was foretold, and nearly all turned."""
    for league in (judged(2), judged(5), demsar()):
        assert {each["p_flip_datasets"] for each in json.loads(league.to_json())["verdicts"]} == {None}
        assert not hasattr(league[0], "p_flip_datasets")
        for text in (str(league), repr(league), league.to_markdown(), league.to_latex()):
            assert "p_flip_datasets" not in text
            assert "other data sets agree" not in " ".join(text.split())
        assert "p_flip_datasets" not in league.to_frame().columns
    assert NoteKind.SPLITS_UNKNOWN in {note.kind for note in judged(2).notes}


def test_repeats_give_standard_errors_and_the_share_of_other_splits():
    league = judge_league(long_rows())
    for each in league:
        assert 0 <= each.p_flip <= 1
        assert each.errors.shape == (12,)
        assert each.effect.tau is not None
        assert 0 <= each.effect.i2 <= 1
    assert 0 <= league.winner.p_flip <= 1
    assert NoteKind.SPLITS_UNKNOWN not in {note.kind for note in league.notes}
    once = judge_league(long_rows(repeats=1))
    assert {each.p_flip for each in once} == {None}
    assert once[0].effect.tau is not None  # the folds of one repeat have standard errors
    assert judge_league(long_rows(), test="random-effects")[0].test.startswith("random-effects")


def test_the_corrected_standard_error_is_that_of_nadeau_and_bengio():
    rows = long_rows(learners=2, datasets=6)
    league = judge_league(rows)
    apart = np.array([[row["accuracy"] for row in rows if row["learner"] == name] for name in ("l0", "l1")])
    splits = (apart[0] - apart[1]).reshape(6, 10)
    wanted = np.sqrt((1 / 10 + 20 / 80) * splits.var(axis=1, ddof=1))
    assert league[0].errors == pytest.approx(wanted)


def test_nemenyi_shows_its_weakness_and_how_much_the_pool_decides():
    league = demsar(test="nemenyi")
    assert NoteKind.KNOWN_WEAKNESS in {note.kind for note in league.notes}
    assert "caution" in str(league)
    assert all(0 <= each.p_flip_pool <= 1 for each in league)
    assert {each.p_flip_pool for each in demsar()} == {None}
    assert (league.adjustment, league[0].pvalue_adjusted) == ("none", league[0].verdict.pvalue)
    assert NoteKind.UNADJUSTED not in {note.kind for note in league.notes}
    assert NoteKind.UNADJUSTED in {note.kind for note in demsar(adjust="none").notes}


def test_fragile_data_sets_are_named():
    league = judged(step=0.012)
    found = [each for each in league if each.fragility is not None]
    assert {each.decision is Decision.OPEN for each in found} == {True, False}
    for each in found:
        assert each.fragility.datasets == len(each.fragility.names)
        assert set(each.fragility.names) <= set(each.names)
        keep = [number for number, name in enumerate(names_of(20)) if name not in each.fragility.names]
        table = drawn(step=0.012)
        left = {name: [table[name][at] for at in keep] for name in table}
        again = stats.wilcoxon(np.array(left[each.first]) - np.array(left[each.second]), method="exact").pvalue
        if each.decision is Decision.OPEN:
            assert again <= 0.05  # a difference would be found
        else:
            assert again > 0.05 / 6


def test_json_has_the_fields_to_the_letter():
    told = json.loads(judged(step=0.05, rope=0.01).to_json())
    assert list(told["standings"][0]) == ["learner", "mean_rank", "mean", "place"]
    assert list(told["omnibus"]) == ["test", "statistic", "df", "pvalue"]
    wanted = "first second test datasets wins statistic pvalue pvalue_adjusted adjustment decision effect p_flip"
    assert set(f"{wanted} p_flip_datasets fragility notes".split()) <= set(told["verdicts"][0])
    assert list(told["verdicts"][0]["effect"]) == ["estimate", "interval", "prediction", "prediction_mean", "tau", "i2"]
    assert list(told["verdicts"][0]["fragility"]) == ["datasets", "names"]
    assert told["missing"] == []
    assert told["winner"] == {"learner": "l0", "p_flip": None}
    assert told["verdicts"][0]["p_flip"] is None
    assert len(told["verdicts"][0]["wins"]) == len(told["verdicts"][0]["probabilities"]) == 3
    assert told["standings"][0]["place"] == [1, 1]
    assert (told["metric"], told["higher_is_better"], told["level"], told["rope"]) == ("accuracy", True, 0.05, 0.01)
    assert told["verdicts"][0]["test"] == "wilcoxon"


def test_the_same_order_everywhere_has_an_infinite_statistic():
    table = {name: [0.9 - 0.1 * at - 0.001 * number for number in range(9)] for at, name in enumerate("abc")}
    league = judge_league(table, metric="accuracy", datasets=names_of(9))
    told = json.loads(league.to_json())
    assert told["omnibus"]["statistic"] == "inf"
    assert log10(told["omnibus"]["pvalue"]) == pytest.approx(-8 * log10(6))  # (3!)^(1 - 9)
    assert "the same order" in str(league)


def test_missing_cells_are_in_the_json_with_their_reason():
    told = judge_league(hand_made([(1, 2)]), missing="drop").to_dict()
    assert told["missing"] == [{"dataset": "d2", "learner": "l1", "reason": "timeout"}]


def test_frames_have_a_row_per_pair_and_per_learner():
    league = judged(step=0.05)
    frame = league.to_frame()
    assert len(frame) == 6
    assert frame.loc[0, ["wins", "ties", "losses"]].sum() == 20
    assert frame.loc[0, "low"] < frame.loc[0, "estimate"] < frame.loc[0, "high"]
    assert list(league.standings_frame().columns) == ["learner", "mean_rank", "mean", "place_low", "place_high"]
    assert flat_row(league.to_dict()["verdicts"][0])["fragility"] == league[0].fragility.datasets


def test_frames_of_both_kinds_are_read():
    wide = {"dataset": SETS, **DEMSAR}
    for frame in (pd.DataFrame(wide), pl.DataFrame(wide)):
        league = judge_league(frame, metric="auc")
        assert [each.verdict.pvalue for each in league] == [each.verdict.pvalue for each in demsar()]
    assert len(judge_league(pd.DataFrame(long_rows()))) == 3


def test_the_same_scores_give_the_same_league():
    one, other = (judge_league(long_rows(), seed=7) for _ in range(2))
    assert one.to_dict() == other.to_dict()
    assert pickle.loads(pickle.dumps(one)).to_dict() == one.to_dict()


def test_a_league_is_a_sequence_of_its_judgements():
    league = demsar()
    assert (len(league), league[0].first, [each.second for each in league][-1]) == (6, "C4.5", "C4.5+m+cf")
    assert [(each.first, each.second) for each in league] == list(combinations(DEMSAR, 2))


def test_the_order_of_learners_and_data_sets_does_not_matter():
    league, table = judged(), drawn()
    turned = {name: table[name][::-1] for name in reversed(table)}
    other = judge_league(turned, metric="accuracy", datasets=names_of(20)[::-1])
    found = {frozenset((each.first, each.second)): each for each in other}
    for each in league:
        twin = found[frozenset((each.first, each.second))]
        assert twin.verdict.pvalue == pytest.approx(each.verdict.pvalue)
        assert twin.pvalue_adjusted == pytest.approx(each.pvalue_adjusted)
        assert twin.effect.estimate == pytest.approx(-each.effect.estimate)
        assert twin.effect.prediction_mean == pytest.approx(tuple(-end for end in each.effect.prediction_mean[::-1]))
    assert [each.learner for each in other.standings] == [each.learner for each in league.standings]


def test_tests_of_ones_own_are_judged_by():
    class Strict(Wilcoxon):
        slug = "strict"

        def outcomes(self, cells, pairs):
            found = super().outcomes(cells, pairs)
            return type(found)(found.statistic, np.minimum(1, 10 * found.pvalue), found.direction)

    class Never(OmnibusTest):
        slug = "never"

        def judge(self, cells):
            return Omnibus("never", 0.0, float(len(cells.learners)), 1.0)

    league = judged(step=0.012, test=Strict(), omnibus=Never())
    assert league.test == "strict"
    assert league.omnibus.test == "never"
    assert sum(each.decision is not Decision.OPEN for each in league) < 6


def test_every_test_of_the_catalogues_judges_a_league_with_repeats():
    rows = long_rows()
    for slug, entry in CATALOGUE.items():
        if slug != "bayes-signed-rank":
            assert len(judge_league(rows, test=entry())) == 3
    for slug in OMNIBUS:
        assert judge_league(rows, omnibus=slug).omnibus.test == slug


def test_an_error_of_0_is_0_and_not_minus_0():
    zero = judge_league({"a": [0.0, -0.0] * 4, "b": [0.1] * 8}, metric="rmse", datasets=list("abcdefgh"))
    assert "-0.0" not in zero.to_json()
    assert "−0.0" not in str(zero)
