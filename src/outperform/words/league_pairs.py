"""The numbers of a league's pairs in a table, seen from the better learner."""

from collections.abc import Sequence
from math import isnan

from outperform.core import Interval, Judgement, Unit
from outperform.words.numbers import digits, many, p_short, points_style, signed
from outperform.words.pairs import Oriented
from outperform.words.replicability import rounded
from outperform.words.verdicts import are_adjusted

SPLITS = "other random splits of these data sets"
LIKE_THESE = "new data sets like these"


def agreement(p_flip: float | None) -> str:
    """Write which share decides the same; "" where nobody knows.

    Examples
    --------
    >>> agreement(0.031), agreement(0.001), agreement(None)
    ('97 %', '> 99 %', '')
    """
    if p_flip is None:
        return ""
    return "> 99 %" if p_flip < 0.005 else f"{100 * (1 - p_flip):.0f} %"


def flip_share(p_flip: float | None) -> str:
    """Write which share decides otherwise; "" where nobody knows. It is drawn or modelled, so that none is not 0 %.

    Examples
    --------
    >>> flip_share(0.031), flip_share(0.0), flip_share(None)
    ('3 %', 'under 1 %', '')
    """
    if p_flip is None:
        return ""
    return rounded(p_flip) if p_flip else "under 1 %"


def mean_words(found: Sequence[Judgement]) -> str:
    """Name the mean over data sets that the differences of pairs are."""
    if any(each.effect.tau is not None for each in found):
        return "mean by random effects: data sets with precise scores count more"
    return "mean over data sets"


def legend_words(found: Sequence[Judgement]) -> str:
    """Return what the columns of a table of pairs are."""
    said = ["place: the best and the worst that are possible after these decisions"]
    said.append(f"difference: the first minus the second, a {mean_words(found)}")
    if any(each.probabilities is not None for each in found):
        said.append("probability: that the first is better, practically equal or worse (it decides nothing)")
    same = "with the same decision"
    if any(each.p_flip is not None for each in found):
        said.append(f"other splits agree: share of {SPLITS} (not other data sets) {same}")
    if any(each.effect.prediction_mean is not None for each in found):
        sure = f"{100 * (1 - found[0].level):g}% prediction interval"
        said.append(
            f"mean of next: where the difference would lie on as many {LIKE_THESE}, that is, of the same source"
            f" ({sure} per pair)"
        )
    if any(each.p_flip_pool is not None for each in found):
        said.append(f"other pools agree: share of leagues without some of the other learners {same}")
    return "; ".join(said)


def effect_columns(seen: Sequence[Oriented]) -> dict[str, list[str]]:
    """Return the columns of numbers of a league's pairs, by head."""
    first = seen[0].judgement
    style, unit = effect_style(seen), ",\npoints" if first.unit is Unit.POINTS else ""
    adjusted = are_adjusted([each.judgement for each in seen])
    written = [_bare(each, style) for each in seen]
    wide = [max(map(len, side)) for side in zip(*written, strict=True)]
    per = f"{100 * (1 - first.level):g}% {'per pair' if len(seen) > 1 else 'interval'}"
    columns = {f"difference{unit}\n[{per}]": [f"{one:>{wide[0]}} {ends:>{wide[1]}}" for one, ends in written]}
    values = [each.judgement.pvalue_adjusted if adjusted else each.judgement.verdict.pvalue for each in seen]
    columns["p,\nadjusted" if adjusted else "p"] = [p_short(value) for value in values]
    if any(each.probabilities is not None for each in seen):
        parts = [each.probabilities or () for each in seen]
        columns["probability\nbetter/equal\n/worse"] = ["/".join(f"{share:.2f}" for share in each) for each in parts]
    more = {
        "other\nsplits\nagree": [agreement(each.judgement.p_flip) for each in seen],
        f"mean of next\n{next_datasets([each.judgement for each in seen])}": [
            ends_cell(each, each.judgement.effect.prediction_mean, style) for each in seen
        ],
        "other\npools\nagree": [agreement(each.judgement.p_flip_pool) for each in seen],
    }
    return columns | {head: [cell or "unknown" for cell in cells] for head, cells in more.items() if any(cells)}


def effect_style(seen: Sequence[Oriented]) -> str:
    """Choose one format for the differences of pairs that stand below each other."""
    known = [each.estimate for each in seen if not isnan(each.estimate)]
    if seen[0].judgement.unit is Unit.POINTS:
        return points_style(*(100 * each for each in known))
    ends = [end for each in seen for end in each.interval or ()]
    return digits(*known, *ends)


def _bare(seen: Oriented, style: str) -> tuple[str, str]:
    """Write the difference and its interval without a unit."""
    if isnan(seen.estimate):
        return "unknown", ""
    return written_effect(seen, seen.estimate, style), ends_cell(seen, seen.judgement.effect.interval, style)


def ends_cell(seen: Oriented, interval: Interval | None, style: str) -> str:
    """Write an interval of the difference in a cell of a table; "" where there is none."""
    ends = seen.ends(interval)
    return "" if ends is None else f"[{', '.join(written_effect(seen, end, style) for end in ends)}]"


def next_datasets(found: Sequence[Judgement]) -> str:
    """Name the data sets that a prediction is about: as many as a pair has."""
    counts = {each.datasets for each in found}
    return many(next(iter(counts)), "data set") if len(counts) == 1 else "data sets"


def written_effect(seen: Oriented, value: float, style: str) -> str:
    """Write a difference with its sign, without a unit; shares in points of a hundred."""
    return signed((100 if seen.judgement.unit is Unit.POINTS else 1) * value, style)


def expected_words(seen: Oriented, interval: Interval) -> str:
    """Write where a difference is expected, with its unit."""
    unit = " points" if seen.judgement.unit is Unit.POINTS else ""
    low, high = (written_effect(seen, end, effect_style([seen])) for end in seen.ends(interval) or interval)
    return f"between {low} and {high}{unit}"
