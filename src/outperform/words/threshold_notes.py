"""Notes about the threshold of a decision in words: how sure it is, and what it was corrected by."""

from outperform.core import Note, NoteKind, Reason
from outperform.words.data_notes import Sentence
from outperform.words.numbers import p_words


def _borderline(note: Note) -> str:
    """Return how unsure a decision is, how to go on, and what that would cost."""
    chance = f"about {100 * note['chance']:.0f} % chance that many more repeats would change the decision"
    kappa = "" if note["kappa"] is None else f"kappa={note['kappa']:g}"
    if note["ended"]:
        more = f"to continue, double max_repeats{f' and set {kappa}' if kappa else ''}"
    else:
        more = f"to continue: --procedure 'adaptive-cv({kappa})'"
    return f"borderline: {chance}; {more}, at most {note['fits']} more fits per learner"


def _other_threshold(note: Note) -> str:
    decided = "finds a difference" if note["finds"] else "finds no clear difference"
    return f"the {note['threshold']} threshold {decided} ({'adjusted ' * note['adjusted']}{p_words(note['pvalue'])})"


def _nominally(note: Note) -> str:
    adjusted = "adjusted " if note["adjusted"] else ""
    return f"without the correction {note['leader']} would be better ({adjusted}{p_words(note['pvalue'])})"


def _corrected(note: Note) -> str:
    times = f"interval and p-value are corrected for these learners: standard error × {note['factor']:.2f}"
    if note["origin"] is not None:
        return f"{times} ({note['origin']})"
    fits = f"{note['fits']} more fits per learner"
    if round(note["factor"], 2) == 1:
        return f"checked with {fits}: interval and p-value need no correction for these learners"
    return f"{times}, computed from {fits}"


def _changed(note: Note) -> str:
    if note["finds"]:
        adjusted = "adjusted " * note["adjusted"]
        open_ = f"without the correction there would be no clear difference ({adjusted}{p_words(note['pvalue'])})"
        return f"{open_}: the usual threshold is {1 / note['factor']:.2f} times as high as these learners need"
    why = "with these learners the difference depends on the training data more than the usual test allows for"
    return f"{_nominally(note)}; but {why}"


def _not_shown(note: Note) -> str:
    return f"not confirmed: {_nominally(note)}, but {_why_not(note)}"


def _why_not(note: Note) -> str:
    """Return why the threshold cannot be corrected from the data."""
    match note["reason"]:
        case Reason.MOST_FITS:
            needed = f"--max-fits {note['needed']} or more (max_fits={note['needed']})"
            return f"the correction needs {note['detail']} more fits per learner: use {needed}"
        case Reason.FIT_FAILED:
            return f"the correction failed ({note['detail']})"
        case Reason.OTHER_LEARNER:
            return (
                "trained on 80% of the rows the learners differ much more, or much less, so the correction does not"
                " apply to them"
            )
        case _:
            return "the metric has no value per row, which the correction needs"


THRESHOLD_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.BORDERLINE: _borderline,
    NoteKind.CAUTIOUS: "cautious threshold: standard error × {factor:.3g} ({origin})",
    NoteKind.CAUTION_UNKNOWN: "no measured correction is available: {problem}",
    NoteKind.OWN_FACTORS: "correction factors come from the file {file} (sha256 {digest})",
    NoteKind.OTHER_THRESHOLD: _other_threshold,
    NoteKind.CORRECTED: _corrected,
    NoteKind.CHANGED_BY_FACTOR: _changed,
    NoteKind.NOT_SHOWN: _not_shown,
    NoteKind.NO_FACTOR: lambda note: f"the interval is not corrected for these learners: {_why_not(note)}",
    NoteKind.NOT_CORRECTED: "interval and p-value are not corrected for these learners and may be too optimistic;"
    ' --correct always (correct="always") corrects them with {fits} more fits per learner',
    NoteKind.CAUTIOUS_THRESHOLD: "threshold × {factor:.3g} for these learners ({origin})",
    NoteKind.MAY_BE_CORRECTED: "planned without the correction, because a learner is not in the table of measured"
    " factors; where a difference is found, {least} to {most} more fits per learner check it",
}
