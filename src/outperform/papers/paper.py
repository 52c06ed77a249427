"""The role of a paper: its citation, its tables and figures, and how each is reproduced."""

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from outperform.core import Entry, InputError
from outperform.papers.agreement import Agreement
from outperform.papers.printed import seconds_file
from outperform.papers.workbench import Workbench

Obtain = Callable[[Workbench], Agreement]


class Paper(Entry):
    """A published paper whose tables and figures are reproduced."""

    word = "paper"
    citation: ClassVar[str]
    left_open: ClassVar[tuple[str, ...]] = ()  # what the paper does not say, and what was chosen
    found: ClassVar[tuple[str, ...]] = ()  # what agrees, what does not, and why: in a few points

    @abstractmethod
    def exhibits(self) -> Mapping[str, Obtain]:
        """Return what reproduces each table and figure, by id, in the order of the paper."""

    def obtain(self, bench: Workbench, ids: Iterable[str] = ()) -> list[Agreement]:
        """Reproduce some tables and figures, or all."""
        known = self.exhibits()
        chosen = list(ids) or list(known)
        for name in chosen:
            if name not in known:
                raise InputError(self.slug, f"has no {name}; known: {', '.join(known)}")
        return [self._timed(name, known[name], bench) for name in chosen]

    def expected(self, ids: Iterable[str], budget: str) -> float | None:
        """Return about how many seconds of one core some tables and figures take, or all; None if none is known."""
        known = seconds_file().get(budget, {}).get(self.slug, {})
        times = [known[name] for name in list(ids) or self.exhibits() if name in known]
        return sum(times) if times else None

    def _timed(self, name: str, obtain: Obtain, bench: Workbench) -> Agreement:
        """Reproduce one, with its seconds: the time it took when nothing was stored yet."""
        start = time.perf_counter()
        found = obtain(bench)
        spent = bench.longest(f"{self.slug} {name}", time.perf_counter() - start)
        return replace(found, seconds=round(spent, 1))
