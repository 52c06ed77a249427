"""A comparison as tables for papers: standings, and a row per pair."""

from collections.abc import Sequence

import numpy as np

from outperform import __version__
from outperform.comparison import Comparison
from outperform.core import Decision
from outperform.designs.splitter import Splitter
from outperform.engine.versions import versions
from outperform.report.methods import references_of
from outperform.report.pairs import POINTS, check_pairs, pair_rows
from outperform.report.tables.layout import LayoutCell, LayoutTable
from outperform.words import captions
from outperform.words.cautions import noted
from outperform.words.directions import caption_words
from outperform.words.headlines import as_sentence
from outperform.words.item_tables import beside_columns, beside_legend, standings_caption
from outperform.words.methods import methods_words
from outperform.words.numbers import decimal_style, decimals_of
from outperform.words.standings import standing_columns
from outperform.words.verdicts import are_adjusted, interval_name, nouns


def standings_table(comparison: Comparison, digits: int | None = None) -> LayoutTable:
    """Lay out a row per learner or system: its score, of items with an interval and the places left open for it."""
    table, judgements = comparison.scores[0], comparison.judgements
    noun = nouns(judgements).removesuffix("s") if judgements else "system"
    directions = caption_words([(each.metric, each.direction) for each in comparison.scores])
    if comparison.standings:
        style = decimal_style(digits, table.unit)
        columns = standing_columns(comparison.standings, table.unit, comparison.level, noun, style=style)
        words = standings_caption(table, comparison.standings, comparison.level, noun)
    else:
        order = np.argsort(-table.means, kind="stable")
        columns = {noun: [table.learners[at] for at in order]}
        for each in comparison.scores:
            means = [dict(zip(each.learners, each.means, strict=True))[name] for name in columns[noun]]
            columns[f"mean {each.metric or 'score'}"] = _written(means, digits)
        counts = np.array([(~np.isnan(own)).sum() for each in comparison.scores for own in each.values])
        where = "the test set" if counts.max() == 1 else f"{captions.sizes_span(counts)} splits"
        words = f"Mean score of every {noun} over {where}."
        words += "".join(f" {more}." for more in captions.shared_repeats(comparison.scores))
    rows = tuple(tuple(map(LayoutCell, cells)) for cells in zip(*columns.values(), strict=True))
    return LayoutTable(" ".join(filter(None, (words, directions))), tuple(columns), rows, "")


def has_standings(comparison: Comparison) -> bool:
    """Return whether learners have a table of their own: with several pairs, so that each has one mean."""
    pairs = {(each.first, each.second) for each in comparison.judgements}
    return bool(comparison.standings) or len(pairs) > 1


def _written(means: Sequence[float], digits: int | None) -> list[str]:
    decimals = decimals_of(means) if digits is None else digits
    return [f"{mean:.{decimals}f}".replace("-", "−") for mean in means]


def comparison_table(comparison: Comparison, digits: int | None = None) -> LayoutTable:
    """Lay out a row per pair: the estimate with its interval, the evidence; of one pair alone both means too.

    First and second are those of the judgement, as in the JSON and for ``--require``. The better one is bold.
    """
    check_pairs(comparison, "format")
    judgements = comparison.judgements
    rows = pair_rows(comparison, keep=True, digits=digits)
    several = {name: len({getattr(row, name) for row in rows}) > 1 for name in ("metric", "by", "quantity")}
    points = [" points" if several["quantity"] and row.quantity == POINTS else "" for row in rows]
    marks = [{Decision.OPEN: "", Decision.EQUAL: "="}.get(each.decision, "*") for each in judgements]
    columns = {
        "first": [LayoutCell(row.first, strong=row.decision == "first") for row in rows],
        "second": [LayoutCell(row.second, strong=row.decision == "second") for row in rows],
    }
    if several["metric"]:
        columns["metric"] = [LayoutCell(row.metric) for row in rows]
    if not has_standings(comparison):
        scores = [each.scores for each in judgements]
        for side, head in enumerate(("mean of first", "mean of second")):
            means = [np.nan if each is None else float(np.nanmean(each.values[side])) for each in scores]
            both = [np.nan if each is None else float(np.nanmean(each.values[1 - side])) for each in scores]
            shown = _written([*means, *both], digits)[: len(means)]
            columns[head] = [LayoutCell(mean.replace("nan", "")) for mean in shown]
    estimates = zip(rows, points, marks, strict=True)
    columns["estimate" if several["quantity"] else rows[0].quantity] = [
        LayoutCell(f"{row.estimate}{unit}", mark) for row, unit, mark in estimates
    ]
    columns[interval_name(judgements[0])] = [LayoutCell(row.interval) for row in rows]
    evidence = {
        "p": [row.pvalue for row in rows],
        "p, adjusted": [row.adjusted if are_adjusted(judgements) else "" for row in rows],
        "P(first / equal / second)": [row.probabilities for row in rows],
        "test": [row.by if several["by"] else "" for row in rows],
    }
    beside = beside_columns(judgements)
    columns |= {head: [*map(LayoutCell, cells)] for head, cells in [*evidence.items(), *beside.items()] if any(cells)}
    parts = (
        captions.caption(judgements, means=not has_standings(comparison)),
        caption_words((table.metric, table.direction) for table in comparison.scores),
        beside_legend(judgements),
        *captions.unlike_means(judgements),
        *(as_sentence(each) for each in noted(judgements, comparison.notes)[0]),
    )
    words = " ".join(filter(None, parts))
    return LayoutTable(words, tuple(columns), tuple(zip(*columns.values(), strict=True)), methods_sentence(comparison))


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
