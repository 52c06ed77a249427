"""The learners on coded rows say what they say on frames."""

import numpy as np
import pandas as pd
import pytest

from outperform.core import Dataset, stream
from outperform.learners import Estimator, learner_of
from outperform.papers.bouckaert_frank_2004.coded import CodedTree, coded


def mixed(size: int) -> Dataset:
    """Make numbers and categories, some missing; categories appear first in their order."""
    rng = stream(0, "mixed", size)
    names = np.array(list("abcdef"))
    frame = pd.DataFrame({"x": rng.normal(size=size), "y": rng.normal(size=size)})
    frame["c"] = names[np.r_[np.arange(6), rng.integers(6, size=size - 6)]]
    frame["d"] = names[np.r_[np.arange(3), rng.integers(3, size=size - 3)]]
    target = np.where(frame["x"] + (frame["c"] < "c") + rng.normal(size=size) > 0.3, "yes", "no")
    frame.loc[rng.random(size) < 0.2, "y"] = np.nan
    frame.loc[np.r_[np.zeros(6, dtype=bool), rng.random(size - 6) < 0.2], "c"] = None
    return Dataset(frame, target, kinds=("numeric", "numeric", "nominal", "nominal"))


@pytest.mark.parametrize("kind", ["nb", "1nn"])
@pytest.mark.parametrize("size", [20, 200])
def test_nb_and_1nn_say_the_same(kind: str, size: int) -> None:
    dataset = mixed(size)
    simple, learners = coded(dataset)
    names = np.unique(dataset.target)
    for number in range(20):
        order = stream(1, kind, number).permutation(size)
        test, train = order[: size // 5], order[size // 5 :]  # in any order: categories are numbered anew
        plain, ours = learner_of(kind, dataset).make(0), learners[kind].make(0)
        plain.fit(dataset.rows.iloc[train], dataset.target[train])
        ours.fit(simple.rows[train], simple.target[train])
        said = names[ours.predict(simple.rows[test])]
        np.testing.assert_array_equal(said, plain.predict(dataset.rows.iloc[test]))


def test_the_tree_grows_the_same_where_columns_stand_in_the_same_order() -> None:
    dataset = mixed(150)
    dataset.rows["c"] = dataset.rows["c"].where(dataset.rows["c"].notna(), "zz")  # missing is a category, the last
    dataset.rows.loc[len(dataset.rows) - 1, "c"] = "zz"
    order = dataset.rows["c"].drop_duplicates().tolist()
    dataset.rows["c"] = dataset.rows["c"].map(dict(zip(order, "abcdefg", strict=False)))
    simple, _ = coded(dataset)
    pipeline = learner_of("tree", dataset)
    assert isinstance(pipeline, Estimator)
    plain = pipeline.estimator.set_params(decisiontreeclassifier__random_state=5)
    ours = CodedTree(2, 5)
    train, test = np.arange(120), np.arange(120, 150)
    plain.fit(dataset.rows.iloc[train], dataset.target[train])
    ours.fit(simple.rows[train], simple.target[train])
    said = np.unique(dataset.target)[ours.predict(simple.rows[test])]
    np.testing.assert_array_equal(said, plain.predict(dataset.rows.iloc[test]))


def test_a_column_without_a_number_and_a_class_that_is_not_there() -> None:
    rows = np.array([[np.nan, 0.0], [np.nan, 1.0], [np.nan, -1.0], [np.nan, 2.0]])
    for learner in coded(Dataset(rows, np.array([0, 1, 1, 0])))[1].values():
        made = learner.make(0)
        made.fit(rows[:3], np.array([1, 1, 1]))
        assert made.predict(rows).tolist() == [1, 1, 1, 1]
