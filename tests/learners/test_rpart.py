"""``rpart``: one tree, many at once, and what scikit-learn's tree would be after the same pruning."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.tree import DecisionTreeClassifier

from outperform.core import Dataset, stream
from outperform.designs import KFold, LeaveOneOut, Subsampling
from outperform.learners import CATALOGUE
from outperform.learners.fast import fast_path
from outperform.learners.pruned_trees import Limits, TrainingRows, grow
from outperform.learners.rpart import PrunedTree, SideTree


def draw(sets, rows, columns, classes=2, seed=0):
    """Draw sets of training rows and as many to predict."""
    rng = stream(seed, "trees")
    codes = rng.permuted(np.tile(np.arange(2 * rows) % classes, (sets, 1)), axis=1)
    table = rng.standard_normal((sets, 2 * rows, columns)) * (1 + 0.4 * codes[..., None]) + codes[..., None]
    return table[:, :rows], codes[:, :rows], table[:, rows:]


def together(rows, codes, tested, limits=None, classes=2):
    trees = grow(TrainingRows.stacked(rows, codes, classes), limits or Limits())
    tree = np.repeat(np.arange(len(tested)), tested.shape[1])
    return trees.predict(tree, tested.reshape(len(tree), -1)).reshape(tested.shape[:2])


def by_scikit_learn(rows, codes, tested, limits=None):
    made = [SideTree(limits or Limits(), 0, *pair) for pair in zip(rows, codes, strict=True)]
    return np.stack([tree.predict(test) for tree, test in zip(made, tested, strict=True)])


def fitted(spec, rows, target):
    return CATALOGUE.parse(spec).make(0).fit(rows, target)


def test_the_tree_of_iris_is_that_of_rs_manuals():
    """``rpart(Species ~ .)`` in R: Petal.Length < 2.45 setosa, then Petal.Width < 1.75 versicolor, else virginica."""
    rows, target = load_iris(return_X_y=True)
    wanted = np.where(rows[:, 2] < 2.45, 0, np.where(rows[:, 3] < 1.75, 1, 2))
    made = fitted("rpart", rows, target)
    assert (made.predict(rows) == wanted).all()
    assert made.grown_.column[[0, 2]].tolist() == [2, 3]  # Petal.Width < 0.8 would do as well: the first column wins


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_trees_are_those_of_scikit_learn_where_no_columns_tie(classes):
    """scikit-learn takes any of the columns that do equally well; with one column there is no choice."""
    rows, codes, tested = draw(60, 60, 1, classes)
    assert (together(rows, codes, tested, classes=classes) == by_scikit_learn(rows, codes, tested)).all()
    rows, codes, tested = draw(10, 300, 4, classes)
    same = together(rows, codes, tested, classes=classes) == by_scikit_learn(rows, codes, tested)
    assert same.mean() >= 0.97


@pytest.mark.parametrize("classes", [2, 4])
def test_trees_with_equal_values_are_those_of_scikit_learn(classes):
    rows, codes, tested = draw(40, 80, 1, classes)
    rows, tested, limits = np.round(2 * rows), np.round(2 * tested), Limits(10, 3, 0.02)
    assert (together(rows, codes, tested, limits, classes) == by_scikit_learn(rows, codes, tested, limits)).all()


def test_a_tree_does_not_depend_on_its_batch():
    rows, codes, tested = draw(7, 50, 3, 3)
    alone = [together(rows[[b]], codes[[b]], tested[[b]], classes=3)[0] for b in range(7)]
    assert (together(rows, codes, tested, classes=3) == np.stack(alone)).all()


def test_of_equal_columns_the_first_is_taken_whatever_the_seed():
    rows, codes, _ = draw(1, 80, 1)
    twice = np.hstack([rows[0], rows[0]])
    made = [CATALOGUE.parse("rpart").make(seed).fit(twice, codes[0]) for seed in range(3)]
    assert {tree.grown_.column[tree.grown_.column >= 0].max() for tree in made} == {0}


@pytest.mark.parametrize("low", [np.nextafter(1.0, 2.0), 1e308])
def test_a_cut_parts_values_with_no_number_between_them_or_whose_sum_overflows(low):
    """The mean of 1 + eps and 1 + 2 eps is rounded to the higher one; a cut there would part nothing, for ever."""
    high = np.nextafter(low, np.inf) if low < 2 else 1.5e308
    rows, target = np.repeat([[low], [high]], 20, axis=0), np.repeat([0, 1], 20)
    assert (fitted("rpart", rows, target).predict(rows) == target).all()


def test_without_a_price_only_splits_that_save_nothing_are_given_up():
    (rows,), (target,), _ = draw(1, 200, 6)
    full = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, random_state=0).fit(rows, target)
    wrong = (fitted("rpart(cp=0)", rows, target).predict(rows) != target).sum()
    assert wrong == (full.predict(rows) != target).sum()


@pytest.mark.parametrize("cp", [0.01, 0.05, 0.2])
def test_the_cheapest_subtree_is_taken(cp):
    """All ways to cut a small tree back, tried one by one: errors plus the price of each leaf."""
    rng = stream(11)
    rows = rng.normal(size=(90, 2))
    target = (rows.sum(axis=1) + 1.5 * rng.normal(size=90) > 0).astype(int)
    full = DecisionTreeClassifier(min_samples_split=20, min_samples_leaf=7, random_state=0).fit(rows, target)
    price = cp * min(target.sum(), 90 - target.sum())
    paths = full.decision_path(rows).toarray().astype(bool)

    def costs(node):
        ones = target[paths[:, node]].sum()
        own = [min(ones, paths[:, node].sum() - ones) + price]
        if full.tree_.children_left[node] < 0:
            return own
        sides = [costs(child) for child in (full.tree_.children_left[node], full.tree_.children_right[node])]
        return own + [left + right for left in sides[0] for right in sides[1]]

    made = fitted(f"rpart(cp={cp})", rows, target)
    leaves = (min(costs(0)) - (made.predict(rows) != target).sum()) / price
    assert leaves == pytest.approx(round(leaves))


def test_rows_with_missing_values_are_left_to_scikit_learn():
    rows, target = load_wine(return_X_y=True)
    rows[::7, 6] = np.nan
    made = fitted("rpart", rows, target)
    assert isinstance(made.grown_, SideTree)
    assert (made.predict(rows) == target).mean() > 0.9
    assert fast_path(PrunedTree(), rows, target) is None


@pytest.mark.parametrize("design", [KFold(10, 2), KFold(2, 3, stratify=False), Subsampling(5, 0.2), LeaveOneOut()])
@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_all_splits_at_once_are_refits(load, design):
    rows, target = load(return_X_y=True)
    keep = stream(3).permutation(len(rows))[:120]
    rows, target = rows[keep], target[keep]
    labels = design.plan(Dataset(rows, target), stream(4)).labels[:, :]
    said, ok = fast_path(PrunedTree(), rows, target).predict(labels)
    assert ok.all()
    for repeat, folds in enumerate(labels):
        for fold in np.unique(folds[folds >= 0])[:20]:
            tested = folds == fold
            one = PrunedTree().fit(rows[~tested], target[~tested])
            assert (said[repeat, tested] == one.predict(rows[tested])).all()


def test_splits_that_lack_a_class_are_left_to_refits():
    rows, target = load_iris(return_X_y=True)
    labels = (target == 2).astype(np.int64)[np.newaxis]
    _, ok = fast_path(PrunedTree(), rows, target).predict(labels)
    assert not ok.any()
