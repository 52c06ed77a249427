"""The page of a comparison: verdict, how sure, figures, per-split numbers, methods."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from outperform.comparison import Comparison
from outperform.core import Dataset, OutperformError, Scores
from outperform.report.call import python_call
from outperform.report.figures import CATALOGUE, DifferenceFigure, PairFigure
from outperform.report.figures.picture import looks_of
from outperform.report.html import render, shown, write
from outperform.report.methods import cards_of, facts_of, methods_of
from outperform.report.pairs import PairRow, pair_rows, replicability_rows
from outperform.words.headlines import as_sentence, best_learner, headline, meaning
from outperform.words.notes import notes_words
from outperform.words.verdicts import (
    adjustment_of,
    are_adjusted,
    before_adjustment,
    evidence,
    notes_of,
    units_of,
)

NUMERIC = ("estimate", "interval", "pvalue", "adjusted", "probabilities", "wins")  # columns to align at the right
MOST_CELLS = 20_000  # of the per-split tables: beyond this a page would pass its two megabytes


def comparison_page(
    comparison: Comparison, path: str | Path | None = None, *, data: Dataset | str | None = None, command: str = ""
) -> str:
    """Make the page; ``data`` is the dataset or a name to show, ``command`` what makes the comparison again."""
    verdicts = comparison.to_dict()["verdicts"]
    judgements = comparison.judgements
    rows, single = pair_rows(comparison, verdicts), len(judgements) == 1
    means = meaning(judgements[0]) if single else []
    methods = methods_of(comparison)
    text = render(
        "comparison.html",
        title=headline(judgements, comparison.scores[0]),
        evidence=", ".join(evidence(judgements[0])) if single else _basis(rows, judgements[0].level),
        meaning=means,
        pairs=rows,
        columns=_columns(rows, adjusted=are_adjusted(judgements)),
        units=units_of(judgements),
        stands=before_adjustment(judgements[0]),
        replicability=replicability_rows(verdicts),
        figures=list(_figures(comparison)),
        tables=[_split_table(scores) for scores in comparison.scores],
        means=[_means(scores) for scores in comparison.scores],
        facts=list(facts_of(comparison, data)),
        methods=methods,
        cards=cards_of(methods),
        notes=[note for note in _notes(comparison) if as_sentence(note) not in means],
        command=command or python_call(comparison),
        level=judgements[0].level,
        adjustment=adjustment_of(judgements[0]),
        numeric=NUMERIC,
    )
    return write(text, path)


def _figures(comparison: Comparison) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Draw the differences of every metric, then the pairs worth a closer look, in groups with a heading."""
    looks, judgements = looks_of(comparison), comparison.judgements
    metrics = list(dict.fromkeys(judgement.metric for judgement in judgements))
    over = [DifferenceFigure.of(comparison, metric) for metric in metrics]
    differences = [shown(figure, f"difference{number}", looks) for number, figure in enumerate(over)]
    if len(judgements) > 1:
        yield "", differences
    pairs = _closer(comparison)
    nearest = ", the two that score highest" if len(pairs) == 1 < len(_of_first_metric(comparison)) else ""
    for pair in pairs:
        judgement = judgements[pair]
        made = _of(comparison, pair)
        if len(judgements) == 1:
            made.sort(key=lambda figure: not figure.low)  # low by low
        closer = [shown(figure, f"{figure.slug}{pair}", looks, numbers=figure.numbers) for figure in made]
        if len(judgements) == 1:
            yield "", [*differences, *closer]
        else:
            yield f"{judgement.first} against {judgement.second}{nearest}", closer


def _of(comparison: Comparison, pair: int) -> list[PairFigure]:
    """Make the figures of one pair; those that its scores do not allow are left out."""
    made = []
    for kind in CATALOGUE.values():
        if issubclass(kind, PairFigure):
            with suppress(OutperformError):
                made.append(kind.of(comparison, pair))
    return [figure for figure in made if figure.tells]


