"""Judge scores that are already there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.choose import check_affordable, fitting_test
from outperform.comparison.baseline import pairs_of
from outperform.comparison.decide import judgements_of, unadjusted
from outperform.comparison.familiar import answers_familiar
from outperform.comparison.result import Comparison
from outperform.core import (
    Note,
    NoteKind,
    Refusal,
    Scores,
    SignificanceTest,
    Trial,
    check_level,
)
from outperform.core.adjust import adjustment_from
from outperform.core.checks import plain_seed
from outperform.data import ScoreTables, tables_of
from outperform.data.split_sizes import folds_by_sizes
from outperform.significance import CATALOGUE

LARGE_TEST = 4  # times the training rows: beyond, n_train and n_test may be swapped; a convention

Test = SignificanceTest | str | None


@answers_familiar
def judge(
    scores: Any,
    test: Test = None,
    *,
    n_train: Any = None,
    n_test: Any = None,
    metric: str | Sequence[str] | None = None,
    level: float = 0.05,
    seed: int = 0,
    adjust: str | None = None,
    baseline: str | None = None,
) -> Comparison:
    """Judge a table of scores, wherever it comes from.

    Parameters
    ----------
    scores
        A pandas or polars frame with columns ``learner, repeat, fold, n_train, n_test, score``, or one column per
        learner beside ``repeat, fold, n_train, n_test``; without ``repeat`` and ``fold``, rows are splits in order.
        A dict from names to (repeat, fold) arrays, to what ``cross_val_score`` or ``cross_validate`` returned. A fitted
        ``GridSearchCV`` or other search, or its ``cv_results_``: its candidates are compared. MLflow's run table,
        ``mlflow.search_runs()``. A ``Comparison``, or its ``scores_frame()``.
    test
        A test, or its name with or without parameters, such as ``"corrected-t"``. By default the test is chosen to
        match the splits.
    n_train, n_test
        Training and test rows of each split, where ``scores`` does not hold them.
    metric
        Which metrics to judge, where ``scores`` has several; by default all of them.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed, for tests that draw.
    adjust
        How p-values are adjusted for several pairs: ``"holm"`` (the default), ``"shaffer"`` or
        ``"bergmann-hommel"`` (all pairs), ``"bonferroni"`` or ``"none"``.
    baseline
        The name of a learner: judge every other learner against this one only.

    Examples
    --------
    >>> a = [[0.91, 0.88], [0.90, 0.93], [0.89, 0.92], [0.90, 0.91], [0.92, 0.90]]
    >>> b = [[0.85, 0.86], [0.84, 0.88], [0.86, 0.85], [0.83, 0.87], [0.86, 0.84]]
    >>> print(judge({"tree": a, "bayes": b}).judgements[0].decision)
    first
    """
    if isinstance(scores, Comparison):
        scores = scores.scores
    seed = plain_seed(seed)
    found = scores if isinstance(scores, ScoreTables) else tables_of(scores, n_train, n_test, seed, metric)
    chosen = None if test is None else CATALOGUE.get_entry(test)
    tables = [table if chosen is None else _oriented(table, chosen) for table in found.scores]
    given = test if isinstance(test, str) else None
    judged = judge_scores(tables, chosen, level=level, given=given, adjust=adjust, baseline=baseline)
    notes = (*found.notes, *_swapped_sizes(tables), *judged.notes, *_unknown_repeats(judged))
    return replace(judged, notes=notes)


def judge_scores(
    scores: Sequence[Scores],
    test: SignificanceTest | None,
    *,
    level: float = 0.05,
    given: str | None = None,
    adjust: str | None = None,
    baseline: str | None = None,
) -> Comparison:
    """Judge all pairs of learners, or all others against a baseline, under each metric."""
    level = check_level(level)
    adjustment = adjustment_from("holm" if adjust is None else adjust)
    trials: list[Trial] = []
    notes: list[Note] = []
    for table in scores:
        pairs = [table.pair(first, second) for first, second in pairs_of(table.learners, baseline)]
        if test is not None:
            tests = [test] * len(pairs)
        else:  # pairs of fixed systems differ in how many items they differ on
            found = [fitting_test(pair) for pair in pairs] if table.single else [fitting_test(table)] * len(pairs)
            tests = [each for each, _ in found]
            check_affordable(table, tests)
            notes += [note for _, note in found]
        trials += [Trial(pair, each, each.judge(pair)) for pair, each in zip(pairs, tests, strict=True)]
    judgements = judgements_of(trials, level=level, given=given, adjustment=adjustment.name)
    told = tuple(dict.fromkeys([*notes, *unadjusted(judgements)]))
    return Comparison(tuple(scores), judgements, told, against=baseline)


def _oriented(scores: Scores, test: SignificanceTest) -> Scores:
    """Read a plain list of scores as random splits, or as the folds of one repeat, where the named test needs that."""
    if not scores.plain or test.misfit(scores) is None:
        return scores
    splits = scores.values[0].size
    turned = [_shaped(scores, shape) for shape in ((splits, 1), (1, splits))]
    return next((each for each in turned if test.misfit(each) is None), scores)


def _shaped(scores: Scores, shape: tuple[int, int]) -> Scores:
    return replace(
        scores,
        values=scores.values.reshape(-1, *shape),
        n_train=None if scores.n_train is None else scores.n_train.reshape(shape),
        n_test=None if scores.n_test is None else scores.n_test.reshape(shape),
    )


def _unknown_repeats(judged: Comparison) -> Iterator[Note]:
    """Note how lists of splits were read, where the answer depends on which of them form a repeat."""
    seen = {j.metric for j in judged.judgements if not isinstance(j.replicability, Refusal)}
    for table in judged.scores:
        if table.plain and table.metric in seen:
            _, repeats, folds = table.values.shape
            splits = repeats * folds
            by_sizes = folds > 1 and folds_by_sizes(splits, (table.n_train, table.n_test)) == folds
            yield Note.of(NoteKind.UNKNOWN_REPEATS, splits=splits, repeats=repeats, folds=folds, by_sizes=by_sizes)
            return


def _swapped_sizes(tables: Sequence[Scores]) -> list[Note]:
    """Note sizes that may be swapped; those of a plan are measured."""
    for table in tables:
        if table.plan is None and table.n_train is not None and table.n_test is not None:
            n_train, n_test = int(np.median(table.n_train)), int(np.median(table.n_test))
            if n_test > LARGE_TEST * n_train:
                return [Note.of(NoteKind.SIZES_SWAPPED, n_train=n_train, n_test=n_test, times=LARGE_TEST)]
    return []
