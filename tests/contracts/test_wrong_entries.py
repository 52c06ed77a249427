"""Entries that break a promise fail the contract: what a contract does not notice it does not promise."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from outperform.core import Design, Metric, Unit
from outperform.designs import KFold
from outperform.metrics import Accuracy
from outperform.significance import ResampledT
from outperform.testing import DesignContract, MetricContract, SignificanceContract


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


@pytest.mark.parametrize(
    ("contract", "entry", "promise"),
    [
        (SignificanceContract, Sorts(), "test_the_scores_stay_as_they_are"),
        (SignificanceContract, Liberal(), "test_it_holds_its_level_where_the_learners_are_equally_good"),
        (SignificanceContract, OneSided(), "test_swapping_the_learners_mirrors_the_verdict"),
        (DesignContract, Relabels(), "test_the_dataset_stays_as_it_is"),
        (MetricContract, Wipes(), "test_truth_and_predictions_stay_as_they_are"),
    ],
    ids=lambda each: getattr(each, "slug", None),
)
def test_a_broken_promise_is_noticed(contract, entry, promise):
    with pytest.raises(AssertionError):
        getattr(contract(), promise)(entry)
