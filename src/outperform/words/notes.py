"""Notes in words: one sentence per kind, from its facts."""

from collections.abc import Callable, Iterable, Sequence

from outperform.core import Note, NoteKind, Reason
from outperform.words.numbers import p_words, shown, span
from outperform.words.weaknesses import weaknesses_words

COLUMNS = 10  # names of columns in a note
CLASSES = 5  # classes that a note names one by one
_FAILED = "left out, since a learner failed there"

Sentence = str | Callable[[Note], str]  # facts fill the braces of a text


def note_words(note: Note) -> str:
    """Make the sentence of a note."""
    made = SENTENCES[note.kind]
    return made.format(who=", ".join(note.about), **dict(note.facts)) if isinstance(made, str) else made(note)


def notes_words(notes: Iterable[Note]) -> list[str]:
    """Make the sentences of notes, each once."""
    return list(dict.fromkeys(map(note_words, notes)))


def failure_words(learner: str, repeat: int, fold: int, problem: str) -> str:
    """Return which fit failed, and how."""
    return f"{learner} failed on repeat {repeat}, fold {fold}: {problem}"


def stray_words(row: int | None, value: str) -> str:
    """Return what keeps a column of numbers from being one; no row where all of it is text."""
    return "its numbers are written as text" if row is None else f"row {row} is {value!r}, not a number"


