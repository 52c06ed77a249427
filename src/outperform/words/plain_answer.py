"""What an answer means, in two sentences for somebody who is no statistician."""

from collections.abc import Sequence
from math import isfinite, isnan
from typing import TYPE_CHECKING

from outperform.core import Decision, Interval, Judgement, Reason, Refusal, Unit
from outperform.words.headlines import best_learner
from outperform.words.league_pairs import LIKE_THESE
from outperform.words.numbers import digits, many, points_style
from outperform.words.pairs import Oriented, oriented
from outperform.words.replicability import ANEW
from outperform.words.verdicts import is_not_shown, nouns

if TYPE_CHECKING:
    from outperform.comparison.league_result import League
    from outperform.comparison.result import Comparison

SAME = 0.995  # share of other splits from which all but none agree
CHANCE = 0.2  # p-value up to which the chance is worth a number


def plain_comparison(comparison: "Comparison") -> list[str]:
    """Return two sentences: who is better by how much, or what is still possible; and what would change it.

    Of several metrics they are about the first.
    """
    table, baseline = comparison.scores[0], comparison.baseline
    judgements = [each for each in comparison.judgements if each.metric == table.metric]
    name = baseline or best_learner(table)
    return _answer(judgements, name, table.metric, nouns(judgements), against=baseline is not None)


def plain_league(league: "League") -> list[str]:
    """Return two sentences: who is better by how much, or what is still possible; and what more data would say."""
    name = league.baseline or league.standings[0].learner
    return _answer(league.judgements, name, league.table.metric, "learners", against=league.baseline is not None)


def _answer(judgements: Sequence[Judgement], name: str, metric: str | None, noun: str, *, against: bool) -> list[str]:
    if len({(each.first, each.second) for each in judgements}) == 1:
        return [_of_pair(judgements[0], metric), _again(judgements[0], judgements)]
    claimed = [each for each in judgements if name in (each.first, each.second)]
    near, words = _of_several(claimed, name, metric, noun, against=against)
    return [words, _again(near, claimed)]


def _of_pair(judgement: Judgement, metric: str | None) -> str:
    seen = oriented(judgement)
    if judgement.decision is Decision.EQUAL:
        return f"{seen.better} and {seen.worse} are practically equal{_range(seen)}."
    if judgement.decision is Decision.OPEN:
        return f"These scores do not tell which of the two is better: {_possible(seen, metric)}."
    by = f" by about {_amount(seen, [seen.estimate], metric)}" if _has_size(seen) else ""
    return f"{seen.better} is better than {seen.worse}{by}{_range(seen)}{_sure(seen)}."


def _of_several(
    mine: Sequence[Judgement], name: str, metric: str | None, noun: str, *, against: bool
) -> tuple[Judgement, str]:
    """Return the pair that limits the answer, and the answer about one of several: the best, or the baseline."""
    leads = [(_lead(each, name), each) for each in mine]
    won = [each for lead, each in leads if _winner(each) == name]
    lost = [each for lead, each in leads if _winner(each) not in (None, name)]
    nearest = min((pair for pair in leads if not isnan(pair[0])), key=lambda pair: abs(pair[0]), default=leads[0])[1]
    seen = oriented(nearest)
    other = seen.worse if seen.better == name else seen.better
    if len(won) == len(mine):
        size = f": its smallest lead, over {other}, is about {_amount(seen, [seen.estimate], metric)}"
        size = f"{size}{_range(seen)}" if _has_size(seen) else ""
        return nearest, f"{name} is better than {'both' if len(mine) == 2 else f'all {len(mine)}'} other {noun}{size}."
    if against:
        parts = [
            f"{len(lost)} better",
            f"{len(won)} worse",
            f"{len(mine) - len(lost) - len(won)} not clearly different",
        ]
        return (
            nearest,
            f"Of {len(mine)} {noun} against {name}, {', '.join(parts[:2])} and {parts[2]}: {_nearest(seen, metric)}.",
        )
    if not won:
        return (
            nearest,
            f"{name} has the highest score, but is not shown to be better than any other: {_nearest(seen, metric)}.",
        )
    shown = f"{name} has the highest score and is shown to be better than {len(won)} of {many(len(mine), 'other')}"
    open_pairs = [(lead, each) for lead, each in leads if each not in won]
    nearest = min(open_pairs, key=lambda pair: abs(pair[0]))[1]
    return nearest, f"{shown}; {_nearest(oriented(nearest), metric)}."


def _nearest(seen: Oriented, metric: str | None) -> str:
    return f"between {seen.better} and {seen.worse}, {_possible(seen, metric)}"


def _lead(judgement: Judgement, name: str) -> float:
    seen = oriented(judgement)
    return seen.estimate if seen.better == name else -seen.estimate


