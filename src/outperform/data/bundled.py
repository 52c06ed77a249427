"""Data sets that come with scikit-learn."""

from typing import Any

from outperform.core import InputError, did_you_mean
from outperform.data.frames import RawTable

BUNDLED = ("breast_cancer", "diabetes", "digits", "iris", "wine")
"""Names of scikit-learn's bundled data sets, which need no download."""


def read_bundled(name: str) -> RawTable:
    """Load one of scikit-learn's bundled data sets; its target is called target.

    Examples
    --------
    >>> table = read_bundled("iris")
    >>> table.frame.shape, table.target
    ((150, 5), 'target')
    """
    from sklearn import datasets

    if name not in BUNDLED:
        raise InputError(f"data {name!r}", f"does not come with scikit-learn; {did_you_mean(name, BUNDLED)}")
    bunch: Any = getattr(datasets, f"load_{name}")(as_frame=True)
    return RawTable(bunch.frame, name, "bundled", target="target")
