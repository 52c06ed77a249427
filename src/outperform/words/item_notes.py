"""Notes about items of fixed systems in words: one sentence per kind.

The facts of each kind:

- rows-as-items: items
- weighted: column, named (by the user), low, high (weights), items, equal_to (equal items that say as much: W^2 / Q)
- items-unnamed: no facts
- scales-differ: first, second (the name of a system, its lowest and its highest score)
- scales-partly: shares, others (how many scores), low, high (of the others)
- more-systems: systems, items
- trials-share: trials
- logs-as-samples: systems, samples (logs of one system and task)
- log-unfinished: files; logs-left-out: files
- log-incomplete: file, what ("missing", "invalid" or "error"), samples, of
- logs-limited: logs (file, items of the run, items of the data set)
- items-dropped: items (left out), left (kept)
- scores-missing: scores, items, how ("wrong" or "drop")
- samples-missing: samples, items
- prompts-differ: items
- lower-is-better: metric
- few-items: items
- few-clusters: clusters
- few-heavy: units, same (units of the same weight that are as good), clusters (whether the units are clusters)
- never-rejects: units, least (the smallest possible p-value), level, of (what the units are, where that is known)
- few-differ: differ, items
- skewed: skewness, units
- clusters-ignored: clusters, items
- samples-share: times (variance between runs over that of independent samples)
- recipes: no facts
- noise-bounded: no facts
- runs-alone: share, low, high (chance that a run of the first is better), runs (of each system), level
- no-spread-items: units, pvalue, ranked (True where items are ranked: areas under the ROC curve)
- item-spread-unsure: high (standard deviation between items, the end of its range), unit
- few-of-class: items, positive (whether these are the positive ones)
- drawn-order: seed, orders (random orders that were tried), share (of them with a decision)
- as-they-come: no facts
- turned: decided_at (item at which the decision fell), items
- bounds-assumed: low, high
"""

from outperform.core import Note, NoteKind
from outperform.surface import option, switch
from outperform.words.data_notes import Sentence, some_words
from outperform.words.numbers import level_words, many, p_short, p_words, percent, reach_words, shown, signed

FILES = 3  # files that a note names
UNEQUAL = 0.5  # share of the items: where fewer equal items would do, the weights are very unequal


def _missing(note: Note) -> str:
    """Return what was done with items without a score."""
    scores, items = many(note["scores"], "score"), many(note["items"], "item")
    done = "counted as wrong (0)" if note["how"] == "wrong" else "left out for all systems"
    what = f"{items} {_have(note['items'])} no score for some system" if note["how"] != "wrong" else f"{scores} missing"
    return f"{what}: {done}"


def _weighted(note: Note) -> str:
    """Return which column says how much an item counts, and how to ignore it."""
    span = f"{note['low']:.4g} to {note['high']:.4g}"
    few = ""
    if note["equal_to"] < UNEQUAL * note["items"]:
        few = f" The weights are very unequal: the {note['items']} items count like {note['equal_to']:.2g} equal ones."
    return (
        f"items are weighted by column {note['column']!r} ({span}): scores, differences and p-values are weighted,"
        f" counts of items are not.{few}"
        + (
            ""
            if note["named"]
            else f" If it does not say how much an item counts, ignore it: {option('weights', 'none')}"
        )
    )


def _be(count: int) -> str:
    return "is" if count == 1 else "are"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _dropped(note: Note) -> str:
    left_out = f"{many(note['items'], 'item')} that not every system has {_be(note['items'])} left out"
    return f"{left_out} ({switch('common')}); {note['left']} {_be(note['left'])} compared"


def _samples_missing(note: Note) -> str:
    """Return who lacks samples, and what to pass."""
    wrong, drop = (option("missing", each) for each in ("wrong", "drop"))
    return (
        f"{' and '.join(note.about) or 'a system'} {_have(max(1, len(note.about)))} no row for"
        f" {many(note['samples'], 'sample')} of {many(note['items'], 'item')} of which there are more: if answers that"
        f" failed were left out, the rest is too good; {wrong} counts them as 0, {drop} leaves these items out"
    )


def _files(what: str) -> Sentence:
    def words(note: Note) -> str:
        facts = dict(note.facts)
        files = facts.get("files", ())
        named = f": {some_words([str(each) for each in files], FILES)}" if files and not isinstance(files, int) else ""
        return f"{what}{named}"

    return words


def _incomplete(note: Note) -> str:
    """Return what a log says that speaks against its scores."""
    samples, of = note["samples"], many(note["of"], "sample")
    told = {
        "missing": f"{of} belong to its run, but {samples} {_be(samples)} not in it",
        "invalid": "its run was declared invalid, and it does not say which samples are",
        "error": f"{samples} of {of} ended with an error, but {_have(samples)} a score",
    }
    return f"{note['file']}: {told[note['what']]}; repeat the run"


