"""What a design divides: rows, with the classes and the groups that it has to keep."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outperform.core import Dataset, InputError, Ints, Values

_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}
_NAMED = 5  # classes that a note names one by one


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a dataset as a design sees them."""

    strata: Ints  # [row], the class; all 0 where class shares are not kept
    names: tuple[str, ...]  # of the classes; () where class shares are not kept
    groups: Ints | None  # [row]; None where each row stands alone

    @classmethod
    def of(cls, dataset: Dataset, *, stratify: bool) -> "Rows":
        """Take from a dataset what the division depends on."""
        groups = _group_codes(dataset.groups)
        if not stratify:
            return cls(np.zeros(dataset.size, dtype=np.int64), (), groups)
        if dataset.target.ndim != 1:
            raise InputError("stratify", f"needs a target of one column, got {dataset.target.shape[1]}")
        names = np.unique(dataset.target.astype(str))
        return cls(dataset.strata.astype(np.int64), tuple(names.tolist()), groups)

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.strata)

    @property
    def classes(self) -> int:
        """Number of strata, at least one."""
        return max(1, len(self.names))

    @property
    def word(self) -> str:
        """What is divided."""
        return "rows" if self.groups is None else "groups"

    @property
    def units(self) -> int:
        """How many rows or groups there are to divide."""
        return self.size if self.groups is None else len(self.counts)

    @cached_property
    def counts(self) -> Ints:
        """Rows of each group by stratum, [group, stratum]."""
        groups = np.arange(self.size) if self.groups is None else self.groups
        flat = np.bincount(groups * self.classes + self.strata, minlength=(groups.max() + 1) * self.classes)
        return flat.reshape(-1, self.classes).astype(np.int64)

    def shuffled(self, rng: np.random.Generator) -> Ints:
        """Order all rows: class after class, the classes and the rows of a class in random order."""
        order = rng.permutation(self.size)
        if self.classes == 1:
            return order
        ranks = rng.permutation(self.classes)[self.strata[order]]
        return order[np.argsort(ranks, kind="stable")]

    def notes(self, parts: int, word: str) -> tuple[str, ...]:
        """Name the classes that have too few rows for every part to get one."""
        if not self.names:
            return ()
        held = np.bincount(self.strata) if self.groups is None else np.count_nonzero(self.counts, axis=0)
        scarce = [f"class {self.names[code]} ({held[code]})" for code in np.flatnonzero(held < parts)]
        if not scarce:
            return ()
        more = f" and {len(scarce) - _NAMED} more" if len(scarce) > _NAMED else ""
        return (f"fewer {self.word} than {parts} {word}, spread as far as they go: {', '.join(scarce[:_NAMED])}{more}",)


def _group_codes(groups: Values | None) -> Ints | None:
    """Give the groups as codes 0, 1, ...; None where all are different, since that asks for nothing."""
    if groups is None:
        return None
    values = np.asarray(groups)
    if values.dtype.kind not in "iub" and any(_is_missing(value) for value in values.tolist()):
        raise InputError("groups", "some rows have none, so that they cannot be kept together")
    found, codes = np.unique(values.astype(str) if values.dtype.kind == "O" else values, return_inverse=True)
    return None if len(found) == len(values) else codes.reshape(-1).astype(np.int64)


def _is_missing(value: object) -> bool:
    return not isinstance(value, str) and str(value) in _MISSING
