"""Long names, cut in the middle so that a table fits on a terminal."""

from collections.abc import Mapping, Sequence

from outperform.words.lines import WIDTH, aligned

CUT = "…"
LEAST = 12  # letters that a name keeps
INDENT = "  "


def named_lines(columns: Mapping[str, Sequence[str]], names: str) -> list[str]:
    """Align columns below their heads; where a line would be too long, the names in one of them are cut."""
    made = _lines(columns)
    over = max(map(len, made)) - WIDTH
    if over <= 0:
        return made
    cut = cut_names(columns[names], max(map(len, columns[names])) - over)
    return _lines({**columns, names: cut})


def _lines(columns: Mapping[str, Sequence[str]]) -> list[str]:
    heads, rows = aligned(columns, left=1)
    return [f"{INDENT}{line}" for line in (*heads, *rows)]


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
