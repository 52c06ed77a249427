"""Progress with time left, for what takes more than two seconds."""

import sys
import time
from collections.abc import Callable
from shutil import get_terminal_size
from types import TracebackType
from typing import Any, Self


class Progress:
    """A progress line on standard error. It appears after two seconds and is erased at the end."""

    def __init__(self, total: int, *, shown: bool, word: str = "fits") -> None:
        self.total, self.shown, self.word = total, shown, word
        self.done = 0
        self._start = self._last = time.monotonic()
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def step(self) -> None:
        """Count one more; redraw at most ten times a second."""
        self.done += 1
        now = time.monotonic()
        if self._is_due(now):
            self._last = now
            self._draw(self.line(now - self._start))

    def _is_due(self, now: float) -> bool:
        return self.shown and now - self._start > 2 and now - self._last > 0.1

    def line(self, spent: float) -> str:
        """Return the line: how many are done, and about how much time is left.

        Examples
        --------
        >>> progress = Progress(200, shown=False)
        >>> progress.done = 142
        >>> progress.line(29.4)
        '142 of 200 fits, about 12 s left'
        """
        left = spent / self.done * (self.total - self.done)
        return f"{self.done} of {self.total} {self.word}, about {duration(left)} left"

    def _draw(self, text: str) -> None:
        """Write the line over the one before, cut to the width of the terminal."""
        text = text[: get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class LeagueProgress(Progress):
    """The same for the cells of a league, a learner on a data set each, with the standings so far."""

    def __init__(self, total: int, *, shown: bool) -> None:
        super().__init__(total, shown=shown, word="cells")

    def show(self, left: Callable[[], float], standings: Callable[[], str]) -> None:
        """Draw the line, at most ten times a second; ``left`` returns seconds."""
        now = time.monotonic()
        if self._is_due(now):
            self._last = now
            self._draw(self.league_line(left(), standings()))

    def league_line(self, left: float, standings: str) -> str:
        """Return the line: how many cells are done, about how much time is left, and who is ahead.

        Examples
        --------
        >>> progress = LeagueProgress(100, shown=False)
        >>> progress.done = 37
        >>> progress.league_line(170, "forest 1.6, svm 2.1, nb 2.9")
        '37 of 100 cells, about 3 min left; mean ranks so far: forest 1.6, svm 2.1, nb 2.9'
        """
        ahead = f"; mean ranks so far: {standings}" if standings else ""
        return f"{self.done} of {self.total} cells, about {duration(left)} left{ahead}"


def wanted(progress: Any) -> bool:
    """Return whether to show progress: ``"auto"`` shows it on terminals and in notebooks, not in pipes."""
    if progress != "auto":
        return bool(progress)
    return sys.stderr.isatty() or "ipykernel.kernelapp" in sys.modules


def duration(seconds: float) -> str:
    """Write seconds for people.

    Examples
    --------
    >>> duration(42), duration(170), duration(7300)
    ('42 s', '3 min', '2 h 2 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
