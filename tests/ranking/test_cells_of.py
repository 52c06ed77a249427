"""Cells of a table: means, corrected errors, and the noise of repeats from all data sets together."""

import numpy as np
import pytest

from outperform.core import Items, LeagueTable, MissingCell, Plan, Scores
from outperform.ranking._row_wander import wander_of_rows
from outperform.ranking.cells_of import cells_of
from outperform.significance import CorrectedT
from outperform.significance.rows import row_noise


def table_of(scores, learners=("a", "b", "c")):
    names = tuple(f"d{at}" for at in range(len(scores)))
    return LeagueTable(names, learners, tuple(scores), higher_is_better=True)


def scored(values, **known):
    values = np.asarray(values, dtype=float)
    return Scores(tuple("abcdefgh"[: len(values)]), "accuracy", values, **known)


def drawn(rng, learners=3, repeats=4, folds=5, noise=0.02):
    base = rng.normal(0.8, 0.1, (learners, 1, 1)) + rng.normal(0, noise, (learners, repeats, 1))
    return base + rng.normal(0, 2 * noise, (learners, repeats, folds))


def test_a_plain_table_has_means_and_nothing_else():
    cells = cells_of(table_of([scored(np.full((3, 1, 1), 0.5)), scored([[[0.1]], [[0.2]], [[0.3]]])]))
    np.testing.assert_array_equal(cells.values, [[0.5, 0.5, 0.5], [0.1, 0.2, 0.3]])
    assert cells.error is None
    assert cells.wander is None
    np.testing.assert_array_equal(cells.repeats, [1, 1])


@pytest.mark.parametrize("sizes", [True, False])
def test_the_error_of_a_difference_is_that_of_the_corrected_t_test(sizes):
    x = drawn(np.random.default_rng(0), repeats=2, folds=10)
    known = {"n_train": np.full((2, 10), 90), "n_test": np.full((2, 10), 10)}
    error = cells_of(table_of([scored(x, **(known if sizes else {}))])).error[0]
    for first, second in ((0, 1), (0, 2), (2, 1)):
        verdict = CorrectedT().judge(scored(x, **known).pair(first, second))
        variance = error[first, first] + error[second, second] - 2 * error[first, second]
        assert verdict.estimate / np.sqrt(variance) == pytest.approx(verdict.statistic)


def test_single_splits_without_sizes_have_no_error_but_noise():
    x = drawn(np.random.default_rng(1), repeats=6, folds=1)
    cells = cells_of(table_of([scored(x)]))
    assert cells.error is None
    assert cells.wander.shape == (1, 3, 3)
    known = scored(x, n_train=np.full((6, 1), 80), n_test=np.full((6, 1), 20))
    mixed = cells_of(table_of([known, scored(x)]))
    np.testing.assert_allclose(mixed.error[0], (1 / 6 + 0.25) * np.cov(x[..., 0]))
    assert np.isnan(mixed.error[1]).all()


def test_one_data_set_keeps_its_own_covariance():
    """With itself as the only one to pool, the noise foretold is its own."""
    x = drawn(np.random.default_rng(2), repeats=7, folds=10)
    np.testing.assert_allclose(cells_of(table_of([scored(x)])).wander[0], np.cov(x.mean(axis=2)), rtol=1e-12)


def test_data_sets_with_two_repeats_are_drawn_towards_all_others():
    rng = np.random.default_rng(3)
    noise = np.exp(rng.normal(0, 0.5, 400)) * 0.02
    wander = cells_of(table_of([scored(drawn(rng, repeats=2, folds=10, noise=s)) for s in noise])).wander
    own = np.diagonal(wander, axis1=1, axis2=2)
    true = noise**2 * (1 + 4 / 10)  # of the mean of a repeat: its own noise and that of ten folds
    assert np.mean(own / true[:, np.newaxis]) == pytest.approx(1, abs=0.08)
    assert np.std(np.log(own / true[:, np.newaxis])) < 0.5  # one degree of freedom alone: 2.2
    others = wander[:, 0, 1] / np.sqrt(own[:, 0] * own[:, 1])
    assert abs(others.mean()) < 0.1


