"""The parts of a page on fixed systems: items that changed, fragile items, tasks, clusters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from outperform.comparison import Comparison
from outperform.core import Judgement
from outperform.report.pages.blocks import Figure, Group, Heading, PageBlock, Paragraph, Section, figures
from outperform.report.pages.item_tables import (
    ROOM,
    ItemTable,
    cluster_table,
    csv_hint,
    flip_tables,
    fragile_table,
    task_scores,
    task_tables,
)
from outperform.report.pairs import keeps_order, seen
from outperform.words.items import fact_rows, flip_words
from outperform.words.tasks import task_sentences
from outperform.words.verdicts import counted_words

ELSEWHERE = ("fragility", "samples needed", "runs needed")  # facts that have a table of their own


@dataclass(frozen=True)
class PairItems:
    """What a page shows of one pair on items."""

    pair: int  # the place of its judgement
    head: Sequence[PageBlock]  # none where there is only one pair
    counted: Sequence[PageBlock]  # who is ahead on how many items
    sentences: Sequence[PageBlock]  # on tasks
    flips: Sequence[ItemTable]
    fragile: Sequence[ItemTable]
    clusters: Sequence[ItemTable]
    tasks: Sequence[ItemTable]


def item_sections(
    comparison: Comparison, chosen: Sequence[tuple[int, str]], drawings: Mapping[str, Mapping[int, Sequence[Figure]]]
) -> Iterator[Section]:
    """Return the parts on these pairs, the place of each with its heading; ``drawings`` stand beside the tables."""
    pairs = [
        _pair(comparison, comparison.judgements[at], at, head) for at, head in chosen if _has_items(comparison, at)
    ]
    if not pairs:
        return
    scores = task_scores(comparison) if len(comparison.judgements) > 1 else []
    count = len(scores) + sum(len([*each.flips, *each.fragile, *each.clusters, *each.tasks]) for each in pairs)
    room = ROOM / max(1, count)
    if any(each.flips or each.fragile for each in pairs):
        blocks: list[PageBlock] = []
        for each in pairs:
            if each.flips or each.fragile:
                beside = [Group("beside", [table.block(room) for table in each.flips])] if each.flips else []
                drawn = figures(drawings["items"][each.pair])
                blocks += [*each.head, *each.counted, *drawn, *beside, *(table.block(room) for table in each.fragile)]
        others = len(comparison.judgements) - len(pairs)
        if others:
            more = f"{others} more pair{'' if others == 1 else 's'}"
            csv = Markup("<code>{}</code> lists the items of every pair.").format(csv_hint())
            blocks.append(Paragraph(Markup("{}: {}").format(more, csv), "aside"))
        yield Section("items", "Items", blocks, "Items")
    if scores or any(each.tasks for each in pairs):
        blocks = [table.block(room) for table in scores]
        for each in pairs:
            if each.tasks:
                drawn = figures(drawings["tasks"][each.pair])
                beside = [Group("beside tasks", [*drawn, *(table.block(room) for table in each.tasks)])]
                blocks += [*each.head, *each.sentences, *beside]
        yield Section("tasks", "Tasks", blocks, "Tasks")
    if any(each.clusters for each in pairs):
        blocks = []
        for each in pairs:
            if each.clusters:
                blocks += [*each.head, *(table.block(room) for table in each.clusters)]
        yield Section("clusters", "Clusters", blocks, "Clusters")


def _has_items(comparison: Comparison, at: int) -> bool:
    facts = comparison.judgements[at].items
    return facts is not None and facts.items is not None


def _pair(comparison: Comparison, judgement: Judgement, at: int, head: str) -> PairItems:
    key, side, keep = str(at), seen(comparison, judgement), keeps_order(comparison)
    words = counted_words(judgement, side) or flip_words(judgement, side) or ""
    if not words.startswith((judgement.first, judgement.second)):  # the name of a system keeps its letters
        words = f"{words[:1].upper()}{words[1:]}"
    tasks = None if judgement.items is None else judgement.items.tasks
    return PairItems(
        at,
        [Heading(head)] if head else [],
        [Paragraph(f"{words}.")] if words else [],
        [] if tasks is None else [Paragraph(each) for each in task_sentences(judgement, tasks, keep=keep)],
        flip_tables(judgement, key, side, baseline=comparison.baseline is not None),
        fragile_table(judgement, key),
        cluster_table(judgement, key, side),
        task_tables(judgement, key, side, keep=keep),
    )


def item_facts(comparison: Comparison) -> list[tuple[str, str]]:
    """Return what is known of a single pair of fixed systems beside verdict, items and reruns."""
    judgements = comparison.judgements
    if len(judgements) > 1 or judgements[0].items is None:
        return []
    return heads_of(row for row in fact_rows(judgements[0]) if row[0] not in ELSEWHERE)


def heads_of(facts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return facts with their names as a page writes them; p is a small letter.

    Examples
    --------
    >>> heads_of([("next 60 items", "a"), ("p-values of reruns", "b")])
    [('Next 60 items', 'a'), ('p-values of reruns', 'b')]
    """
    return [(name if name.startswith("p-") else f"{name[:1].upper()}{name[1:]}", words) for name, words in facts]
