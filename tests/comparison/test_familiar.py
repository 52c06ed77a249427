"""Keywords of scikit-learn are answered with ours, before anything is run."""

import pytest
from sklearn.model_selection import KFold
from tests.refusals import refused

from outperform import budget, compare, judge, judge_items, judge_predictions

ROWS, TARGET = [[float(row)] for row in range(20)], [row % 2 for row in range(20)]


@pytest.mark.parametrize(
    ("keyword", "value", "instead"),
    [
        ("scoring", "f1", "metric='f1'"),
        ("n_jobs", 2, "jobs=2"),
        ("random_state", 7, "seed=7"),
        ("cv", 5, "adaptive-cv(folds=5)"),
        ("cv", KFold(3), "design="),
        ("alpha", 0.1, "level=0.1"),
        ("verbose", 1, "progress=True"),
        ("pos_label", "a", "positive='a'"),
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


def test_data_and_target_are_answered():
    with refused("data", "X="):
        compare(["nb", "tree"], data=ROWS, target=TARGET)
    with refused("target", "y="):
        compare(["nb", "tree"], ROWS, target=TARGET)
    with refused("cv", "folds=5"):
        budget(["nb", "tree"], ROWS, TARGET, cv=5)
    with refused("y_true", "truth="):
        judge_predictions(y_true=[0, 1], predictions={"a": [0, 1], "b": [1, 1]})


def test_splits_are_answered_by_one_keyword():
    with refused("cv", "procedure=") as refusal:
        compare(["nb", "tree"], ROWS, TARGET, cv=5)
    assert "design" not in str(refusal.value)


def test_a_word_that_nobody_knows_is_a_type_error():
    with pytest.raises(TypeError):
        compare(["nb", "tree"], ROWS, TARGET, metrik="f1")


def test_learners_and_systems_are_one_word():
    scores = {"a": [1, 0] * 9, "b": [0, 1] * 9, "c": [1, 1] * 9}
    chosen = [judge_items(scores, **{word: ["c", "a"]}) for word in ("systems", "learners")]
    assert [each.scores[0].learners for each in chosen] == [("c", "a")] * 2
    predictions = {"a": [0, 1] * 9, "b": [1, 1] * 9, "c": [0, 0] * 9}
    assert judge_predictions([0, 1] * 9, predictions, systems=["c", "a"]).scores[0].learners == ("c", "a")
    with refused("learners", "systems"):
        judge_items(scores, systems=["a", "b"], learners=["a", "b"])
