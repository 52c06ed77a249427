"""The tables of a league's page: pairs, effects, other leagues, fragile data sets, missing cells, scores."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import isnan

from markupsafe import Markup

from outperform.comparison.league_result import League
from outperform.core import Decision, Interval, Unit
from outperform.report.league_cells import best_cells, own_scores, score_decimals, score_words
from outperform.report.pages.blocks import PageTable
from outperform.words.data_notes import some_words
from outperform.words.league_pairs import (
    effect_style,
    flip_share,
    next_datasets,
)
from outperform.words.numbers import many, p_short, signed
from outperform.words.pairs import Oriented, oriented
from outperform.words.replicability import rounded
from outperform.words.verdicts import are_adjusted, short_claim

NAMED = 8  # data sets that a cell names one by one
CROWDED = 10  # learners beyond which their names stand upright above the scores
Column = tuple[str, Callable[[Oriented], str]]


def seen_pairs(league: League) -> list[Oriented]:
    """Return all pairs, the better learner first and by the standings; a baseline stays second."""
    at = {each.learner: place for place, each in enumerate(league.standings)}
    seen = [oriented(each, keep=league.baseline is not None) for each in league.judgements]
    return sorted(seen, key=lambda each: (at[each.better], at[each.worse]))


def _table(league: League, columns: Sequence[Column], key: str, caption: str, label: str) -> PageTable:
    """Make a table with a row per pair; columns without a single cell are left out."""
    seen = seen_pairs(league)
    cells = {head: [of(each) for each in seen] for head, of in columns}
    kept = {head: column for head, column in cells.items() if any(column)}
    kinds = {"pair": "pair", "decision": "says"}
    return PageTable(
        list(kept),
        list(zip(*kept.values(), strict=True)),
        caption,
        label,
        key,
        "sortable pairs names",
        [kinds.get(head, "n") for head in kept],
        ["open" if each.judgement.decision is Decision.OPEN else "first" for each in seen],
        stacked=True,
    )


def pairs_table(league: League, caption: str) -> PageTable:
    """Lay out every pair: decision, wins, difference with its interval, p-values, probabilities."""
    seen = seen_pairs(league)
    adjusted, write = are_adjusted(league.judgements), _writer(seen)
    sure = f"{100 * (1 - league.level):g}% interval"
    columns: list[Column] = [
        ("pair", lambda each: each.pair),
        ("decision", lambda each: short_claim(each.judgement)),
        ("data sets won / tied / lost", lambda each: " / ".join(map(str, each.wins))),
        (_difference(seen), lambda each: write(each.estimate)),
        (sure, lambda each: _ends(each.ends(each.judgement.effect.interval), write)),
        ("p", lambda each: p_short(each.judgement.verdict.pvalue)),
        ("p, adjusted", lambda each: p_short(each.judgement.pvalue_adjusted) if adjusted else ""),
        ("probability: better / practically equal / worse", _masses),
    ]
    return _table(league, columns, "pair-list", caption, "Result of every pair")


def effects_table(league: League) -> PageTable:
    """Lay out the effect of every pair: mean, interval, what to expect of a new data set, how much is real."""
    seen = seen_pairs(league)
    write = _writer(seen)
    sure = f"{100 * (1 - league.level):g} %"
    what = "true" if any(each.judgement.effect.tau is not None for each in seen) else "observed"
    columns: list[Column] = [
        ("pair", lambda each: each.pair),
        ("data sets", lambda each: str(each.judgement.datasets)),
        (_difference(seen), lambda each: write(each.estimate)),
        (f"{sure} interval", lambda each: _ends(each.ends(each.judgement.effect.interval), write)),
        (
            f"new data set: {what} difference, {sure}",
            lambda each: _ends(each.ends(each.judgement.effect.prediction), write),
        ),
        ("standard deviation of true differences (tau)", lambda each: write(each.judgement.effect.tau).lstrip("+")),
        ("share of the variance due to it (I²)", lambda each: _share(each.judgement.effect.i2)),
    ]
    caption = "Mean difference over data sets of every pair, and where the difference on a new data set would lie"
    return _table(league, columns, "effects", caption, "Effect of every pair")


def others_table(league: League) -> PageTable:
    """Lay out how other splits and pools would decide every pair, what to expect of new data sets, what it hangs on."""
    seen = seen_pairs(league)
    write, sure = _writer(seen), f"{100 * (1 - league.level):g} %"
    columns: list[Column] = [
        ("pair", lambda each: each.pair),
        ("decision", lambda each: short_claim(each.judgement)),
        (
            "other random splits of these data sets that decide otherwise",
            lambda each: flip_share(each.judgement.p_flip),
        ),
        (
            f"mean difference on the next {next_datasets(league.judgements)}, {sure}",
            lambda each: _ends(each.ends(each.judgement.effect.prediction_mean), write),
        ),
        (
            "pools without some other learners that decide otherwise",
            lambda each: flip_share(each.judgement.p_flip_pool),
        ),
        ("decided otherwise without", _fragility),
    ]
    caption = "“Decided otherwise without”: few data sets, found one after the other, without which the pair is not"
    caption += " decided as it is."
    return _table(league, columns, "other-leagues", caption, "How other leagues would decide every pair")


def _fragility(seen: Oriented) -> str:
    few = seen.judgement.fragility
    return "" if few is None else f"{few.datasets} of {seen.judgement.datasets}: {some_words(few.names, NAMED)}"


def fragile_datasets(league: League) -> list[tuple[str, int, int, int]]:
    """Return the data sets whose removal turns decisions: name, and how many pairs turn.

    First those that turn without it alone; then, without it or it and others, clear pairs and pairs that are not clear.
    """
    alone: Counter[str] = Counter()
    clear: Counter[str] = Counter()
    unclear: Counter[str] = Counter()
    for each in league.judgements:
        if each.fragility is not None:
            (unclear if each.decision is Decision.OPEN else clear).update(each.fragility.names)
            alone.update(each.fragility.names if each.fragility.datasets == 1 else ())
    at = {name: place for place, name in enumerate(league.table.datasets)}
    rows = [(name, alone[name], clear[name], unclear[name]) for name in {*clear, *unclear}]
    return sorted(rows, key=lambda row: (-row[1], -row[2], -row[3], at.get(row[0], 0)))


def missing_cells(league: League) -> list[tuple[str, int, str]]:
    """Return the reasons why cells are missing: reason, number of cells, and the cells."""
    reasons: dict[str, list[str]] = {}
    for cell in league.table.missing:
        reasons.setdefault(cell.reason, []).append(f"{cell.learner} on {cell.dataset}")
    return [(reason, len(cells), "; ".join(cells)) for reason, cells in reasons.items()]


def score_table(league: League) -> PageTable:
    """Lay out all scores: a row per data set, a column per learner in the order of the standings, means below."""
    learners = [each.learner for each in league.standings]
    order = [league.table.learners.index(name) for name in learners]
    values, best = own_scores(league)[:, order], best_cells(league)[:, order]
    bold, most = Markup("<b>{}</b>").format, score_decimals(league)
    rows = [
        [
            name,
            *(
                bold(words) if top else words
                for words, top in zip(score_words(row, league.cells.unit, most), tops, strict=True)
            ),
        ]
        for name, row, tops in zip(league.table.datasets, values, best, strict=True)
    ]
    ranks = ["" if each.mean_rank is None else f"{each.mean_rank:.2f}" for each in league.standings]
    return PageTable(
        ["data set", *learners],
        rows,
        f"Mean {league.table.metric or 'score'} of every learner on every data set; the best of a data set is bold",
        "Scores of every learner on every data set",
        "all-scores",
        f"sortable numbers named names{' crowded' if len(learners) > CROWDED else ''}",
        ["row", *("" for _ in learners)],
        last=["mean rank", *ranks] if any(ranks) else [],
    )


def _difference(seen: Sequence[Oriented]) -> str:
    return "difference, points" if seen[0].judgement.unit is Unit.POINTS else "difference"


def _writer(seen: Sequence[Oriented]) -> Callable[[float | None], str]:
    """Return how numbers of these pairs are written: in points where they are shares, with the same decimals."""
    factor, style = 100 if seen[0].judgement.unit is Unit.POINTS else 1, effect_style(seen)
    return lambda value: "" if value is None or isnan(value) else signed(factor * value, style)


def _ends(ends: Interval | None, write: Callable[[float | None], str]) -> str:
    return "" if ends is None else f"{write(ends[0])} to {write(ends[1])}"


def _masses(seen: Oriented) -> str:
    return "" if seen.probabilities is None else " / ".join(f"{mass:.2f}" for mass in seen.probabilities)


def _share(share: float | None) -> str:
    return "" if share is None else rounded(share)


def missing_words(league: League) -> str:
    """Return how many cells are missing, of how many."""
    cells, count = len(league.table.datasets) * len(league.table.learners), len(league.table.missing)
    return f"{many(count, 'cell')} of {cells} {'is' if count == 1 else 'are'} missing"
