"""Splits as counts: for learners that ignore their training data no row is ever needed.

A dataset is a vector of counts of kinds of rows. A random test set is a multivariate hypergeometric draw from it, the
folds of a cross-validation are successive draws, balanced halves are sums of blocks. The law is that of explicit
rows without strata, at a cost that does not depend on their number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import CountSource, Design, InputError, Ints, MisfitError
from outperform.designs import BalancedHalves, KFold, Subsampling
from outperform.lab.hypergeometric import hypergeometric


@dataclass(frozen=True)
class Family:
    """What designs must share to be dealt together: the longer repetition then contains the shorter."""

    word: str
    parts: int  # folds, or blocks of halves
    n_test: int  # rows of a test set in random subsampling

    @classmethod
    def of(cls, design: Design, size: int) -> "Family":
        """Find the family of a design on so many rows."""
        if isinstance(design, KFold):
            return cls._of_parts("kfold", design, design.folds, size)
        if isinstance(design, BalancedHalves):
            return cls._of_parts("halves", design, 1 << design.repeats.bit_length(), size)
        if isinstance(design, Subsampling):
            return cls("subsampling", 1, design.rows_tested(size))
        raise MisfitError(f"{design} cannot be counted: only k-fold, subsampling and balanced halves can")

    @classmethod
    def _of_parts(cls, word: str, design: Design, parts: int, size: int) -> "Family":
        if parts > size:
            raise InputError(str(design), f"needs at least {parts} rows, got {size}")
        return cls(word, parts, 0)


def deal(family: Family, kinds: Ints, repeats: int, rng: np.random.Generator) -> Iterator[Ints]:
    """Give the test sets [dataset, fold, kind] of one repeat after another."""
    if family.word == "halves":
        yield from _deal_halves(family.parts, kinds, repeats, rng)
        return
    size = int(kinds[0].sum())
    sizes = [family.n_test] if family.word == "subsampling" else _shared_out(size, family.parts)
    for _ in range(repeats):
        yield _successive(kinds, sizes, rng)


def _shared_out(size: int, parts: int) -> list[int]:
    """Share rows out over parts that differ by at most one; which part gets more does not matter to the law."""
    return [size // parts + (part < size % parts) for part in range(parts)]


def _successive(kinds: Ints, sizes: Sequence[int], rng: np.random.Generator) -> Ints:
    """Draw parts one after another without putting back [dataset, part, kind]; a full last part is what is left."""
    left = [np.ascontiguousarray(kind) for kind in kinds.T]
    total = int(kinds[0].sum())
    parts = np.empty((kinds.shape[1], len(sizes), len(kinds)), dtype=np.int64)
    for index, size in enumerate(sizes):
        taken = left if size == total else draw(left, total, size, rng)
        for kind, number in enumerate(taken):
            parts[kind, index] = number
        left = [have - number for have, number in zip(left, taken, strict=True)]
        total -= size
    return parts.transpose(2, 1, 0)


def draw(left: Sequence[Ints], total: int, size: int, rng: np.random.Generator) -> list[Ints]:
    """Draw ``size`` of ``total`` rows from each dataset, given as counts of one kind after another [kind][dataset].

    Kind after kind, hypergeometric given those before.

    Examples
    --------
    >>> draw([np.array([3]), np.array([0]), np.array([2])], 5, 4, np.random.default_rng(0))[1]
    array([0])
    """
    taken = [hypergeometric(left[0], total, size, rng)]
    others, wanted = total - left[0], size - taken[0]
    for kind in left[1:-1]:
        others = others - kind
        taken.append(rng.hypergeometric(kind, others, wanted))
        wanted = wanted - taken[-1]
    return [*taken, wanted] if len(left) > 1 else taken


def _deal_halves(blocks: int, kinds: Ints, repeats: int, rng: np.random.Generator) -> Iterator[Ints]:
    """Deal the rows into blocks once; repeat r sets blocks apart by the parity of the bits they share with r."""
    sizes = _shared_out(int(kinds[0].sum()), blocks)
    spread = rng.permutation(blocks)  # the blocks that have one row more are any of them
    parts = _successive(kinds, [sizes[index] for index in spread], rng)
    for repeat in range(1, repeats + 1):
        side = np.array([(block & repeat).bit_count() % 2 for block in range(blocks)], dtype=bool)
        yield np.stack([parts[:, side].sum(axis=1), parts[:, ~side].sum(axis=1)], axis=1)


def outcomes(source: CountSource, family: Family, kinds: Ints, repeats: int, rng: np.random.Generator) -> Ints:
    """Deal and let the learners err: n00, n01, n10, n11 of every test set [dataset, repeat, fold, 4].

    Where the kinds are the outcomes, n01 and n10 are dealt first, and the others out of what is left by a stream of
    their own: most tests never look at them.
    """
    if source.fixed:
        return _discordant(family, kinds, repeats, rng)
    return np.stack([source.outcomes(parts, rng) for parts in deal(family, kinds, repeats, rng)], axis=1)


def _discordant(family: Family, kinds: Ints, repeats: int, rng: np.random.Generator) -> Ints:
    """Deal n01, n10 and the rest; the rest is told as n00."""
    merged = np.stack([kinds[:, 1], kinds[:, 2], kinds[:, 0] + kinds[:, 3]], axis=1)
    dealt = np.stack(list(deal(family, merged, repeats, rng)), axis=1)
    found = np.zeros((*dealt.shape[:-1], 4), dtype=np.int64)
    found[..., 1], found[..., 2], found[..., 0] = dealt[..., 0], dealt[..., 1], dealt[..., 2]
    return found


def settle(source: CountSource, kinds: Ints, found: Ints, rng: np.random.Generator) -> Ints:
    """Tell how many of the rest both learners get right: only some tests ask, so it is drawn apart, fold by fold."""
    if not source.fixed:
        return found
    settled = found.copy()
    for repeat in range(found.shape[1]):
        right, wrong = kinds[:, 3].copy(), kinds[:, 0].copy()
        for fold in range(found.shape[2]):
            both = rng.hypergeometric(right, wrong, found[:, repeat, fold, 0])
            settled[:, repeat, fold, 3] = both
            settled[:, repeat, fold, 0] -= both
            right, wrong = right - both, wrong - settled[:, repeat, fold, 0]
    return settled
