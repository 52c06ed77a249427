"""Choice of a test for a table of scores, if the user names none."""

from collections.abc import Sequence

import numpy as np

from outperform.core import (
    Dataset,
    Design,
    Items,
    Metric,
    MisfitError,
    Note,
    NoteKind,
    Plan,
    Scores,
    SignificanceTest,
    stream,
)
from outperform.core.traits import pass_sizes
from outperform.designs import Blocked3x2, FiveByTwo, Forward, Holdout, KFold, Subsampling
from outperform.metrics.classes import InfluencedClasses
from outperform.metrics.counts import Accuracy, CountMetric
from outperform.metrics.given import RocAuc
from outperform.metrics.rows import RowMetric
from outperform.significance import (
    Betting,
    Blocked3x2T,
    BootstrapPercentile,
    BootstrapT,
    ClusteredT,
    CorrectedKFoldT,
    CorrectedT,
    DelongT,
    DieboldMariano,
    DiscordantE,
    FiveByTwoF,
    ItemT,
    McNemarMidP,
    Mx2T,
    SignFlip,
)
from outperform.significance.differences import EPS
from outperform.significance.replicate_cost import check_cost

FEW_ITEMS = 20  # up to so many items, or with fewer that differ, signs are flipped: a t is not reliable
FEW_DIFFERING = 10  # both as docs/evaluations.md measures them; chosen beforehand, not tuned there
DESIGNS = (KFold(repeats=10), KFold(), FiveByTwo(), Blocked3x2(), Subsampling(), Holdout(), Forward())
"""Designs that are suggested for a test, the most usual first."""


def fitting_test(scores: Scores) -> tuple[SignificanceTest, Note]:
    """Return the test that fits these scores by their traits, and a note with the reason."""
    test = _fitting(scores)
    return test, _chosen(test, scores)


def sequential_test(scores: Scores, *, as_they_come: bool, margin: bool) -> tuple[SignificanceTest, Note]:
    """Return the test that fits items that are looked at one by one, and a note with the reason.

    That is discordant-e for right and wrong answers, one per item; betting for other scores, and where a margin asks
    about the difference of the scores.

    Examples
    --------
    >>> table = np.array([[[1.0, 0.0, 1.0]], [[0.0, 0.0, 1.0]]])
    >>> scores = Scores(("a", "b"), None, table.mean(axis=2, keepdims=True), items=Items(row_scores=table))
    >>> print(sequential_test(scores, as_they_come=False, margin=False)[0])
    discordant-e
    """
    traits = None if scores.items is None else scores.items.traits
    counts = traits is not None and traits.binary and traits.most == 1 and not margin
    test = DiscordantE(as_they_come) if counts else Betting(as_they_come)
    return test, _chosen(test, scores)


def _chosen(test: SignificanceTest, scores: Scores) -> Note:
    traits = scores.traits
    return Note.of(
        NoteKind.CHOSEN_TEST,
        test=str(test),
        metric=(scores.metric or "scores") if scores.single else None,
        repeats=traits.repeats,
        folds=traits.folds,
        shape=traits.shape,
        balanced=bool(traits.balanced),
        ratio=traits.ratio if isinstance(test, CorrectedT) else None,
    )


def _fitting(scores: Scores) -> SignificanceTest:
    traits = scores.traits
    shape = traits.repeats, traits.folds
    if scores.items is not None and shape == (1, 1):
        return _of_items(scores.items)
    if scores.items is not None and traits.forward and traits.repeats == 1:
        return DieboldMariano()
    if traits.balanced:
        return Blocked3x2T() if shape == (3, 2) else Mx2T()
    if shape == (5, 2) and traits.partition is not False:
        return FiveByTwoF()
    if shape == (1, 2) and traits.partition is not False:
        return CorrectedKFoldT()
    return _corrected(scores)


