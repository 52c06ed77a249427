"""Loaders: what users have at hand becomes the types of ``core``."""

from outperform.data.prediction_tables import aligned, matching_label
from outperform.data.score_tables import scores_of, scores_of_columns
from outperform.data.tables import columns_of, read_columns

__all__ = ["aligned", "columns_of", "matching_label", "read_columns", "scores_of", "scores_of_columns"]
