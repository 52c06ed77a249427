"""When a decision fell, where a test looked at the items one by one, and what its confidence sequence covers."""

from collections.abc import Iterator, Sequence

from outperform.core import Decision, Judgement, LookOrder, Parameter, SequentialFacts
from outperform.words.numbers import many, p_words, percent

ORDERS = {
    LookOrder.RANDOM: "in random order (seed {seed})",
    LookOrder.AS_THEY_COME: "in the order in which they came",
}


def decided_words(judgement: Judgement) -> str:
    """Return at which item the decision fell, as a sentence without its end; "" for a test that looks once."""
    facts = facts_of_looks(judgement)
    if facts is None:
        return ""
    if facts.decided_at is None:
        return f"No decision fell within {many(facts.looked_at, 'item')}"
    return f"The decision fell at item {facts.decided_at} of {facts.looked_at}"


def decided_cells(judgements: Sequence[Judgement]) -> list[str]:
    """Return a column of the items at which decisions fell; [] where no test looked at the items one by one."""
    found = [facts_of_looks(each) for each in judgements]
    if not any(found):
        return []
    return ["" if each is None else str(each.decided_at or "none") for each in found]


def look_rows(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write what is known of the looks at a pair: what the sequence covers, the e-value, when the decision fell."""
    facts = facts_of_looks(judgement)
    if facts is None:
        return
    yield "covers", covers_words(judgement)
    yield "e-value", f"{evalue_words(facts.evalue)} after {many(facts.looked_at, 'item')}"
    seed = 0 if judgement.scores is None else judgement.scores.seed
    order = ORDERS[facts.order].format(seed=seed)
    if facts.decided_at is None:
        yield "decided", f"not within {many(facts.looked_at, 'item')}, {order}"
    else:
        yield "decided", f"at item {facts.decided_at} of {facts.looked_at}, {order}"


def covers_words(judgement: Judgement) -> str:
    """Return what the confidence sequence covers, and what it does not."""
    what = "the difference of the mean scores"
    if judgement.verdict.parameter is Parameter.SHARE_OF_DISCORDANT:
        what = "the share of discordant items won, not the difference of the accuracies"
    sure = percent(1 - judgement.level, "g")
    return f"{what}; at all looks together with at least {sure} chance"


def facts_of_looks(judgement: Judgement) -> SequentialFacts | None:
    """Return what is known of the looks at a pair; None for a test that looks once."""
    return None if judgement.items is None else judgement.items.sequential


def evalue_words(evalue: float) -> str:
    """Write an e-value.

    Examples
    --------
    >>> evalue_words(26.8125), evalue_words(0.0731), evalue_words(1.2e9), evalue_words(1e300)
    ('26.8', '0.0731', '1.2e+09', 'over 1e+300')
    >>> evalue_words(2828.9)
    '2,829'
    """
    if evalue >= 1e300:
        return "over 1e+300"
    return f"{evalue:,.0f}" if 100 <= evalue < 1e6 else f"{evalue:.3g}"


def monitor_words(names: tuple[str, str], decision: Decision, decided_at: int | None, numbers: Sequence[float]) -> str:
    """Return what is known of a running evaluation in one sentence; numbers are items, p-value and e-value."""
    first, second = names
    items, pvalue, evalue = numbers
    told = f"({many(int(items), 'item')}, {p_words(pvalue)}, e-value {evalue_words(evalue)})"
    if decided_at is None:
        return f"No decision yet between {first} and {second} {told}"
    better, worse = (first, second) if decision is Decision.FIRST else (second, first)
    return f"{better} is better than {worse}: the decision fell at item {decided_at} {told}"
