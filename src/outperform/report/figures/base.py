"""What figures are: of a comparison, of one of its pairs, of a league, or of readings of the lab, each by its slug."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from outperform.comparison import Comparison
from outperform.comparison.league_result import League
from outperform.core import OutperformError

Rows = Sequence[Mapping[str, Any]]


class FigureKind(ABC):
    """The numbers of a figure. The function ``draw`` is in the same file as the class."""

    slug: ClassVar[str]
    place: ClassVar[int] = 1000  # on a page: the lower, the earlier

    @property
    @abstractmethod
    def title(self) -> str:
        """Return what is shown; a class attribute where it is always the same."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """Return how to read it."""

    @abstractmethod
    def frame(self) -> list[dict[str, Any]]:
        """Return the numbers, one row each."""

    @classmethod
    def summary(cls) -> str:
        """Return the first line of the class's documentation."""
        return (cls.__doc__ or "").strip().splitlines()[0]


class ComparisonFigure(FigureKind):
    """A figure of a whole comparison; ``Comparison.plot`` draws it by its slug."""

    @classmethod
    @abstractmethod
    def of(cls, comparison: Comparison, *choices: Any) -> Self:
        """Take the numbers from a comparison; raise an error where it does not have them."""


class PairFigure(ComparisonFigure):
    """A figure of one pair, which the page shows for every pair that it looks at more closely."""

    numbers: ClassVar[bool] = True  # whether the page lists the frame below the figure
    part: ClassVar[str] = "figures"  # the part of the page that it stands in
    low: ClassVar[bool] = False  # whether it is so low that the page shows it beside the differences

    @classmethod
    @abstractmethod
    def of(cls, comparison: Comparison, pair: int = 0, *choices: Any) -> Self:
        """Take the numbers of the judgement at this position; raise an error where it does not have them."""

    @property
    def tells(self) -> bool:
        """Whether the page should show it."""
        return True


class LeagueFigure(FigureKind):
    """A figure of a league; ``League.plot`` draws it by its slug."""

    @classmethod
    @abstractmethod
    def of(cls, league: League, *choices: Any) -> Self:
        """Take the numbers from a league; raise an error where it does not have them."""


class ReadingsFigure(FigureKind):
    """A figure of the lab's readings, which the page of a study shows where the readings allow."""

    @classmethod
    @abstractmethod
    def of(cls, readings: Rows) -> Self:
        """Take the readings that it needs; raise an error where there are none."""

    @classmethod
    def each(cls, readings: Rows) -> Iterator[tuple[str, Self]]:
        """Return all that the readings allow, by what to add to the slug: one, or none."""
        try:
            yield "", cls.of(readings)
        except OutperformError:
            return
