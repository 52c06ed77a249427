"""What there is to note of a contest and of how it is judged, whoever runs it."""

from collections.abc import Iterable

from outperform.core import CANONICAL, Note, NoteKind, Origin, Procedure, Scores, Seed, known_weaknesses


def canonical_note(seed: Seed, answer: str) -> Iterable[Note]:
    """Note that partitions are canonical, and which number tells of fresh ones."""
    if seed == CANONICAL:
        yield Note.of(NoteKind.CANONICAL, answer=answer)


def file_notes(origins: Iterable[Origin]) -> Iterable[Note]:
    """Name the user's files that something was taken from which decides."""
    for origin in origins:
        yield Note.of(NoteKind.OWN_FACTORS, file=origin.name, digest=origin.digest)


def weakness_note(procedure: Procedure) -> Iterable[Note]:
    """Note what is known against a procedure, else against its test."""
    test = getattr(procedure, "test", None)
    for entry in (procedure,) if test is None else (procedure, test):
        known = known_weaknesses(entry)
        if known:
            yield Note.of(NoteKind.PROCEDURE_WEAKNESS, procedure=str(procedure), slug=entry.slug, weaknesses=known)
            return


def size_note(scores: Scores) -> Iterable[Note]:
    """Note for how many training rows the answer is."""
    if scores.n_train is not None:
        yield Note.of(NoteKind.TRAINING_ROWS, fewest=int(scores.n_train.min()), most=int(scores.n_train.max()))
