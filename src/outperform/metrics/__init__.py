"""Metrics of truth and predictions; higher is better. ``scorers.metric_of`` finds scikit-learn's other metrics."""

from outperform.core import Catalogue, Metric
from outperform.metrics.counts import Accuracy as Accuracy
from outperform.metrics.counts import BalancedAccuracy as BalancedAccuracy
from outperform.metrics.counts import CountMetric
from outperform.metrics.counts import MatthewsCorrcoef as MatthewsCorrcoef
from outperform.metrics.ratios import F1 as F1
from outperform.metrics.ratios import F1Macro as F1Macro
from outperform.metrics.ratios import F1Micro as F1Micro
from outperform.metrics.ratios import F1Weighted as F1Weighted
from outperform.metrics.ratios import Precision as Precision
from outperform.metrics.ratios import PrecisionMacro as PrecisionMacro
from outperform.metrics.ratios import PrecisionMicro as PrecisionMicro
from outperform.metrics.ratios import PrecisionWeighted as PrecisionWeighted
from outperform.metrics.ratios import Recall as Recall
from outperform.metrics.ratios import RecallMacro as RecallMacro
from outperform.metrics.ratios import RecallMicro as RecallMicro
from outperform.metrics.ratios import RecallWeighted as RecallWeighted
from outperform.metrics.rows import NegMeanAbsoluteError as NegMeanAbsoluteError
from outperform.metrics.rows import NegMeanAbsolutePercentageError as NegMeanAbsolutePercentageError
from outperform.metrics.rows import NegMeanSquaredError as NegMeanSquaredError
from outperform.metrics.rows import RowMetric
from outperform.metrics.samples import R2 as R2
from outperform.metrics.samples import ExplainedVariance as ExplainedVariance
from outperform.metrics.samples import NegMaxError as NegMaxError
from outperform.metrics.samples import NegMedianAbsoluteError as NegMedianAbsoluteError
from outperform.metrics.samples import NegRootMeanSquaredError as NegRootMeanSquaredError
from outperform.metrics.samples import SampleMetric

CATALOGUE = Catalogue(Metric, globals())
"""The metrics of this room, by slug."""

__all__ = ["CATALOGUE", "CountMetric", "RowMetric", "SampleMetric", *CATALOGUE.names]
