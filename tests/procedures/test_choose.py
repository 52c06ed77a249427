"""A test that does not fit a design is answered with a test and a design that do."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.choose import fitting_test, fitting_words
from outperform.core import Dataset, MisfitError, Scores, stream
from outperform.designs import CATALOGUE as DESIGNS
from outperform.designs import FiveByTwo, Holdout, KFold, Subsampling
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import CorrectedKFoldT, CorrectedT, FiveByTwoT, KFoldT, McNemar

ROWS = Dataset(np.zeros((60, 1)), np.zeros(60))


def planned(design):
    return design.plan(ROWS, stream(0))


@pytest.mark.parametrize(
    ("test", "design", "facts"),
    [
        (FiveByTwoT(), KFold(5), ["corrected-t", "the design 5x2"]),
        (KFoldT(), FiveByTwo(), ["5x2-f", "the design kfold"]),
        (McNemar(), Subsampling(5), ["corrected-t", "the design holdout"]),
        (CorrectedT(), Holdout(), ["mcnemar-midp", "bootstrap-percentile", "the design kfold(repeats=10)"]),
        (CorrectedKFoldT("printed"), KFold(3), ["corrected-t"]),
    ],
)
def test_a_test_and_a_design_that_fit_are_named(test, design, facts):
    words = fitting_words(test, planned(design))
    assert words.startswith("; use ")
    assert all(fact in words for fact in facts)
    assert ("the design" in words) == ("the design" in facts[-1])


@pytest.mark.parametrize("slug", TESTS)
def test_the_design_that_is_named_fits_the_test(slug):
    test = TESTS[slug]()
    plan = next(made for made in map(planned, (FiveByTwo(), Holdout())) if test.needs.misfit(made.traits))
    words = fitting_words(test, plan)
    if test.needs.has_shape(plan.traits) and len(plan.places) >= test.needs.values:
        assert words == ""
    else:
        design = DESIGNS.parse(words.rpartition("the design ")[2])
        assert test.needs.misfit(planned(design).traits) is None


def test_nothing_is_named_where_repeats_and_folds_fit():
    assert fitting_words(KFoldT(), planned(KFold(5))) == ""


def test_scores_that_no_test_fits_are_refused_with_what_is_missing():
    with refused(None, "n_train=", "n_test=", "columns", error=MisfitError) as missing:
        fitting_test(Scores(("a", "b"), None, np.zeros((2, 1, 5))))
    assert "corrected-t" not in str(missing.value)
    sizes = {"n_train": np.full((1, 1), 9), "n_test": np.full((1, 1), 1)}
    with refused(None, "corrected-t", "2 splits", "is 1", error=MisfitError) as single:
        fitting_test(Scores(("a", "b"), None, np.zeros((2, 1, 1)), **sizes))
    assert "n_train" not in str(single.value)


def test_a_table_of_another_shape_may_leave_the_test_open():
    values = np.random.default_rng(0).random((2, 2, 10))
    with refused(
        None, "5x2-t", "5 repeats of 2 folds", "2 repeats of 10 folds", "leave the test out", error=MisfitError
    ):
        FiveByTwoT().judge(Scores(("a", "b"), None, values))
    with refused(None, "corrected-t", "n_train=", error=MisfitError) as sizes:
        CorrectedT().judge(Scores(("a", "b"), None, values))
    assert "leave the test out" not in str(sizes.value)
