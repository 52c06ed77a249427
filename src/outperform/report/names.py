"""Short names that stay apart."""

from collections.abc import Iterable

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


def middle_names(names: Iterable[str], limit: int = 22) -> dict[str, str]:
    """Shorten names in the middle, so that the same names have the same short ones in whatever order they come.

    Examples
    --------
    >>> list(middle_names(["nb", "sklearn.svm.SVC(C=1, gamma=0.5)", "sklearn.svm.SVC(C=1, gamma=0.7)"], 12).values())
    ['nb', 'SVC(C=…=0.5)', 'SVC(C=…=0.7)']
    >>> list(middle_names(["twin, with a long way to b", "twin, by a long way to b"], 10).values())
    ['twi… 2', 'twi… 1']
    """
    given = list(dict.fromkeys(names))
    cut = {name: _cut(_bare(name), limit) for name in given}
    shown = {}
    for name in given:
        twins = sorted(other for other in given if cut[other] == cut[name])
        mark = f"… {twins.index(name) + 1}"
        shown[name] = cut[name] if len(twins) == 1 else f"{_bare(name)[: max(1, limit - len(mark) - 4)]}{mark}"
    return shown


def _cut(name: str, limit: int) -> str:
    end = (limit - 1) // 2
    return name if len(name) <= limit else f"{name[: limit - 1 - end]}…{name[-end:]}"


def _bare(name: str) -> str:
    """Drop the modules of a scikit-learn class, which say nothing new."""
    head, bracket, rest = name.partition("(")
    return f"{head.rpartition('.')[2]}{bracket}{rest}" if head.startswith(MODULE) else name
