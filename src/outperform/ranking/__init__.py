"""Tests of leagues: two learners, or all of them, over many data sets. This page lists and registers them."""

from outperform.core import Catalogue, LeagueTest, OmnibusTest
from outperform.ranking.bayes_signed_rank import BayesSignedRank as BayesSignedRank
from outperform.ranking.differences import PairDifferences, differences_of
from outperform.ranking.effects import effects_of
from outperform.ranking.friedman import Friedman as Friedman
from outperform.ranking.iman_davenport import ImanDavenport as ImanDavenport
from outperform.ranking.mean_ranks import league_ranks
from outperform.ranking.nemenyi import Nemenyi as Nemenyi
from outperform.ranking.nemenyi import critical_difference
from outperform.ranking.random_effects import RandomEffectsTest as RandomEffectsTest
from outperform.ranking.sign import SignDatasets as SignDatasets
from outperform.ranking.t_datasets import TDatasets as TDatasets
from outperform.ranking.wilcoxon import Wilcoxon as Wilcoxon

CATALOGUE = Catalogue(LeagueTest, globals())
"""All tests of two learners over data sets, by slug."""
OMNIBUS = Catalogue(OmnibusTest, globals())
"""All tests of all learners at once, by slug."""

__all__ = [
    "CATALOGUE",
    "OMNIBUS",
    "PairDifferences",
    "critical_difference",
    "differences_of",
    "effects_of",
    "league_ranks",
    *CATALOGUE.names,
    *OMNIBUS.names,
]
