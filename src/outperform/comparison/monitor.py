"""Look while an evaluation runs: add items one by one, and stop when the decision falls."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from outperform.comparison.monitor_file import Saved, read_saved, write_saved
from outperform.core import Decision, Floats, InputError, Interval, check_level, check_path
from outperform.core.units import SHARE
from outperform.significance import CATALOGUE, Betting, DiscordantE
from outperform.significance.betting import checked_bounds
from outperform.significance.differences import EPS
from outperform.significance.looks import evalue_of, pvalues_of
from outperform.significance.sequential_tests import SequentialTest
from outperform.significance.sequential_verdict import SequentialVerdict
from outperform.visible import one_line
from outperform.words.sequential import monitor_words


@dataclass(frozen=True)
class MonitorState:
    """What is known after the items so far."""

    decision: Decision  # first, second or open; one that fell stays
    evalue: float  # after the last item
    pvalue: float  # 1 over the largest e-value so far
    items: int
    decided_at: int | None = None  # the number of the item at which the decision fell


def sequential(
    first: str,
    second: str,
    *,
    test: SequentialTest | str = "discordant-e",
    level: float = 0.05,
    bounds: tuple[float, float] | None = None,
    resume: str | Path | None = None,
) -> "Monitor":
    """Look at two systems while items are scored, as often as you like, and stop when the decision falls.

    Higher scores are better: pass minus a loss. The items must come in random order: shuffle them before the evaluation
    begins. For more than two systems use one monitor per pair, each at the level divided by the number of pairs.

    Parameters
    ----------
    first, second
        The names of the two systems.
    test
        ``"discordant-e"`` for right (1) and wrong (0), or ``"betting"`` for scores between known bounds.
    level
        The level of the decision; the confidence sequence covers 1 - level.
    bounds
        The least and the largest possible score; 0 and 1 unless given.
    resume
        A file that ``Monitor.save`` wrote: continue where it stood. Names, test, level and bounds must be the same.

    Examples
    --------
    >>> monitor = sequential("new", "old")
    >>> for item in range(20):
    ...     state = monitor.add(item, 1, 0)
    ...     if state.decision != "open":
    ...         break
    >>> state.decision.value, state.items, round(state.evalue, 1), round(state.pvalue, 3)
    ('first', 7, 26.8, 0.037)
    """
    for name, system in (("first", first), ("second", second)):
        if not isinstance(system, str) or not system.strip():
            raise InputError(name, f"must be the name of a system, got {system!r}")
    if first == second:
        raise InputError("second", f"must be another system than the first, got {second!r} twice")
    entry, ends = _test(test, bounds)
    monitor = Monitor(first, second, entry, check_level(level), ends)
    if resume is not None:
        check_path("resume", resume)
        monitor._restore(read_saved(Path(resume)))
    return monitor


def _test(test: Any, bounds: Any) -> tuple[SequentialTest, tuple[float, float]]:
    """Return the test and the bounds of the scores; the order is that in which items are added."""
    entry = CATALOGUE.get_entry(test)
    if not isinstance(entry, SequentialTest):
        raise InputError("test", f"{entry} looks at all items at once; use discordant-e or betting")
    ends = None if bounds is None else checked_bounds(bounds, "bounds")
    if not isinstance(entry, Betting):
        if ends not in (None, SHARE):
            raise InputError("bounds", f"{entry.slug} is for right (1) and wrong (0), got {bounds}; use betting")
        return type(entry)(as_they_come=True), SHARE
    if ends is not None and entry.bounds is not None and ends != entry.bounds:
        raise InputError("bounds", f"are {ends}, but the test has {entry.bounds}; pass one of them")
    ends = ends or entry.bounds or SHARE
    return Betting(as_they_come=True, bounds=ends), ends


@dataclass(eq=False, repr=False)
class Monitor:
    """Two systems in a running evaluation; made by ``sequential``.

    ``print`` shows in a sentence what is known so far.
    """

    first: str
    second: str
    test: SequentialTest
    level: float
    bounds: tuple[float, float]
    _scores: dict[str, tuple[float, float]] = field(default_factory=dict)  # by item, in the order of arrival
    _carry: Any = None  # what the test continues from
    _log_e: float = 0.0
    _largest: float = 0.0  # of the logs of the e-values so far
    _decision: Decision = Decision.OPEN
    _decided_at: int | None = None

    def add(self, item: str | int, first: float, second: float) -> MonitorState:
        """Add the scores of both systems on a new item, and return what is known now.

        Raises InputError for an item that was added before, and for scores that are no numbers or out of bounds; then
        nothing is added.
        """
        name = _name(item)
        if name in self._scores:
            raise InputError("item", f"{item!r} was added before; each item counts once")
        scores = self._checked(self.first, first, name), self._checked(self.second, second, name)
        looks = self.test.arithmetic(np.array([_difference(*scores) / self._reach]), self._carry)
        self._scores[name] = scores
        self._carry, self._log_e = looks.state, float(looks.log_e[-1])
        self._largest = max(self._largest, self._log_e) if len(self) > 1 else self._log_e
        if self._decided_at is None and self.state.pvalue <= self.level:
            self._decided_at, self._decision = len(self), _side(looks.lead[-1])
        return self.state

    @property
    def state(self) -> MonitorState:
        """What is known after the items so far."""
        pvalue = float(pvalues_of(self._largest)) if self._scores else 1.0
        evalue = evalue_of(self._log_e) if self._scores else 1.0
        return MonitorState(self._decision, evalue, pvalue, len(self), self._decided_at)

    @property
    def verdict(self) -> SequentialVerdict:
        """The verdict on the items so far: estimate, p-value, and the confidence sequence, ``interval(level)``."""
        if not self._scores:
            raise InputError("monitor", "there is no item yet; add one")
        return self.test.verdict(self._differences(), self._reach)

    @property
    def interval(self) -> Interval:
        """The confidence sequence after the items so far.

        Of discordant-e: of the share of discordant items that the first wins. Of betting: of the mean difference.
        """
        return self.verdict.interval(self.level)

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self._scores)

    def __contains__(self, item: object) -> bool:
        """Return whether an item was added."""
        return isinstance(item, str | int | np.integer) and str(item) in self._scores

    def __repr__(self) -> str:
        """Return in a sentence what is known so far."""
        found = self.state
        numbers = found.items, found.pvalue, found.evalue
        return one_line(monitor_words((self.first, self.second), found.decision, found.decided_at, numbers))

    def save(self, path: str | Path) -> None:
        """Write what is known so far to a JSON file, from which ``sequential(..., resume=path)`` continues.

        The file is replaced at once, so that an interruption leaves the old or the new one. A file that no monitor
        wrote is not overwritten.
        """
        check_path("path", path)
        write_saved(Path(path), self._saved())

    def _saved(self) -> Saved:
        return Saved(
            first=self.first,
            second=self.second,
            test=self.test.full,
            level=self.level,
            bounds=self.bounds,
            items=tuple((name, *scores) for name, scores in self._scores.items()),
            carry=() if self._carry is None else tuple(map(float, self._carry)),
            log_e=self._log_e,
            largest=self._largest,
            decision=self._decision.value,
            decided_at=self._decided_at,
        )

    def _restore(self, saved: Saved) -> None:
        """Take over what a file holds, after checking that its items give its numbers."""
        mine = self._saved()
        for name in ("first", "second", "test", "level", "bounds"):
            if getattr(saved, name) != getattr(mine, name):
                problem = f"was saved with {name} {getattr(saved, name)!r}, not {getattr(mine, name)!r}"
                raise InputError("resume", f"{problem}; use the same, or begin without resume")
        names = [name for name, *_ in saved.items]
        if len(set(names)) < len(names):
            raise InputError("resume", f"the file has {len(names)} items, but {len(set(names))} names of items")
        try:
            self._add_all(saved)
        except InputError as error:
            raise InputError("resume", f"the file is damaged: {error}") from None
        if not saved.agrees(self._saved()):
            raise InputError("resume", "the file contradicts itself: its items do not give its numbers; begin anew")
        if saved.carry:  # the bits with which it was saved
            self._carry, self._log_e, self._largest = np.array(saved.carry), saved.log_e, saved.largest

    def _add_all(self, saved: Saved) -> None:
        """Add all items of a file at once."""
        for name, *scores in saved.items:
            first, second = map(self._checked, (self.first, self.second), scores, (name, name))
            self._scores[name] = first, second
        if not self._scores:
            return
        looks = self.test.arithmetic(self._differences() / self._reach)
        decided = looks.pvalues <= self.level
        self._carry, self._log_e, self._largest = looks.state, float(looks.log_e[-1]), float(looks.log_e.max())
        if decided[-1]:
            at = int(np.argmax(decided))
            self._decided_at, self._decision = at + 1, _side(looks.lead[at])

    @property
    def _reach(self) -> float:
        return self.bounds[1] - self.bounds[0]

    def _differences(self) -> Floats:
        return np.array([_difference(*each) for each in self._scores.values()])

    def _checked(self, system: str, score: Any, item: str) -> float:
        """Return a score as a number within the bounds."""
        low, high = self.bounds
        number = isinstance(score, int | float | np.bool_ | np.integer | np.floating)
        right_wrong = isinstance(self.test, DiscordantE)
        if not number or not low <= score <= high or (right_wrong and score not in (0, 1)):
            wanted = "1 (right) or 0 (wrong)" if right_wrong else f"a number between {low:g} and {high:g}"
            other = "; for other scores use test='betting'" if right_wrong and number and low <= score <= high else ""
            raise InputError("score", f"of {system} on item {item!r} must be {wanted}, got {score!r}{other}")
        return float(score)


def _name(item: Any) -> str:
    """Return the name of an item: 7 and "7" are the same."""
    if isinstance(item, bool) or not isinstance(item, str | int | np.integer) or not str(item).strip():
        raise InputError("item", f"must be a name or a whole number, got {item!r}")
    return str(item)


def _difference(first: float, second: float) -> float:
    """Return first minus second; what differs by rounding alone is 0."""
    apart = first - second
    return 0.0 if abs(apart) <= 4 * EPS * max(abs(first), abs(second)) else apart


def _side(lead: Any) -> Decision:
    return Decision.FIRST if lead > 0 else Decision.SECOND
