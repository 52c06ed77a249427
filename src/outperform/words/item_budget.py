"""The budget of an evaluation in plain words."""

from collections.abc import Sequence
from math import inf, isinf

from outperform.core import Decision, Unit
from outperform.core.budget import Amount
from outperform.core.item_budget import ItemBudget, SampleStep
from outperform.words.lines import aligned, filled
from outperform.words.numbers import many, p_words, percent, shown, signed

NOISE = 31  # column where the words about an amount begin
NONE = "none"  # a difference or a number that nothing reaches


def text(pair: ItemBudget, *, named: bool) -> str:
    """Return one pair: first the answer, then what it is based on."""
    head = [f"{pair.first} and {pair.second}{f', {pair.metric}' if pair.metric else ''}"] if named else []
    lines = [*head, *filled(pair.says)]
    if pair.limit != "no noise":
        lines += [line for words in _details(pair) for line in filled(words)]
    lines += ["", *filled(_here(pair))]
    if pair.limit != "no noise":
        lines += ["", *_noise(pair), "", *_table(pair)]
    return "\n".join(lines)


def says(pair: ItemBudget) -> str:
    """Return whether the evaluation is large enough, and what it needs."""
    wished = shown(pair.difference, pair.unit)
    need = "need" if wished.endswith("points") else "needs"
    found = f"can find a difference of {wished}"
    if pair.limit == "no noise":
        same = "score the same" if pair.estimate == 0 else "differ by the same amount"
        return f"Nothing varies: the systems {same} on every item, so there is no noise to plan for."
    if pair.limit == "nothing":
        return f"Large enough: {_size(pair)} {found}."
    if pair.limit == "samples":
        per = f"{pair.samples_for:,.0f} {pair.over} of each of these {pair.items:,} items"
        return f"More {pair.over} are enough: {per} {found} (you have {_samples(pair)})."
    if pair.limit == "runs":
        return f"More runs are needed: no number of items with {_samples(pair)} runs each {found}."
    each = f" with {_samples(pair)} {pair.over} each" if pair.samples[1] > 1 else ""
    return (
        f"More items are needed: {wished} {need} about {_number(pair.items_for)} items{each} (you have {pair.items:,})."
    )


def _number(amount: Amount) -> str:
    return "unknown" if amount.value is None else f"{amount.value:,.0f}"


def _samples(pair: ItemBudget) -> str:
    low, high = pair.samples
    return f"{low}" if low == high else f"{low} to {high}"


def _size(pair: ItemBudget) -> str:
    each = f" with {_samples(pair)} {pair.over} each" if pair.samples[1] > 1 else ""
    return f"{pair.items:,} items{each}"


def _details(pair: ItemBudget) -> list[str]:
    """Return what this set can show, what else would do, and what it costs."""
    return [
        _least(pair),
        *_samples_words(pair),
        *([_clusters(pair)] if pair.clusters is not None else []),
        *_cost(pair),
    ]


def _least(pair: ItemBudget) -> str:
    smallest = pair.smallest
    if smallest.value is None or isinf(smallest.value):
        return f"{_size(pair)}: too few to find any difference at level {pair.level:.3g} with power {pair.power:g}."
    between = ""
    if smallest.low is not None and smallest.high is not None:
        ends = [NONE if isinf(end) else shown(end, pair.unit) for end in (smallest.low, smallest.high)]
        between = f" (90% range {ends[0].removesuffix(' points')} to {ends[1]})"
    return f"The smallest difference that {_size(pair)} can find: {shown(smallest.value, pair.unit)}{between}."


def _samples_words(pair: ItemBudget) -> list[str]:
    """Return whether more samples would help."""
    if not pair.more_samples:
        return [
            "With one sample per item it is unknown how much of the noise is sampling noise, so only items are planned;"
            " two or more samples per item would show whether more samples help."
        ]
    last = pair.more_samples[-1]
    least = last.smallest if isinf(last.samples) else inf
    if pair.limit == "samples":
        items = pair.items_for.value or inf
        more = f"{items:,.0f} items with {_samples(pair)} {pair.over} each" if not isinf(items) else ""
        return [f"Or more items: {more}."] if more else []
    if pair.limit == "items" and not isinf(least):
        what = f"differences of {shown(least, pair.unit)} or more"
        return [f"More {pair.over} alone will not do: even endless {pair.over} of these items find only {what}."]
    return []


