"""Long names, cut in the middle so that a table fits on a terminal."""

from collections.abc import Sequence

CUT = "…"
LEAST = 12  # letters that a name keeps


def cut_names(names: Sequence[str], most: int) -> list[str]:
    """Cut names in the middle to at most so many letters; names that would become the same stay whole.

    Examples
    --------
    >>> cut_names(["gpt", "a-very-long-name-of-a-model-v1", "a-very-long-name-of-a-model-v2"], 14)
    ['gpt', 'a-very-…del-v1', 'a-very-…del-v2']
    """
    cut = [_short(name, max(LEAST, most)) for name in names]
    return [short if cut.count(short) == 1 else name for name, short in zip(names, cut, strict=True)]


def _short(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}{CUT}{name[-end:]}"
