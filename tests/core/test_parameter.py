"""What a verdict is about is a type; its words are made where they are shown."""

import numpy as np
import pytest

from outperform import judge, judge_predictions
from outperform.core import Parameter

TRUTH = np.tile([0, 1], 40)
SAID = {"a": TRUTH, "b": np.where(np.arange(80) % 8, TRUTH, 1 - TRUTH)}
TABLE = {"a": np.linspace(0.7, 0.9, 10).reshape(5, 2), "b": np.linspace(0.6, 0.95, 10).reshape(5, 2)}


@pytest.mark.parametrize("parameter", Parameter)
def test_a_difference_is_0_under_the_null_and_a_share_one_half(parameter):
    assert parameter.null == (0.5 if "share" in parameter.value else 0)
    assert parameter.is_difference == ("share" not in parameter.value and "ranks" not in parameter.value)


def test_the_text_of_the_json_names_the_parameter_and_the_metric_as_it_was_applied():
    labels = np.where(TRUTH == 1, "s", "h")
    said = {name: np.where(column == 1, "s", "h") for name, column in SAID.items()}
    found = judge_predictions(labels, said, metric=["f1", "accuracy"], positive="s").to_dict()["verdicts"]
    assert [(row["metric"], row["parameter"], row["null"]) for row in found] == [
        ("f1", "difference of f1(positive='s')", 0),
        ("accuracy", "difference of accuracies", 0),
    ]
    assert judge(TABLE).to_dict()["verdicts"][0]["parameter"] == "expected difference"
    by_proportions = judge_predictions(TRUTH, SAID, test="proportions").to_dict()["verdicts"][0]
    assert by_proportions["parameter"] == "difference of accuracies"
