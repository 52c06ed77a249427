"""Work in pieces: how many datasets go into one, and how what they give is put together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from outperform.core import Floats
from outperform.papers.workbench import Work, Workbench


def cut(total: int, size: int) -> list[tuple[int, int]]:
    """Cut so many datasets into pieces (first, count)."""
    return [(first, min(size, total - first)) for first in range(0, total, size)]


def pieces(total: int, size: int, *unit: Any) -> list[tuple[Any, ...]]:
    """Cut so many datasets into units of work: (*unit, number of the piece, datasets in it)."""
    return [(*unit, number, count) for number, (_, count) in enumerate(cut(total, size))]


def joined(bench: Workbench, work: Work, units: Sequence[tuple[Any, ...]], word: str = "pieces") -> Floats:
    """Compute units and put what they give together along the first axis."""
    return np.concatenate(bench.map(work, units, word))


def joined_by(
    bench: Workbench, work: Work, units: Sequence[tuple[Any, ...]], groups: Sequence[Any]
) -> dict[Any, Floats]:
    """Compute units of several groups side by side, and put those of a group together."""
    found = bench.map(work, units)
    return {
        group: np.concatenate([part for part, name in zip(found, groups, strict=True) if name == group])
        for group in dict.fromkeys(groups)
    }
