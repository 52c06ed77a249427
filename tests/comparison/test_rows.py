"""Frames and CSV: the same columns over splits, items and data sets."""

import numpy as np

from outperform import compare, judge, judge_items, judge_league

OLD, NEW = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 1, 0, 1, 1, 0] * 4
RNG = np.random.default_rng(0)
SHARED = {"first", "second", "test", "level", "estimate", "low", "high", "pvalue", "pvalue_adjusted", "adjustment"}
SHARED |= {"decision", "p_flip", "p_first", "p_equal", "p_second", "notes"}
COUNTS = {"wins", "ties", "losses"}


def splits():
    return judge({name: RNG.normal(0.9, 0.02, (5, 10)) for name in "ab"}, n_train=90, n_test=10)


def fitted():
    X = RNG.normal(size=(60, 2))
    return compare(["nb", "stump"], X, (X[:, 0] > 0).astype(int), procedure="blocked-3x2")


def items(**ways):
    return judge_items({"new": NEW, "old": OLD}, **ways)


def league():
    return judge_league(
        {name: RNG.normal(0.9, 0.02, 9).tolist() for name in "abc"},
        metric="accuracy",
        rope=0.01,
        datasets=list("qrstuvwxy"),
    )


def test_all_kinds_share_their_columns():
    for made in (splits(), fitted(), items(), league()):
        assert set(made.to_frame().columns) >= SHARED
    for made in (fitted(), items(), league()):
        assert set(made.to_frame().columns) >= COUNTS


def test_every_cell_is_a_number_a_word_or_empty():
    for made in (splits(), fitted(), items(margin=0.1), items(sequential=True), league()):
        for row in made.to_frame().astype(object).to_dict("records"):
            assert not [name for name, cell in row.items() if isinstance(cell, list | dict | tuple)]


def test_the_numbers_are_those_of_the_judgement():
    judged, of_league = items()[0], league()
    row, league_row = items().to_frame().loc[0], of_league.to_frame().loc[0]
    assert (row["low"], row["high"]) == judged.interval
    assert (row["wins"], row["losses"], row["ties"]) == (judged.items.flips.first, judged.items.flips.second, 28)
    assert (row["prediction_low"], row["prediction_high"]) == judged.items.prediction
    assert row["fragility"] == judged.items.fragility.items == len(row["fragility_names"].split("; "))
    assert (league_row["low"], league_row["high"]) == of_league[0].effect.interval
    assert (league_row["p_first"], league_row["p_equal"], league_row["p_second"]) == of_league[0].probabilities
