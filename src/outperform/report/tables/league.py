"""A league as tables for papers: the scores on every data set, and a row per pair."""

from math import isnan

import numpy as np

from outperform import __version__
from outperform.comparison.league_result import League
from outperform.core import DatasetFragility, Decision, Floats, Interval, LeagueStanding, Posterior, Unit
from outperform.report.league_cells import (
    DIGITS,
    SMALL,
    best_cells,
    not_shown_to_differ,
    own_scores,
    score_decimals,
    score_words,
)
from outperform.report.league_methods import is_for_all_pairs, reference_of
from outperform.report.tables.layout import LayoutCell, LayoutTable
from outperform.words.league_captions import league_methods_sentence, pairs_caption, results_caption
from outperform.words.league_pairs import (
    effect_style,
    next_datasets,
    written_effect,
)
from outperform.words.numbers import DECIMALS, decimal_style, p_short
from outperform.words.pairs import Oriented, oriented
from outperform.words.verdicts import are_adjusted

UPRIGHT = 8  # learners from which their names stand upright in LaTeX
CROWDED = 15  # learners beyond which scores have a digit less
LONG = 12  # letters of a name that stands upright too


def results_table(league: League, digits: int | None = None) -> LayoutTable:
    """Lay out the scores: a row per data set, then mean and mean rank; the best are bold, ties of the best marked."""
    crowded = len(league.table.learners) > CROWDED
    values, best = own_scores(league), best_cells(league)
    most = score_decimals(league, DECIMALS - 1 if crowded and league.cells.unit is Unit.POINTS else None)

    def write(row: Floats, more: int) -> list[str]:
        if digits is not None:
            return score_words(row, Unit.POINTS, digits)
        return score_words(row, league.cells.unit, more, DIGITS - 1 if crowded else DIGITS)

    rows = [
        (
            LayoutCell(name),
            *(LayoutCell(words, strong=bool(top)) for words, top in zip(write(row, most), tops, strict=True)),
        )
        for name, row, tops in zip(league.table.datasets, values, best, strict=True)
    ]
    marked = not any(isinstance(each.verdict, Posterior) for each in league.judgements)
    against, near = not_shown_to_differ(league) if marked else (None, set())
    means = np.array([np.nan if each.mean is None else each.mean for each in _in_order(league)])
    longest = DECIMALS - crowded if league.cells.unit is Unit.POINTS else SMALL
    below = _below(league, near, means, write(means, min(longest, most + 1)))  # a mean has a decimal more
    names = league.table.learners
    upright = len(names) >= UPRIGHT or max(map(len, names)) > LONG
    caption = results_caption(league, against, marked=bool(near))
    heads = ("data set", *names)
    return LayoutTable(caption, heads, (*rows, *below), methods_of_league(league), rules=(len(rows),), upright=upright)


def _in_order(league: League) -> list[LeagueStanding]:
    standings = {each.learner: each for each in league.standings}
    return [standings[name] for name in league.table.learners]


def _below(league: League, near: set[str], means: Floats, written: list[str]) -> list[tuple[LayoutCell, ...]]:
    """Lay out the rows of means and of mean ranks; what is not shown to differ from the best is marked."""
    found = _in_order(league)
    ranks = [each.mean_rank for each in found]
    known = [rank for rank in ranks if rank is not None]
    best = (np.nanmax if league.table.higher_is_better else np.nanmin)(means) if not np.isnan(means).all() else None
    marks = ["=" if each.learner in near else "" for each in found]
    last = [
        LayoutCell("" if rank is None else f"{rank:.2f}", mark, strong=rank is not None and rank == min(known))
        for rank, mark in zip(ranks, marks, strict=True)
    ]
    first = [
        LayoutCell(words, "" if known else mark, strong=bool(mean == best))
        for words, mean, mark in zip(written, means, marks, strict=True)
    ]
    return [(LayoutCell("mean"), *first), *([(LayoutCell("mean rank"), *last)] if known else [])]


def league_pairs_table(league: League, digits: int | None = None) -> LayoutTable:
    """Lay out a row per pair: wins, the mean difference with its interval, p and what other leagues would decide."""
    seen = [oriented(each, keep=True) for each in league.judgements]
    adjusted = are_adjusted(league.judgements)
    style = decimal_style(digits, seen[0].judgement.unit) or effect_style(seen)
    points = ", points" if seen[0].judgement.unit is Unit.POINTS else ""
    heads = ["first", "second", "won / tied / lost", f"difference{points}", f"{100 * (1 - league.level):g}% interval"]
    columns = [("p", [p_short(each.judgement.verdict.pvalue) for each in seen])]
    columns += [("p, adjusted", [p_short(each.judgement.pvalue_adjusted) for each in seen])] if adjusted else []
    columns += [("P(first / equal / second)", [_masses(each) for each in seen])]
    columns.append(("flip, splits", [_share(each.judgement.p_flip) for each in seen]))
    following = f"mean of next {next_datasets(league.judgements)}"
    columns.append((following, [_ends(each, each.judgement.effect.prediction_mean, style) for each in seen]))
    columns.append(("turns without", [_count(each.judgement.fragility) for each in seen]))
    columns.append(("flip, pools", [_share(each.judgement.p_flip_pool) for each in seen]))
    kept = [(head, cells) for head, cells in columns if any(cells)]
    rows = [
        (*_pair_cells(each, style), *(LayoutCell(cells[number]) for _, cells in kept))
        for number, each in enumerate(seen)
    ]
    return LayoutTable(pairs_caption(league), (*heads, *(head for head, _ in kept)), tuple(rows), "")


def _pair_cells(seen: Oriented, style: str) -> list[LayoutCell]:
    judgement = seen.judgement
    estimate = "" if isnan(seen.estimate) else written_effect(seen, seen.estimate, style)
    decided = judgement.decision in {Decision.FIRST, Decision.SECOND}
    return [
        LayoutCell(judgement.first, strong=judgement.decision is Decision.FIRST),
        LayoutCell(judgement.second, strong=judgement.decision is Decision.SECOND),
        LayoutCell(" / ".join(map(str, judgement.wins))),
        LayoutCell(estimate, "*" if decided else ""),
        LayoutCell(_ends(seen, judgement.effect.interval, style)),
    ]


def _ends(seen: Oriented, interval: Interval | None, style: str) -> str:
    ends = seen.ends(interval)
    return "" if ends is None else " to ".join(written_effect(seen, end, style) for end in ends)


def _count(few: DatasetFragility | None) -> str:
    return "" if few is None else str(few.datasets)


def _masses(seen: Oriented) -> str:
    return "" if seen.probabilities is None else " / ".join(f"{mass:.2f}" for mass in seen.probabilities)


def _share(chance: float | None) -> str:
    return "" if chance is None else f"{chance:.2f}"


def methods_of_league(league: League) -> str:
    """Write the sentences that a methods section needs."""
    reference, for_all = reference_of(league.test), is_for_all_pairs(league.test)
    return league_methods_sentence(league, reference, __version__, for_all=for_all)
