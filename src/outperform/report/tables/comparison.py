"""A comparison as tables for papers: standings, and a row per pair."""

from collections.abc import Iterator

import numpy as np

from outperform import __version__
from outperform.comparison import Comparison
from outperform.core import Decision, Judgement
from outperform.designs.splitter import Splitter
from outperform.engine.versions import versions
from outperform.report.methods import references_of
from outperform.report.pairs import POINTS, PairRow, check_pairs, pair_rows
from outperform.report.tables.layout import LayoutCell, LayoutTable
from outperform.words import captions
from outperform.words.cautions import noted
from outperform.words.directions import caption_words
from outperform.words.headlines import as_sentence
from outperform.words.item_tables import beside_columns, beside_legend, standings_caption
from outperform.words.methods import methods_words
from outperform.words.standings import standing_columns
from outperform.words.verdicts import are_adjusted, interval_name, nouns


def standings_table(comparison: Comparison) -> LayoutTable:
    """Lay out a row per system or learner on items: its score with an interval, and the places left open for it."""
    table = comparison.scores[0]
    noun = nouns(comparison.judgements).removesuffix("s") if comparison.judgements else "system"
    columns = standing_columns(comparison.standings, table.unit, comparison.level, noun)
    rows = tuple(tuple(map(LayoutCell, cells)) for cells in zip(*columns.values(), strict=True))
    words = standings_caption(table, comparison.standings, comparison.level, noun)
    words = " ".join(filter(None, (words, caption_words([(table.metric, table.direction)]))))
    return LayoutTable(words, tuple(columns), rows, "")


def comparison_table(comparison: Comparison) -> LayoutTable:
    """Lay out a row per pair: both means, the estimate with its interval, the evidence; decided pairs are marked.

    First and second are those of the judgement, as in the JSON and for ``--require``.
    """
    check_pairs(comparison, "format")
    found = list(zip(comparison.judgements, pair_rows(comparison, keep=True), strict=True))
    rows = [row for _, row in found]
    several = {name: len({getattr(row, name) for row in rows}) > 1 for name in ("metric", "by", "quantity")}
    heads = ["first", "second", *(["metric"] if several["metric"] else []), "mean of first", "mean of second"]
    heads += ["estimate" if several["quantity"] else rows[0].quantity, interval_name(found[0][0])]
    evidence = ["pvalue"] if any(row.pvalue for row in rows) else []
    evidence += ["adjusted"] if are_adjusted(comparison.judgements) else []
    evidence += ["probabilities"] if any(row.probabilities for row in rows) else []
    evidence += ["by"] if several["by"] else []
    beside = beside_columns(comparison.judgements)
    names = {"pvalue": "p", "adjusted": "p, adjusted", "probabilities": "P(first / equal / second)", "by": "test"}
    lines = [
        (
            *_cells(*pair, metric=several["metric"], unit=several["quantity"]),
            *(LayoutCell(getattr(pair[1], name)) for name in evidence),
            *(LayoutCell(cells[number]) for cells in beside.values()),
        )
        for number, pair in enumerate(found)
    ]
    heads += [*(names[name] for name in evidence), *beside]
    told = caption_words((table.metric, table.direction) for table in comparison.scores)
    parts = (
        captions.caption(comparison.judgements),
        told,
        beside_legend(comparison.judgements),
        *_of_means(comparison),
    )
    cautions = [as_sentence(each) for each in noted(comparison.judgements, comparison.notes)[0]]
    words = " ".join(filter(None, (*parts, *cautions)))
    return LayoutTable(words, tuple(heads), tuple(lines), methods_sentence(comparison))


def _of_means(comparison: Comparison) -> Iterator[str]:
    """Say what a reader cannot see of the means: their repeats, and estimates that are not their difference."""
    if any(table.longest is not None for table in comparison.scores):
        yield "Means are over the repeats of the pair, so those of one learner may differ between pairs."
    yield from captions.unlike_means(comparison.judgements)


def _cells(judgement: Judgement, row: PairRow, *, metric: bool, unit: bool) -> list[LayoutCell]:
    """Lay out names, means and estimate of a pair; ``unit`` writes it in every cell."""
    means = (
        ["", ""]
        if judgement.scores is None
        else [f"{np.nanmean(side):.4f}".replace("-", "−") for side in judgement.scores.values]
    )
    won = [judgement.decision is Decision.FIRST, judgement.decision is Decision.SECOND]
    mark = {Decision.OPEN: "", Decision.EQUAL: "="}.get(judgement.decision, "*")
    named = [LayoutCell(row.first), LayoutCell(row.second), *([LayoutCell(row.metric)] if metric else [])]
    scored = [LayoutCell(mean, strong=better) for mean, better in zip(means, won, strict=True)]
    points = " points" if unit and row.quantity == POINTS else ""
    return [*named, *scored, LayoutCell(f"{row.estimate}{points}", mark), LayoutCell(row.interval)]


def methods_text(comparison: Comparison) -> str:
    """Write the sentences that a methods section needs, and what a reader should be warned of."""
    cautions = noted(comparison.judgements, comparison.notes)[0]
    return " ".join([methods_sentence(comparison), *map(as_sentence, cautions)])


def methods_sentence(comparison: Comparison) -> str:
    """Write the sentences that a methods section needs."""
    dataset = None if comparison.contest is None else comparison.contest.dataset
    software = f"outperform {__version__}" if dataset is None else versions()
    metrics = {} if comparison.contest is None else comparison.contest.metrics
    return methods_words(
        comparison.judgements,
        comparison.scores,
        references_of(comparison),
        software,
        dataset,
        options={name: getattr(metric, "options", {}) for name, metric in metrics.items()},
        notes=comparison.notes,
        baseline=comparison.baseline,
        drawn=_is_drawn(comparison),
    )


def _is_drawn(comparison: Comparison) -> bool:
    """Return whether the splits are random: a user's own splitter does not say so."""
    return comparison.terms is not None and not isinstance(
        getattr(comparison.terms.procedure, "design", None), Splitter
    )
