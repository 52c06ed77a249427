"""Any figure as a picture, and the figures of a comparison or a league by name."""

from importlib import import_module
from typing import Any, Protocol

from outperform.comparison import Comparison, League
from outperform.core import InputError, did_you_mean
from outperform.report.figures import CATALOGUE, ComparisonFigure, LeagueFigure
from outperform.report.figures.style import LIGHT, Looks, Theme
from outperform.visible import visible
from outperform.words.visible import texts_by


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
    """Draw a figure with the ``draw`` of its module; return matplotlib's figure.

    Control characters in names are drawn as visible escapes: fonts have none, and matplotlib refuses some.
    """
    drawn = None if looks is None else Looks({visible(name): look for name, look in looks.items()})
    return import_module(type(figure).__module__).draw(texts_by(visible, figure), axes, looks=drawn, theme=theme)


def looks_of(answer: Comparison | League, theme: Theme = LIGHT) -> Looks:
    """Assign every learner of an answer its look: the same in all its figures."""
    if isinstance(answer, League):
        return Looks.of(answer.table.learners, theme)
    return Looks.of((name for scores in answer.scores for name in scores.learners), theme)


def plot(answer: Comparison | League, figure: str = "", axes: Any = None, **choices: Any) -> Any:
    """Draw one of the figures of an answer by name; without a name, the one that says most."""
    usual, role = (
        ("critical-difference", LeagueFigure) if isinstance(answer, League) else ("difference", ComparisonFigure)
    )
    known = {slug: kind for slug, kind in CATALOGUE.items() if issubclass(kind, role)}
    name = usual if figure == "" else figure
    if not isinstance(name, str) or name not in known:
        raise InputError("figure", f"{name!r} is not known; {did_you_mean(str(name), known)}")
    kind: Any = known[name]
    return picture(kind.of(answer, **choices), axes, looks=looks_of(answer))
