"""The page of a league: the answer, standings, pairs, other leagues, effects by data set, scores, methods."""

from collections.abc import Iterator, Mapping, Sequence
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
from outperform.report.league_methods import is_for_all_pairs, league_methods, league_references, league_remarks
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
    small_table,
)
from outperform.report.pages.html import write
from outperform.report.pages.inline import drawn
from outperform.report.pages.league_tables import (
    effects_table,
    fragile_datasets,
    missing_cells,
    missing_words,
    others_table,
    pairs_table,
    score_table,
)
from outperform.report.pages.methods import methods_blocks
from outperform.report.pages.summary import page_date
from outperform.report.tables.league import methods_of_league
from outperform.words.document import Role
from outperform.words.effort import run_words
from outperform.words.league import next_step, omnibus_sentence, rule_words
from outperform.words.league_captions import other_leagues_words
from outperform.words.league_facts import league_fact_rows
from outperform.words.league_pairs import mean_words
from outperform.words.numbers import level_words, many
from outperform.words.plain_answer import plain_league

FORESTS = 6  # forest plots that a page shows: all pairs of four learners


def league_page(league: League, path: str | Path | None = None, *, command: str = "") -> str:
    """Make the page; ``command`` is what makes the league again."""
    document = league.document
    table = next(document.of(Role.STANDINGS))
    caption = "Mean rank (1 is best), mean score, and the places that the decisions leave open"
    standings = small_table(table.heads, table.rows, caption, "scores", "Standings")
    top = [
        meant(plain_league(league)),
        *(Paragraph(words, "evidence") for words in document.outlook),
        *cautions([f"{words.removeprefix('caution: ')}." for words in document.cautions]),
        Group("top", [standings, Facts(list(_summary(league)))]),
    ]
    whole, chosen = _figures(league), leading_pairs(league)
    sections = [
        Section("pairs", "Pairs", list(_pairs(league, whole)), "Pairs"),
        Section("others", "Would another league decide otherwise?", list(_others(league)), "Other leagues"),
        Section("datasets", "Data sets", list(_datasets(league, whole, chosen)), "Data sets"),
        Section("scores-part", "Scores", list(_scores(league)), "Scores"),
        Section("methods", "Methods", list(_methods(league, document.notes, command)), "Methods"),
    ]
    return write(Page(document.claim.removesuffix("."), top, sections), path)


def _pairs(league: League, whole: Mapping[str, Figure]) -> Iterator[PageBlock]:
    """Return every pair, the figures of all pairs, and what to make of them."""
    if len(league) == 1:
        rows = league_fact_rows(league.judgements[0], league.rope)
        yield Facts([(f"{name[:1].upper()}{name[1:]}", words) for name, words in rows])
    yield from figures(
        [whole[slug] for slug in ("critical-difference", "league-places", "league-pairs") if slug in whole]
    )
    about = "“A – B”: where the difference is above 0, A is better. The difference is the"
    caption = f"{about} {mean_words(league.judgements)}."
    yield pairs_table(league, caption)
    closing = " ".join([*omnibus_sentence(league), *next_step(league)])
    if closing:
        yield Paragraph(closing)


def _others(league: League) -> Iterator[PageBlock]:
    """Return how other leagues would decide, and which data sets the decisions depend on."""
    table = others_table(league)
    if len(table.heads) > 2:
        words = " ".join(other_leagues_words(league.judgements))
        if words:
            yield Paragraph(words)
        yield table
    else:
        yield Paragraph("Nothing is known of this.")
    fragile = fragile_datasets(league)
    if fragile:
        yield Heading("Fragile data sets")
        yield small_table(
            [
                "data set",
                "without it alone",
                "without it, alone or with others: no longer clear",
                "without it, alone or with others: clear only then",
            ],
            [(name, *map(str, counts)) for name, *counts in fragile],
            "How many pairs would be decided otherwise without a data set",
            "fragile",
            "Fragile data sets",
        )


def _datasets(league: League, whole: Mapping[str, Figure], chosen: list[int]) -> Iterator[PageBlock]:
    """Return the differences on every data set."""
    looks = Looks.of(league.table.learners)
    forests = []
    for at in chosen:
        with suppress(OutperformError):
            figure = LeagueForestFigure.of(league, at)
            forests.append(drawn(figure, f"league-forest{at}", looks, title=figure.about))
    yield from figures(forests)
    left_out = len(league) - len(chosen)
    if left_out:
        yield Paragraph(f"{left_out} more pair{' is' if left_out == 1 else 's are'} in the table only.")
        yield effects_table(league)
    if "league-effects" in whole:
        yield from figures([whole["league-effects"]])


def _scores(league: League) -> Iterator[PageBlock]:
    """Return all scores, and which are missing."""
    yield score_table(league)
    missing = missing_cells(league)
    if missing:
        yield Heading("Missing cells", id="missing")
        both = "A pair is judged on the data sets that both of its learners have."
        yield Paragraph(f"{missing_words(league)}. {both}")
        yield PageTable(
            ["reason", "cells", "which"],
            [(reason, str(count), cells) for reason, count, cells in missing],
            "Cells without a score, by reason",
            "Missing cells",
            look="sortable names",
            columns=["row", "n", "long"],
        )


def _methods(league: League, notes: Sequence[str], command: str) -> Iterator[PageBlock]:
    """Return what another person needs to judge the same way."""
    yield Paragraph(f"For a methods section: {methods_of_league(league)}")
    yield from methods_blocks(league_methods(league))
    yield Heading("How it was judged")
    yield Facts(list(league_remarks(league)))
    yield Heading("To get the same numbers")
    yield Facts(list(_facts(league)))
    yield from listed("Notes", [words.removeprefix("note: ") for words in notes], "notes")
    yield from listed("References", league_references(league))
    yield from again(command or _call(league))


def leading_pairs(league: League) -> list[int]:
    """Choose the pairs whose data sets are drawn: all of a few, else the best learner against the next ones."""
    if len(league) <= FORESTS:
        return list(range(len(league)))
    order = [each.learner for each in league.standings]
    best = league.baseline or order[0]
    mine = [(order.index(each.second if each.first == best else each.first), at)
            for at, each in enumerate(league.judgements) if best in (each.first, each.second)]  # fmt: skip
    return [at for _, at in sorted(mine)[:FORESTS]]


def _figures(league: League) -> dict[str, Figure]:
    """Draw the figures of the whole league that it allows, by slug."""
    kinds: list[type[LeagueFigure]] = [LeagueEffectsFigure]
    if len(league.table.learners) > 2:
        kinds += [LeaguePlacesFigure, CriticalDifferenceFigure, LeaguePairsFigure]
    looks, by_slug = Looks.of(league.table.learners), {}
    for kind in kinds:
        with suppress(OutperformError):
            by_slug[kind.slug] = drawn(kind.of(league), kind.slug, looks)
    return by_slug


def _summary(league: League) -> Iterator[tuple[str, str]]:
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
    yield "Judged by", rule_words(league)
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
