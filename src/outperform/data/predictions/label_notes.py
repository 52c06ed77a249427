"""Labels that may be a mistake: predicted but never true, or not told apart by sight from another label."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from outperform.core import Note, NoteKind
from outperform.core.names import alike, name_notes

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
