"""Which pairs an answer shows where there are very many: those of the highest scores."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Decision, Judgement, LeagueStanding, Scores
from outperform.surface import either

ALL = 45  # pairs that are all shown: those of ten learners
SHOWN = 21  # of more: those of the seven that score highest
FEW = 10  # pairs of a league that are all shown: those of five learners
MOST = 20  # of more: so many at most


def foremost(found: Sequence[Judgement], table: Scores | None = None) -> list[Judgement]:
    """Return all pairs of up to ten learners, else those between the learners with the highest scores.

    The highest score comes first. Without a table of scores these are the first pairs.
    """
    if len(found) <= ALL:
        return list(found)
    if table is None:
        return list(found[:SHOWN])
    rank = {table.learners[at]: place for place, at in enumerate(np.argsort(-table.means, kind="stable"))}

    def place(judgement: Judgement) -> tuple[int, int]:
        ranks = rank[judgement.first], rank[judgement.second]
        return max(ranks), min(ranks)

    if len({each.second for each in found}) == 1:  # a baseline: its own place does not count
        return sorted(found, key=lambda each: rank[each.first])[:SHOWN]
    return sorted(sorted(found, key=place)[:SHOWN], key=lambda each: place(each)[::-1])


def left_words(pairs: int, shown: int) -> str:
    """Return how many pairs are not shown, and where they are; "" where all are.

    Examples
    --------
    >>> left_words(4950, 21)
    'and 4,929 more pairs with lower scores: to_frame()'
    """
    if pairs == shown:
        return ""
    return f"and {pairs - shown:,} more pairs with lower scores: {either('--json', 'to_frame()')}"


def foremost_pairs(
    found: Sequence[Judgement], standings: Sequence[LeagueStanding], baseline: str | None
) -> list[Judgement]:
    """Return the pairs that a terminal shows: all of a few; of many, those of the best learner and decided ones.

    The decided ones of other learners are shown as long as there are few of them. The best mean ranks come first.
    """
    place = {each.learner: number for number, each in enumerate(standings)}
    pairs = sorted(found, key=lambda each: sorted((place[each.first], place[each.second])))
    if len(pairs) <= FEW or (baseline is not None and len(pairs) <= MOST):
        return pairs
    decided = [each for each in pairs if each.decision is not Decision.OPEN]
    if baseline is not None:
        return decided[:MOST] or pairs[:MOST]
    best = standings[0].learner
    wanted = [each for each in pairs if best in (each.first, each.second)]
    more = [each for each in decided if best not in (each.first, each.second)]
    return [*wanted, *more] if len(wanted) + len(more) <= MOST else wanted[:MOST]


def hidden_words(found: Sequence[Judgement], kept: Sequence[Judgement]) -> str:
    """Return how many pairs are not shown, how many of them are decided, and where they are; "" where all are shown.

    Examples
    --------
    >>> hidden_words([], [])
    ''
    """
    left = len(found) - len(kept)
    if not left:
        return ""
    decided, shown = (sum(each.decision is not Decision.OPEN for each in some) for some in (found, kept))
    clear = decided - shown
    told = "none of them" if not clear else "all of them" if clear == left else f"{clear} of them"
    return (
        f"and {left:,} more {'pair' if left == 1 else 'pairs'}, {told} with a clear difference:"
        f" {either('--report, --format csv or --json show', 'to_frame() shows')} all"
    )
