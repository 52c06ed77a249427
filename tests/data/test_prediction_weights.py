"""Weights of rows in predictions: as in evals, refused where a test or a metric cannot take them."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.refusals import refused

from outperform import judge_items, judge_predictions
from outperform.cli.main import main
from outperform.core import MisfitError
from outperform.significance import CATALOGUE

RNG = np.random.default_rng(5)
COUNT = 90
TRUTH = RNG.integers(2, size=COUNT)
NEW, OLD = (np.where(RNG.random(COUNT) < share, 1 - TRUTH, TRUTH) for share in (0.1, 0.3))
WEIGHTS = RNG.uniform(0.5, 3, COUNT)
BOTH = {"new": NEW, "old": OLD}
TABLE = pd.DataFrame({"id": [f"q{row}" for row in range(COUNT)], "y": TRUTH, **BOTH, "w": WEIGHTS})


def weighted(**options):
    return judge_predictions(TRUTH, BOTH, weights=WEIGHTS, **options)


def test_scores_and_test_are_those_of_weighted_means():
    found = weighted()
    right = [(said == TRUTH).astype(float) for said in (NEW, OLD)]
    assert found.scores[0].values.ravel() == pytest.approx([np.average(each, weights=WEIGHTS) for each in right])
    same = judge_items(pd.DataFrame({"item": TABLE["id"], "new": right[0], "old": right[1], "weight": WEIGHTS}))
    assert (found[0].test, found[0].pvalue, found[0].estimate) == (same[0].test, same[0].pvalue, same[0].estimate)
    assert found.standings[0].interval == same.standings[0].interval


def test_the_standard_error_is_that_of_a_ratio():
    """By hand: m = sum(w d) / sum(w), se^2 = n/(n-1) sum(w^2 (d - m)^2) / sum(w)^2, as of survey weights."""
    found = weighted()[0]
    d = (NEW == TRUTH).astype(float) - (OLD == TRUTH)
    mean = np.average(d, weights=WEIGHTS)
    parts = (WEIGHTS * (d - mean)) ** 2
    usual = mean / np.sqrt(parts.sum()) * WEIGHTS.sum()
    assert found.estimate == pytest.approx(mean)
    assert found.verdict.statistic == pytest.approx(usual, rel=0.03)  # the variance is corrected for few items
    assert found.pvalue == pytest.approx(2 * stats.t.sf(abs(found.verdict.statistic), found.verdict.df))


def test_equal_weights_change_nothing():
    plain = judge_predictions(TRUTH, BOTH)[0]
    equal = judge_predictions(TRUTH, BOTH, weights=np.full(COUNT, 2.5))[0]
    assert (equal.test, equal.pvalue) == (plain.test, plain.pvalue) == ("mcnemar-midp", plain.pvalue)


def test_other_metrics_that_are_means():
    probabilities = {
        name: np.clip(said * 0.6 + 0.2 + RNG.normal(0, 0.05, COUNT), 0.01, 0.99) for name, said in BOTH.items()
    }
    for metric in ("neg_log_loss", "neg_brier_score"):
        found = judge_predictions(TRUTH, probabilities, metric, weights=WEIGHTS)
        assert found[0].test == "item-t"
    clustered = weighted(cluster=np.arange(COUNT) // 3)
    assert clustered[0].test == "clustered-t"


def test_metrics_that_are_no_means_are_refused():
    for metric in ("f1", "balanced_accuracy", "roc_auc"):
        with refused("weights", metric, 'weights="none"'):
            weighted(metric=metric)


def test_every_test_takes_the_weights_or_refuses_them():
    """One that did neither would answer as if there were none."""
    took = set()
    for name in CATALOGUE:
        try:
            found, plain = weighted(test=name)[0], judge_predictions(TRUTH, BOTH, test=name)[0]
        except MisfitError:
            continue
        assert found.pvalue != plain.pvalue, name
        took.add(name)
    assert took == {"item-t", "sign-flip"}


@pytest.mark.parametrize("weight", [0, -1, np.nan, np.inf, "much"])
def test_weights_must_be_above_zero(weight):
    wrong = WEIGHTS.astype(object)
    wrong[6] = weight
    with refused("weights", "row 7", "above 0"):
        judge_predictions(TRUTH, BOTH, weights=wrong)
    with refused("column 'w'", "row 7"):
        judge_predictions("y", TABLE.assign(w=wrong), weights="w")
    with refused("weights", "90", "89"):
        judge_predictions(TRUTH, BOTH, weights=WEIGHTS[1:])


def test_the_column_is_named_or_called_weight_and_is_no_learner():
    expected = weighted()[0].pvalue
    assert judge_predictions("y", TABLE, weights="w")[0].pvalue == expected
    called = judge_predictions("y", TABLE.rename(columns={"w": "weight"}))
    assert called[0].pvalue == expected
    assert "weighted" in {note.kind.value for note in called.notes}
    ignored = judge_predictions("y", TABLE.rename(columns={"w": "weight"}), weights="none")
    assert ignored[0].pvalue == judge_predictions(TRUTH, BOTH)[0].pvalue
    assert ignored.scores[0].learners == ("new", "old")
    with refused("weights", "'new'"):
        judge_predictions("y", TABLE, weights="new", learners=["new", "old"])


def test_other_shapes_have_weights_too():
    expected = weighted()[0].pvalue
    tables = {name: TABLE[["id", "y", name, "w"]].rename(columns={name: "prediction"}) for name in BOTH}
    tables["old"] = tables["old"].drop(columns="w").sample(frac=1, random_state=0)
    assert judge_predictions("y", tables, item_col="id", weights="w")[0].pvalue == pytest.approx(expected)
    long = TABLE.rename(columns={"id": "item"}).melt(["item", "y", "w"], var_name="system", value_name="prediction")
    assert judge_predictions("y", long, weights="w")[0].pvalue == pytest.approx(expected)
    with refused("column 'w'", "'q3'"):
        judge_predictions("y", long.assign(w=[*long["w"][:93], 9.0, *long["w"][94:]]), weights="w")


def test_on_the_command_line(tmp_path, capsys):
    TABLE.to_csv(tmp_path / "table.csv", index=False)
    assert main(["predictions", str(tmp_path / "table.csv"), "--truth", "y", "--weight-col", "w"]) == 0
    assert "item-t" in capsys.readouterr().out
    assert (
        main(["predictions", str(tmp_path / "table.csv"), "--truth", "y", "--weight-col", "w", "--metric", "f1"]) == 2
    )
    assert "--weight-col none" in capsys.readouterr().err
