"""Notes about the threshold of a decision in words: how sure it is, and what it was corrected by."""

from outperform.core import Note, NoteKind, Reason
from outperform.surface import option
from outperform.words.data_notes import Sentence
from outperform.words.numbers import p_words


def correction_cost(most: int, needed: int) -> str:
    """Return what it will cost at most to correct every interval, before anything is fitted."""
    if not most:
        how = f"{option('max_fits', needed)} or more"
        return f"no interval can be corrected with so few fits per learner: that needs {how}"
    return f"every interval is to be corrected: at most {most} more fits per learner"


def _borderline(note: Note) -> str:
    """Return how unsure a decision is, how to go on, and what that would cost."""
    corrected = {"new": ", and the correction that they would need,", "same": " with the same correction"}
    repeats = f"many more repeats{corrected.get(note['correction'], '')}"
    chance = f"about {100 * note['chance']:.0f} % chance that {repeats} would change the decision"
    known = dict(note.facts)
    limit = [option("max_fits", known["max_fits"])] if "max_fits" in known else []
    more = [*limit, *([option("procedure", known["procedure"])] if known["procedure"] else [])]
    return f"borderline: {chance}; to continue: {', '.join(more)}, at most {note['fits']} more fits per learner"


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
    if note["vague"]:
        measured = f"standard error × {note['factor']:.2f} ± {note['se']:.2f}, computed from {fits}"
        return f"the correction could not be measured ({measured}); the difference is beyond any plausible correction"
    if round(note["factor"], 2) == 1:
        found = "no correction of interval and p-value was found necessary for these learners"
        return f"checked with {fits}: {found} (× {note['factor']:.2f} ± {note['se']:.2f})"
    return f"{times} ± {note['se']:.2f}, computed from {fits}"


def _changed(note: Note) -> str:
    if note["finds"]:
        adjusted = "adjusted " * note["adjusted"]
        open_ = f"without the correction there would be no clear difference ({adjusted}{p_words(note['pvalue'])})"
        return f"{open_}: the usual threshold is {1 / note['factor']:.2f} times as high as these learners need"
    why = "with these learners the difference depends on the training data more than the usual test allows for"
    return f"{_nominally(note)}; but {why}"


def _not_shown(note: Note) -> str:
    return f"{_nominally(note)}, but {_why_not(note)}"


def _why_not(note: Note) -> str:
    """Return why the threshold cannot be corrected from the data."""
    match note["reason"]:
        case Reason.MOST_FITS:
            needed = f"{option('max_fits', note['needed'])} or more"
            return f"the correction needs {note['detail']} more fits per learner: use {needed}"
        case Reason.FIT_FAILED:
            return f"the correction failed ({note['detail']})"
        case Reason.UNMEASURED:
            return f"the correction could not be measured: threshold {note['detail']}"
        case Reason.OTHER_LEARNER:
            return (
                "trained on 80% of the rows the learners differ much more, or much less, so the correction does not"
                " apply to them"
            )
        case _:
            return "the metric has no value per row, which the correction needs"


def _ignoring(note: Note) -> str:
    """Name the steps that ignore the target, and the check of the difference."""
    steps = ", ".join(note["steps"])
    return f"{steps} does not look at the target" if len(note["steps"]) == 1 else f"{steps} do not look at the target"


def _disagree(note: Note) -> str:
    seen = f"disjoint halves of the rows disagree {note['times']:.1f} times as much as the standard error allows for"
    return (
        f"{_ignoring(note)}, and {seen}: what such a step chose may be luck of these rows, and then the difference is"
        f" less certain than p-value and interval say ({note['fits']} fits per learner on 40% of the rows)"
    )


def _agree(note: Note) -> str:
    return (
        f"{_ignoring(note)}. Disjoint halves of the rows ({note['fits']} fits per learner on 40% of the rows) do not"
        f" disagree much more than the standard error allows for (× {note['times']:.1f}); they see only some of the"
        " false differences of such learners (docs/truth.md)"
    )


def _not_halved(note: Note) -> str:
    needed = note["needed"]
    why = note["detail"] if needed is None else f"that needs {option('max_fits', needed)} or more"
    return f"{_ignoring(note)}; whether disjoint halves of the rows disagree was not checked: {why}"


THRESHOLD_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.BORDERLINE: _borderline,
    NoteKind.CAUTIOUS: "cautious threshold: standard error × {factor:.3g} ({origin})",
    NoteKind.CAUTION_UNKNOWN: "no measured correction is available: {problem}",
    NoteKind.OWN_TEST: "the test is your own, from {file} (sha256 {digest}): nobody here has checked it",
    NoteKind.OWN_FACTORS: "correction factors come from the file {file} (sha256 {digest})",
    NoteKind.OTHER_THRESHOLD: _other_threshold,
    NoteKind.CORRECTED: _corrected,
    NoteKind.CHANGED_BY_FACTOR: _changed,
    NoteKind.NOT_SHOWN: _not_shown,
    NoteKind.NO_FACTOR: lambda note: f"the interval is not corrected for these learners: {_why_not(note)}",
    NoteKind.NOT_CORRECTED: lambda note: (
        "interval and p-value are not corrected for these learners and may be too optimistic;"
        f" {option('correct', 'always')} corrects them with {note['fits']} more fits per learner"
    ),
    NoteKind.CAUTIOUS_THRESHOLD: "threshold × {factor:.3g} for these learners ({origin})",
    NoteKind.CLEAR_EFFECT: "whether these learners need a higher threshold was not checked: the difference is more than"
    " {times:g} times as large as the usual threshold, and no correction is so large (docs/truth.md)",
    NoteKind.HALVES_DISAGREE: _disagree,
    NoteKind.HALVES_AGREE: _agree,
    NoteKind.NOT_HALVED: _not_halved,
    NoteKind.MAY_BE_CORRECTED: "planned without the correction, because a learner is not in the table of measured"
    " factors; where a difference is found, {least} to {most} more fits per learner check it",
}
