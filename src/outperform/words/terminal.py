"""A document on a terminal: blocks of lines, 80 columns wide unless a name is longer."""

from collections.abc import Iterator, Mapping, Sequence

from outperform.visible import visible
from outperform.words.document import Document, TextTable
from outperform.words.lines import KEPT, WIDTH, aligned, filled
from outperform.words.pairs import SHORT

INDENT = "  "
GAP = "   "  # between the two columns of a list
CUT = "…"
LEAST = 12  # letters that a name keeps


def terminal(document: Document) -> str:
    """Write a document in lines; blocks have an empty line between them."""
    sentence = document.sentence.replace("p = ", f"p{KEPT}={KEPT}").replace("p < ", f"p{KEPT}<{KEPT}")
    legends = dict.fromkeys(table.legend for table in document.tables if table.legend)
    blocks = [
        filled(f"read as: {document.read_as}", then=INDENT) if document.read_as else [],
        filled(sentence),
        _hanging(document.cautions),
        filled(" · ".join(part.replace(" ", KEPT) for part in document.where)),
        *(list(table_lines(table)) for table in document.tables),
        *(filled(legend, INDENT, INDENT) for legend in legends),
        *map(filled, document.closing),
        _hanging(document.notes),
    ]
    return visible("\n\n".join("\n".join(lines) for lines in blocks if lines))


def _hanging(notes: Sequence[str]) -> list[str]:
    return [line for words in notes for line in filled(words, then=INDENT)]


def table_lines(table: TextTable) -> Iterator[str]:
    """Write a table with its title above and what follows from it below."""
    if table.title:
        yield f"{table.title}:"
    if not table.words:
        yield from _aligned_lines(table.columns, 0)
    elif len(table.heads) == 2:
        yield from _list_lines(table)
    elif table.words > 1:
        yield from _pair_lines(table)
    else:
        yield from _named_lines(table.columns)
    for words in table.below:
        yield from filled(words, INDENT, INDENT)


def _list_lines(table: TextTable) -> Iterator[str]:
    """Write a table of two columns without heads: a name and its number, or a name and words that may take lines."""
    names, texts = zip(*table.rows, strict=True)
    if table.words == 1:
        right = max(map(len, texts))
        names = tuple(cut_names(names, WIDTH - right - len(INDENT) - len(GAP)))
        texts = tuple(text.rjust(right) for text in texts)
    wide = max(map(len, names))
    for name, text in zip(names, texts, strict=True):
        first, then = (f"{INDENT}{word:<{wide}}{GAP}" for word in (name, ""))
        yield from [f"{first}{text}"] if table.words == 1 else filled(text, first, then)


def _named_lines(columns: Mapping[str, Sequence[str]]) -> list[str]:
    """Align columns below their heads; where a line would be too long, the names in the first are cut."""
    lines = _aligned_lines(columns, 1)
    over = max(map(len, lines)) - WIDTH
    if over <= 0:
        return lines
    head, names = next(iter(columns.items()))
    return _aligned_lines({**columns, head: cut_names(names, max(map(len, names)) - over)}, 1)


def _pair_lines(table: TextTable) -> Iterator[str]:
    """Write a table of pairs; where it is too wide, decisions lose their names, then names have lines of their own."""
    columns, decision = table.columns, table.heads[table.words - 1]
    for cells in (columns[decision], table.short):
        lines = _aligned_lines({**columns, decision: cells}, table.words)
        if max(map(len, lines)) <= WIDTH:
            yield from lines
            yield from [f"{INDENT}{SHORT}"] if cells is table.short else []
            return
    labels = [columns.pop(head) for head in table.heads[: table.words - 1]]
    heads, rows = aligned({**columns, decision: table.short}, left=1)
    yield from (f"{INDENT}{INDENT}{line}" for line in heads)
    for names, line in zip(zip(*labels, strict=True), rows, strict=True):
        yield from filled(", ".join(names), INDENT, INDENT)
        yield f"{INDENT}{INDENT}{line}"
    yield f"{INDENT}{SHORT}"


def _aligned_lines(columns: Mapping[str, Sequence[str]], words: int) -> list[str]:
    heads, rows = aligned(columns, left=words)
    return [f"{INDENT}{line}" for line in (*heads, *rows)]


def cut_names(names: Sequence[str], most: int) -> list[str]:
    """Cut names in the middle to at most so many letters; names that would become the same stay whole.

    Examples
    --------
    >>> cut_names(["gpt", "a-very-long-name-of-a-model-v1", "a-very-long-name-of-a-model-v2"], 14)
    ['gpt', 'a-very-…del-v1', 'a-very-…del-v2']
    """
    most = max(LEAST, most)
    end = (most - 1) // 2
    cut = [name if len(name) <= most else f"{name[: most - 1 - end]}{CUT}{name[-end:]}" for name in names]
    return [short if cut.count(short) == 1 else name for name, short in zip(names, cut, strict=True)]
