"""Notes in words: one sentence per kind, from its facts."""

import json
import shlex
from collections.abc import Callable, Iterable, Sequence

from outperform.core import Note, NoteKind, Reason
from outperform.words.numbers import p_words, percent, points_style, shown, signed, span
from outperform.words.weaknesses import weaknesses_words

COLUMNS = 10  # names of columns in a note
CLASSES = 5  # classes that a note names one by one
_FAILED = "left out because a learner failed"

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
    """Return why a column of numbers is not read as numbers; no row where all of it is text."""
    return "its numbers are stored as text" if row is None else f"row {row} is {value!r}, not a number"


def _some(names: Sequence[str], most: int) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _columns(heading: str) -> Callable[[Note], str]:
    return lambda note: f"{heading}: {_some(note['columns'], COLUMNS)}"


def _stray(note: Note) -> str:
    return f"column {note['column']!r} is treated as categorical: {stray_words(note['row'], note['value'])}"


def _scarce(note: Note) -> str:
    classes = [f"class {name} ({held})" for name, held in note["classes"]]
    few = f"some classes have fewer {note['units']} than there are {note['word']} ({note['parts']})"
    return f"{few}: {_some(classes, CLASSES)}"


def _left_out(note: Note) -> str:
    told = failure_words(note.about[0], note["repeat"], note["fold"], note["problem"])
    more = f" (and {note['failures'] - 1} more)" if note["failures"] > 1 else ""
    return f"split left out for all learners: {told}{more}"


_ENCODINGS = {
    "categories": "text columns are passed as categories",
    "one-hot": "text columns are one-hot encoded",
    "filled": "missing numbers are replaced by the median",
    "scaled": "numbers are scaled",
}


def _encoded(note: Note) -> str:
    done = [_ENCODINGS[step] for step in note["steps"]]
    return f"for {', '.join(note.about)}, {', '.join(done)} (--encode none leaves them as they are)"


def _accuracies(note: Note) -> str:
    first, second = note["first"], note["second"]
    gap = 100 * (first - second)
    style = points_style(gap)
    return f"accuracy {percent(first, style)} against {percent(second, style)}: {signed(gap, style)} points"


def _weakness(note: Note) -> str:
    return weaknesses_words(note["weaknesses"], note["slug"])


def _unknown(note: Note) -> str:
    """Return why the stability of a decision across splits is not known."""
    match note["reason"]:
        case Reason.ONE_SPLIT:
            return "with a single test set, stability across splits is unknown"
        case Reason.FEW_EQUAL:
            return "stability across splits is unknown: there are few splits, and all have the same difference"
        case Reason.LEFT_OUT:
            return "stability across splits is unknown, because some splits were left out"
        case Reason.NO_OTHER:
            return "every row is tested alone, so there are no other splits to compare with"
        case Reason.TIME_ORDER:
            return "the splits follow the order of time, so there are no other splits to compare with"
        case _:
            return f"{note['test']} cannot estimate how stable the decision is across splits"


def _borderline(note: Note) -> str:
    """Return how unsure a decision is, how to go on, and what that would cost."""
    chance = f"about {100 * note['chance']:.0f}% chance that many more repeats would change the decision"
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


def _chosen(note: Note) -> str:
    """Return which test was chosen, and by what."""
    if note["metric"] is not None:
        return f"{note['test']} was chosen automatically for {note['metric']} on one test set"
    if note["balanced"]:
        why = f"{note['repeats']} repeats of balanced halves"
    elif note["ratio"] is not None:
        splits = note["shape"] if note["folds"] > 1 else f"{note['repeats']} random splits"
        why = f"{splits} (test rows / training rows = {note['ratio']:.4g})"
    else:
        why = "one two-fold cross-validation" if note["repeats"] == 1 else note["shape"]
    return f"{note['test']} was chosen automatically for {why}"


def _ignored(note: Note) -> str:
    """Return which columns of a table of scores are not scores, by what they are."""
    parts = [f"{_some(names, COLUMNS)} ({what})" for what, names in note.facts if names]
    return f"columns left out of the comparison: {', '.join(parts)}"


