"""Rows, target, groups and time, as users pass them, become a dataset."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, unmasked
from outperform.data import dataset_as_is, dataset_of, in_time_order
from outperform.data.frames import named_column, without_columns
from outperform.data.predictions.labels import check_order
from outperform.data.times import movable
from outperform.learners import are_own, is_own


@dataclass(frozen=True, eq=False)
class GivenData:
    """What users pass to ``compare``: target, groups and time are columns of the rows by name, or one value per row."""

    rows: Any
    target: Any = None
    groups: Any = None
    time: Any = None
    shuffle: bool = False  # rows may be shuffled although they have dates
    drop: str | Iterable[str] = ()  # columns to leave out

    def __post_init__(self) -> None:
        """Take what is masked as missing; raise an InputError for a word that is not yes or no."""
        for name in ("rows", "target", "groups", "time"):
            object.__setattr__(self, name, unmasked(getattr(self, name)))
        if not isinstance(self.shuffle, bool):
            raise InputError("shuffle", f"must be True or False, got {self.shuffle!r}")

    def dataset(self, learners: Mapping[str, Any], *, tidy: bool) -> Dataset:
        """Make the dataset: prepared for learners by name, unchanged for the user's own learners.

        ``tidy`` prepares it in any case.
        """
        if isinstance(self.rows, Dataset):
            return self._made(learners)
        if isinstance(self.rows, str | Path):
            raise InputError(
                "X",
                f"is a name: load the data, from outperform.data import load; compare(..., load({self._source()}))",
            )
        if self.target is None:
            raise InputError("y", "is missing: pass the target, one value per row, or the name of its column")
        values = {"X": self.rows, "y": self.target, "groups": self.groups, "time": self.time}
        check_order({name: value for name, value in values.items() if value is not None})
        given, own = learners.values(), are_own(learners.values())
        rows, roles = self._columns()
        if tidy or not (own and (_are_no_table(rows) or not any(isinstance(learner, str) for learner in given))):
            made = dataset_of(rows, roles["y"], groups=roles["groups"], shuffle=self.shuffle, texts=own)
            reads = any(are_own([learner]) for learner in given)
            made = replace(made, given=replace(made.given, rows=movable(rows) if reads else rows))
        else:
            made = dataset_as_is(rows, roles["y"], groups=roles["groups"])
        target, groups, time = (
            each if isinstance(each, str) else None for each in (self.target, self.groups, self.time)
        )
        made = replace(made, given=replace(made.given, target=target, groups=groups))
        return made if self.time is None else in_time_order(made, roles["time"], time)

    def _source(self) -> str:
        aim = f", target={self.target!r}" if isinstance(self.target, str) else ""
        return f"{str(self.rows)!r}{aim}"

    def _made(self, learners: Mapping[str, Any]) -> Dataset:
        for name, value in (("y", self.target), ("groups", self.groups), ("time", self.time)):
            if value is not None:
                raise InputError(name, "cannot be passed with a Dataset, which has its own; leave it out")
        if self.drop:
            raise InputError("drop", "cannot be passed with a Dataset; pass it to load")
        return _with_frame(learners, self.rows)

    def _columns(self) -> tuple[Any, dict[str, Any]]:
        """Take target, groups and time, where they are names of columns, and what is dropped out of the rows."""
        roles, rows = {"y": self.target, "groups": self.groups, "time": self.time}, self.rows
        if self.time is not None:
            rows = movable(rows)
        dropped = [self.drop] if isinstance(self.drop, str) else list(self.drop)
        named = [(role, name) for role, name in roles.items() if isinstance(name, str)]
        taken: dict[str, str] = {}
        for role, name in (*named, *(("drop", name) for name in dropped)):
            column = named_column(rows, role, name)
            if taken.get(name, role) != role:
                raise InputError(role, f"column {name!r} is already used as {taken[name]}")
            taken[name] = role
            if role != "drop":
                roles[role] = column
        return (without_columns(rows, taken) if taken else rows), roles


def _are_no_table(rows: Any) -> bool:
    """Return whether rows are a list of texts or the like, or a sparse matrix: models of the user's own may read it."""
    first = rows[0] if isinstance(rows, list | tuple) and rows else None
    return hasattr(type(rows), "tocsr") or isinstance(first, str) or getattr(rows, "ndim", 2) == 1


def _with_frame(learners: Mapping[str, Any], dataset: Dataset) -> Dataset:
    """Return a dataset with the columns as its file holds them, for models in the user's own files; else without."""
    given = dataset.given
    own = any(is_own(learner) for learner in learners.values())
    rows = given.frame if own and given.rows is None else given.rows
    return replace(dataset, given=replace(given, rows=rows, frame=None))
