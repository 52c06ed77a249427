"""The page of a comparison: verdict, scores and facts, every pair, figures, per-split numbers, methods."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from markupsafe import Markup

from outperform.comparison import Comparison
from outperform.core import Dataset, NoteKind, OutperformError, Scores
from outperform.report.figures import CATALOGUE, CurvesFigure, DifferenceFigure, PairFigure, PairsFigure
from outperform.report.figures.picture import looks_of
from outperform.report.methods import methods_of
from outperform.report.pages.blocks import (
    Facts,
    Figure,
    Group,
    Heading,
    Page,
    PageBlock,
    PageTable,
    Paragraph,
    Section,
    again,
    cautions,
    figures,
    listed,
    meant,
)
from outperform.report.pages.call import python_call
from outperform.report.pages.html import unbroken, write
from outperform.report.pages.inline import drawn
from outperform.report.pages.items import heads_of, item_facts, item_sections
from outperform.report.pages.methods import methods_blocks
from outperform.report.pages.summary import facts_of, is_single, means_of, summary_of
from outperform.report.pairs import SHARES, PairRow, check_pairs, pair_rows, replicability_rows, seen
from outperform.report.tables.comparison import methods_sentence
from outperform.words.cautions import CAUTIONS
from outperform.words.headlines import as_sentence, best_learner, headline, meaning
from outperform.words.notes import notes_words
from outperform.words.plain_answer import plain_comparison
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
    unsteady_words,
)

COLUMNS = {
    "metric": "",
    "pair": "pair",
    "says": "says",
    "estimate": "n",
    "interval": "n",
    "pvalue": "n",
    "adjusted": "n",
    "probabilities": "n",
    "wins": "n",
    "by": "by",
}
"""The columns of the tables of pairs: fields of a row, and what each holds."""
MOST_CELLS = 20_000  # of the per-split tables: beyond this a page would pass its two megabytes


def comparison_page(
    comparison: Comparison, path: str | Path | None = None, *, data: Dataset | str | None = None, command: str = ""
) -> str:
    """Make the page; ``data`` is the data set or a name to show, ``command`` what makes the comparison again."""
    check_pairs(comparison, "report")
    judgements = comparison.judgements
    unsteady = rerun_words(judgements[0]) if len(judgements) == 1 else ""  # many reruns would decide otherwise
    means = [words for words in meaning(judgements[0]) if words != f"{unsteady}."] if len(judgements) == 1 else []
    doubts = _cautions(comparison)
    notes = [note for note in _notes(comparison) if as_sentence(note) not in means and note not in doubts]
    closer = _headed(comparison)
    sections = [
        Section("results", "Results", list(_results(comparison, means, linked=bool(notes))), "Results"),
        *_reruns(comparison, closer),
        *item_sections(comparison, closer, {part: _in_part(comparison, closer, part) for part in ("items", "tasks")}),
        Section("figures", "Figures", list(_figures(comparison, closer)), "Figures"),
        *_splits(comparison),
        Section("methods", "Methods", list(_methods(comparison, data, notes, command)), "Methods"),
    ]
    top = list(_top(comparison, data, unsteady, doubts))
    return write(Page(headline(judgements, comparison.scores), top, sections), path)


def _top(
    comparison: Comparison, data: Dataset | str | None, unsteady: str, doubts: Sequence[str]
) -> Iterator[PageBlock]:
    """Return what stands below the answer: what it means, what may be wrong, the numbers, scores and facts."""
    judgements = comparison.judgements
    yield meant(plain_comparison(comparison))
    yield from cautions([as_sentence(words) for words in (*task_cautions(judgements), *doubts)])
    if len({(judgement.first, judgement.second) for judgement in judgements}) == 1:
        for judgement in judgements:
            words = unbroken("; ".join(evidence(judgement, steady=not unsteady)))
            metric = Markup("<b>{}</b>: ").format(judgement.metric or "score") if len(judgements) > 1 else ""
            yield Paragraph(metric + words, "evidence")
    if unsteady:
        yield Paragraph(f"{unsteady}.", "evidence")
    if len(judgements) > 1:
        yield from (Paragraph(words, "evidence") for words in unsteady_words(judgements))
    yield Group("top", [means_of(comparison), Facts(summary_of(comparison, data))])


def _results(comparison: Comparison, means: Sequence[str], *, linked: bool) -> Iterator[PageBlock]:
    """Return what the numbers mean, and every pair."""
    yield from map(Paragraph, means)
    if comparison.judgements[0].items is not None and comparison.baseline is None:
        with suppress(OutperformError):  # against a baseline the table of pairs shows the same as its single column
            yield from figures([drawn(PairsFigure.of(comparison), "pair-matrix")])
    yield from _pair_tables(comparison, linked=linked)
    facts = item_facts(comparison)
    if facts:
        yield Facts(facts)


def _pair_tables(comparison: Comparison, *, linked: bool) -> Iterator[PageTable]:
    """Lay out the pairs in one table per unit, so that no column mixes points with shares."""
    rows, judgements = pair_rows(comparison), comparison.judgements
    noun = nouns(judgements).removesuffix("s")
    heads = {
        "metric": "metric",
        "pair": "pair",
        "says": "decision",
        "interval": interval_name(judgements[0]),
        "pvalue": "p",
        "adjusted": "p, adjusted",
        "probabilities": "probability: first better / practically equal / second better",
        "wins": "splits won / tied / lost",
        "by": "test",
    }
    units = _distinct(rows, "quantity")
    for number, unit in enumerate(units):
        part = [row for row in rows if row.quantity == unit]
        names = [name for name in COLUMNS if _is_needed(name, part, adjusted=are_adjusted(judgements))]
        several = [name for name in ("metric", "by") if len(_distinct(rows, name)) > 1 and len(units) > 1]
        about = ", ".join(value for name in several for value in _distinct(part, name))
        caption = Markup("<b>{}</b>. ").format(about) if about else Markup("")
        caption += (
            f"The share is that of the {noun} named first: above 50 %, it wins more often than the other."
            if unit in SHARES.values()
            else "“A – B” is A minus B: above 0, A scores higher."
        )
        caption += f" Level {judgements[0].level}."
        if "adjusted" in names:
            rule = adjustment_of(judgements[0])
            caption += f" Decisions use the adjusted p-values ({rule}, over the pairs of a metric)."
        if any(map(is_uncorrected, judgements)):
            caption += f" Intervals marked “not corrected” are not corrected for these {noun}s"
            caption += Markup(': see the <a href="#notes">notes</a>.') if linked else "."
        yield PageTable(
            [heads.get(name, unit) for name in names],
            [[getattr(row, name) for name in names] for row in part],
            caption,
            f"Result of every pair{f': {about}' if about else ''}",
            "" if number else "pairs",
            "sortable pairs",
            [COLUMNS[name] for name in names],
            [row.decision for row in part],
            stacked=True,
        )


def _is_needed(name: str, rows: list[PairRow], *, adjusted: bool) -> bool:
    """Return whether a column says anything: it is not empty, and metrics or tests differ."""
    if name in ("metric", "by"):
        return len(_distinct(rows, name)) > 1
    return any(getattr(row, name) for row in rows) and (adjusted or name != "adjusted")


def _distinct(rows: list[PairRow], name: str) -> list[str]:
    return list(dict.fromkeys(getattr(row, name) for row in rows))


def _reruns(comparison: Comparison, closer: list[tuple[int, str]]) -> Iterator[Section]:
    """Return how other splits, or other runs, would decide; nothing where no verdict can estimate it."""
    judgements = comparison.judgements
    rows = replicability_rows(comparison, comparison.to_dict()["verdicts"])
    if not rows:
        return
    anew = anew_of(judgements)
    stands = f", {before_adjustment(judgements[0])}" if are_adjusted(judgements) else ""
    about = f"This is about {anew.kind}, not about {anew.not_new}."
    drawings = [
        drawn(
            figure, f"{figure.slug}{pair}", looks_of(comparison), numbers=figure.numbers, title=_title(figure, closer)
        )
        for pair, _ in closer
        for figure in _of(comparison, pair, "reruns")
    ]
    if len(judgements) == 1 and judgements[0].items:
        known: list[PageBlock] = [
            Paragraph(f"How {anew.again_of} would decide. {about}", "aside"),
            Facts(heads_of(rows[0]["known"].items())),
        ]
    else:
        metrics = len({each.metric for each in judgements}) > 1
        known = [
            PageTable(
                [*(["metric"] if metrics else []), "pair", *rows[0]["known"]],
                [[*([row["metric"]] if metrics else []), row["pair"], *row["known"].values()] for row in rows],
                f"How {anew.again_of} would decide each pair{stands}. {about}",
                f"How {anew.again} would decide each pair",
                "replicability",
                columns=[*([""] if metrics else []), "pair", *("n" for _ in rows[0]["known"])],
                stacked=True,
            )
        ]
        others = [kind for kind in NoteKind if kind is not NoteKind.STABILITY_UNKNOWN]
        known += [Paragraph(f"{why}.", "aside") for why in notes_of(judgements, others)]  # why a pair has no row
    title = f"{anew.again_of[:1].upper()}{anew.again_of[1:]}"
    yield Section("replicable", title, [*known, *figures(drawings)], anew.title)


def _title(figure: PairFigure, closer: list[tuple[int, str]]) -> str:
    """Name a figure of one of several pairs with its learners, as it stands beside the others."""
    about = getattr(figure, "about", "") if len(closer) > 1 else ""
    return f"{figure.title}: {about}" if about else ""


def _figures(comparison: Comparison, closer: list[tuple[int, str]]) -> Iterator[PageBlock]:
    """Draw the differences of every metric, then the pairs worth a closer look, in groups with a heading."""
    looks, judgements = looks_of(comparison), comparison.judgements
    metrics = list(dict.fromkeys(judgement.metric for judgement in judgements))
    over = [DifferenceFigure.of(comparison, metric) for metric in metrics]
    differences = [drawn(figure, f"difference{number}", looks) for number, figure in enumerate(over)]
    differences += _curves(comparison, metrics)
    if len(judgements) > 1:
        yield from figures(differences)
    for pair, head in closer:
        of_pair = _of(comparison, pair, "figures")
        if len(judgements) == 1:
            of_pair.sort(key=lambda figure: not figure.low)  # low by low
        near = [drawn(figure, f"{figure.slug}{pair}", looks, numbers=figure.numbers) for figure in of_pair]
        if len(judgements) == 1:
            yield from figures([*differences, *near])
        elif near:
            yield Heading(head)
            yield from figures(near)


def _curves(comparison: Comparison, metrics: list[str | None]) -> list[Figure]:
    """Draw the curves of metrics of probabilities or scores; those of ROC once."""
    by_title: dict[str, CurvesFigure] = {}
    for metric in metrics:
        with suppress(OutperformError):
            figure = CurvesFigure.of(comparison, metric)
            if figure.title not in by_title or (figure.scores and not by_title[figure.title].scores):
                by_title[figure.title] = figure
    looks = looks_of(comparison)
    return [drawn(figure, f"curves{number}", looks) for number, figure in enumerate(by_title.values())]


def _in_part(comparison: Comparison, closer: list[tuple[int, str]], part: str) -> dict[int, list[Figure]]:
    """Draw the figures that stand beside tables of a part of the page, by pair."""
    looks = looks_of(comparison)
    return {
        pair: [drawn(each, f"{each.slug}{pair}", looks, numbers=each.numbers) for each in _of(comparison, pair, part)]
        for pair, _ in closer
    }


def _of(comparison: Comparison, pair: int, part: str) -> list[PairFigure]:
    """Make the figures of one pair for a part of the page; those that its scores do not allow are left out.

    Where learners were compared over splits there is one part with figures.
    """
    of_part = []
    over_splits = comparison.judgements[pair].items is None
    for kind in CATALOGUE.values():
        if issubclass(kind, PairFigure) and ("figures" if over_splits else kind.part) == part:
            with suppress(OutperformError):
                of_part.append(kind.of(comparison, pair))
    return [figure for figure in of_part if figure.tells]


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


def _splits(comparison: Comparison) -> Iterator[Section]:
    """Return the scores of every split, where there are several."""
    tables = [_split_table(comparison, scores) for scores in comparison.scores if not is_single(scores)]
    if tables:
        yield Section("splits", "Split by split", tables, "Split by split")


def _split_table(comparison: Comparison, scores: Scores) -> PageTable:
    """Lay out one metric's scores: a row per split, a column per learner; of two learners their difference too."""
    places = list(zip(*np.nonzero(~np.isnan(scores.values[0])), strict=True))
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
    label = f"{scores.metric or 'score'} in every split"
    rest = f"; {len(places) - most} more splits are not shown" if len(places) > most else ""
    return PageTable(names, rows, f"{label}{rest}", label, look="sortable numbers", columns=[""] * len(names))


