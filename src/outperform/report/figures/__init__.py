"""Figures: one file each, a data class and how it is drawn. Matplotlib without its global state."""

from outperform.report.extra import require

require("matplotlib")

# ruff: noqa: E402 - first the sentence that says what to install
from outperform.report.figures.base import ComparisonFigure, FigureKind, LeagueFigure, PairFigure, ReadingsFigure
from outperform.report.figures.cost import CostFigure as CostFigure
from outperform.report.figures.critical_difference import CriticalDifferenceFigure as CriticalDifferenceFigure
from outperform.report.figures.curves import CurvesFigure as CurvesFigure
from outperform.report.figures.decisions import DecisionsFigure as DecisionsFigure
from outperform.report.figures.difference import DifferenceFigure as DifferenceFigure
from outperform.report.figures.item_differences import ItemDifferencesFigure as ItemDifferencesFigure
from outperform.report.figures.items import ItemsFigure as ItemsFigure
from outperform.report.figures.league_effects import LeagueEffectsFigure as LeagueEffectsFigure
from outperform.report.figures.league_forest import LeagueForestFigure as LeagueForestFigure
from outperform.report.figures.league_pairs import LeaguePairsFigure as LeaguePairsFigure
from outperform.report.figures.league_places import LeaguePlacesFigure as LeaguePlacesFigure
from outperform.report.figures.pairs import PairsFigure as PairsFigure
from outperform.report.figures.partitions import PartitionsFigure as PartitionsFigure
from outperform.report.figures.power import PowerFigure as PowerFigure
from outperform.report.figures.quantiles import QuantilesFigure as QuantilesFigure
from outperform.report.figures.replicability import ReplicabilityFigure as ReplicabilityFigure
from outperform.report.figures.reruns import RerunsFigure as RerunsFigure
from outperform.report.figures.save import save, svg
from outperform.report.figures.splits import SplitsFigure as SplitsFigure
from outperform.report.figures.tasks import TasksFigure as TasksFigure
from outperform.report.figures.type_one import TypeOneFigure as TypeOneFigure
from outperform.report.figures.variance import VarianceFigure as VarianceFigure

_FOUND = [each for each in globals().values() if isinstance(each, type) and issubclass(each, FigureKind)]
CATALOGUE = {figure.slug: figure for figure in sorted(_FOUND, key=lambda each: each.place) if hasattr(figure, "slug")}
"""All figures by slug, in the order in which a page shows them."""

__all__ = [
    "CATALOGUE",
    "ComparisonFigure",
    "FigureKind",
    "LeagueFigure",
    "PairFigure",
    "ReadingsFigure",
    "save",
    "svg",
    *(figure.__name__ for figure in CATALOGUE.values()),
]
