"""Predictions that may be a mistake: other labels, constants, certain errors, labels as probabilities."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from outperform.core import Floats, Metric, Note, NoteKind, Values
from outperform.core.names import alike, name_notes

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


def other_codes(
    truth: Values, table: Values, counts: Sequence[Mapping[Any, int]], learners: Sequence[str]
) -> Iterator[Note]:
    """Note learners whose labels agree with the truth clearly less often than the same labels dealt at random.

    With p and q the shares of each class in the truth and in the predictions, labels dealt at random agree in a share
    sum(p q) of the rows.

    Examples
    --------
    >>> truth = np.array([0, 1] * 20)
    >>> [*other_codes(truth, np.array([truth, 1 - truth]), [{0: 20, 1: 20}] * 3, ("a", "b"))]
    [Note(other-codes, about='b', agree=0, rows=40)]
    """
    rows, (true, *said) = truth.size, counts
    for name, row, count in zip(learners, table, said, strict=True):
        agree = int(np.count_nonzero(row == truth))
        chance = sum(count.get(label, 0) * number for label, number in true.items()) / rows**2
        if agree < rows * chance - FAR * np.sqrt(rows * chance * (1 - chance)):
            yield Note.of(NoteKind.OTHER_CODES, name, agree=agree, rows=rows)


Found = tuple[str, int, str | None]  # a label, its rows, and the label of the truth that is nearly the same
_ARTICLE = re.compile(r"(?:an?|the)\b(?=\W*\w)")
_SIGNS = re.compile(r"[\W_]+")


def label_notes(counts: Sequence[Mapping[Any, int]], learners: Sequence[str]) -> Iterator[Note]:
    """Note predicted labels that the truth never has, and labels of the truth that may be misspelt.

    ``counts`` are the rows of each label: of the truth, then of each learner.

    Examples
    --------
    >>> [*label_notes([{"yes": 1, "no": 1}, {"Yes": 1, "no": 1}, {"yes": 1, "no": 1}], ("a", "b"))]
    [Note(unknown-labels, about='a', labels=(('Yes', 1, 'yes'),), of=2, plain=False)]
    """
    true, *said = counts
    for name, labels in zip(learners, said, strict=True):
        unknown = _found({label: rows for label, rows in labels.items() if label not in true}, true)
        if unknown:
            spelt = {_plain(str(label)): str(label) for label in true}
            alike_plain = tuple((label, rows, other or spelt.get(_plain(label))) for label, rows, other in unknown)
            both = {str(label) for label in (*true, *labels)}
            plain = both <= {"0", "1"} or both <= {"False", "True"}  # the truth is 1 everywhere, and 0 is wrong
            rows = sum(true.values())
            yield Note.of(NoteKind.UNKNOWN_LABELS, name, labels=alike_plain, of=rows, plain=plain)
    odd = tuple(each for each in _found(true, true) if _is_odd(each, true, said))
    if odd:
        yield Note.of(NoteKind.ALIKE_LABELS, labels=odd)
    classes = {"class": [label for label in true if isinstance(label, str)]}
    yield from (note for note in name_notes(**classes) if note.kind is NoteKind.HIDDEN_LETTERS)


def _plain(label: str) -> str:
    """Return a label of words without signs, article and the s of a plural: "(the dogs)." is dog."""
    words = label.casefold().strip("\"'`*_.,:;!?()[]{}<> \t\n")
    words = _SIGNS.sub("", _ARTICLE.sub("", words, count=1) if _ARTICLE.match(words) else words)
    if not any(letter.isalpha() for letter in words):
        return label
    return words.removesuffix("s") if len(words) > 2 else words


def _is_odd(found: Found, true: Mapping[Any, int], said: Sequence[Mapping[Any, int]]) -> bool:
    """Return whether a label is the rarer one of two alike; a and A may be two letters, if both are predicted."""
    label, rows, other = found
    if other is None:
        return False
    letters = len(label.strip()) == 1 and label.strip().casefold() == other.strip().casefold()
    if letters and any(label in labels for labels in said):
        return False
    return (rows, label) < (true[other], other)


def _found(labels: Mapping[Any, int], true: Iterable[Any]) -> tuple[Found, ...]:
    """Return labels with their rows, and the label of the truth that looks the same."""
    known = [str(label) for label in true]
    same = {name: each for each in alike([*known, *map(str, labels)]) for name in each}
    found = []
    for name, rows in sorted(((str(label), rows) for label, rows in labels.items()), key=_by_rows):
        other = next((other for other in same.get(name, ()) if other != name and other in known), None)
        found.append((name, rows, other))
    return tuple(found)


def _by_rows(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]
