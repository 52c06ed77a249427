"""A gate in words: the line that a person checks at a glance, and why it stays closed."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outperform.core import (
    Decision,
    Direction,
    GateFile,
    GateOutcome,
    GatePair,
    Judgement,
    NoteKind,
    Require,
)
from outperform.surface import either
from outperform.visible import one_line, visible
from outperform.words.changed import changed_lines
from outperform.words.data_notes import some_words
from outperform.words.items import items_words, losers_words, one_sided_words
from outperform.words.league_sentences import pair_claim
from outperform.words.notes import note_words, notes_words
from outperform.words.numbers import level_words, many, shown
from outperform.words.pairs import oriented
from outperform.words.verdicts import claim, difference_words
from outperform.words.visible import FILE_NAME, cut

Flipped = tuple[str, str, Sequence[Mapping[str, Any]]]
"""The first and the second of a pair, and a row per item: what became of it from the second to the first."""

DIGITS = 12  # of a digest, in the line; the JSON has all 64
NAMED = 3  # pairs and files that the line names
ASKED = {
    Decision.FIRST: "{first} (the first) must be better than {second}",
    Decision.SECOND: "{second} (the second) must be better than {first}",
    Decision.EQUAL: "{first} and {second} must be practically equal",
}
ASKED_MARGIN = {
    Require.NOT_WORSE: "{first} (the first) must not be worse than {second} by more than {margin}",
    Decision.EQUAL: "{first} and {second} must differ by less than {margin}",
}


def gate_line(outcome: GateOutcome) -> str:
    """Return what a gate asked for and what it saw, in one line.

    It names who stands against whom and in which order, metric and direction, level, margin, rule, and the digests of
    the files.
    """
    parts = [
        f"gate {'open' if outcome.met else 'closed'}: {outcome.required}",
        _against(outcome.pairs),
        "; ".join(dict.fromkeys(_metric(pair.metric, pair.direction) for pair in outcome.pairs)),
        "; ".join(dict.fromkeys(judged_words(pair.judgement) for pair in outcome.pairs)),
        *dict.fromkeys(_rule(pair, outcome) for pair in outcome.pairs),
        *_unseen(outcome),
        *([outcome.defaults] if outcome.defaults else []),
        *([f"as typed: {outcome.chosen}"] if outcome.chosen else []),
        *notes_words(outcome.told),
        _files(outcome.files),
    ]
    return one_line(" · ".join(filter(None, parts)))


def reasons_of(outcome: GateOutcome) -> list[str]:
    """List why a gate is closed; nothing where it is open."""
    alone = [] if outcome.pairs else ["there are no two to compare"]
    options = either("--system or --learner", "systems= or learners=")
    how = f"a gate needs the names of those to compare ({options})"
    against = [
        f"what was judged is in doubt: {note_words(note)}{f'; {how}' if note.kind is NoteKind.UNNAMED_COLUMNS else ''}"
        for note in outcome.closing
    ]
    return [*alone, *against, *(_unmet(pair, outcome.required) for pair in closed_pairs(outcome))]


def closed_pairs(outcome: GateOutcome) -> list[GatePair]:
    """Return the pairs that do not show what is required."""
    return [pair for pair in outcome.pairs if not pair.shows(outcome.required)]


def _against(pairs: Sequence[GatePair]) -> str:
    """Write who stands against whom, the first of every pair first."""
    names = dict.fromkeys(f"{pair.judgement.first} against {pair.judgement.second}" for pair in pairs)
    return some_words(list(names), NAMED)


def _metric(metric: str | None, direction: Direction) -> str:
    assumed = ", assumed" if direction.assumed else ""
    return f"{metric or 'score'} ({'higher' if direction.higher else 'lower'} is better{assumed})"


def judged_words(judgement: Judgement) -> str:
    """Write on how much a pair was judged: items, splits, runs or data sets."""
    if judgement.league is not None:
        return many(judgement.datasets, "data set")
    scores = judgement.scores
    if scores is None:
        return ""
    _, repeats, folds = scores.values.shape
    if repeats == folds == 1:
        return many(1, "split") if scores.items is None else items_words(scores)
    return many(repeats, "repeat") if folds == 1 else scores.traits.shape


def _rule(pair: GatePair, outcome: GateOutcome) -> str:
    """Write level, margin and test of a pair; of a single one the bounds that decide, too."""
    judgement, alone = pair.judgement, len(outcome.pairs) == 1
    margin = "no margin" if pair.margin is None else f"margin {shown(pair.margin, judgement.unit)}"
    margin += _bounds(judgement, outcome.required) if alone else ""
    adjusted = "" if alone else f", {len(outcome.pairs)} pairs by {judgement.adjustment}"
    return f"level {level_words(judgement.level)}{adjusted} · {margin} · {judgement.test}"


def _unseen(outcome: GateOutcome) -> list[str]:
    """Write how rare a loss may be so that no item shows it, where a margin decides; of several pairs the most."""
    judgements = [pair.judgement for pair in outcome.pairs if pair.margin is not None]
    known = [each for each in judgements if each.items is not None]
    if outcome.required not in ASKED_MARGIN or not known:
        return []
    return [*losers_words(max(known, key=lambda each: (each.items and each.items.losers_unseen) or 0.0))]


def _files(files: Sequence[GateFile]) -> str:
    """Write names and digests of files; of many their number, and the digest of the lines of ``sha256sum``."""
    known = [file for file in files if file.sha256 is not None]
    named = [file.name for file in files if file.sha256 is None]
    if len(known) > NAMED:
        told = [f"{many(len(known), 'file')} sha256 {together(known)[:DIGITS]}"]
    else:
        told = [f"{cut(file.name, FILE_NAME)} sha256 {file.sha256[:DIGITS]}" for file in known if file.sha256]
    twice = ["two have the same content"] if len({file.sha256 for file in known}) < len(known) else []
    return ", ".join([*([some_words(named, NAMED)] if named else []), *told, *twice])


def together(files: Iterable[GateFile]) -> str:
    """Return one digest of several files, as of what ``sha256sum`` prints for them.

    Examples
    --------
    >>> together([GateFile("a.csv", "0" * 64), GateFile("b.csv", "1" * 64)])[:12]
    '78b98f484f70'
    """
    lines = "".join(f"{file.sha256}  {file.name}\n" for file in files)
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def gate_heading(*, passed: bool) -> str:
    """Return the outcome of a gate, for the head of a page."""
    return f"Release gate {'passed' if passed else 'failed'}"


def closed_words(reasons: Sequence[str], answer: str, flips: Sequence[Flipped], ids: int) -> str:
    """Write why a gate is closed for the log of a test: the reasons, the whole answer, the items that changed."""
    changes = []
    for first, second, rows in flips:
        lines = changed_lines(rows, ids)
        changes += [f"from {second} to {first}:", *(f"  {line}" for line in lines)] if lines else []
    return visible("\n\n".join(filter(None, ("\n".join(map(one_line, reasons)), answer, "\n".join(changes)))))


def _unmet(pair: GatePair, required: Require) -> str:
    """Return why a pair does not show what is required: what was asked, and what was found."""
    judgement, names = pair.judgement, {"first": pair.judgement.first, "second": pair.judgement.second}
    if judgement.league is not None:
        return f"{ASKED[Decision(required)].format(**names)}, but the answer is: {pair_claim(judgement)}"
    if required is Require.NOT_WORSE or (required is Require.EQUAL and pair.margin is not None):
        much = "the margin (none was given)" if pair.margin is None else shown(pair.margin, judgement.unit)
        asked = ASKED_MARGIN[required].format(**names, margin=much)
        return f"{asked}, but this is not shown: {_seen(judgement, required)}"
    return f"{ASKED[Decision(required)].format(**names)}, but the answer is: {claim(judgement)}"


def _seen(judgement: Judgement, required: Require) -> str:
    """Write the difference, first minus second, with its interval and the bounds that decide."""
    seen = oriented(judgement, keep=True)
    return f"{seen.better} − {seen.worse} = {difference_words(judgement, seen)}{_bounds(judgement, required)}"


def _bounds(judgement: Judgement, required: Require) -> str:
    """Write the one-sided bounds that decide a margin; "" where none does."""
    facts = judgement.items
    if facts is None:
        return ""
    bounds = {Require.NOT_WORSE: (facts.margin_bound,), Require.EQUAL: (facts.margin_bound, facts.margin_bound_upper)}
    return one_sided_words(judgement, *bounds.get(required, ()))
