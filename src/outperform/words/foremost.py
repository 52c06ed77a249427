"""Which pairs an answer shows where there are very many: those of the highest scores."""

from collections.abc import Sequence

import numpy as np

from outperform.core import Judgement, Scores
from outperform.surface import either

ALL = 45  # pairs that are all shown: those of ten learners
SHOWN = 21  # of more: those of the seven that score highest


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
