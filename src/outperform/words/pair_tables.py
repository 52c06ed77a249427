"""The numbers of pairs: a list for one pair, a table for several."""

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Any

from outperform.core import Decision, Judgement, Parameter
from outperform.words.document import Role, Span, TextTable
from outperform.words.items import fact_rows, flip_words
from outperform.words.league_pairs import effect_columns
from outperform.words.numbers import p_short, short_spec
from outperform.words.pairs import Oriented, oriented
from outperform.words.replicability import anew_of, noise_short, noise_words
from outperform.words.sequential import decided_cells
from outperform.words.verdicts import (
    agreeing_words,
    agreement_short,
    are_adjusted,
    counted_words,
    difference_words,
    interval_name,
    is_adjusted,
    is_not_shown,
    number_style,
    numbers_of,
    own_p_words,
    possible_words,
    scale_of,
    short_claim,
)

SHORT = 22  # letters of a name of a row


def fact_table(judgement: Judgement, *, named: bool) -> TextTable:
    """List the numbers of one pair and what else is known of it; ``named`` names the test."""
    test = [("test", short_spec(judgement.procedure or judgement.test))] if named else []
    rows = [*_differences(judgement), *_evidence(judgement), *_agreement(judgement), *fact_rows(judgement)]
    spans = spans_of([oriented(judgement)])
    drawn = (*(None for _ in test), *spans, *(None for _ in rows[1:])) if spans else ()
    return TextTable(Role.FACTS, ("", ""), (*test, *rows), words=2, spans=drawn)


