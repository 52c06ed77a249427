"""What a user chooses of what files and tables hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from outperform.core import InputError
from outperform.data.table_files import TableFile

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
    weight: str | None = None  # a column, or "none"
    tables: Mapping[str, TableFile] = field(default_factory=dict)  # that were read before, by path

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
