"""The parts of a page on fixed systems: items that changed, fragile items, tasks, clusters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outperform.comparison import Comparison
from outperform.core import Judgement
from outperform.report.item_rows import (
    ROOM,
    ItemTable,
    cluster_table,
    flip_tables,
    fragile_table,
    task_scores,
)
from outperform.report.pairs import keeps_order, seen
from outperform.words.changed import short_id
from outperform.words.items import fact_rows, flip_words
from outperform.words.pairs import Oriented
from outperform.words.tasks import task_columns, task_sentences
from outperform.words.verdicts import counted_words

FITTED = ("flips", "fragile", "clusters", "tasks")  # tables that share the room of a page
ELSEWHERE = ("fragility", "samples needed", "runs needed")  # facts that have a table of their own


@dataclass(frozen=True)
class PairItems:
    """What a page shows of one pair on items."""

    pair: int  # the place of its judgement
    head: str  # "" where there is only one pair
    counted: str  # who is ahead on how many items
    flips: Sequence[ItemTable]
    fragile: Sequence[ItemTable]
    clusters: Sequence[ItemTable]
    tasks: Sequence[ItemTable]
    sentences: Sequence[str]  # on tasks


@dataclass(frozen=True)
class ItemParts:
    """All that a page shows of items; empty where learners were compared over splits."""

    pairs: Sequence[PairItems] = ()
    task_scores: Sequence[ItemTable] = ()
    others: int = 0  # pairs that are not looked at

    def has(self, part: str) -> bool:
        """Return whether any pair has this part."""
        return any(getattr(pair, part) for pair in self.pairs)


def item_parts(comparison: Comparison, chosen: Sequence[tuple[int, str]]) -> ItemParts:
    """Return the parts of a page on these pairs: the place of each, and its heading."""
    found = [(at, head, comparison.judgements[at]) for at, head in chosen]
    found = [(at, head, each) for at, head, each in found if each.items is not None and each.items.items is not None]
    if not found:
        return ItemParts()
    scores = task_scores(comparison) if len(comparison.judgements) > 1 else []
    made = [_pair(comparison, each, at, head) for at, head, each in found]
    every = [*scores, *(table for pair in made for part in FITTED for table in getattr(pair, part))]
    room = ROOM / max(1, len(every))
    pairs = [_within(pair, room) for pair in made]
    return ItemParts(pairs, [each.within(room) for each in scores], len(comparison.judgements) - len(found))


def _within(pair: PairItems, room: float) -> PairItems:
    """Return a pair whose tables take at most so many bytes each."""
    fitted: dict[str, Any] = {part: [each.within(room) for each in getattr(pair, part)] for part in FITTED}
    return replace(pair, **fitted)


def _pair(comparison: Comparison, judgement: Judgement, at: int, head: str) -> PairItems:
    key, side, keep = str(at), seen(comparison, judgement), keeps_order(comparison)
    words = counted_words(judgement, side) or flip_words(judgement, side) or ""
    tables, sentences = _tasks(judgement, at, side, keep=keep)
    return PairItems(
        at,
        head,
        _sentence(words, judgement),
        flip_tables(judgement, key),
        fragile_table(judgement, key),
        cluster_table(judgement, key, side),
        tables,
        sentences,
    )


def _sentence(words: str, judgement: Judgement) -> str:
    """Write a sentence of its own; the name of a system keeps its letters."""
    if not words or words.startswith((judgement.first, judgement.second)):
        return words and f"{words}."
    return f"{words[:1].upper()}{words[1:]}."


def _tasks(judgement: Judgement, at: int, side: Oriented, *, keep: bool) -> tuple[list[ItemTable], list[str]]:
    """Return the table of tasks and what follows from it."""
    tasks = None if judgement.items is None else judgement.items.tasks
    if tasks is None:
        return [], []
    columns = task_columns(judgement, tasks, most=None, keep=keep)
    rows = [(short_id(name), *cells) for name, *cells in zip(*columns.values(), strict=True)]
    made = ItemTable("", f"{side.better} minus {side.worse} on every task", tuple(columns), rows, 1, f"tasks-{at}")
    return [made], list(task_sentences(judgement, tasks, keep=keep))


def item_facts(comparison: Comparison) -> list[tuple[str, str]]:
    """Return what is known of a single pair of fixed systems beside verdict, items and reruns."""
    judgements = comparison.judgements
    if len(judgements) > 1 or judgements[0].items is None:
        return []
    rows = [row for row in fact_rows(judgements[0]) if row[0] not in ELSEWHERE]
    return heads_of(rows)


def heads_of(facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return facts with their names as a page writes them; p is a small letter.

    Examples
    --------
    >>> heads_of([("next 60 items", "a"), ("p-values of reruns", "b")])
    [('Next 60 items', 'a'), ('p-values of reruns', 'b')]
    """
    return [(name if name.startswith("p-") else f"{name[:1].upper()}{name[1:]}", words) for name, words in facts]
