"""Figures: one file each, a data class and how it is drawn. Matplotlib without its global state."""

from outperform.report.extra import require

require("matplotlib")

from outperform.report.figures.cost import CostFigure  # noqa: E402 - first the sentence that says what to install
from outperform.report.figures.decisions import DecisionsFigure  # noqa: E402
from outperform.report.figures.difference import DifferenceFigure  # noqa: E402
from outperform.report.figures.items import ItemsFigure  # noqa: E402
from outperform.report.figures.partitions import PartitionsFigure  # noqa: E402
from outperform.report.figures.power import PowerFigure  # noqa: E402
from outperform.report.figures.quantiles import QuantilesFigure  # noqa: E402
from outperform.report.figures.replicability import ReplicabilityFigure  # noqa: E402
from outperform.report.figures.save import save, svg  # noqa: E402
from outperform.report.figures.splits import SplitsFigure  # noqa: E402
from outperform.report.figures.type_one import TypeOneFigure  # noqa: E402
from outperform.report.figures.variance import VarianceFigure  # noqa: E402

__all__ = [
    "CostFigure",
    "DecisionsFigure",
    "DifferenceFigure",
    "ItemsFigure",
    "PartitionsFigure",
    "PowerFigure",
    "QuantilesFigure",
    "ReplicabilityFigure",
    "SplitsFigure",
    "TypeOneFigure",
    "VarianceFigure",
    "save",
    "svg",
]
