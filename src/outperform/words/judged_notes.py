"""Notes about judged leagues in words: one sentence per kind.

The facts of each kind:

- cells-left-out: cells, named (data set, learner and reason of each), datasets (that miss a learner), complete (data
  sets with all learners), holm (whether the p-values are adjusted by Holm's method because of them)
- splits-unknown: run (whether the league was run, and is not a table)
- datasets-assumed: no facts
- datasets-alike: datasets (the two score the same on all of them)
- mean-opposes: of (what the differences are of; data sets without it); about the better one by the test, and the other
- mean-unsure: noise (whether the interval allows for the noise within data sets)
"""

from outperform.core import Note, NoteKind
from outperform.surface import option
from outperform.words.data_notes import Sentence, some_words
from outperform.words.numbers import many
from outperform.words.visible import cut

NAMED = 3  # missing cells that a note names
LONG = 120  # letters of a reason that is shown


def _left_out(note: Note) -> str:
    cells, sets, complete = note["cells"], many(note["datasets"], "data set"), note["complete"]
    named = [f"{learner} on {dataset} ({cut(reason, LONG)})" for dataset, learner, reason in note["named"]]
    told = f"{many(cells, 'missing cell')} ({sets}): {some_words(named, NAMED)}"
    judged = "a pair is judged on the data sets that both of its learners have"
    ranks = f"mean ranks and mean scores use the {many(complete, 'data set')} that all have"
    ranks = ranks if complete else "there are no mean ranks, because no data set has all learners"
    return f"{told}; {judged}; {ranks}{'; p-values are adjusted by Holm, not Shaffer' if note['holm'] else ''}"


def _unknown(note: Note) -> str:
    how = "a table with the columns dataset, learner, repeat, fold, score"
    how = option("procedure", "fixed-league(repeats=2)") if note["run"] else how
    told = "it is unknown whether other random splits of these data sets would decide otherwise"
    return f"{told}: that needs the scores of two or more repeats ({how})"


def _alike(note: Note) -> str:
    return f"there is no difference on any of the {many(note['datasets'], 'data set')}"


def _unsure(note: Note) -> str:
    why = "a few data sets differ much more than the others"
    if note["noise"]:
        why = "the interval allows for the noise of the splits within each data set, and the test does not"
    return f"the test finds a difference, but the interval of the mean contains 0: {why}"


JUDGED_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.CELLS_LEFT_OUT: _left_out,
    NoteKind.SPLITS_UNKNOWN: _unknown,
    NoteKind.DATASETS_ALIKE: _alike,
    NoteKind.MEAN_UNSURE: _unsure,
    NoteKind.MEAN_OPPOSES: lambda note: (
        f"the test finds {note.about[0]} better, but the mean difference favours {note.about[1]}: a few"
        f" {dict(note.facts).get('of', 'data sets')} have large differences the other way"
    ),
}
