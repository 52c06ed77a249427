"""Sources: each draws any number of data sets and knows the true difference of its usual pair of learners."""

from outperform.core import Catalogue, ItemSource, LeagueSource, Source
from outperform.sources.bayes_net import BayesNet as BayesNet
from outperform.sources.epsilon import Epsilon as Epsilon
from outperform.sources.exp6 import Exp6 as Exp6
from outperform.sources.fixed_items import FixedItems as FixedItems
from outperform.sources.gaussians import Gaussians as Gaussians
from outperform.sources.gaussians import Logistic as Logistic
from outperform.sources.league import SimulatedLeague as SimulatedLeague
from outperform.sources.no_information import NoInformation as NoInformation
from outperform.sources.population import Population as Population
from outperform.sources.real_blocks import RealBlocks as RealBlocks
from outperform.sources.real_blocks import RealRegression as RealRegression
from outperform.sources.regression import Regression as Regression
from outperform.sources.symmetric import Symmetric as Symmetric
from outperform.sources.table import Table as Table
from outperform.sources.task_one import TaskOne as TaskOne

CATALOGUE = Catalogue(Source, globals())
"""All sources of data sets, by slug."""
LEAGUES = Catalogue(LeagueSource, globals())
"""All sources of leagues, by slug."""
ITEMS = Catalogue(ItemSource, globals())
"""All sources of fixed systems on items, by slug."""

__all__ = ["CATALOGUE", "ITEMS", "LEAGUES", *CATALOGUE.names, *ITEMS.names, *LEAGUES.names]
