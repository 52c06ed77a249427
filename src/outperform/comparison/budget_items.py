"""More items, or more samples of each? What an evaluation of fixed systems can show, and what more would take."""

from collections.abc import Sequence
from typing import Any

from outperform.comparison.budget_checks import check_cost, check_plan
from outperform.comparison.budget_of_pair import Costs, EvalWish, item_budget
from outperform.comparison.eval_budget import EvalBudget
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.judge_splits import judge_scores
from outperform.core import InputError, Note, NoteKind, Scores, Unit, as_notes, check_below_one, check_flag
from outperform.data import Evals, scores_of_evals
from outperform.data.directions import Named
from outperform.data.material import read
from outperform.data.named_columns import check_keywords
from outperform.significance.item_power import Aim


@answers_familiar
def budget_of_items(
    table: Any,
    *,
    difference: float | None = None,
    level: float = 0.05,
    power: float = 0.8,
    cost_per_item: float | None = None,
    cost_per_sample: float | None = None,
    metric: str | None = None,
    cluster: str | None = None,
    weights: str | None = None,
    task: str | Sequence[str] | None = None,
    baseline: str | None = None,
    runs: bool = False,
    missing: str = "refuse",
    common: bool = False,
    systems: str | Sequence[str] | None = None,
    lower: Named = None,
    higher: Named = None,
    **columns: str | None,
) -> EvalBudget:
    """Return whether an evaluation of fixed systems is large enough: the items and samples that a difference needs.

    Parameters
    ----------
    table, metric, cluster, weights, task, baseline, runs, missing, common, systems, lower, higher, columns
        As in ``judge_items``.
    difference
        The true difference that you want to find, in units of the score (0.01 is one point of accuracy); by default
        one point of a share, and 1% of the lower mean score of any other score.
    level, power
        Level and power of the test that is planned. Several pairs share the level.
    cost_per_item
        What a new item costs once, such as to write and to check it, in any unit.
    cost_per_sample
        What one answer of one system to one item costs, in the same unit. With either cost, the cheapest number of
        items and samples is searched.

    Examples
    --------
    >>> old, new = [1, 0, 0, 1, 0, 1, 0, 0, 1, 0] * 4, [1, 1, 0, 1, 1, 0, 0, 1, 1, 0] * 4
    >>> pair = budget_of_items({"new": new, "old": old}, difference=0.1).pairs[0]
    >>> pair.limit, pair.items_for.value, round(pair.smallest.value, 3)
    ('items', 312.0, 0.272)
    """
    check_keywords("budget_of_items", columns)
    difference, level, power = check_plan(difference, level, power)
    check_flag("runs", runs)
    costs = Costs(check_cost("cost_per_item", cost_per_item), check_cost("cost_per_sample", cost_per_sample))
    reading: dict[str, Any] = {"metric": metric, "task": task, "cluster": cluster, "weights": weights}
    reading |= {"missing": missing, "common": common, "systems": systems, "lower": lower, "higher": higher, **columns}
    found: Evals = read(table, kind="items", **reading).content  # type: ignore[assignment] # of this kind
    scores = _checked(scores_of_evals(found, runs=runs), found.samples, runs=runs)
    _check_reach(difference, scores)
    judged = judge_scores(
        [scores], None, level=level, adjust="shaffer" if baseline is None else None, baseline=baseline
    )
    pairs = judged.judgements
    wish = EvalWish(difference, Aim(level / len(pairs), power), costs)
    shared = [Note.of(NoteKind.SHARED_LEVEL, pairs=len(pairs), level=level, own=level / len(pairs))]
    said = [*found.notes, *(shared if len(pairs) > 1 else ())]
    return EvalBudget(tuple(item_budget(each, wish) for each in pairs), tuple(as_notes(said)), scores.direction)


def _checked(scores: Scores, samples: int, *, runs: bool) -> Scores:
    """Refuse what shows nothing of the noise of items."""
    if len(scores.learners) < 2:
        raise InputError("table", f"needs two systems, but there is one: {scores.learners[0]}")
    if scores.items is None:
        raise InputError("table", "needs a score per item, but there are only scores of whole runs")
    if scores.items.size < 2:
        raise InputError("table", "needs two or more items, but there is 1: one item does not show how items vary")
    if runs and samples < 2:
        raise InputError("runs", "needs two or more runs (samples) of the items, but there is one; leave it out")
    return scores


def _check_reach(difference: float | None, scores: Scores) -> None:
    """Refuse a difference that shares cannot have."""
    if difference is not None and scores.unit is Unit.POINTS:
        check_below_one("difference", difference)
