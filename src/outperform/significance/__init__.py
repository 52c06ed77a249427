"""Every significance test, one file per test or family. This page lists and registers them."""

from outperform.core import Catalogue, SignificanceTest
from outperform.significance.adaptive_t import AdaptiveT as AdaptiveT
from outperform.significance.balanced_halves import Blocked3x2T as Blocked3x2T
from outperform.significance.balanced_halves import Mx2T as Mx2T
from outperform.significance.bayes_correlated import BayesCorrelatedT as BayesCorrelatedT
from outperform.significance.betting import Betting as Betting
from outperform.significance.bootstrap import BootstrapPercentile as BootstrapPercentile
from outperform.significance.bootstrap_t import BootstrapT as BootstrapT
from outperform.significance.cluster_flip import ClusterFlip as ClusterFlip
from outperform.significance.clustered_t import ClusteredT as ClusteredT
from outperform.significance.corrected_kfold import CorrectedKFoldT as CorrectedKFoldT
from outperform.significance.corrected_t import CorrectedT as CorrectedT
from outperform.significance.delong import Delong as Delong
from outperform.significance.delong import DelongT as DelongT
from outperform.significance.diebold_mariano import DieboldMariano as DieboldMariano
from outperform.significance.differences import Differences, DifferenceTest
from outperform.significance.discordant_e import DiscordantE as DiscordantE
from outperform.significance.five_by_two import FiveByTwoCombinedT as FiveByTwoCombinedT
from outperform.significance.five_by_two import FiveByTwoF as FiveByTwoF
from outperform.significance.five_by_two import FiveByTwoT as FiveByTwoT
from outperform.significance.item_t import ItemT as ItemT
from outperform.significance.mcnemar import McNemar as McNemar
from outperform.significance.mcnemar import McNemarExact as McNemarExact
from outperform.significance.mcnemar import McNemarMidP as McNemarMidP
from outperform.significance.paired_counts import PairedCounts, PairedCountsTest
from outperform.significance.paired_t import KFoldT as KFoldT
from outperform.significance.paired_t import ResampledT as ResampledT
from outperform.significance.pooled_t import PooledT as PooledT
from outperform.significance.proportions import Proportions as Proportions
from outperform.significance.proportions import ProportionsCorrected as ProportionsCorrected
from outperform.significance.sign_flip import SignFlip as SignFlip
from outperform.significance.sorted_runs import AveragedFoldsT as AveragedFoldsT
from outperform.significance.sorted_runs import AveragedRunsT as AveragedRunsT
from outperform.significance.sorted_runs import SortedRunsT as SortedRunsT
from outperform.significance.student import Student
from outperform.significance.swap import Swap as Swap
from outperform.significance.welch_t import WelchT as WelchT

CATALOGUE = Catalogue(SignificanceTest, globals())
"""All significance tests, by slug."""

__all__ = [
    "CATALOGUE",
    "DifferenceTest",
    "Differences",
    "PairedCounts",
    "PairedCountsTest",
    "Student",
    *CATALOGUE.names,
]
