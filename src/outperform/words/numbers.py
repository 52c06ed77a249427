"""Numbers as people read them: p-values, differences in points, durations, ranges."""

import re
from collections.abc import Sequence
from math import floor, isfinite, isinf, log10

import numpy as np

from outperform.core import Floats, Unit

YEAR = 3.2e7  # seconds
DECIMALS = 4  # of a score, at most
UNKNOWN = "unknown"  # an end of an interval that excludes nothing


def p_words(pvalue: float | None) -> str:
    """Write a p-value as papers do.

    Examples
    --------
    >>> p_words(0.0432), p_words(0.00002)
    ('p = .043', 'p < .001')
    """
    if pvalue is None:
        return "p unknown"
    return "p < .001" if pvalue < 0.001 else f"p = {pvalue:.3f}".replace("= 0.", "= .")


def p_short(pvalue: float | None) -> str:
    """Write a p-value for a table.

    Examples
    --------
    >>> p_short(0.0432), p_short(0.00002), p_short(1.0), p_short(None)
    ('.043', '< .001', '1.000', '')
    """
    if pvalue is None:
        return ""
    return "< .001" if pvalue < 0.001 else f"{pvalue:.3f}".removeprefix("0")


def shown(value: float, unit: Unit) -> str:
    """Write a difference: shares in points of a hundred.

    Examples
    --------
    >>> shown(0.0123, Unit.POINTS), shown(12.3456, Unit.NONE)
    ('1.2 points', '12.3')
    """
    if unit is not Unit.POINTS:
        return f"{value:.3g}"
    points = f"{100 * value:.1f}" if abs(value) >= 0.001 else f"{100 * value:.2g}"
    return f"{points} {'point' if points == '1.0' else 'points'}"


def signed(value: float, style: str) -> str:
    """Write a difference with its sign; what rounds to nothing has none, and an end that is infinite is unknown.

    Examples
    --------
    >>> signed(1.64, ".1f"), signed(-0.31, ".1f"), signed(-0.01, ".1f"), signed(float("inf"), ".1f")
    ('+1.6', '−0.3', '0.0', 'unknown')
    """
    if isinf(value):
        return UNKNOWN
    words = format(value, style)
    if float(words) == 0:
        return words.removeprefix("-")
    return f"−{words[1:]}" if words.startswith("-") else f"+{words}"


def points_style(*values: float) -> str:
    """Choose one format for points of a hundred: one decimal, more where a value would round to nothing.

    Examples
    --------
    >>> points_style(1.6, -0.1), points_style(0.02, 1.0), points_style(0.0)
    ('.1f', '.2f', '.1f')
    """
    least = min((abs(value) for value in values if value and isfinite(value)), default=1.0)
    return ".1f" if least >= 0.05 else ".2f" if least >= 0.005 else ".3f"


def percent(share: float, style: str = ".1f") -> str:
    """Write a share.

    Examples
    --------
    >>> percent(0.9798)
    '98.0 %'
    """
    return f"{format(100 * share, style)} %"


def level_words(level: float) -> str:
    """Write a level as papers do.

    Examples
    --------
    >>> level_words(0.05), level_words(0.001)
    ('.05', '.001')
    """
    return f"{level:g}".removeprefix("0")


def duration(seconds: float) -> str:
    """Write seconds as people say them.

    Examples
    --------
    >>> duration(0.42), duration(75), duration(7300), duration(float("inf"))
    ('0.42 s', '75 s', '2.0 h', 'a year or more')
    """
    if seconds > YEAR:
        return "a year or more"
    if seconds < 120:
        return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def digits(*values: float) -> str:
    """Choose one format for numbers that stand side by side: three digits of the largest.

    Examples
    --------
    >>> digits(-0.0102, -0.0259, 0.00553), digits(1.2, 34.5), digits(1160.0)
    ('.4f', '.1f', '.0f')
    """
    largest = max((abs(value) for value in values if isfinite(value)), default=0.0)
    return f".{max(0, 2 - floor(log10(largest)))}f" if 1e-4 <= largest < 1e7 else ".3g"


def short_spec(spec: str) -> str:
    """Write a spec with no more than four digits behind a point, for people.

    Examples
    --------
    >>> short_spec("adaptive-t(factor=1.3887224341857842, fresh=20)")
    'adaptive-t(factor=1.3887, fresh=20)'
    """
    return re.sub(r"\d+\.\d{5,}(?![\de])", lambda found: f"{float(found[0]):.4f}", spec)


def reach_words(low: float, high: float, verb: str) -> str:
    """Return where numbers lie, after a verb for a range; where there is one number, that.

    Examples
    --------
    >>> reach_words(0.5, 2, "lie"), reach_words(1, 1, "lies")
    ('lie between 0.5 and 2', 'are all 1')
    """
    return f"are all {low:.4g}" if low == high else f"{verb} between {low:.4g} and {high:.4g}"


def span(low: object, high: object) -> str:
    """Write a range; an end that is not known lies beyond what is worth naming.

    Examples
    --------
    >>> span(3, 7), span(3, 3), span(3, None), span(None, None)
    ('3 to 7', '3', '3 to over 1000', 'over 1000')
    """
    ends = ["over 1000" if end is None else str(end) for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def many(number: object, word: str) -> str:
    """Write a number, or a range of numbers, of things.

    Examples
    --------
    >>> many(1, "row"), many(3, "row"), many("1 to 3", "row")
    ('1 row', '3 rows', '1 to 3 rows')
    """
    return f"{number} {word}{'' if str(number) == '1' else 's'}"


def decimals_of(values: Sequence[float] | Floats, most: int = DECIMALS) -> int:
    """Return the fewest decimals that lose nothing of these numbers, at most so many: .938 is not written .9380.

    Examples
    --------
    >>> decimals_of([0.938, 0.5]), decimals_of([0.938, 1 / 3]), decimals_of([12.0, float("nan")])
    (3, 4, 0)
    """
    known = np.asarray(values, dtype=np.float64)
    known = known[np.isfinite(known)]
    exact = (at for at in range(most) if np.all(np.abs(known - known.round(at)) <= 1e-9 * np.maximum(1, np.abs(known))))
    return next(exact, most)


def decimal_style(decimals: int | None, unit: Unit) -> str | None:
    """Return how differences and percentages are written, by the decimals of scores; None without a wish."""
    return None if decimals is None else f".{max(0, decimals - 2) if unit is Unit.POINTS else decimals}f"