def _repeats(note: Note) -> str:
    """Return how a list of splits was read, and how to say that it is meant otherwise."""
    splits, repeats, folds = note["splits"], note["repeats"], note["folds"]
    pass_it = "number both in columns repeat and fold (Python: arrays of shape (repeats, folds))"
    if folds > 1 and repeats * folds == splits and note["by_sizes"]:
        shape = f"{repeats} repeats of {folds} folds" if repeats > 1 else f"the {folds} folds of one cross-validation"
        read = f"the {splits} splits are read as {shape}, because {folds} test sets add up to all rows"
        return f"{read}; if they are random splits, number them as repeats (Python: arrays of shape ({splits}, 1))"
    read = f"it is unknown which of the {splits} splits form a repeat"
    if folds > 1:
        return f"{read}: they are read as the {folds} folds of one; otherwise {pass_it}"
    return f"{read}: they are treated as independent random splits; for repeated folds {pass_it}"


def _leaking(note: Note) -> str:
    """Return why rows of one value of a column may belong together, and what to type."""
    column = note["column"]
    same = "one class" if note["classes"] else "nearly one target value"
    share = "all" if note["pure"] == note["values"] else f"{note['pure']} of"
    told = f"{share} {note['values']} values of column {column!r} have rows of {same} only"
    flag = f"--groups {shlex.quote(column)} (groups={json.dumps(column, ensure_ascii=False)})"
    left = "The column was left in as a feature"
    return f"{told}. If rows of one value belong together, as those of one patient do, use {flag}. {left}"


def _imbalanced(note: Note) -> str:
    share = percent(note["share"])
    told = f"{share} of the rows are class {note['label']}, so always predicting it has an accuracy of {share}"
    return f"{told}. Use --metric balanced_accuracy or --metric {note['other']}"


def _no_better(note: Note) -> str:
    style = percent if note["points"] else "{:.4g}".format
    told = f"{', '.join(note.about)} is no better than a constant prediction: {note['metric']}"
    return f"{told} {style(note['mean'])}, against {style(note['least'])}"


def _unknown_labels(note: Note) -> str:
    """Return which predicted labels the truth never has, and which of them may be misspelt."""
    rows = sum(count for _, count, _ in note["labels"])
    told = f"{', '.join(note.about)} predicts labels that the truth never has, in {rows} row{'s' * (rows > 1)}"
    alike = any(other is not None for *_, other in note["labels"])
    spelling = ". If they mean the same, use one spelling" if alike else ""
    return f"{told}: {_alike(note['labels'])}{spelling}"


def _alike(labels: Sequence[tuple[str, int, str | None]]) -> str:
    """Write labels with their rows, and the label that differs only in case or blanks."""
    written = [
        f"{label!r} ({rows} row{'s' * (rows > 1)}{'' if other is None else f'; the truth has {other!r}'})"
        for label, rows, other in labels
    ]
    return _some(written, CLASSES)


def _alike_classes(note: Note) -> str:
    sets = [" and ".join(f"{label!r} ({rows} rows)" for label, rows in each) for each in note["classes"]]
    told = f"classes of the target that differ only in case or blanks are treated as different: {_some(sets, CLASSES)}"
    return f"{told}. If they are the same class, spell them alike in the data"


SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.REMARK: "{text}",
    NoteKind.IDENTIFIER: "column {column!r} has {distinct} different values in {rows} rows: if it is an identifier,"
    " leave it out (--drop)",
    NoteKind.TAKEN_AS_NOMINAL: _stray,
    NoteKind.MISSING_MARKS: lambda note: (
        f"column {note['column']!r}: {', '.join(map(repr, note['marks']))} is read as a missing number"
        f" ({note['cells']} cells)"
    ),
    NoteKind.DECIMAL_COMMAS: "column {column!r} is treated as categorical: its numbers, such as {value!r}, have a"
    " decimal comma; write them with a decimal point",
    NoteKind.ALIKE_CLASSES: _alike_classes,
    NoteKind.EMPTY_COLUMNS: _columns("columns without any value"),
    NoteKind.CONSTANT_COLUMNS: _columns("constant columns"),
    NoteKind.COUNTING_COLUMNS: _columns("columns that only number the rows"),
    NoteKind.QUANTITIES: "target: its {distinct} different whole numbers are treated as quantities (regression);"
    " if they are class labels, store them as text",
    NoteKind.ROW_INDEX: "the first column has no name: it is treated as a row index and left out",
    NoteKind.SAME_NAME: lambda note: (
        f"the bundled data set was used; for the file in {note['folder']} type --data {' or '.join(note['files'])}"
    ),
    NoteKind.OPENML: "OpenML: {message}",
    NoteKind.IGNORED_COLUMNS: _ignored,
    NoteKind.COLUMNS_READ_AS: lambda note: "; ".join(
        f"column {old!r} is read as {name}" for old, name in note["columns"]
    ),
    NoteKind.ROWS_AS_SPLITS: "the table has no column repeat or fold: its rows are read as {splits} splits, in order",
    NoteKind.UNKNOWN_REPEATS: _repeats,
    NoteKind.MISSING_SPLITS: "{missing} of {splits} splits have no scores: they are left out for all learners",
    NoteKind.SUMMARY_ROWS: lambda note: (
        f"rows that summarize others are left out (column {note['column']!r}): {_some(note['names'], COLUMNS)}"
    ),
    NoteKind.SIZES_SWAPPED: "the test sets ({n_test} rows) are more than {times} times as large as the training sets"
    " ({n_train} rows): check that n_train and n_test are not swapped",
    NoteKind.UNKNOWN_LABELS: _unknown_labels,
    NoteKind.ALIKE_LABELS: lambda note: (
        f"the truth has labels that differ from others only in case or blanks: {_alike(note['labels'])}."
        " If they mean the same, use one spelling"
    ),
    NoteKind.RUNS_READ: "MLflow runs: learners from the column {learner}, splits from {splits}",
    NoteKind.RUNS_LEFT_OUT: lambda note: f"MLflow runs left out ({note['why']}): {_some(note['runs'], CLASSES)}",
    NoteKind.SEARCH_ROUND: "only round {round} of the halving search is compared: {candidates} candidates with"
    " {resource}={amount}",
    NoteKind.BEST_OF_SEARCH: "these {candidates} candidates were tuned on the splits that score them, so the score of"
    " the best one is too high; to compare it with other learners, cross-validate the search itself (nested"
    " cross-validation)",
    NoteKind.DATES_LEFT_OUT: _columns("columns of dates, which were left out"),
    NoteKind.LEAKING_COLUMN: _leaking,
    NoteKind.REPEATED_ROWS: lambda note: (
        f"{note['repeated']} of {note['rows']} rows ({percent(note['repeated'] / note['rows'])}) have exactly the"
        " features of an earlier row, so the same row can be in the training set and in the test set. Remove copies, or"
        " keep them together with --groups COL (groups=)"
    ),
    NoteKind.SCARCE_CLASSES: _scarce,
    NoteKind.UNEVEN_HALVES: "the two halves of a split differ by up to {rows} rows",
    NoteKind.SPLITTER_WARNED: "{message}",
    NoteKind.ENCODED: _encoded,
    NoteKind.LEARNER_WARNED: "{who} warned in {fits} fits: {message}",
    NoteKind.LEFT_OUT: _left_out,
    NoteKind.UNSTORED_FITS: "fits of {who} are not stored, because this learner cannot be identified by a text",
    NoteKind.UNSTORED_SCORES: "scores of {metric} are not stored, because this metric cannot be identified by a text",
    NoteKind.STORE_LOST: "{problem}; continuing without the store",
    NoteKind.STORE_FROZEN: "the store {store} is read-only: new fits are not stored",
    NoteKind.ACCURACIES: _accuracies,
    NoteKind.ASSUMED_BALANCED: "{test} needs balanced halves; scores alone cannot show whether they were balanced,"
    " so this is assumed",
    NoteKind.ASTRAY: "some fits may have failed silently: repeats differ {times:.1f} times as much as the rows explain."
    " Check for a learner that sometimes does not converge (two similar regressions can show this too)",
    NoteKind.NEGATIVE_VARIANCE: "the variance estimated for horizon {horizon} is not positive; horizon 1 was used",
    NoteKind.EMPTY_INTERVAL: "no difference at all is compatible with these scores: the interval is empty and there is"
    " no decision",
    NoteKind.FEW_REPLICATES: "{replicates} replicates are few for level {level:g}; use at least {advised}",
    NoteKind.FEW_ROWS: "the bootstrap is not reliable with {rows} rows: p-value and interval may claim too much; use at"
    " least {advised} rows",
    NoteKind.KNOWN_WEAKNESS: _weakness,
    NoteKind.NO_SPREAD: "the difference is the same in every split, so its variance is 0: the p-value is set by"
    " convention",
    NoteKind.NO_SPREAD_FEW_SPLITS: "the difference is the same in all {splits} splits, so its variance is 0 and"
    " the p-value is set by convention; {splits} splits are too few to rely on that. Use {advised} or more",
    NoteKind.ASSUMED_NOISE: "stability across splits is assumed, not measured: that needs two or more repeats",
    NoteKind.STABILITY_UNKNOWN: _unknown,
    NoteKind.STOPPED: "stopped after {repeats} × {folds} folds (noise estimated from {basis})",
    NoteKind.REPEATS_FAILED: f"{{repeats}} repeats were {_FAILED}",
    NoteKind.BORDERLINE: _borderline,
    NoteKind.CAUTIOUS: "cautious threshold: standard error × {factor:.3g} ({origin})",
    NoteKind.CAUTION_UNKNOWN: "no measured correction is available: {problem}",
    NoteKind.PROCEDURE_WEAKNESS: _weakness,
    NoteKind.OWN_FACTORS: "correction factors come from the file {file} (sha256 {digest})",
    NoteKind.OTHER_THRESHOLD: _other_threshold,
    NoteKind.FITTED_AHEAD: "{repeats} repeats were fitted in advance to keep {workers} workers busy, and not used",
    NoteKind.CORRECTED: _corrected,
    NoteKind.CHANGED_BY_FACTOR: _changed,
    NoteKind.NOT_SHOWN: _not_shown,
    NoteKind.NO_FACTOR: lambda note: f"the interval is not corrected for these learners: {_why_not(note)}",
    NoteKind.NOT_CORRECTED: "interval and p-value are not corrected for these learners and may be too optimistic;"
    ' --correct always (correct="always") corrects them with {fits} more fits per learner',
    NoteKind.FEW_REPEATS: "with at most {repeats} repeats, do not try several seeds and keep the best: that gives too"
    " many false positives; {advised} or more repeats prevent it (raise max_repeats or max_fits)",
    NoteKind.CHOSEN_SEED: "at most {repeats} repeats and seed {seed}: if the seed was chosen because of its result,"
    " there are too many false positives; use {advised} or more repeats (max_repeats, max_fits)",
    NoteKind.CANONICAL: "the splits are computed from the data, so every run on these data gives the same result;"
    " {answer} (other splits agree) is about other random splits",
    NoteKind.CHOSEN_TEST: _chosen,
    NoteKind.EACH_ALONE: "p-values are not adjusted for the number of tests",
    NoteKind.TRAINING_ROWS: lambda note: (
        f"the answer is about learners trained on {span(note['fewest'], note['most'])} rows"
    ),
    NoteKind.UNADJUSTED: "p-values are not adjusted for {pairs} pairs: the chance of at least one false positive is"
    " higher than the level",
    NoteKind.TIME_ORDER: "rows are in the order of {column} and were not shuffled: learners are trained on the past and"
    " tested on what comes next ({procedure}). The difference is the mean over all test rows; the scores are means over"
    " test blocks",
    NoteKind.GROUPED: "rows with the same {column} are never on both sides of a split; the column {column} is not used"
    " as a feature",
    NoteKind.IMBALANCED: _imbalanced,
    NoteKind.RARE_CLASS: "class {label} has {units} {word} for {folds} folds: some test sets have none of it, and there"
    " {metric} is misleading; {advice}",
    NoteKind.NO_BETTER: _no_better,
    NoteKind.CLASSES_AS_NUMBERS: "{metric} treats class labels as quantities; use accuracy or balanced_accuracy, unless"
    " the labels are grades",
    NoteKind.ASSUMED_DIFFERENCE: lambda note: (
        f"no difference was given: {shown(note['difference'], note['unit'])} is assumed"
        f" (--difference {note['difference']:g})"
    ),
    NoteKind.ASSUMED_PARTITION: "the table has no n_train and n_test: each repeat is assumed to test every row once, in"
    " {folds} folds",
    NoteKind.CAUTIOUS_THRESHOLD: "threshold × {factor:.3g} for these learners ({origin})",
    NoteKind.MAY_BE_CORRECTED: "planned without the correction, because a learner is not in the table of measured"
    " factors; where a difference is found, {least} to {most} more fits per learner check it",
    NoteKind.NO_PARTITION: "the test sets of a repeat do not cover all rows once: they are treated as independent"
    " random splits",
    NoteKind.REPEATS_LEFT_OUT: f"{{failed}} of {{repeats}} repeats were {_FAILED}",
    NoteKind.SHARED_LEVEL: "{pairs} pairs share the level {level:g}: each is planned at level {own:.2g}, the strictest"
    " step of Holm's method",
    NoteKind.OTHER_VERSIONS: lambda note: (
        f"{note['studies']} studies made with other versions are not shown: {'; '.join(note['versions'])}"
    ),
    NoteKind.CHANGED_DATA: "{studies} studies are not shown, because their data have changed since",
    NoteKind.CHANGED_PROCEDURES: "{procedures} procedures are not shown, because their files, factors or defaults have"
    " changed since",
    NoteKind.NO_READINGS: "there are no results yet",
}
