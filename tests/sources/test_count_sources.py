"""Closed-form moments of the count sources, and populations with exact equalities."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import stream
from outperform.designs import KFold
from outperform.metrics import CATALOGUE as METRICS
from outperform.metrics import F1, Accuracy, CountMetric
from outperform.sources import Epsilon, Population, TaskOne
from outperform.sources.populations import of_margins

DRAWS = 40_000


def near(values, expected):
    """Return whether the mean of values is within 5 standard errors of what is expected."""
    return abs(values.mean() - expected) < 5 * values.std() / np.sqrt(len(values))


def gains(source, kinds, seed):
    """Rows that the first alone gets right less those of the second alone."""
    found = source.outcomes(kinds, stream(seed))
    return found[:, 2] - found[:, 1]


@pytest.mark.parametrize("rate", [0.1, 0.4])
def test_errors_are_drawn_anew_but_rows_stay_those_of_the_dataset(rate):
    source = Epsilon(rate=rate, n=50)
    kinds = source.kinds(stream(1), DRAWS)
    one, two = gains(source, kinds, 2), gains(source, kinds, 3)
    a, b = rate / 2, 1.5 * rate
    assert near(one, 0)
    assert near(one * two, rate**2 * 50)  # what the kinds of rows add to every test set alike
    assert near(one * one, rate**2 * 50 + 50 * (a * (1 - a) + b * (1 - b)))


def test_what_beta_adds_is_shared_by_a_test_set():
    source = Epsilon(rate=0.2, beta=0.1)
    found = source.outcomes(np.tile([80, 0], (DRAWS, 1)), stream(5))
    first, second = (found[:, [0, other]].sum(axis=1) for other in (1, 2))  # errors of each
    spread = 0.1**2 / 3
    for errors, rate in ((first, 0.1), (second, 0.3)):
        assert near(errors, 80 * rate)
        assert near((errors - 80 * rate) ** 2, 80 * (rate * (1 - rate) - spread) + 80**2 * spread)
    assert near((first - 8) * (second - 24), 80**2 * spread)


def test_each_kind_of_row_has_its_errors():
    found = Epsilon(rate=0.2).outcomes(np.array([[10**6, 0], [0, 10**6]]), stream(6))
    rates = np.stack([found[:, 0] + found[:, 1], found[:, 0] + found[:, 2]], axis=1) / 10**6
    assert rates == pytest.approx(Epsilon(rate=0.2).errors, abs=0.003)


def test_without_errors_nobody_errs():
    assert (Epsilon(rate=0).outcomes(np.array([3, 4]), stream(0)) == [0, 0, 0, 7]).all()


@pytest.mark.parametrize("step", [0, 6, 100, -100])
def test_task_one_has_the_shares_of_the_paper(step):
    q = 0.25 + step / 400
    assert TaskOne(step=step).shares == pytest.approx([0.25, q, 0.5 - q, 0.25])
    assert TaskOne(step=step).truth(1).difference == pytest.approx(TaskOne(q=q).truth(1).difference)
    assert str(TaskOne().truth(1).difference) == "0.0"


def test_a_population_counts_who_is_right():
    cells = np.arange(1, 9)
    # 000 and 111 are right twice, 011 and 100 never; 001 and 110 by the first, 010 and 101 by the second.
    assert Population().outcomes(cells, stream(0)).tolist() == [4 + 5, 3 + 6, 2 + 7, 1 + 8]


@pytest.mark.parametrize("slug", [slug for slug, entry in METRICS.items() if issubclass(entry, CountMetric)])
def test_the_difference_is_that_of_the_population_as_rows(slug):
    population = of_margins((900, 100), (60, 80), (20, 40))
    codes = np.repeat(np.arange(8), population.cells)
    truth, first, second = codes >> 2, codes >> 1 & 1, codes & 1
    metric = METRICS[slug]()
    expected = metric.score(truth, first) - metric.score(truth, second)
    assert population.difference(metric) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("positives", "total"), [(100, 1000), (10, 30), (5000, 798_800)])
@pytest.mark.parametrize(
    ("found", "false", "f1", "errors"),  # in tenths of the positives; F1 = 2 tp / (tp + fp + positives)
    [((6, 8), (2, 6), True, False), ((6, 8), (2, 4), False, True), ((7, 7), (4, 4), True, True)],
    ids=["equal F1", "equal errors", "both equal"],
)
def test_equalities_hold_exactly(found, false, f1, errors, positives, total):
    tenth = positives // 10
    parts = [tuple(tenth * part for part in pair) for pair in (found, false)]
    population = of_margins((total - positives, positives), *parts)
    assert sum(population.cells) == total
    assert (population.difference(F1()) == 0) == f1
    assert (population.truth(1).difference == 0) == errors
    assert (population.difference(Accuracy()) == 0) == errors


def test_margins_that_do_not_fit_are_refused():
    with refused("found, false", (11, 5), (1, 1)):
        of_margins((10, 10), (11, 5), (1, 1))


def test_close_learners_keep_their_margins_and_disagree_less():
    far, near = (of_margins((900, 100), (60, 80), (20, 60), closeness=share) for share in (0.0, 0.9))
    assert far.truth(0) == near.truth(0)
    assert far.difference(F1()) == near.difference(F1())
    assert sum(near.cells[place] for place in (1, 2, 5, 6)) < sum(far.cells[place] for place in (1, 2, 5, 6))


@pytest.mark.parametrize("closeness", [-0.1, 1.1])
def test_a_closeness_beyond_the_margins_is_refused(closeness):
    with refused("closeness", "0 and 1", f"got {closeness}"):
        of_margins((10, 10), (5, 5), (1, 1), closeness=closeness)


def test_rows_that_are_drawn_are_split_without_a_look_at_classes_as_counts_are():
    dataset = TaskOne(n=200).draw(stream(0))
    labels = KFold(folds=10).plan(dataset, stream(1)).labels[0]
    ones = [int(dataset.target[labels == fold].sum()) for fold in range(10)]
    assert max(ones) - min(ones) > 2  # with strata at most 1 apart
    kept = KFold(folds=10, stratify=True).plan(dataset, stream(1)).labels[0]
    shares = [int(dataset.target[kept == fold].sum()) for fold in range(10)]
    assert max(shares) - min(shares) <= 1
