"""How a contest is run: workers, store, time limit, and what happens where a fit fails."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from outperform.core import Note, NoteKind, check_choice, check_flag, check_seconds
from outperform.core.checks import plain
from outperform.engine.log import COSTS
from outperform.engine.progress import wanted
from outperform.engine.sqlite import StoreError, Trouble, is_frozen, store_path
from outperform.engine.store import Store
from outperform.surface import switch


@dataclass(frozen=True, eq=False)
class Opened:
    """A store, if there is one, and notes about it."""

    store: Store | None
    said: tuple[Note, ...] = ()  # when it was opened

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was said when it was opened, what was taken from it since, and what could not be used."""
        if self.store is None:
            return self.said
        path, notes = str(self.store.path), [*self.said]
        reused, damaged, outdated = self.store.reused, self.store.damaged, self.store.outdated
        notes.append(
            Note.of(
                NoteKind.STORE_USED, store=path, reused=len(reused), fitted=self.store.fitted, oldest=self.store.age
            )
        )
        if outdated:
            names = tuple(sorted({name for changed in outdated.values() for name in changed}))
            notes.append(Note.of(NoteKind.STORE_OUTDATED, store=path, rows=len(outdated), modules=names))
        if damaged:
            problem = next(iter(damaged.values()))
            notes.append(Note.of(NoteKind.STORE_DAMAGED, store=path, rows=len(damaged), problem=problem))
        return tuple(notes)


@dataclass(frozen=True)
class Ways:
    """How to run: everything that does not change a score. Wrong values raise InputError."""

    jobs: int | None = None  # worker processes; None is 1 unless a joblib.parallel_config is active
    store: str | Path | None = None  # the file that keeps every fit
    on_error: Literal["raise", "skip"] = "raise"  # or leave that split out for all learners
    fit_timeout: float | None = None  # seconds after which a fit counts as failed
    fast: bool = True  # use the exact fast cross-validation where there is one
    progress: bool | str = False  # "auto": on terminals and in notebooks
    store_optional: bool = False  # run without the store where it cannot be used

    def __post_init__(self) -> None:
        """Raise InputError for wrong values."""
        if self.store is not None:
            store_path(self.store)
        check_flag("fast", self.fast)
        check_flag("store_optional", self.store_optional)
        check_flag("progress", self.progress, "auto")
        object.__setattr__(self, "fit_timeout", check_seconds("fit_timeout", self.fit_timeout))
        object.__setattr__(self, "jobs", plain(self.jobs))
        check_choice("on_error", self.on_error, ("raise", "skip"))

    @property
    def shows_progress(self) -> bool:
        """Whether progress is shown in this process."""
        return wanted(self.progress)

    def tell_cost(self, sentence: str) -> None:
        """Say before a run what it may cost: on standard error where progress is shown, else in the log."""
        if self.shows_progress:
            sys.stderr.write(f"{sentence}\n")
            sys.stderr.flush()
        else:
            COSTS.info(sentence)

    @contextmanager
    def opened(self) -> Iterator[Opened]:
        """Open the store for a run, before anything is fitted.

        One that can only be read is read, and a note says so. One that cannot be used raises StoreError, or costs a
        note where it is optional.
        """
        found = Opened(None, ()) if self.store is None else _open(Path(self.store), optional=self.store_optional)
        if found.store is None:
            yield found
        else:
            with closing(found.store):
                yield found


def _open(path: Path, *, optional: bool) -> Opened:
    try:
        return Opened(Store(path))
    except StoreError as error:
        problem = error
    if path.is_file() and (is_frozen(path) or problem.trouble is Trouble.READ_ONLY):
        try:
            return Opened(Store(path, create=False), (Note.of(NoteKind.STORE_FROZEN, store=str(path)),))
        except StoreError:
            pass
    if not optional:
        how = f"to run without it all the same: {switch('store_optional')}"
        raise StoreError(f"{problem}; {how}", problem.trouble)
    return Opened(None, (Note.of(NoteKind.STORE_LOST, problem=str(problem)),))
