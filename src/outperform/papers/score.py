"""How many rows of a paper agree, counted apart by what they are evidence of."""

from collections import Counter
from collections.abc import Iterable, Sequence

from outperform.papers.agreement import KINDS, Agreement, Cell, Kind, Verdict

HEADS: dict[Kind, str] = {
    "number": "printed numbers, obtained independently",
    "claim": "claims of the text",
    "derived": "what follows from the paper's own numbers, or by construction",
    "ours": "our own variants and guesses, not in the score",
}
RIGHT: tuple[Verdict, ...] = ("agrees", "holds")
WRONG: tuple[Verdict, ...] = ("differs", "fails")
OUTCOMES: dict[str, tuple[Verdict, ...]] = {
    "agree or hold": RIGHT,
    "differ or fail": WRONG,
    "undecided": ("undecided",),
    "not comparable": ("not comparable",),
}
SEVERAL: dict[Verdict, str] = {"agrees": "agree", "differs": "differ", "holds": "hold", "fails": "fail"}


def counts_of(tables: Sequence[Agreement]) -> dict[Kind, Counter[Verdict]]:
    """Count verdicts by kind."""
    cells = [cell for table in tables for cell in table.cells]
    return {kind: Counter(cell.verdict for cell in cells if cell.kind == kind) for kind in KINDS}


def score_rows(tables: Sequence[Agreement]) -> list[tuple[str, ...]]:
    """Return a table of counts: a row per kind, a column per outcome."""
    found = counts_of(tables)
    return [
        (HEADS[kind], *(str(sum(found[kind][verdict] for verdict in verdicts)) for verdicts in OUTCOMES.values()))
        for kind in KINDS
        if found[kind]
    ]


def headline(tables: Sequence[Agreement]) -> str:
    """Return one sentence on printed numbers and claims, which alone are evidence.

    Examples
    --------
    >>> from outperform.papers.rules import number
    >>> headline([Agreement("table-1", "", "1", (number("a", 1, 1), number("b", 1, 2)))])
    '1 of 2 printed numbers agrees'
    """
    found = counts_of(tables)
    parts = [
        _share(found["number"], "agrees", ("agrees", "differs", "undecided"), "printed number"),
        _share(found["claim"], "holds", ("holds", "fails", "undecided"), "claim"),
    ]
    said = [part for part in parts if part]
    if said:
        return ", ".join(said)
    rows, right = sum(found["derived"].values()), sum(found["derived"][verdict] for verdict in RIGHT)
    return f"{right} of {rows} rows follow from the paper's own numbers" if rows else "nothing can be compared"


def _share(counts: Counter[Verdict], right: Verdict, among: Iterable[Verdict], word: str) -> str:
    total = sum(counts[verdict] for verdict in among)
    if not total:
        return ""
    verb = right if counts[right] == 1 else SEVERAL[right]
    open_ones = counts["undecided"]
    more = f" ({open_ones} undecided)" if open_ones else ""
    return f"{counts[right]} of {total} {word}{'' if total == 1 else 's'} {verb}{more}"


def verdict_counts(cells: Iterable[Cell]) -> str:
    """Return how many cells have each verdict.

    Examples
    --------
    >>> from outperform.papers.rules import number
    >>> verdict_counts([number("a", 1, 2), number("b", 1, 1), number("c", 2, 2)])
    '2 agree, 1 differs'
    """
    found = Counter(cell.verdict for cell in cells)
    ordered = [verdict for verdicts in OUTCOMES.values() for verdict in verdicts if found[verdict]]
    return ", ".join(f"{found[each]} {each if found[each] == 1 else SEVERAL.get(each, each)}" for each in ordered)
