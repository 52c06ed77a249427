"""What a comparison of whatever was read can show, and what more would cost: scores of splits, or of items."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from outperform.core import InputError, did_you_mean
from outperform.data.material import (
    ITEMS,
    READING,
    SAME,
    SPLITS,
    Material,
    check_taken,
    known_kind,
    options_of,
    reader_of,
    said,
)
from outperform.data.shape import TableKind

if TYPE_CHECKING:
    from outperform.comparison.budget_result import Budget
    from outperform.comparison.eval_budget import EvalBudget

PLANNING = {
    SPLITS: ("difference", "level", "power"),
    ITEMS: ("difference", "level", "power", "cost_per_item", "cost_per_sample", "baseline", "runs"),
}
"""The options that each kind is planned with."""
TAKEN = {kind: (*READING[kind], *PLANNING.get(kind, ())) for kind in TableKind}


def budget_of_material(given: Any, kind: str | None, options: Mapping[str, Any]) -> "Budget | EvalBudget":
    """Read scores of splits or of items, and return their budget, as the function of that kind does."""
    known = dict.fromkeys([*SAME, *(name for each in PLANNING for name in TAKEN[each])])
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise InputError(unknown, f"is not an option of a budget; {did_you_mean(unknown, known)}")
    asked = said(options)
    readable = reader_of(given, "budget")
    found = readable.kind(asked, lambda each: each in PLANNING) if kind is None else known_kind(kind)
    if found not in PLANNING:
        told = "a budget is for scores of splits, or of systems on items"
        raise InputError(readable.source, f"holds {found.value[0]}, but {told}")
    check_taken(asked, found, {each: TAKEN[each] for each in PLANNING}, readable.source)
    material = readable.as_kind(found, options_of(found, asked))
    return _planned(material, {name: asked[name] for name in PLANNING[found] if name in asked})


def _planned(material: Material, plan: dict[str, Any]) -> "Budget | EvalBudget":
    if material.kind == "splits":
        from outperform.comparison.budget_scores import budget_of_scores

        return budget_of_scores(material.content, **plan)
    from outperform.comparison.budget_items import budget_of_items

    return budget_of_items(material.content, **plan)