def _of_first_metric(comparison: Comparison) -> list[int]:
    judgements = comparison.judgements
    return [number for number, judgement in enumerate(judgements) if judgement.metric == judgements[0].metric]


def _closer(comparison: Comparison) -> list[int]:
    """Choose the pairs of the first metric to look at: all of three, else the best learner and its nearest rival."""
    judgements = comparison.judgements
    numbers = _of_first_metric(comparison)
    if len(numbers) <= 3:
        return numbers
    scores = comparison.scores[0]
    best = best_learner(scores)
    means = dict(zip(scores.learners, np.nanmean(scores.values, axis=(1, 2)), strict=True))
    mine = [number for number in numbers if best in (judgements[number].first, judgements[number].second)] or numbers
    return [max(mine, key=lambda number: means[judgements[number].first] + means[judgements[number].second])]


def _basis(rows: list[PairRow], level: float) -> str:
    """Return what a verdict over several pairs stands on."""
    rules = ", ".join(dict.fromkeys(row.by for row in rows))
    metrics = len({row.metric for row in rows})
    under = f" under {metrics} metrics" if metrics > 1 else ""
    pairs = len(rows) // metrics
    return f"{pairs} pair{'' if pairs == 1 else 's'}{under}, judged by {rules} at level {level:g}"


def _columns(rows: list[PairRow], *, adjusted: bool) -> dict[str, str]:
    """Choose the columns of the table of pairs: field and heading, without what is empty or the same in all rows."""
    heads = {
        "first": "first",
        "second": "second",
        "says": "decision",
        "estimate": "estimate",
        "interval": "interval",
        "pvalue": "p",
        "adjusted": "adjusted p",
        "probabilities": "P(first / equal / second)",
        "wins": "wins / ties / losses",
        "metric": "metric",
        "by": "by",
    }
    needless = set() if adjusted else {"adjusted"}
    needless |= {name for name in ("metric", "by") if len({getattr(row, name) for row in rows}) == 1}
    return {
        name: head for name, head in heads.items() if name not in needless and any(getattr(row, name) for row in rows)
    }


def _split_table(scores: Scores) -> dict[str, Any]:
    """Lay out one metric's scores: a row per split, a column per learner."""
    done = ~np.isnan(scores.values[0])
    places = list(zip(*np.nonzero(done), strict=True))
    most = max(1, MOST_CELLS // (len(scores.learners) + 4))
    sizes = [
        (name, table) for name, table in (("n_train", scores.n_train), ("n_test", scores.n_test)) if table is not None
    ]
    pair = len(scores.learners) == 2
    rows = [
        [
            *(str(int(place) + 1) for place in at),
            *(str(int(table[at])) for _, table in sizes),
            *(f"{value:.4f}" for value in scores.values[(slice(None), *at)]),
            *([f"{scores.values[(0, *at)] - scores.values[(1, *at)]:+.4f}"] if pair else []),
        ]
        for at in places[:most]
    ]
    names = ["repeat", "fold", *(name for name, _ in sizes), *scores.learners, *(["difference"] if pair else [])]
    return {"metric": scores.metric or "score", "names": names, "rows": rows, "left_out": max(0, len(places) - most)}


def _means(scores: Scores) -> dict[str, Any]:
    """Return the mean of each learner, best first."""
    means, spreads = (reduce(scores.values, axis=(1, 2)) for reduce in (np.nanmean, np.nanstd))
    several = int((~np.isnan(scores.values[0])).sum()) > 1  # one split has no spread
    order = np.argsort(-means, kind="stable")
    rows = [
        (scores.learners[index], f"{means[index]:.4f}", f"{spreads[index]:.4f}" if several else "") for index in order
    ]
    return {"metric": scores.metric or "score", "rows": rows, "several": several}


def _notes(comparison: Comparison) -> list[str]:
    return list(dict.fromkeys([*notes_words(comparison.notes), *notes_of(comparison.judgements)]))
