"""Why a gate stays closed."""

from collections.abc import Sequence

from outperform.core import Decision, Judgement
from outperform.words.numbers import shown
from outperform.words.pairs import oriented
from outperform.words.verdicts import claim, difference_words

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
