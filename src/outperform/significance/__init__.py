"""Every significance test, one file a test or family. This page lists them; the last line registers them."""

from outperform.core import Catalogue, SignificanceTest
from outperform.significance.adaptive_t import AdaptiveT
from outperform.significance.balanced_halves import Blocked3x2T, Mx2T
from outperform.significance.bayes_correlated import BayesCorrelatedT
from outperform.significance.bootstrap import BootstrapPercentile
from outperform.significance.corrected_kfold import CorrectedKFoldT
from outperform.significance.corrected_t import CorrectedT
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.five_by_two import FiveByTwoCombinedT, FiveByTwoF, FiveByTwoT
from outperform.significance.mcnemar import McNemar, McNemarExact, McNemarMidP
from outperform.significance.paired_counts import PairedCounts, PairedCountsTest
from outperform.significance.paired_t import KFoldT, ResampledT
from outperform.significance.pooled_t import PooledT
from outperform.significance.proportions import Proportions, ProportionsCorrected
from outperform.significance.sorted_runs import AveragedFoldsT, AveragedRunsT, SortedRunsT
from outperform.significance.student import Student

__all__ = [
    "CATALOGUE",
    "AdaptiveT",
    "AveragedFoldsT",
    "AveragedRunsT",
    "BayesCorrelatedT",
    "Blocked3x2T",
    "BootstrapPercentile",
    "CorrectedKFoldT",
    "CorrectedT",
    "DifferenceTest",
    "Differences",
    "FiveByTwoCombinedT",
    "FiveByTwoF",
    "FiveByTwoT",
    "KFoldT",
    "McNemar",
    "McNemarExact",
    "McNemarMidP",
    "Mx2T",
    "PairedCounts",
    "PairedCountsTest",
    "PooledT",
    "Proportions",
    "ProportionsCorrected",
    "ResampledT",
    "SortedRunsT",
    "Student",
]

CATALOGUE = Catalogue(SignificanceTest, globals())
"""All significance tests, by slug."""
