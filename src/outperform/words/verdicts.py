"""Verdicts in plain words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outperform.core import Decision, FactorOrigin, Judgement, Parameter, Refusal, Scores, Unit
from outperform.core.adjust import adjustment_from
from outperform.words.notes import notes_words
from outperform.words.numbers import p_words

NAMED = 3  # pairs that a note names; of more it tells the number


def sentence(judgement: Judgement) -> str:
    """Return a judgement in one line: the decision first, then the evidence."""
    return f"{claim(judgement)} ({', '.join(evidence(judgement))})"


def claim(judgement: Judgement) -> str:
    """Return the decision alone."""
    metric = f" in {judgement.metric}" if judgement.metric else ""
    return f"{_decision(judgement)}{metric}{_by(judgement)}"


def short_claim(judgement: Judgement) -> str:
    """Return the decision in a cell of a table whose other cells name the pair."""
    match judgement.decision:
        case Decision.FIRST:
            return f"{judgement.first} is better"
        case Decision.SECOND:
            return f"{judgement.second} is better"
        case Decision.EQUAL:
            return "equal in practice"
        case _:
            return "open"


def means_line(scores: Scores) -> str:
    """Return what each learner scored on average, best first, and what it cost."""
    means = np.nanmean(scores.values, axis=(1, 2))
    order = np.argsort(-means, kind="stable")
    shown = ", ".join(f"{scores.learners[index]} {means[index]:.4g}" for index in order)
    splits = int(scores.values[0].size - np.isnan(scores.values[0]).sum())
    over = f" over {splits} splits" if splits > 1 else ""
    spent = "" if scores.seconds is None else f" ({scores.seconds.sum():.1f} s of fits)"
    return f"{'mean ' if splits > 1 else ''}{scores.metric}{over}: {shown}{spent}"


def notes_of(judgements: Sequence[Judgement]) -> list[str]:
    """List what there is to note, each thing once; what is not said of all judgements names whom it is said of."""
    said: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        for note in notes_words(judgement.notes):
            said.setdefault(note, []).append(judgement)
    metrics = len({judgement.metric for judgement in judgements})
    return [
        note if len(of) == len(judgements) else f"{_named(of, metrics=metrics > 1)}: {note}"
        for note, of in said.items()
    ]


def _named(judgements: Sequence[Judgement], *, metrics: bool) -> str:
    """Name some pairs, and their metric where there are several."""
    names = [f"{each.first} and {each.second}{f' in {each.metric}' if metrics else ''}" for each in judgements]
    more = [f"{len(names) - NAMED} more pairs"] if len(names) > NAMED + 1 else names[NAMED:]
    return "; ".join([*names[:NAMED], *more])


@dataclass(frozen=True)
class Scale:
    """What an estimate is counted in."""

    factor: float
    words: str


def scale_of(judgement: Judgement) -> Scale:
    """Count differences of shares in points of a hundred, all else as it is."""
    if not _is_difference(judgement):
        return Scale(1.0, parameter_words(judgement))
    words = f"difference in {judgement.metric or 'score'}"
    return Scale(100.0, f"{words}, points") if _in_points(judgement) else Scale(1.0, words)


def units_of(judgements: Sequence[Judgement]) -> list[str]:
    """List what the estimates are counted in, each once."""
    found = [f"{scale_of(j).words}{', first less second' if _is_difference(j) else ''}" for j in judgements]
    return list(dict.fromkeys(found))


def _in_points(judgement: Judgement) -> bool:
    """Return whether a difference is one of shares, which people read in points of a hundred."""
    return _is_difference(judgement) and judgement.unit is Unit.POINTS


def _number(judgement: Judgement, value: float) -> str:
    return f"{100 * value:.1f}" if _in_points(judgement) else f"{value:.4g}"


def _by(judgement: Judgement) -> str:
    if not _is_won(judgement):
        return ""
    unit = " points" if _in_points(judgement) else ""
    return f" by {_number(judgement, abs(judgement.verdict.estimate))}{unit}"


def _is_won(judgement: Judgement) -> bool:
    """Return whether one learner wins by a difference: then all numbers are told from its side."""
    return judgement.decision in (Decision.FIRST, Decision.SECOND) and _is_difference(judgement)


def _is_difference(judgement: Judgement) -> bool:
    """Return whether the estimate is a difference of the two, first less second."""
    return judgement.verdict.parameter.is_difference


def _decision(judgement: Judgement) -> str:
    first, second = judgement.first, judgement.second
    match judgement.decision:
        case Decision.FIRST:
            return f"{first} is better than {second}"
        case Decision.SECOND:
            return f"{second} is better than {first}"
        case Decision.EQUAL:
            return f"{first} and {second} are equal in practice"
        case _ if judgement.verdict.interval(judgement.level) is None:
            return f"no verdict on {first} and {second}, whose scores contradict every single difference"
        case _ if is_not_shown(judgement):
            return f"a difference between {first} and {second} is not shown"
        case _:
            return f"no evidence that {first} and {second} differ"


def evidence(judgement: Judgement) -> list[str]:
    """List what the decision stands on: estimate, interval, p-value, and by what it was judged."""
    verdict, hidden = judgement.verdict, is_not_shown(judgement)
    sure = f"{100 * (1 - judgement.level):g}% interval"
    parts = [f"{sure} {_span(judgement)}{' (not corrected)' if is_uncorrected(judgement) else ''}"]
    if not _is_won(judgement):
        parts.insert(0, _estimate(judgement))
    if verdict.probabilities is not None:
        parts.append("probabilities first/equal/second {:.3f}/{:.3f}/{:.3f}".format(*verdict.probabilities))
    else:
        parts.append(_p_value(judgement))
        if judgement.pvalue_adjusted is not None and judgement.pvalue_adjusted != verdict.pvalue and not hidden:
            parts.append(f"adjusted {p_words(judgement.pvalue_adjusted)}")
    return [*parts, *_stands(judgement), judgement.procedure or judgement.test]


def _p_value(judgement: Judgement) -> str:
    """Write the p-value, beside that of the usual threshold where it decides otherwise."""
    found = judgement.threshold
    if found is None or judgement.decision_nominal is judgement.decision:
        return p_words(judgement.verdict.pvalue)
    usual = f"{p_words(found.pvalue_nominal)} at the usual threshold"
    return usual if is_not_shown(judgement) else f"{p_words(judgement.verdict.pvalue)}, {usual}"


def is_not_shown(judgement: Judgement) -> bool:
    """Return whether a difference was found whose threshold could not be corrected."""
    return judgement.threshold is not None and judgement.threshold.origin is FactorOrigin.NOT_SHOWN


def is_uncorrected(judgement: Judgement) -> bool:
    """Return whether the interval lacks a factor that the procedure would correct it by."""
    found = judgement.threshold
    return found is not None and not found.corrected and not found.asked


def _stands(judgement: Judgement) -> list[str]:
    """Return how often fresh partitions would decide otherwise."""
    if isinstance(judgement.replicability, Refusal) or is_not_shown(judgement):
        return []
    share = judgement.replicability.p_flip
    alone = "before adjustment " if _is_of_own_p(judgement) else ""
    if share < 0.005:
        still = judgement.verdict.decide(judgement.level) is Decision.OPEN  # what is open stays so when adjusted
        return [f"{'' if still else alone}fresh partitions would decide the same"]
    but = "but " if share >= 0.1 else ""
    return [f"{but}{alone}about {100 * share:.0f}% of fresh partitions would decide otherwise"]


def _is_of_own_p(judgement: Judgement) -> bool:
    """Return whether the share refers to a p-value at the level where the decision goes by an adjusted one."""
    adjusted = judgement.pvalue_adjusted is not None and judgement.pvalue_adjusted != judgement.verdict.pvalue
    return adjusted and not adjustment_from(judgement.adjustment).shares_level


def are_adjusted(judgements: Sequence[Judgement]) -> bool:
    """Return whether there are several pairs, and their p-values are adjusted for that."""
    several = len({(judgement.first, judgement.second) for judgement in judgements}) > 1
    return several and any(j.pvalue_adjusted is not None and j.adjustment != "none" for j in judgements)


def before_adjustment(judgement: Judgement) -> str:
    """Return what the share of partitions that decide otherwise refers to, where there are several pairs."""
    shares = adjustment_from(judgement.adjustment).shares_level
    return "at its own level" if shares else "by its own p-value, before adjustment"


def adjustment_of(judgement: Judgement) -> str:
    """Name the way in which the p-values of several pairs were adjusted."""
    return adjustment_from(judgement.adjustment).method


def parameter_words(judgement: Judgement) -> str:
    """Name what the verdict is about; a metric is named as it was applied, with its parameters."""
    match judgement.verdict.parameter:
        case Parameter.EXPECTED_DIFFERENCE:
            return "expected difference"
        case Parameter.DIFFERENCE_OF_METRIC:
            items = None if judgement.scores is None else judgement.scores.items
            return f"difference of {judgement.metric if items is None else items.metric}"
        case parameter:
            return str(parameter.value)


def _estimate(judgement: Judgement) -> str:
    """Write the estimate: a difference with its direction, a share with its name."""
    if not _is_difference(judgement):
        return f"{parameter_words(judgement)} {judgement.verdict.estimate:.3g}"
    number = _number(judgement, judgement.verdict.estimate)
    return f"{judgement.first} - {judgement.second} {number}{' points' if _in_points(judgement) else ''}"


def _span(judgement: Judgement) -> str:
    interval = judgement.verdict.interval(judgement.level)
    if interval is None:
        return "empty"
    low, high = interval
    if _is_won(judgement) and judgement.decision is Decision.SECOND:
        low, high = -high, -low
    return f"{_number(judgement, low)} to {_number(judgement, high)}"
