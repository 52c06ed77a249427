"""What a user chooses of what files and tables hold."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from outperform.core import InputError, did_you_mean
from outperform.data.values import listed

NONE = "none"


@dataclass(frozen=True)
class Asked:
    """The metric, filter and clusters to read; None leaves the choice to what there is."""

    metric: str | None = None
    filter: str | None = None
    cluster: str | None = None  # a column, a key of the metadata, or "none"
    tasks: tuple[str, ...] = ()  # logs of other tasks are not read; () is all
    partial: bool = False  # unfinished logs are read even where it is unknown what they lack
    systems: tuple[str, ...] = ()  # columns of a wide table to read; () leaves the choice

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


def chosen(argument: str, known: Iterable[str], wanted: str | None, origin: str) -> str:
    """Return the metric or filter to read: the one that is wanted, else the only one."""
    names = list(known)
    if wanted is not None:
        if wanted not in names:
            raise InputError(argument, f"{origin} has no scores of {wanted!r}; {did_you_mean(wanted, names)}")
        return wanted
    if len(names) > 1:
        one = "test" if "test" in names else names[0]
        how = f"choose one, as in --{argument} {shlex.quote(one)} ({argument}={one!r})"
        raise InputError(argument, f"{origin} has several: {listed(names)}; {how}")
    return names[0]
