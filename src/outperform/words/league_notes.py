"""Notes about the tables of leagues in words: one sentence per kind.

The facts of each kind:

- datasets-unnamed: no facts
- table-turned: column (that names the learners; "" where it has no name)
- maybe-turned: learners, datasets (names)
- spreads-ignored: cells (how many), value (one of them)
- commas-as-points: value (one of them)
- splits-incomplete: datasets (name, splits left out, splits that some learner has)
- datasets-left-out: names
- scales-mixed: what ("learner", "data set" or "cell"; "size" where data sets differ by nature), first, second (name,
  its lowest and its highest score)
- metrics-mixed: metrics (name, data sets)
- reruns-left-out: runs (left out), why
- names-shortened: names (shown, in the table)
- dataset-failed: dataset, problem (of the first learner)
- league-unsettled: repeats
- datasets-noted: names
- on-datasets: of (the kind of the caution), names
"""

from outperform.core import Note, NoteKind
from outperform.surface import option
from outperform.words.data_notes import Sentence, some_words
from outperform.words.numbers import many, reach_words
from outperform.words.visible import cut

NAMED = 5  # names in a note
FEW = 3  # names of each kind, where a note has two
LONG = 60  # letters of a name that is shown
LONGER = 120  # letters of a reason


def _turned(note: Note) -> str:
    named = f" (column {note['column']!r})" if note["column"] else ""
    return f"the rows are read as learners{named} and the columns as data sets"


def _maybe_turned(note: Note) -> str:
    parts = [
        f"{many(len(note[name]), word)} ({some_words(note[name], FEW)})"
        for name, word in (("learners", "learner"), ("datasets", "data set"))
    ]
    return f"the table is read as {' and '.join(parts)}: if its rows are learners, call the first column learner"


def _incomplete(note: Note) -> str:
    parts = [f"{name} ({left_out} of {splits})" for name, left_out, splits in note["datasets"]]
    return f"splits that not every learner has are left out for all learners: {some_words(parts, NAMED)}"


def _scales(note: Note) -> str:
    (one, low, high), (other, least, most) = note["first"], note["second"]
    if note["what"] == "size":
        told = f"the scores on {other} (up to {most:.4g}) are far larger than those on {one} (up to {high:.4g})"
        tests = f"tests on differences, all but {option('test', 'sign')},"
        return f"{told}: {tests} are mostly decided by data sets with large scores"
    reach = f"the scores of {one} {reach_words(low, high, 'lie')}, those of {other} {reach_words(least, most, 'lie')}"
    return f"{reach}: check that all scores are of the same metric, on the same scale"


def _metrics(note: Note) -> str:
    parts = [f"{name} ({many(count, 'data set')})" for name, count in note["metrics"]]
    told = f"different data sets have different metrics: {some_words(parts, NAMED)}"
    how = f"use {option('test', 'sign')}, or choose a metric ({option('metric')})"
    return f"{told}. Only wins can be compared across them: {how}"


def _reruns(note: Note) -> str:
    return f"{many(note['runs'], 'run')} left out: {note['why']}"


def _shortened(note: Note) -> str:
    parts = [f"{shown} is {cut(name, LONG)}" for shown, name in note["names"]]
    return f"names of learners are shortened: {some_words(parts, NAMED)}"


def _spreads_ignored(note: Note) -> str:
    """Return what is not used, and what to pass so that it is."""
    told = f"what stands beside the scores is ignored, as in {note['value']} ({many(note['cells'], 'cell')})"
    kind = dict(note.facts).get("what", "other")
    runs, errors = option("runs", "N").replace('"', ""), option("spread", "se")
    how = {
        "": f": for deviations over N runs pass {runs}, for standard errors {errors}",
        "std": f": pass {runs}, over how many runs they are deviations, or write it in a column runs or folds",
    }
    return told + how.get(kind, "")


def _spreads_used(note: Note) -> str:
    """Return what the errors of scores are computed from, by which factor, and what follows for differences."""
    if note["what"] == "se":
        told = f"standard errors beside the scores are used, as in {note['value']}"
    else:
        where = f"column {' and '.join(note['columns'])}" if note["columns"] else option("runs", note["runs"])
        factor = {
            "runs": "1/runs",
            "folds": "1/(all folds) + 1/(k − 1), since the training sets of k folds overlap",
            "repeats": "1/repeats + test rows / training rows" if note["sized"] else "1/repeats",
        }[note["over"]]
        told = f"deviations beside the scores are used, as in {note['value']}, over {note['over']} ({where})"
        told += f": the variance of a score is the square of its deviation times {factor}"
    if note["over"] == "runs":
        return told
    return (
        f"{told}. How the scores of two learners vary together is not in the table: standard errors of differences are"
        " upper bounds, and differences and predictions are from the scores alone"
    )


TRAPS = {
    NoteKind.LEAKING_COLUMN: "a column may mark rows that belong together, such as patients, and no groups are given",
    NoteKind.REPEATED_ROWS: "many rows occur more than once, so that training and test sets share them",
    NoteKind.NEAR_COPIES: "many rows have a near copy, so that training and test sets share almost the same rows",
    NoteKind.IMBALANCED: "one class has most of the rows, so that accuracy says little",
}
"""Cautions about data sets of a league; ``compare`` says more about each."""

LEAGUE_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.DATASETS_UNNAMED: "the first column has no name: it is read as the names of the data sets",
    NoteKind.FOLDER_PASSED_OVER: lambda note: (
        f"{many(note['tables'], 'table')} of the folder {note['folder']}; passed over:"
        f" {some_words(note['names'], NAMED)}"
    ),
    NoteKind.TABLE_TURNED: _turned,
    NoteKind.MAYBE_TURNED: _maybe_turned,
    NoteKind.SPREADS_IGNORED: _spreads_ignored,
    NoteKind.SPREADS_USED: _spreads_used,
    NoteKind.COMMAS_AS_POINTS: "commas in numbers are read as decimal points, as in {value}",
    NoteKind.COMMAS_IN_THOUSANDS: "commas in numbers are read as separators of thousands, as in {value}",
    NoteKind.PERCENTS_AS_SHARES: "percentages such as {value} are read as shares: 100% is 1",
    NoteKind.SPLITS_INCOMPLETE: _incomplete,
    NoteKind.DATASETS_LEFT_OUT: lambda note: (
        f"data sets that have no score are left out: {some_words(note['names'], NAMED)}"
    ),
    NoteKind.SCALES_MIXED: _scales,
    NoteKind.METRICS_MIXED: _metrics,
    NoteKind.RERUNS_LEFT_OUT: _reruns,
    NoteKind.NAMES_SHORTENED: _shortened,
    NoteKind.DATASET_FAILED: lambda note: (
        f"no learner could be fitted on {note['dataset']}, which is left out: {cut(note['problem'], LONGER)}"
    ),
    NoteKind.LEAGUE_UNSETTLED: lambda note: (
        f"stopped at the most repeats ({note['repeats']}): other splits may still decide pairs otherwise"
    ),
    NoteKind.DATASETS_NOTED: lambda note: (
        f"there is more to know about columns or classes of some data sets; compare shows it"
        f" ({some_words(note['names'], NAMED)})"
    ),
    NoteKind.ON_DATASETS: lambda note: f"{TRAPS[note['of']]} ({some_words(note['names'], NAMED)})",
}
