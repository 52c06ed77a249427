"""The judgements as rows that people read, for the page and for tables in papers."""

from dataclasses import dataclass
from typing import Any

from outperform.comparison import Comparison
from outperform.core import Judgement
from outperform.words.numbers import digits, p_short
from outperform.words.replicability import known_words
from outperform.words.verdicts import is_uncorrected, scale_of, short_claim


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
        interval=(" to ".join(shown) or "empty") + (" (not corrected)" if is_uncorrected(judgement) else ""),
        pvalue=p_short(judgement.verdict.pvalue),
        adjusted="" if judgement.adjustment == "none" else p_short(judgement.pvalue_adjusted),
        probabilities="" if masses is None else " / ".join(f"{mass:.3f}" for mass in masses),
        decision=judgement.decision.value,
        says=short_claim(judgement),
        wins="" if None in wins else " / ".join(map(str, wins)),
        by=judgement.procedure or judgement.test,
    )


def replicability_rows(verdicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Collect what the verdicts say of other partitions; empty where they say nothing."""
    return [
        {
            "first": verdict["first"],
            "second": verdict["second"],
            "metric": verdict.get("metric") or "score",
            "known": known_words(verdict),
        }
        for verdict in verdicts
        if verdict.get("p_flip") is not None
    ]
