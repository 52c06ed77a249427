"""What a comparison of whatever was read can show, and what more would cost: scores of splits, or of items."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from outperform.core import InputError, did_you_mean
from outperform.data.material import (
    ITEMS,
    LEAGUE,
    PREDICTIONS,
    READING,
    SAME,
    SPLITS,
    check_taken,
    known_kind,
    options_of,
    reader_of,
    said,
)
from outperform.data.shape import TableKind
from outperform.surface import command, either

if TYPE_CHECKING:
    from outperform.comparison.budgets.result import Budget

PLANNING = {
    SPLITS: ("difference", "level", "power"),
    ITEMS: ("difference", "level", "power", "cost_per_item", "cost_per_sample", "baseline", "runs"),
}
"""The options that each kind is planned with."""


def budget_of_material(given: Any, kind: str | None, options: Mapping[str, Any]) -> "Budget":
    """Read scores of splits or of items, and return their budget, as the function of that kind does."""
    taken = {each: (*READING[each], *own) for each, own in PLANNING.items()}
    known = dict.fromkeys([*SAME, *(name for names in taken.values() for name in names)])
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise InputError(unknown, f"is not an option of a budget; {did_you_mean(unknown, known)}")
    asked = said(options)
    readable = reader_of(given, "budget")
    wanted = known_kind(kind) if kind is not None else readable.kind(asked, lambda each: each in PLANNING)
    try:
        _check_planned(wanted, readable.source)
        check_taken(asked, wanted, taken, readable.source)
        material = readable.as_kind(wanted, options_of(wanted, asked))
    except InputError as problem:
        try:
            kinds = [] if kind is None else readable.kinds(asked)
        except InputError:
            raise problem from None
        if len(kinds) != 1 or kinds[0] is wanted:
            raise
        _check_planned(kinds[0], readable.source)  # it is another kind than the option says
        how = either(f"'outperform budget {readable.source}'", "budget()")
        told = f"holds {kinds[0].value[0]}, not {wanted.value[0]}: use {how}"
        raise InputError(readable.source, told) from None
    plan = {name: asked[name] for name in PLANNING[wanted] if name in asked}
    if wanted is ITEMS:
        from outperform.comparison.budgets.items import budget_of_items

        return budget_of_items(material, **plan)
    from outperform.comparison.budgets.splits import budget_of_scores

    return replace(budget_of_scores(material.content, **plan), source=material.source)


def _check_planned(kind: TableKind, source: str) -> None:
    """Raise an InputError for a kind that has no budget, with what there is instead."""
    if kind in PLANNING:
        return
    instead = {
        LEAGUE: f"{command('league', f'--table {source}')} says whether more data sets or more repeats would help",
        PREDICTIONS: "pass a score per item, such as 1 where a prediction is right and 0 where it is wrong",
    }[kind]
    raise InputError(source, f"holds {kind.value[0]}, but a budget is for scores of splits, or of items: {instead}")
