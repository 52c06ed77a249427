"""Entries that break a promise fail the contract: what a contract does not notice it does not promise."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from outperform.core import Design, Metric, Unit
from outperform.designs import KFold
from outperform.metrics import Accuracy
from outperform.ranking import TDatasets, Wilcoxon
from outperform.significance import ResampledT
from outperform.testing import DesignContract, MetricContract, PairsTestContract, SignificanceContract


@dataclass(frozen=True)
class Sorts(ResampledT):
    """Sort the scores in place."""

    slug = "sorts"

    def judge(self, scores):
        verdict = super().judge(scores)
        scores.values.sort(axis=1)
        return verdict


@dataclass(frozen=True)
class Liberal(ResampledT):
    """Take a quarter of the p-value."""

    slug = "liberal"

    def judge(self, scores):
        verdict = super().judge(scores)
        return replace(verdict, pvalue=verdict.pvalue / 4)


@dataclass(frozen=True)
class OneSided(ResampledT):
    """Look for a lead of the first learner alone."""

    slug = "one-sided"

    def judge(self, scores):
        verdict = super().judge(scores)
        return replace(verdict, pvalue=verdict.pvalue / 2 if verdict.estimate > 0 else 1 - verdict.pvalue / 2)


@dataclass(frozen=True)
class Relabels(Design):
    """Turn the target round in place."""

    slug = "relabels"

    def plan(self, dataset, rng):
        plan = KFold(folds=2).plan(dataset, rng)
        dataset.target[:] = dataset.target[::-1].copy()
        return plan


@dataclass(frozen=True)
class Wipes(Metric):
    """Wipe the predictions out."""

    slug = "wipes"
    unit = Unit.POINTS
    bounds = (0.0, 1.0)

    def score(self, truth, predictions):
        found = Accuracy().score(truth, predictions)
        if isinstance(predictions, np.ndarray):
            predictions[:] = 0
        return found


@dataclass(frozen=True)
class RawDigits(TDatasets):
    """Round the scores to two digits: ties depend on where a score stands."""

    slug = "raw-digits"

    def judge(self, cells, first, second):
        return super().judge(replace(cells, values=cells.values.round(2)), first, second)


@dataclass(frozen=True)
class Filled(Wilcoxon):
    """Fill missing cells with 0."""

    slug = "filled"

    def judge(self, cells, first, second):
        return super().judge(replace(cells, values=np.nan_to_num(cells.values)), first, second)


@dataclass(frozen=True)
class AgainstTheMean(Wilcoxon):
    """Subtract the mean of all learners, and judge by what is left of the first."""

    slug = "against-the-mean"

    def judge(self, cells, first, second):
        values = cells.values.copy()
        values[:, second] = values.mean(axis=1)
        return super().judge(replace(cells, values=values), first, second)


@dataclass(frozen=True)
class Decisive(TDatasets):
    """Decide for the learner that is ahead, whatever the p-value."""

    slug = "decisive"

    def judge(self, cells, first, second):
        return replace(super().judge(cells, first, second), pvalue=0.0)


@pytest.mark.parametrize(
    ("contract", "entry", "promise"),
    [
        (SignificanceContract, Sorts(), "test_the_scores_stay_as_they_are"),
        (SignificanceContract, Liberal(), "test_it_holds_its_level_where_the_learners_are_equally_good"),
        (SignificanceContract, OneSided(), "test_swapping_the_learners_mirrors_the_verdict"),
        (PairsTestContract, RawDigits(), "test_only_differences_matter"),
        (PairsTestContract, Filled(), "test_a_missing_cell_leaves_its_data_set_out"),
        (PairsTestContract, AgainstTheMean(), "test_swapping_the_learners_mirrors_the_verdict"),
        (PairsTestContract, AgainstTheMean(), "test_the_other_learners_matter_only_for_a_test_on_ranks"),
        (PairsTestContract, Decisive(), "test_it_holds_its_level_where_the_learners_are_equally_good"),
        (PairsTestContract, Decisive(), "test_one_data_set_decides_nothing"),
        (PairsTestContract, Decisive(), "test_many_pairs_are_judged_as_each_alone"),
        (DesignContract, Relabels(), "test_the_dataset_stays_as_it_is"),
        (MetricContract, Wipes(), "test_truth_and_predictions_stay_as_they_are"),
    ],
    ids=lambda each: getattr(each, "slug", None),
)
def test_a_broken_promise_is_noticed(contract, entry, promise):
    with pytest.raises(AssertionError):
        getattr(contract(), promise)(entry)
