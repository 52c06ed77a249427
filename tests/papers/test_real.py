"""Real data sets of the papers: found, missing, or another one of the same name."""

import pytest
from tests.refusals import refused

from outperform.papers.real import dataset_at_hand


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTPERFORM_DATA", str(tmp_path))
    dataset_at_hand.cache_clear()
    yield tmp_path
    dataset_at_hand.cache_clear()


def test_what_scikit_learn_brings_is_found_without_a_file():
    assert dataset_at_hand("iris").rows.shape == (150, 4)


def test_what_is_not_there_is_none():
    assert dataset_at_hand("letter.arff") is None


def test_another_data_set_of_the_same_name_is_refused(folder):
    """Else it is run as if it were the published one, or a learner fails on its nominal column."""
    head = "@relation iris\n@attribute a numeric\n@attribute b {x,y}\n@attribute class {p,q}\n@data\n"
    folder.joinpath("iris.arff").write_text(head + "1,x,p\n2,y,q\n" * 5, encoding="ascii")
    with refused("iris.arff", "columns are 1", 4, "OUTPERFORM_DATA"):
        dataset_at_hand("iris.arff")
