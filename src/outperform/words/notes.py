"""Notes in words: one sentence per kind, from its facts."""

from collections.abc import Iterable

from outperform.core import Note, NoteKind, Reason
from outperform.surface import option
from outperform.visible import one_line
from outperform.words.data_notes import CLASSES, DATA_SENTENCES, Sentence, some_words
from outperform.words.item_notes import ITEM_SENTENCES
from outperform.words.judged_notes import JUDGED_SENTENCES
from outperform.words.league_notes import LEAGUE_SENTENCES
from outperform.words.numbers import level_words, many, p_words, percent, points_style, shown, signed, span
from outperform.words.threshold_notes import THRESHOLD_SENTENCES
from outperform.words.weaknesses import weaknesses_words

NAMED = 3  # modules that a note names
CLOCK = "how old they are is not known, because the clock was set back since"
_FAILED = "left out because a learner failed"
_EQUAL = "the differences that this test compares are all equal, so their variance cannot be estimated"
_ENCODINGS = {
    "categories": "text columns are passed as categories",
    "one-hot": "text columns are one-hot encoded",
    "filled": "missing numbers are replaced by the median",
    "scaled": "numbers are scaled",
}


def note_words(note: Note) -> str:
    """Make the sentence of a note: names in it have no letters that nobody sees."""
    made = SENTENCES[note.kind]
    return one_line(made.format(who=", ".join(note.about), **dict(note.facts)) if isinstance(made, str) else made(note))


def notes_words(notes: Iterable[Note]) -> list[str]:
    """Make the sentences of notes, each once."""
    return list(dict.fromkeys(map(note_words, notes)))


def failure_words(learner: str, repeat: int, fold: int, problem: str) -> str:
    """Return which fit failed, and how."""
    return f"{learner} failed on repeat {repeat}, fold {fold}: {problem}"


def _more_repeats() -> str:
    return f"raise {option('max_fits')}, or max_repeats of the procedure"


def _scarce(note: Note) -> str:
    classes = [f"class {name} ({held})" for name, held in note["classes"]]
    few = f"some classes have fewer {note['units']} than there are {note['word']} ({note['parts']})"
    return f"{few}: {some_words(classes, CLASSES)}"


def _left_out(note: Note) -> str:
    told = failure_words(note.about[0], note["repeat"], note["fold"], note["problem"])
    more = f" (and {note['failures'] - 1} more)" if note["failures"] > 1 else ""
    return f"split left out for all learners: {told}{more}"


def _encoded(note: Note) -> str:
    done = [_ENCODINGS[step] for step in note["steps"]]
    return f"for {', '.join(note.about)}, {', '.join(done)} ({option('encode', 'none')} leaves them as they are)"


def _accuracies(note: Note) -> str:
    first, second = note["first"], note["second"]
    gap = 100 * note["difference"]
    style = points_style(gap)
    return f"accuracy {percent(first, style)} against {percent(second, style)}: {signed(gap, style)} points"


def _weakness(note: Note) -> str:
    return weaknesses_words(note["weaknesses"], note["slug"])


_UNKNOWN = {
    Reason.ONE_SPLIT: "with a single test set, stability across splits is unknown",
    Reason.ONE_SAMPLE: "whether another run of the systems would decide otherwise is unknown: that needs two or more"
    " samples of every item",
    Reason.NO_ITEMS: "whether other runs would decide otherwise follows from the p-value alone, because the items are"
    " not known; pass the scores of items to learn more",
    Reason.ONE_BY_ONE: "a test that looks at the items one by one cannot estimate whether another run of the systems"
    " would decide otherwise; item-t on all items at once can",
    Reason.FEW_EQUAL: "stability across splits is unknown: there are few splits, and all have the same difference",
    Reason.ALL_EQUAL: "whether another run of the systems would decide otherwise is unknown: all their scores are the"
    " same",
    Reason.LEFT_OUT: "stability across splits is unknown, because some splits were left out",
    Reason.NO_OTHER: "every row is tested alone, so there are no other splits to compare with",
    Reason.ONE_PARTITION: "there are as many folds as groups, and so only one way to split them (leave one group out):"
    " there are no other splits to compare with, and more repeats would be copies",
    Reason.TIME_ORDER: "the splits follow the order of time, so there are no other splits to compare with",
}


