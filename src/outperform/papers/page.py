"""A paper as a page of Markdown: published numbers, reproduced numbers, what we found."""

from collections.abc import Sequence

from outperform.papers.agreement import Agreement, Cell, TableFit
from outperform.papers.paper import Paper
from outperform.papers.score import OUTCOMES, RIGHT, headline, score_rows

MOST_LISTED = 12  # names of rows that were not run
RULE = (
    "A number differs if it is more than three standard errors of the difference from the printed one (Monte Carlo "
    "errors of both, and rounding). Else it agrees; it is undecided where three standard errors exceed what the paper "
    "itself would call a difference, which the notes of each table name. A claim holds or fails if what was measured "
    "is three standard errors on the right or the wrong side of the bound in its row; else it is undecided. The "
    "chi-squared of a table takes its numbers as independent; tests that share runs are not quite, so its p is a guide."
)


def page_text(paper: Paper, tables: Sequence[Agreement], budget: str, seed: int) -> str:
    """Write the page; figures are linked as ``figures/PAPER-ID.svg``."""
    parts = [f"# {paper.slug}", paper.citation, *_found(paper, tables), _summary(tables), RULE]
    if paper.left_open:
        parts += ["## What the text leaves open", _points(paper.left_open)]
    for table in tables:
        parts += _table(paper, table)
    command = f"outperform paper {paper.slug} --budget {budget}"
    seconds = sum(table.seconds for table in tables)
    parts.append(f"Made by `{command}`, seed {seed}, in {seconds:.0f} s. Figures are drawn from the same numbers.")
    return "\n\n".join(parts) + "\n"


def _found(paper: Paper, tables: Sequence[Agreement]) -> list[str]:
    said = headline(tables)
    parts = ["## What we found", f"{said[0].upper()}{said[1:]}.", _score(tables)]
    return [*parts, _points(paper.found)] if paper.found else parts


def _points(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {words}" for words in sentences)


def _score(tables: Sequence[Agreement]) -> str:
    head = ["| | " + " | ".join(OUTCOMES) + " |", "|---" * (1 + len(OUTCOMES)) + "|"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in score_rows(tables))])


def _summary(tables: Sequence[Agreement]) -> str:
    numbers, claims = "numbers: agree / differ / undecided", "claims: hold / fail / undecided"
    heads = ("table or figure", "", numbers, claims, "derived", "rms z", "seconds")
    head = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    return "\n".join([*head, *(f"| {' | '.join(_summed(table))} |" for table in tables)])


def _summed(table: Agreement) -> tuple[str, ...]:
    numbers = [table.count(verdict, "number") for verdict in ("agrees", "differs", "undecided")]
    claims = [table.count(verdict, "claim") for verdict in ("holds", "fails", "undecided")]
    counts = [" / ".join(map(str, each)) if any(each) else "" for each in (numbers, claims)]
    rms = "" if table.fit is None else f"{table.fit.rms_z:.2f}"
    return (f"[{table.id}](#{table.id})", table.title, *counts, derived_words(table), rms, f"{table.seconds:g}")


def derived_words(table: Agreement) -> str:
    """Return how many of the rows that follow from the paper itself do so: "12 of 13", or nothing."""
    rows = [cell for cell in table.cells if cell.kind == "derived"]
    return f"{sum(cell.verdict in RIGHT for cell in rows)} of {len(rows)}" if rows else ""


def _table(paper: Paper, table: Agreement) -> list[str]:
    parts = [f"## {table.id}", f"{table.title} (p. {table.page})."]
    if table.panels is not None:
        parts.append(f"![{table.panels.caption}](figures/{paper.slug}-{table.id}.svg)\n\n*{table.panels.caption}*")
    head = "| | kind | published | reproduced | se | z | |\n|---|---|---|---|---|---|---|"
    if table.cells:
        parts.append("\n".join([head, *(_row(cell) for cell in table.cells)]))
    if table.fit is not None:
        parts.append(fit_words(table.fit))
    notes = [*table.notes, *absent_words(table)]
    if notes:
        parts.append(_points(notes))
    return parts


def fit_words(fit: TableFit) -> str:
    """Return what the independent numbers of a table say together.

    Examples
    --------
    >>> fit_words(TableFit(75, 297.0, 1e-28, 1.99, -0.5))
    '75 independent numbers together: chi-squared 297 with 75 degrees of freedom, p < .001; rms z 1.99, mean z -0.50.'
    """
    p = "p < .001" if fit.p < 0.001 else f"p = {fit.p:.3f}".replace("0.", ".")
    return (
        f"{fit.numbers} independent numbers together: chi-squared {fit.chi_squared:.3g} with {fit.numbers} degrees of "
        f"freedom, {p}; rms z {fit.rms_z:.2f}, mean z {fit.mean_z:+.2f}."
    )


def absent_words(table: Agreement) -> list[str]:
    """Return what was not run, by its reason; of many rows only the first part of their names."""
    return [
        f"Not run ({reason}): {_listed([row.key for row in table.absent if row.reason == reason])}."
        for reason in dict.fromkeys(row.reason for row in table.absent)
    ]


def _listed(keys: list[str]) -> str:
    """Return names of rows.

    Examples
    --------
    >>> _listed(["iris / R", "zoo / R"]), _listed([f"{name} / {run}" for name in ("iris", "zoo") for run in range(9)])
    ('iris / R; zoo / R', '18 rows of iris; zoo')
    """
    if len(keys) <= MOST_LISTED:
        return "; ".join(keys)
    return f"{len(keys)} rows of {'; '.join(dict.fromkeys(key.partition(' / ')[0] for key in keys))}"


def _row(cell: Cell) -> str:
    z = "" if cell.z is None else f"{cell.z:+.1f}"
    said = f"{cell.verdict}: {cell.reason}" if cell.reason else cell.verdict
    numbers = " | ".join([_number(cell.published, cell.digits), _number(cell.obtained, cell.digits), _number(cell.se)])
    return f"| {_plain(cell.key)} | {cell.kind} | {numbers} | {z} | {_plain(said)} |"


def _number(value: float | str | None, digits: int = 4) -> str:
    if value is None:
        return ""
    return _plain(value) if isinstance(value, str) else f"{value:.{digits}g}"


def _plain(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
