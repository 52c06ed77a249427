"""The document of a league: one sentence, where learners stand, the pairs, what it took, what to note."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from outperform.core import split_spec
from outperform.core.adjust import adjustment_from
from outperform.visible import one_line
from outperform.words.cautions import noted
from outperform.words.document import Document, Role, TextTable
from outperform.words.effort import budget_words, run_words
from outperform.words.foremost import foremost, hidden_words
from outperform.words.league_facts import league_fact_rows
from outperform.words.league_pairs import legend_words
from outperform.words.league_sentences import league_claim, league_outlook, omnibus_words, otherwise, pair_claim
from outperform.words.material import repeats_words
from outperform.words.numbers import level_words, many
from outperform.words.pair_tables import pair_table, spans_of
from outperform.words.pairs import oriented
from outperform.words.standings import standing_columns
from outperform.words.verdicts import are_adjusted
from outperform.words.visible import FILE_NAME, cut, renamed, texts_by

if TYPE_CHECKING:
    from outperform.comparison.league_result import League


def league_document(league: "League") -> Document:
    """Return what people read of a league."""
    league = _with_plain_names(league)
    judgements, table = league.judgements, league.table
    whole = judgements, league.standings, league.winner, league.baseline
    alone = judgements[0] if len(judgements) == 1 else None
    cautions, notes = noted(judgements, league.notes)
    pairs, sets = many(len(judgements), "verdict"), many(len(table.datasets), "data set")
    columns = standing_columns(league.standings, table.unit, None, "learner", f"mean {table.metric or 'score'}")
    closing = " ".join(omnibus_sentence(league)), " ".join(_effort(league))
    return Document(
        kind="League",
        claim=league_claim(judgements, league.standings, league.baseline) if alone is None else pair_claim(alone),
        outlook=tuple(league_outlook(*whole) if alone is None else otherwise(alone)),
        read_as=league.read_as,
        brief=tuple(filter(None, (pairs, sets, table.metric, split_spec(league.test)[0]))),
        cautions=tuple(cautions),
        where=tuple(_where(league)),
        tables=(TextTable.of(Role.STANDINGS, columns), _pairs(league)),
        closing=tuple(filter(None, closing)),
        notes=tuple(notes),
    )


def _with_plain_names(league: "League") -> "League":
    """Write names as one line, in which letters that nobody sees are escapes."""
    table = league.table
    names = (*table.learners, *table.datasets, table.metric or "", league.source)
    if all(one_line(name) == name for name in names):
        return league
    return replace(
        league,
        table=renamed(table, "learners", "datasets", "metric", "missing"),
        judgements=tuple(renamed(each, "first", "second", "league") for each in league.judgements),
        **texts_by(one_line, {name: getattr(league, name) for name in ("standings", "winner", "baseline", "source")}),
    )


def _where(league: "League") -> Iterator[str]:
    """Name the metric, the data, and how they were judged."""
    table = league.table
    better = "" if table.higher_is_better else " (lower is better)"
    if table.metric or better:
        yield f"{table.metric or 'scores'}{better}"
    sets, who = many(len(table.datasets), "data set"), many(len(table.learners), "learner")
    yield ", ".join(filter(None, (cut(league.source, FILE_NAME), f"{sets}{repeats_words(table)}", who)))
    if league.run is not None:
        yield split_spec(league.run.procedure)[0]
    yield rule_words(league)


def rule_words(league: "League") -> str:
    """Name the test, the level, the adjustment and the baseline."""
    several = len(league.judgements) > 1
    adjusted = f", p adjusted by {adjustment_from(league.adjustment).method}" if are_adjusted(league.judgements) else ""
    against = f", all against {league.baseline}" if league.baseline and several else ""
    return f"{league.test}, level {level_words(league.level)}{adjusted}{against}"


def _pairs(league: "League") -> TextTable:
    """List the facts of one pair, or make a table of several."""
    judgements = league.judgements
    if len(judgements) == 1:
        rows = tuple(league_fact_rows(judgements[0], league.rope))
        spans = (*spans_of([oriented(judgements[0])]), *(None for _ in rows[1:]))
        return TextTable(Role.FACTS, ("", ""), rows, words=2, spans=spans)
    order = [each.learner for each in league.standings]
    by_place = sorted(judgements, key=lambda each: sorted((order.index(each.first), order.index(each.second))))
    kept = foremost(by_place, order)
    below = tuple(hidden_words(judgements, kept))
    return pair_table(kept, keep=league.baseline is not None, below=below, legend=legend_words(judgements))


def omnibus_sentence(league: "League") -> Iterator[str]:
    """Return what a test of all learners at once says; nothing where there are two."""
    if league.omnibus is not None and len(league.table.learners) > 2:
        words = omnibus_words(league.omnibus)
        yield f"{words[:1].upper()}{words[1:]}."


def next_step(league: "League") -> Iterator[str]:
    """Return what more data sets or more repeats would bring; nothing where repeats do not tell."""
    if league.budget is not None:
        yield budget_words(league.budget, league.judgements)


def _effort(league: "League") -> Iterator[str]:
    if league.run is not None:
        yield run_words(league.run, league.table)
    yield from next_step(league)
