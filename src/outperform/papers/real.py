"""Real data sets that can be found."""

from functools import lru_cache

from outperform.core import Dataset, InputError
from outperform.data import load

NUMERIC = {  # how many numeric columns the published data sets have
    "balance-scale": 4,
    "diabetes": 8,
    "glass": 9,
    "heart-statlog": 13,
    "ionosphere": 34,
    "iris": 4,
    "letter": 16,
    "new-thyroid": 5,
    "seeds": 7,
    "vehicle": 18,
    "vowel": 10,  # and three nominal ones
    "wine": 13,
    "yeast": 8,
}


@lru_cache(maxsize=64)  # of the process: published datasets
def dataset_at_hand(name: str) -> Dataset | None:
    """Load a data set by a name that ``compare`` accepts; None if it is not found.

    Raises
    ------
    InputError
        If it is another data set of the same name.
    """
    try:
        found = load(name)
    except InputError:
        return None
    published = NUMERIC.get(name.removesuffix(".arff"))
    numeric = sum(kind == "numeric" for kind in found.kinds) if found.kinds else found.rows.shape[1]
    if published is not None and numeric != published:
        problem = f"is another data set: its numeric columns are {numeric}, those of the published one {published}"
        raise InputError(
            name, f"{problem}; set OUTPERFORM_DATA to a folder that has the published file, or none of this name"
        )
    return found
