"""Notes about data and tables in words: one sentence per kind."""

from collections.abc import Callable, Sequence

from outperform.core import Note, NoteKind
from outperform.surface import either, option
from outperform.visible import one_line
from outperform.words.numbers import many, percent
from outperform.words.visible import spelt

COLUMNS = 10  # names of columns in a note
CLASSES = 5  # classes that a note names one by one
CHECKED = 5  # folds of the fits that check a threshold
NAMES = 5  # names that look the same, or have hidden letters

Sentence = str | Callable[[Note], str]  # facts fill the braces of a text


def stray_words(row: int | None, value: str) -> str:
    """Return why a column of numbers is not read as numbers; no row where all of it is text."""
    return "its numbers are stored as text" if row is None else f"row {row} is {value!r}, not a number"


def some_words(names: Sequence[str], most: int) -> str:
    """Write names, at most so many, and how many more there are; letters that nobody sees are escapes."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(one_line, names[:most])) + more


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
    pass_it = either("number both in columns repeat and fold", "pass arrays of shape (repeats, folds)")
    if folds > 1 and repeats * folds == splits and note["by_sizes"]:
        shape = f"{repeats} repeats of {folds} folds" if repeats > 1 else f"the {folds} folds of one cross-validation"
        read = f"the {splits} splits are read as {shape}, because {folds} test sets add up to all rows"
        how = either("number them as repeats", f"pass arrays of shape ({splits}, 1)")
        return f"{read}; if they are random splits, {how}"
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
    flag = option("groups", column)
    left = "The column was left in as a feature"
    return f"{told}. If rows of one value belong together, as those of one patient do, use {flag}. {left}"


def _imbalanced(note: Note) -> str:
    share = percent(note["share"])
    told = f"{share} of the rows are class {note['label']}, so always predicting it has an accuracy of {share}"
    return f"{told}. Use {option('metric', 'balanced_accuracy')} or {option('metric', note['other'])}"


def _assumed(note: Note) -> str:
    """Return of which metrics it is only assumed that higher is better, and how to say it."""
    names = note["metrics"]
    told = f"higher is better assumed for {' and '.join(map(repr, names))}: nothing says it"
    return f"{told}. If lower is better, pass {option('lower', names)}; if higher is, {option('higher')} says so"


def _unknown_labels(note: Note) -> str:
    """Return which predicted labels the truth never has, and which of them may be misspelt."""
    rows = sum(count for _, count, _ in note["labels"])
    told = f"{', '.join(note.about)} predicts labels that the truth never has, in {rows} row{'s' * (rows > 1)}"
    alike = any(other is not None for *_, other in note["labels"])
    spelling = (
        ". If they mean the same, use one spelling" if alike else ". If they mean labels of the truth, write these"
    )
    return f"{told}: {_alike(note['labels'])}{spelling}"


def _ids_repeat(note: Note) -> str:
    """Return which ids repeat, and how to judge their rows together."""
    column, array = note["column"], "array" in dict(note.facts)
    told = f"{column} repeats: {many(note['distinct'], 'different one')} in {many(note['rows'], 'row')}"
    same = "item" if note["surely"] or array else column
    if array:
        return f"{told}. Rows of one {same} are not independent: judge them together with cluster={column}"
    together, apart = option("cluster", column), option("cluster", "none")
    if note["apart"]:
        return f"{told}; they are judged as independent ({apart})"
    return f"{told}. Rows of one {same} are not independent: {together} judges them together, {apart} does not"


def _who(note: Note) -> str:
    """Write the learners that have something."""
    return f"{' and '.join(note.about)} {'has' if len(note.about) == 1 else 'have'}"


def _alike(labels: Sequence[tuple[str, int, str | None]]) -> str:
    """Write labels with their rows, and the label that looks the same."""
    written = []
    for label, rows, other in labels:
        name, *same = spelt([label] if other is None else [label, other])
        written.append(f"{name} ({many(rows, 'row')}{f'; the truth has {same[0]}' if same else ''})")
    return some_words(written, CLASSES)


def fewer_folds(most: int | None) -> str:
    """Return what to type so that every test set has a row of a rare class, of which so many folds can have one.

    Where these are fewer than the folds that check a threshold, fewer folds alone do not help.
    """
    if most is None:
        return "leave its rows out"
    if most < CHECKED:
        halves = option("procedure", "5x2-f")
        return f"join it with another class, leave its rows out, use another metric, or train on halves ({halves})"
    return f"use {option('procedure', f'adaptive-cv(folds={most})')}"


def _alike_classes(note: Note) -> str:
    sets = [
        " and ".join(f"{name} ({rows} rows)" for name, (_, rows) in zip(spelt([*dict(each)]), each, strict=True))
        for each in note["classes"]
    ]
    told = "classes of the target that look the same are treated as different"
    return f"{told}: {some_words(sets, CLASSES)}. If they are the same class, spell them alike in the data"


def _alike_names(note: Note) -> str:
    sets = [" and ".join(spelt(names)) for names in note["names"]]
    told = f"names of {_many_of(note['what'])} that look the same are treated as different"
    return f"{told}: {some_words(sets, NAMES)}. If they are the same, spell them alike"


def _hidden(note: Note) -> str:
    names = [spelt([name])[0] for name in note["names"]]
    return f"names of {_many_of(note['what'])} have letters or blanks that nobody sees: {some_words(names, NAMES)}"


def _many_of(what: str) -> str:
    return "classes" if what == "class" else f"{what.replace('_', ' ')}s"


def _copies(note: Note) -> str:
    facts, what = dict(note.facts), note["what"]
    one = f"of {note.about[0]} " if note.about else ""
    named = f" ({some_words(facts['named'], COLUMNS)})" if "named" in facts else ""
    all_of = note["copies"] + note["left"]
    told = f"{note['copies']} of {all_of} {what} {one}are copies of others, score by score{named}"
    if note["judged"]:
        return f"{told}: the other {note['left']} are judged, since copies are no new evidence; check the random seeds"
    return f"{told}: they count as new evidence, which they are not; leave them out"


DATA_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.ALIKE_NAMES: _alike_names,
    NoteKind.HIDDEN_LETTERS: _hidden,
    NoteKind.IDENTIFIER: lambda note: (
        f"column {note['column']!r} has {note['distinct']} different values in {note['rows']} rows: if it is an"
        f" identifier, leave it out ({option('drop')})"
    ),
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
        f"the bundled data set was used; for the file in {note['folder']} type"
        f" {either('--data ', '')}{' or '.join(note['files'])}"
    ),
    NoteKind.OPENML: "OpenML: {message}",
    NoteKind.IGNORED_COLUMNS: _ignored,
    NoteKind.UNNAMED_COLUMNS: _ignored,
    NoteKind.COLUMNS_READ_AS: lambda note: "; ".join(
        f"column {old!r} is read as {name}" for old, name in note["columns"]
    ),
    NoteKind.ROWS_AS_SPLITS: "the table has no column repeat or fold: its rows are read as {splits} splits, in order",
    NoteKind.UNKNOWN_REPEATS: _repeats,
    NoteKind.MISSING_SPLITS: "{missing} of {splits} splits have no scores: they are left out for all learners",
    NoteKind.SUMMARY_ROWS: lambda note: (
        f"rows that summarize others are left out (column {note['column']!r}): {some_words(note['names'], COLUMNS)}"
    ),
    NoteKind.SAME_SCORES: lambda note: (
        f"{', '.join(note.about)} has the score {note['score']:.4g} in every split, where others vary: if it is no"
        f" learner, name those that are ({option('learners', note['others'])})"
    ),
    NoteKind.CALLED_SUMMARY: lambda note: (
        f"rows called like summaries are kept, because they are not the mean, sum or the like of the other rows (column"
        f" {note['column']!r}): {some_words(note['names'], COLUMNS)}. If they are summaries, delete them"
    ),
    NoteKind.COPIES: _copies,
    NoteKind.FOLDS_AND_SIZES: lambda note: (
        f"{note['folds']} folds test all rows once, so that n_train is {note['folds'] - 1} times n_test, but n_train is"
        f" {note['n_train']} and n_test {note['n_test']}: the p-value, which depends on them, is not reliable. Write"
        " the sizes of every fold; of random splits that are no folds, call the column split"
        if note["folds"]
        else f"n_test is {note['n_test']}, less than 1% of n_train, {note['n_train']}: check both. The p-value depends"
        " on them and is not reliable"
    ),
    NoteKind.SIZES_SWAPPED: "the test sets ({n_test} rows) are more than {times} times as large as the training sets"
    " ({n_train} rows): check that n_train and n_test are not swapped",
    NoteKind.SHARES_FROM_COUNTS: lambda note: (
        f"{note['metric']} is a share of the test rows, and its scores are such shares, rounded: they were replaced by"
        f" the exact shares, such as 1/{note['n_test']} (no score changed by more than {note['largest']:.1g})"
    ),
    NoteKind.LOWER_IS_BETTER: lambda note: (
        f"lower is better{'' if note['metric'] is None else ' for ' + note['metric']}:"
        f" {'0 and 1 were swapped' if note['swapped'] else 'scores were multiplied by −1'}"
    ),
    NoteKind.DIRECTION_ASSUMED: _assumed,
    NoteKind.MINUS_ABOVE_ZERO: "{metric} is minus a loss by its name, but a score of it is {high:g}: check that all"
    " scores were multiplied by −1",
    NoteKind.UNKNOWN_LABELS: _unknown_labels,
    NoteKind.ALIKE_LABELS: lambda note: (
        f"the truth has labels that look the same as others: {_alike(note['labels'])}."
        " If they mean the same, use one spelling"
    ),
    NoteKind.JOINED_BY_ORDER: lambda note: (
        f"no column names the items, so the files are joined by the order of their {note['rows']} rows, in which the"
        f" truths agree; to be sure, write a column id into every file and pass {option('item_col', 'id')}"
    ),
    NoteKind.IDS_REPEAT: _ids_repeat,
    NoteKind.CLUSTERED: lambda note: (
        f"rows with the same {note['column']} are treated as belonging together; {option('cluster', 'none')} ignores"
        " the column"
    ),
    NoteKind.HARD_RESPONSES: lambda note: (
        f"{_who(note)} only 0 and 1: if these are class labels, use {option('metric', 'accuracy')} or f1;"
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
    NoteKind.FEW_OF_ONE_CLASS: lambda note: (
        f"only {many(note['rows'], 'row')} of class {note['label']}: with fewer than {note['least']} of a class the"
        f" p-value of {note['metric']} claims too much (with 5, 8 to 9 % of true nulls are rejected at level .05)"
    ),
    NoteKind.CLASS_SUMS: lambda note: (
        f"the probabilities of {note.about[0]} do not add up to 1 in every row ({note['place']}: {note['sum']:.4g});"
        " they are judged as they are"
    ),
    NoteKind.OTHER_CODES: lambda note: (
        f"{_who(note)} fewer labels right than the same labels dealt at random would ({note['agree']} of"
        f" {note['rows']}): check that its classes have the codes of the truth"
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
        f" keep them together with {either('--groups COL', 'groups=')}"
    ),
    NoteKind.NEAR_COPIES: lambda note: (
        f"about {percent(note['share'], '.0f')} of the rows have a near copy: another row at most a tenth as far away"
        " as their tenth neighbour (as by augmentation, oversampling or repeated measurements), so almost the same"
        " row can be in the training set and in the test set. Keep copies together with"
        f" {either('--groups COL', 'groups=')}"
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
