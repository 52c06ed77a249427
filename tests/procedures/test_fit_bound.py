"""``max_fits`` bounds all fits of a learner: repeats and corrections, whatever the number of pairs and metrics."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from outperform import compare
from outperform.core import FactorOrigin, NoteKind, Reason
from outperform.procedures.fit_bound import FitBound

FITS = Counter()


class Counted(GaussianNB):
    def fit(self, *given):
        FITS[type(self).__name__] += 1
        return super().fit(*given)


class CountedTree(DecisionTreeClassifier):
    def fit(self, *given):
        FITS[type(self).__name__] += 1
        return super().fit(*given)


def compared(more, **options):
    """Compare learners of two kinds with an effect that is found."""
    FITS.clear()
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((60, 2))
    target = (rows[:, 0] + 0.5 * rng.standard_normal(60) > 0).astype(int)
    return compare({"nb": Counted(), "dummy": DummyClassifier(), **more}, rows, target, progress=False, **options)


@pytest.mark.parametrize("bound", [119, 120])
def test_metrics_with_fits_of_their_own_share_the_bound(bound):
    found = compared({}, metric=["accuracy", "roc_auc"], correct="always", max_fits=bound).judgements
    assert max(FITS.values()) <= bound
    origin = FactorOrigin.DATA if bound >= 120 else FactorOrigin.NOT_SHOWN
    assert {each.threshold.origin for each in found} == {origin}
    if bound < 120:
        (note,) = (note for note in found[0].notes if note.kind is NoteKind.NOT_SHOWN)
        assert (note["reason"], note["needed"]) == (Reason.MOST_FITS, 120)


@pytest.mark.parametrize(("correct", "bound"), [("different", 130), ("always", 150)])
def test_pairs_share_the_bound(correct, bound):
    more = {"tree": CountedTree(max_depth=1, random_state=0), "deep": CountedTree(random_state=0)}
    found = compared(more, max_fits=bound, correct=correct).judgements
    assert FITS["Counted"] <= bound
    assert FITS["CountedTree"] <= 2 * bound
    assert FactorOrigin.NOT_SHOWN not in {each.threshold.origin for each in found}


def test_the_bound_that_is_advised_is_enough_and_the_least():
    for fits, costs, corrections in ((69, (50, 100), 1), (100, (100,), 1), (150, (50, 100), 3)):
        few = FitBound(fits, 20, 100, costs, corrections)
        assert few.room == 0
        assert FitBound(few.needed, 20, 100, costs, corrections).room == costs[0]
        assert FitBound(few.needed - 1, 20, 100, costs, corrections).room == 0


def test_what_is_shared_out_is_never_more_than_the_bound():
    for fits in range(20, 700, 7):
        for corrections in (1, 2, 4):
            for shared in ((), (20, 30)):
                bound = FitBound(fits, 20, 100, (50, 100), corrections, shared=shared)
                repeats = bound.repeats(10, 50)
                assert 2 <= repeats <= 50
                alone = dict(zip(bound.costs, shared, strict=False)).get(bound.room, 0)
                assert 10 * repeats + alone + corrections * (bound.room - alone) <= fits


def test_fits_in_halves_come_last():
    none, some = (FitBound(300, 20, 100, (50, 100), halves=halves) for halves in (0, 100))
    assert none.room == some.room == 100
    assert (none.repeats(10, 50), some.repeats(10, 50)) == (20, 10)
    few = replace(some, fits=some.needed_for_halves - 1)
    assert some.needed_for_halves == 300
    assert (some.has_halves, few.has_halves, few.repeats(10, 50)) == (True, False, 19)
    assert FitBound(None, 20, 100, (50, 100)).repeats(10, 50) == 50
