"""The page of a comparison: verdict, scores and facts, every pair, figures, per-split numbers, methods."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from outperform.comparison import Comparison
from outperform.core import Dataset, NoteKind, OutperformError, Scores
from outperform.report.call import python_call
from outperform.report.figures import CATALOGUE, CurvesFigure, DifferenceFigure, PairFigure, PairsFigure
from outperform.report.figures.picture import looks_of
from outperform.report.html import render, shown, write
from outperform.report.item_parts import heads_of, item_facts, item_parts
from outperform.report.methods import cards_of, facts_of, methods_of
from outperform.report.pairs import SHARES, PairRow, check_pairs, pair_rows, replicability_rows, seen
from outperform.report.summary import is_single, means_of, summary_of
from outperform.report.tables import methods_sentence
from outperform.words.answer import CAUTIONS
from outperform.words.headlines import as_sentence, best_learner, headline, meaning
from outperform.words.notes import notes_words
from outperform.words.replicability import anew_of, rerun_words
from outperform.words.tasks import task_cautions
from outperform.words.verdicts import (
    adjustment_of,
    are_adjusted,
    before_adjustment,
    evidence,
    interval_name,
    is_uncorrected,
    notes_of,
    nouns,
)

NUMERIC = (
    "estimate",
    "interval",
    "pvalue",
    "adjusted",
    "probabilities",
    "wins",
)  # columns to align at the right
PARTS = ("items", "tasks")  # of a page on fixed systems, with figures per pair
MOST_CELLS = 20_000  # of the per-split tables: beyond this a page would pass its two megabytes


def comparison_page(
    comparison: Comparison, path: str | Path | None = None, *, data: Dataset | str | None = None, command: str = ""
) -> str:
    """Make the page; ``data`` is the data set or a name to show, ``command`` what makes the comparison again."""
    check_pairs(comparison, "report")
    verdicts = comparison.to_dict()["verdicts"]
    judgements = comparison.judgements
    rows, single = pair_rows(comparison, verdicts), len(judgements) == 1
    means = [words for words in meaning(judgements[0]) if words != f"{_unsteady(comparison)}."] if single else []
    methods, adjusted = methods_of(comparison), are_adjusted(judgements)
    cautions, closer = _cautions(comparison), _headed(comparison)
    others = replicability_rows(comparison, verdicts)
    text = render(
        "comparison.html",
        title=headline(judgements, comparison.scores),
        conflicts=[as_sentence(words) for words in task_cautions(judgements)],
        evidence=list(_evidence(comparison)),
        unsteady=_unsteady(comparison),
        item_facts=item_facts(comparison),
        items=item_parts(comparison, closer),
        in_part=_in_parts(comparison, closer),
        reruns=_reruns(comparison, closer),
        matrix=_matrix(comparison),
        means=means_of(comparison),
        summary=summary_of(comparison, data),
        meaning=means,
        cautions=[as_sentence(words) for words in cautions],
        pairs=_pair_tables(rows, interval_name(judgements[0]), adjusted=adjusted),
        adjusted=adjusted,
        uncorrected=any(map(is_uncorrected, judgements)),
        metrics=len({row.metric for row in rows}),
        stands=before_adjustment(judgements[0]),
        replicability=others,
        rerun_facts=heads_of(others[0]["known"].items()) if len(others) == 1 and judgements[0].items else [],
        anew=anew_of(judgements),
        noun=nouns(judgements).removesuffix("s"),
        figures=list(_figures(comparison)),
        tables=[_split_table(comparison, scores) for scores in comparison.scores if not is_single(scores)],
        facts=list(facts_of(comparison, data)),
        sentence=methods_sentence(comparison),
        methods=methods,
        cards=cards_of(methods),
        notes=[note for note in _notes(comparison) if as_sentence(note) not in means and note not in cautions],
        command=command or python_call(comparison),
        level=judgements[0].level,
        adjustment=adjustment_of(judgements[0]),
        numeric=NUMERIC,
    )
    return write(text, path)


def _evidence(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Return the numbers behind the decision on a single pair, per metric; its name where there are several."""
    judgements = comparison.judgements
    metrics = [judgement.metric or "score" for judgement in judgements]
    if len({(judgement.first, judgement.second) for judgement in judgements}) == 1:
        for metric, judgement in zip(metrics, judgements, strict=True):
            words = evidence(judgement, steady=not _unsteady(comparison))
            yield metric if len(metrics) > 1 else "", "; ".join(words)


