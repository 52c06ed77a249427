"""Tests on counts that do more than their family's arithmetic, and blocks that were cut short."""

from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from outperform.core import PValue, Scores
from outperform.lab import Ledger, Study, run_study
from outperform.lab.count_engine import is_vectorised, judge_counts
from outperform.significance import CATALOGUE, DifferenceTest, KFoldT, PairedCountsTest


@dataclass(frozen=True)
class Certain(KFoldT):
    """A test of the user's own that judges in its own way."""

    slug = "certain"

    def judge(self, scores: Scores) -> PValue:
        """Reject always."""
        return replace(super().judge(scores), pvalue=0.0)  # type: ignore[return-value]


def test_a_judging_of_ones_own_is_not_passed_over() -> None:
    judged = np.random.default_rng(0).multinomial(10, [0.25] * 4, size=(5, 1, 10))
    judged[..., 0] += 40 - judged.sum(axis=-1)
    assert not is_vectorised(Certain())
    assert judge_counts(Certain(), judged, 400).pvalue.tolist() == [[0.0]] * 5
    assert is_vectorised(KFoldT())


def test_our_own_tests_are_judged_many_at_a_time() -> None:
    families = (DifferenceTest, PairedCountsTest)
    slow = {slug for slug, test in CATALOGUE.items() if issubclass(test, families) and not is_vectorised(test())}
    assert slow == {"adaptive-t"}


def test_a_block_that_is_too_short_is_made_again(tmp_path) -> None:
    spec = "holdout(share=0.2) + bootstrap-percentile(replicates=1000)"
    with closing(Ledger(tmp_path / "lab.db")) as ledger:
        short = run_study(Study("task-one(n=50)", (spec,), datasets=4), ledger=ledger)[spec]
        longer = run_study(Study("task-one(n=50)", (spec,), datasets=9), ledger=ledger)[spec]
    assert (short.shape, longer.shape) == ((4, 1), (9, 1))
    np.testing.assert_array_equal(short.pvalue, longer.pvalue[:4])


def test_a_procedure_that_adds_repeats_is_run_on_rows() -> None:
    study = Study("task-one(n=60)", ("adaptive-cv(max_repeats=3)", "corrected-cv(repeats=2)"), datasets=2)
    assert not study.counted
    assert run_study(study)["adaptive-cv(max_repeats=3)"].fits.tolist() == [[20.0], [20.0]]
