"""The judgements as rows that people read, for the page and for tables in papers."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.comparison import Comparison
from outperform.core import InputError, Judgement, Parameter, Refusal, Unit
from outperform.core.adjust import adjustment_from
from outperform.ranking.own_levels import own_levels
from outperform.words.numbers import decimal_style, level_words, p_short, percent
from outperform.words.pairs import Oriented, oriented
from outperform.words.replicability import known_words
from outperform.words.verdicts import adjustment_of, is_uncorrected, numbers_of, short_claim

SHARES = {
    Parameter.SHARE_OF_SPLITS: "share of splits won",
    Parameter.SHARE_OF_DISCORDANT: "share of discordant items won",
}

POINTS = "difference, points"


@dataclass(frozen=True)
class PairRow:
    """One judgement in words and numbers that are ready to print, from the side of the learner named first."""

    first: str
    second: str
    pair: str
    metric: str
    quantity: str  # what the estimate is, with its unit: the head of its column
    estimate: str
    interval: str
    pvalue: str
    adjusted: str
    probabilities: str
    decision: str  # first, second, equal or open, as the judgement has it
    says: str
    wins: str
    by: str


def seen(comparison: Comparison, judgement: Judgement) -> Oriented:
    """Return a judgement with the better learner first; of several pairs, a baseline stays second."""
    return oriented(judgement, keep=keeps_order(comparison))


def pair_level(comparison: Comparison, judgement: Judgement) -> float:
    """Return the level that a pair's own p-value is held against, with the other pairs of its metric as they are.

    Examples
    --------
    >>> from outperform import judge
    >>> scores = {"a": [0.91, 0.92, 0.93], "b": [0.81, 0.83, 0.8], "c": [0.5, 0.6, 0.4]}
    >>> judged = judge(scores, "kfold-t")  # p = .012, .020, .024: the first must pass Holm's first step, at .05/3
    >>> [round(pair_level(judged, each), 3) for each in judged]
    [0.017, 0.05, 0.05]
    """
    family = [each for each in comparison.judgements if each.metric == judgement.metric and each.test == judgement.test]
    pvalues = [each.verdict.pvalue for each in family]
    known = [p for p in pvalues if p is not None]
    if len(known) < max(2, len(pvalues)):
        return judgement.level
    pairs = [(each.first, each.second) for each in family]
    levels = own_levels(adjustment_from(judgement.adjustment), np.array(known), pairs, judgement.level)
    return float(levels[family.index(judgement)])


def own_level_words(level: float) -> str:
    """Write the level of one of several pairs, which is a fraction of a round number.

    Examples
    --------
    >>> own_level_words(0.05 / 3), own_level_words(0.05)
    ('.0167', '.05')
    """
    return level_words(float(f"{level:.3g}"))


def level_note(comparison: Comparison, judgement: Judgement) -> str:
    """Return why a pair's own p-value is held against another level; "" where it is not."""
    own = pair_level(comparison, judgement)
    if own == judgement.level:
        return ""
    pairs = sum(each.metric == judgement.metric for each in comparison.judgements)
    rule = adjustment_of(judgement)
    levels = f"{own_level_words(own)}, not {level_words(judgement.level)} ({rule})"
    return f"One of {pairs} pairs: its own p-value is held against {levels}."


def keeps_order(comparison: Comparison) -> bool:
    """Return whether a baseline stays second, as on a terminal: where there are several pairs with it."""
    return comparison.baseline is not None and len({(each.first, each.second) for each in comparison.judgements}) > 1


def check_pairs(comparison: Comparison, argument: str) -> None:
    """Raise InputError where there is no pair to show, such as for one system alone."""
    if not comparison.judgements:
        names = ", ".join(comparison.scores[0].learners)
        raise InputError(argument, f"needs two systems to compare, but there is one: {names}")


def pair_rows(
    comparison: Comparison,
    verdicts: list[dict[str, Any]] | None = None,
    *,
    keep: bool = False,
    digits: int | None = None,
) -> list[PairRow]:
    """Lay out every judgement; ``verdicts`` are the rows of its JSON, ``keep`` keeps the order of every pair.

    ``digits`` are decimals of scores; differences in points have two fewer.
    """
    verdicts = comparison.to_dict()["verdicts"] if verdicts is None else verdicts
    return [
        _row(judgement, oriented(judgement, keep=True) if keep else seen(comparison, judgement), verdict, digits)
        for judgement, verdict in zip(comparison.judgements, verdicts, strict=True)
    ]


def quantity(judgement: Judgement) -> str:
    """Name what the estimate is, with its unit, in a few words for the head of a column."""
    if not judgement.verdict.parameter.is_difference:
        return SHARES[judgement.verdict.parameter]
    if judgement.unit is Unit.POINTS:
        return POINTS
    return f"difference in {judgement.metric or 'score'}"


def _row(judgement: Judgement, side: Oriented, verdict: dict[str, Any], digits: int | None) -> PairRow:
    estimate, interval = _numbers(judgement, side, decimal_style(digits, judgement.unit))
    wins = [verdict.get(name) for name in ("wins", "ties", "losses")]
    counts = [] if None in wins or sum(map(int, wins)) < 2 else wins  # type: ignore[arg-type]
    return PairRow(
        first=side.better,
        second=side.worse,
        pair=side.pair,
        metric=judgement.metric or "score",
        quantity=quantity(judgement),
        estimate=estimate,
        interval=interval + (" (not corrected)" if is_uncorrected(judgement) else ""),
        pvalue=p_short(judgement.verdict.pvalue),
        adjusted="" if judgement.adjustment == "none" else p_short(judgement.pvalue_adjusted),
        probabilities="" if side.probabilities is None else " / ".join(f"{mass:.3f}" for mass in side.probabilities),
        decision=judgement.decision.value,
        says=short_claim(judgement),
        wins=" / ".join(map(str, reversed(counts) if side.swapped else counts)),
        by=judgement.procedure or judgement.test,
    )


def _numbers(judgement: Judgement, side: Oriented, style: str | None) -> tuple[str, str]:
    """Write an estimate and its interval: shares in percent, differences with their sign."""
    if judgement.verdict.parameter.is_difference:
        return numbers_of(judgement, side, style)
    return percent(side.estimate), " to ".join(map(percent, side.interval or ())) or "empty"


def replicability_rows(comparison: Comparison, verdicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Collect how other splits, or other runs, would decide each pair; empty where no verdict can estimate it."""
    rows: list[dict[str, Any]] = [
        {
            "pair": seen(comparison, judgement).pair,
            "metric": judgement.metric or "score",
            "known": known_words(verdict, judgement.replicability.over),
        }
        for judgement, verdict in zip(comparison.judgements, verdicts, strict=True)
        if verdict.get("p_flip") is not None and not isinstance(judgement.replicability, Refusal)
    ]
    told = dict.fromkeys(name for row in rows for name, value in row["known"].items() if value)
    return [row | {"known": {name: row["known"].get(name, "") for name in told}} for row in rows]