def _unknown(note: Note) -> str:
    """Return why the stability of a decision across splits, or over samples, is not known."""
    otherwise = f"{note['test']} cannot estimate how stable the decision is across splits"
    return _UNKNOWN.get(note["reason"], otherwise)


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


def _no_better(note: Note) -> str:
    style = percent if note["points"] else "{:.4g}".format
    told = f"{', '.join(note.about)} is no better than a constant prediction: {note['metric']}"
    return f"{told} {style(note['mean'])}, against {style(note['least'])}"


def _astray(note: Note) -> str:
    """Return which fits learned nothing though they raised no error, and how to see it."""
    style = percent if note["points"] else "{:.4g}".format
    (repeat, fold, score), *others = note["fits"]
    rest = f" (and {many(len(others), 'more fit')})" if others else ""
    failed = "some fits may have failed silently: " + f"{', '.join(note.about)} in repeat {repeat}, fold {fold}{rest}"
    counted = ", counting the repeats without a failed fit," if note["counted"] else ""
    usual = f"{note['metric'] or 'score'} {style(score)} there, {style(note['usual'])} in the median of its fits"
    return f"{failed}{counted} predicts no better than a model that learned nothing ({usual}). Check that fit"


def _store_used(note: Note) -> str:
    """Return how many fits came from the store, and how old the oldest is."""
    reused, fits = note["reused"], many(note["reused"] + note["fitted"], "fit")
    if not reused:
        return f"none of {fits} came from the store {note['store']}"
    known = f"the oldest is {age_words(note['oldest'])} old" if note["oldest"] is not None else CLOCK
    return f"{reused} of {fits} came from the store {note['store']}; {known}"


