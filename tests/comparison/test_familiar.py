"""Keywords of scikit-learn are answered with ours, before anything is run."""

import pytest
from sklearn.model_selection import KFold
from tests.refusals import refused

from outperform import budget, compare, judge, judge_predictions

ROWS, TARGET = [[float(row)] for row in range(20)], [row % 2 for row in range(20)]


@pytest.mark.parametrize(
    ("keyword", "value", "instead"),
    [
        ("scoring", "f1", "metric='f1'"),
        ("n_jobs", 2, "jobs=2"),
        ("random_state", 7, "seed=7"),
        ("cv", 5, "adaptive-cv(folds=5)"),
        ("cv", KFold(3), "design="),
    ],
)
def test_compare_answers_with_its_own_keyword(keyword, value, instead):
    with refused(keyword, instead):
        compare(["nb", "tree"], ROWS, TARGET, **{keyword: value})


def test_other_doors_answer_too():
    with refused("n_jobs", "jobs=2"):
        budget(["nb", "tree"], ROWS, TARGET, n_jobs=2)
    with refused("random_state", "seed=1"):
        judge({"a": [0.5, 0.6], "b": [0.4, 0.5]}, random_state=1)
    with refused("scoring", "metric='f1'"):
        judge_predictions([0, 1], {"a": [0, 1], "b": [1, 1]}, scoring="f1")


def test_a_word_that_nobody_knows_is_a_type_error():
    with pytest.raises(TypeError):
        compare(["nb", "tree"], ROWS, TARGET, metrik="f1")
