"""Notes about items of fixed systems in words: one sentence per kind.

The facts of each kind:

- rows-as-items: items
- logs-as-samples: systems, samples (logs of one system and task)
- log-unfinished: files; logs-left-out: files
- items-dropped: items (left out), left (kept)
- scores-missing: scores, items, how ("wrong" or "drop")
- prompts-differ: items
- lower-is-better: metric
- few-items: items
- never-rejects: units, least (the smallest possible p-value), level
- few-differ: differ, items
- skewed: skewness, units
- clusters-ignored: clusters, items
- samples-share: times (variance between runs over that of independent samples)
- recipes: no facts
- noise-bounded: no facts
- runs-alone: share, low, high (chance that a run of the first is better), runs (of each system), level
- no-spread-items: units, pvalue
"""

from outperform.core import Note, NoteKind
from outperform.words.data_notes import Sentence, some_words
from outperform.words.numbers import level_words, many, p_short, signed

FILES = 3  # files that a note names


def _missing(note: Note) -> str:
    """Return what was done with items without a score."""
    scores, items = many(note["scores"], "score"), many(note["items"], "item")
    done = "counted as wrong (0)" if note["how"] == "wrong" else "left out for all systems"
    what = f"{items} {_have(note['items'])} no score for some system" if note["how"] != "wrong" else f"{scores} missing"
    return f"{what}: {done}"


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _dropped(note: Note) -> str:
    left_out = f"{many(note['items'], 'item')} that not every system has {_be(note['items'])} left out (--common)"
    return f"{left_out}; {note['left']} {_be(note['left'])} compared"


def _files(what: str) -> Sentence:
    def words(note: Note) -> str:
        facts = dict(note.facts)
        files = facts.get("files", ())
        named = f": {some_words([str(each) for each in files], FILES)}" if files and not isinstance(files, int) else ""
        return f"{what}{named}"

    return words


def _few(note: Note) -> str:
    return f"{many(note['items'], 'item')} {_be(note['items'])} few: only large differences can be found"


def _few_differ(note: Note) -> str:
    if note["differ"] == 0:
        return f"the systems score the same on all {note['items']} items"
    differ = "differs" if note["differ"] == 1 else "differ"
    return f"only {note['differ']} of {many(note['items'], 'item')} {differ}: the answer depends on very few"


def _never(note: Note) -> str:
    least, level = p_short(note["least"]), level_words(note["level"])
    few = f"with {note['units']} items or clusters to swap, p is never below {least}"
    return f"this test cannot find a difference here: {few}, and the level is {level}"


def _skewed(note: Note) -> str:
    side = "losses" if note["skewness"] < 0 else "gains"
    who, much = note.about[0] if note.about else "the first system", signed(note["skewness"], ".1f")
    return (
        f"a few large {side} of {who} dominate the difference (skewness {much}): if such items are rare and few were"
        " sampled, the p-value claims too much and the interval is too short; more items help"
    )


def _share(note: Note) -> str:
    times = dict(note.facts).get("times")
    more = "more than" if times is None else f"{times:.1f} times as much as"
    return (
        f"the mean scores of the runs differ {more} independent samples would: they seem to share something over all"
        " items; pass runs=True (--runs)"
    )


def _who(note: Note) -> tuple[str, ...]:
    """Return the names of the two systems that a note concerns."""
    return note.about or ("the first", "the second")


ITEM_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.ROWS_AS_ITEMS: "there is no column of item names: row by row, the {items} rows are read as the same items"
    " for all systems",
    NoteKind.LOGS_AS_SAMPLES: _files("several logs of one system and task are read as samples of the same items"),
    NoteKind.LOG_UNFINISHED: _files("a log says that its run did not finish; the scores it has are used"),
    NoteKind.LOGS_LEFT_OUT: _files("unfinished runs that were repeated are left out"),
    NoteKind.ITEMS_DROPPED: _dropped,
    NoteKind.SCORES_MISSING: _missing,
    NoteKind.PROMPTS_DIFFER: "the systems got different prompts on {items} items: the difference is one of systems with"
    " their prompts",
    NoteKind.LOWER_IS_BETTER: "lower is better for {metric}: its scores were multiplied by −1",
    NoteKind.FEW_ITEMS: _few,
    NoteKind.NEVER_REJECTS: _never,
    NoteKind.FEW_DIFFER: _few_differ,
    NoteKind.SKEWED: _skewed,
    NoteKind.CLUSTERS_IGNORED: "the {items} items belong to {clusters} clusters, but this test treats them as"
    " independent: it may give too many false positives; use clustered-t",
    NoteKind.SAMPLES_SHARE: _share,
    NoteKind.RECIPES: "the answer is about the recipes: fresh runs on fresh items, not only about these runs",
    NoteKind.NOISE_BOUNDED: "all samples of an item agree, so the noise between runs is not seen: the share of reruns"
    " that would decide otherwise is an upper estimate, as if one sample differed",
    NoteKind.RUNS_ALONE: lambda note: (
        f"one run of {_who(note)[0]} is better than one of {_who(note)[1]} in {note['share']:.0%} of pairs of runs"
        f" [{note['low']:.0%}, {note['high']:.0%}]; nothing is known about other items than those of these scores"
    ),
    NoteKind.NO_SPREAD_ITEMS: lambda note: (
        f"all {note['units']} items or clusters differ by the same amount, so there is no variance to estimate:"
        f" p = {p_short(note['pvalue'])} is that of swapping their signs"
    ),
}
