"""Which test fits a table of scores, when the user names none."""

from outperform.core import MisfitError, Note, NoteKind, Scores, SignificanceTest
from outperform.significance import (
    Blocked3x2T,
    BootstrapPercentile,
    CorrectedKFoldT,
    CorrectedT,
    FiveByTwoF,
    McNemarMidP,
    Mx2T,
)
from outperform.significance.paired_counts import is_accuracy


def fitting_test(scores: Scores) -> tuple[SignificanceTest, Note]:
    """Choose the test for these scores by their traits, and note what decided."""
    test = _fitting(scores)
    traits = scores.traits
    single = scores.items is not None and (traits.repeats, traits.folds) == (1, 1)
    note = Note.of(
        NoteKind.CHOSEN_TEST,
        test=str(test),
        metric=scores.metric if single else None,
        repeats=traits.repeats,
        folds=traits.folds,
        shape=traits.shape,
        balanced=bool(traits.balanced),
        ratio=traits.ratio if isinstance(test, CorrectedT) else None,
    )
    return test, note


def _fitting(scores: Scores) -> SignificanceTest:
    traits = scores.traits
    shape = traits.repeats, traits.folds
    if scores.items is not None and shape == (1, 1):
        return McNemarMidP() if is_accuracy(scores) else BootstrapPercentile()
    if traits.balanced:
        return Blocked3x2T() if shape == (3, 2) else Mx2T()
    if shape == (5, 2) and traits.partition is not False:
        return FiveByTwoF()
    if shape == (1, 2) and traits.partition is not False:
        return CorrectedKFoldT()
    return _corrected(scores)


def _corrected(scores: Scores) -> SignificanceTest:
    test = CorrectedT()
    problem = test.misfit(scores)
    if problem is None:
        return test
    message = f"no test fits by itself: {problem}; give what is missing, or name a test"
    raise MisfitError(message)
