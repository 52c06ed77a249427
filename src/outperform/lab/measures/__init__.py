"""Measures: properties of a procedure over a study. This file registers them."""

from outperform.core import Catalogue
from outperform.lab.measures.base import Measure, Reading
from outperform.lab.measures.cost import Fits as Fits
from outperform.lab.measures.cost import Seconds as Seconds
from outperform.lab.measures.rejection import Coverage as Coverage
from outperform.lab.measures.rejection import Rejection as Rejection
from outperform.lab.measures.rejection import Uniformity as Uniformity
from outperform.lab.measures.replicability import AlmostConsistent as AlmostConsistent
from outperform.lab.measures.replicability import ChanceCorrected as ChanceCorrected
from outperform.lab.measures.replicability import Consistent as Consistent
from outperform.lab.measures.replicability import MeasuredReplicability as MeasuredReplicability
from outperform.lab.measures.replicability import ThreeWay as ThreeWay
from outperform.lab.measures.replicability import agreement
from outperform.lab.measures.variance import PoliticalRatio as PoliticalRatio
from outperform.lab.measures.variance import RhoOne as RhoOne
from outperform.lab.measures.variance import RhoTwo as RhoTwo

CATALOGUE = Catalogue(Measure, globals())
"""All measures, by slug."""

__all__ = ["CATALOGUE", "Measure", "Reading", "agreement", *CATALOGUE.names]
