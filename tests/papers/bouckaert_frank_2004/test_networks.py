"""Naive Bayes and the tree on counts say what they say on rows; networks and gains are what they claim."""

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc
from sklearn.tree import DecisionTreeClassifier

from outperform.comparison.stage import Stage
from outperform.core import Bools, Dataset, Floats, stream
from outperform.engine import Contest, Runner, Ways
from outperform.lab import procedure_from
from outperform.learners import learner_of, learners_of
from outperform.metrics import Accuracy
from outperform.papers.bouckaert_frank_2004.networks import BITS, CELLS, naive_bayes_says, tree_says
from outperform.papers.bouckaert_frank_2004.printed import printed_tables
from outperform.papers.bouckaert_frank_2004.simulation import _pvalues, said_of
from outperform.papers.bouckaert_frank_2004.sources import ROWS, SELECTED, Network, draw, gains, network_of


def counted(dataset: Dataset, train: Bools) -> Floats:
    cells = dataset.rows @ (1 << np.arange(9))
    return np.bincount((dataset.target * CELLS + cells)[train], minlength=2 * CELLS).reshape(1, 2, CELLS).astype(float)


@pytest.mark.parametrize("source", [1, 2, 4])
def test_naive_bayes_says_what_nb_says(source: int) -> None:
    dataset = draw(network_of(source, 0).joint, stream(3, source))
    for number in range(10):
        train = stream(4, number).random(ROWS) < (0.9 if number else 0.05)
        plain = learner_of("nb", dataset).make(0)
        plain.fit(dataset.rows[train], dataset.target[train])
        np.testing.assert_array_equal(naive_bayes_says(counted(dataset, train))[0], plain.predict(BITS))


@pytest.mark.parametrize("source", [1, 3])
def test_the_tree_has_the_law_of_scikit_learns(source: int) -> None:
    dataset = draw(network_of(source, 1).joint, stream(5, source))
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


@pytest.mark.parametrize("source", SELECTED)
def test_selected_networks_have_the_printed_difference(source: int) -> None:
    for place in range(2):
        joint = network_of(source, place).joint
        assert joint.sum() == pytest.approx(1)
        assert joint.sum(axis=1) == pytest.approx([0.5, 0.5])
        counts = stream(7, source).multinomial(ROWS, joint.ravel(), size=100).reshape(100, 2, CELLS).astype(float)
        found = gains(counts, joint, stream(8, source))
        assert abs(found.mean() - printed_tables().gains[source - 1] / 100) < 0.0025 + 5 * found.std() / 10


def test_the_first_source_tells_nothing_of_the_class() -> None:
    joint = Network(2, empty=True).joint
    np.testing.assert_allclose(joint[0], joint[1])


def test_pvalues_are_those_of_the_engine() -> None:
    # Three attributes vary: every row is like some of training, and no tie between attributes can matter.
    joint = network_of(3, 0).joint * (~BITS[:, 3:].any(axis=1))
    dataset, root = draw(joint / joint.sum(), stream(9, "few")), 11
    learners = learners_of(["nb", "tree"], dataset)
    stage = Stage(Runner(Contest(dataset, learners, {"accuracy": Accuracy()}, root), Ways(jobs=1)), 0.05)
    specs = (
        *("5x2-t", "corrected-resampled(repeats=10)", "corrected-resampled(repeats=100)"),
        *("kfold-t", "corrected-10x10"),
    )
    theirs = [procedure_from(spec).run(stage)[0].verdict.pvalue for spec in specs]
    np.testing.assert_allclose(_pvalues(dataset, root), theirs, rtol=1e-9)


def test_a_dataset_depends_on_its_number_alone() -> None:
    found = said_of(1, 0, 0, 2, 2, 0)
    assert found.shape == (2, 1 + 2 * 5)
    np.testing.assert_array_equal(found[1:], said_of(1, 0, 1, 1, 2, 0))
