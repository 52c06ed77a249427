"""Scores on different scales: shares beside percentages, between systems and within one."""

import numpy as np
import pytest

from outperform.data.metric_meanings import metric_meaning
from outperform.data.scales import scales_differ, scales_partly

SHARES = [0.5, 0.62, 0.7, 0.81, 0.9, 0.0, 1.0]


@pytest.mark.parametrize(
    ("scores", "others"),
    [
        ([*SHARES, 90.5], 1),
        ([*SHARES, 52.0, 61, 70, 88, 100, 0, 45, 77], 7),
        ([-each for each in (*SHARES, 90.5)], 1),
        ([0, 1, 1, 0, 100, 100], 2),
        ([0.7, np.nan, 80.0], 1),
    ],
)
def test_a_part_of_the_scores_may_be_percentages(scores, others):
    (note,) = scales_partly(["new"], [np.array(scores, dtype=float)])
    assert note.about == ("new",)
    assert note["others"] == others


@pytest.mark.parametrize(
    "scores",
    [
        SHARES,
        [50, 62, 70.0, 0, 100],
        [0, 1, 2, 3, 1, 0, 5],  # counts
        [1, 7, 100, 54, 1, 0],  # ratings
        [0.5, 0.7, 1.2, 1.9, 0.8],  # a metric that may pass 1
        [0.5, 0.7, 300.0],  # no percentages
        [-0.5, 0.7, 60.0],
        np.exp(np.linspace(-3, 4, 50)),  # of any size
    ],
)
def test_scores_of_one_scale_have_no_note(scores):
    assert scales_partly(["new"], [np.array(scores, dtype=float)]) == ()


@pytest.mark.parametrize(
    ("small", "large", "notes"),
    [
        ([1, 5, 3], [40, 99, 70], 1),  # ratings beside percentages
        ([1, 5, 3], [4, 60, 70], 0),  # they meet
        ([10, 30, 20], [90, 120, 100], 0),
    ],
)
def test_ratings_beside_larger_scores(small, large, notes):
    assert len(scales_differ(["new", "old"], [np.array(small, dtype=float), np.array(large, dtype=float)])) == notes


@pytest.mark.parametrize(("metric", "notes"), [("accuracy", 1), ("latency", 0), ("bleu", 0)])
def test_only_what_may_be_a_share_is_doubted(metric, notes):
    assert len(scales_partly(["new"], [np.array([*SHARES, 90.5])], metric_meaning(metric))) == notes
