"""Headlines: what the evidence means in plain words."""

from dataclasses import replace

import pytest

from outperform import judge
from outperform.words.headlines import meaning

SCORES = {"a": [[0.9, 0.8, 0.85], [0.7, 0.9, 0.95]], "b": [[0.8, 0.85, 0.7], [0.75, 0.8, 0.9]]}


@pytest.mark.parametrize(
    ("pvalue", "chance"), [(0.034, "3.4 %"), (0.5, "50 %"), (0.001, "0.1 %"), (0.00099, "less than 0.1 %")]
)
def test_a_p_value_is_told_as_a_share_of_such_experiments(pvalue, chance):
    (judgement,) = judge(SCORES, "corrected-t", n_train=80, n_test=40).judgements
    first, *_ = meaning(replace(judgement, verdict=replace(judgement.verdict, pvalue=pvalue)))
    assert f" {chance} " in first


def test_a_long_name_is_cut_in_the_list_of_scores_and_whole_in_the_sentence():
    long = f"weka(classname='weka.classifiers.trees.J48', options='{'-U ' * 30}')"
    lines = str(judge({long: SCORES["a"], "b": SCORES["b"]}, "corrected-t", n_train=80, n_test=40)).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("  weka(classname=") and "…" in line for line in lines)
    assert long in " ".join(lines)
