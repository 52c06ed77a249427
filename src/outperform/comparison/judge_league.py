"""Judge many learners by their scores on many data sets."""

from collections.abc import Sequence
from functools import partial
from math import comb
from typing import Any

import numpy as np

from outperform.comparison.baseline import pairs_of
from outperform.comparison.copies import copied_datasets
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.league_checks import (
    adjustment_for,
    check_missing,
    check_rope,
    check_size,
    chosen,
    omnibus_test,
    pairs_test,
)
from outperform.comparison.league_pairs import judge_pairs
from outperform.comparison.league_result import League
from outperform.comparison.league_standings import sole_winner, standings_of_league
from outperform.core import (
    Judgement,
    Later,
    LeagueCells,
    LeagueTable,
    LeagueTerms,
    LeagueTest,
    Note,
    NoteKind,
    Omnibus,
    OmnibusTest,
    Winner,
    check_choice,
    check_level,
    check_seed,
    known_weaknesses,
    later,
)
from outperform.core.names import name_notes
from outperform.data.directions import DirectionWords, Named
from outperform.data.material import read
from outperform.data.named_columns import check_keywords
from outperform.ranking.cells_of import cells_of
from outperform.ranking.fresh_splits import SplitFlips
from outperform.ranking.variance_parts import variance_parts


@answers_familiar
def judge_league(
    table: Any,
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    lower_is_better: bool | None = None,
    lower: Named = None,
    higher: Named = None,
    test: LeagueTest | str = "wilcoxon",
    adjust: str | None = None,
    baseline: str | None = None,
    rope: float | None = None,
    level: float = 0.05,
    missing: str = "refuse",
    seed: int = 0,
    omnibus: OmnibusTest | str = "iman-davenport",
    learners: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    runs: int | None = None,
    spread: str | None = None,
    **columns: str | None,
) -> League:
    """Judge several learners by their scores on many data sets, and which are better on data sets like these.

    Parameters
    ----------
    table
        A pandas or polars frame with a row per data set (a first column ``dataset`` and a column of scores per
        learner), or with a row per score (``dataset, learner, score`` and optional ``repeat, fold, n_train, n_test``);
        a dict ``{learner: {data set: score}}``; a file; or what ``read_league`` returned. With two or more repeats it
        is known whether other random splits would decide otherwise.
    metric
        Which column of scores to judge, where there are several; else what the scores are.
    higher_is_better, lower_is_better
        Which scores are better, where the name of the metric does not say it.
    lower, higher
        The same by the name of the metric; True is the metric that is judged.
    test
        ``"wilcoxon"``, ``"sign"``, ``"t-datasets"``, ``"random-effects"`` or ``"nemenyi"``, or a test of your own.
    adjust
        How p-values are adjusted for several pairs: ``"shaffer"`` (the default for all pairs), ``"holm"`` (the default
        with a baseline, or where cells are missing), ``"bergmann-hommel"`` (up to nine learners), ``"bonferroni"`` or
        ``"none"``.
    baseline
        The name of a learner: judge every other learner against this one only.
    rope
        The largest difference that does not matter, in units of the score: adds the probabilities of
        ``bayes-signed-rank`` to every pair. They decide nothing.
    level
        The level of the decisions; intervals cover 1 - level.
    missing
        What to do with cells that have no score: ``"refuse"``, or ``"drop"`` them, so that each pair is judged on the
        data sets that both have.
    seed
        Random seed of what is drawn: other splits, pools of learners.
    omnibus
        The test of any difference at all, ``"iman-davenport"`` or ``"friedman"``; the pairs do not depend on it.
    learners
        Which learners to compare, in this order; by default all of the table, in its order.
    datasets
        The names of the data sets, where the table is a dict from learners to lists of scores.
    runs
        Over how many runs the deviations beside the scores are (``0.91 ± 0.02``, or a column ``nb_std``), where the
        table does not say it in a column ``runs``.
    spread
        What stands beside the scores: ``"std"``, ``"se"``, or ``"none"`` for what is not to be used.
    columns
        The columns of a table whose names do not say what they are: ``dataset_col``, ``system_col``, ``score_col``.

    Examples
    --------
    >>> scores = {"tree": [0.91, 0.82, 0.73, 0.84, 0.75, 0.96, 0.81], "bayes": [0.9, 0.8, 0.7, 0.8, 0.7, 0.9, 0.74]}
    >>> league = judge_league(scores, metric="accuracy", datasets=list("abcdefg"))
    >>> league[0].decision.value, league[0].verdict.pvalue, league[0].wins
    ('first', 0.015625, (7, 0, 0))
    """
    check_keywords("judge_league", columns)
    level = check_level(level)
    seed = check_seed(seed)
    check_choice("missing", missing, ("refuse", "drop"))
    rule, all_at_once = pairs_test(test), omnibus_test(omnibus)
    words = DirectionWords.of(lower, higher, higher_is_better, lower_is_better)
    if isinstance(table, LeagueTable):
        table, learners = chosen(table, learners), None
    found: LeagueTable = read(  # type: ignore[assignment] # of this kind
        table,
        kind="league",
        metric=metric,
        higher_is_better=words.whole,
        lower=words.lower or None,
        higher=words.higher or None,
        learners=learners,
        missing=missing,
        datasets=datasets,
        runs=runs,
        spread=spread,
        **columns,
    ).content
    check_missing(found, missing)
    pairs = np.array(pairs_of(found.learners, baseline), dtype=np.int64).reshape(-1, 2)
    terms = LeagueTerms(rule, adjustment_for(adjust, rule, found, baseline), level, check_rope(rope, found), seed)
    check_size(found, rule, len(pairs), level, terms.adjustment)
    cells = cells_of(found)
    given = test if isinstance(test, str) else str(rule)
    judgements, splits = judge_pairs(cells, pairs, terms, given, found.metric, found.direction)
    winner = sole_winner(found.learners, judgements)
    return League(
        table=found,
        cells=cells,
        judgements=judgements,
        standings=standings_of_league(found, cells, judgements),
        omnibus=_omnibus(cells, all_at_once),
        winner=None
        if baseline is not None
        else Winner(winner, None if splits is None else later(partial(_flips_of_winner, splits))),
        level=level,
        test=str(rule),
        adjustment=terms.adjustment.name,
        baseline=baseline,
        rope=terms.rope,
        notes=tuple(_notes(found, cells, judgements, terms)),
        budget=variance_parts(cells, pairs),
    )


