"""Tables of predictions: what a user says of them, and what is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outperform.core import Floats, Note, Values

if TYPE_CHECKING:
    from outperform.data.predictions.class_tables import ClassColumns
    from outperform.data.predictions.label_columns import CodedLabels


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


@dataclass(frozen=True, eq=False)
class PredictionTable:
    """Truth and predictions row by row, and what stands beside them."""

    truth: "Values | CodedLabels"
    predictions: Mapping[str, "Values | CodedLabels | ClassColumns"]
    cluster: Values | None = None
    weights: Floats | None = None
    ids: Values | None = None
    notes: tuple[Note, ...] = ()
    joined: bool = False  # of several files: rows have the order of the first, and errors name items
