"""What a design splits: rows, with their classes and groups."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from outperform.core import Dataset, Ids, InputError, Ints, Note, NoteKind, Values, draws, fingerprint

_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a dataset as a design sees them."""

    strata: Ints  # [row], the class; all 0 where class shares are not kept
    names: tuple[str, ...]  # of the classes; () where class shares are not kept
    groups: Ints | None  # [row]; None where each row stands alone
    ids: Ids | None = None  # of the rows or groups, where splits follow from them and not from a stream

    @classmethod
    def of(cls, dataset: Dataset, *, stratify: bool) -> "Rows":
        """Take from a dataset what the splits depend on."""
        groups = _group_codes(dataset.groups)
        ids = dataset.ids if dataset.ids is None or groups is None else _group_ids(dataset.groups, groups)
        if not stratify:
            return cls(np.zeros(dataset.size, dtype=np.int64), (), groups, ids)
        if dataset.target.ndim != 1:
            raise InputError(
                "stratify", f"needs a target with one column, got {dataset.target.shape[1]}; use stratify=False"
            )
        names = np.unique(dataset.target.astype(str))
        return cls(dataset.strata.astype(np.int64), tuple(names.tolist()), groups, ids)

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
        """What is split: rows or groups."""
        return "rows" if self.groups is None else "groups"

    @property
    def units(self) -> int:
        """The number of rows or groups to split."""
        return self.size if self.groups is None else len(self.counts)

    @cached_property
    def counts(self) -> Ints:
        """Rows of each group by stratum, [group, stratum]."""
        groups = np.arange(self.size) if self.groups is None else self.groups
        flat = np.bincount(groups * self.classes + self.strata, minlength=(groups.max() + 1) * self.classes)
        return flat.reshape(-1, self.classes).astype(np.int64)

    def spread(self, places: Ints, rng: np.random.Generator, repeat: int) -> Ints:
        """Return the place of each row; places, as many as rows, are dealt class after class.

        With a stream, the classes and the rows of a class come in random order. Where splits follow from the rows,
        classes are ranked by HMAC(class, repeat) and the rows of a class by HMAC(id, repeat), and the places of a
        class are sorted: one more row then moves only a few rows to the next place, where dealing in turns would move
        all rows behind it. Either way each place gets the same number of rows, and each row of a class has the same
        chance. (Ranks by class with a random offset, sorted together and cut, would be as stable, but with one large
        and many small classes the folds would differ by up to seven rows of the large one.)
        """
        labels = np.empty(self.size, dtype=np.int64)
        if self.ids is None:
            labels[self.shuffled(rng)] = places
            return labels
        keys = [bytes.fromhex(fingerprint("class", name)) for name in self.names]
        turn = np.argsort(np.argsort(draws(keys, "class", repeat)))[self.strata] if keys else self.strata
        order = np.lexsort((self.ids.draws("row", repeat), turn))
        labels[order] = places[np.lexsort((places, turn[order]))]
        return labels

    def ordered(self, rng: np.random.Generator, repeat: int) -> Ints:
        """Order the rows, or the groups: at random, or by HMAC(id, repeat)."""
        return rng.permutation(self.units) if self.ids is None else np.argsort(self.ids.draws("row", repeat))

    def shuffled(self, rng: np.random.Generator) -> Ints:
        """Order all rows: class after class, the classes and the rows of a class in random order."""
        order = rng.permutation(self.size)
        if self.classes == 1:
            return order
        ranks = rng.permutation(self.classes)[self.strata[order]]
        return order[np.argsort(ranks, kind="stable")]

    def notes(self, parts: int, word: str) -> tuple[Note, ...]:
        """Name the classes that have too few rows for every part to get one."""
        if not self.names:
            return ()
        held = np.bincount(self.strata) if self.groups is None else np.count_nonzero(self.counts, axis=0)
        scarce = tuple((self.names[code], int(held[code])) for code in np.flatnonzero(held < parts))
        if not scarce:
            return ()
        return (Note.of(NoteKind.SCARCE_CLASSES, units=self.word, parts=parts, word=word, classes=scarce),)


def _group_codes(groups: Values | None) -> Ints | None:
    """Return the groups as codes 0, 1, ...; None where all are different, since then nothing is grouped."""
    if groups is None:
        return None
    values = np.asarray(groups)
    without = (
        [] if values.dtype.kind in "iub" else [row for row, value in enumerate(values.tolist()) if _is_missing(value)]
    )
    if without:
        problem = f"{len(without)} of {len(values)} rows have no group, the first is row {without[0]} (from 0)"
        raise InputError("groups", f"{problem}; every row needs one")
    found, codes = np.unique(values.astype(str) if values.dtype.kind == "O" else values, return_inverse=True)
    return None if len(found) == len(values) else codes.reshape(-1).astype(np.int64)


def _group_ids(groups: Values | None, codes: Ints) -> Ids:
    """Return the ids of the groups, by code; they follow from the groups' names."""
    values = np.asarray(groups)[np.unique(codes, return_index=True)[1]].tolist()
    named = [value if isinstance(value, str) else float(value) for value in values]
    return Ids(tuple(bytes.fromhex(fingerprint("group", name)) for name in named), np.arange(len(named)))


def _is_missing(value: object) -> bool:
    return not isinstance(value, str) and str(value) in _MISSING