def _flips_of_winner(splits: Later[SplitFlips | None]) -> float | None:
    return None if splits.value is None else splits.value.winner


def _omnibus(cells: LeagueCells, test: OmnibusTest) -> Omnibus | None:
    """Judge all learners at once, where two or more data sets have all of them."""
    return test.judge(cells) if int(cells.complete.sum()) > 1 else None


def _notes(table: LeagueTable, cells: LeagueCells, judgements: Sequence[Judgement], terms: LeagueTerms) -> list[Note]:
    """Gather what there is to note of the whole league."""
    notes = [*name_notes(data_set=table.datasets, learner=table.learners), *table.notes]
    known = known_weaknesses(terms.test)
    if known:
        notes.append(Note.of(NoteKind.KNOWN_WEAKNESS, slug=terms.test.slug, weaknesses=known))
    if len(judgements) > 1 and terms.adjustment.name == "none" and not terms.test.for_all_pairs:
        notes.append(Note.of(NoteKind.UNADJUSTED, pairs=len(judgements)))
    if table.missing:
        complete = int(cells.complete.sum())
        named = tuple((cell.dataset, cell.learner, cell.reason) for cell in table.missing)
        facts = {"datasets": len(table.datasets) - complete, "complete": complete, "named": named}
        whole = len(judgements) == comb(len(table.learners), 2)  # no baseline, for which Holm is usual
        holm = terms.adjustment.name == "holm" and len(judgements) > 1 and whole
        notes.append(Note.of(NoteKind.CELLS_LEFT_OUT, cells=len(table.missing), holm=holm, **facts))
    copied = copied_datasets(cells.datasets, cells.values)
    notes += [] if copied is None else [copied]
    if cells.wander is None or cells.repeats is None:
        notes.append(Note.of(NoteKind.SPLITS_UNKNOWN, run=False))
    return notes
