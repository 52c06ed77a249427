"""Tests of leagues: two learners, or all of them, over many data sets. This page lists and registers them."""

from outperform.core import Catalogue, LeagueTest, OmnibusTest
from outperform.ranking.differences import PairDifferences, differences_of
from outperform.ranking.wilcoxon import Wilcoxon as Wilcoxon

CATALOGUE = Catalogue(LeagueTest, globals())
"""All tests of two learners over data sets, by slug."""
OMNIBUS = Catalogue(OmnibusTest, globals())
"""All tests of all learners at once, by slug."""

__all__ = ["CATALOGUE", "OMNIBUS", "PairDifferences", "differences_of", *CATALOGUE.names, *OMNIBUS.names]
