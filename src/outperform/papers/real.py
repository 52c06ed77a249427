"""Real data sets that can be found."""

from functools import lru_cache

from outperform.core import Dataset, InputError
from outperform.data import load


@lru_cache(maxsize=64)  # of the process: published datasets
def dataset_at_hand(name: str) -> Dataset | None:
    """Load a data set by a name that ``compare`` accepts; None if it is not found."""
    try:
        return load(name)
    except InputError:
        return None
