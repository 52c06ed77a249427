"""Truth by brute force, and the dial that makes two learners equally good."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.lab.calibrate import Bench, calibrate
from outperform.lab.truth import fresh_pairs, fresh_scores, measured_truth
from outperform.sources import Exp6, Gaussians, Regression, Symmetric, Table, TaskOne


def test_truth_has_the_standard_error_of_its_mean():
    found = [measured_truth(TaskOne(step=40), None, 10, seed, datasets=30, test_rows=200) for seed in range(40)]
    differences = np.array([truth.difference for truth in found])
    assert differences.mean() == pytest.approx(-0.2, abs=5 * differences.std() / np.sqrt(40))
    assert differences.std() == pytest.approx(np.mean([truth.se for truth in found]), rel=0.5)


def test_truth_mirrors_when_the_learners_swap():
    one, two = (measured_truth(Gaussians(), pair, 40, datasets=5) for pair in (("nb", "lda"), ("lda", "nb")))
    assert one.difference == -two.difference
    assert one.se == pytest.approx(two.se)


def test_truth_speaks_in_the_metric_of_the_source():
    found = measured_truth(Regression(tilt=1), ("dummy", "dummy"), 50, datasets=3)
    assert found.difference == 0
    assert found.se == 1 / (3 * 2000)  # never 0, which would mean exact
    assert fresh_scores(Regression(), "dummy", 50, 0, 3, 500).mean() == pytest.approx(-2.5, abs=0.5)  # 1 + 6/4


def test_all_learners_meet_the_same_rows():
    pairs = [list(fresh_pairs(Symmetric(), 20, 1, 2, 30)) for _ in range(2)]
    for (train, test), (again, tested) in zip(*pairs, strict=True):
        assert (train.fingerprint, test.fingerprint) == (again.fingerprint, tested.fingerprint)
        assert (train.size, test.size) == (20, 30)


def test_a_table_is_tested_on_the_rows_it_keeps():
    (train, test), _ = fresh_pairs(Table(name="iris", n=10), 100, 0, 2, None)
    assert (train.size, test.size) == (100, 50)
    bench = Bench(Table(name="iris", n=10, pool=100), train_size=50, datasets=2)
    kept = [test for _, test in fresh_pairs(bench.source, 50, 0, 2, None)]
    assert [test.size for test in kept] == [50, 50]
    assert bench.score("lda") == fresh_scores(bench.source, "lda", 50, 0, 2, kept[0]).mean()


def test_given_rows_test_all():
    grid = Exp6().grid()
    assert all(test is grid for _, test in fresh_pairs(Exp6(), 20, 0, 3, grid))


@pytest.mark.parametrize(
    ("learners", "datasets", "argument", "facts"),
    [(["nb"], 5, "learners", ("two", "got 1")), (["nb", "lda"], 1, "datasets", ("2", "got 1"))],
)
def test_what_gives_no_truth_is_refused(learners, datasets, argument, facts):
    with refused(argument, *facts):
        measured_truth(Gaussians(), learners, 40, datasets=datasets)


def weighted(omega):
    return f"damaged-1nn(omega={omega}, groups=((1,), (2,)))"


@pytest.mark.parametrize("gain", [0.0, 0.5])
def test_a_damaged_neighbour_meets_its_target(gain):
    bench = Bench(Exp6(), train_size=150, datasets=10)
    found = calibrate(bench, "tree", weighted, damages=(1.0, 400.0), gain=gain)
    tree, neighbour = bench.score("tree"), bench.score("knn(k=1)")
    assert found.target == pytest.approx(tree + gain * (neighbour - tree))
    assert abs(found.score - found.target) <= 0.001
    assert found.score == bench.score(found.learner)
    assert 1 < found.damage < 100


def test_errors_on_purpose_grow_with_the_rate_on_the_same_random_numbers():
    bench = Bench(Symmetric(), train_size=30, datasets=2, test=300)
    scores = [bench.score(f"flipped(learner='nb', rate={rate})") for rate in np.linspace(0, 1, 30)]
    assert scores[0] == bench.score("nb") == 1 - scores[-1]
    assert np.abs(np.diff(scores)).max() < 0.05  # no noise but that of the rows


def test_a_reference_that_is_better_than_undamaged_is_refused():
    bench = Bench(Exp6(), train_size=150, datasets=4, test=500)
    target = bench.score("knn(k=1)")
    with refused("damages", f"{target:.4f}"):
        calibrate(bench, "knn(k=1)", lambda rate: f"flipped(learner='depth-tree', rate={rate})")


def test_no_damage_is_found_where_none_is_needed():
    bench = Bench(Symmetric(), train_size=30, datasets=4, test=200)
    found = calibrate(bench, "nb", lambda rate: "nb" if rate == 0 else f"flipped(learner='nb', rate={rate})")
    assert found.damage == 0


def test_a_dial_that_jumps_over_the_target_is_refused():
    bench = Bench(Symmetric(signal=2), train_size=30, datasets=4, test=200)
    with refused("tolerance", 0.001, "40 steps"):
        calibrate(bench, "dummy", lambda rate: f"flipped(learner='lda', rate={round(rate)})")
