"""Predictions that may be a mistake: labels in place of probabilities, constants, certain errors, other classes."""

from collections.abc import Iterator, Sequence

import numpy as np

from outperform.core import Floats, Metric, Note, NoteKind, Values

LOSS = float(-np.log(np.finfo(np.float64).eps))  # of a probability of 0, as scikit-learn counts it
FAR = 4  # standard errors below the agreement of labels dealt at random, for all classes at once
ERRORS = 2  # standard errors below chance that are no accident; a convention


def response_notes(table: Floats, learners: Sequence[str]) -> Iterator[Note]:
    """Note learners whose responses [learner, row] are all the same, or only 0 and 1.

    Examples
    --------
    >>> [*response_notes(np.array([[0.0, 1.0], [0.4, 0.4]]), ("a", "b"))]
    [Note(same-responses, about='b'), Note(hard-responses, about='a')]
    """
    same = [name for name, column in zip(learners, table, strict=True) if column.min() == column.max()]
    hard = [name for name in learners if name not in same and _is_hard(table[[*learners].index(name)])]
    if same:
        yield Note.of(NoteKind.SAME_RESPONSES, *same)
    if hard:
        yield Note.of(NoteKind.HARD_RESPONSES, *hard)


def _is_hard(column: Floats) -> bool:
    return bool(((column == 0) | (column == 1)).all())


def certain_errors(truth: Values, table: Floats, learners: Sequence[str]) -> Iterator[Note]:
    """Note learners who give the true class a probability of 0; the truth is 1 (positive) and 0.

    Examples
    --------
    >>> [*certain_errors(np.array([1.0, 0.0]), np.array([[0.0, 0.2], [0.4, 0.4]]), ("a", "b"))]
    [Note(certain-errors, about='a', rows=1, loss=36.04365338911715)]
    """
    for name, column in zip(learners, table, strict=True):
        rows = int((np.abs(truth - column) == 1).sum())
        if rows:
            yield Note.of(NoteKind.CERTAIN_ERRORS, name, rows=rows, loss=LOSS)


def below_chance(metric: Metric, truth: Values, table: Floats, learners: Sequence[str]) -> Iterator[Note]:
    """Note learners who rank the rows of two classes, 1 (positive) and 0, clearly worse than chance."""
    high, rows = float(truth.sum()), truth.size
    if 0 < high < rows:
        error = np.sqrt((rows + 1) / (12 * high * (rows - high)))  # of random ranks (Mann & Whitney 1947)
        scores = [metric.score(truth, column) for column in table]
        about = [name for name, score in zip(learners, scores, strict=True) if score < 0.5 - ERRORS * error]
        if about:
            yield Note.of(NoteKind.BELOW_CHANCE, *about)


def other_codes(truth: Values, table: Values, learners: Sequence[str]) -> Iterator[Note]:
    """Note learners whose labels agree with the truth clearly less often than the same labels dealt at random.

    With p and q the shares of each class in the truth and in the predictions, labels dealt at random agree in a share
    sum(p q) of the rows.

    Examples
    --------
    >>> truth = np.array([0, 1] * 20)
    >>> [*other_codes(truth, np.array([truth, 1 - truth]), ("a", "b"))]
    [Note(other-codes, about='b', agree=0, rows=40)]
    """
    classes, codes = np.unique(np.concatenate([truth[np.newaxis], table]), return_inverse=True)
    codes = codes.reshape(len(table) + 1, -1)
    rows = truth.size
    shares = [np.bincount(row, minlength=len(classes)) / rows for row in codes]
    for name, row, share in zip(learners, codes[1:], shares[1:], strict=True):
        agree, chance = int((row == codes[0]).sum()), float(shares[0] @ share)
        if agree < rows * chance - FAR * np.sqrt(rows * chance * (1 - chance)):
            yield Note.of(NoteKind.OTHER_CODES, name, agree=agree, rows=rows)
