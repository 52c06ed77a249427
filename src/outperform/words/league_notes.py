"""Notes about the tables of leagues in words: one sentence per kind.

The facts of each kind:

- datasets-unnamed: no facts
- table-turned: column (that names the learners; "" where it has no name)
- maybe-turned: learners, datasets (names)
- spreads-ignored: cells (how many), value (one of them)
- commas-as-points: value (one of them)
- splits-incomplete: datasets (name, splits left out, splits that some learner has)
- datasets-left-out: names
- alike-names: what ("data set" or "learner"), names (sets of names that are nearly the same)
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
from outperform.words.data_notes import Sentence, some_words
from outperform.words.numbers import many
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


def _alike(note: Note) -> str:
    sets = [" and ".join(map(repr, names)) for names in note["names"]]
    told = f"names of {note['what']}s that differ only in case, blanks or hyphens are treated as different"
    return f"{told}: {some_words(sets, NAMED)}. If they are the same, spell them alike"


def _scales(note: Note) -> str:
    (one, low, high), (other, least, most) = note["first"], note["second"]
    if note["what"] == "size":
        told = f"the scores on {other} (up to {most:.4g}) are far larger than those on {one} (up to {high:.4g})"
        return f"{told}: tests on differences, all but --test sign, are mostly decided by data sets with large scores"
    reach = f"the scores of {one} lie between {low:.4g} and {high:.4g}, those of {other} between"
    return f"{reach} {least:.4g} and {most:.4g}: check that all scores are of the same metric, on the same scale"


def _metrics(note: Note) -> str:
    parts = [f"{name} ({many(count, 'data set')})" for name, count in note["metrics"]]
    told = f"different data sets have different metrics: {some_words(parts, NAMED)}"
    return f"{told}. Only wins can be compared across them: use --test sign, or choose a metric (--metric)"


def _reruns(note: Note) -> str:
    return f"{many(note['runs'], 'run')} left out: {note['why']}"


def _shortened(note: Note) -> str:
    parts = [f"{shown} is {cut(name, LONG)}" for shown, name in note["names"]]
    return f"names of learners are shortened: {some_words(parts, NAMED)}"


TRAPS = {
    NoteKind.LEAKING_COLUMN: "a column may mark rows that belong together, such as patients, and no groups are given",
    NoteKind.REPEATED_ROWS: "many rows occur more than once, so that training and test sets share them",
    NoteKind.IMBALANCED: "one class has most of the rows, so that accuracy says little",
}
"""Cautions about data sets of a league; ``compare`` says more about each."""

LEAGUE_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.DATASETS_UNNAMED: "the first column has no name: it is read as the names of the data sets",
    NoteKind.TABLE_TURNED: _turned,
    NoteKind.MAYBE_TURNED: _maybe_turned,
    NoteKind.SPREADS_IGNORED: lambda note: (
        f"what stands beside the scores is ignored, as in {note['value']} ({many(note['cells'], 'cell')})"
    ),
    NoteKind.COMMAS_AS_POINTS: "commas in numbers are read as decimal points, as in {value}",
    NoteKind.SPLITS_INCOMPLETE: _incomplete,
    NoteKind.DATASETS_LEFT_OUT: lambda note: (
        f"data sets that have no score are left out: {some_words(note['names'], NAMED)}"
    ),
    NoteKind.ALIKE_NAMES: _alike,
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
