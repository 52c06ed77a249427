"""Columns that a user names: what each is, for tables whose own names do not say it or say something else.

They are renamed before the reader of any kind sees the table, so that every reader knows them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from outperform.core import InputError, did_you_mean
from outperform.data.roles import METRICS, first_called, words_of
from outperform.data.tables import Columns
from outperform.surface import option

ROLES = {
    "item_col": "item",
    "system_col": "system",
    "sample_col": "sample",
    "score_col": "score",
    "dataset_col": "dataset",
    "task_col": "task",
}
"""The options, and what the columns are called that they name."""
BESIDE = ("truth", "cluster", "weights")  # options that name columns, too


@dataclass(frozen=True)
class NamedColumns:
    """The columns that a user names, by option.

    Examples
    --------
    >>> named = NamedColumns.of({"item_col": "uid", "score_col": "grade", "metric": None})
    >>> named.columns({"uid": [1], "item": [2], "grade": [0.5]})
    {'item': [1], 'grade': [0.5]}
    >>> named.metric({"uid": [1], "grade": [0.5]}, None)
    'grade'
    """

    by_option: Mapping[str, str]
    metric_said: str | None = None
    system: str = "system"  # what systems are called: learners in scores of splits and in leagues

    @classmethod
    def of(cls, options: Mapping[str, Any], system: str = "system") -> "NamedColumns":
        """Take the names of columns from options; raise an InputError for one column in two roles."""
        named: dict[str, str] = {}
        for name in (*ROLES, *BESIDE):
            column = options.get(name)
            if column is None:
                continue
            if name in ROLES and not isinstance(column, str):
                raise InputError(name, f"must be the name of a column, got {column!r}")
            other = next((each for each, known in named.items() if known == column), None)
            if other is not None and isinstance(column, str):
                raise InputError(name, f"is {column!r}, which {option(other)} names, too: a column has one role")
            named[name] = column
        metric = options.get("metric")
        said = metric[0] if isinstance(metric, list | tuple) and len(metric) == 1 else metric
        columns = {name: column for name, column in named.items() if name in ROLES}
        return cls(columns, said if isinstance(said, str) else None, system)

    def __bool__(self) -> bool:
        """Return whether any column is named."""
        return bool(self.by_option)

    def columns(self, columns: Mapping[str, Any], source: str = "table") -> Columns:
        """Return a table in which the columns are called by their roles; others that are called so are left out."""
        for name, column in self.by_option.items():
            if column not in columns:
                raise InputError(name, f"there is no column {column!r} in {source}; {did_you_mean(column, columns)}")
        return self.known_columns(columns)

    def known_columns(self, columns: Mapping[str, Any]) -> Columns:
        """Return the same for a table that may lack some of them."""
        called = {**ROLES, "system_col": self.system}
        new = {column: called[name] for name, column in self.by_option.items() if column in columns}
        if self.by_option.get("score_col") in columns:
            new[self.by_option["score_col"]] = self._score(columns)
        taken = {words_of(role) for role in new.values()}
        kept = (name for name in columns if name in new or words_of(name) not in taken)
        return {new.get(name, name): columns[name] for name in kept}

    def metric(self, columns: Mapping[str, Any], asked: Any) -> Any:
        """Return the metric to read: the name of the column of scores where nothing else says it."""
        if asked is not None or "score_col" not in self.by_option:
            return asked
        called = self._score(columns)
        return None if called == "score" else called

    def _score(self, columns: Mapping[str, Any]) -> str:
        """Return how the column of scores is called: by its metric, unless a column of the table says the metric."""
        own = self.by_option["score_col"]
        if first_called([name for name in columns if name != own], METRICS):
            return "score"
        return self.metric_said or ("score" if words_of(own) == "score" else own)

    def only(self, *options: str) -> "NamedColumns":
        """Keep some of the options."""
        return replace(self, by_option={name: column for name, column in self.by_option.items() if name in options})

    def check_none(self, source: str) -> None:
        """Raise an InputError where columns are named of something that has none."""
        for name in self.by_option:
            raise InputError(name, f"names a column, but {source} is no table; leave it out")


@dataclass(frozen=True, eq=False)
class PlainTable:
    """Columns by name, in the shape of a frame, so that whatever reads frames reads them."""

    by_name: Columns

    @property
    def columns(self) -> list[str]:
        """The names."""
        return list(self.by_name)

    def __getitem__(self, name: str) -> Any:
        """Return a column."""
        return self.by_name[name]


def check_keywords(function: str, columns: Mapping[str, Any]) -> None:
    """Raise a TypeError, as Python does, for a keyword that names no column."""
    unknown = next((name for name in columns if name not in (*ROLES, "weight_col")), None)
    if unknown is not None:
        raise TypeError(f"{function}() got an unexpected keyword argument {unknown!r}")
