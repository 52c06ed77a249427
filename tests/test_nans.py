"""No answer depends on the sign, the payload or the order of NaN, which are up to the machine (IEEE 754)."""

import json
from itertools import product

import numpy as np
import pandas as pd
import pytest
from tests.nans import PATTERNS, NanOrderError, nan_of, nans, turned

from outperform import judge_items, judge_league
from outperform.comparison.judge_splits import judge_scores
from outperform.core import Ids, OutperformError, PairsTest, Scores, fingerprint, row_keys
from outperform.ranking import CATALOGUE as RANKING
from outperform.ranking import OMNIBUS
from outperform.ranking import means as module
from outperform.ranking.signed_ranks import signed_ranks
from outperform.significance import CATALOGUE as SIGNIFICANCE

OTHERS = [pattern for pattern in PATTERNS if pattern != "positive"]
PAIRS = [name for name in RANKING if isinstance(RANKING.parse(name), PairsTest)]
GOLDEN = "dc5f4203a2e83ab1edf0c1eaa515580a9e8599199a9efecb94a69492e3203f2c"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_rank_sums_of_six_differences_and_a_missing_one(pattern):
    # by hand: ranks 1, 2, 4 and 6 are above 0, 3 and 5 below, doubled 26 and 16; where a NaN came first: 34 and 8
    values = np.array([[1.0, 2.0, -3.0, 4.0, -5.0, 6.0, nan_of(pattern)]])
    with nans(pattern):
        found = signed_ranks(values, np.full(values.shape, 1e-9))
    assert (found.plus.tolist(), found.minus.tolist(), found.known.tolist()) == ([26], [16], [6])


@pytest.mark.parametrize("pattern", PATTERNS)
def test_fingerprints_are_those_of_any_nan(pattern):
    nan = nan_of(pattern)
    column = np.array([0.5, nan, -0.0])
    with nans(pattern):
        found = (
            fingerprint(nan, column, [np.float64(nan)]),
            row_keys(["row"], [column, np.array([nan, "a", nan], object)]),
        )
        order = Ids.of(found[1]).digest
    # from the bits of a positive quiet NaN without a payload, 7FF8000000000000, as the stores of users have it
    assert found[0] == GOLDEN
    assert found[1] == row_keys(["row"], [np.array([0.5, np.nan, 0.0]), np.array([np.nan, "a", np.nan], object)])
    assert order == Ids.of(found[1]).digest


def league_frame(*, repeats, holes=True, seed=0):
    """Scores of four learners on fourteen data sets, with ties and, in a long table, repeats; some are missing."""
    rng = np.random.default_rng(seed)
    names = ["a", "b", "c", "d"]
    rows = []
    for at in range(14):
        base = rng.uniform(0.6, 0.9)
        for place, name in enumerate(names):
            for repeat, fold in product(range(repeats), range(5 if repeats > 1 else 1)):
                score = round(base + 0.01 * place + rng.normal(0, 0.02), 3)
                rows.append((f"set {at}", name, repeat, fold, score))
    frame = pd.DataFrame(rows, columns=["dataset", "learner", "repeat", "fold", "score"])
    if holes:
        for dataset, learner in (("set 1", "a"), ("set 4", "d"), ("set 9", "c"), ("set 10", "c")):
            frame.loc[(frame.dataset == dataset) & (frame.learner == learner), "score"] = np.nan
    return frame if repeats > 1 else frame.drop(columns=["repeat", "fold"])


def answer_of(make, frame, pattern, columns):
    """Return the whole answer as JSON, or the refusal, with every NaN of the table and of all arithmetic turned."""
    frame = frame.copy()
    for column in columns:
        frame[column] = turned(frame[column].to_numpy(copy=True), pattern)
    with nans(pattern):
        try:
            return json.dumps(make(frame).to_dict(), sort_keys=True)
        except OutperformError as error:
            return f"refused: {error}"


@pytest.mark.parametrize("pattern", OTHERS)
@pytest.mark.parametrize("repeats", [1, 3])
@pytest.mark.parametrize("test", PAIRS)
def test_leagues_with_missing_cells(test, repeats, pattern):
    frame = league_frame(repeats=repeats)

    def make(table):
        return judge_league(table, metric="accuracy", test=test, missing="drop", rope=0.01)

    assert answer_of(make, frame, pattern, ["score"]) == answer_of(make, frame, "positive", ["score"])


@pytest.mark.parametrize("pattern", OTHERS)
@pytest.mark.parametrize("omnibus", OMNIBUS)
def test_all_learners_of_a_league_at_once(omnibus, pattern):
    def make(table):
        return judge_league(table, metric="rmse", omnibus=omnibus, missing="drop", baseline="b")

    frame = league_frame(repeats=1)
    assert answer_of(make, frame, pattern, ["score"]) == answer_of(make, frame, "positive", ["score"])


def items_frame(*, samples=3):
    """Right and wrong answers of three systems on 40 items: one to three samples each, so that some are missing."""
    rng = np.random.default_rng(1)
    rows = [
        (f"item {at}", name, sample, float(rng.random() < 0.3 + 0.2 * place), f"c{at // 3}", f"t{at % 4}")
        for at, (place, name) in product(range(40), enumerate("abc"))
        for sample in range(rng.integers(1, samples + 1))
    ]
    return pd.DataFrame(rows, columns=["item", "system", "sample", "score", "cluster", "task"])


ITEMS = ["item-t", "sign-flip", "bootstrap-t", "betting", "clustered-t", "cluster-flip"]


@pytest.mark.parametrize("pattern", OTHERS)
@pytest.mark.parametrize("test", [None, *ITEMS])
def test_items_with_missing_samples(test, pattern):
    frame = items_frame()

    def make(table):
        grouped = None if test in (None, "clustered-t", "cluster-flip") else "none"
        return judge_items(table, test=test, margin=0.05, cluster=grouped)

    found = answer_of(make, frame, pattern, ["score"])
    assert found == answer_of(make, frame, "positive", ["score"])
    assert not found.startswith("refused")


@pytest.mark.parametrize("pattern", OTHERS)
@pytest.mark.parametrize("test", SIGNIFICANCE)
def test_scores_with_skipped_folds(test, pattern):
    rng = np.random.default_rng(2)
    values = (0.8 + rng.normal(0, 0.02, (3, 5, 2))).round(3)
    values[0, 3, 1] = values[:, 4, 0] = np.nan
    sizes = np.full((5, 2), 60), np.full((5, 2), 60)

    def make(table):
        scores = Scores(("a", "b", "c"), "accuracy", table, *sizes)
        return judge_scores([scores], SIGNIFICANCE.get_entry(test), level=0.05, adjust="holm")

    def answer(pattern):
        with nans(pattern):
            try:
                return json.dumps(make(turned(values.copy(), pattern)).to_dict(), sort_keys=True)
            except OutperformError as error:
                return f"refused: {error}"

    assert answer(pattern) == answer("positive")


def test_the_check_itself():
    """It turns NaN of all arithmetic, and stops where the place of NaN decides."""
    with nans("negative"):
        assert np.signbit(module.np.abs(np.array([np.nan]))).all()
        assert np.signbit(module.np.fmax.reduce(np.array([np.nan])))
        assert np.signbit(module.np.nan)
        for watched in (module.sorted, module.max, module.min):
            with pytest.raises(NanOrderError):
                watched([1.0, np.nan])
        with pytest.raises(NanOrderError):
            module.np.argmax(np.array([1.0, np.nan]))
    assert module.np is np
    assert not hasattr(module, "sorted")
