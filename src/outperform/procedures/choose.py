"""Which test fits a table of scores, when the user names none."""

from outperform.core import MisfitError, Scores, SignificanceTest
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


def fitting_test(scores: Scores) -> tuple[SignificanceTest, str]:
    """Choose the test for these scores by their traits, and say why."""
    traits = scores.traits
    shape = traits.repeats, traits.folds
    if scores.items is not None and shape == (1, 1):
        return (
            McNemarMidP() if is_accuracy(scores) else BootstrapPercentile(),
            f"{scores.metric} on one test set",
        )
    if traits.balanced:
        return Blocked3x2T() if shape == (3, 2) else Mx2T(), f"{traits.repeats} repeats of balanced halves"
    if shape == (5, 2) and traits.partition is not False:
        return FiveByTwoF(), traits.shape
    if shape == (1, 2) and traits.partition is not False:
        return CorrectedKFoldT(), "one two-fold cross-validation"
    return _corrected(scores)


def _corrected(scores: Scores) -> tuple[SignificanceTest, str]:
    test = CorrectedT()
    problem = test.misfit(scores)
    if problem is None:
        traits = scores.traits
        splits = traits.shape if traits.folds > 1 else f"{traits.repeats} splits"
        return test, f"{splits} with n2/n1 = {traits.ratio:.4g}"
    message = f"no test fits by itself: {problem}; give what is missing, or name a test"
    raise MisfitError(message)
