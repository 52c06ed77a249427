"""Tests that first average a table of repeated cross-validation along one axis (Bouckaert 2005, 2.4 and 4.3)."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Needs, Replicability, Scores
from outperform.significance._differences import Differences, DifferenceTest
from outperform.significance._flip import replicability_of, wander_of_sorted
from outperform.significance._student import Student, one_sample

_DEGENERATE = "is kept for the record: it is not corrected, and wrong for learners that hardly depend on their data"


@dataclass(frozen=True)
class SortedRunsT(DifferenceTest):
    """Sorted-runs t test: order each repeat's differences, average rank by rank (Bouckaert 2005, 2.4).

    The paper prints the factor 1/r; 1/k is right: with 1/r the Type I error at 5% on Task I, n = 1000, is 0 of
    20,000 data sets at r = 1 and 34% of 1,000 at r = 50.
    """

    slug = "sorted-runs-t"
    needs = Needs(folds=(2, None), partition=True)

    def arithmetic(self, differences: Differences) -> Student:
        """T = mean(y) / sqrt(var(y) / k) over the k rank means y, k - 1 degrees of freedom."""
        ranks = np.sort(differences.x, axis=-1).mean(axis=-2)
        return one_sample(ranks, differences.scale)

    def replicability(self, scores: Scores, level: float) -> Replicability | str:
        """From the repeats."""
        return replicability_of(scores, level, wander_of_sorted)


@dataclass(frozen=True)
class AveragedFoldsT(DifferenceTest):
    """Plain t test on the r repeat means (Bouckaert 2005, 4.3); for the record, never a default."""

    slug = "averaged-folds-t"
    needs = Needs(repeats=(2, None))
    warning = f"averaged-folds-t {_DEGENERATE}"

    def arithmetic(self, differences: Differences) -> Student:
        """T over the means of the repeats, r - 1 degrees of freedom."""
        return one_sample(differences.x.mean(axis=-1), differences.scale)


@dataclass(frozen=True)
class AveragedRunsT(DifferenceTest):
    """Plain t test on the k fold means over repeats (Bouckaert 2005, 4.3); for the record, never a default.

    Folds of different repeats have nothing in common but their number: relabelling them changes the verdict.
    """

    slug = "averaged-runs-t"
    needs = Needs(folds=(2, None))
    warning = f"averaged-runs-t {_DEGENERATE}"

    def arithmetic(self, differences: Differences) -> Student:
        """T over the means of the folds, k - 1 degrees of freedom."""
        return one_sample(differences.x.mean(axis=-2), differences.scale)