def age_words(seconds: float) -> str:
    """Write an age, rounded down.

    Examples
    --------
    >>> age_words(20), age_words(150), age_words(86399), age_words(200000)
    ('less than a minute', '2 minutes', '23 hours', '2 days')
    """
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return many(int(seconds // size), word)
    return "less than a minute"


SENTENCES: dict[NoteKind, Sentence] = {
    **DATA_SENTENCES,
    **THRESHOLD_SENTENCES,
    **ITEM_SENTENCES,
    **LEAGUE_SENTENCES,
    **JUDGED_SENTENCES,
    NoteKind.REMARK: "{text}",
    NoteKind.SCARCE_CLASSES: _scarce,
    NoteKind.UNEVEN_HALVES: "the two halves of a split differ by up to {rows} rows",
    NoteKind.SPLITTER_WARNED: "{message}",
    NoteKind.ENCODED: _encoded,
    NoteKind.LEARNER_WARNED: "{who} warned in {fits} fits: {message}",
    NoteKind.LEFT_OUT: _left_out,
    NoteKind.UNSTORED_FITS: "fits of {who} are not stored, because this learner cannot be identified by a text",
    NoteKind.UNSTORED_SCORES: "scores of {metric} are not stored, because this metric cannot be identified by a text",
    NoteKind.STORE_LOST: "{problem}; continuing without the store",
    NoteKind.STORE_DAMAGED: lambda note: (
        f"{many(note['rows'], 'row')} of the store {note['store']} cannot be right ({note['problem']}): fitted again"
    ),
    NoteKind.STORE_USED: _store_used,
    NoteKind.STORE_OUTDATED: lambda note: (
        f"{many(note['rows'], 'fit')} in the store {note['store']} ran code that has changed since"
        f" ({some_words(note['modules'], NAMED)}): fitted again"
    ),
    NoteKind.UNSTORED_CODE: lambda note: (
        f"fits of {', '.join(note.about)} are not stored, because what they ran is not known:"
        f" {some_words(note['modules'], NAMED)} changed after it was loaded, or cannot be read"
    ),
    NoteKind.CODE_CHANGED: lambda note: (
        f"{some_words(note['modules'], NAMED)} changed while fits ran, so that not all of them ran the same code: run"
        " this again"
    ),
    NoteKind.STORE_FROZEN: "the store {store} is read-only: new fits are not stored",
    NoteKind.ACCURACIES: _accuracies,
    NoteKind.ASSUMED_BALANCED: "{test} needs balanced halves; scores alone cannot show whether they were balanced,"
    " so this is assumed",
    NoteKind.ASTRAY: _astray,
    NoteKind.NEGATIVE_VARIANCE: "the variance estimated for horizon {horizon} is not positive; horizon 1 was used",
    NoteKind.EMPTY_INTERVAL: "the interval is empty: repeats differ more from each other than within, so this test"
    " rejects every difference, not only 0. The p-value decides, as published, but no size of the difference fits these"
    " scores",
    NoteKind.FEW_REPLICATES: "{replicates} replicates are few for level {level:g}; use at least {advised}",
    NoteKind.FEW_ROWS: "with {rows} rows this test is not reliable: p-value and interval may claim too much; use at"
    " least {advised} rows",
    NoteKind.KNOWN_WEAKNESS: _weakness,
    NoteKind.NO_SPREAD: lambda note: (
        f"{_EQUAL}; {p_words(note['least'])} comes from swapping the learners at random in each of them"
        + (", and is the probability left to the other outcomes" if "posterior" in dict(note.facts) else "")
    ),
    NoteKind.NO_SPREAD_FEW_SPLITS: lambda note: (
        f"{_EQUAL}, and there are too few of them to decide: {p_words(note['least'])} comes from swapping the learners"
        f" at random in each of them, the level is {level_words(note['level'])}. Use {note['advised']} or more"
    ),
    NoteKind.NO_SPREAD_DATASETS: lambda note: (
        f"the difference is the same on all {note['datasets']} data sets, so its variance is 0: the p-value"
        f" ({p_words(note['pvalue'])}) is that of the sign test"
    ),
    NoteKind.ASSUMED_NOISE: "how much splits differ is assumed, not measured: that needs two or more repeats",
    NoteKind.STABILITY_UNKNOWN: _unknown,
    NoteKind.STOPPED: lambda note: (
        f"stopped after {note['repeats']} × {note['folds']} folds "
        + (
            "(noise across splits assumed at its largest)"
            if note["repeats"] == 1
            else f"(noise estimated from {note['basis']})"
        )
    ),
    NoteKind.REPEATS_FAILED: f"{{repeats}} repeats were {_FAILED}",
    NoteKind.PROCEDURE_WEAKNESS: _weakness,
    NoteKind.FITTED_AHEAD: "{repeats} repeats were fitted in advance to keep {workers} workers busy, and not used",
    NoteKind.FEW_REPEATS: lambda note: (
        f"with at most {note['repeats']} repeats, do not try several seeds and keep the best: that gives too many false"
        f" positives; {note['advised']} or more repeats prevent it ({_more_repeats()})"
    ),
    NoteKind.CHOSEN_SEED: lambda note: (
        f"at most {note['repeats']} repeats and seed {note['seed']}: if the seed was chosen because of its result,"
        f" there are too many false positives; use {note['advised']} or more repeats ({_more_repeats()})"
    ),
    NoteKind.CANONICAL: "the splits are computed from the data, so every run on these data gives the same result;"
    " {answer} (other splits agree) is about other random splits",
    NoteKind.CHOSEN_TEST: _chosen,
    NoteKind.EACH_ALONE: "p-values are not adjusted for the number of tests",
    NoteKind.TRAINING_ROWS: lambda note: (
        f"the answer is about learners trained on {span(note['fewest'], note['most'])} rows"
    ),
    NoteKind.UNADJUSTED: "p-values are not adjusted for {pairs} pairs: the chance of at least one false positive is"
    " higher than the level",
    NoteKind.NO_BETTER: _no_better,
    NoteKind.ASSUMED_DIFFERENCE: lambda note: (
        f"no difference was given: {shown(note['difference'], note['unit'])} is assumed"
        f" ({option('difference', float(format(note['difference'], 'g')))})"
    ),
    NoteKind.ASSUMED_PARTITION: "the table has no n_train and n_test: each repeat is assumed to test every row once, in"
    " {folds} folds",
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
    NoteKind.RECORDS_DAMAGED: lambda note: (
        f"{many(note['rows'], 'row')} of the results file cannot be right:"
        f" {'they were computed again' if note['again'] else 'not shown'}"
    ),
    NoteKind.NO_READINGS: "there are no results yet",
}
