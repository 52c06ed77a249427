"""What is contested and how it is run: made in one place, checked in one place."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform.core import InputError
from outperform.engine import Contest, StoreError, Ways

X, Y = np.arange(24.0).reshape(12, 2), np.arange(12) % 2


@pytest.mark.parametrize(
    ("ways", "name"),
    [
        ({"on_error": "cry"}, "on_error"),
        ({"fit_timeout": 0}, "fit_timeout"),
        ({"fit_timeout": "1"}, "fit_timeout"),
        ({"fit_timeout": float("inf")}, "fit_timeout"),
    ],
)
def test_ways_that_cannot_be_meant_are_refused(ways, name):
    with pytest.raises(InputError) as caught:
        Ways(**ways)
    assert caught.value.argument == name


def test_a_store_is_open_while_something_runs(tmp_path):
    with Ways().opened() as none:
        assert (none.store, none.notes) == (None, ())
    with Ways(store=tmp_path / "fits.db").opened() as opened:
        assert opened.store is not None
        assert list(opened.store.all()) == []
    (tmp_path / "no.db").write_text("this is not a store")
    with refused(None, tmp_path / "no.db", error=StoreError), Ways(store=tmp_path / "no.db").opened():
        pass
    with Ways(store=tmp_path / "no.db", store_optional=True).opened() as lost:
        assert lost.store is None
        assert len(lost.notes) == 1


def test_specs_are_full_or_none():
    def own(truth, said):
        return float((truth == said).mean())

    learners = {"a": "knn(k=1)", "b": "stump", "c": GaussianNB()}
    contest = Contest.of(learners, X, Y, metric=["accuracy", own])
    assert contest.specs == {"a": "knn(k=1)", "b": "stump", "c": None}
    assert contest.metric_specs == ["accuracy", None]
    tree = Contest.of(["depth-tree", "nb"], X, Y)
    assert tree.specs["depth-tree"] == "depth-tree(depth=3, min_leaf=1)"


@pytest.mark.parametrize("seed", [0, "data"])
def test_a_part_has_the_rows_that_were_asked_for(seed):
    contest = Contest.of(["nb", "stump"], X, Y, seed=seed, groups=np.arange(12) // 3)
    rows = np.array([1, 4, 7, 8])
    part = contest.part(rows)
    assert part.dataset.size == 4
    wanted = {tuple(row) for row in contest.dataset.rows[rows]}
    assert {tuple(row) for row in part.dataset.rows} == wanted
    assert (part.dataset.ids is not None) == (seed == "data")
    assert sorted(part.dataset.groups) == sorted(np.asarray(contest.dataset.groups)[rows])


@pytest.mark.parametrize("seed", [True, 1.5, "date", None])
def test_another_seed_is_refused(seed):
    with refused("seed", repr(seed), '"data"'):
        Contest.of(["nb", "stump"], X, Y, seed=seed)


@pytest.mark.parametrize("learners", [np.array(1.0), np.array("nb"), 3, "nb"])
def test_what_is_no_list_of_learners_is_refused(learners):
    with refused("learners", "list"):
        Contest.of(learners, np.eye(4), [0, 1, 0, 1])
