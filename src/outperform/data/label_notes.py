"""Labels that may be a mistake: predicted but never true, or different from another label only in case or blanks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from outperform.core import Note, NoteKind

Found = tuple[str, int, str | None]  # a label, its rows, and the label of the truth that is nearly the same


def label_notes(counts: Sequence[Mapping[Any, int]], learners: Sequence[str]) -> Iterator[Note]:
    """Note predicted labels that the truth never has, and labels of the truth that may be misspelt.

    ``counts`` are the rows of each label: of the truth, then of each learner.

    Examples
    --------
    >>> [*label_notes([{"yes": 1, "no": 1}, {"Yes": 1, "no": 1}, {"yes": 1, "no": 1}], ("a", "b"))]
    [Note(unknown-labels, about='a', labels=(('Yes', 1, 'yes'),))]
    """
    true, *said = counts
    for name, labels in zip(learners, said, strict=True):
        unknown = _found({label: rows for label, rows in labels.items() if label not in true}, true)
        if unknown:
            yield Note.of(NoteKind.UNKNOWN_LABELS, name, labels=unknown)
    alike = tuple(each for each in _found(true, true) if each[2] is not None and _is_odd(each, true, said))
    if alike:
        yield Note.of(NoteKind.ALIKE_LABELS, labels=alike)


def _is_odd(found: Found, true: Mapping[Any, int], said: Sequence[Mapping[Any, int]]) -> bool:
    """Return whether a label is the rarer one of two alike; a and A may be two letters, if both are predicted."""
    label, rows, other = found
    if len(label.strip()) == 1 and any(label in labels for labels in said):
        return False
    return other is not None and (rows, label) < (true[other], other)


def _found(labels: Mapping[Any, int], true: Iterable[Any]) -> tuple[Found, ...]:
    """Return labels with their rows, and the label of the truth that differs only in case or blanks."""
    spelt: dict[str, list[str]] = {}
    for label in true:
        spelt.setdefault(letters_of(label), []).append(str(label))
    return tuple(
        (str(label), rows, next((other for other in spelt.get(letters_of(label), ()) if other != str(label)), None))
        for label, rows in sorted(labels.items(), key=lambda each: (-each[1], str(each[0])))
    )


def letters_of(label: Any) -> str:
    """Return a label without blanks, in lower case."""
    return "".join(str(label).split()).casefold()
