"""Verdicts in plain words."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from outperform.core import (
    Decision,
    FactorOrigin,
    Judgement,
    Note,
    NoteKind,
    Parameter,
    Reason,
    Refusal,
    Threshold,
    Unit,
)
from outperform.core.adjust import adjustment_from
from outperform.words.notes import note_words
from outperform.words.numbers import UNKNOWN, digits, p_short, p_words, points_style, shown, signed, span
from outperform.words.pairs import Oriented, oriented, shown_interval
from outperform.words.replicability import anew_of, is_unsteady, noise_words, rounded

NAMED = 3  # pairs that a note names; of more it gives the number


def sentence(judgement: Judgement) -> str:
    """Return a judgement in one line: the decision, then the evidence."""
    return f"{claim(judgement)} ({'; '.join(evidence(judgement))})"


def claim(judgement: Judgement) -> str:
    """Return the decision with its metric."""
    return claim_words(judgement).format(metric=in_metric(judgement.metric))


def in_metric(*metrics: str | None) -> str:
    """Return the words that name the metrics of a claim; "" where they have no names."""
    named = [metric for metric in metrics if metric]
    if not named:
        return ""
    return f" by {' and '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)}"


def claim_words(judgement: Judgement) -> str:
    """Return the decision as a sentence with a place for its metric: ``{metric}``."""
    seen = oriented(judgement)
    first, second = literal(seen.better), literal(seen.worse)
    match judgement.decision:
        case Decision.FIRST | Decision.SECOND:
            return f"{first} is better than {second}{{metric}}"
        case Decision.EQUAL:
            return f"{first} and {second} are practically equal{{metric}}"
        case _ if is_identical(judgement):
            return f"{first} and {second} have the same score on every split{{metric}}"
        case _:
            return f"No clear difference between {first} and {second}{{metric}}"


def is_identical(judgement: Judgement) -> bool:
    """Return whether two learners have the same scores on all of several splits."""
    scores = judgement.scores
    if judgement.items is not None or scores is None or scores.values[0].size < 2:
        return False
    return bool(np.array_equal(scores.values[0], scores.values[1], equal_nan=True))


def possible_words(judgement: Judgement) -> str:
    """Return how large a difference may still be where none is clear; "" where that is not the question.

    Fixed systems have margins for it.
    """
    seen = oriented(judgement)
    unclear = judgement.decision is Decision.OPEN and _is_difference(judgement) and not is_not_shown(judgement)
    if (
        judgement.items is not None
        or not unclear
        or seen.interval is None
        or not seen.interval[0] <= 0 <= seen.interval[1]
    ):
        return ""
    low, high = seen.interval
    if not (isfinite(low) and isfinite(high)) or low == high:
        return ""
    return (
        f"That is not equality: {seen.better} may be better by up to {shown(high, judgement.unit)},"
        f" or {seen.worse} by up to {shown(-low, judgement.unit)}"
    )


def nouns(judgements: Sequence[Judgement]) -> str:
    """Return what is compared: learners, or fixed systems on items."""
    return "systems" if any(map(_of_systems, judgements)) else "learners"


def _of_systems(judgement: Judgement) -> bool:
    """Return whether scores of items were judged; predictions of a test set are those of learners."""
    items = None if judgement.scores is None else judgement.scores.items
    return judgement.items is not None and (items is None or items.predictions is None)


def literal(name: str) -> str:
    """Write a name into a sentence that has places to fill."""
    return name.replace("{", "{{").replace("}", "}}")


def short_claim(judgement: Judgement) -> str:
    """Return the decision in a cell of a table whose other cells name the pair."""
    match judgement.decision:
        case Decision.FIRST:
            return f"{judgement.first} is better"
        case Decision.SECOND:
            return f"{judgement.second} is better"
        case Decision.EQUAL:
            return "practically equal"
        case _:
            return "no clear difference"


def notes_of(judgements: Sequence[Judgement], leave_out: Sequence[NoteKind] = ()) -> list[str]:
    """List the notes of judgements, each once; a note that does not concern all of them names its pairs."""
    by_words: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        notes = [note for note in judgement.notes if note.kind not in leave_out and not _is_single_test_set(note)]
        for words in dict.fromkeys(map(note_words, notes)):
            by_words.setdefault(words, []).append(judgement)
    metrics = len({judgement.metric for judgement in judgements})
    pairs = len({(judgement.first, judgement.second) for judgement in judgements})
    alone = pairs == metrics == 1  # several tests of one pair: a note names its test
    return [
        note if alone or len(of) == len(judgements) else f"{pairs_words(of, metrics=metrics > 1)}: {note}"
        for note, of in by_words.items()
    ]


def _is_single_test_set(note: Note) -> bool:
    """Return whether a note only says that there are no other splits, of one test set that the answer names."""
    return note.kind is NoteKind.STABILITY_UNKNOWN and note["reason"] is Reason.ONE_SPLIT


def pairs_words(judgements: Sequence[Judgement], *, metrics: bool) -> str:
    """Name some pairs, and their metric where there are several."""
    names = [f"{oriented(each).pair}{in_metric(each.metric) if metrics else ''}" for each in judgements]
    more = [f"{len(names) - NAMED} more pairs"] if len(names) > NAMED + 1 else names[NAMED:]
    return "; ".join(dict.fromkeys([*names[:NAMED], *more]))


@dataclass(frozen=True)
class Scale:
    """What an estimate is counted in."""

    factor: float
    words: str


def scale_of(judgement: Judgement) -> Scale:
    """Return the scale of an estimate: points of a hundred for a difference of shares, else the number itself."""
    if not _is_difference(judgement):
        return Scale(1.0, parameter_words(judgement))
    words = f"difference in {judgement.metric or 'score'}"
    return Scale(100.0, f"{words}, points") if _in_points(judgement) else Scale(1.0, words)


def units_of(judgements: Sequence[Judgement]) -> list[str]:
    """List what the estimates are counted in, each once."""
    found = [
        f"{scale_of(j).words}, first minus second"
        if _is_difference(j)
        else parameter_words(j, of=f"the first {nouns([j]).removesuffix('s')}")
        for j in judgements
    ]
    return list(dict.fromkeys(found))


def _in_points(judgement: Judgement) -> bool:
    """Return whether a difference is one of shares, which people read in points of a hundred."""
    return _is_difference(judgement) and judgement.unit is Unit.POINTS


def _is_difference(judgement: Judgement) -> bool:
    """Return whether the estimate is a difference of the two scores."""
    return judgement.verdict.parameter.is_difference


def evidence(judgement: Judgement, *, steady: bool = True) -> list[str]:
    """List what the decision stands on: difference, interval, p-value, stability across splits, test.

    ``steady=False`` leaves p-value and stability out, where a sentence of its own says both.
    """
    seen = oriented(judgement)
    known = [*_p_values(judgement, seen), *_agreement(judgement)] if steady else []
    return [
        difference_words(judgement, seen),
        *known,
        judgement.procedure or judgement.test,
    ]


def difference_words(judgement: Judgement, seen: Oriented) -> str:
    """Write the difference with sign and unit, and its interval."""
    unit = " points" if _in_points(judgement) else ""
    estimate, interval = numbers_of(judgement, seen)
    if is_not_shown(judgement):
        return f"{estimate}{unit} (no interval without the correction)"
    what = "" if _is_difference(judgement) else f"{parameter_words(judgement, of=seen.better)} "
    words = f"{what}{estimate}{unit}, {interval_name(judgement)} {interval}"
    return f"{words} (not corrected)" if is_uncorrected(judgement) else words


def counted_words(judgement: Judgement, seen: Oriented) -> str | None:
    """Return who is right on the items that only one gets right; None for a test that does not count them."""
    wins, losses = (getattr(judgement.verdict, name, None) for name in ("wins", "losses"))
    counted = Parameter.DIFFERENCE_OF_ACCURACIES, Parameter.SHARE_OF_DISCORDANT
    if judgement.verdict.parameter not in counted or wins is None or losses is None:
        return None
    if not wins + losses:
        return "both are right on exactly the same items"
    won = losses if seen.swapped else wins
    if wins + losses == 1:
        return f"they differ on one item, which only {seen.better if won else seen.worse} gets right"
    return f"of the {wins + losses} items that only one gets right, {seen.better} gets {won}"


def interval_name(judgement: Judgement) -> str:
    """Name the interval by what it covers."""
    name = "confidence sequence" if judgement.verdict.anytime else "interval"
    return f"{100 * (1 - judgement.level):g}% {name}"


def numbers_of(judgement: Judgement, seen: Oriented, style: str | None = None) -> tuple[str, str]:
    """Write estimate and interval with the same number of decimals, without a unit."""
    ends = seen.interval or ()
    if not _is_difference(judgement):
        low_high = " to ".join(f"{end:.2f}" for end in ends)
        return f"{seen.estimate:.2f}", low_high or "empty"
    style = style or number_style([judgement])
    estimate, *both = (signed(scale_of(judgement).factor * value, style) for value in (seen.estimate, *ends))
    return estimate, UNKNOWN if seen.unbounded else " to ".join(both) or "empty"


def number_style(judgements: Sequence[Judgement]) -> str:
    """Choose one format for the differences of judgements that stand below each other."""
    if all(map(_in_points, judgements)):
        return points_style(*(100 * each.verdict.estimate for each in judgements))
    return digits(*(value for j in judgements for value in (j.verdict.estimate, *(shown_interval(j) or ()))))


def _p_values(judgement: Judgement, seen: Oriented) -> list[str]:
    """Write the p-value, adjusted and without correction where these differ; of a posterior its probabilities."""
    verdict, found = judgement.verdict, judgement.threshold
    if seen.probabilities is not None:
        shares = [f"{share:.3f}" for share in seen.probabilities]
        return [
            f"probability that {seen.better} is better {shares[0]}, practically equal {shares[1]}, worse {shares[2]}"
        ]
    words = p_words(verdict.pvalue)
    if is_adjusted(judgement) and not is_not_shown(judgement):
        words += f" (adjusted {p_short(judgement.pvalue_adjusted)})"
    if found is None or judgement.decision_nominal is judgement.decision:
        return [words]
    usual = f"{p_words(found.pvalue_nominal)} without the correction"
    return [usual] if is_not_shown(judgement) else [words, usual]


def is_adjusted(judgement: Judgement) -> bool:
    """Return whether the p-value was adjusted for several pairs, and changed by that."""
    return judgement.pvalue_adjusted is not None and judgement.pvalue_adjusted != judgement.verdict.pvalue


def is_not_shown(judgement: Judgement) -> bool:
    """Return whether a difference was found whose threshold could not be corrected."""
    return judgement.threshold is not None and judgement.threshold.origin is FactorOrigin.NOT_SHOWN


def is_uncorrected(judgement: Judgement) -> bool:
    """Return whether the interval lacks a factor that the procedure would correct it by."""
    found = judgement.threshold
    return found is not None and not found.corrected and not found.asked


def is_raised(threshold: Threshold) -> bool:
    """Return whether a factor of a threshold, as it is printed, makes the standard error larger."""
    return threshold.factor is not None and round(threshold.factor, 2) > 1


def factor_words(threshold: Threshold) -> str:
    """Write a factor with its standard error."""
    noise = "" if threshold.factor_se is None else f" ± {threshold.factor_se:.2f}"
    return f"{threshold.factor:.2f}{noise}"


def agreement_short(judgement: Judgement) -> str | None:
    """Write which share of other splits, or other runs, would give the same decision; None where nobody knows.

    Examples: "> 99 %", "97 %".
    """
    if isinstance(judgement.replicability, Refusal) or is_not_shown(judgement):
        return None
    share = judgement.replicability.p_flip
    return "> 99 %" if share < 0.005 else f"{100 * (1 - share):.0f} %"


def agreeing_words(judgements: Sequence[Judgement]) -> str:
    """Return what a column of agreeing splits, or runs, is."""
    anew = anew_of(judgements)
    return f"{anew.agree}: share of {anew.what} (not {anew.not_new}) with the same decision{own_p_words(judgements)}"


def own_p_words(judgements: Sequence[Judgement]) -> str:
    """Return that the share of agreeing splits is about p-values before adjustment, where it is."""
    return " by the p-value before adjustment" if any(map(is_of_own_p, judgements)) else ""


def unsteady_words(judgements: Sequence[Judgement]) -> list[str]:
    """Return on which of several pairs a difference was found that many other splits, or other runs, would not find."""
    unsteady = [each for each in judgements if each.decision in (Decision.FIRST, Decision.SECOND) and is_unsteady(each)]
    if not unsteady:
        return []
    shares = [each.p_flip for each in unsteady if each.p_flip is not None]
    least, most = (rounded(share).removesuffix(" %") for share in (min(shares), max(shares)))
    what = anew_of(unsteady).what if unsteady[0].league is None else "other random splits of these data sets"
    names = pairs_words(unsteady, metrics=len({each.metric for each in judgements}) > 1)
    return [f"But about {span(least, most)}% of {what} would decide otherwise on {names}."]


def _agreement(judgement: Judgement) -> list[str]:
    """Return in words how many other splits, or other runs, would give the same decision."""
    share = agreement_short(judgement)
    if share is None:
        return []
    alone = ", before adjustment" if is_of_own_p(judgement) else ""
    noise = noise_words(judgement)
    told = f"{share} of {anew_of([judgement]).what} would give the same decision{alone}"
    return [f"{told} ({noise})" if noise else told]


def is_of_own_p(judgement: Judgement) -> bool:
    """Return whether the share of agreeing splits refers to a p-value before its adjustment."""
    return is_adjusted(judgement) and not adjustment_from(judgement.adjustment).shares_level


def are_adjusted(judgements: Sequence[Judgement]) -> bool:
    """Return whether there are several pairs, and their p-values are adjusted for that."""
    several = len({(judgement.first, judgement.second) for judgement in judgements}) > 1
    return several and any(j.pvalue_adjusted is not None and j.adjustment != "none" for j in judgements)


def before_adjustment(judgement: Judgement) -> str:
    """Return what the share of agreeing splits refers to, where there are several pairs."""
    shares = adjustment_from(judgement.adjustment).shares_level
    return "at the pair's own level" if shares else "by the pair's own p-value, before adjustment"


def adjustment_of(judgement: Judgement) -> str:
    """Name the way in which the p-values of several pairs were adjusted."""
    return adjustment_from(judgement.adjustment).method


def parameter_words(judgement: Judgement, of: str = "the first") -> str:
    """Name what the verdict is about; a metric is named as it was applied, with its parameters."""
    match judgement.verdict.parameter:
        case Parameter.EXPECTED_DIFFERENCE:
            return "expected difference"
        case Parameter.DIFFERENCE_OF_METRIC:
            items = None if judgement.scores is None else judgement.scores.items
            metric = None if items is None else items.metric
            return f"difference of {metric or judgement.metric or 'scores'}"
        case Parameter.SHARE_OF_SPLITS if of != "the first":
            return f"share of splits that {of} wins"
        case Parameter.SHARE_OF_DISCORDANT if of != "the first":
            return f"share of discordant items that {of} wins"
        case parameter:
            return str(parameter.value)
