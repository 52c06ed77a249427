"""Why a gate stays closed."""

from collections.abc import Mapping, Sequence
from typing import Any

from outperform.core import Decision, Judgement
from outperform.words.changed import changed_lines
from outperform.words.item_tables import margin_of
from outperform.words.numbers import level_words, shown
from outperform.words.pairs import oriented
from outperform.words.verdicts import claim, difference_words
from outperform.words.visible import one_line, visible

Flipped = tuple[str, str, Sequence[Mapping[str, Any]]]
"""The first and the second of a pair, and a row per item: what became of it from the second to the first."""

NOT_WORSE = "not-worse"
ASKED = {
    Decision.FIRST: "{first} (the first) must be better than {second}",
    Decision.SECOND: "{second} (the second) must be better than {first}",
    Decision.EQUAL: "{first} and {second} must be practically equal",
}
ASKED_MARGIN = {
    NOT_WORSE: "{first} (the first) must not be worse than {second} by more than {margin}",
    Decision.EQUAL: "{first} and {second} must differ by less than {margin}",
}


def unmet(judgements: Sequence[Judgement], required: str) -> list[str]:
    """List the pairs that do not decide as required: what was asked, and what was found.

    ``not-worse`` and, where a margin was given, ``equal`` ask for what is shown within the margin.
    """
    return [words for each in judgements if (words := _unmet(each, required))]


def gate_heading(*, passed: bool) -> str:
    """Return the outcome of a gate, for the head of a page."""
    return f"Release gate {'passed' if passed else 'failed'}"


def asked_words(judgements: Sequence[Judgement], required: str) -> str:
    """Return what a gate asks for, in one sentence."""
    judgement, margin = judgements[0], margin_of(judgements)
    names = {"first": judgement.first, "second": judgement.second}
    if len(judgements) > 1:
        baseline = judgement.second if len({each.second for each in judgements}) == 1 else None
        names = {"first": "each system", "second": baseline or "those after it"}
    words = ASKED_MARGIN.get(required) if margin is not None else None
    asked = (words or ASKED[Decision(required)]).replace(" (the first)", "").replace(" (the second)", "")
    return f"Required: {asked.format(**names, margin=margin)}, at level {level_words(judgement.level)}."


def closed_words(reasons: Sequence[str], answer: str, flips: Sequence[Flipped], ids: int) -> str:
    """Write why a gate is closed for the log of a test: the reasons, the whole answer, the items that changed."""
    changes = []
    for first, second, rows in flips:
        lines = changed_lines(rows, ids)
        changes += [f"from {second} to {first}:", *(f"  {line}" for line in lines)] if lines else []
    return visible("\n\n".join(filter(None, ("\n".join(map(one_line, reasons)), answer, "\n".join(changes)))))


def _unmet(judgement: Judgement, required: str) -> str:
    """Return why a pair does not decide as required; "" where it does."""
    facts, names = judgement.items, {"first": judgement.first, "second": judgement.second}
    margin = None if facts is None else facts.margin
    if required == NOT_WORSE or (required == Decision.EQUAL and margin is not None):
        if facts is not None and (facts.not_worse if required == NOT_WORSE else facts.equivalent):
            return ""
        much = "the margin (none was given)" if margin is None else shown(margin, judgement.unit)
        return f"{ASKED_MARGIN[required].format(**names, margin=much)}, but this is not shown: {_found(judgement)}"
    if judgement.decision is Decision(required):
        return ""
    return f"{ASKED[Decision(required)].format(**names)}, but the answer is: {claim(judgement)}"


def _found(judgement: Judgement) -> str:
    """Write the difference, first minus second, with its interval."""
    seen = oriented(judgement, keep=True)
    return f"{seen.better} − {seen.worse} = {difference_words(judgement, seen)}"