def _unsteady(comparison: Comparison) -> str:
    """Return that many reruns of a single pair would decide otherwise; "" where few would, or nobody knows."""
    return rerun_words(comparison.judgements[0]) if len(comparison.judgements) == 1 else ""


def _figures(comparison: Comparison) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Draw the differences of every metric, then the pairs worth a closer look, in groups with a heading."""
    looks, judgements = looks_of(comparison), comparison.judgements
    metrics = list(dict.fromkeys(judgement.metric for judgement in judgements))
    over = [DifferenceFigure.of(comparison, metric) for metric in metrics]
    differences = [shown(figure, f"difference{number}", looks) for number, figure in enumerate(over)]
    differences += _curves(comparison, metrics)
    if len(judgements) > 1:
        yield "", differences
    for pair, head in _headed(comparison):
        made = _of(comparison, pair, "figures")
        if len(judgements) == 1:
            made.sort(key=lambda figure: not figure.low)  # low by low
        closer = [shown(figure, f"{figure.slug}{pair}", looks, numbers=figure.numbers) for figure in made]
        if len(judgements) == 1:
            yield "", [*differences, *closer]
        elif closer:
            yield head, closer


def _curves(comparison: Comparison, metrics: list[str | None]) -> list[dict[str, Any]]:
    """Draw the curves of metrics of probabilities or scores; those of ROC once."""
    looks = looks_of(comparison)
    made: dict[str, CurvesFigure] = {}
    for metric in metrics:
        with suppress(OutperformError):
            figure = CurvesFigure.of(comparison, metric)
            if figure.title not in made or (figure.scores and not made[figure.title].scores):
                made[figure.title] = figure
    return [shown(figure, f"curves{number}", looks) for number, figure in enumerate(made.values())]


def _matrix(comparison: Comparison) -> list[dict[str, Any]]:
    """Draw the matrix of the pairs of three or more fixed systems, of the first metric.

    Against a baseline there is a single column, and the table of pairs shows the same.
    """
    if comparison.judgements[0].items is None or comparison.baseline is not None:
        return []
    with suppress(OutperformError):
        return [shown(PairsFigure.of(comparison), "pair-matrix")]
    return []


def _in_parts(comparison: Comparison, closer: list[tuple[int, str]]) -> dict[str, dict[int, list[dict[str, Any]]]]:
    """Draw the figures that stand beside tables of a part of the page, by part and pair."""
    looks = looks_of(comparison)
    return {
        part: {
            pair: [
                shown(each, f"{each.slug}{pair}", looks, numbers=each.numbers) for each in _of(comparison, pair, part)
            ]
            for pair, _ in closer
        }
        for part in PARTS
    }


def _reruns(comparison: Comparison, closer: list[tuple[int, str]]) -> list[dict[str, Any]]:
    """Draw what fresh runs would give; of several pairs side by side, each below its names."""
    looks, made = looks_of(comparison), []
    for pair, _ in closer:
        for figure in _of(comparison, pair, "reruns"):
            drawn = shown(figure, f"{figure.slug}{pair}", looks, numbers=figure.numbers)
            about = getattr(figure, "about", "") if len(closer) > 1 else ""
            made.append(drawn | ({"title": f"{figure.title}: {about}"} if about else {}))
    return made


def _of(comparison: Comparison, pair: int, part: str) -> list[PairFigure]:
    """Make the figures of one pair for a part of the page; those that its scores do not allow are left out.

    Where learners were compared over splits there is one part with figures.
    """
    made = []
    alone = comparison.judgements[pair].items is None
    for kind in CATALOGUE.values():
        if issubclass(kind, PairFigure) and (kind.part if not alone else "figures") == part:
            with suppress(OutperformError):
                made.append(kind.of(comparison, pair))
    return [figure for figure in made if figure.tells]


def _headed(comparison: Comparison) -> list[tuple[int, str]]:
    """Return the pairs to look at more closely, and their headings; a single pair has none."""
    judgements, pairs = comparison.judgements, _closer(comparison)
    if len(judgements) == 1:
        return [(pair, "") for pair in pairs]
    nearest = ", the two with the highest scores" if len(pairs) == 1 < len(_of_first_metric(comparison)) else ""
    several = f" in {judgements[0].metric}" if len({judgement.metric for judgement in judgements}) > 1 else ""
    sides = [(pair, seen(comparison, judgements[pair])) for pair in pairs]
    return [(pair, f"{side.better} against {side.worse}{several}{nearest}") for pair, side in sides]


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
    means = dict(zip(scores.learners, scores.means, strict=True))
    mine = [number for number in numbers if best in (judgements[number].first, judgements[number].second)] or numbers
    return [max(mine, key=lambda number: means[judgements[number].first] + means[judgements[number].second])]


def _pair_tables(rows: list[PairRow], interval: str, *, adjusted: bool) -> list[dict[str, Any]]:
    """Lay out the pairs in one table per unit, so that no column mixes points with shares."""
    columns = _columns(interval, adjusted=adjusted)
    about = [name for name in ("metric", "by") if len(_distinct(rows, name)) > 1]
    units = [(unit, [row for row in rows if row.quantity == unit]) for unit in _distinct(rows, "quantity")]
    return [
        {
            "rows": part,
            "columns": {name: head or unit for name, head in columns.items() if _is_needed(name, part)},
            "share": unit in SHARES.values(),
            "about": ", ".join(value for name in about for value in _distinct(part, name)) if len(units) > 1 else "",
        }
        for unit, part in units
    ]


def _is_needed(name: str, rows: list[PairRow]) -> bool:
    """Return whether a column says anything: it is not empty, and metrics or tests differ."""
    if name in ("metric", "by"):
        return len(_distinct(rows, name)) > 1
    return any(getattr(row, name) for row in rows)


def _distinct(rows: list[PairRow], name: str) -> list[str]:
    return list(dict.fromkeys(getattr(row, name) for row in rows))


def _columns(interval: str, *, adjusted: bool) -> dict[str, str]:
    """Name the columns of the tables of pairs: field and head; the head of the estimate is its unit."""
    heads = {
        "metric": "metric",
        "pair": "pair",
        "says": "decision",
        "estimate": "",
        "interval": interval,
        "pvalue": "p",
        "adjusted": "p, adjusted",
        "probabilities": "probability: first better / practically equal / second better",
        "wins": "splits won / tied / lost",
        "by": "test",
    }
    return {name: head for name, head in heads.items() if adjusted or name != "adjusted"}


def _split_table(comparison: Comparison, scores: Scores) -> dict[str, Any]:
    """Lay out one metric's scores: a row per split, a column per learner; of two learners their difference too."""
    done = ~np.isnan(scores.values[0])
    places = list(zip(*np.nonzero(done), strict=True))
    most = max(1, MOST_CELLS // (len(scores.learners) + 4))
    heads = (("training rows", scores.n_train), ("test rows", scores.n_test))
    sizes = [(name, table) for name, table in heads if table is not None]
    learners, values = scores.learners, scores.values
    pair = len(learners) == 2
    if pair:
        judged = next((each for each in comparison.judgements if each.metric == scores.metric), None)
        if judged is not None and seen(comparison, judged).better == learners[1]:
            learners, values = learners[::-1], values[::-1]
    rows = [
        [
            *(str(int(place) + 1) for place in at),
            *(str(int(table[at])) for _, table in sizes),
            *(f"{value:.4f}" for value in values[(slice(None), *at)]),
            *([f"{values[(0, *at)] - values[(1, *at)]:+.4f}"] if pair else []),
        ]
        for at in places[:most]
    ]
    names = ["repeat", "fold", *(name for name, _ in sizes), *learners, *(["difference"] if pair else [])]
    return {"metric": scores.metric or "score", "names": names, "rows": rows, "left_out": max(0, len(places) - most)}


def _cautions(comparison: Comparison) -> list[str]:
    """Return what may be wrong with the answer; the weaknesses of tests stand beside their descriptions."""
    notes = [*comparison.notes, *(note for judgement in comparison.judgements for note in judgement.notes)]
    weaknesses = (NoteKind.KNOWN_WEAKNESS, NoteKind.PROCEDURE_WEAKNESS)
    return notes_words(note for note in notes if note.kind in CAUTIONS and note.kind not in weaknesses)


def _notes(comparison: Comparison) -> list[str]:
    """Return all notes; the accuracies of a pair stand in the tables, seen from the better one."""
    notes = [note for note in comparison.notes if note.kind is not NoteKind.ACCURACIES]
    return list(dict.fromkeys([*notes_words(notes), *notes_of(comparison.judgements, [NoteKind.ACCURACIES])]))