def _differences(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write the difference, and who is right on the items that decide it where the test counts them."""
    seen = oriented(judgement)
    label = _label(seen) if judgement.verdict.parameter.is_difference else "estimate"
    yield label, difference_words(judgement, seen)
    counted = counted_words(judgement, seen) or flip_words(judgement, seen)
    if counted is not None:
        yield "items", counted


def _agreement(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write which share of other splits or runs agrees, what it is about, and the share of noise beside it."""
    share = agreement_short(judgement)
    if share is not None:
        anew, noise = anew_of([judgement]), noise_words(judgement)
        yield anew.agree, f"{share} ({anew.about}{own_p_words([judgement])})"
        if noise:
            yield "noise", noise


def _label(seen: Oriented) -> str:
    """Name whose difference it is, where the names are short."""
    label = f"{seen.better} − {seen.worse}"
    return label if len(label) <= SHORT else "difference"


def _evidence(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """Write the p-value, adjusted and without correction where these differ; of a posterior its probabilities."""
    seen, found = oriented(judgement), judgement.threshold
    if seen.probabilities is not None:
        better, equal, worse = (f"{share:.3f}" for share in seen.probabilities)
        yield "probability", f"{seen.better} better {better}, practically equal {equal}, {seen.worse} better {worse}"
        return
    words = p_short(judgement.verdict.pvalue)
    if is_adjusted(judgement):
        words += f", adjusted {p_short(judgement.pvalue_adjusted)}"
    if found is not None and judgement.decision_nominal is not judgement.decision:
        usual = f"{p_short(found.pvalue_nominal)} without the correction"
        words = usual if is_not_shown(judgement) else f"{words} ({usual})"
    yield "p-value", words
    if found is not None and found.factor_se is not None:
        yield "threshold", f"× {found.factor:.2f} ± {found.factor_se:.2f}, computed with {found.fits} fits per learner"


def pair_table(judgements: Sequence[Judgement], *, keep: bool, **more: Any) -> TextTable:
    """Make a table with a row per pair, or per test on one pair; ``keep`` keeps the order of the learners."""
    seen = [oriented(each, keep=keep) for each in judgements]
    labels = _labels(judgements, seen)
    numbers = _numbers(judgements, seen) if judgements[0].league is None else effect_columns(seen)
    columns = {**labels, "decision": [*map(short_claim, judgements)], **numbers}
    short = tuple(each.short for each in seen)
    return TextTable.of(Role.PAIRS, columns, len(labels) + 1, short=short, spans=spans_of(seen), **more)


def spans_of(seen: Sequence[Oriented]) -> tuple[Span | None, ...]:
    """Return the interval of each pair for a figure; nothing where not all are differences."""
    judgements = [each.judgement for each in seen]
    if not all(each.league is not None or each.verdict.parameter.is_difference for each in judgements):
        return ()
    ends = [each.interval or (each.estimate, each.estimate) for each in seen]
    return tuple(
        None if isnan(each.estimate) else Span(each.estimate, *both, clear=each.judgement.decision is not Decision.OPEN)
        for each, both in zip(seen, ends, strict=True)
    )


def legend(found: Sequence[Judgement]) -> str:
    """Return what the column of agreeing splits or runs of a table is; "" where there is none."""
    if not any(map(agreement_short, found)):
        return ""
    noise = "; noise: share of the variance of the difference that is noise between samples or runs"
    equal = "; no clear difference does not mean equal: the interval shows how large a difference may be"
    unclear = any(map(possible_words, found))
    return f"{agreeing_words(found)}{noise if any(map(noise_words, found)) else ''}{equal if unclear else ''}"


def _labels(found: Sequence[Judgement], seen: Sequence[Oriented]) -> dict[str, list[str]]:
    """Return what tells the rows apart: pairs, tests, or both."""
    tests = [short_spec(each.procedure or each.test) for each in found]
    pairs = [each.pair for each in seen]
    several_tests = len(set(tests)) > 1
    shown = {} if several_tests and len(set(pairs)) == 1 else {"pair": pairs}
    return {**shown, "test": tests} if several_tests else shown


def _numbers(found: Sequence[Judgement], seen: Sequence[Oriented]) -> dict[str, list[str]]:
    """Return the columns of numbers, by head."""
    columns: dict[str, list[str]] = {}
    both = list(zip(found, seen, strict=True))
    if all(each.verdict.parameter.is_difference for each in found):
        unit = ",\npoints" if scale_of(found[0]).factor == 100 else ""
        style = number_style(found)
        written = [numbers_of(*each, style) for each in both]
        sides = [[estimate for estimate, _ in written], [_bracketed(ends) for _, ends in written]]
        wide = [max(map(len, side)) for side in sides]
        cells = [f"{estimate:>{wide[0]}} {ends:>{wide[1]}}" for estimate, ends in zip(*sides, strict=True)]
        columns[f"difference{unit}\n[{_interval_head(found)}]"] = cells
    else:
        columns[_share_head(found)] = [" ".join(map(_bracketed, numbers_of(*each))) for each in both]
    if any(each.verdict.pvalue is not None for each in found):
        adjusted = are_adjusted(found)
        values = [each.pvalue_adjusted if adjusted else each.verdict.pvalue for each in found]
        columns["p,\nadjusted" if adjusted else "p"] = [p_short(value) for value in values]
    if any(each.probabilities is not None for each in seen):
        parts = [each.probabilities or () for each in seen]
        columns["probability\nbetter/equal\n/worse"] = ["/".join(f"{share:.2f}" for share in each) for each in parts]
    decided = decided_cells(found)
    if decided:
        columns["decided\nat item"] = decided
    agreed = [agreement_short(each) for each in found]
    if any(agreed):
        columns["\n".join(anew_of(found).agree.split())] = [words or "unknown" for words in agreed]
        if any(map(noise_words, found)):
            columns["noise"] = [noise_short(each) for each in found]
    return columns


def _share_head(found: Sequence[Judgement]) -> str:
    """Return the head of a column of shares; rows of different kinds are estimates of what their tests are about."""
    if {each.verdict.parameter for each in found} != {Parameter.SHARE_OF_DISCORDANT}:
        return "estimate"
    return f"share of discordant\nitems won\n[{_interval_head(found)}]"


def _interval_head(found: Sequence[Judgement]) -> str:
    """Name the intervals of a column, which are not adjusted for several pairs."""
    name = interval_name(found[0])
    if not are_adjusted(found):
        return name
    return name.replace("confidence sequence", "confidence\nsequence per pair").replace("interval", "per pair")


def _bracketed(ends: str) -> str:
    return f"[{ends.replace(' to ', ', ')}]" if " to " in ends else ends
