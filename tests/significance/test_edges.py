"""Edges of the arithmetic that once were wrong."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge
from outperform.core import Decision, MisfitError, NoteKind, Scores
from outperform.significance import BayesCorrelatedT, Differences, FiveByTwoF, FiveByTwoT, KFoldT

RNG = np.random.default_rng(0)


def test_the_memory_layout_of_scores_does_not_matter():
    equal = np.array([np.full((5, 2), 0.1 + 0.2), np.full((5, 2), 0.3)])
    verdict = FiveByTwoT().judge(Scores(("a", "b"), None, np.asfortranarray(equal)))
    assert (verdict.statistic, verdict.pvalue) == (0, 1)


def test_one_table_broadcasts_over_many():
    found = Differences.between(np.full((100, 10, 10), 0.3), np.full((10, 10), 0.1 + 0.2))
    assert found.x.shape == (100, 10, 10)
    assert not found.x.any()


def test_interval_and_p_agree_at_the_very_boundary():
    for _ in range(300):
        values = RNG.integers(60, 90, (2, 1, 6)) / 100
        verdict = KFoldT().judge(Scores(("a", "b"), None, values))
        if 0 < verdict.pvalue < 1:
            low, high = verdict.interval(verdict.pvalue)
            assert not low < 0 < high


def test_no_spread_is_noted_by_every_family():
    values = np.array([np.full((5, 2), 0.75), np.full((5, 2), 0.5)])
    sizes = np.full((5, 2), 50), np.full((5, 2), 50)
    for test in (FiveByTwoT(), FiveByTwoF(), BayesCorrelatedT()):
        (note,) = test.judge(Scores(("a", "b"), None, values, *sizes)).caveats(0.05)
        assert note.kind is NoteKind.NO_SPREAD


def test_a_difference_that_equals_the_rope_up_to_rounding_is_within_it():
    judgement = judge(
        {"a": np.full((2, 5), 0.91), "b": np.full((2, 5), 0.90)}, "bayes-correlated-t(rope=0.01)", n_train=80, n_test=20
    )
    assert judgement.judgements[0].decision is Decision.EQUAL


@pytest.mark.parametrize(("factor", "size"), [(1e-170, "e-17"), (1e200, "e+")])
def test_scores_beyond_what_squares_can_hold_are_refused(factor, size):
    with refused("scores", size):
        judge({"a": RNG.random((5, 2)) * factor, "b": RNG.random((5, 2)) * factor}, "5x2-t")


def test_mixed_test_fractions_are_refused():
    scores = {"a": RNG.random((10, 1)), "b": RNG.random((10, 1))}
    with refused(None, "corrected-t", "100 to 1000", "50 to 50", error=MisfitError):
        judge(scores, "corrected-t", n_train=np.arange(1, 11)[:, np.newaxis] * 100, n_test=50)


def test_sizes_that_contradict_a_partition_are_refused_and_never_chosen():
    table = {"a": RNG.random((5, 2)), "b": RNG.random((5, 2))}
    assert judge(table, n_train=90, n_test=10).judgements[0].test == "corrected-t"
    with refused(None, "5x2-f", "test sets", "corrected-t", error=MisfitError):
        judge(table, "5x2-f", n_train=90, n_test=10)


def test_an_explicit_table_is_never_turned_round():
    with refused(None, "kfold-t", "1 repeat of at least 2 folds", "30 repeats of 1 fold", error=MisfitError):
        judge({"a": RNG.random((30, 1)), "b": RNG.random((30, 1))}, "kfold-t")


def test_an_empty_interval_is_noted_and_p_decides():
    runs = np.repeat([[1], [2], [1], [3], [2]], 2, axis=1) / 16
    (judgement,) = judge({"a": runs + 0.5, "b": np.full((5, 2), 0.5)}, "5x2-f").judgements
    assert judgement.decision is Decision.FIRST
    assert judgement.verdict.interval(0.05) is None
    assert NoteKind.EMPTY_INTERVAL in {note.kind for note in judgement.notes}
