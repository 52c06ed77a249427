"""Notes about data and tables in words: one sentence per kind."""

import json
import shlex
from collections.abc import Callable, Sequence

from outperform.core import Note, NoteKind
from outperform.words.numbers import many, percent

COLUMNS = 10  # names of columns in a note
CLASSES = 5  # classes that a note names one by one

Sentence = str | Callable[[Note], str]  # facts fill the braces of a text


def stray_words(row: int | None, value: str) -> str:
    """Return why a column of numbers is not read as numbers; no row where all of it is text."""
    return "its numbers are stored as text" if row is None else f"row {row} is {value!r}, not a number"


def some_words(names: Sequence[str], most: int) -> str:
    """Write names, at most so many, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _columns(heading: str) -> Callable[[Note], str]:
    return lambda note: f"{heading}: {some_words(note['columns'], COLUMNS)}"


def _stray(note: Note) -> str:
    return f"column {note['column']!r} is treated as categorical: {stray_words(note['row'], note['value'])}"


def _ignored(note: Note) -> str:
    """Return which columns of a table of scores are not scores, by what they are."""
    parts = [f"{some_words(names, COLUMNS)} ({what})" for what, names in note.facts if names]
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


def _unknown_labels(note: Note) -> str:
    """Return which predicted labels the truth never has, and which of them may be misspelt."""
    rows = sum(count for _, count, _ in note["labels"])
    told = f"{', '.join(note.about)} predicts labels that the truth never has, in {rows} row{'s' * (rows > 1)}"
    alike = any(other is not None for *_, other in note["labels"])
    spelling = ". If they mean the same, use one spelling" if alike else ""
    return f"{told}: {_alike(note['labels'])}{spelling}"


def _who(note: Note) -> str:
    """Write the learners that have something."""
    return f"{' and '.join(note.about)} {'has' if len(note.about) == 1 else 'have'}"


def _alike(labels: Sequence[tuple[str, int, str | None]]) -> str:
    """Write labels with their rows, and the label that differs only in case or blanks."""
    written = [
        f"{label!r} ({rows} row{'s' * (rows > 1)}{'' if other is None else f'; the truth has {other!r}'})"
        for label, rows, other in labels
    ]
    return some_words(written, CLASSES)


def fewer_folds(most: int | None) -> str:
    """Return what to type so that every test set has a row of a rare class, of which so many folds can have one."""
    if most is None:
        return "leave its rows out"
    spec = f"adaptive-cv(folds={most})" if most > 2 else "5x2-f"
    return f"use --procedure '{spec}' (procedure=\"{spec}\")"


def _alike_classes(note: Note) -> str:
    sets = [" and ".join(f"{label!r} ({rows} rows)" for label, rows in each) for each in note["classes"]]
    told = "classes of the target that differ only in case or blanks are treated as different"
    return f"{told}: {some_words(sets, CLASSES)}. If they are the same class, spell them alike in the data"


DATA_SENTENCES: dict[NoteKind, Sentence] = {
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
        f"rows that summarize others are left out (column {note['column']!r}): {some_words(note['names'], COLUMNS)}"
    ),
    NoteKind.SIZES_SWAPPED: "the test sets ({n_test} rows) are more than {times} times as large as the training sets"
    " ({n_train} rows): check that n_train and n_test are not swapped",
    NoteKind.UNKNOWN_LABELS: _unknown_labels,
    NoteKind.ALIKE_LABELS: lambda note: (
        f"the truth has labels that differ from others only in case or blanks: {_alike(note['labels'])}."
        " If they mean the same, use one spelling"
    ),
    NoteKind.CLUSTERED: "rows with the same {column} are treated as belonging together; --cluster none ignores the"
    " column",
    NoteKind.HARD_RESPONSES: lambda note: (
        f"{_who(note)} only 0 and 1: if these are class labels, use --metric accuracy or f1;"
        " metrics of probabilities or scores need the values before they are rounded"
    ),
    NoteKind.SAME_RESPONSES: lambda note: f"{_who(note)} the same number in every row",
    NoteKind.CERTAIN_ERRORS: lambda note: (
        f"{note.about[0]} gives the true class a probability of 0 in {many(note['rows'], 'row')}: each counts as a log"
        f" loss of {note['loss']:.0f}, as in scikit-learn, where it would be infinite. Such rows can decide the result"
    ),
    NoteKind.BELOW_CHANCE: lambda note: (
        f"{_who(note)} a roc_auc below 50 %, worse than chance: check that the values are those of the positive"
        " class, and that higher means more likely"
    ),
    NoteKind.RUNS_READ: "MLflow runs: learners from the column {learner}, splits from {splits}",
    NoteKind.RUNS_LEFT_OUT: lambda note: f"MLflow runs left out ({note['why']}): {some_words(note['runs'], CLASSES)}",
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
    NoteKind.TIME_ORDER: "rows are in the order of {column} and were not shuffled: learners are trained on the past and"
    " tested on what comes next ({procedure}). The difference is the mean over all test rows; the scores are means over"
    " test blocks",
    NoteKind.GROUPED: "rows with the same {column} are never on both sides of a split; the column {column} is not used"
    " as a feature",
    NoteKind.IMBALANCED: _imbalanced,
    NoteKind.RARE_CLASS: lambda note: (
        f"class {note['label']} has {note['units']} {note['word']} for {note['folds']} folds: some test sets have none"
        f" of it, and there {note['metric']} is misleading; {fewer_folds(note['most'])}"
    ),
    NoteKind.CLASSES_AS_NUMBERS: "{metric} treats class labels as quantities; use accuracy or balanced_accuracy, unless"
    " the labels are grades",
}
