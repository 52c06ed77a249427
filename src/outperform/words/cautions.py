"""Which notes are cautions about the answer, and in which order cautions and notes are shown."""

from collections.abc import Sequence

from outperform.core import Judgement, Note, NoteKind
from outperform.words.headlines import DECIDING
from outperform.words.notes import note_words
from outperform.words.tasks import task_cautions
from outperform.words.verdicts import notes_of

CAUTIONS = (
    NoteKind.KNOWN_WEAKNESS,
    NoteKind.PROCEDURE_WEAKNESS,
    NoteKind.BEST_OF_SEARCH,
    NoteKind.LEAKING_COLUMN,
    NoteKind.REPEATED_ROWS,
    NoteKind.NEAR_COPIES,
    NoteKind.IMBALANCED,
    NoteKind.NO_BETTER,
    NoteKind.RARE_CLASS,
    NoteKind.ALIKE_CLASSES,
    NoteKind.DECIMAL_COMMAS,
    NoteKind.ASTRAY,
    NoteKind.CHOSEN_SEED,
    NoteKind.CLASSES_AS_NUMBERS,
    NoteKind.FEW_ROWS,
    NoteKind.NO_SPREAD_FEW_SPLITS,
    NoteKind.COPIES,
    NoteKind.FOLDS_AND_SIZES,
    NoteKind.SIZES_SWAPPED,
    NoteKind.UNKNOWN_LABELS,
    NoteKind.ALIKE_LABELS,
    NoteKind.OTHER_CODES,
    NoteKind.SKEWED,
    NoteKind.FEW_DIFFER,
    NoteKind.NEVER_REJECTS,
    NoteKind.FEW_CLUSTERS,
    NoteKind.FEW_HEAVY,
    NoteKind.ALIKE_UNITS,
    NoteKind.CLUSTERS_IGNORED,
    NoteKind.IDS_REPEAT,
    NoteKind.SAMPLES_SHARE,
    NoteKind.TRIALS_SHARE,
    NoteKind.SCALES_DIFFER,
    NoteKind.SCALES_PARTLY,
    NoteKind.MORE_SYSTEMS,
    NoteKind.SAMPLES_MISSING,
    NoteKind.SAMPLES_FEWER,
    NoteKind.LOG_INCOMPLETE,
    NoteKind.MEAN_OPPOSES,
    NoteKind.MAYBE_TURNED,
    NoteKind.SCALES_MIXED,
    NoteKind.METRICS_MIXED,
    NoteKind.ALIKE_NAMES,
    NoteKind.HIDDEN_LETTERS,
    NoteKind.ON_DATASETS,
    NoteKind.LEAGUE_UNSETTLED,
    NoteKind.AS_THEY_COME,
    NoteKind.TURNED,
    NoteKind.CODE_CHANGED,
    NoteKind.DIRECTION_ASSUMED,
    NoteKind.MINUS_ABOVE_ZERO,
    NoteKind.HALVES_DISAGREE,
)
"""Notes about what may be wrong with the answer; they begin with a word of their own."""
IN_ANSWER = (NoteKind.TRAINING_ROWS, NoteKind.STOPPED, NoteKind.ACCURACIES, NoteKind.CHOSEN_TEST)
"""Notes whose facts stand in the answer itself."""


def noted(
    judgements: Sequence[Judgement], notes: Sequence[Note], left_out: Sequence[NoteKind] = IN_ANSWER
) -> tuple[list[str], list[str]]:
    """Return the cautions, and all other notes: first those that the decision cannot be understood without."""
    own = [(note.kind in CAUTIONS, note_words(note)) for note in notes if note.kind not in left_out]
    cautions = [
        *task_cautions(judgements),
        *(words for weak, words in own if weak),
        *notes_of(judgements, _all_but(CAUTIONS)),
    ]
    others = [
        *notes_of(judgements, _all_but(DECIDING)),
        *(words for weak, words in own if not weak),
        *notes_of(judgements, (*left_out, *CAUTIONS)),
    ]
    return [f"caution: {words}" for words in dict.fromkeys(cautions)], [
        f"note: {words}" for words in dict.fromkeys(others)
    ]


def _all_but(kinds: Sequence[NoteKind]) -> list[NoteKind]:
    return [kind for kind in NoteKind if kind not in kinds]
