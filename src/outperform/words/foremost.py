"""Which pairs an answer shows where there are very many: those of the best, and those with a clear difference."""

from collections.abc import Sequence

from outperform.core import Decision, Judgement
from outperform.surface import either

ALL = 21  # pairs that are all shown: those of seven learners; of more, so many


def foremost(judgements: Sequence[Judgement], order: Sequence[str]) -> list[Judgement]:
    """Return all of up to 21 pairs; of more, those of the best learner, then those with a clear difference.

    ``order`` names the learners, the best first; pairs that are chosen among others come in that order.
    """
    if len(judgements) <= ALL:
        return list(judgements)
    at = {name: place for place, name in enumerate(order)}

    def places(judgement: Judgement) -> list[int]:
        return sorted((at[judgement.first], at[judgement.second]))

    def rank(judgement: Judgement) -> tuple[bool, bool, list[int]]:
        of_best = order[0] in (judgement.first, judgement.second)
        return not of_best, judgement.decision is Decision.OPEN, places(judgement)

    return sorted(sorted(judgements, key=rank)[:ALL], key=places)


def hidden_words(judgements: Sequence[Judgement], kept: Sequence[Judgement]) -> list[str]:
    """Return how many pairs are not shown, how many of them are decided, and where they are; [] where all are shown.

    Examples
    --------
    >>> hidden_words([], [])
    []
    """
    left = len(judgements) - len(kept)
    if not left:
        return []
    decided, shown = (sum(each.decision is not Decision.OPEN for each in some) for some in (judgements, kept))
    clear = decided - shown
    which = "none of them" if not clear else "all of them" if clear == left else f"{clear} of them"
    where = either("--report, --format csv or --json show", "to_frame() shows")
    return [f"and {left:,} more {'pair' if left == 1 else 'pairs'}, {which} with a clear difference: {where} all"]
