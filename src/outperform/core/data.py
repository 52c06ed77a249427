"""Datasets: rows, target, name."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outperform.core.arrays import Values
from outperform.core.errors import InputError
from outperform.core.fingerprint import fingerprint


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows to learn from and the target to predict.

    ``rows`` is a 2-D array or a frame. ``classes`` says whether the target names classes; None asks the target:
    text, booleans and integers do, other numbers do not.
    """

    rows: Any
    target: Values
    name: str = "data"
    groups: Values | None = None
    kinds: tuple[str, ...] = ()  # "numeric" or "nominal" for each column; () is all numeric
    origin: str = ""
    classes: bool | None = None
    notes: tuple[str, ...] = ()  # what the loader saw that the user should know

    def __post_init__(self) -> None:
        """Refuse lengths that do not agree."""
        for argument, values in (("target", self.target), ("groups", self.groups)):
            if values is not None and len(values) != self.size:
                raise InputError(argument, f"has {len(values)} values for {self.size} rows")
        if self.size == 0:
            raise InputError("rows", "there are none")

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def has_classes(self) -> bool:
        """Whether the target names classes."""
        return self.target.dtype.kind != "f" if self.classes is None else self.classes

    @cached_property
    def strata(self) -> Values:
        """The class of each row as a code 0, 1, ... in sorted order."""
        codes: Values = np.unique(self.target.astype(str), return_inverse=True)[1].reshape(-1)
        return codes

    @cached_property
    def fingerprint(self) -> str:
        """Text that depends on rows, target and groups, not on the name."""
        columns = list(self._columns())
        return fingerprint([name for name, _ in columns], [c for _, c in columns], self.target, self.groups)

    def _columns(self) -> Iterator[tuple[str, Values]]:
        if hasattr(self.rows, "columns"):
            for name in self.rows.columns:
                yield str(name), np.asarray(self.rows[name])
        else:
            yield "", np.asarray(self.rows)
