"""What a user says of tables of predictions."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PredictionColumns:
    """What a user says of tables of predictions: columns, and learners to keep."""

    truth: str
    item: str | None = None
    prediction: str | None = None  # of a table with a row per item and system, or of a file per system
    cluster: Any = None  # the column; "none" ignores one called cluster
    weight: Any = None  # the column; "none" ignores one called weight
    learners: tuple[str, ...] = ()  # columns of predictions, or systems; () is all
    common: bool = False  # of several files: leave out the items that some of them lack