def _methods(
    comparison: Comparison, data: Dataset | str | None, notes: Sequence[str], command: str
) -> Iterator[PageBlock]:
    """Return what another person needs to judge the same way."""
    yield Paragraph(f"For a methods section: {methods_sentence(comparison)}")
    yield from methods_blocks(methods_of(comparison))
    yield Heading("To get the same numbers")
    yield Facts(list(facts_of(comparison, data)))
    yield from listed("Notes", notes, "notes")
    yield from again(command or python_call(comparison))


def _cautions(comparison: Comparison) -> list[str]:
    """Return what may be wrong with the answer; the weaknesses of tests stand beside their descriptions."""
    notes = [*comparison.notes, *(note for judgement in comparison.judgements for note in judgement.notes)]
    weaknesses = (NoteKind.KNOWN_WEAKNESS, NoteKind.PROCEDURE_WEAKNESS)
    return notes_words(note for note in notes if note.kind in CAUTIONS and note.kind not in weaknesses)


def _notes(comparison: Comparison) -> list[str]:
    """Return all notes; the accuracies of a pair stand in the tables, seen from the better one."""
    notes = [note for note in comparison.notes if note.kind is not NoteKind.ACCURACIES]
    return list(dict.fromkeys([*notes_words(notes), *notes_of(comparison.judgements, [NoteKind.ACCURACIES])]))
