"""What a gate makes of a comparison or a league, and the same for JSON."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outperform.comparison.plain import plain
from outperform.core import (
    GateFile,
    GateOutcome,
    GatePair,
    InputError,
    Judgement,
    Note,
    NoteKind,
    Require,
    Scores,
    Weakness,
    fingerprint,
)
from outperform.data.directed import refuse_assumed
from outperform.data.metric_meanings import metric_meaning
from outperform.surface import either, option, switch
from outperform.visible import HIDDEN
from outperform.words.gate import gate_line, judged_words, reasons_of
from outperform.words.notes import notes_words

ALWAYS = (
    *(NoteKind.LEFT_OUT, NoteKind.REPEATS_FAILED, NoteKind.MISSING_SPLITS, NoteKind.RUNS_LEFT_OUT),
    *(NoteKind.LOG_UNFINISHED, NoteKind.LOG_INCOMPLETE, NoteKind.SPLITS_INCOMPLETE, NoteKind.DATASET_FAILED),
    *(NoteKind.MINUS_ABOVE_ZERO, NoteKind.TURNED, NoteKind.JOINED_BY_ORDER),
)
"""What is missing although no option that was typed says so; a wrong sign; later items that speak against it; rows
of which nothing says that they are the same items."""
UNITS = ("item", "cluster", "data_set", "task")  # that are counted: one under two names makes an answer too sure
UNTRUSTED = {
    *(Weakness.ALL_SPLITS_INDEPENDENT, Weakness.OVERLAPPING_SPLITS, Weakness.THIRD_FALSE, Weakness.NOT_CORRECTED),
    *(Weakness.OVERLAPPING_TRAINING, Weakness.SHARED_DATA, Weakness.SOMEWHAT_LIBERAL, Weakness.UNSTABLE_LEARNERS),
    *(Weakness.UNPAIRED, Weakness.ERRORS_INDEPENDENT),
}
"""What makes a test find too many differences; notes name it only where it concerns what is compared."""
UNRELIABLE = (NoteKind.FEW_ROWS, NoteKind.FEW_OF_CLASS, NoteKind.CLUSTERS_IGNORED, NoteKind.MEAN_OPPOSES)
"""What these very scores say against a test: too few rows, rows that belong together, a mean of the other sign."""
COPIED = (NoteKind.REPEATED_ROWS, NoteKind.NEAR_COPIES, NoteKind.LEAKING_COLUMN)
"""Rows that belong together stand in training and test sets: a tenth of the rows or more occur again, three tenths or
more have a near copy, or the rows of one value of a column have one class (the thresholds of the cautions)."""
MANY = 0.05  # share of the rows: so many may decide, if they are right in another spelling
LEAST_CHANCE = 0.5  # a level from here on is a confidence, or a mistake
LEFT_OUT = (NoteKind.SCORES_MISSING, NoteKind.SAMPLES_MISSING, NoteKind.ITEMS_DROPPED, NoteKind.CELLS_LEFT_OUT)
"""What an option that was typed leaves out: the gate says so, and is closed where it may help who is asked for."""
SCALES = (NoteKind.SCALES_DIFFER, NoteKind.SCALES_MIXED)
NARROWING = ("task", "filter", "systems", "learners", "missing", "common", "cluster", "drop")
"""Options that leave out something, or say that rows are independent: the gate tells what was typed."""
TOLD = (
    *(*LEFT_OUT, *SCALES, NoteKind.SCALES_PARTLY),
    *(NoteKind.COPIES, NoteKind.IDS_REPEAT, NoteKind.LOGS_LIMITED, NoteKind.OWN_FACTORS, NoteKind.WEIGHTED),
)


def outcome_of(
    required: str,
    judgements: Sequence[Judgement],
    notes: Iterable[Note],
    tables: Sequence[Scores],
    files: Sequence[GateFile] = (),
    defaults: str = "",
    *,
    chosen: str = "",
    fitted: bool = False,
) -> GateOutcome:
    """Return what a gate makes of judged pairs; raise an InputError where the direction of a metric is assumed.

    Parameters
    ----------
    required
        What is required of every pair.
    judgements
        All pairs that were judged.
    notes
        Those of the whole answer; pairs bring their own.
    tables
        The scores that were judged: without files, the digest is theirs.
    files
        The files that were judged.
    defaults
        What a file of defaults has set, to show.
    chosen
        What the user typed that leaves something out, to show.
    fitted
        Whether cells of a league are missing because a learner failed, not because a table lacks them.
    """
    refuse_assumed(notes)
    level = max((each.level for each in judgements), default=0.0)
    if level >= LEAST_CHANCE:
        raise InputError("level", f"must be below {LEAST_CHANCE:g} for a gate, which noise would open, got {level:g}")
    said = dict.fromkeys([*notes, *(note for each in judgements for note in each.notes)])
    pairs = tuple(map(GatePair, judgements))
    doubts = _Doubts(Require(required), pairs, fitted=fitted)
    closing = tuple(note for note in said if doubts.close(note))
    return GateOutcome(
        required=Require(required),
        pairs=pairs,
        closing=closing or tuple(_holes(pairs)),
        told=tuple(note for note in said if note not in closing and _is_told(note)),
        files=tuple(files) or (GateFile("scores in memory", _digest(tables)),),
        defaults=defaults,
        chosen=chosen,
    )


def chosen_words(options: Mapping[str, Any]) -> str:
    """Write the options among these that leave something out of what is judged, as they are typed.

    Examples
    --------
    >>> chosen_words({"task": ["t1"], "level": 0.01, "missing": "refuse", "common": True})
    'task="t1", common=True'
    """
    given = {name: value for name, value in options.items() if name in NARROWING and _is_plain(value)}
    words = [switch(name) if value is True else option(name, value) for name, value in given.items()]
    return either(" ", ", ").join(words)


def _is_plain(value: Any) -> bool:
    """Return whether a value leaves something out, and can be written: no array of clusters."""
    texts = value if isinstance(value, list | tuple) else [value]
    return bool(texts) and value != "refuse" and (value is True or all(isinstance(each, str) for each in texts))


def _is_told(note: Note) -> bool:
    return note.kind in TOLD or (note.kind is NoteKind.STORE_USED and note["reused"] > 0)


def gate_row(outcome: GateOutcome | None) -> dict[str, Any] | None:
    """Return what a gate saw as plain values: the field ``gate`` of the JSON."""
    if outcome is None:
        return None
    pairs = [
        {
            "first": pair.judgement.first,
            "second": pair.judgement.second,
            "metric": pair.metric,
            "higher_is_better": pair.direction.higher,
            "direction": pair.direction.origin.value,
            "level": pair.judgement.level,
            "margin": plain(pair.margin),
            "test": pair.judgement.test,
            "adjustment": pair.judgement.adjustment,
            "decision": pair.judgement.decision.value,
            "met": pair.shows(outcome.required),
            "judged": judged_words(pair.judgement),
        }
        for pair in outcome.pairs
    ]
    return {
        "required": outcome.required.value,
        "met": outcome.met,
        "line": gate_line(outcome),
        "reasons": reasons_of(outcome),
        "pairs": pairs,
        "files": [plain(file) for file in outcome.files],
        "defaults": outcome.defaults or None,
        "chosen": outcome.chosen or None,
        "told": notes_words(outcome.told),
    }


@dataclass(frozen=True)
class _Doubts:
    """What keeps a gate closed whatever its pairs show."""

    required: Require
    pairs: Sequence[GatePair]
    fitted: bool

    def close(self, note: Note) -> bool:
        """Return whether a note keeps the gate closed."""
        return note.kind in CLOSING and CLOSING[note.kind](self, note)

    @property
    def asked(self) -> set[str]:
        """Who must be better, or not worse."""
        return {name for pair in self.pairs for name in self._sides(pair)[0]}

    @property
    def others(self) -> set[str]:
        """Whom they are judged against."""
        return {name for pair in self.pairs for name in self._sides(pair)[1]}

    def _sides(self, pair: GatePair) -> tuple[tuple[str, ...], tuple[str, ...]]:
        first, second = pair.judgement.first, pair.judgement.second
        both = first, second
        return {Require.SECOND: ((second,), (first,)), Require.EQUAL: (both, both)}.get(
            self.required, ((first,), (second,))
        )

    def scaled(self, note: Note) -> bool:
        """Return whether marks differ, or ranges of what may be a share are apart, or shares beside larger scores."""
        what, ranges = dict(note.facts).get("what"), [note["first"], note["second"]]
        apart = max(low for _, low, _ in ranges) > min(high for *_, high in ranges)
        shares = any(low >= 0 and high <= 1 for _, low, high in ranges)
        return what == "marks" or (what != "size" and self.may_be_shares and (apart or shares))

    @property
    def may_be_shares(self) -> bool:
        """Whether a metric has no name, or is a share."""
        meanings = [None if pair.metric is None else metric_meaning(pair.metric) for pair in self.pairs]
        return any(pair.metric is None for pair in self.pairs) or any(each and each.share for each in meanings)

    @property
    def eased(self) -> bool:
        """Whether a factor lowers a threshold."""
        found = (pair.judgement.threshold for pair in self.pairs)
        return any(each is not None and each.factor is not None and each.factor < 1 for each in found)


CLOSING: Mapping[NoteKind, Callable[[_Doubts, Note], bool]] = {
    **dict.fromkeys((*ALWAYS, *UNRELIABLE, *COPIED), lambda _, __: True),
    **dict.fromkeys(SCALES, _Doubts.scaled),
    NoteKind.SCALES_PARTLY: lambda doubts, _: doubts.may_be_shares,
    NoteKind.CELLS_LEFT_OUT: lambda doubts, note: (
        doubts.fitted or bool(doubts.asked & {learner for _, learner, _ in note["named"]})
    ),
    NoteKind.SAMPLES_MISSING: lambda doubts, note: bool(doubts.asked & {*note.about}),
    NoteKind.ITEMS_DROPPED: lambda doubts, note: bool(doubts.asked & {*note.about}),
    NoteKind.SCORES_MISSING: lambda doubts, note: (  # what counts as wrong helps the other one
        bool((doubts.others if note["how"] == "wrong" else doubts.asked) & {*note.about})
    ),
    NoteKind.OTHER_CODES: lambda doubts, note: bool(doubts.others & {*note.about}),  # their classes may be coded apart
    NoteKind.BELOW_CHANCE: lambda doubts, note: bool(doubts.others & {*note.about}),  # their scores may be turned round
    NoteKind.UNKNOWN_LABELS: lambda doubts, note: (  # they may be right, in another spelling
        bool(doubts.others & {*note.about})
        and (
            any(alike is not None for *_, alike in note["labels"])
            or (not note["plain"] and sum(rows for _, rows, _ in note["labels"]) >= MANY * note["of"])
        )
    ),
    NoteKind.IDS_REPEAT: lambda _, note: note["surely"] and not note["apart"],  # one item may count several times
    NoteKind.UNNAMED_COLUMNS: lambda _, __: True,  # one of them may be who is asked for
    NoteKind.ALIKE_NAMES: lambda _, note: (  # one thing may count several times
        note["what"] in UNITS or any(map(_only_hidden, note["names"]))
    ),
    **dict.fromkeys(
        (NoteKind.KNOWN_WEAKNESS, NoteKind.PROCEDURE_WEAKNESS),
        lambda _, note: bool(UNTRUSTED & {*note["weaknesses"]}),
    ),
    NoteKind.COPIES: lambda _, note: not note["judged"],  # one piece of evidence counts several times
    NoteKind.FOLDS_AND_SIZES: lambda _, __: True,  # the correction follows from the sizes
    NoteKind.HALVES_DISAGREE: lambda _, __: True,  # the difference may be luck of all these rows
    NoteKind.OWN_FACTORS: lambda doubts, _: doubts.eased,  # which this machine has and no command line names
}
"""When a note keeps a gate closed."""


def _only_hidden(names: Sequence[str]) -> bool:
    """Return whether some names differ only by letters that nobody sees, or by blanks."""
    return len({" ".join(HIDDEN.sub(_blank, name).split()) for name in names}) < len(names)


def _blank(letter: re.Match[str]) -> str:
    return " " if letter[0].isspace() else ""


def _holes(pairs: Sequence[GatePair]) -> Iterator[Note]:
    """Yield a note for splits without a score that no note names: of scores that were made by other code."""
    for pair in pairs:
        scores = pair.judgement.scores
        if scores is not None and scores.traits.missing:
            yield Note.of(NoteKind.MISSING_SPLITS, missing=scores.traits.missing, splits=scores.values[0].size)


def _digest(tables: Iterable[Scores]) -> str:
    """Return a digest of scores: names, metric, values, and the items that they are of."""
    parts: list[Any] = []
    for each in tables:
        items = each.items
        parts += [list(each.learners), each.metric, each.values]
        parts += [] if items is None else [items.row_scores, items.truth, items.predictions, items.names]
    return fingerprint(*parts)
