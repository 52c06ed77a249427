"""Progress with time left, for what takes more than two seconds."""

import sys
import time
from types import TracebackType
from typing import Any


class Progress:
    """A progress line on standard error. It appears after two seconds and is erased at the end."""

    def __init__(self, total: int, *, shown: bool, word: str = "fits") -> None:
        self.total, self.shown, self.word = total, shown, word
        self.done = 0
        self._start = self._last = time.monotonic()
        self._width = 0

    def __enter__(self) -> "Progress":
        return self

    def step(self) -> None:
        """Count one more; redraw at most ten times a second."""
        self.done += 1
        now = time.monotonic()
        if self.shown and now - self._start > 2 and now - self._last > 0.1:
            self._last = now
            self._draw(self.line(now - self._start))

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
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


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
