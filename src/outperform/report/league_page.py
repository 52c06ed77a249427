"""The page of a league: the answer, standings, pairs, other leagues, effects by data set, scores, methods."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from outperform.comparison.league_result import League
from outperform.core import OutperformError, fingerprint, split_spec
from outperform.engine.versions import versions
from outperform.procedures.leagues import CATALOGUE as LEAGUES
from outperform.report.figures import (
    CriticalDifferenceFigure,
    LeagueEffectsFigure,
    LeagueFigure,
    LeagueForestFigure,
    LeaguePairsFigure,
    LeaguePlacesFigure,
)
from outperform.report.figures.style import Looks
from outperform.report.html import render, shown, write
from outperform.report.league_methods import is_for_all_pairs, league_methods, league_references, league_remarks
from outperform.report.league_rows import (
    effects_of_page,
    fragile_datasets,
    missing_cells,
    missing_words,
    other_leagues,
    pairs_of_page,
    score_table,
)
from outperform.report.league_tables import methods_of_league
from outperform.report.summary import page_date
from outperform.words.league import LeagueAnswer, standing_columns
from outperform.words.league_captions import other_leagues_words
from outperform.words.league_effort import run_words
from outperform.words.league_facts import fact_rows
from outperform.words.league_pairs import mean_words
from outperform.words.numbers import level_words, many

FORESTS = 6  # forest plots that a page shows: all pairs of four learners
CROWDED = 10  # learners beyond which their names stand upright above the scores


def league_page(league: League, path: str | Path | None = None, *, command: str = "") -> str:
    """Make the page; ``command`` is what makes the league again."""
    answer = league.answer
    cautions, notes = answer.noted()
    columns = standing_columns(league.standings, league.table)
    chosen = leading_pairs(league)
    text = render(
        "league.html",
        title=answer.headline().removesuffix("."),
        outlook=answer.outlook(),
        where=" · ".join(answer.where()),
        cautions=[f"{words.removeprefix('caution: ')}." for words in cautions],
        notes=[words.removeprefix("note: ") for words in notes],
        standing_heads=list(columns),
        standings=list(zip(*columns.values(), strict=True)),
        summary=list(_summary(league, answer)),
        single=[(f"{name[:1].upper()}{name[1:]}", words) for name, words in _single(league)],
        closing=" ".join(filter(None, [answer.closing(), *answer.next_step()])),
        pairs=pairs_of_page(league),
        mean=mean_words(league.judgements),
        effects=effects_of_page(league),
        others=other_leagues(league),
        others_words=" ".join(other_leagues_words(league.judgements)),
        fragile=fragile_datasets(league),
        missing=missing_cells(league),
        missing_words=missing_words(league),
        scores=score_table(league),
        crowded=len(league.table.learners) > CROWDED,
        metric=league.table.metric or "score",
        figures=_figures(league),
        forests=_forests(league, chosen),
        left_out=len(league) - len(chosen),
        sentence=methods_of_league(league),
        methods=league_methods(league),
        remarks=list(league_remarks(league)),
        references=league_references(league),
        facts=list(_facts(league)),
        command=command or _call(league),
    )
    return write(text, path)


def leading_pairs(league: League) -> list[int]:
    """Choose the pairs whose data sets are drawn: all of a few, else the best learner against the next ones."""
    if len(league) <= FORESTS:
        return list(range(len(league)))
    order = [each.learner for each in league.standings]
    best = league.baseline or order[0]
    mine = [(order.index(each.second if each.first == best else each.first), at)
            for at, each in enumerate(league.judgements) if best in (each.first, each.second)]  # fmt: skip
    return [at for _, at in sorted(mine)[:FORESTS]]


def _single(league: League) -> list[tuple[str, str]]:
    """Return the facts of the only pair."""
    return list(fact_rows(league.judgements[0], league.rope)) if len(league) == 1 else []


def _figures(league: League) -> dict[str, dict[str, Any]]:
    """Draw the figures of the whole league that it allows, by slug."""
    kinds: list[type[LeagueFigure]] = [LeagueEffectsFigure]
    if len(league.table.learners) > 2:
        kinds += [LeaguePlacesFigure, CriticalDifferenceFigure, LeaguePairsFigure]
    looks, made = Looks.of(league.table.learners), {}
    for kind in kinds:
        with suppress(OutperformError):
            made[kind.slug] = shown(kind.of(league), kind.slug, looks)
    return made


def _forests(league: League, chosen: list[int]) -> list[dict[str, Any]]:
    """Draw the forest plots of these pairs, each below the names of its learners."""
    looks, made = Looks.of(league.table.learners), []
    for at in chosen:
        with suppress(OutperformError):
            figure = LeagueForestFigure.of(league, at)
            made.append(shown(figure, f"league-forest{at}", looks) | {"title": figure.about})
    return made


def _summary(league: League, answer: LeagueAnswer) -> Iterator[tuple[str, str]]:
    """List the facts at the top of the page."""
    table = league.table
    if league.source:
        yield "Data", league.source
    yield "Metric", f"{table.metric or 'score'} ({'higher' if table.higher_is_better else 'lower'} is better)"
    complete = int(league.cells.complete.sum())
    part = "" if complete == len(table.datasets) else f", {complete} of them with all learners"
    yield "Data sets", f"{len(table.datasets)}{part}"
    yield "Learners", str(len(table.learners))
    if table.missing:
        yield "Missing", missing_words(league)
    yield "Judged by", answer.rule()
    if league.baseline is not None:
        yield "Baseline", league.baseline
    yield from _ran(league)
    yield "Date", page_date()
    yield "Versions", versions()


def _ran(league: League) -> Iterator[tuple[str, str]]:
    """List how a league was run, what it took, and how many cells failed."""
    if league.run is None:
        return
    yield "Procedure", str(LEAGUES.parse(league.run.procedure)) if _is_known(league) else league.run.procedure
    yield "Effort", run_words(league.run, league.table).removesuffix(".")
    failed = many(len(league.table.missing), "cell")
    yield "Failed", f"{failed}, named below with the reason" if league.table.missing else "no cell"


def _is_known(league: League) -> bool:
    return league.run is not None and split_spec(league.run.procedure)[0] in LEAGUES


def _facts(league: League) -> Iterator[tuple[str, str]]:
    """List what another person needs to get the same numbers."""
    yield "Test, all parameters", league.judgements[0].test
    yield "Adjustment of p-values", league.adjustment
    yield "Level", level_words(league.level)
    yield "Pairs", many(len(league), "pair")
    if league.rope is not None:
        yield "Practically equal", f"differences up to {league.rope:g}"
    if league.run is not None:
        yield "Procedure, all parameters", league.run.procedure
        yield "Seed", str(league.run.seed)
        several = len(set(league.run.repeats)) > 1
        by_name = zip(league.table.datasets, league.run.repeats, strict=True)
        repeats = ", ".join(f"{name} {count}" for name, count in by_name) if several else str(league.run.repeats[0])
        yield f"Repeats of {league.run.folds} folds", repeats if several else f"{repeats} on every data set"
    yield "Fingerprint of the scores", fingerprint([scores.values for scores in league.table.scores])


def _call(league: League) -> str:
    """Write the Python call that repeats the league, with everything that is not a default."""
    ways: dict[str, Any] = {} if league.table.metric is None else {"metric": league.table.metric}
    if league.run is not None:
        ways |= {"procedure": league.run.procedure, "seed": league.run.seed}
    else:
        ways |= {"higher_is_better": True} if league.table.higher_is_better else {"lower_is_better": True}
    ways |= {} if league.test == "wilcoxon" else {"test": league.test}
    usual = "holm" if league.baseline is not None or league.table.missing else "shaffer"
    own = len(league) == 1 or league.adjustment == usual or is_for_all_pairs(league.test)
    ways |= {} if own else {"adjust": league.adjustment}
    ways |= {} if league.baseline is None else {"baseline": league.baseline}
    ways |= {} if league.rope is None else {"rope": league.rope}
    ways |= {} if league.level == 0.05 else {"level": league.level}
    ways |= {"missing": "drop"} if league.table.missing and league.run is None else {}
    door = "judge_league(table" if league.run is None else "league(learners, datasets"
    return f"{door}, {', '.join(f'{name}={value!r}' for name, value in ways.items())})"
