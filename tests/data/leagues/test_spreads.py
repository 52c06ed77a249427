"""Deviations and standard errors beside the scores of a results table: used where the table says enough."""

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform import judge_league
from outperform.cli.main import main
from outperform.core import LeagueCells, NoteKind
from outperform.ranking.cells_of import cells_of
from outperform.ranking.effects import effects_of
from outperform.ranking.random_effects import random_effects

RNG = np.random.default_rng(4)
COUNT = 10
NAMES = [f"d{row}" for row in range(COUNT)]
LEARNERS = ("nb", "tree")
SCORES = {name: RNG.uniform(0.6, 0.9, COUNT).round(4) for name in LEARNERS}
STD = {name: RNG.uniform(0.01, 0.03, COUNT).round(4) for name in LEARNERS}


def wide(word="{}_std", **more):
    columns = {"dataset": NAMES}
    for name in LEARNERS:
        columns |= {name: SCORES[name], word.format(name): STD[name]}
    return pd.DataFrame({**columns, **more})


def cells(**more):
    texts = {name: [f"{a} ± {b}" for a, b in zip(SCORES[name], STD[name], strict=True)] for name in LEARNERS}
    return pd.DataFrame({"dataset": NAMES, **texts, **more})


def judged(table, **options):
    return judge_league(table, metric="accuracy", **options)


def errors(league):
    return None if league.cells.error is None else np.sqrt(np.diagonal(league.cells.error, axis1=1, axis2=2)).T


def told(league, kind):
    return next((note for note in league.notes if note.kind is kind), None)


FOLDS = np.sqrt(1 / 10 + 1 / 9)
REPEATED = np.sqrt(1 / 30 + 1 / 9)
DOORS = {
    "seeds": (lambda: judged(wide(seeds=5)), 1 / np.sqrt(5)),
    "n_runs": (lambda: judged(wide("{}_sd", n_runs=4)), 0.5),
    "said": (lambda: judged(wide("{} ±"), runs=4), 0.5),
    "cells": (lambda: judged(cells(runs=[4] * 9 + [16])), np.array([0.5] * 9 + [0.25])),
    "cells said": (lambda: judged(cells(), runs=4), 0.5),
    "folds": (lambda: judged(wide(folds=10)), FOLDS),
    "repeated folds": (lambda: judged(wide(n_folds=10, n_repeats=3)), REPEATED),
    "repeats": (lambda: judged(wide(repeats=4)), 0.5),
    "sizes": (lambda: judged(wide(repeats=4, n_train=80, n_test=20)), np.sqrt(1 / 4 + 0.25)),
    "errors": (lambda: judged(wide("{}_se")), 1.0),
    "errors said": (lambda: judged(cells(), spread="se"), 1.0),
    "before": (lambda: judged(wide("std({})", trials=4)), 0.5),
}


@pytest.mark.parametrize("door", DOORS)
def test_the_error_of_a_score_is_its_deviation_times_the_factor(door):
    make, factor = DOORS[door]
    league = make()
    expected = np.array([STD[name] * factor for name in LEARNERS])
    assert errors(league) == pytest.approx(expected)
    assert pytest.approx(np.array([SCORES[name] for name in LEARNERS])) == league.cells.values.T
    assert league[0].errors == pytest.approx(np.sqrt((expected**2).sum(axis=0)))
    note = told(league, NoteKind.SPREADS_USED)
    independent = door in ("seeds", "n_runs", "said", "cells", "cells said", "before")
    assert (note["over"] == "runs") == independent
    assert (league[0].effect.tau is not None) == independent
    assert not [note for note in league.notes if "spreads" in str(note) and note.kind is NoteKind.UNNAMED_COLUMNS]


def test_long_tables_have_them_too():
    rows = [
        {"dataset": dataset, "learner": name, "accuracy": SCORES[name][at], "std": STD[name][at], "n_seeds": 4}
        for at, dataset in enumerate(NAMES)
        for name in LEARNERS
    ]
    expected = np.array([STD[name] / 2 for name in LEARNERS])
    for renamed in ({}, {"std": "accuracy_std"}, {"accuracy": "mean_accuracy", "std": "std_accuracy"}):
        league = judge_league(pd.DataFrame(rows).rename(columns=renamed), metric=renamed.get("accuracy", "accuracy"))
        assert errors(league) == pytest.approx(expected), renamed
    some = pd.DataFrame(rows).rename(columns={"std": "std_err"}).drop(columns="n_seeds")
    assert errors(judge_league(some, metric="accuracy")) == pytest.approx(2 * expected)


def test_percentages_and_losses_keep_their_errors():
    percent = {
        name: [f"{100 * a:.2f}% ± {100 * b:.2f}%" for a, b in zip(SCORES[name], STD[name], strict=True)]
        for name in LEARNERS
    }
    league = judged(pd.DataFrame({"dataset": NAMES, **percent}), runs=4)
    assert errors(league) == pytest.approx(np.array([STD[name] / 2 for name in LEARNERS]))
    loss = judge_league(wide(runs=4), metric="log_loss")
    assert errors(loss) == pytest.approx(np.array([STD[name] / 2 for name in LEARNERS]))


