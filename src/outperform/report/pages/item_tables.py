"""The tables of items on a page: what changed, fragile items, clusters, tasks; the first rows, and the rest folded."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from markupsafe import Markup

from outperform.comparison import Comparison
from outperform.comparison.flips import flip_rows, item_means
from outperform.core import Floats, Items, Judgement, Unit
from outperform.report.pages.blocks import Details, Group, Heading, PageBlock, PageTable, Paragraph
from outperform.surface import either
from outperform.words.changed import GAINED, LOST, short_id
from outperform.words.numbers import many, signed
from outperform.words.pairs import Oriented
from outperform.words.tasks import task_columns

FIRST = 50  # rows that are shown; the others can be unfolded
ROOM = 1_000_000  # bytes that all tables of items may take: a page stays below two megabytes
TAGS = 30  # bytes around a cell

Cells = tuple[str, ...]


@dataclass(frozen=True)
class ItemTable:
    """A table with a row per item, cluster or task."""

    title: str
    caption: str
    heads: Cells
    rows: Sequence[Cells]
    left: int = 1  # columns of words; the others hold numbers
    key: str = ""

    def block(self, room: float) -> Group:
        """Lay out as many rows as fit into so many bytes, the first ones open and the others folded."""
        sizes = np.cumsum([sum(len(cell.encode()) + TAGS for cell in row) for row in self.rows])
        kept = max(FIRST, int(np.searchsorted(sizes, room)))
        opened, folded, left_out = self.rows[:FIRST], self.rows[FIRST:kept], len(self.rows) - kept
        blocks: list[PageBlock] = [Heading(self.title, 4)] if self.title else []
        first = f" The first {len(opened)}:" if folded else ""
        blocks.append(Paragraph(f"{self.caption}.{first}", "aside"))
        blocks += [self._table(opened, self.key)] if opened else []
        blocks += [Details(f"{len(folded)} more", [self._table(folded, "")])] if folded else []
        if left_out > 0:
            words = Markup("{} more are not on this page: <code>{}</code> lists all.").format(left_out, csv_hint())
            blocks.append(Paragraph(words, "aside"))
        return Group("listed", blocks)

    def _table(self, rows: Sequence[Cells], key: str) -> PageTable:
        kinds = ["row", *("" for _ in self.heads[1 : self.left]), *("n" for _ in self.heads[self.left :])]
        return PageTable(self.heads, rows, "", self.title or self.caption, key, "sortable names listing", kinds)


def csv_hint() -> str:
    """Return what lists all items of all pairs."""
    return either("--format csv", "outperform evals --format csv")


def flip_tables(judgement: Judgement, key: str, side: Oriented, *, baseline: bool) -> list[ItemTable]:
    """Return the items that are better with each of two systems, those of the better system first.

    With a baseline they improved, or regressed, from the baseline to the other system. The largest differences come
    first, then the order of the file. The keys are the words of the CSV, from its second system to its first.
    """
    rows, scores = list(flip_rows(judgement)), judgement.scores
    if not rows or scores is None or scores.items is None:
        return []
    rights, made = _are_rights(scores.items), []
    for kind, sign in ((GAINED, 1), (LOST, -1))[:: 1 if baseline or side.better == judgement.first else -1]:
        found = [row for row in rows if row["flip"] in kind]
        found.sort(key=lambda row: -abs(row["score_first"] - row["score_second"]))
        names = (judgement.first, judgement.second)[::sign]
        about = f"{names[0]} is right, {names[1]} is wrong" if rights else "Largest differences first"
        title = f"Better with {names[0]}"
        if baseline and rights:
            title = f"{kind[0].capitalize()} from {judgement.second} to {judgement.first}"
        title += f": {many(len(found), 'item')}"
        made.append(_items(judgement, found, title, about, f"{kind[0]}-{key}", scored=not rights))
    return made


def fragile_table(judgement: Judgement, key: str) -> list[ItemTable]:
    """Return the items without which the difference would not be significant."""
    few = None if judgement.items is None else judgement.items.fragility
    if few is None or judgement.items is None or not few.ids:
        return []
    rows = list(flip_rows(judgement))
    times = Counter(row["item"] for row in rows)
    by_id = {row["item"]: row for row in rows if times[row["item"]] == 1}
    found = [by_id.get(name, {"item": name}) for name in few.ids]
    rights = judgement.scores is not None and judgement.scores.items is not None and _are_rights(judgement.scores.items)
    title = f"Fragile: {many(few.items, 'item')}"
    these = "this item" if few.items == 1 else f"these {few.items} items"
    about = f"Without {these} (of {judgement.items.items}) the difference would not be significant"
    return [_items(judgement, found, title, about, f"fragile-{key}", scored=bool(by_id) and not rights)]


def _are_rights(items: Items) -> bool:
    """Return whether every item has one score per system, 0 or 1: then its kind of change says all."""
    return items.traits.binary and items.traits.most == 1


def _items(
    judgement: Judgement, rows: Sequence[dict[str, Any]], title: str, about: str, key: str, *, scored: bool
) -> ItemTable:
    tasks = any(row.get("task") for row in rows)
    heads = ["item", *(["task"] if tasks else [])]
    write = _writer(judgement.unit)
    cells = []
    for row in rows:
        words = [short_id(row["item"]), *([short_id(row.get("task", ""))] if tasks else [])]
        numbers = [write(row[side]) if side in row else "" for side in ("score_first", "score_second")]
        cells.append((*words, *(numbers if scored else [])))
    heads += [judgement.first, judgement.second] if scored else []
    return ItemTable(title, about, tuple(heads), cells, 2 if tasks else 1, key)


def cluster_table(judgement: Judgement, key: str, side: Oriented) -> list[ItemTable]:
    """Return the clusters of a pair with the scores on their items; those that move the difference most come first."""
    scores = judgement.scores
    items = None if scores is None else scores.items
    if items is None or items.clusters is None or items.scored is None or items.tested is not None:
        return []
    used, places, counts = np.unique(items.clusters, return_inverse=True, return_counts=True)
    if used.size == items.size or used.size < 2:
        return []
    scored = item_means(items.scored)
    first, second = (_means(means, places, items) for means in (scored[::-1] if side.swapped else scored))
    apart = first - second
    weight = counts if items.weights is None else np.bincount(places, items.weights)
    write = _writer(judgement.unit)
    factor = 100 if judgement.unit is Unit.POINTS else 1
    rows = [
        (short_id(_cluster_name(items, int(used[at]))), str(counts[at]), write(first[at]), write(second[at]),
         signed(factor * float(apart[at]), ".1f" if factor == 100 else ".4g"))
        for at in np.argsort(-np.abs(weight * apart), kind="stable")
    ]  # fmt: skip
    points = ", points" if factor == 100 else ""
    heads = ("cluster", "items", side.better, side.worse, f"difference{points}")
    about = f"{many(used.size, 'cluster')}; those that move the difference most come first"
    return [ItemTable("", about, heads, rows, 1, f"clusters-{key}")]


def _means(means: Floats, places: Any, items: Items) -> Floats:
    """Return the mean score of each cluster, by the weights of its items."""
    weights = np.ones(items.size) if items.weights is None else items.weights
    total = np.bincount(places, weights)
    found: Floats = np.bincount(places, weights * means) / np.where(total == 0, 1.0, total)
    return found


def _cluster_name(items: Items, code: int) -> str:
    return str(code + 1) if items.cluster_names is None else str(items.cluster_names[code])


def task_scores(comparison: Comparison) -> list[ItemTable]:
    """Return the score of every system on every task, systems from the highest score on."""
    scores = comparison.scores[0]
    items = scores.items
    if items is None or items.strata is None or items.scored is None:
        return []
    order = [scores.learners.index(each.system) for each in comparison.standings]
    order = order or list(range(len(scores.learners)))
    names = list(dict.fromkeys(items.strata.tolist()))
    codes = {name: at for at, name in enumerate(names)}
    places = np.array([codes[name] for name in items.strata.tolist()])
    means = [_means(item_means(items.scored)[at], places, items) for at in order]
    counts, write = np.bincount(places), _writer(scores.unit)
    rows = [
        (short_id(name), str(counts[at]), *(write(float(each[at])) for each in means)) for at, name in enumerate(names)
    ]
    heads = ("task", "items", *(scores.learners[at] for at in order))
    about = f"Mean {scores.metric or 'score'} of every system on every task"
    return [ItemTable("", about, heads, rows, 1, "task-scores")]


def task_tables(judgement: Judgement, key: str, side: Oriented, *, keep: bool) -> list[ItemTable]:
    """Return the difference of a pair on every task."""
    tasks = None if judgement.items is None else judgement.items.tasks
    if tasks is None:
        return []
    columns = task_columns(judgement, tasks, most=None, keep=keep)
    rows = [(short_id(name), *cells) for name, *cells in zip(*columns.values(), strict=True)]
    return [ItemTable("", f"{side.better} minus {side.worse} on every task", tuple(columns), rows, 1, f"tasks-{key}")]


def _writer(unit: Unit) -> Any:
    """Return how scores of items are written: shares in percent without decimals where they need none."""
    if unit is Unit.POINTS:
        return lambda value: f"{100 * value:.1f} %".replace(".0 %", " %")
    return lambda value: f"{value:.4g}".replace("-", "−")
