"""The verdict of a gate in Markdown, for the summary of a CI job. Needs no extra."""

from collections.abc import Iterator, Sequence

from outperform.comparison import Comparison
from outperform.comparison.flips import flip_rows
from outperform.core import GateOutcome, InputError, Judgement
from outperform.report.tables import tables_text
from outperform.report.tables.layout import markdown_words
from outperform.visible import one_line, visible
from outperform.words.cautions import noted
from outperform.words.changed import changed_items
from outperform.words.gate import closed_pairs, gate_heading, gate_line, reasons_of
from outperform.words.numbers import many

IDS = 50  # changed items that are named, of each kind
PAIRS = 10  # pairs whose items are named


def gate_summary(comparison: Comparison, command: str = "") -> str:
    """Write what a gate judged by which rule, why it is closed, the answer, its tables, and the items that changed.

    Parameters
    ----------
    comparison
        What was judged, with what a gate makes of it.
    command
        The command line that gives the same answer.

    Examples
    --------
    >>> from outperform import judge_items
    >>> judged = judge_items({"new": [1, 1, 0] * 9, "old": [1, 0, 0] * 9}, margin=0.1).gated("not-worse")
    >>> gate_summary(judged).splitlines()[0]
    '## Release gate passed'
    """
    outcome = comparison.gate
    if outcome is None:
        raise InputError("comparison", "has no gate: pass comparison.gated('not-worse')")
    cautions, notes = noted(comparison.judgements, comparison.notes)
    parts = [
        f"## {gate_heading(passed=outcome.met)}",
        markdown_words(gate_line(outcome)),
        bullets(reasons_of(outcome)),
        f"**{markdown_words(comparison.document.sentence)}**",
        bullets(cautions),
        tables_text(comparison, "markdown"),
        bullets(notes),  # before the items: two lists in a row would be one
        *_changes(comparison.judgements, outcome),
        fenced(command) if command else "",
    ]
    return visible("\n\n".join(filter(None, parts))) + "\n"


def refused_summary(problem: str, command: str = "") -> str:
    """Write that nothing was judged, and why."""
    parts = ["## Release gate: nothing was judged", markdown_words(problem), fenced(command) if command else ""]
    return visible("\n\n".join(filter(None, parts))) + "\n"


def bullets(sentences: Sequence[str]) -> str:
    """Write sentences as a list."""
    return "\n".join(f"- {markdown_words(words)}" for words in sentences)


def fenced(text: str) -> str:
    """Write one line as code, whatever is in it.

    Examples
    --------
    >>> print(fenced("outperform evals a.csv"))
    ```
    outperform evals a.csv
    ```
    """
    line = one_line(text)
    fence = "`" * 3
    while fence in line:
        fence += "`"
    return f"{fence}\n{line}\n{fence}"


def _changes(judgements: Sequence[Judgement], outcome: GateOutcome) -> Iterator[str]:
    """Write the items that changed, of pairs that are not as required first."""
    closed = [pair.judgement for pair in closed_pairs(outcome)]
    order = sorted(judgements, key=lambda each: each not in closed)
    for judgement in order[:PAIRS]:
        found = changed_items(flip_rows(judgement))
        if found:
            yield f"### {markdown_words(f'Items that changed from {judgement.second} to {judgement.first}')}"
            yield "\n".join(_listed(kind, ids) for kind, ids in found.items())


def _listed(kind: str, ids: Sequence[str]) -> str:
    named = ", ".join(map(markdown_words, ids[:IDS]))
    more = f" and {len(ids) - IDS} more" if len(ids) > IDS else ""
    return f"- **{kind}**, {many(len(ids), 'item')}: {named}{more}"
