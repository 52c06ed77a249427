"""Where the numbers of a paper are computed: in parallel, resumable, as many as the budget allows."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, get_args

import joblib
import numpy as np

from outperform.core import Floats, InputError, fingerprint
from outperform.engine.pool import run_apart
from outperform.engine.progress import Progress
from outperform.engine.sqlite import store_path
from outperform.lab import Ledger, Records, Study, run_study
from outperform.papers.pieces import Pieces, piece_key

Budget = Literal["quick", "standard", "published"]
Work = Callable[..., Floats]
Given = ParamSpec("Given")
Made = TypeVar("Made")
BUDGETS: tuple[Budget, ...] = get_args(Budget)
"""How much work may go into a paper, from little to all that was published."""


@dataclass(frozen=True)
class Workbench:
    """How the numbers are computed. The result depends only on the budget, the scale and the seed."""

    budget: Budget = "quick"
    jobs: int | None = None
    store: str | Path | None = None  # one SQLite file: what was computed once is not computed again
    progress: bool = False
    seed: int = 0
    scale: float = 1.0  # multiplies every count; small for a quick check that everything runs
    damaged: list[int] = field(default_factory=list, init=False, repr=False, compare=False)  # rows, by reading
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # by ``once``

    def __post_init__(self) -> None:
        """Refuse an unknown budget."""
        if self.budget not in BUDGETS:
            raise InputError("--budget", f"must be one of {', '.join(BUDGETS)}, got {self.budget!r}")
        if self.jobs == 0:
            raise InputError("jobs", "must not be 0; use 1 or more, or -1 for all cores")
        if self.store is not None:
            store_path(self.store)

    def pick(self, quick: int, standard: int, published: int, least: int = 2) -> int:
        """Return the count for the budget."""
        count = {"quick": quick, "standard": standard, "published": published}[self.budget]
        return max(least, round(self.scale * count))

    def run(self, studies: Sequence[Study], word: str = "studies") -> list[dict[str, Records]]:
        """Run studies of the lab: in parallel if there are many, else each with all workers."""
        if len(studies) < joblib.effective_n_jobs(self.jobs):
            with closing(Ledger(self.store)) if self.store is not None else nullcontext() as ledger:
                made = [run_study(study, jobs=self.jobs, ledger=ledger, progress=self.progress) for study in studies]
                self.damaged.append(0 if ledger is None else ledger.damaged)
                return made
        return self._each(_study, [(study, self.store) for study in studies], word)

    def map(self, work: Work, units: Sequence[tuple[Any, ...]], word: str = "pieces") -> list[Floats]:
        """Return ``work(*unit)``, an array, for each unit; what the store knows is not computed again.

        ``work`` is a function at the top of a module, and units are plain values, so that both can be named: the
        store knows a result by the source of that module, the unit and the versions.
        """
        if self.store is None:
            return self._each(work, units, word)
        with closing(Pieces(self.store)) as pieces:
            keys = [piece_key(work, unit) for unit in units]
            known = {key: pieces.find(key) for key in keys}
            missing = [place for place, key in enumerate(keys) if known[key] is None]
            for place, found in zip(missing, self._stream(work, [units[p] for p in missing], word), strict=True):
                known[keys[place]] = found
                pieces.save(keys[place], found)
            self.damaged.append(pieces.damaged)
        return [found for key in keys if (found := known[key]) is not None]

    def longest(self, name: str, seconds: float) -> float:
        """Save the seconds that something took, and return the most that it ever took."""
        if self.store is None:
            return seconds
        key = fingerprint("seconds", name, self.budget, self.seed, self.scale)
        with closing(Pieces(self.store)) as pieces:
            kept = pieces.find(key)
            most = seconds if kept is None or not kept.size else max(seconds, float(kept.flat[0]))
            pieces.save(key, np.array([most]))
        return most

    def _each(self, work: Callable[..., Any], units: Sequence[tuple[Any, ...]], word: str) -> list[Any]:
        return list(self._stream(work, units, word))

    def _stream(self, work: Callable[..., Any], units: Sequence[tuple[Any, ...]], word: str) -> Iterator[Any]:
        """Yield the results in the order of the units, as they come."""
        early: dict[int, Any] = {}  # what came before its turn
        turn = 0
        with Progress(len(units), shown=self.progress, word=word) as line:
            for place, found in run_apart(partial(_numbered, work), list(enumerate(units)), self.jobs):
                line.step()
                early[place] = found
                while turn in early:
                    yield early.pop(turn)
                    turn += 1


def once(work: Callable[Concatenate[Workbench, Given], Made]) -> Callable[Concatenate[Workbench, Given], Made]:
    """Cache the result of a function per workbench: several tables and figures share it."""

    @wraps(work)
    def kept(bench: Workbench, /, *given: Given.args, **named: Given.kwargs) -> Made:
        key = (work, given, tuple(sorted(named.items())))
        if key not in bench.kept:
            bench.kept[key] = work(bench, *given, **named)
        made: Made = bench.kept[key]
        return made

    return kept


def _numbered(work: Callable[..., Any], numbered: tuple[int, tuple[Any, ...]]) -> tuple[int, Any]:
    place, unit = numbered
    return place, work(*unit)


def _study(study: Study, store: str | Path | None) -> dict[str, Records]:
    with closing(Ledger(store)) if store is not None else nullcontext() as ledger:
        return run_study(study, jobs=1, ledger=ledger)
