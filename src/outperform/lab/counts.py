"""Splits as counts: for learners that ignore their training data no row is ever needed.

A dataset is a vector of counts of kinds of rows. A random test set is a multivariate hypergeometric draw from it, the
folds of a cross-validation are successive draws, balanced halves are sums of blocks. The law is that of explicit
rows without strata, at a cost that does not depend on their number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import CountSource, Dataset, Design, InputError, Ints, MisfitError
from outperform.designs import BalancedHalves, KFold, LeaveOneOut, Subsampling
from outperform.lab.hypergeometric import hypergeometric

MOST_SPLITS = 3_000  # per data set: thousands of data sets are in memory at once


@dataclass(frozen=True)
class Family:
    """What designs must share to be drawn together: more repeats then contain fewer repeats."""

    word: str
    parts: int  # folds, or blocks of halves
    n_test: int  # rows of a test set in random subsampling

    @classmethod
    def of(cls, design: Design, size: int) -> "Family":
        """Return the family of a design on ``size`` rows."""
        if getattr(design, "stratify", None):
            raise MisfitError(
                f"{design} cannot be used with this source: it has no classes to stratify by; leave stratify out"
            )
        if isinstance(design, LeaveOneOut):
            return cls._of_parts("kfold", design, max(2, size), size)
        if isinstance(design, KFold):
            return cls._of_parts("kfold", design, design.folds, size)
        if isinstance(design, BalancedHalves):
            return cls._of_parts("halves", design, 1 << design.repeats.bit_length(), size)
        if isinstance(design, Subsampling):
            return cls("subsampling", 1, design.rows_tested(size))
        raise MisfitError(
            f"{design} cannot be used with this source; use kfold, leave-one-out, subsampling or balanced-halves"
        )

    @classmethod
    def _of_parts(cls, word: str, design: Design, parts: int, size: int) -> "Family":
        if parts > size:
            raise InputError(str(design), f"needs at least {parts} rows, got {size}")
        return cls(word, parts, 0)

    @property
    def folds(self) -> int:
        """The number of test sets per repeat."""
        return {"kfold": self.parts, "halves": 2}.get(self.word, 1)


def check_splits(family: Family, repeats: int) -> None:
    """Refuse more splits than fit into memory."""
    splits = repeats * family.folds
    if splits > MOST_SPLITS:
        problem = f"at most {MOST_SPLITS:,} splits per data set are possible with this source, got {splits:,}"
        raise InputError("procedures", f"{problem}; use fewer repeats or folds")


def deal(family: Family, kinds: Ints, repeats: int, rng: np.random.Generator) -> Iterator[Ints]:
    """Return the test sets [dataset, fold, kind] of one repeat after another."""
    if family.word == "halves":
        yield from _sides(_blocks(family, kinds, rng), repeats)
        return
    size = int(kinds[0].sum())
    sizes = [family.n_test] if family.word == "subsampling" else _shared_out(size, family.parts)
    for _ in range(repeats):
        yield _singly(kinds, rng) if len(sizes) == size else _successive(kinds, sizes, rng)


def _shared_out(size: int, parts: int) -> list[int]:
    """Return the sizes of parts that differ by at most one row; which part is larger does not change the law."""
    return [size // parts + (part < size % parts) for part in range(parts)]


def _singly(kinds: Ints, rng: np.random.Generator) -> Ints:
    """Put every row into a part of its own, in random order [dataset, part, kind]."""
    ends = kinds.cumsum(axis=1)[:, :-1, np.newaxis]
    rows = (np.arange(int(kinds[0].sum()), dtype=np.int32) >= ends).sum(axis=1, dtype=np.int8)
    parts: Ints = np.eye(kinds.shape[1], dtype=np.int64)[rng.permuted(rows, axis=1)]
    return parts


def _successive(kinds: Ints, sizes: Sequence[int], rng: np.random.Generator) -> Ints:
    """Draw parts one after another without putting back [dataset, part, kind]; a full last part is what is left."""
    left = [np.ascontiguousarray(kind) for kind in kinds.T]
    total = int(kinds[0].sum())
    parts = np.empty((kinds.shape[1], len(sizes), len(kinds)), dtype=np.int64)
    for index, size in enumerate(sizes):
        taken = left if size == total else draw_counts(left, total, size, rng)
        for kind, number in enumerate(taken):
            parts[kind, index] = number
        left = [have - number for have, number in zip(left, taken, strict=True)]
        total -= size
    return parts.transpose(2, 1, 0)


def draw_counts(left: Sequence[Ints], total: int, size: int, rng: np.random.Generator) -> list[Ints]:
    """Draw ``size`` of ``total`` rows from each dataset, given as counts of one kind after another [kind][dataset].

    Kind after kind, hypergeometric given those before.

    Examples
    --------
    >>> draw_counts([np.array([3]), np.array([0]), np.array([2])], 5, 4, np.random.default_rng(0))[1]
    array([0])
    """
    taken = [hypergeometric(left[0], total, size, rng)]
    others, wanted = total - left[0], size - taken[0]
    for kind in left[1:-1]:
        others = others - kind
        taken.append(rng.hypergeometric(kind, others, wanted))
        wanted = wanted - taken[-1]
    return [*taken, wanted] if len(left) > 1 else taken


def _blocks(family: Family, kinds: Ints, rng: np.random.Generator) -> Ints:
    """Deal the rows into the blocks of balanced halves [dataset, block, kind]."""
    return _successive(kinds, _block_sizes(family.parts, int(kinds[0].sum()), rng), rng)


def _block_sizes(blocks: int, size: int, rng: np.random.Generator) -> list[int]:
    """Return the sizes of blocks. The design decides which have one row more; a few rows suffice to see it.

    The design halves and halves again, so what it does depends on the remainder alone.
    """
    each, more = divmod(size, blocks)
    if not more:
        return [each] * blocks
    few = Dataset(np.zeros((blocks + more, 1)), np.zeros(blocks + more, dtype=np.int64))
    labels = BalancedHalves(repeats=blocks - 1).plan(few, rng).labels
    bits = 1 - labels[[(1 << level) - 1 for level in range(blocks.bit_length() - 1)]]  # type: ignore[index]
    number = (bits << np.arange(len(bits))[:, np.newaxis]).sum(axis=0)
    return [int(count) - 1 + each for count in np.bincount(number, minlength=blocks)]


def _sides(blocks: Ints, repeats: int) -> Iterator[Ints]:
    """Add blocks up to halves: repeat r sets them apart by the parity of the bits they share with r."""
    for repeat in range(1, repeats + 1):
        side = np.array([(block & repeat).bit_count() % 2 for block in range(blocks.shape[1])], dtype=bool)
        yield np.stack([blocks[:, side].sum(axis=1), blocks[:, ~side].sum(axis=1)], axis=1)


def outcomes(
    source: CountSource,
    family: Family,
    kinds: Ints,
    repeats: int,
    rng: np.random.Generator,
    settling: np.random.Generator | None = None,
) -> Ints:
    """Draw the splits and the errors of the learners: n00, n01, n10, n11 of every test set [dataset, repeat, fold, 4].

    Where the kinds are the outcomes, n01 and n10 are drawn first and the rest is counted as n00, since most tests never
    read it. ``settling`` is a stream that separates n00 and n11; n01 and n10 are the same with and without it.
    """
    if not source.fixed:
        return np.stack([source.outcomes(parts, rng) for parts in deal(family, kinds, repeats, rng)], axis=1)
    merged = np.stack([kinds[:, 1], kinds[:, 2], kinds[:, 0] + kinds[:, 3]], axis=1)
    if family.word == "halves":  # a row is right or wrong in all repeats: the blocks are settled, once
        blocks = _settle(kinds, _blocks(family, merged, rng), settling)
        return np.stack(list(_sides(blocks, repeats)), axis=1)
    return np.stack([_settle(kinds, parts, settling) for parts in deal(family, merged, repeats, rng)], axis=1)


def _settle(kinds: Ints, parts: Ints, rng: np.random.Generator | None) -> Ints:
    """Turn n01, n10 and the rest [dataset, part, 3] into four counts: of the rest, any may be the rows both get right.

    Each division of the rows is settled separately. That is the law of explicit rows where rows are divided anew.
    """
    settled = np.zeros((*parts.shape[:-1], 4), dtype=np.int64)
    settled[..., 1:3], settled[..., 0] = parts[..., :2], parts[..., 2]
    if rng is None:
        return settled
    right, wrong = kinds[:, 3], kinds[:, 0]
    for part in range(parts.shape[1]):
        both = rng.hypergeometric(right, wrong, parts[:, part, 2])
        settled[:, part, 3] = both
        settled[:, part, 0] -= both
        right, wrong = right - both, wrong - settled[:, part, 0]
    return settled
