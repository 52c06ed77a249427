"""Adjustments of p-values: by hand, against the definition, and by name."""

import numpy as np
import pytest
from tests.refusals import refused

from outperform import compare
from outperform.core.adjust import ADJUSTMENTS, adjustment_from

PAIRS = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c")]
VALUES = [0.01, 0.04, None, 0.03]


@pytest.mark.parametrize(
    ("name", "adjusted"),
    [("holm", [0.03, 0.06, None, 0.06]), ("bonferroni", [0.03, 0.12, None, 0.09]), ("none", VALUES)],
)
def test_by_hand(name, adjusted):
    assert adjustment_from(name).adjust(VALUES, PAIRS) == pytest.approx(adjusted)


@pytest.mark.parametrize("rule", ADJUSTMENTS.values(), ids=list(ADJUSTMENTS))
def test_every_adjustment_keeps_order_range_and_gaps(rule):
    rng = np.random.default_rng(0)
    pairs = [(f"l{i}", f"l{j}") for i in range(5) for j in range(i + 1, 5)]
    values = rng.random(10).tolist()
    adjusted = np.array(rule.adjust(values, pairs))
    assert (adjusted >= values).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(values)]) >= 0).all()
    assert rule.adjust([None, None], pairs[:2]) == [None, None]
    assert rule.adjust([0.3], pairs[:1]) == [0.3]


def test_an_unknown_one_is_refused_with_what_there_is():
    for name in ("sidak", 3, ["holm"]):
        with refused("adjust", name, "holm"):
            adjustment_from(name)


def test_only_bonferroni_shares_the_level():
    assert [rule.own_level(0.06, 3) for rule in ADJUSTMENTS.values()] == pytest.approx([0.06, 0.06, 0.06, 0.02, 0.06])


@pytest.mark.parametrize(("procedure", "own"), [("adaptive-cv(max_repeats=2)", "bonferroni"), ("5x2-f", "holm")])
def test_the_default_is_the_procedures_own(procedure, own):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    ways = {"procedure": procedure, "progress": False}
    usual = compare(["nb", "dummy", "lda"], X, y, **ways)
    said = compare(["nb", "dummy", "lda"], X, y, adjust=own, **ways)
    other = compare(["nb", "dummy", "lda"], X, y, adjust="none", **ways)
    assert {each.adjustment for each in usual.judgements} == {own}
    assert [each.pvalue_adjusted for each in usual.judgements] == [each.pvalue_adjusted for each in said.judgements]
    assert [each.replicability for each in usual.judgements] == [each.replicability for each in said.judgements]
    assert [each.pvalue_adjusted for each in other.judgements] == [each.verdict.pvalue for each in usual.judgements]
