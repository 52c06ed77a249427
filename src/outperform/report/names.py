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


def _bare(name: str) -> str:
    """Drop the modules of a scikit-learn class, which say nothing new."""
    head, bracket, rest = name.partition("(")
    return f"{head.rpartition('.')[2]}{bracket}{rest}" if head.startswith(MODULE) else name
