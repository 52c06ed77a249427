"""Rows, target, groups and time, as users pass them, become a dataset."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, did_you_mean, unmasked
from outperform.data import dataset_as_is, dataset_of, in_time_order
from outperform.data.times import movable
from outperform.learners import is_own


@dataclass(frozen=True, eq=False)
class GivenData:
    """What users pass to ``compare``: groups and time are columns of the rows by name, or one value per row."""

    rows: Any
    target: Any = None
    groups: Any = None
    time: Any = None
    shuffle: bool = False  # rows may be shuffled although they have dates

    def __post_init__(self) -> None:
        """Take what is masked as missing; raise an InputError for a word that is not yes or no."""
        for name in ("rows", "target", "groups", "time"):
            object.__setattr__(self, name, unmasked(getattr(self, name)))
        if not isinstance(self.shuffle, bool):
            raise InputError("shuffle", f"must be True or False, got {self.shuffle!r}")

    def dataset(self, learners: Any, *, tidy: bool) -> Dataset:
        """Make the dataset: prepared for learners by name, unchanged for the user's own learners.

        ``tidy`` prepares it in any case.
        """
        if isinstance(self.rows, Dataset):
            return self._made(learners)
        if isinstance(self.rows, str | Path):
            raise InputError(
                "X",
                f"is a name: load the data, from outperform.data import load; compare(..., load({str(self.rows)!r}))",
            )
        if self.target is None:
            raise InputError("y", "is missing: pass the target, one value per row")
        given = learners.values() if isinstance(learners, Mapping) else learners
        if isinstance(given, str) or not isinstance(given, Iterable) or getattr(given, "ndim", 1) == 0:
            kind = type(learners).__name__
            problem = f"must be a list of learners, or a dict from names to learners, got {kind}"
            raise InputError("learners", problem)
        rows, roles = self._columns()
        if tidy or any(isinstance(learner, str) for learner in given):
            made = dataset_of(rows, self.target, groups=roles["groups"], shuffle=self.shuffle)
            own = any(is_own(learner) or not isinstance(learner, str) for learner in given)
            made = replace(made, given=replace(made.given, rows=movable(rows) if own else rows))
        else:
            made = dataset_as_is(rows, self.target, groups=roles["groups"])
        groups, time = (each if isinstance(each, str) else None for each in (self.groups, self.time))
        made = made if groups is None else replace(made, given=replace(made.given, groups=groups))
        return made if self.time is None else in_time_order(made, roles["time"], time)

    def _made(self, learners: Any) -> Dataset:
        for name, value in (("y", self.target), ("groups", self.groups), ("time", self.time)):
            if value is not None:
                raise InputError(name, "cannot be passed with a Dataset, which has its own; leave it out")
        return _with_frame(learners, self.rows)

    def _columns(self) -> tuple[Any, dict[str, Any]]:
        """Take groups and time, where they are names of columns, out of the rows."""
        roles, rows = {"groups": self.groups, "time": self.time}, self.rows
        named = {role: name for role, name in roles.items() if isinstance(name, str)}
        if self.time is not None:
            rows = movable(rows)
        for role, name in named.items():
            roles[role] = _column(rows, role, name)
        if len(set(named.values())) < len(named):
            raise InputError("time", f"column {self.time!r} is already used as groups")
        return (_without(rows, set(named.values())) if named else rows), roles


def _column(rows: Any, role: str, name: str) -> Any:
    there = list(rows if isinstance(rows, Mapping) else getattr(rows, "columns", ()))
    if not there:
        raise InputError(role, f"{name!r} names a column, but X has no named columns; pass one value per row")
    if name not in there:
        raise InputError(role, f"there is no column {name!r}; {did_you_mean(name, map(str, there))}")
    return rows[name]


def _without(rows: Any, names: set[str]) -> Any:
    if isinstance(rows, Mapping):
        return {name: values for name, values in rows.items() if name not in names}
    return rows.drop(columns=list(names)) if hasattr(rows, "iloc") else rows.drop(list(names))


def _with_frame(learners: Any, dataset: Dataset) -> Dataset:
    """Return a dataset with the columns as its file holds them, for models in the user's own files; else without."""
    given = dataset.given
    named = learners.values() if isinstance(learners, Mapping) else learners
    own = isinstance(named, Iterable) and any(is_own(learner) for learner in named)
    rows = given.frame if own and given.rows is None else given.rows
    return replace(dataset, given=replace(given, rows=rows, frame=None))
