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
from outperform.metrics.rows import (
    NegMeanAbsoluteError,
    NegMeanAbsolutePercentageError,
    NegMeanSquaredError,
    RowMetric,
)
from outperform.metrics.samples import (
    R2,
    ExplainedVariance,
    NegMaxError,
    NegMedianAbsoluteError,
    NegRootMeanSquaredError,
    SampleMetric,
)

__all__ = [
    "CATALOGUE",
    "F1",
    "R2",
    "Accuracy",
    "BalancedAccuracy",
    "CountMetric",
    "ExplainedVariance",
    "F1Macro",
    "F1Micro",
    "F1Weighted",
    "MatthewsCorrcoef",
    "NegMaxError",
    "NegMeanAbsoluteError",
    "NegMeanAbsolutePercentageError",
    "NegMeanSquaredError",
    "NegMedianAbsoluteError",
    "NegRootMeanSquaredError",
    "Precision",
    "PrecisionMacro",
    "PrecisionMicro",
    "PrecisionWeighted",
    "Recall",
    "RecallMacro",
    "RecallMicro",
    "RecallWeighted",
    "RowMetric",
    "SampleMetric",
]

CATALOGUE = Catalogue(Metric, globals())
"""The metrics of this room, by slug."""
