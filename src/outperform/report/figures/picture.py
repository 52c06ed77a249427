"""Any figure as a picture, and the figures of a comparison by name."""

from importlib import import_module
from typing import Any, Protocol

from outperform.comparison import Comparison
from outperform.core import InputError, did_you_mean
from outperform.report.figures import CATALOGUE, ComparisonFigure
from outperform.report.figures.style import LIGHT, Looks, Theme


class FigureData(Protocol):
    """What every figure has before it is drawn."""

    @property
    def title(self) -> str:
        """Return what is shown."""

    @property
    def caption(self) -> str:
        """Return how to read it."""

    def frame(self) -> list[dict[str, Any]]:
        """Return the numbers, one row each."""


def picture(figure: FigureData, axes: Any = None, *, looks: Looks | None = None, theme: Theme = LIGHT) -> Any:
    """Draw a figure with the ``draw`` of its module; return matplotlib's figure."""
    return import_module(type(figure).__module__).draw(figure, axes, looks=looks, theme=theme)


def looks_of(comparison: Comparison, theme: Theme = LIGHT) -> Looks:
    """Assign every learner of a comparison its look: the same in all its figures."""
    return Looks.of((name for scores in comparison.scores for name in scores.learners), theme)


def plot(comparison: Comparison, figure: str = "difference", axes: Any = None, **choices: Any) -> Any:
    """Draw one of a comparison's figures by name."""
    known = {slug: kind for slug, kind in CATALOGUE.items() if issubclass(kind, ComparisonFigure)}
    if figure not in known:
        raise InputError("figure", f"{figure!r} is not known; {did_you_mean(figure, known)}")
    return picture(known[figure].of(comparison, **choices), axes, looks=looks_of(comparison))