def _clusters(pair: ItemBudget) -> str:
    effect = "" if pair.design_effect is None else f" (design effect {pair.design_effect:.2g})"
    needed = "" if pair.clusters_for is None or isinf(pair.clusters_for) else f": {pair.clusters_for:,.0f} clusters"
    here = f"The items come in {many(pair.clusters, 'cluster')}{effect}"
    return f"{here}; new items are planned in clusters of the same sizes{needed if pair.limit == 'items' else ''}."


def _cost(pair: ItemBudget) -> list[str]:
    if pair.cheapest is None:
        return []
    each = f" with {many(pair.cheapest.samples, pair.over.removesuffix('s'))} each" if pair.more_samples else ""
    plan = f"{many(f'{pair.cheapest.items:,}', 'item')}{each}"
    return [f"Cheapest new evaluation for that: {plan}, cost {_money(pair.cheapest.cost)}."]


def _money(cost: float) -> str:
    """Write a cost; from 100 on without a fraction."""
    return f"{cost:,.0f}" if cost >= 100 else f"{cost:.3g}"


def _here(pair: ItemBudget) -> str:
    points = pair.unit is Unit.POINTS
    found = f"{signed(100 * pair.estimate, '.1f')} points" if points else signed(pair.estimate, ".3g")
    better = {Decision.FIRST: pair.first, Decision.SECOND: pair.second}.get(pair.decision)
    decided = "not decided" if better is None else f"already decided, {better} is better"
    return f"Here: {pair.first} − {pair.second} = {found}, {p_words(pair.pvalue)}: {decided}."


def _noise(pair: ItemBudget) -> list[str]:
    unit = ", points" if pair.unit is Unit.POINTS else ""
    table = [("items", pair.omega), ("samples", pair.sigma)] if pair.more_samples else [("items", pair.total)]
    lines = [f"Noise of one item (standard deviation{unit}):"]
    for name, amount in table:
        lines += filled(amount.why, f"  {name:<9}{_sd(amount, pair):>8}  {amount.basis:<8}  ", " " * NOISE)
    if pair.tau.value is not None:
        lines += filled(pair.tau.why, f"  {'runs':<9}{_sd(pair.tau, pair):>8}  {pair.tau.basis:<8}  ", " " * NOISE)
    if pair.discordant is not None and pair.discordant.value is not None:
        return filled(f"Noise: {pair.discordant.why} ({percent(pair.discordant.value)}).")
    if not pair.more_samples:
        return lines
    beside = "that of items and samples" if pair.tau.value is not None else "both"
    return [*lines, *filled(f"More items reduce {beside}, more {pair.over} do not reduce that of items.")]


def _sd(amount: Amount, pair: ItemBudget) -> str:
    if amount.sd is None:
        return "-"
    return f"{100 * amount.sd:.2f}" if pair.unit is Unit.POINTS else f"{amount.sd:.3g}"


def _table(pair: ItemBudget) -> list[str]:
    unit = ", points" if pair.unit is Unit.POINTS else ""
    asked = f"(model; {pair.test}, level {pair.level:.3g}, power {pair.power:g}{unit})"
    if not pair.more_samples:
        cells = [(f"{step.items:,}", _difference(step.smallest, pair)) for step in pair.more_items]
        return [f"What more items give {asked}:", *_aligned(("items", "smallest\ndifference"), cells)]
    wished = shown(pair.difference, pair.unit)
    titles = [f"{pair.over}\nper item", f"smallest difference,\nthese {pair.items:,} items", f"items for\n{wished}"]
    rows = [_step(step, pair) for step in pair.more_samples]
    if any(step.cost is not None for step in pair.more_samples):
        titles.append("cost of\nthese")
    else:
        rows = [row[:3] for row in rows]
    return [f"What more {pair.over} give {asked}:", *_aligned(tuple(titles), rows)]


def _aligned(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    columns = {title: [row[at] for row in rows] for at, title in enumerate(titles)}
    above, below = aligned(columns, left=0)
    return [f"  {line}" for line in (*above, *below)]


def _step(step: SampleStep, pair: ItemBudget) -> tuple[str, ...]:
    samples = "endless" if isinf(step.samples) else f"{step.samples:.0f}"
    items = NONE if isinf(step.items_for) else f"{step.items_for:,.0f}"
    cost = "-" if step.cost is None or isinf(step.cost) else _money(step.cost)
    return samples, _difference(step.smallest, pair), items, cost


def _difference(value: float, pair: ItemBudget) -> str:
    if isinf(value):
        return NONE
    return f"{100 * value:.1f}" if pair.unit is Unit.POINTS else f"{value:.3g}"
