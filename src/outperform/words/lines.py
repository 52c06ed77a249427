"""Text in lines: filled paragraphs and aligned tables."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

WIDTH = 80
KEPT = "\N{NO-BREAK SPACE}"  # where a line does not end


def filled(words: str, first: str = "", then: str = "", width: int = WIDTH) -> list[str]:
    """Break a text into lines, never inside a name or at a no-break space.

    Examples
    --------
    >>> filled("one two three", then="  ", width=9)
    ['one two', '  three']
    """
    lines = wrap(
        words.replace(" %", f"{KEPT}%").replace(" × ", f"{KEPT}×{KEPT}"),
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(KEPT, " ") for line in lines]


def aligned(columns: Mapping[str, Sequence[str]], left: int) -> tuple[list[str], list[str]]:
    r"""Align columns below their heads, which may have several lines; the first ``left`` columns are words.

    Returns the lines of the heads and those of the rows.

    Examples
    --------
    >>> heads, rows = aligned({"pair": ["a – b", "a – c"], "points,\nmean": ["+1.0", "−10.0"]}, left=1)
    >>> print("\n".join([*heads, *rows]))
           points,
    pair      mean
    a – b     +1.0
    a – c    −10.0
    """
    heads = [name.split("\n") for name in columns]
    tall = max(map(len, heads))
    above = list(zip(*([""] * (tall - len(head)) + head for head in heads), strict=True))
    below = list(zip(*columns.values(), strict=True))
    wide = [max(len(row[at]) for row in (*above, *below)) for at in range(len(columns))]

    def line(cells: Sequence[str]) -> str:
        placed = (
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(cells, wide, strict=True))
        )
        return "  ".join(placed).rstrip()

    return [line(row) for row in above], [line(row) for row in below]
