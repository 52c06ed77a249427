"""Real datasets: which are at hand."""

from functools import lru_cache

from outperform.core import Dataset, InputError
from outperform.data import load


@lru_cache(maxsize=64)  # of the process: published datasets
def dataset_at_hand(name: str) -> Dataset | None:
    """Load a dataset by a name that ``compare`` takes; None where it is not at hand."""
    try:
        return load(name)
    except InputError:
        return None