def _winner(judgement: Judgement) -> str | None:
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def _has_size(seen: Oriented) -> bool:
    """Return whether the estimate is a difference of scores."""
    return seen.judgement.league is not None or seen.judgement.verdict.parameter.is_difference


def _ends(seen: Oriented) -> Interval | None:
    """Return the interval of the difference from the side of the better one; None where nothing is known of it."""
    interval = seen.interval
    return interval if interval is not None and all(map(isfinite, interval)) and _has_size(seen) else None


def _range(seen: Oriented) -> str:
    ends = _ends(seen)
    return "" if ends is None else f" (plausibly {_amount(seen, ends, None)})"


def _possible(seen: Oriented, metric: str | None) -> str:
    """Return how large a difference may be for either side."""
    ends = _ends(seen)
    if ends is None:
        return "any difference is still possible"
    low, high = ends
    first, second = _written(seen, [high, -low])
    if low < 0 < high and float(first) > 0 < float(second):
        unit = _unit(seen, metric)
        return (
            f"a lead of up to {first}{unit} for {seen.better}, or of up to {second} for {seen.worse}, is still possible"
        )
    return f"a difference of {_amount(seen, ends, metric)} is plausible, but not shown"


def _amount(seen: Oriented, values: Sequence[float], metric: str | None) -> str:
    """Write a difference, or the ends of a range, in points of the metric or in its own unit."""
    return f"{' to '.join(_written(seen, values))}{_unit(seen, metric)}".replace("-", "−")


def _written(seen: Oriented, values: Sequence[float]) -> list[str]:
    points = seen.judgement.unit is Unit.POINTS
    known = [100 * value + 0.0 if points else value for value in values]
    style = points_style(*known) if points else digits(*known)
    return [format(value, style) for value in known]


def _unit(seen: Oriented, metric: str | None) -> str:
    if seen.judgement.unit is Unit.POINTS:
        return f" points of {metric}" if metric else " points"
    return f" in {metric}" if metric else ""


def _sure(seen: Oriented) -> str:
    """Return how rare such a difference is by chance alone, or how probable it is that one is better."""
    judgement = seen.judgement
    if judgement.verdict.pvalue is None and seen.probabilities is not None:
        return f"; the probability that it is better is {100 * seen.probabilities[0]:.0f} %"
    p = judgement.verdict.pvalue
    if p is None or p > CHANCE or is_not_shown(judgement):
        return ""
    times = "less than once in 1,000" if p < 0.001 else f"about once in {_round(1 / p):,}"
    return f"; if the two were equally good, so clear a difference would appear {times} times"


def _round(count: float) -> int:
    """Round to two digits, or one from 100 on."""
    places = 0 if count < 20 else 1 if count < 100 else 2
    return int(round(count, -places))


def _again(near: Judgement, judgements: Sequence[Judgement]) -> str:
    """Return what other splits, other runs or another league would say: of several pairs the least certain one."""
    if near.league is not None:
        return _other_league(near)
    known = [
        (each.redraws.p_flip, each.redraws.over, each) for each in judgements if not isinstance(each.redraws, Refusal)
    ]
    if not known and isinstance(near.redraws, Refusal):
        reason = near.redraws.reason.value
        splits = near.items is None or near.redraws.reason is Reason.ONE_SPLIT
        return f"How {'other random splits' if splits else 'reruns'} would decide is unknown: {reason}."
    p_flip, over, least = max(known, key=lambda each: each[0])
    anew = ANEW[over]
    same = "almost all" if p_flip <= 1 - SAME else f"about {100 * (1 - p_flip):.0f} of 100"
    pair = oriented(least)
    of_known = " for which this is known" if len(known) < len(judgements) else ""
    where = f" on {pair.better} and {pair.worse}, the least certain pair{of_known}" if len(known) > 1 else ""
    same = f"{same[:1].upper()}{same[1:]} {anew.what} would decide the same{where}"
    return f"{same}; that says nothing about {anew.not_new}."


def _other_league(judgement: Judgement) -> str:
    """Return what as many new data sets would show, and else what other splits of these would decide."""
    seen = oriented(judgement)
    ends = seen.ends(judgement.effect.prediction_mean)
    if ends is not None and all(map(isfinite, ends)):
        turns = " and may be 0 or turn round" if ends[0] <= 0 <= ends[1] else ""
        lead = f"the mean lead of {seen.better} over {seen.worse} would lie between"
        low_high = _amount(seen, ends, None).replace(" to ", " and ", 1)
        return f"On as many {LIKE_THESE}, {lead} {low_high}{turns}."
    if judgement.p_flip is not None:
        share = f"about {100 * (1 - judgement.p_flip):.0f} of 100 other random splits of them would decide the same"
        return f"What other data sets would show is unknown; {share}."
    return "What other data sets would show is unknown."
