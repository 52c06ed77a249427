"""What a user chooses of what files and tables hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from outperform.core import InputError
from outperform.data.table_files import ReadFiles

NONE = "none"
Names = str | Sequence[str] | None
REFUSE, WRONG, DROP = MISSING = ("refuse", "wrong", "drop")


@dataclass(frozen=True)
class Asked:
    """The metric, filter and clusters to read; None leaves the choice to what there is."""

    metric: str | None = None
    filter: str | None = None
    cluster: str | None = None  # a column, a key of the metadata, or "none"
    tasks: tuple[str, ...] = ()  # logs of other tasks are not read; () is all
    partial: bool = False  # unfinished logs are read even where it is unknown what they lack
    systems: tuple[str, ...] = ()  # columns of a wide table to read; () leaves the choice
    weight: str | None = None  # a column, or "none"
    files: ReadFiles = field(default_factory=ReadFiles)  # that were read before

    @property
    def clustered(self) -> bool:
        """Whether clusters are wanted where there are some."""
        return self.cluster != NONE

    def check_task(self, task: str, origin: str) -> None:
        """Raise an OtherTaskError for a log of a task that is not asked for."""
        if self.tasks and task not in self.tasks:
            raise OtherTaskError(origin, task)


class OtherTaskError(InputError):
    """A log is of a task that is not asked for; it is passed over."""

    def __init__(self, origin: str, task: str) -> None:
        super().__init__("task", f"{origin} is of task {task!r}")
        self.task = task


class UnusableLogError(InputError):
    """A log holds nothing to compare; it does no harm where the same attempt was repeated and finished."""

    def __init__(self, argument: str, problem: str, attempt: str = "") -> None:
        super().__init__(argument, problem)
        self.attempt = attempt


def names_asked(argument: str, given: Any) -> tuple[str, ...]:
    """Return the tasks or systems that a user names."""
    names = (given,) if isinstance(given, str) else () if given is None else given
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputError(argument, f"must be a name or a list of names, got {given!r}")
    return tuple(names)


def name_of(argument: str, value: Any) -> str | None:
    """Return a name that a user chooses, or None."""
    if value is not None and not isinstance(value, str):
        raise InputError(argument, f"must be a name, got {value!r}")
    return value
