"""judge_predictions with clusters, margins and names of the rows."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from tests.comparison.test_judge_predictions_responses import SAID, TRUTH, WORDS
from tests.refusals import refused

from outperform import judge_predictions
from outperform.core import NoteKind

PATIENTS = np.array([f"p{row // 4}" for row in range(TRUTH.size)])


def losses():
    return [-((TRUTH - each) ** 2) for each in SAID.values()]


class TestClusters:
    @pytest.mark.parametrize("metric", ["roc_auc", "neg_log_loss", "neg_brier_score"])
    @pytest.mark.parametrize("kind", [list, pd.Series, np.array, pd.Categorical])
    def test_clusters_get_the_clustered_test(self, metric, kind):
        judged = judge_predictions(WORDS, SAID, metric, positive="yes", cluster=kind(PATIENTS))[0]
        assert judged.test.startswith("clustered-t")
        assert judged.items.clusters == 30

    def test_equal_clusters_are_a_t_test_on_their_means(self):
        """For clusters of one size CR2 with Bell and McCaffrey's df is the t test on the means of clusters."""
        first, second = (each.reshape(-1, 4).mean(axis=1) for each in losses())
        judged = judge_predictions(TRUTH, SAID, "neg_brier_score", cluster=PATIENTS)[0]
        assert judged.pvalue == pytest.approx(stats.ttest_rel(first, second).pvalue, rel=1e-9)

    def test_labels_have_clusters_too(self):
        hard = {name: np.where(each > 0.5, "yes", "no") for name, each in SAID.items()}
        for metric in ("accuracy", "f1"):
            judged = judge_predictions(WORDS, hard, metric, positive="yes", cluster=PATIENTS)[0]
            assert judged.test.startswith("clustered-t")

    @pytest.mark.parametrize("test", ["delong-t", "delong", "bootstrap-t", "bootstrap-percentile(replicates=200)"])
    def test_a_test_that_ignores_clusters_says_so(self, test):
        judged = judge_predictions(TRUTH, SAID, "roc_auc", test, cluster=PATIENTS)[0]
        (note,) = (note for note in judged.notes if note.kind is NoteKind.CLUSTERS_IGNORED)
        assert (note["clusters"], note["items"]) == (30, TRUTH.size)
        alone = judge_predictions(TRUTH, SAID, "roc_auc", test, cluster=np.arange(TRUTH.size))[0]
        assert NoteKind.CLUSTERS_IGNORED not in {note.kind for note in alone.notes}

    @pytest.mark.parametrize("gap", [None, np.nan, ""])
    def test_a_gap_is_named(self, gap):
        clusters = PATIENTS.astype(object)
        clusters[6] = gap
        with refused("cluster", "row 7"):
            judge_predictions(TRUTH, SAID, "roc_auc", cluster=clusters)

    @pytest.mark.parametrize(
        ("cluster", "facts"),
        [
            (PATIENTS[:-1], [TRUTH.size - 1, TRUTH.size]),
            ("patient", ["'patient'"]),
            (3, ["3"]),
            (np.zeros((TRUTH.size, 2)), [(TRUTH.size, 2)]),
        ],
    )
    def test_what_is_no_label_per_row_is_refused(self, cluster, facts):
        with refused("cluster", *facts):
            judge_predictions(TRUTH, SAID, "roc_auc", cluster=cluster)

    def test_one_cluster_is_refused(self):
        with refused(None, "2 clusters", error=ValueError):
            judge_predictions(TRUTH, SAID, "roc_auc", cluster=np.zeros(TRUTH.size))


class TestMargins:
    @pytest.mark.parametrize("margin", [0.001, 0.01, 0.05, 0.2])
    def test_margins_are_one_sided_t_tests(self, margin):
        gaps = np.subtract(*losses())
        facts = judge_predictions(TRUTH, SAID, "neg_brier_score", margin=margin)[0].items
        above = stats.ttest_1samp(gaps, -margin, alternative="greater").pvalue <= 0.05
        below = stats.ttest_1samp(gaps, margin, alternative="less").pvalue <= 0.05
        assert (facts.margin, facts.not_worse, facts.equivalent) == (margin, above, above and below)

    def test_without_a_margin_nothing_is_decided(self):
        facts = judge_predictions(TRUTH, SAID, "roc_auc")[0].items
        assert (facts.margin, facts.not_worse, facts.equivalent) == (None, None, None)

    @pytest.mark.parametrize("margin", [0, -0.1, np.nan, np.inf, "0.1", True, 5])
    def test_bad_margins_are_refused(self, margin):
        with refused("margin"):
            judge_predictions(TRUTH, SAID, "roc_auc", margin=margin)


@pytest.mark.parametrize("test", ["item-t", "sign-flip(replicates=200)", "clustered-t"])
def test_large_gains_are_those_of_the_right_learner(test):
    """One learner is certain and wrong on 13 rows: the other gains, whichever comes first."""
    bold = np.where(np.arange(TRUTH.size) < 13, 1e-9, 0.9)
    said = {"bold": np.where(TRUTH == 1, bold, 1 - bold), "even": SAID["a"] * 0.02 + 0.49}
    for names in (["bold", "even"], ["even", "bold"]):
        given = {name: said[name] for name in names}
        judged = judge_predictions(TRUTH, given, "neg_log_loss", test, cluster=np.arange(TRUTH.size))[0]
        (note,) = (note for note in judged.notes if note.kind is NoteKind.SKEWED)
        assert note.about == tuple(names)
        assert (note["skewness"] > 0) == (judged.first == "even")


class TestNames:
    def test_fragile_rows_have_names(self):
        ids = np.arange(100, 100 + TRUTH.size)
        far = {"a": np.where(TRUTH == 1, 0.9, 0.2), "b": SAID["b"]}
        facts = judge_predictions(TRUTH, far, "neg_brier_score", ids=ids)[0].items
        assert facts.fragility.ids
        assert set(facts.fragility.ids) <= set(map(str, ids))

    def test_other_rows_are_refused(self):
        with refused("ids", 3, TRUTH.size):
            judge_predictions(TRUTH, SAID, "roc_auc", ids=["x", "y", "z"])
