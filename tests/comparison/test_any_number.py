"""Numbers of numpy, masked arrays and other things that users hold: read for what they are, or refused by name."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from tests.refusals import refused

from outperform import budget, compare, judge, judge_items, judge_predictions
from outperform.comparison import budget_of_scores

X, Y = load_iris(return_X_y=True)
RNG = np.random.default_rng(0)
TABLE = {"a": RNG.random((3, 5)), "b": RNG.random((3, 5))}
SIZES = {"n_train": 90, "n_test": 10}
TRUTH = np.arange(40) % 2
SAID = {"a": TRUTH, "b": np.roll(TRUTH, 3)}
ITEMS = {"a": RNG.random(30), "b": RNG.random(30)}
DOORS = {
    "compare": lambda **more: compare(["nb", "stump"], X, Y, procedure="5x2-f", **more),
    "judge": lambda **more: judge(TABLE, **SIZES, **more),
    "judge_items": lambda **more: judge_items(ITEMS, **more),
    "judge_predictions": lambda **more: judge_predictions(TRUTH, SAID, **more),
    "budget": lambda **more: budget(["nb", "stump"], X, Y, **more),
    "budget_of_scores": lambda **more: budget_of_scores(TABLE, **SIZES, **more),
}


def masked(values, row=2):
    """Mask a row; what lies below the mask is a valid value."""
    values = np.asarray(values)
    mask = np.zeros(values.shape, dtype=bool)
    mask[row] = True
    return np.ma.masked_array(values, mask)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("door", DOORS)
def test_a_level_of_numpy_is_the_number_that_it_shows(door, kind):
    wanted, found = (json.dumps(_untimed(DOORS[door](level=level).to_dict())) for level in (0.05, kind(0.05)))
    assert found == wanted


def _untimed(found):
    if isinstance(found, dict):
        return {key: _untimed(each) for key, each in found.items() if "seconds" not in key}
    return [_untimed(each) for each in found] if isinstance(found, list) else found


@pytest.mark.parametrize("level", [0.0, 1, 2.0, np.float32(1), "0.05", None, np.nan, True])
@pytest.mark.parametrize("door", DOORS)
def test_any_other_level_is_refused(door, level):
    with refused("level"):
        DOORS[door](level=level)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_intervals_at_a_short_level_are_exact(kind):
    verdict = judge(TABLE, **SIZES)[0].verdict
    assert verdict.interval(kind(0.05)) == verdict.interval(0.05)


@pytest.mark.parametrize("seed", ["x", 1.5, None, True, [1]])
@pytest.mark.parametrize("door", ["judge", "judge_items", "judge_predictions"])
def test_a_seed_is_a_whole_number(door, seed):
    with refused("seed", repr(seed)):
        DOORS[door](seed=seed)


def test_a_whole_number_of_numpy_is_a_seed():
    found, wanted = (judge_predictions(TRUTH, SAID, "f1", seed=seed)[0].pvalue for seed in (np.int64(3), 3))
    assert found == wanted


@pytest.mark.parametrize("baseline", [0, 1.5, [], ("a",), True])
@pytest.mark.parametrize("door", ["compare", "judge", "judge_items", "judge_predictions"])
def test_a_baseline_is_a_name(door, baseline):
    with refused("baseline", repr(baseline)):
        DOORS[door](baseline=baseline)


@pytest.mark.parametrize("scores", [{}, [], None, pd.DataFrame(), "scores.csv", 3])
def test_no_scores_are_refused(scores):
    with refused():
        judge(scores)


@pytest.mark.parametrize("difference", [1e-300, 5e-324, 1e-160])
def test_a_need_of_endless_rows_is_valid_json(difference):
    found = budget_of_scores(TABLE, **SIZES, difference=difference)
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert plain["pairs"][0]["rows_for"]["value"] == "inf"
    assert "endlessly many rows" in " ".join(str(found).split())


def test_rows_that_nobody_has_are_told_by_their_size():
    assert "e+" in str(budget_of_scores(TABLE, **SIZES, difference=1e-12))


class TestMasks:
    """What is masked is missing: nobody meant what lies below."""

    def test_rows(self):
        """Learners by name fill what is missing; the answer is that with NaN."""
        rows = masked(X, (3, 1))
        given = X.copy()
        given[3, 1] = np.nan
        found, wanted = (compare(["nb", "stump"], each, Y, procedure="5x2-f")[0].verdict for each in (rows, given))
        assert found == wanted

    def test_columns_of_rows(self):
        rows = {"a": masked(X[:, 0]), "b": X[:, 1]}
        given = {"a": np.where(np.arange(150) == 2, np.nan, X[:, 0]), "b": X[:, 1]}
        found, wanted = (compare(["nb", "stump"], each, Y, procedure="5x2-f")[0].verdict for each in (rows, given))
        assert found == wanted

    def test_a_mask_of_nothing_changes_nothing(self):
        found, wanted = (judge({**TABLE, "b": each}, **SIZES) for each in (np.ma.masked_array(TABLE["b"]), TABLE["b"]))
        assert found.to_dict() == wanted.to_dict()

    @pytest.mark.parametrize(
        ("call", "argument", "facts"),
        [
            (lambda: compare(["nb", "stump"], X, masked(Y)), "target", ["row 3"]),
            (lambda: compare(["nb", "stump"], X, masked(Y.astype(float))), "target", ["row 3"]),
            (lambda: compare(["nb", "stump"], X, masked(np.array(["a", "b", "c"])[Y])), "target", ["row 3"]),
            (lambda: compare(["nb", "stump"], X, Y, groups=masked(Y)), "groups", ["row 3"]),
            (lambda: compare(["nb", "stump"], X, Y, time=masked(np.arange(150))), "time", ["row 3"]),
            (lambda: budget(["nb", "stump"], X, masked(Y)), "target", ["row 3"]),
            (lambda: judge({**TABLE, "b": masked(TABLE["b"])}, **SIZES), "scores of 'b'", ["value 11"]),
            (lambda: judge(TABLE, n_train=masked(np.full((3, 5), 90)), n_test=10), "n_train", ["nan"]),
            (lambda: judge_predictions(masked(TRUTH), SAID), "truth", ["row 3"]),
            (lambda: judge_predictions(TRUTH, {**SAID, "b": masked(TRUTH)}), "predictions of 'b'", ["row 3"]),
            (
                lambda: judge_predictions(TRUTH, {**SAID, "b": masked(TRUTH)}, "roc_auc"),
                "predictions of 'b'",
                ["row 3"],
            ),
            (lambda: judge_predictions(masked(TRUTH), SAID, "roc_auc"), "truth", ["row 3"]),
            (lambda: judge_predictions(TRUTH, SAID, cluster=masked(np.arange(40) // 4)), "cluster", ["row 3"]),
            (lambda: judge_items({**ITEMS, "b": masked(ITEMS["b"])}), "table, row 33", ["'b'", 'missing="drop"']),
        ],
    )
    def test_a_gap_is_named(self, call, argument, facts):
        with refused(argument, *facts):
            call()

    def test_an_item_without_a_score_can_be_left_out(self):
        judged = judge_items({**ITEMS, "b": masked(ITEMS["b"])}, missing="drop")
        assert judged[0].items.items == 29
