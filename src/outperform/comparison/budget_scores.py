"""What limits the comparisons in a table of scores of splits, and what more would cost."""

from itertools import combinations
from typing import Any

from outperform.comparison.budget_checks import check_plan
from outperform.comparison.budget_pair import Wish, pair_budget
from outperform.comparison.budget_result import Budget
from outperform.core import Note, NoteKind, Scores, as_notes
from outperform.core.names import name_notes
from outperform.data import ScoreTables, only_one, tables_of
from outperform.data.directions import DirectionWords, Named


def budget_of_scores(
    scores: Any,
    *,
    n_train: Any = None,
    n_test: Any = None,
    difference: float | None = None,
    level: float = 0.05,
    power: float = 0.8,
    lower: Named = None,
    higher: Named = None,
) -> Budget:
    """Return what limits the comparisons in a table of scores that comes from anywhere.

    Parameters
    ----------
    scores, n_train, n_test, lower, higher
        As in ``judge``: repeats x folds, or random splits, which need their sizes.
    difference, level, power
        As in ``budget``.

    Examples
    --------
    >>> a = [[0.91, 0.88, 0.90], [0.90, 0.93, 0.86], [0.89, 0.92, 0.88]]
    >>> b = [[0.90, 0.86, 0.91], [0.91, 0.88, 0.87], [0.88, 0.92, 0.86]]
    >>> budget_of_scores({"tree": a, "bayes": b}, difference=0.01).pairs[0].limit
    'data'
    """
    difference, level, power = check_plan(difference, level, power)
    words = DirectionWords.of(lower, higher)
    read = scores if isinstance(scores, ScoreTables) else tables_of(scores, n_train, n_test, words=words)
    table = only_one(read).scores[0]
    own = level / pairs_in(table)
    pairs = combinations(range(len(table.learners)), 2)
    found = tuple(pair_budget(table.pair(*both), Wish(difference, own, power)) for both in pairs)
    notes = [*name_notes(learner=table.learners), *shared_level(table, level), *read.notes]
    return Budget(found, (table,), tuple(as_notes(notes)))


def pairs_in(table: Scores) -> int:
    """Count the pairs of learners."""
    return len(table.learners) * (len(table.learners) - 1) // 2


def shared_level(table: Scores, level: float) -> list[Note]:
    """Note that several pairs share the level."""
    count = pairs_in(table)
    if count == 1:
        return []
    return [Note.of(NoteKind.SHARED_LEVEL, pairs=count, level=level, own=level / count)]