def _of_items(items: Items) -> SignificanceTest:
    """Return the test of a pair of fixed systems: by what the metric is, and by what is measured of the items."""
    traits = items.traits
    if traits.clusters is not None and (traits.means or hasattr(items.metric, "influence")):
        return ClusteredT()
    if not traits.means:
        return usual_test(items.metric)
    if items.runs or traits.weighted:
        return ItemT()
    if traits.binary and traits.most == 1 and isinstance(items.metric, Accuracy | None):  # errors may all be 0, too
        return McNemarMidP()
    return SignFlip() if traits.count <= FEW_ITEMS or _differing(items) < FEW_DIFFERING else ItemT()


def usual_test(metric: Metric | None) -> SignificanceTest:
    """Return the usual test of two fixed systems in a metric, with one prediction per item and many items.

    Examples
    --------
    >>> from outperform.metrics import F1, Accuracy, NegMeanAbsoluteError
    >>> print(*map(usual_test, (Accuracy(), NegMeanAbsoluteError(), F1(), None)))
    mcnemar-midp item-t bootstrap-t bootstrap-percentile
    """
    kinds = (
        *((Accuracy, McNemarMidP), (RowMetric, ItemT), (CountMetric, BootstrapT), (RocAuc, DelongT)),
        (InfluencedClasses, ItemT),
    )
    return next((test() for kind, test in kinds if isinstance(metric, kind)), BootstrapPercentile())


def check_affordable(scores: Scores, tests: Sequence[SignificanceTest]) -> None:
    """Raise InputError where tests that nobody named would score every replicate anew, for long."""
    if tests and isinstance(tests[0], BootstrapPercentile):
        check_cost(scores, len(tests), tests[0].replicates)


def _differing(items: Items) -> int:
    """Count the items on which two systems differ."""
    scored = items.scored
    assert scored is not None, "the metric is a mean over items"
    first, second = np.nanmean(scored, axis=1)
    return int((np.abs(first - second) > 4 * EPS * np.maximum(np.abs(first), np.abs(second))).sum())


def fitting_words(test: SignificanceTest, plan: Plan) -> str:
    """Return the end of an error about a test that needs other repeats and folds: what would fit, if known.

    Examples
    --------
    >>> from outperform.significance import FiveByTwoT
    >>> fitting_words(FiveByTwoT(), Plan(20, np.arange(20)[np.newaxis] % 5))
    '; use the test corrected-t, or the design 5x2'
    """
    if test.needs.has_shape(plan.traits) and len(plan.places) >= test.needs.values:
        return ""
    tests, design = _tests_for(plan), _design_for(test)
    found = [f"the test {tests}" if tests else "", f"the design {design}" if design else ""]
    return f"; use {', or '.join(filter(None, found))}" if any(found) else ""


def _tests_for(plan: Plan) -> str:
    traits = plan.traits
    if (traits.repeats, traits.folds) == (1, 1):
        return f"{McNemarMidP()} (accuracy) or {BootstrapPercentile()} (any metric)"
    try:
        return str(_fitting(Scores(("first", "second"), None, np.zeros((2, traits.repeats, traits.folds)), plan=plan)))
    except MisfitError:
        return ""


def _design_for(test: SignificanceTest) -> Design | None:
    rows = Dataset(np.zeros((120, 1)), np.zeros(120))  # any rows will do
    return next((each for each in DESIGNS if test.needs.misfit(each.plan(rows, stream(0)).traits) is None), None)


def _corrected(scores: Scores) -> SignificanceTest:
    test = CorrectedT()
    problem = test.misfit(scores)
    if problem is None:
        return test
    if scores.traits.ratio is None and scores.traits.repeats * scores.traits.folds > 1:
        folds = scores.traits.folds
        some = f" ({folds} folds of n rows: n·{folds - 1}/{folds} and n/{folds})" if folds > 1 else ""
        rows = ", or use cross_validate(…, return_indices=True)" if scores.plain else ""
        sizes = pass_sizes()
        ways = f"{sizes[0].upper()}{sizes[1:]}{rows}, or name a test"
        problem = f"n_train and n_test are missing{some}. {ways}"
    raise MisfitError(f"cannot choose a test: {problem}")
