"""Naive Bayes and the tree on counts say what they say on rows; networks and gains are what they claim."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc
from sklearn.tree import DecisionTreeClassifier
from tests.java import needs_weka

from outperform.comparison.stage import Stage
from outperform.core import Bools, Dataset, Floats, stream, take
from outperform.core.data import Given
from outperform.engine import Contest, Runner, Ways
from outperform.lab import procedure_from
from outperform.learners import learner_of, learners_of
from outperform.metrics import Accuracy
from outperform.papers.bouckaert_frank_2004 import by_weka
from outperform.papers.bouckaert_frank_2004.networks import BITS, CELLS, naive_bayes_says, tree_says
from outperform.papers.bouckaert_frank_2004.printed import printed_tables
from outperform.papers.bouckaert_frank_2004.rivals import SELECTED, gains, network_of
from outperform.papers.bouckaert_frank_2004.simulation import _pvalues, said_of
from outperform.papers.bouckaert_frank_2004.sources import ROWS, Network, draw
from outperform.papers.bouckaert_frank_2004.uci import LEARNERS, OURS, WEKA

MAKERS = [OURS, pytest.param(WEKA, marks=needs_weka)]
ALL = np.arange(CELLS)
DECLARED = Given(declared=(("False", "True"),) * 9 + (("0", "1"),))  # a value that does not occur counts, too


def counted(dataset: Dataset, train: Bools) -> Floats:
    cells = dataset.rows @ (1 << np.arange(9))
    return np.bincount((dataset.target * CELLS + cells)[train], minlength=2 * CELLS).reshape(1, 2, CELLS).astype(float)


@pytest.mark.parametrize("source", [1, 2, 4])
def test_naive_bayes_says_what_nb_says(source: int) -> None:
    dataset = draw(network_of(OURS, source, 0).joint, stream(3, source))
    for number in range(10):
        train = stream(4, number).random(ROWS) < (0.9 if number else 0.05)
        plain = learner_of("nb", dataset).make(0)
        plain.fit(dataset.rows[train], dataset.target[train])
        said = naive_bayes_says(counted(dataset, train), np.zeros_like(ALL), ALL)
        np.testing.assert_array_equal(said, plain.predict(BITS))


@pytest.mark.parametrize("source", [1, 3])
def test_the_tree_has_the_law_of_scikit_learns(source: int) -> None:
    dataset = draw(network_of(OURS, source, 1).joint, stream(5, source))
    counts, times = counted(dataset, np.ones(ROWS, dtype=bool)), 200
    many = np.repeat(counts, times, axis=0)
    sets, cells = np.divmod(np.arange(times * CELLS), CELLS)
    ours = tree_says(many, sets, cells, stream(6, source)).reshape(times, CELLS)
    trees = [
        DecisionTreeClassifier(criterion="entropy", random_state=seed).fit(dataset.rows, dataset.target)
        for seed in range(times)
    ]
    theirs = np.array([tree.predict(BITS) for tree in trees], dtype=bool)
    trained = counts[0].sum(axis=0) > 0
    np.testing.assert_array_equal(ours[:, trained], theirs[:, trained])  # no tie can matter there
    settled = theirs.mean(axis=0) % 1 == 0
    assert (ours[:, settled] == theirs[0, settled]).mean() > 0.999
    k, n = ours.sum(axis=0), times
    chance = np.clip((ours.sum(axis=0) + theirs.sum(axis=0) + 1) / (2 * n + 2), 0, 1)
    tail = np.minimum(bdtr(k, n, chance), bdtrc(k - 1, n, chance))
    assert tail[~settled].min() > 1e-6  # both shares near their common one


@needs_weka
@pytest.mark.parametrize("source", [1, 2, 4])
@pytest.mark.parametrize("slug", ["weka-nb", "weka-j48"])
def test_on_counts_weka_says_what_it_says_on_rows(slug: str, source: int) -> None:
    """With every row in both classes, too: they are equally probable then, and rounding decides."""
    drawn = draw(network_of(WEKA, source, 0).joint, stream(3, source))
    twice = Dataset(np.concatenate([drawn.rows] * 2), np.repeat([0, 1], ROWS), kinds=drawn.kinds)
    for dataset in (replace(drawn, given=DECLARED), replace(twice, given=DECLARED)):
        learner = learner_of(slug, dataset)
        for share in (0.05, 0.5, 0.9, 1.0):
            train = stream(4, share).random(dataset.size) < share
            rows = take(dataset.rows_for(learner), np.flatnonzero(train))
            counts, first = counted(dataset, train), np.zeros_like(ALL)
            if slug == "weka-nb":
                said = by_weka.naive_bayes_says(counts, first, ALL)
            else:
                said = by_weka.tree_says(counts, first, ALL, stream(0))
            np.testing.assert_array_equal(said, learner.make(0).fit(rows, dataset.target[train]).predict(BITS))


@pytest.mark.parametrize("source", SELECTED[OURS])
@pytest.mark.parametrize("maker", MAKERS)
def test_selected_networks_have_the_printed_difference(maker: str, source: int) -> None:
    for place in range(2):
        joint = network_of(maker, source, place).joint
        assert joint.sum() == pytest.approx(1)
        assert joint.sum(axis=1) == pytest.approx([0.5, 0.5])
        counts = stream(7, source).multinomial(ROWS, joint.ravel(), size=100).reshape(100, 2, CELLS).astype(float)
        found = gains(maker, counts, joint, stream(8, source))
        assert abs(found.mean() - printed_tables().gains[source - 1] / 100) < 0.0025 + 5 * found.std() / 10


def test_the_first_source_tells_nothing_of_the_class() -> None:
    joint = Network(2, empty=True).joint
    np.testing.assert_allclose(joint[0], joint[1])


@pytest.mark.parametrize("maker", MAKERS)
def test_pvalues_are_those_of_the_engine(maker: str) -> None:
    joint = network_of(maker, 3, 0).joint
    if (
        maker == OURS
    ):  # three attributes vary: every row is like some of training, and no tie between attributes matters
        joint = joint * (~BITS[:, 3:].any(axis=1))
    dataset, root = replace(draw(joint / joint.sum(), stream(9, "few")), given=DECLARED), 11
    learners = learners_of(list(LEARNERS[maker][:2]), dataset)
    stage = Stage(Runner(Contest(dataset, learners, {"accuracy": Accuracy()}, root), Ways(jobs=1)), 0.05)
    specs = (
        *("5x2-t", "corrected-resampled(repeats=10)", "corrected-resampled(repeats=100)"),
        *("kfold-t", "corrected-10x10"),
    )
    theirs = [procedure_from(spec).run(stage)[0].verdict.pvalue for spec in specs]
    np.testing.assert_allclose(_pvalues(maker, dataset, root), theirs, rtol=1e-9)


def test_a_dataset_depends_on_its_number_alone() -> None:
    found = said_of(OURS, 1, 0, (0, 2), 2, 0)
    assert found.shape == (2, 1 + 2 * 5)
    np.testing.assert_array_equal(found[1:], said_of(OURS, 1, 0, (1, 2), 2, 0))
