"""Populations made from what each learner gets right and wrong, so that equalities in F1 or in errors hold exactly.

Keller, Bengio & Wong (2005): a null hypothesis must be stated per measure, since F1 may be equal while errors differ.
"""

from outperform.core import InputError
from outperform.sources.population import Population


def of_margins(
    rows: tuple[int, int],
    found: tuple[int, int],
    false: tuple[int, int],
    n: int = 1000,
    closeness: float = 0.0,
) -> Population:
    """Make a population from what each learner gets right and wrong.

    Within a class the learners are as nearly independent as whole numbers allow, unless ``closeness`` is above 0.

    Parameters
    ----------
    rows
        Weight of class 0 and class 1.
    found
        How much of class 1 the first and the second learner find.
    false
        How much of class 0 they predict as 1.
    n
        Rows of an evaluation set.
    closeness
        0: independent within a class; 1: they agree as often as their margins allow.

    Examples
    --------
    >>> of_margins(rows=(900, 100), found=(60, 80), false=(20, 60)).cells
    (821, 59, 19, 1, 8, 32, 12, 48)
    >>> of_margins(rows=(900, 100), found=(60, 80), false=(20, 60), closeness=1.0).cells
    (840, 40, 0, 20, 20, 20, 0, 60)
    """
    if not 0 <= closeness <= 1:
        raise InputError("closeness", f"must be between 0 and 1, got {closeness}")
    cells = [*_quarter(rows[0], *false, closeness), *_quarter(rows[1], *found, closeness)]
    if min(cells) < 0:
        raise InputError("found, false", f"must be between 0 and the weight of their class, got {found} and {false}")
    return Population(tuple(cells), n)


def _quarter(total: int, first: int, second: int, closeness: float) -> tuple[int, int, int, int]:
    """Cross two learners that predict 1 this often: neither, only the second, only the first, both."""
    alone = first * second / total
    both = max(first + second - total, round(alone + closeness * (min(first, second) - alone)))
    return total - first - second + both, second - both, first - both, both
