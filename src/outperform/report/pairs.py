"""The judgements as rows that people read, for the page and for tables in papers."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Any

from outperform.comparison import Comparison
from outperform.core import Decision, Judgement
from outperform.report.names import p_short, scale_of

REPLICABLE = {
    "p_flip": "fresh runs that would decide otherwise",
    "p_flip_limit": "chance that endless repeats would",
    "pvalue_interval": "p-values of fresh runs",
    "repeats_needed": "repeats needed, by the replicability wanted",
}


@dataclass(frozen=True)
class PairRow:
    """One judgement in words and numbers that are ready to print."""

    first: str
    second: str
    metric: str
    unit: str
    estimate: str
    interval: str
    pvalue: str
    adjusted: str
    probabilities: str
    decision: str  # first, second, equal or open
    says: str
    wins: str
    by: str


def pair_rows(comparison: Comparison, verdicts: list[dict[str, Any]] | None = None) -> list[PairRow]:
    """Lay out every judgement; ``verdicts`` are the rows of its JSON."""
    verdicts = comparison.to_dict()["verdicts"] if verdicts is None else verdicts
    return [_row(judgement, verdict) for judgement, verdict in zip(comparison.judgements, verdicts, strict=True)]


def are_adjusted(rows: list[PairRow]) -> bool:
    """Tell whether there are several pairs, so that their p-values are adjusted."""
    return len({(row.first, row.second) for row in rows}) > 1 and any(row.adjusted for row in rows)


def _row(judgement: Judgement, verdict: dict[str, Any]) -> PairRow:
    scale, interval = scale_of(judgement), judgement.verdict.interval(judgement.level)
    sign = "+" if judgement.verdict.null == 0 else ""
    style = f"{sign}.1f" if scale.factor == 100 else f"{sign}{digits(judgement.verdict.estimate, *(interval or ()))}"
    shown = [] if interval is None else [format(scale.factor * end, style) for end in interval]
    masses = judgement.verdict.probabilities
    wins = [verdict.get(name) for name in ("wins", "ties", "losses")]
    return PairRow(
        first=judgement.first,
        second=judgement.second,
        metric=judgement.metric or "score",
        unit=scale.words,
        estimate=format(scale.factor * judgement.verdict.estimate, style),
        interval=" to ".join(shown) or "empty",
        pvalue=p_short(judgement.verdict.pvalue),
        adjusted="" if judgement.adjustment == "none" else p_short(judgement.pvalue_adjusted),
        probabilities="" if masses is None else " / ".join(f"{mass:.3f}" for mass in masses),
        decision=judgement.decision.value,
        says=_says(judgement),
        wins="" if None in wins else " / ".join(map(str, wins)),
        by=judgement.procedure or judgement.test,
    )


def digits(*values: float) -> str:
    """Choose one format for numbers that stand side by side: three digits of the largest.

    Examples
    --------
    >>> digits(-0.0102, -0.0259, 0.00553), digits(1.2, 34.5)
    ('.4f', '.1f')
    """
    largest = max((abs(value) for value in values if isfinite(value)), default=0.0)
    return f".{2 - floor(log10(largest))}f" if 1e-4 <= largest < 1e3 else ".3g"


def _says(judgement: Judgement) -> str:
    match judgement.decision:
        case Decision.FIRST:
            return f"{judgement.first} is better"
        case Decision.SECOND:
            return f"{judgement.second} is better"
        case Decision.EQUAL:
            return "equal in practice"
        case _:
            return "open"


def replicability_rows(verdicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Collect what the verdicts say of other partitions; empty where they say nothing."""
    return [
        {
            "first": verdict["first"],
            "second": verdict["second"],
            "metric": verdict.get("metric") or "score",
            "known": {words: _value(verdict.get(name)) for name, words in REPLICABLE.items()},
        }
        for verdict in verdicts
        if verdict.get("p_flip") is not None
    ]


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key.removeprefix('0')}: {_span(part, 'd')}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return _span([p_short(part) for part in value], "")
    if value is None:
        return ""
    return "under 0.1%" if value < 0.001 else f"{100 * value:.1f}%"


def _span(ends: Sequence[Any], form: str) -> str:
    """Write a range; an end that is not known lies beyond what is worth naming."""
    low, high = ("over 1000" if end is None else format(end, form) for end in ends)
    return low if low == high else f"{low} to {high}"
