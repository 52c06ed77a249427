"""Procedures of leagues: how often each data set is split. This page registers them."""

from outperform.core import Catalogue, LeagueProcedure
from outperform.procedures.leagues.adaptive import AdaptiveLeague as AdaptiveLeague
from outperform.procedures.leagues.adaptive import table_of_values
from outperform.procedures.leagues.fixed import FixedLeague as FixedLeague

CATALOGUE = Catalogue(LeagueProcedure, globals())
"""All procedures of leagues, by slug."""

__all__ = ["CATALOGUE", "table_of_values", *CATALOGUE.names]
