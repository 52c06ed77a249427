"""A paper as a page of Markdown: published numbers, reproduced numbers, what we found."""

from collections.abc import Sequence

from outperform.papers.agreement import Agreement, Cell, Verdict
from outperform.papers.paper import Paper

VERDICTS: tuple[Verdict, ...] = ("agrees", "differs", "not comparable")


def page_text(paper: Paper, tables: Sequence[Agreement], budget: str, seed: int) -> str:
    """Write the page; figures are linked as ``figures/PAPER-ID.svg``."""
    parts = [f"# {paper.slug}", paper.citation, *_found(paper, tables), _summary(tables)]
    if paper.left_open:
        parts += ["## What the text leaves open", "\n".join(f"- {words}" for words in paper.left_open)]
    for table in tables:
        parts += _table(paper, table)
    command = f"outperform paper {paper.slug} --budget {budget}"
    seconds = sum(table.seconds for table in tables)
    parts.append(f"Made by `{command}`, seed {seed}, in {seconds:.0f} s. Figures are drawn from the same numbers.")
    return "\n\n".join(parts) + "\n"


def _found(paper: Paper, tables: Sequence[Agreement]) -> list[str]:
    counts = ", ".join(f"{sum(table.count(verdict) for table in tables)} {_word(verdict)}" for verdict in VERDICTS)
    total = sum(len(table.cells) for table in tables)
    return ["## What we found", f"Of {total} cells: {counts}.", *([paper.found] if paper.found else [])]


def _word(verdict: Verdict) -> str:
    return {"agrees": "agree", "differs": "differ", "not comparable": "are not comparable"}[verdict]


def _summary(tables: Sequence[Agreement]) -> str:
    head = "| table or figure | | agrees | differs | not comparable | seconds |\n|---|---|---|---|---|---|"
    rows = [
        f"| [{table.id}](#{table.id}) | {table.title} | {' | '.join(str(table.count(verdict)) for verdict in VERDICTS)}"
        f" | {table.seconds:g} |"
        for table in tables
    ]
    return "\n".join([head, *rows])


def _table(paper: Paper, table: Agreement) -> list[str]:
    parts = [f"## {table.id}", f"{table.title} (p. {table.page})."]
    if table.panels is not None:
        parts.append(f"![{table.panels.caption}](figures/{paper.slug}-{table.id}.svg)\n\n*{table.panels.caption}*")
    head = "| | published | reproduced | se | z | |\n|---|---|---|---|---|---|"
    parts.append("\n".join([head, *(_row(cell) for cell in table.cells)]))
    if table.notes:
        parts.append("\n".join(f"- {words}" for words in table.notes))
    return parts


def _row(cell: Cell) -> str:
    z = "" if cell.z is None else f"{cell.z:+.1f}"
    said = f"{cell.verdict}: {cell.reason}" if cell.reason else cell.verdict
    numbers = " | ".join([_number(cell.published, cell.digits), _number(cell.obtained, cell.digits), _number(cell.se)])
    return f"| {_plain(cell.key)} | {numbers} | {z} | {_plain(said)} |"


def _number(value: float | str | None, digits: int = 4) -> str:
    if value is None:
        return ""
    return _plain(value) if isinstance(value, str) else f"{value:.{digits}g}"


def _plain(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
