"""Metrics: functions of truth and predictions, higher is better. ``scorers.metric_of`` finds any other."""

from outperform.core import Catalogue, Metric
from outperform.metrics.counts import Accuracy, BalancedAccuracy, CountMetric, MatthewsCorrcoef
from outperform.metrics.ratios import (
    F1,
    F1Macro,
    F1Micro,
    F1Weighted,
    Precision,
    PrecisionMacro,
    PrecisionMicro,
    PrecisionWeighted,
    Recall,
    RecallMacro,
    RecallMicro,
    RecallWeighted,
)
from outperform.metrics.rows import NegMeanAbsoluteError, NegMeanSquaredError, RowMetric

__all__ = [
    "CATALOGUE",
    "F1",
    "Accuracy",
    "BalancedAccuracy",
    "CountMetric",
    "F1Macro",
    "F1Micro",
    "F1Weighted",
    "MatthewsCorrcoef",
    "NegMeanAbsoluteError",
    "NegMeanSquaredError",
    "Precision",
    "PrecisionMacro",
    "PrecisionMicro",
    "PrecisionWeighted",
    "Recall",
    "RecallMacro",
    "RecallMicro",
    "RecallWeighted",
    "RowMetric",
]

CATALOGUE = Catalogue(Metric, globals())