def _limited(note: Note) -> str:
    """Return which runs saw only a part of their data set."""
    told = [f"{file} ({items} of {many(of, 'item')})" for file, items, of in note["logs"]]
    return f"{many(len(told), 'run')} {_be(len(told))} limited to a part of the data: {some_words(told, FILES)}"


def _few(note: Note) -> str:
    return f"{many(note['items'], 'item')} {_be(note['items'])} few: only large differences can be found"


def _few_differ(note: Note) -> str:
    if note["differ"] == 0:
        every = f"all {note['items']} items" if note["items"] > 1 else "the only item"
        return f"the systems score the same on {every}"
    if note["differ"] == note["items"]:
        return f"the answer depends on only {many(note['items'], 'item')}"
    these = "it" if note["differ"] == 1 else f"these {note['differ']}"
    few = f"the systems score differently on only {note['differ']} of {many(note['items'], 'item')}"
    return f"{few}: the answer depends on {these}"


def _never(note: Note) -> str:
    of = dict(note.facts).get("of")
    if not note["units"]:
        return f"this test cannot find a difference: no {of or 'item'} differs"
    least, level = p_short(note["least"]), level_words(float(f"{note['level']:.3g}"))
    units = many(note["units"], of) if of else _units(note)
    units = f"only {units} on which the learners differ," if of == "data set" else units
    return f"with {units} this test cannot find a difference: its smallest p-value is {least}, the level is {level}"


def _units(note: Note) -> str:
    """Count what a test swaps, which are items or clusters."""
    return "1 item or cluster that differs" if note["units"] == 1 else f"{note['units']} items or clusters that differ"


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
        f" items; pass {switch('runs')}"
    )


def _scales(note: Note) -> str:
    (one, low, high), (other, least, most) = note["first"], note["second"]
    one, other = (f"task {name}" if dict(note.facts).get("what") == "task" else name for name in (one, other))
    reach = f"the scores of {one} {reach_words(low, high, 'lie')}, those of {other} {reach_words(least, most, 'lie')}"
    return f"{reach}: are these scores of the same metric, on the same scale?"


def _no_spread(note: Note) -> str:
    """Return where the p-value comes from where nothing varies."""
    pvalue = p_words(note["pvalue"])
    if dict(note.facts).get("ranked"):
        return (
            "the difference shows no variance, so its standard error cannot be estimated;"
            f" {pvalue} is the smallest that swapping the systems, or exchanging the labels of the items, can give"
        )
    return (
        f"the difference is the same on all {note['units']} items or clusters, so its variance cannot be estimated;"
        f" {pvalue} comes from swapping the two systems at random on each of them"
    )


def _who(note: Note) -> tuple[str, ...]:
    """Return the names of the two systems that a note concerns."""
    return note.about or ("the first", "the second")


