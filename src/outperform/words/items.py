"""What is known of a pair of fixed systems on items, and where systems stand, for a terminal and a notebook."""

from collections.abc import Iterator
from math import isfinite, isinf

import numpy as np

from outperform.core import Judgement, Refusal, Scores
from outperform.words.data_notes import some_words
from outperform.words.numbers import many, percent, shown, signed, span
from outperform.words.pairs import Oriented, oriented
from outperform.words.sequential import look_rows
from outperform.words.verdicts import interval_name, number_style, scale_of

IDS = 5  # items that are named one by one
TARGET = "0.95"  # of the shares of agreeing reruns, the one that a terminal shows


def items_words(table: Scores) -> str:
    """Write how many items and samples there are.

    Examples
    --------
    >>> from outperform.core import Items
    >>> items_words(Scores(("a",), None, np.ones((1, 1, 1)), items=Items(row_scores=np.ones((1, 5, 198)))))
    '198 items, 5 samples each'
    """
    items = table.items
    if items is None:
        return ""
    words = many(items.size, "item")
    if items.weights is not None and items.traits.weighted:
        words += f" with weights {items.weights.min():.4g} to {items.weights.max():.4g}"
    if items.row_scores is not None and items.row_scores.shape[1] > 1:
        counts = (~np.isnan(items.row_scores)).sum(axis=1)
        words += f", {many(span(counts.min(), counts.max()), 'run' if items.runs else 'sample')} each"
    clusters = items.traits.clusters
    return words if clusters is None else f"{words}, {many(clusters, 'cluster')}"


def flip_words(judgement: Judgement, seen: Oriented) -> str | None:
    """Return on how many items each system is better; None for a metric without a score per item."""
    flips = None if judgement.items is None else judgement.items.flips
    if flips is None:
        return None
    better, worse = (flips.second, flips.first) if seen.swapped else (flips.first, flips.second)
    found = f"{seen.better} better on {better}, {seen.worse} on {worse}, tied on {flips.tied}"
    return f"{found} (not weighted)" if is_weighted(judgement) else found


def is_weighted(judgement: Judgement) -> bool:
    """Return whether some items count more than others."""
    items = None if judgement.scores is None else judgement.scores.items
    return items is not None and items.traits.weighted


def fact_rows(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write what is known of a pair beside the verdict: looks, fragility, margin, the next items, samples needed."""
    facts = judgement.items
    if facts is None:
        return
    yield from look_rows(judgement)
    if facts.fragility is not None:
        few, ids = facts.fragility, facts.fragility.ids
        named = f" ({some_words(ids, IDS)})" if ids else ""
        found = f"without {few.items} of {many(facts.items, 'item')}{named} the difference would not be significant"
        yield "fragility", found
    yield from (("" if number else "margin", words) for number, words in enumerate(margin_words(judgement)))
    if facts.prediction is not None:
        low, high = _ends(judgement, facts.prediction, oriented(judgement))
        unit = " points" if scale_of(judgement).factor == 100 else ""
        sure = f"{100 * (1 - judgement.level):g} %"
        yield f"next {many(facts.items, 'item')}", f"a difference between {low} and {high}{unit}, with {sure} chance"
    needed = None if facts.samples_needed is None else facts.samples_needed.get(TARGET)
    stand = judgement.replicability
    if needed is not None and not isinstance(stand, Refusal) and stand.p_flip > 1 - float(TARGET):
        each = "runs" if stand.over == "runs" else "samples"
        agree = f"so that {percent(float(TARGET), '.0f')} of pairs of reruns give the same decision"
        yield f"{each} needed", f"{span(*needed)} per item instead of {facts.samples}, {agree}"


def margin_words(judgement: Judgement) -> Iterator[str]:
    """Return whether the first is shown to be not worse, and both to be equal, within the margin."""
    facts = judgement.items
    if facts is None or facts.margin is None:
        return
    first, second, margin = judgement.first, judgement.second, shown(facts.margin, judgement.unit)
    lower, upper = facts.margin_bound, facts.margin_bound_upper
    if facts.not_worse is not None:
        found = f"{_shown(found=facts.not_worse)}{one_sided_words(judgement, lower)}"
        yield f"{first} not worse than {second} by more than {margin}: {found}"
    if facts.equivalent is not None:
        found = f"{_shown(found=facts.equivalent)}{one_sided_words(judgement, lower, upper)}"
        yield f"{first} and {second} differ by less than {margin}: {found}"
    yield from losers_words(judgement)


def losers_words(judgement: Judgement) -> Iterator[str]:
    """Return how rare a loss may be so that it is not among these items."""
    facts = judgement.items
    if facts is not None and facts.losers_unseen is not None and facts.items is not None:
        rare, units = percent(facts.losers_unseen, ".2g"), "items" if facts.clusters is None else "clusters"
        seen = many(facts.items if facts.clusters is None else facts.clusters, units.removesuffix("s"))
        yield f"a loss on fewer than {rare} of all {units} may not be among these {seen}"


def one_sided_words(judgement: Judgement, *bounds: float | None) -> str:
    """Write the one-sided bounds that decide, of the first minus the second."""
    known = [bound for bound in bounds if bound is not None]
    if not known or len(known) < len(bounds):
        return ""
    unit = " points" if scale_of(judgement).factor == 100 else ""
    ends = " and ".join("none" if isinf(bound) else written(judgement, bound) for bound in known)
    name = "bound" if len(known) == 1 else "bounds"
    kind = "guaranteed one-sided" if judgement.items is not None and judgement.items.guarantee else "one-sided"
    return f" ({kind} {100 * (1 - judgement.level):g}% {name} {ends}{unit if any(map(isfinite, known)) else ''})"


def _shown(*, found: bool) -> str:
    return "shown" if found else "not shown"


def _ends(judgement: Judgement, ends: tuple[float, float], seen: Oriented) -> list[str]:
    """Write the ends of an interval of a difference, from the side of the better system."""
    low, high = (-ends[1], -ends[0]) if seen.swapped else ends
    return [written(judgement, end) for end in (low, high)]


def written(judgement: Judgement, value: float) -> str:
    """Write a difference with the sign and the decimals of the judgement's own."""
    return signed(scale_of(judgement).factor * value, number_style([judgement]))


def interval_head(judgement: Judgement) -> str:
    """Name a column of differences with their interval."""
    unit = ", points" if scale_of(judgement).factor == 100 else ""
    return f"difference{unit} [{interval_name(judgement)}]"
