"""Shares of test rows that a file holds rounded: the count behind them gives the exact share back."""

from dataclasses import replace

import numpy as np

from outperform.core import Bools, Floats, Ints, Note, NoteKind, Scores
from outperform.data.metric_meanings import is_row_share

_NEAR = 0.01  # of a row: how close a score must be to a count, so that only one count can be meant
_ROUNDINGS = 4 * np.finfo(np.float64).eps  # what arithmetic on shares may add


def from_counts(table: Scores) -> tuple[Scores, list[Note]]:
    """Return the exact shares of the test rows, and a note, where the scores are such shares, rounded.

    This needs a metric that is known to be a share of rows, such as accuracy, sizes, and digits that can be a rounding
    of such a share for every score. All other scores stay as they are.

    Examples
    --------
    >>> values = np.array([[[0.667, 0.333]], [[1.0, 0.667]]])
    >>> table, notes = from_counts(Scores(("a", "b"), "accuracy", values, n_test=np.array([[3, 3]])))
    >>> table.values[0, 0], notes[0].kind.value
    (array([0.66666667, 0.33333333]), 'shares-from-counts')
    >>> from_counts(Scores(("a", "b"), "r2", values, n_test=np.array([[3, 3]])))[1]
    []
    """
    if table.n_test is None or table.metric is None or not is_row_share(table.metric):
        return table, []
    shares = _shares(table.values, table.n_test)
    if shares is None:
        return table, []
    change = np.abs(shares - table.values)
    exact = replace(table, values=shares)
    if not (change > _ROUNDINGS).any():
        return exact, []
    facts = {"metric": table.metric, "n_test": int(table.n_test.max()), "largest": float(np.nanmax(change))}
    return exact, [Note.of(NoteKind.SHARES_FROM_COUNTS, **facts)]


def _shares(values: Floats, n_test: Ints) -> Floats | None:
    """Return the shares k/n that these scores are roundings of; None where some score is none."""
    if np.nanmin(values) < 0 or np.nanmax(values) > 1:
        return None
    counts = np.rint(values * n_test)
    shares: Floats = counts / n_test
    if np.nanmax(np.abs(values * n_test - counts)) > _NEAR:
        return None
    fits = [_are_roundings(*learner) for learner in zip(values, shares, strict=True)]
    return shares if all(fits) else None


def _are_roundings(given: Floats, shares: Floats) -> bool:
    """Return whether scores are shares, rounded to the decimals, or the single precision, that the scores have."""
    known = given[~np.isnan(given)]
    decimals = max((_decimals(score) for score in known.tolist()), default=0)
    reach = float(0.5 * 10.0**-decimals + _ROUNDINGS)
    single: Bools = known.astype(np.float32) == known
    if single.all():
        reach = max(reach, float(np.finfo(np.float32).eps))
    return bool((np.abs(known - shares[~np.isnan(given)]) <= reach).all())


def _decimals(score: float) -> int:
    """Return how many digits follow the decimal point in the shortest number that is this score.

    Examples
    --------
    >>> _decimals(0.25), _decimals(1e-05), _decimals(1.0), _decimals(2.5e-07)
    (2, 5, 0, 8)
    """
    digits, _, power = repr(score).partition("e")
    after = digits.partition(".")[2].rstrip("0")
    return max(0, len(after) - int(power or 0))
