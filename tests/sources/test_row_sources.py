"""What is said of the sources of rows: moments, regions, matched networks, rows that are kept."""

from collections import Counter

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import stream
from outperform.lab.truth import measured_truth
from outperform.sources import (
    BayesNet,
    Exp6,
    Gaussians,
    Logistic,
    NoInformation,
    RealBlocks,
    RealRegression,
    Regression,
    Symmetric,
    Table,
)
from outperform.sources.bayes_net import ARROWS, PARENTS, STRENGTHS, _nodes


def test_gaussian_classes_have_the_stated_moments():
    dataset = Gaussians(n=40_000, shift=(0.4, 0), each=2, variance=2).draw(stream(1))
    zero, one = (dataset.rows[dataset.target == label] for label in (0, 1))
    assert len(zero) == len(one)
    assert zero.mean(axis=0) == pytest.approx([0, 0, 0, 0], abs=0.03)
    assert one.mean(axis=0) == pytest.approx([0.4, 0.4, 0, 0], abs=0.04)
    assert np.cov(zero.T) == pytest.approx(np.eye(4), abs=0.05)
    assert np.cov(one.T) == pytest.approx(2 * np.eye(4), abs=0.1)


def test_class_counts_are_exact_or_drawn():
    fixed = [int(Gaussians(n=40, share=0.25).draw(stream(seed)).target.sum()) for seed in range(5)]
    drawn = [int(Gaussians(n=40, stratified=False).draw(stream(seed)).target.sum()) for seed in range(5)]
    assert fixed == [10] * 5
    assert len(set(drawn)) > 1


def test_logistic_classes_follow_the_sum():
    dataset = Logistic(n=20_000, features=1).draw(stream(2))
    for low in (-1.0, 0.0, 1.0):
        rows = np.abs(dataset.rows[:, 0] - low) < 0.1
        assert dataset.target[rows].mean() == pytest.approx(1 / (1 + np.exp(-1 - 1.5 * low)), abs=0.05)


@pytest.mark.parametrize(("kind", "value"), [("gaussian", 0.4), ("binary", 0.4)])
def test_blocks_are_exchangeable_and_say_something(kind, value):
    dataset = Symmetric(n=40_000, features=2, signal=0.4, kind=kind, share=0.3).draw(stream(3))
    assert dataset.rows.dtype == (bool if kind == "binary" else np.float64)
    assert dataset.target.mean() == pytest.approx(0.3, abs=0.01)
    gap = dataset.rows[dataset.target == 1].mean(axis=0) - dataset.rows[dataset.target == 0].mean(axis=0)
    assert gap == pytest.approx([value] * 4, abs=0.05)


@pytest.mark.parametrize("data", ["breast_cancer", "wine", "iris"])
def test_real_blocks_are_real_rows_of_one_class_with_columns_of_sd_1(data):
    whole = Table(name=data, n=10_000, replace=True).draw(stream(1))
    dataset = RealBlocks(data=data, n=20_000).draw(stream(2))
    width = dataset.rows.shape[1] // 2
    real = np.asarray(whole.rows, dtype=float)
    real = real[:, real.std(axis=0) > 0]
    assert width == real.shape[1]
    assert np.bincount(dataset.target) / 20_000 == pytest.approx(
        np.unique(whole.target, return_counts=True)[1] / 10_000, abs=0.03
    )
    for label in np.unique(dataset.target):
        block1, block2 = np.hsplit(dataset.rows[dataset.target == label], 2)
        assert block1.mean(axis=0) == pytest.approx(block2.mean(axis=0), abs=0.08)
        assert len(np.unique(block1, axis=0)) <= (whole.target == np.unique(whole.target)[label]).sum()
        assert abs(np.corrcoef(block1[:, 0], block2[:, 0])[0, 1]) < 0.1  # independent given the class
    assert np.hsplit(dataset.rows, 2)[1].std(axis=0) == pytest.approx(1, abs=0.1)


def test_noise_of_real_blocks_falls_on_the_second_and_blur_on_both():
    clean, blurred, noisy = (
        np.hsplit(RealBlocks(n=20_000, columns=4, **extra).draw(stream(3)).rows, 2)
        for extra in ({}, {"blur": 1.0}, {"noise": 1.0})
    )
    for block, extra in ((blurred[0], 1), (blurred[1], 1), (noisy[0], 0), (noisy[1], 1)):
        assert block.var(axis=0) == pytest.approx(clean[0].var(axis=0) + extra, abs=0.2)
    assert RealBlocks().truth(50).difference == RealBlocks(blur=1.0).truth(50).difference == 0
    assert RealBlocks(noise=1.0).truth(50) is None


def test_real_regression_has_standard_targets_and_blocks_that_say_the_same():
    dataset = RealRegression(n=20_000).draw(stream(4))
    assert dataset.target.mean() == pytest.approx(0, abs=0.03)
    assert dataset.target.std() == pytest.approx(1, abs=0.03)
    centred = dataset.target - dataset.target.mean()
    slopes = [np.linalg.lstsq(block, centred, rcond=None)[0] for block in np.hsplit(dataset.rows, 2)]
    assert slopes[0] == pytest.approx(slopes[1], abs=0.1)
    assert np.abs(slopes[0]).max() > 0.2


def test_class_shares_without_information():
    target = NoInformation(n=20_000, classes=3, share=0.6).draw(stream(4)).target
    assert np.bincount(target) / target.size == pytest.approx([0.6, 0.2, 0.2], abs=0.02)
    assert NoInformation(classes=4, share=0.25).truth(10).difference == 0


