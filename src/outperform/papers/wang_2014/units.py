"""Work in pieces: how many datasets go into one, and how what they give is put together."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from outperform.core import Floats
from outperform.papers.workbench import Work, Workbench

Case = TypeVar("Case")


class Batch(NamedTuple):
    """So many datasets, in pieces of at most this size."""

    about: tuple[Any, ...]
    datasets: int
    piece: int


def run_batches(
    bench: Workbench, work: Work, batches: Mapping[Case, Batch], word: str = "pieces"
) -> dict[Case, Floats]:
    """Return ``work(*about, seed, first, count)`` of all pieces of each batch, joined along the first axis."""
    plan = [
        (case, (*batch.about, bench.seed, first, min(batch.piece, batch.datasets - first)))
        for case, batch in batches.items()
        for first in range(0, batch.datasets, batch.piece)
    ]
    found = list(zip(bench.map(work, [unit for _, unit in plan], word), plan, strict=True))
    return {case: np.concatenate([part for part, (name, _) in found if name == case]) for case in batches}
