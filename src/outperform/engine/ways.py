"""How a contest is run: workers, store, time limit, and what happens where a fit fails."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from outperform.core import Note, NoteKind, check_choice, check_flag, check_path, check_seconds
from outperform.engine.progress import wanted
from outperform.engine.sqlite import StoreError, is_frozen
from outperform.engine.store import Store


@dataclass(frozen=True, eq=False)
class Opened:
    """A store, if there is one, and notes about it."""

    store: Store | None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Ways:
    """How to run: everything that does not change a score. Wrong values raise InputError."""

    jobs: int | None = None  # worker processes; None is 1 unless a joblib.parallel_config is active
    store: str | Path | None = None  # the file that keeps every fit
    on_error: Literal["raise", "skip"] = "raise"  # or leave that split out for all learners
    fit_timeout: float | None = None  # seconds after which a fit counts as failed
    fast: bool = True  # use the exact fast cross-validation where there is one
    progress: bool | str = False  # "auto": on terminals and in notebooks

    def __post_init__(self) -> None:
        """Raise InputError for wrong values."""
        check_path("store", self.store)
        check_flag("fast", self.fast)
        check_flag("progress", self.progress, "auto")
        check_seconds("fit_timeout", self.fit_timeout)
        check_choice("on_error", self.on_error, ("raise", "skip"))

    @property
    def shows_progress(self) -> bool:
        """Whether progress is shown in this process."""
        return wanted(self.progress)

    @contextmanager
    def opened(self) -> Iterator[Opened]:
        """Open the store for a run; if that fails, the run goes on without it and a note says so."""
        found = Opened(None, ()) if self.store is None else _open(Path(self.store))
        if found.store is None:
            yield found
        else:
            with closing(found.store):
                yield found


def _open(path: Path) -> Opened:
    try:
        return Opened(Store(path))
    except StoreError as error:
        problem = error
    if path.exists() and is_frozen(path):  # its folder cannot be written: open it for reading only
        try:
            return Opened(Store(path, create=False), (Note.of(NoteKind.STORE_FROZEN, store=str(path)),))
        except StoreError:
            pass
    return Opened(None, (Note.of(NoteKind.STORE_LOST, problem=str(problem)),))
