"""The answer in a notebook: short at a prompt, a table with a figure as HTML, everything escaped."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.shares import with_share

from outperform import judge, judge_predictions

HIGH = [[0.91, 0.88], [0.90, 0.93], [0.89, 0.92], [0.90, 0.91], [0.92, 0.90]]
LOW = [[0.85, 0.86], [0.84, 0.88], [0.86, 0.85], [0.83, 0.87], [0.86, 0.84]]


@pytest.fixture
def found():
    return judge({"<b>a": HIGH, "b & c": LOW, "d": LOW[::-1]}, "corrected-t", n_train=50, n_test=50)


def test_a_comparison_is_a_sequence_of_judgements(found):
    assert len(found) == 3
    assert found[0] is found.judgements[0]
    assert [each.decision for each in found] == [each.decision for each in found.judgements]


def test_at_a_prompt_a_comparison_is_short_and_says_who_is_better(found):
    assert "<b>a" in repr(found)
    assert "corrected-t" in repr(found)
    many = judge({"x" * 400: HIGH, "y" * 400: LOW}, n_train=50, n_test=50)
    assert len(repr(many)) <= 600


def test_html_is_well_formed_and_escapes_what_comes_from_data(found):
    html = found._repr_html_()
    ElementTree.fromstring(html)
    assert "<b>a" not in html
    assert "&lt;b&gt;a" in html
    assert "not new data" in html
    assert html.count("<svg") == 3
    assert not re.search(r"color:#|background:#", html)  # it inherits the notebook's colours, light or dark


def test_a_verdict_on_a_share_has_no_figure_of_differences():
    truth = [1, 0] * 10
    found = judge_predictions(truth, {"a": truth, "b": [1] * 20})
    assert "<svg" in found._repr_html_()
    html = replace(found, judgements=(with_share(found[0], 0.8, (0.4, 0.9)),))._repr_html_()
    ElementTree.fromstring(html)
    assert "<svg" not in html


def test_tables_for_papers_come_as_text(found):
    assert "|" in found.to_markdown()
    assert r"\toprule" in found.to_latex()


def test_a_judgement_has_its_numbers_at_hand(found):
    first = found[0]
    assert (first.pvalue, first.estimate) == (first.verdict.pvalue, first.verdict.estimate)
    assert first.interval == first.verdict.interval(0.05)
    assert first.p_flip == first.replicability.p_flip
    assert judge_predictions([0, 1], {"a": [0, 1], "b": [0, 1]})[0].p_flip is None