ITEM_SENTENCES: dict[NoteKind, Sentence] = {
    NoteKind.ROWS_AS_ITEMS: lambda note: (
        f"there is no column of item names: each row is read as one item, the same for all systems"
        f" ({many(note['items'], 'item')})"
    ),
    NoteKind.WEIGHTED: _weighted,
    NoteKind.ITEMS_UNNAMED: "the first column has no name: it is read as the names of the items",
    NoteKind.SCALES_DIFFER: _scales,
    NoteKind.SCALES_PARTLY: lambda note: (
        f"{note['shares']} scores of {' and '.join(note.about) or 'a system'} lie between 0 and 1,"
        f" {note['others']} between {note['low']:.4g} and {note['high']:.4g}: are some shares and others percentages?"
        " Write all alike"
    ),
    NoteKind.MORE_SYSTEMS: "there are more systems ({systems}) than items ({items}): if the rows are systems, swap rows"
    " and columns (pandas: table.T)",
    NoteKind.TRIALS_SHARE: lambda note: (
        f"all items of a trial have the same examples in their prompts, so the {note['trials']} trials are not"
        f" independent samples: judge them with {switch('runs')}"
    ),
    NoteKind.LOGS_AS_SAMPLES: _files("several logs of one system and task are read as samples of the same items"),
    NoteKind.LOG_UNFINISHED: _files("a log says that its run did not finish; the scores it has are used"),
    NoteKind.LOG_INCOMPLETE: _incomplete,
    NoteKind.LOGS_LIMITED: _limited,
    NoteKind.LOGS_LEFT_OUT: _files("unfinished runs that were repeated are left out"),
    NoteKind.ITEMS_DROPPED: _dropped,
    NoteKind.SCORES_MISSING: _missing,
    NoteKind.SAMPLES_MISSING: _samples_missing,
    NoteKind.SAMPLES_FEWER: lambda note: (
        f"{' and '.join(note.about) or 'a system'} has {many(note['samples'], 'sample')} of an item where another"
        f" system has {note['of']}: if answers that failed were left out, its score is too good"
    ),
    NoteKind.PROMPTS_DIFFER: lambda note: (
        f"the systems got different prompts on {many(note['items'], 'item')}: the difference is one of systems with"
        " their prompts"
    ),
    NoteKind.FEW_ITEMS: _few,
    NoteKind.FEW_CLUSTERS: lambda note: (
        f"{many(note['clusters'], 'cluster')} {_be(note['clusters'])} very few: the interval is wide, and p-value and"
        " interval rely on their means being about normal; more clusters help, more items per cluster do not"
    ),
    NoteKind.FEW_HEAVY: lambda note: (
        f"a few {'clusters' if note['clusters'] else 'items'} have most of the weight: the {note['units']} count as"
        f" {note['same']:.1f} of the same weight would, and the p-value is never below that of swapping the two systems"
        " at random on each of them"
    ),
    NoteKind.ALIKE_UNITS: lambda note: (
        f"the {note['units']} {'clusters' if note['clusters'] else 'items'} differ by about the same amount, one way or"
        " the other, where t is too sure: the p-value is that of swapping the two systems at random on each of them"
    ),
    NoteKind.NEVER_REJECTS: _never,
    NoteKind.FEW_DIFFER: _few_differ,
    NoteKind.SKEWED: _skewed,
    NoteKind.CLUSTERS_IGNORED: lambda note: (
        f"the {note['items']} items belong to {many(note['clusters'], 'cluster')}, but this test treats them as"
        " independent: it may give too many false positives; use clustered-t"
    ),
    NoteKind.SAMPLES_SHARE: _share,
    NoteKind.RECIPES: "the answer is about new runs of both systems on new items, not only about the runs in these"
    " scores",
    NoteKind.ITEM_SPREAD_UNSURE: lambda note: (
        "the true differences of the items cannot be told from sampling noise here (standard deviation 0 to"
        f" {shown(note['high'], note['unit'])}): what is said of many more samples may be too good"
    ),
    NoteKind.NOISE_BOUNDED: "every item has the same score in all its samples, so sampling noise cannot be measured."
    " The share of reruns with the same decision is calculated as if one sample had differed; the true share is"
    " probably higher",
    NoteKind.RUNS_ALONE: lambda note: (
        f"one run of {_who(note)[0]} is better than one of {_who(note)[1]} in {percent(note['share'], '.0f')} of pairs"
        f" of runs [{100 * note['low']:.0f} to {percent(note['high'], '.0f')}]; nothing is known about other items than"
        " those of these scores"
    ),
    NoteKind.NO_SPREAD_ITEMS: _no_spread,
    NoteKind.DRAWN_ORDER: lambda note: (
        f"the order of the items was drawn by seed {note['seed']}. Of {note['orders']} random orders of these items,"
        f" {percent(note['share'], '.0f')} lead to a decision: do not try several seeds and keep the best"
    ),
    NoteKind.DRAWN_MARGIN: lambda note: (
        f"of {note['orders']} random orders of these items, {percent(note['share'], '.0f')} show that {_who(note)[0]}"
        f" is not worse than {_who(note)[1]} by more than the margin"
    ),
    NoteKind.GUARANTEED: lambda note: (
        "the bounds of the margin hold for any distribution of scores between their bounds, also where large losses are"
        " too rare to be seen. They show less: where the default bound shows a margin in 82 of 100 cases, these do in"
        " about 73 with 100 items and in 78 with 300 (docs/margins.md), and this margin needs at least"
        f" {many(note['least'], 'item')} even where the systems never differ"
    ),
    NoteKind.AS_THEY_COME: lambda _: (
        "the items are looked at in the order in which they came: this is valid only if they came in random order."
        " Items sorted by task or by difficulty give far too many false positives; without"
        f" {switch('as_they_come')} the order is drawn"
    ),
    NoteKind.TURNED: "the decision fell at item {decided_at} of {items}, but the items after that speak against it: the"
    " items may not have come in random order, or the systems or the questions changed",
    NoteKind.BOUNDS_ASSUMED: lambda note: (
        f"all scores lie between {note['low']:g} and {note['high']:g}, which are taken as their bounds. If other scores"
        f" are possible, the answer is not valid: pass the bounds, such as {option('test', 'betting(bounds=(0, 10))')}"
    ),
    NoteKind.FEW_OF_CLASS: lambda note: (
        f"only {many(note['items'], 'item')} {_be(note['items'])} {'positive' if note['positive'] else 'negative'}:"
        " with fewer than 5 of a class this test gives too many false positives"
    ),
}
