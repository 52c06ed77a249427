"""Loaders: what users have at hand becomes the types of ``core``."""

from outperform.data.bundled import BUNDLED
from outperform.data.datasets import load
from outperform.data.frames import as_classes, dataset_as_is, dataset_of
from outperform.data.prediction_tables import aligned, matching_label
from outperform.data.score_tables import scores_of, scores_of_columns
from outperform.data.tables import columns_of, read_columns

__all__ = [
    "BUNDLED",
    "aligned",
    "as_classes",
    "columns_of",
    "dataset_as_is",
    "dataset_of",
    "load",
    "matching_label",
    "read_columns",
    "scores_of",
    "scores_of_columns",
]
