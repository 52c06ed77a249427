"""Work in pieces: how many datasets go into one, and how what they give is put together."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from outperform.core import Floats
from outperform.papers.workbench import Work, Workbench

Case = TypeVar("Case")


class Job(NamedTuple):
    """So many datasets, in pieces of at most this size."""

    about: tuple[Any, ...]
    datasets: int
    piece: int


def run_jobs(bench: Workbench, work: Work, jobs: Mapping[Case, Job], word: str = "pieces") -> dict[Case, Floats]:
    """Return ``work(*about, seed, first, count)`` of all pieces of each job, joined along the first axis."""
    plan = [
        (case, (*job.about, bench.seed, first, min(job.piece, job.datasets - first)))
        for case, job in jobs.items()
        for first in range(0, job.datasets, job.piece)
    ]
    found = list(zip(bench.map(work, [unit for _, unit in plan], word), plan, strict=True))
    return {case: np.concatenate([part for part, (name, _) in found if name == case]) for case in jobs}
