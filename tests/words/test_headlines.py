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
