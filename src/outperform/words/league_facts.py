"""What is known of one pair of a league: difference, evidence, a new data set, other leagues, fragile data sets."""

from collections.abc import Iterator
from math import isnan

from outperform.core import Decision, Interval, Judgement, Parameter, Unit
from outperform.words.data_notes import some_words
from outperform.words.league_pairs import (
    SPLITS,
    agreement,
    effect_style,
    expected_words,
    written_effect,
)
from outperform.words.numbers import many, p_short, shown
from outperform.words.pairs import Oriented, oriented
from outperform.words.replicability import rounded

NAMED = 5  # data sets that are named one by one
SHORT = 22  # letters of a name of a row


def league_fact_rows(judgement: Judgement, rope: float | None) -> Iterator[tuple[str, str]]:
    """Return what is known of one pair: a name and words for each fact."""
    seen = oriented(judgement)
    yield from _differences(seen)
    yield "p-value", _p_words(judgement)
    won, tied, lost = seen.wins
    yield "data sets", f"{seen.better} better on {won}, {seen.worse} on {lost}, tied on {tied}"
    yield from _new_dataset(seen)
    yield from _agreements(judgement)
    if judgement.fragility is not None:
        few = judgement.fragility
        found = "a difference would be found" if judgement.decision is Decision.OPEN else "it would not be significant"
        of = many(judgement.datasets, "data set")
        yield "fragility", f"without {few.datasets} of {of} ({some_words(few.names, NAMED)}) {found}"
    if seen.probabilities is not None:
        better, equal, worse = (f"{share:.2f}" for share in seen.probabilities)
        within = "" if not rope else f" (within {shown(rope, judgement.unit)})"
        parts = f"{seen.better} better {better}, practically equal{within} {equal}, {seen.worse} better {worse}"
        yield "probability", f"{parts}; this decides nothing"


def _differences(seen: Oriented) -> Iterator[tuple[str, str]]:
    """Write the mean difference, and what the test itself estimates where that is another number."""
    judgement, unit = seen.judgement, " points" if seen.judgement.unit is Unit.POINTS else ""
    label, style = f"{seen.better} − {seen.worse}", effect_style([seen])
    sure = f"{100 * (1 - judgement.level):g}% interval"
    if not isnan(seen.estimate):
        how = "by random effects" if judgement.effect.tau is not None else "over data sets"
        ends = seen.interval
        words = f"{written_effect(seen, seen.estimate, style)}{unit}"
        words += "" if ends is None else f", {sure} {_to(seen, ends, style)}"
        yield label if len(label) <= SHORT else "difference", f"{words} (mean {how})"
    own = judgement.verdict.estimate
    if judgement.verdict.parameter.is_difference and own != judgement.effect.estimate:
        ends = seen.ends(judgement.verdict.interval(judgement.level))
        words = f"{written_effect(seen, -own if seen.swapped else own, style)}{unit}"
        words += "" if ends is None else f", {sure} {_to(seen, ends, style)}"
        yield (
            "median",
            f"{words}{' (Hodges-Lehmann)' if judgement.verdict.parameter is Parameter.PSEUDO_MEDIAN else ''}",
        )


def _to(seen: Oriented, ends: Interval, style: str) -> str:
    return " to ".join(written_effect(seen, end, style) for end in ends)


def _p_words(judgement: Judgement) -> str:
    words = p_short(judgement.verdict.pvalue)
    changed = judgement.pvalue_adjusted is not None and judgement.pvalue_adjusted != judgement.verdict.pvalue
    return f"{words}, adjusted {p_short(judgement.pvalue_adjusted)}" if changed else words


def _new_dataset(seen: Oriented) -> Iterator[tuple[str, str]]:
    """Write what to expect of one new data set, and of as many as these, and how much of the spread is real."""
    effect, judgement = seen.judgement.effect, seen.judgement
    what = "true" if effect.tau is not None else "observed"
    expected = (
        ("new data set", f"{what} difference", effect.prediction),
        (f"next {many(judgement.datasets, 'data set')}", "mean difference", effect.prediction_mean),
    )
    for name, words, interval in expected:
        if interval is not None:
            yield name, f"{words} {expected_words(seen, interval)}, with about {100 * (1 - judgement.level):g} % chance"
    if effect.tau == 0:
        yield "between data sets", "nothing shows that the true difference varies between data sets (tau 0, I² 0 %)"
    elif effect.tau is not None and effect.i2 is not None:
        spread = f"true differences have a standard deviation of {shown(effect.tau, judgement.unit)} (tau)"
        yield (
            "between data sets",
            f"{spread}; {rounded(effect.i2)} of the variance is due to it (I²), the rest is noise",
        )


def _agreements(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write which shares of other splits, and of other pools of learners, agree."""
    if judgement.p_flip is not None:
        yield "other splits agree", f"{agreement(judgement.p_flip)} ({SPLITS}, not other data sets)"
    if judgement.p_flip_pool is not None:
        words = "leagues without some of the other learners"
        yield "other pools agree", f"{agreement(judgement.p_flip_pool)} ({words})"
