"""Judge scores of the splits of one data set that are already there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from outperform.choose import check_affordable, fitting_test
from outperform.comparison.baseline import pairs_of
from outperform.comparison.copies import copied_runs, without_copies
from outperform.comparison.decide import file_notes, judgements_of, unadjusted
from outperform.comparison.result import Comparison
from outperform.core import (
    Floats,
    MisfitError,
    Note,
    NoteKind,
    Refusal,
    Scores,
    SignificanceTest,
    Trial,
    check_below_one,
    check_level,
)
from outperform.core.adjust import adjustment_from
from outperform.core.names import name_notes
from outperform.core.units import SHARE
from outperform.data import ScoreTables
from outperform.data.roles import MERELY_NUMBERED, words_of
from outperform.data.splits.sizes import folds_by_sizes
from outperform.data.splits.tables import of_learners
from outperform.significance import CATALOGUE, WelchT
from outperform.significance.own import Rule, given_test, origins_of

UNEVEN = 0.1  # sizes of folds that differ by less may be rounded
SMALL_TEST = 0.01  # of the training rows: smaller test sets of random splits are hardly ever drawn; a convention
LARGE_TEST = 4  # times the training rows: beyond, n_train and n_test may be swapped; a convention

Test = SignificanceTest | str | None


def judge_splits(
    found: ScoreTables,
    test: Test | Rule = None,
    *,
    level: float = 0.05,
    adjust: str | None = None,
    baseline: str | None = None,
) -> Comparison:
    """Judge scores of the splits of one data set, after they were read."""
    chosen = None if test is None else given_test(test, CATALOGUE.get_entry)
    kept = of_learners(found.scores)
    tables = [table if chosen is None else _oriented(table, chosen) for table in kept]
    given = test if isinstance(test, str) else None
    judged = judge_scores(tables, chosen, level=level, given=given, adjust=adjust, baseline=baseline)
    named = name_notes(learner=tables[0].learners)
    own = file_notes(origins_of(chosen), NoteKind.OWN_TEST)
    notes = (
        *named,
        *found.notes,
        *_swapped_sizes(tables),
        *_odd_sizes(tables, found.notes),
        *judged.notes,
        *own,
        *_unknown_repeats(judged),
    )
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
        _check_rope(test, table.values)
        whole = [table.pair(first, second) for first, second in pairs_of(table.learners, baseline)]
        pairs, copies = _without_copies(whole, test)
        notes += copies
        if test is not None:
            tests = [test] * len(pairs)
        else:  # pairs of fixed systems differ in how many items they differ on
            each_alone = table.single or bool(copies)
            found = [fitting_test(pair) for pair in pairs] if each_alone else [fitting_test(table)] * len(pairs)
            tests = [each for each, _ in found]
            check_affordable(table, tests)
            notes += [note for _, note in found]
        trials += [Trial(pair, each, each.judge(pair)) for pair, each in zip(pairs, tests, strict=True)]
    judgements = judgements_of(trials, level=level, given=given, adjustment=adjustment.name)
    told = tuple(dict.fromkeys([*notes, *unadjusted(judgements)]))
    return Comparison(scores=tuple(scores), judgements=judgements, notes=told, baseline=baseline)


def _without_copies(pairs: Sequence[Scores], test: SignificanceTest | None) -> tuple[list[Scores], list[Note]]:
    """Leave out splits that are copies of others, unless no test fits what is left; note both."""
    kept: list[Scores] = []
    notes: list[Note] = []
    for pair in pairs:
        if isinstance(test, WelchT):  # its runs belong to each system alone
            kept.append(pair)
            notes += filter(None, [copied_runs(pair)])
            continue
        left, note = without_copies(pair)
        if note is not None and not _fits(left, test):
            facts = dict(note.facts) | {"judged": False}
            left, note = pair, Note.of(note.kind, **facts)
        kept.append(left)
        notes += [] if note is None else [note]
    return kept, notes


def _fits(scores: Scores, test: SignificanceTest | None) -> bool:
    if test is not None:
        return test.misfit(scores) is None
    try:
        fitting_test(scores)
    except MisfitError:
        return False
    return True


def _check_rope(test: SignificanceTest | None, values: Floats) -> None:
    """Raise an InputError for a region of practical equivalence that is as wide as all that shares can differ."""
    if np.nanmin(values) >= SHARE[0] and np.nanmax(values) <= SHARE[1]:
        check_below_one("test rope", getattr(test, "rope", 0.0))


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
    seen = {j.metric for j in judged.judgements if not isinstance(j.redraws, Refusal)}
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


def _odd_sizes(tables: Sequence[Scores], read: Sequence[Note]) -> list[Note]:
    """Note sizes by which far fewer rows are tested than can be, as if nearly all rows trained each split.

    The corrected tests take the ratio of the sizes, so that such sizes make any difference significant. The folds of a
    repeat test all rows; splits that the table merely numbers, and repeats of one split, test at least a hundredth of
    the training rows. Folds that test more rows than there are only make the tests cautious. Training sets that grow,
    as in time order, are not meant.
    """
    columns = [old for note in read if note.kind is NoteKind.COLUMNS_READ_AS for old, _ in note["columns"]]
    numbered = any(words_of(name) in MERELY_NUMBERED for name in columns)
    for table in tables:
        if table.plan is not None or table.n_train is None or table.n_test is None:
            continue
        folds = table.values.shape[2]
        rows = (table.n_train + table.n_test).astype(np.float64)
        if rows.max() > (1 + UNEVEN) * rows.min():
            continue
        tested = float(table.n_test.mean())
        all_rows = tested * folds >= (1 - UNEVEN) * rows.mean()
        are_folds = folds > 1 and not (numbered or table.plain)
        if not all_rows and (are_folds or tested < SMALL_TEST * float(table.n_train.mean())):
            n_train, n_test = int(np.median(table.n_train)), int(np.median(table.n_test))
            facts = {"folds": folds if are_folds else 0, "n_train": n_train, "n_test": n_test}
            return [Note.of(NoteKind.FOLDS_AND_SIZES, **facts)]
    return []