def _some(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _columns(heading: str) -> Callable[[Note], str]:
    return lambda note: f"{heading}: {_some(note['columns'], COLUMNS)}"


def _stray(note: Note) -> str:
    return f"column {note['column']!r} is taken as nominal: {stray_words(note['row'], note['value'])}"


def _scarce(note: Note) -> str:
    classes = [f"class {name} ({held})" for name, held in note["classes"]]
    return f"fewer {note['units']} than {note['parts']} {note['word']}, spread as far as they go: " + _some(
        classes, CLASSES
    )


def _left_out(note: Note) -> str:
    told = failure_words(note.about[0], note["repeat"], note["fold"], note["problem"])
    more = f" (and {note['failures'] - 1} more)" if note["failures"] > 1 else ""
    return f"left out for all learners: {told}{more}"


def _accuracies(note: Note) -> str:
    first, second = note["first"], note["second"]
    shares = [f"{share:.3f}".removeprefix("0") for share in (first, second)]
    return f"accuracies differ by {100 * (first - second):+.1f} points: {shares[0]} against {shares[1]}"


def _weakness(note: Note) -> str:
    return weaknesses_words(note["weaknesses"], note["slug"])


def _unknown(note: Note) -> str:
    """Return why nobody can tell how other partitions would decide."""
    match note["reason"]:
        case Reason.ONE_SPLIT:
            return "one split cannot tell what another would have said"
        case Reason.LEFT_OUT:
            return "splits were left out, so what another partition would have said cannot be told"
        case Reason.NO_OTHER:
            return "there is no other partition: every row is tested alone"
        case _:
            return f"how another partition would decide cannot be told for {note['test']}"


def _borderline(note: Note) -> str:
    """Return how unsure a decision is, what would go on, and what that would cost."""
    chance = f"about {100 * note['chance']:.0f}% chance that endless repeats decide otherwise"
    kappa = "" if note["kappa"] is None else f"kappa={note['kappa']:g}"
    if note["ended"]:
        more = f"twice max_repeats{f' with {kappa}' if kappa else ''} would cost up to"
    else:
        more = f"{kappa} would go on, at the cost of up to"
    return f"borderline: {chance}; {more} {note['fits']} more fits per learner"


def _other_threshold(note: Note) -> str:
    decided = "finds a difference" if note["finds"] else "finds no evidence of a difference"
    return f"the {note['threshold']} threshold {decided} ({'adjusted ' * note['adjusted']}p = {note['pvalue']:.3g})"


def _nominally(note: Note) -> str:
    adjusted = "adjusted " if note["adjusted"] else ""
    return f"at the usual threshold {note['leader']} would be better ({adjusted}{p_words(note['pvalue'])})"


def _corrected(note: Note) -> str:
    times = f"the standard error is multiplied by {note['factor']:.2f}"
    if note["origin"] is not None:
        return f"{times}, as measured for these learners: {note['origin']}"
    if round(note["factor"], 2) == 1:
        fits = f"{note['fits']} more fits per learner"
        return f"the usual threshold holds for these learners, as {fits} on these data show"
    return f"{times}, as computed from these data with {note['fits']} more fits per learner"


def _changed(note: Note) -> str:
    if note["finds"]:
        return (
            f"the usual threshold is {1 / note['factor']:.2f} times as high as these learners need; by it there is no"
            f" evidence of a difference ({'adjusted ' * note['adjusted']}{p_words(note['pvalue'])})"
        )
    why = "with these learners the difference depends more on the data than that threshold allows"
    return f"{_nominally(note)}, but {why}"


def _not_shown(note: Note) -> str:
    return f"{_nominally(note)}. Whether that holds for these learners is not shown: {_why_not(note)}"


def _why_not(note: Note) -> str:
    """Return why the threshold cannot be corrected from the data."""
    match note["reason"]:
        case Reason.MOST_FITS:
            return f"the correction needs {note['detail']} more fits per learner (max_fits={note['needed']} would do)"
        case Reason.FIT_FAILED:
            return f"the correction failed ({note['detail']})"
        case Reason.OTHER_LEARNER:
            return (
                "with 80% of the rows they differ far more, or far less, so that the correction does not speak of them"
            )
        case _:
            return "the metric has no value per row from which it could be corrected"


def _chosen(note: Note) -> str:
    if note["metric"] is not None:
        why = f"{note['metric']} on one test set"
    elif note["balanced"]:
        why = f"{note['repeats']} repeats of balanced halves"
    elif note["ratio"] is not None:
        splits = note["shape"] if note["folds"] > 1 else f"{note['repeats']} splits"
        why = f"{splits} with n2/n1 = {note['ratio']:.4g}"
    else:
        why = "one two-fold cross-validation" if note["repeats"] == 1 else note["shape"]
    return f"{note['test']} was chosen for {why}"


SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.REMARK: "{text}",
    NoteKind.IDENTIFIER: "column {column!r} has {distinct} distinct values in {rows} rows: is it an identifier?",
    NoteKind.TAKEN_AS_NOMINAL: _stray,
    NoteKind.EMPTY_COLUMNS: _columns("columns without a value"),
    NoteKind.CONSTANT_COLUMNS: _columns("constant columns"),
    NoteKind.COUNTING_COLUMNS: _columns("columns that number the rows"),
    NoteKind.QUANTITIES: "target: its {distinct} distinct whole numbers are taken as quantities;"
    " give text if they name classes",
    NoteKind.ROW_INDEX: "the first column has no name: it is taken as a row index and left out",
    NoteKind.SAME_NAME: lambda note: (
        f"{note['folder']} has {', '.join(note['files'])} too; with its suffix the name means the file"
    ),
    NoteKind.OPENML: "OpenML: {message}",
    NoteKind.SCARCE_CLASSES: _scarce,
    NoteKind.UNEVEN_HALVES: "halves differ by up to {rows} rows, so that their blocks are equal",
    NoteKind.SPLITTER_WARNED: "{message}",
    NoteKind.LEARNER_WARNED: "{who} warned in {fits} fits: {message}",
    NoteKind.LEFT_OUT: _left_out,
    NoteKind.UNSTORED_FITS: "{who} cannot be told apart by its text: its fits are not stored",
    NoteKind.UNSTORED_SCORES: "{metric} cannot be told apart by its text: its scores are not stored",
    NoteKind.STORE_LOST: "{problem}; going on without it",
    NoteKind.STORE_FROZEN: "the store {store} can only be read: what is new is not kept",
    NoteKind.ACCURACIES: _accuracies,
    NoteKind.ASSUMED_BALANCED: "naming {test} is taken as word that the halves were balanced; scores cannot tell",
    NoteKind.ASTRAY: "some fits may have gone astray: repeats differ {times:.1f} times as much as rows that err alone"
    " would; look for a learner that now and then fails to learn (two regressions of one kind show it too)",
    NoteKind.EMPTY_INTERVAL: "no difference whatever agrees with these scores: the interval is empty,"
    " the decision stays open",
    NoteKind.FEW_REPLICATES: "{replicates} replicates are few for level {level:g}; at least {advised} are advised",
    NoteKind.KNOWN_WEAKNESS: _weakness,
    NoteKind.NO_SPREAD: "the differences do not vary at all: the certainty is a convention, not evidence",
    NoteKind.ASSUMED_NOISE: "what fresh partitions would decide is assumed, not measured:"
    " one repeat cannot tell how they differ",
    NoteKind.STABILITY_UNKNOWN: _unknown,
    NoteKind.STOPPED: "stopped after {repeats} repeats of {folds} folds, by what {basis} tell of the noise",
    NoteKind.REPEATS_FAILED: f"{{repeats}} of them were {_FAILED}",
    NoteKind.BORDERLINE: _borderline,
    NoteKind.CAUTIOUS: "cautious: the statistic is divided by {factor:.3g}; {origin}",
    NoteKind.CAUTION_UNKNOWN: "measured factors are not known: {problem}",
    NoteKind.PROCEDURE_WEAKNESS: lambda note: f"known of {note['procedure']}: {_weakness(note)}",
    NoteKind.OWN_FACTORS: "factors were taken from the file {file} (sha256 {digest})",
    NoteKind.OTHER_THRESHOLD: _other_threshold,
    NoteKind.FITTED_AHEAD: "{repeats} repeats were fitted ahead, to keep {workers} workers busy, and not used",
    NoteKind.CORRECTED: _corrected,
    NoteKind.CHANGED_BY_FACTOR: _changed,
    NoteKind.NOT_SHOWN: _not_shown,
    NoteKind.NO_FACTOR: lambda note: f"the interval is not corrected for these learners: {_why_not(note)}",
    NoteKind.NOT_CORRECTED: "the interval is not corrected for these learners, since no difference is found;"
    ' correct="always" (--correct always) corrects it with {fits} more fits per learner',
    NoteKind.FEW_REPEATS: "at most {repeats} repeats: to pick the best of several seeds then gives too many false"
    " positives; with {advised} repeats or more (max_repeats, max_fits) it does not",
    NoteKind.CANONICAL: "partitions are canonical: they follow from the data, so that a second run agrees by"
    " construction; how fresh partitions would decide is another question, which {answer} answers",
    NoteKind.CHOSEN_TEST: _chosen,
    NoteKind.EACH_ALONE: "p-values are those of each test alone, not adjusted",
    NoteKind.TRAINING_ROWS: lambda note: (
        f"the answer is for training sets of {span(note['fewest'], note['most'])} rows"
    ),
    NoteKind.UNADJUSTED: "p-values are not adjusted for {pairs} pairs: the level holds for each pair alone,"
    " not for all",
    NoteKind.ASSUMED_DIFFERENCE: lambda note: (
        f"no difference was wished for: {shown(note['difference'], note['unit'])} is assumed"
    ),
    NoteKind.ASSUMED_PARTITION: "the table has no sizes: its {folds} folds are assumed to share out all rows",
    NoteKind.CAUTIOUS_THRESHOLD: "the threshold is {factor:.3g} times the nominal; {origin}",
    NoteKind.MAY_BE_CORRECTED: "planned for the nominal threshold, since a learner is not in the table of factors;"
    " where a difference is found, {least} to {most} more fits per learner check that threshold and may raise it",
    NoteKind.NO_PARTITION: "the test sets of a repeat do not share out all rows: taken for independent random splits",
    NoteKind.REPEATS_LEFT_OUT: f"{{failed}} of {{repeats}} repeats were {_FAILED}",
    NoteKind.SHARED_LEVEL: "{pairs} pairs share the level {level:g}: each is planned at {own:.2g},"
    " Holm's strictest step",
    NoteKind.OTHER_VERSIONS: lambda note: (
        f"{note['studies']} studies of other versions are in the file and are not shown: {'; '.join(note['versions'])}"
    ),
    NoteKind.CHANGED_DATA: "{studies} studies of data that have changed since are in the file and are not shown",
    NoteKind.CHANGED_PROCEDURES: "{procedures} procedures whose files, factors or defaults have changed since are in"
    " the file and are not shown",
    NoteKind.NO_READINGS: "there are no readings yet",
}
