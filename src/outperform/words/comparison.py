"""The document of a comparison: of learners on splits, of predictions, or of fixed systems on items."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from outperform.core import Dataset, NoteKind, Scores
from outperform.visible import one_line
from outperform.words.captions import sizes_span
from outperform.words.cautions import IN_ANSWER, noted
from outperform.words.directions import metric_words
from outperform.words.document import Document, Role, TextTable
from outperform.words.effort import cost_words, next_words
from outperform.words.foremost import foremost, hidden_words
from outperform.words.headlines import headline
from outperform.words.items import items_words
from outperform.words.numbers import level_words, many, short_spec, span
from outperform.words.pair_tables import fact_table, legend, pair_table
from outperform.words.replicability import rerun_words
from outperform.words.sequential import decided_words
from outperform.words.standings import alone_words, mean_columns, standing_columns
from outperform.words.tasks import task_table
from outperform.words.verdicts import adjustment_of, are_adjusted, nouns, possible_words, unsteady_words
from outperform.words.visible import FILE_NAME, cut, renamed

if TYPE_CHECKING:
    from outperform.comparison.result import Comparison


def comparison_document(comparison: "Comparison") -> Document:
    """Return what people read of a comparison."""
    comparison = _with_plain_names(comparison)
    judgements, tables = comparison.judgements, comparison.scores
    cautions, notes = noted(judgements, comparison.notes)
    pairs, metrics = many(len(judgements), "verdict"), ", ".join(table.metric or "score" for table in tables)
    rules = ", ".join(dict.fromkeys(short_spec(each.procedure or each.test) for each in judgements))
    closing = " ".join([*cost_words(comparison), *next_words(comparison)])
    return Document(
        kind="Comparison",
        claim=_claim(comparison),
        outlook=tuple(_outlook(comparison)),
        read_as=comparison.read_as,
        brief=tuple(filter(None, (pairs, metrics, rules))),
        cautions=tuple(cautions),
        where=tuple(_where(comparison)),
        tables=tuple(table for scores in tables for table in _tables(comparison, scores)),
        closing=(closing,) if closing else (),
        notes=tuple(notes),
    )


def others_document(comparison: "Comparison", *, keep: bool) -> Document:
    """Return what other tests say of the same scores; the scores stand in the answer itself."""
    comparison = _with_plain_names(comparison)
    left_out = (*IN_ANSWER, NoteKind.STABILITY_UNKNOWN)  # which a column says
    cautions, notes = noted(comparison.judgements, comparison.notes, left_out)
    metrics = list(dict.fromkeys(each.metric for each in comparison.judgements))
    tables = []
    for metric in metrics:
        of = [each for each in comparison.judgements if each.metric == metric]
        scores = next(each for each in comparison.scores if each.metric == metric)
        kept = foremost(of, mean_columns(scores)["learner"])
        below = tuple(hidden_words(of, kept))
        told = legend(comparison.judgements) if metric == metrics[-1] else ""
        title = str(metric) if len(metrics) > 1 else ""
        tables.append(pair_table(kept, keep=keep, title=title, below=below, legend=told))
    claim = f"{headline(comparison.judgements, comparison.scores, metrics=len(metrics) > 1)}."
    return Document("Comparison", claim, tables=tuple(tables), cautions=tuple(cautions), notes=tuple(notes))


def _with_plain_names(comparison: "Comparison") -> "Comparison":
    """Write names as one line, in which letters that nobody sees are escapes."""
    names = [name for table in comparison.scores for name in (*table.learners, table.metric or "")]
    if all(one_line(name) == name for name in (*names, comparison.source)):
        return comparison
    return replace(
        comparison,
        scores=tuple(renamed(each, "learners", "metric") for each in comparison.scores),
        judgements=tuple(renamed(each, "first", "second", "metric") for each in comparison.judgements),
        standings=tuple(renamed(each, "system") for each in comparison.standings),
        source=one_line(comparison.source),
    )


def _claim(comparison: "Comparison") -> str:
    """Return the answer: on pairs, or of a single system its score."""
    tables = comparison.scores
    if comparison.judgements:
        return f"{headline(comparison.judgements, tables, metrics=len(tables) > 1)}."
    alone = [alone_words(each, tables[0].unit, comparison.level) for each in comparison.standings]
    empty = "No other test fits these scores." if len(tables[0].learners) > 1 else "There is one system, and no pair."
    return " ".join(f"{words}." for words in alone) or empty


def _outlook(comparison: "Comparison") -> Iterator[str]:
    """Return when it was decided, and whether other splits or runs agree; of several pairs, on which they do not."""
    if len(comparison.judgements) > 1:
        pairs = {(each.first, each.second, each.metric) for each in comparison.judgements}
        yield from unsteady_words(comparison.judgements) if len(pairs) == len(comparison.judgements) else ()
        return
    for judgement in comparison.judgements:
        sentences = [words(judgement) for words in (possible_words, decided_words, rerun_words)]
        yield from (f"{words}." for words in sentences if words)


def _where(comparison: "Comparison") -> Iterator[str]:
    """Name the metric, the data, and how they were judged; for a metric without a name, say what is better."""
    table = comparison.scores[0]
    metric = metric_words(table.metric, table.direction) if len(comparison.scores) == 1 else ""
    if metric and table.metric is not None:
        yield metric
    yield from _data(comparison, table)
    if comparison.judgements:
        yield _rule(comparison)
    if metric and table.metric is None:
        yield metric


def _data(comparison: "Comparison", table: Scores) -> Iterator[str]:
    """Name the data with their size: rows, splits, items or runs."""
    source = cut(comparison.source, FILE_NAME)
    if comparison.contest is not None:
        yield one_line(data_words(comparison.contest.dataset))
    elif table.items is not None and table.items.row_scores is not None and table.single:
        yield ", ".join(filter(None, (source, items_words(table))))
    elif table.items is None and comparison.standings:  # whole runs of fixed systems
        runs = (~np.isnan(table.values)).sum(axis=(1, 2))
        per = many(span(int(runs.min()), int(runs.max())), "run")
        yield ", ".join(filter(None, (source, f"{per} per system")))
    else:
        if source:
            yield source
        rows = "" if table.n_test is None else f" of {many(sizes_span(table.n_test), 'row')}"
        yield f"one test set{rows}" if table.values[0].size == 1 else table.traits.shape


def _rule(comparison: "Comparison") -> str:
    """Name the test or procedure, the level and the adjustment."""
    judgements = comparison.judgements
    rules = {short_spec(each.procedure or each.test) for each in judgements}
    chosen = " (chosen automatically)" if any(note.kind is NoteKind.CHOSEN_TEST for note in comparison.notes) else ""
    by = f"{rules.pop()}{chosen}, " if len(rules) == 1 else f"tests{chosen}, " if chosen else ""
    adjusted = f", p adjusted by {adjustment_of(judgements[0])}" if are_adjusted(judgements) else ""
    return f"{by}level {level_words(judgements[0].level)}{adjusted}"


def _tables(comparison: "Comparison", scores: Scores) -> Iterator[TextTable]:
    """Return the tables of one metric: scores, then pairs, or all that is known of the only pair."""
    judgements = [each for each in comparison.judgements if each.metric == scores.metric]
    if not judgements:
        return
    several = len(comparison.scores) > 1
    title = metric_words(scores.metric, scores.direction) if several else ""
    columns = mean_columns(scores)
    if comparison.standings and not several:
        noun = "system" if scores.items is None else nouns(judgements).removesuffix("s")
        columns = standing_columns(comparison.standings, scores.unit, judgements[0].level, noun)
    yield TextTable.of(Role.STANDINGS, columns, title=title)
    if len(judgements) == 1:
        tests = {each.procedure or each.test for each in comparison.judgements}
        yield fact_table(judgements[0], named=len(tests) > 1)
        yield from task_table(judgements[0])
        return
    kept = foremost(judgements, mean_columns(scores)["learner"])
    told = legend(comparison.judgements) if scores is comparison.scores[-1] else ""
    below = tuple(hidden_words(judgements, kept))
    yield pair_table(kept, keep=comparison.baseline is not None, below=below, legend=told)


def data_words(dataset: Dataset) -> str:
    """Name the data with their size.

    Examples
    --------
    >>> data_words(Dataset(np.zeros((4, 1)), np.array(["a", "b", "a", "b"]), "toy"))
    'toy, 4 rows, 2 classes'
    """
    classes = f", {len(np.unique(dataset.strata))} classes" if dataset.has_classes else ""
    groups = "" if dataset.groups is None else f", {len(np.unique(dataset.groups.astype(str)))} groups"
    return f"{dataset.name}, {dataset.size} rows{classes}{groups}"
