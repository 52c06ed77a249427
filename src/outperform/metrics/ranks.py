"""The arithmetic of the area under the ROC curve and of average precision: one sort, then cumulative sums."""

from dataclasses import dataclass

import numpy as np

from outperform.core import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Ranking:
    """Rows in the order of a response, the lowest first; rows with equal responses form a run."""

    order: Ints  # [row]: positions of the rows
    ends: Ints  # [run]: where in the order a run ends, that is, where the next begins

    @classmethod
    def of(cls, responses: Floats) -> "Ranking":
        """Sort rows by their responses [row]."""
        order = np.argsort(responses)
        ordered = responses[order]
        steps = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        return cls(order, np.append(steps, responses.size))

    def by_row(self, of_runs: Floats) -> Floats:
        """Return the value of its run for every row, in the rows' own order."""
        sizes = np.diff(self.ends, prepend=0)
        found = np.empty(self.order.size)
        found[self.order] = np.repeat(of_runs, sizes)
        return found

    def sums(self, values: Floats) -> Floats:
        """Sum values [row] over all runs up to each one."""
        total: Floats = np.cumsum(values[self.order])[self.ends - 1]
        return total


def wins(positive: Bools, responses: Floats) -> Floats:
    """Return for each row how many rows of the other class it is ranked correctly against; ties count half.

    Examples
    --------
    >>> wins(np.array([False, False, True, True]), np.array([0.1, 0.4, 0.35, 0.8])).tolist()
    [2.0, 1.0, 1.0, 2.0]
    """
    ranking = Ranking.of(responses)
    high = ranking.sums(positive.astype(np.float64))
    below_high, below_low = (ranking.by_row(_middle(sums)) for sums in (ranking.ends - high, high))
    return np.where(positive, below_high, high[-1] - below_low)


def placements(positive: Bools, responses: Floats) -> Floats:
    """Return for each row the share of rows of the other class that it is ranked correctly against.

    The mean over the positive rows is the area under the ROC curve, and so is the mean over the negative rows (the
    structural components of DeLong, DeLong & Clarke-Pearson 1988).
    """
    high = np.count_nonzero(positive)
    shares: Floats = wins(positive, responses) / np.where(positive, positive.size - high, high)
    return shares


def _middle(sums: Floats) -> Floats:
    """Return the mean of the sums before and after each run."""
    middle: Floats = (sums + np.concatenate([[0.0], sums[:-1]])) / 2
    return middle


def area(positive: Bools, responses: Floats) -> float:
    """Return the area under the ROC curve: the share of pairs of classes in the right order, ties counted half."""
    ranking = Ranking.of(responses)
    high = ranking.sums(positive.astype(np.float64))
    low = ranking.ends - high
    positives = high[-1]
    return float((np.diff(high, prepend=0.0) * _middle(low)).sum() / (positives * (positive.size - positives)))


def area_influence(positive: Bools, responses: Floats) -> Floats:
    """Return the influence of each row on the area: N/m (V10 - A) for positive rows, N/n (V01 - A) for negative."""
    shares = placements(positive, responses)
    found = np.empty(positive.size)
    for rows in (positive, ~positive):
        found[rows] = positive.size / rows.sum() * (shares[rows] - shares[rows].mean())
    return found


def precision_at_hits(positive: Bools, responses: Floats) -> float:
    """Return the average precision: the mean over positive rows of the precision down to their response."""
    hits, said, found = _from_the_top(positive, responses)
    return float((hits * found / said).sum() / found[-1])


def precision_influence(positive: Bools, responses: Floats) -> Floats:
    """Return the influence of each row on the average precision: N times its derivative by the row's weight.

    A row counts in the precision at its own response and at all lower ones, a positive row also as one more hit.
    """
    ranking = Ranking.of(-responses)
    hits, said, found = _from_the_top(positive, responses)
    precision = found / said
    average = (hits * precision).sum() / found[-1]

    def below(values: Floats) -> Floats:
        return ranking.by_row(np.cumsum(values[::-1])[::-1])

    gains = ranking.by_row(precision) - average + below(hits * (1 - precision) / said)
    losses = below(hits * precision / said)
    slopes = np.where(positive, gains, -losses) / found[-1]
    influence: Floats = positive.size * (slopes - slopes.mean())
    return influence


def _from_the_top(positive: Bools, responses: Floats) -> tuple[Floats, Floats, Floats]:
    """Return for each run, the highest response first: its positive rows, and all rows and positive rows down to it."""
    ranking = Ranking.of(-responses)
    found = ranking.sums(positive.astype(np.float64))
    return np.diff(found, prepend=0.0), ranking.ends.astype(np.float64), found