@pytest.mark.parametrize(
    ("table", "options", "what"),
    [
        (wide(), {}, "std"),
        (wide("{} ±"), {}, ""),
        (cells(), {}, ""),
        (wide("{}_ci", runs=5), {}, "other"),
        (cells(runs=5), {"spread": "none"}, "other"),
    ],
    ids=["deviations", "sign", "cells", "intervals", "not wanted"],
)
def test_what_is_not_known_is_not_used_and_a_note_says_what_to_pass(table, options, what):
    league = judged(table, **options)
    assert league.cells.error is None
    note = told(league, NoteKind.SPREADS_IGNORED)
    assert note["what"] == what
    assert ("runs=N" in str(league)) == (what != "other")


def test_splits_say_it_themselves():
    rows = pd.concat([wide(fold=fold) for fold in range(3)])
    for name in LEARNERS:
        rows[name] += RNG.normal(0, 0.01, len(rows))
    league = judged(rows, runs=5)
    plain = judged(rows.drop(columns=[f"{name}_std" for name in LEARNERS]))
    assert errors(league) == pytest.approx(errors(plain))
    assert told(league, NoteKind.SPREADS_USED) is None


def test_chosen_learners_keep_theirs():
    more = wide(seeds=4, svm=SCORES["nb"], svm_std=STD["tree"])
    league = judged(more, learners=["svm", "nb"])
    assert errors(league) == pytest.approx(np.array([STD["tree"], STD["nb"]]) / 2)


def test_mistakes_are_refused():
    with refused(None, "d", "cannot be the spread of scores from 0 to 1"):
        judged(wide(seeds=5).assign(nb_std=2.0))
    with refused(None, "nb_std", "row 1", "-0.5"):
        judged(wide(seeds=5).assign(nb_std=-0.5))
    with refused("runs", "2"):
        judged(wide(), runs=1)
    with refused("runs", "standard error"):
        judged(wide(), runs=5, spread="se")
    with refused("spread", "std"):
        judged(wide(), spread="both")


def test_a_deviation_that_is_missing_leaves_its_pairs_without_errors():
    gap = wide(seeds=4, svm=SCORES["nb"] + 0.01, svm_std=STD["nb"])
    gap.loc[2, "tree_std"] = None
    league = judged(gap)
    by_pair = {(each.first, each.second): each for each in league.judgements}
    assert by_pair["nb", "tree"].errors is None
    assert by_pair["nb", "svm"].errors is not None
    with refused(None, "'d2'", error=Exception):
        judged(gap, test="random-effects")


def test_on_the_command_line(tmp_path, capsys):
    wide().to_csv(tmp_path / "table.csv", index=False)
    line = ["league", "--table", str(tmp_path / "table.csv"), "--metric", "accuracy"]
    assert main(line) == 0
    assert "--runs N" in capsys.readouterr().out
    assert main([*line, "--runs", "5", "--test", "random-effects"]) == 0
    assert "--runs 5" in capsys.readouterr().out


def leagues(kind, tau, count, factor, rng, size=3000):
    """Draw leagues of two equal learners: differences, deviations of each score, true differences on a new data set."""
    true, scale = rng.normal(0, tau, (size, count)), 0.02 * np.exp(rng.normal(0, 0.5, count))
    if kind == "seeds":
        drawn = scale[:, np.newaxis] * rng.normal(size=(2, size, count, 5))
        means, std = drawn.mean(axis=-1), drawn.std(axis=-1, ddof=1)
    else:  # folds, whose difficulty both learners share, and an error of the mean that their overlap makes larger
        both, own = rng.normal(size=(size, count, 10)), rng.normal(size=(2, size, count, 10))
        std = scale * (np.sqrt(0.5) * (both + own)).std(axis=-1, ddof=1)
        both, own = rng.normal(size=(size, count)), rng.normal(size=(2, size, count))
        means = np.sqrt(factor) * scale * np.sqrt(0.5) * (both + own)
    values = means + np.stack([true / 2, -true / 2])
    error = np.eye(2) * (factor * std**2).transpose(1, 2, 0)[..., np.newaxis, :]
    return LeagueCells(tuple(NAMES[:count]), LEARNERS, np.moveaxis(values, 0, -1), error), rng.normal(0, tau, size)


@pytest.mark.calibration
@pytest.mark.parametrize("tau", [0.0, 0.01, 0.03])
@pytest.mark.parametrize(("kind", "factor"), [("seeds", 1 / 5), ("folds", 1 / 10 + 1 / 9)])
def test_random_effects_keep_their_level_and_predictions_their_coverage(kind, factor, tau):
    """Of folds the prediction is that of the scores alone: with the bounds it would cover .62 to .85.

    Of seeds it is that of random effects, which covers .87 to .95 also where errors are known exactly.
    """
    rng = np.random.default_rng(11)
    cells, new = leagues(kind, tau, 10, factor, rng)
    pair = np.array([[0, 1]])
    assert (random_effects(cells, pair).pvalue <= 0.05).mean() < 0.078
    few = [
        LeagueCells(cells.datasets, cells.learners, cells.values[at], cells.error[at], joint=kind == "seeds")
        for at in range(600)
    ]
    found = [effects_of(each, pair, 0.05)[0].prediction for each in few]
    held = np.mean([low <= true <= high for (low, high), true in zip(found, new, strict=False)])
    assert held > (0.86 if kind == "seeds" else 0.93)


def test_cells_without_a_table_of_errors_are_as_before():
    league = judged(wide(seeds=4))
    assert league.table.independent
    assert cells_of(league.table).joint
    assert judged(wide(folds=10)).cells.joint is False