def test_noise_is_positive_semi_definite_with_many_learners_and_missing_ones():
    rng = np.random.default_rng(4)
    names = tuple("abcdefgh")
    scores = []
    for at in range(12):
        x = drawn(rng, learners=8, repeats=1 + at % 3, folds=(1, 2, 10)[at % 3])
        if at % 4 == 0:
            x[at % 8] = np.nan
        scores.append(scored(x))
    cells = cells_of(table_of(scores, names))
    assert np.linalg.eigvalsh(np.nan_to_num(cells.wander)).min() > -1e-15
    assert np.isnan(cells.values[0, 0])
    assert np.isnan(cells.wander[0, 0]).all()
    assert np.isnan(cells.wander).sum() == 3 * 15
    assert np.nanmin(np.diagonal(cells.wander, axis1=1, axis2=2)) > 0


def test_a_data_set_without_repeats_has_noise_where_others_have_them():
    rng = np.random.default_rng(5)
    several = [scored(drawn(rng, repeats=3, folds=10)) for _ in range(20)]
    once, single = scored(drawn(rng, repeats=1, folds=10)), scored(drawn(rng, repeats=1, folds=1))
    cells = cells_of(table_of([*several, once, single]))
    usual = np.diagonal(cells.wander[:20], axis1=1, axis2=2).mean(axis=0)
    for wander in cells.wander[20:]:
        assert np.all((np.diagonal(wander) > usual / 5) & (np.diagonal(wander) < usual * 5))
    np.testing.assert_array_equal(cells.repeats[20:], [1, 1])


def test_rows_that_are_tested_alone_do_not_vary_with_the_splits():
    rng = np.random.default_rng(6)
    alone = scored(rng.random((3, 1, 20)), n_train=np.full((1, 20), 19), n_test=np.ones((1, 20), dtype=int))
    cells = cells_of(table_of([alone, scored(drawn(rng))]))
    assert not cells.wander[0].any()
    assert cells.wander[1].any()


def test_splits_that_were_left_out_count_for_no_learner():
    x = drawn(np.random.default_rng(7), repeats=3, folds=4)
    x[:, 1, 2] = np.nan
    x[0, 0, 0] = np.nan  # of one learner alone
    cells = cells_of(table_of([scored(x)]))
    there = ~np.isnan(x).any(axis=0)
    np.testing.assert_allclose(cells.values[0], x[:, there].mean(axis=1))
    np.testing.assert_allclose(cells.error[0], (1 / 10 + 1 / 3) * np.cov(x[:, there]))
    np.testing.assert_array_equal(cells.repeats, [1])  # the only whole one


def test_learners_without_a_common_split_keep_their_own_means():
    x = np.array([[[0.1, np.nan]], [[np.nan, 0.3]], [[np.nan, np.nan]]])
    missing = (MissingCell("d0", "c", "empty"),)
    table = LeagueTable(("d0",), ("a", "b", "c"), (scored(x),), higher_is_better=True, missing=missing)
    cells = cells_of(table)
    np.testing.assert_array_equal(cells.values, [[0.1, 0.3, np.nan]])
    assert cells.error is None


def plan_of(rng, repeats, folds, n):
    return Plan(n, np.stack([rng.permutation(n) % folds for _ in range(repeats)]))


@pytest.mark.parametrize("repeats", [2, 3, 5])
def test_noise_from_rows_is_that_of_adaptive_cv(repeats):
    """V_m of every pair, where the shared part is not cut off at 0 (significance.rows)."""
    rng = np.random.default_rng(repeats)
    n, folds = 120, 10
    plan = plan_of(rng, repeats, folds, n)
    shared = rng.normal(0, 0.5, (3, repeats, folds))
    chance = rng.normal(size=(3, 1, n)) + np.take_along_axis(shared, np.stack([plan.labels] * 3), axis=2)
    rows = (chance + 0.3 * rng.normal(size=chance.shape) > 0).astype(float)
    found = wander_of_rows(rows, plan.labels, folds)
    for first, second in ((0, 1), (1, 2)):
        wanted = row_noise(rows[first] - rows[second], plan.labels, folds).mean_noise
        assert found[first, first] + found[second, second] - 2 * found[first, second] == pytest.approx(wanted)


def test_rows_are_used_where_they_are_known():
    rng = np.random.default_rng(9)
    plan = plan_of(rng, 2, 5, 50)
    rows = rng.integers(0, 2, (3, 2, 50)).astype(float)
    values = np.array(
        [[[rows[a, t, plan.labels[t] == f].mean() for f in range(5)] for t in range(2)] for a in range(3)]
    )
    known = scored(values, plan=plan, items=Items(row_scores=rows))
    cells = cells_of(table_of([known, scored(drawn(rng))]))
    np.testing.assert_allclose(cells.wander[0], wander_of_rows(rows, plan.labels, 5))
