"""Fits that went astray are named; ordinary ones are not."""

import numpy as np
import pytest
from scipy import stats
from studies.astray import FAMILIES, REPEATS, rates

from outperform.core import Floats, Ints
from outperform.significance.astray import fits_astray
from outperform.significance.rows import row_noise


def _dealt(rng: np.random.Generator, n: int, repeats: int, folds: int = 10) -> Ints:
    return np.stack([rng.permutation(n) % folds for _ in range(repeats)])


def _regression(rng: np.random.Generator, n: int, repeats: int) -> tuple[Floats, Floats, Ints]:
    """Return a truth, predictions that explain 80% of it and differ a little between folds, and the folds."""
    signal, labels = 2 * rng.standard_normal(n), _dealt(rng, n, repeats)
    shift = np.take_along_axis(0.3 * rng.standard_normal((repeats, 10)), labels, axis=1)
    return signal + rng.standard_normal(n), signal + shift + 0.1 * rng.standard_normal((repeats, n)), labels


@pytest.mark.parametrize("repeats", [1, 2, 5])
def test_a_constant_and_a_blind_fit_are_named_and_no_other(repeats: int) -> None:
    rng = np.random.default_rng(0)
    for kind in ("numbers", "classes"):
        truth, predictions, labels = _regression(rng, 300, repeats)
        classes = 0
        if kind == "classes":
            classes, truth = 2, rng.permutation(300) % 2
            predictions = np.where(rng.random((repeats, 300)) < 0.05, 1 - truth, truth)
        assert fits_astray(truth, predictions, labels, classes=classes) == []
        test = labels[repeats - 1] == 4
        for wrong in (truth[0], rng.permutation(truth)[test]):
            spoilt = predictions.copy()
            spoilt[repeats - 1, test] = wrong
            assert fits_astray(truth, spoilt, labels, classes=classes) == [(repeats - 1, 4)]


def test_fits_astray_in_every_repeat_do_not_hide_each_other() -> None:
    rng = np.random.default_rng(1)
    truth, predictions, labels = _regression(rng, 300, 2)
    for repeat, fold in ((0, 2), (1, 7)):
        test = labels[repeat] == fold
        predictions[repeat, test] = rng.permutation(truth)[test]
    assert fits_astray(truth, predictions, labels) == [(0, 2), (1, 7)]


def test_noise_that_a_fold_shares_is_ordinary() -> None:
    """Every model is off by a level of its own, so that the rows of a fold move together."""
    rng = np.random.default_rng(2)
    truth, predictions, labels = _regression(rng, 300, 2)
    d = -((truth - predictions) ** 2)
    assert row_noise(d, labels, 10).phi > 2
    assert fits_astray(truth, predictions, labels) == []


def test_another_model_that_is_as_good_is_ordinary() -> None:
    """A stump that splits another column in one fold: it disagrees with all others, and has their score."""
    rng = np.random.default_rng(3)
    named = 0
    for _ in range(50):
        truth, labels = rng.permutation(300) % 2, _dealt(rng, 300, 2)
        usual, other = (np.where(rng.random(300) < 0.2, 1 - truth, truth) for _ in range(2))
        predictions = np.stack([usual, usual])
        test = labels[0] == 3
        predictions[0, test] = other[test]
        named += bool(fits_astray(truth, predictions, labels, classes=2))
    assert named <= 3


def test_rows_that_are_difficult_for_all_fits_are_ordinary() -> None:
    rng = np.random.default_rng(4)
    truth, labels = rng.permutation(300) % 2, _dealt(rng, 300, 2)
    predictions = np.stack([truth, truth])
    predictions[:, labels[0] == 3] = rng.integers(0, 2, 30)
    assert fits_astray(truth, predictions, labels, classes=2) == []


