"""The interval in which the difference on the next set of items falls."""

import numpy as np

from outperform.core import Floats, InputError, Ints, check_level
from outperform.core.item_facts import Range
from outperform.significance._estimate import estimate_of
from outperform.significance.one_system import within


def prediction_interval(
    values: Floats,
    level: float,
    weights: Floats | None = None,
    clusters: Ints | None = None,
    *,
    following: int | None = None,
    bounds: Range | None = None,
) -> Range | None:
    """Return the interval that holds the difference on the next set of items with a probability of 1 - level.

    Parameters
    ----------
    values
        One value per item, whose (weighted) mean is the difference.
    following
        The number of items of the next set; None: as many as here.
    bounds
        The least and largest possible difference, such as (-1, 1) for right and wrong.

    Notes
    -----
    For N items here and N' items from the same source:

        mean -+ t s sqrt(1/N + 1/N')  =  mean -+ t se sqrt(1 + N/N')

    with the degrees of freedom of se; with clusters or weights se is the clustered or weighted one, and the next set
    has clusters and weights like these. None where nothing is known of the spread (one item or cluster, all differences
    equal).

    Examples
    --------
    >>> [round(end, 3) for end in prediction_interval(np.array([0.0, 1, 1, 0, 1, 0, 0, 1]), 0.05, bounds=(-1, 1))]
    [-0.132, 1.0]
    """
    level = check_level(level)
    if following is not None and following < 1:
        raise InputError("following", f"must be at least 1 item, got {following}")
    more = 1.0 if following is None else len(values) / following
    return within(estimate_of(values, weights, clusters).interval(level, float(np.sqrt(1 + more))), bounds)
