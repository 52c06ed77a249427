"""Names and numbers as people read them: short names that stay apart, differences in points."""

from collections.abc import Iterable
from dataclasses import dataclass

from outperform.comparison.words import parameter_words
from outperform.core import Judgement, Unit

MODULE = "sklearn."


def short_names(names: Iterable[str], limit: int = 22) -> dict[str, str]:
    """Shorten names to a length that fits a figure, so that no two become the same.

    Examples
    --------
    >>> list(short_names(["nb", "sklearn.svm.SVC(C=1)"]).values())
    ['nb', 'SVC(C=1)']
    >>> list(short_names(["a long name", "a long nose"], 6).values())
    ['a … 1', 'a … 2']
    """
    given = list(dict.fromkeys(names))
    bare = [_bare(name) for name in given]
    cut = [name if len(name) <= limit else f"{name[: limit - 1]}…" for name in bare]
    shown = {}
    for number, (name, words) in enumerate(zip(given, cut, strict=True)):
        twins = [index for index, other in enumerate(cut) if other == words]
        mark = f"… {twins.index(number) + 1}"
        shown[name] = words if len(twins) == 1 else f"{words[: max(1, limit - len(mark) - 1)].rstrip()} {mark}"
    return shown


def _bare(name: str) -> str:
    """Drop the modules of a scikit-learn class, which say nothing new."""
    head, bracket, rest = name.partition("(")
    return f"{head.rpartition('.')[2]}{bracket}{rest}" if head.startswith(MODULE) else name


@dataclass(frozen=True)
class Scale:
    """What a difference is counted in."""

    factor: float
    words: str


def scale_of(judgement: Judgement) -> Scale:
    """Count differences of shares in points of a hundred, all else as it is."""
    if not judgement.verdict.parameter.is_difference:
        return Scale(1.0, parameter_words(judgement))
    metric = judgement.metric or "score"
    if judgement.unit is Unit.POINTS:
        return Scale(100.0, f"difference in {metric}, points")
    return Scale(1.0, f"difference in {metric}")


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