def test_too_few_rows_make_least_squares_infinitely_bad():
    source = Regression(features=3, tilt=0.5)
    assert source.truth(5) is None
    assert source.truth(6).difference > source.truth(100).difference > 0


# Exp6.


def test_the_regions_have_like_areas():
    shares = np.bincount(Exp6().grid().target) / 22_801
    assert len(shares) == 6
    assert shares == pytest.approx(1 / 6, abs=0.011)


def test_a_neighbour_beats_a_tree_on_the_regions_by_what_is_said():
    found = measured_truth(Exp6(), ("knn(k=1)", "tree"), 300, datasets=20, test_rows=2000)
    assert found.difference == pytest.approx(0.034, abs=5 * found.se)


# Networks.


@pytest.mark.parametrize("network", [0, 1, 2])
def test_a_network_has_its_arrows_and_no_cycle(network):
    nodes = _nodes(network)
    assert sum(len(node.parents) for node in nodes) == ARROWS
    assert all(len(node.parents) <= PARENTS for node in nodes)
    assert all(parent < place for place, node in enumerate(nodes) for parent in node.parents)


@pytest.mark.parametrize("delta", STRENGTHS)
def test_the_tree_beats_naive_bayes_by_delta(delta):
    found = measured_truth(BayesNet(delta=delta), None, 300, datasets=40, test_rows=5000)
    assert -found.difference == pytest.approx(delta, abs=0.005 + 3 * found.se)


def test_attributes_without_arrows_are_independent_of_the_class():
    dataset = BayesNet(delta=0, n=40_000, network=12).draw(stream(5))
    zero, one = (dataset.rows[dataset.target == label].mean(axis=0) for label in (0, 1))
    assert zero == pytest.approx(one, abs=0.03)
    assert np.ptp(zero) > 0.3


# Tables.


def rows_of(dataset):
    return Counter(map(tuple, np.column_stack([dataset.rows, dataset.target])))


def test_drawn_and_kept_rows_are_the_whole_table():
    whole = rows_of(Table(name="iris", n=150).draw(stream(0)))
    drawn, rest = Table(name="iris", n=60).draw_and_rest(stream(1))
    assert rows_of(drawn) + rows_of(rest) == whole


def test_a_pool_is_the_same_for_all_draws():
    source = Table(name="iris", n=40, pool=80)
    kept = [source.draw_and_rest(stream(seed))[1].fingerprint for seed in (1, 2)]
    assert kept[0] == kept[1]
    drawn, rest = Table(name="iris", n=80, pool=80).draw_and_rest(stream(3))
    assert rows_of(drawn) + rows_of(rest) == rows_of(Table(name="iris", n=150).draw(stream(0)))


def test_rows_return_only_with_replacement():
    drawn, rest = Table(name="iris", n=150, replace=True).draw_and_rest(stream(1))
    assert rest.size > 30
    assert len(rows_of(drawn)) < 110


def test_halves_of_the_classes():
    dataset = Table(name="digits", n=500, classes="halves").draw(stream(0))
    assert set(dataset.target) == {0, 1}
    assert dataset.target.mean() == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("name", "n", "argument", "facts"),
    [("iris", 151, "table.n", [151, 150, "replace=True"]), ("irs", 10, "data 'irs'", ["did you mean iris"])],
)
def test_what_cannot_be_drawn_is_refused(name, n, argument, facts):
    with refused(argument, *facts):
        Table(name=name, n=n).draw(stream(0))


def test_a_draw_that_leaves_nothing_is_no_base_for_truth():
    with refused("table.n", "150 rows", "iris"):
        Table(name="iris", n=150).draw_and_rest(stream(0))
    with refused("table.pool", "150 rows", "iris"):
        Table(name="iris", n=50, pool=150).draw_and_rest(stream(0))
    with refused("table.n", "50 rows", "iris"):
        Table(name="iris", n=50, pool=50).draw_and_others(stream(0), 10)


def test_a_pool_larger_than_the_table_is_refused():
    with refused("table.pool", "iris", 150, "got 200"):
        Table(name="iris", pool=200).draw(stream(0))


def test_frames_are_drawn_from_too(tmp_path, monkeypatch):
    lines = [
        "colour,size,y",
        *(f"{'red' if row % 3 else 'blue'},{row},{'yes' if row % 2 else 'no'}" for row in range(40)),
    ]
    (tmp_path / "mixed.csv").write_text("\n".join(lines))
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path))
    drawn, rest = Table(name="mixed", n=30, target="y").draw_and_rest(stream(0))
    assert (drawn.rows.shape, rest.size) == ((30, 2), 10)
    assert list(drawn.rows.index) == list(range(30))


def test_a_lead_may_take_the_whole_signal_but_no_more():
    assert Symmetric(n=20, signal=0.5, lead=-0.5).lead == -0.5
    with refused("symmetric.lead", "-signal", "got -0.75"):
        Symmetric(n=20, signal=0.5, lead=-0.75)


def test_every_attribute_tells_of_the_class_in_either_direction():
    """Main effects are of .1 to .5 and of random sign: of 90, each sign has between 27 and 63 but once in 20,000."""
    mains = np.array([node.main for network in range(1, 11) for node in _nodes(network)])
    assert ((np.abs(mains) >= 0.1) & (np.abs(mains) <= 0.5)).all()
    assert 27 <= np.count_nonzero(mains > 0) <= 63
