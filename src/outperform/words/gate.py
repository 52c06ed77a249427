"""Why a gate stays closed."""

from collections.abc import Sequence

from outperform.core import Decision, Judgement
from outperform.words.verdicts import claim

ASKED = {
    Decision.FIRST: "{first} (the first) must be better than {second}",
    Decision.SECOND: "{second} (the second) must be better than {first}",
    Decision.EQUAL: "{first} and {second} must be practically equal",
}


def unmet(judgements: Sequence[Judgement], required: str) -> list[str]:
    """List the pairs that do not decide as required: what was asked, and what was found."""
    asked = ASKED[Decision(required)]
    return [
        f"{asked.format(first=each.first, second=each.second)}, but the answer is: {claim(each)}"
        for each in judgements
        if each.decision is not Decision(required)
    ]