def test_where_nothing_is_learned_nothing_can_be_lost() -> None:
    """A majority that changes between folds, blind guesses, and a mean: none says anything about single fits."""
    rng = np.random.default_rng(5)
    truth, labels = rng.permutation(200) % 2, _dealt(rng, 200, 2)
    majority = np.zeros((2, 200), dtype=np.int64)
    majority[0, labels[0] == 3] = 1
    guesses = rng.integers(0, 2, (2, 200))
    for predictions in (majority, guesses):
        assert fits_astray(truth, predictions, labels, classes=2) == []
    means = np.take_along_axis(0.01 * rng.standard_normal((2, 10)), labels, axis=1)
    assert fits_astray(rng.standard_normal(200), means, labels) == []
    assert fits_astray(np.zeros(200), np.zeros((2, 200)), labels) == []


def test_groups_need_odd_predictions() -> None:
    """After one repeat a bad score may come from one patient; the same prediction for all rows does not."""
    rng = np.random.default_rng(6)
    truth, labels = rng.permutation(300) % 2, _dealt(rng, 300, 1)
    predictions = np.where(rng.random((1, 300)) < 0.05, 1 - truth, truth)
    test = labels[0] == 3
    predictions[0, test] = rng.permutation(truth)[test]
    assert fits_astray(truth, predictions, labels, classes=2) == [(0, 3)]
    assert fits_astray(truth, predictions, labels, classes=2, alone=False) == []
    predictions[0, test] = 1
    assert fits_astray(truth, predictions, labels, classes=2, alone=False) == [(0, 3)]


def test_few_rows_in_a_fold_show_nothing() -> None:
    """Three rows that are all wrong, by a learner that is right on 85%: chance (.003 per fold) is enough."""
    rng = np.random.default_rng(7)
    truth, labels = rng.permutation(30) % 2, _dealt(rng, 30, 2)
    predictions = np.where(rng.random((2, 30)) < 0.1, 1 - truth, truth)
    predictions[0, labels[0] == 3] = 1 - truth[labels[0] == 3]
    assert fits_astray(truth, predictions, labels, classes=2) == []


def test_many_rows_are_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outperform.significance.astray.MOST", 900)
    rng = np.random.default_rng(8)
    truth, predictions, labels = _regression(rng, 1000, 2)
    predictions[1, labels[1] == 4] = 0.0
    assert fits_astray(truth, predictions, labels) == [(1, 4)]


@pytest.mark.parametrize(("n", "columns"), [(100, 20), (400, 20)])
def test_least_squares_by_squared_error_has_a_phi_of_two(n: int, columns: int) -> None:
    """Row j changes the loss of row i as i that of j, so fold companions double the noise that single rows show."""
    found = []
    for seed in range(25):
        rng = np.random.default_rng([9, seed])
        rows, labels = rng.standard_normal((n, columns)), _dealt(rng, n, 5)
        y, d = rng.standard_normal(n), np.zeros((5, n))
        for repeat, fold in np.ndindex(5, 10):
            test = labels[repeat] == fold
            slopes = np.linalg.lstsq(rows[~test], y[~test], rcond=None)[0]
            d[repeat, test] = -((y[test] - rows[test] @ slopes) ** 2)
        found.append(row_noise(d, labels, 10).phi)
    assert np.mean(found) == pytest.approx(2, abs=0.3)


@pytest.mark.calibration
def test_false_alarms_and_hits_are_those_of_the_page() -> None:
    """At most 1% false alarms over 34 families; of clear learners, fits astray are named as docs/adaptive.md says."""
    runs, false, named = 30, dict.fromkeys(REPEATS, 0), {}
    for family in FAMILIES:
        found = rates(family, runs, seed=2)
        for repeats, count in found.false.items():
            false[repeats] += count
            assert stats.binom.sf(count - 1, runs, 0.02) > 1e-6, (family.name, repeats, count)
        if family.clear:
            for case, count in found.named.items():
                named.setdefault(case, []).append(count)
    for repeats, count in false.items():
        assert stats.binom.sf(count - 1, runs * len(FAMILIES), 0.01) > 1e-6, (repeats, count)
    for (repeats, kind, every), counts in named.items():
        if kind == "constant" and not every:
            assert stats.binom.cdf(sum(counts), runs * len(counts), 0.95) > 1e-6, (repeats, counts)
