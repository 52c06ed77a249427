"""The cells of a league's table: means over splits, how uncertain they are, and how they vary over random splits."""

import numpy as np

from outperform.core import Floats, Ints, LeagueCells, LeagueTable
from outperform.ranking._pooled import pooled
from outperform.ranking._split_noise import SplitNoise


def cells_of(table: LeagueTable) -> LeagueCells:
    """Return the mean score of every learner on every data set, with its errors.

    Notes
    -----
    ``error`` is the corrected covariance of the means (Nadeau and Bengio), (1/J + n2/n1) times the covariance of the J
    splits; n2/n1 are test rows over training rows, 1/(k - 1) for k folds without sizes. ``wander`` is the covariance of
    the mean of one repeat over random splits, from all data sets together (see ``_pooled``). Both are None where they
    are unknown on every data set. Without splits, ``error`` has the squares of the standard errors that stand beside
    the scores of a table, if any do.
    """
    parts = [SplitNoise.of(scores) for scores in table.scores]
    repeats: Ints = np.array([part.repeats for part in parts], dtype=np.int64)
    return LeagueCells(
        table.datasets,
        table.learners,
        np.array([part.means for part in parts]).reshape(len(parts), len(table.learners)),
        error=_known([part.error for part in parts]) if table.errors is None else _apart(table.errors),
        wander=pooled(parts),
        repeats=repeats,
        unit=table.unit,
        joint=table.errors is None or table.independent,
    )


def _apart(errors: Floats) -> Floats:
    """Return standard errors [dataset, learner] as covariance matrices of learners that vary apart."""
    found: Floats = np.eye(errors.shape[1]) * (errors**2)[:, np.newaxis]
    return found


def _known(errors: list[Floats]) -> Floats | None:
    found = np.array(errors)
    return None if np.isnan(found).all() else found
