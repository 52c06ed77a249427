"""Real datasets: which are at hand, and what procedures say on them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from outperform.comparison.stage import Stage
from outperform.core import Dataset, Floats, InputError, PValue, seed_at
from outperform.data import load
from outperform.engine import Runner, Ways
from outperform.lab import procedure_from
from outperform.learners import learners_of
from outperform.metrics import Accuracy


@lru_cache(maxsize=64)
def dataset_at_hand(name: str) -> Dataset | None:
    """Load a dataset by a name that ``compare`` takes; None where it is not at hand."""
    try:
        return load(name)
    except InputError:
        return None


def split_at_hand(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell the names that are at hand from those that are missing."""
    there = [name for name in names if dataset_at_hand(name) is not None]
    return there, [name for name in names if name not in there]


def pvalues_on(
    name: str, learners: tuple[str, ...], procedures: tuple[str, ...], repetition: int, seed: int = 0
) -> Floats:
    """Give the p-values [pair of learners, procedure] of one repetition on a real dataset; all share their fits.

    The pairs are those of ``itertools.combinations(learners, 2)``. A longer repetition of splits contains the
    shorter, so that ``corrected-cv(repeats=1)`` costs nothing beside ``corrected-10x10``.
    """
    dataset = dataset_at_hand(name)
    if dataset is None:
        raise InputError("data", f"{name} is not at hand")
    pairs = list(combinations(range(len(learners)), 2))
    root = seed_at(seed, "repetition", name, repetition)
    runner = Runner(dataset, learners_of(list(learners), dataset), {"accuracy": Accuracy()}, root, ways=Ways(jobs=1))
    stage = Stage(runner, 0.05, pairs)
    columns = [[_pvalue(trial.verdict) for trial in procedure_from(spec).run(stage)] for spec in procedures]
    return np.array(columns).T


def _pvalue(verdict: object) -> float:
    return verdict.pvalue if isinstance(verdict, PValue) and verdict.pvalue is not None else float("nan")
