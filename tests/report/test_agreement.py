"""A page, its tables and its figures say one thing of every pair: decision, level and p."""

import re

import numpy as np
import pytest
from tests.made_evals import answers

from outperform import judge, judge_items, judge_predictions
from outperform.core import Decision, stream
from outperform.report.figures import (
    CATALOGUE,
    DecisionsFigure,
    DifferenceFigure,
    ItemsFigure,
    PairsFigure,
    PartitionsFigure,
    RerunsFigure,
)
from outperform.report.pairs import pair_level, pair_rows
from outperform.words.numbers import p_short


def splits(shifts, **ways):
    rng = stream(11, "agreement")
    base = rng.normal(0.9, 0.02, (5, 10))
    scores = {name: base + shift + rng.normal(0, 0.02, (5, 10)) for name, shift in zip("abcd", shifts, strict=False)}
    return judge(scores, n_train=900, n_test=100, **ways)


def predicted(metric):
    rng = stream(3, "agreement")
    truth = (rng.random(400) < 0.15).astype(int)  # an uncommon class
    said = {
        "all no": np.where(rng.random(400) < 0.02, 1 - truth * 0, 0),
        "careful": np.where(rng.random(400) < np.where(truth == 1, 0.1, 0.2), 1 - truth, truth),
        "noisy": np.where(rng.random(400) < 0.3, 1 - truth, truth),
    }
    return judge_predictions(truth, said, metric=metric)


MADE = {
    "two": lambda: splits((0, 0.01)),
    "three": lambda: splits((0, 0.007, 0.014)),
    "three, shared level": lambda: splits((0, 0.007, 0.014), adjust="bonferroni"),
    "baseline": lambda: splits((0, 0.009, 0.014, 0.01), baseline="a"),
    "not adjusted": lambda: splits((0, 0.007, 0.014), adjust="none"),
    "posterior": lambda: splits((0, 0.007, 0.014), test="bayes-correlated-t"),
    "labels": lambda: predicted("accuracy"),
    "balanced": lambda: predicted("balanced_accuracy"),
    "systems": lambda: judge_items(answers(90, ("a", "b", "c"), leads=(0.14, 0.07, 0.0))),
    "samples": lambda: judge_items(answers(90, ("a", "b", "c"), 4, leads=(0.12, 0.06, 0.0))),
}


@pytest.fixture(scope="module", params=MADE)
def answer(request):
    return MADE[request.param]()


def winner_of(judgement):
    return {Decision.FIRST: judgement.first, Decision.SECOND: judgement.second}.get(judgement.decision)


def figure_of(kind, answer, at):
    """Return a figure of a pair, or None where its scores do not allow it."""
    try:
        return kind.of(answer, at)
    except ValueError:
        return None


def test_tables_and_figures_agree_on_decision_and_p(answer):
    rows = pair_rows(answer)
    shown = {(row.first, row.second): row for row in DifferenceFigure.of(answer).rows}
    for judgement, row in zip(answer.judgements, rows, strict=True):
        assert row.decision == judgement.decision.value
        drawn = shown[row.first, row.second]
        assert drawn.winner == winner_of(judgement)
        if judgement.pvalue is not None:
            assert drawn.evidence == f"p {p_short(judgement.pvalue_adjusted)}"
            assert row.adjusted in ("", p_short(judgement.pvalue_adjusted))


def test_figures_of_a_pair_hold_its_p_against_the_level_that_decides(answer):
    for at, judgement in enumerate(answer.judgements):
        level, found = pair_level(answer, judgement), winner_of(judgement)
        if judgement.pvalue is not None:
            assert (judgement.pvalue <= level) == (judgement.decision is not Decision.OPEN)
        decisions = figure_of(DecisionsFigure, answer, at)
        if decisions is not None:
            chosen, *others = decisions.rows
            assert (chosen.winner, chosen.decision) == (found, judgement.decision.value)
            for row in others:
                if row.probabilities is None:
                    assert (row.decision == "open") == (row.pvalue is None or row.pvalue > decisions.level)
        curve = figure_of(PartitionsFigure, answer, at)
        if curve is not None:
            assert curve.level == level
            assert curve.steps[-1].so_far == pytest.approx(judgement.pvalue)
        for figure in filter(None, (decisions, curve)):
            assert (judgement.level == level) == (f"not .{f'{judgement.level:g}'[2:]}" not in figure.caption)


def test_reruns_are_those_of_p_flip_and_name_the_p_that_decides(answer):
    for at, judgement in enumerate(answer.judgements):
        figure = figure_of(RerunsFigure, answer, at)
        if figure is not None:
            finds = 1 - judgement.p_flip if judgement.pvalue <= figure.level else judgement.p_flip
            assert figure.finds == pytest.approx(finds)
            if judgement.pvalue_adjusted != judgement.pvalue:
                assert p_short(judgement.pvalue_adjusted) in figure.caption


def test_the_matrix_says_what_is_drawn_anew(answer):
    try:
        figure = PairsFigure.of(answer)
    except ValueError:
        return
    by_pair = {(cell.row, cell.column): cell for cell in figure.cells}
    for judgement in answer.judgements:
        cell = by_pair[judgement.first, judgement.second]
        assert cell.decision == {"first": "better", "second": "worse"}.get(judgement.decision.value, "open")
    over = {judgement.replicability.over for judgement in answer.judgements if judgement.p_flip is not None}
    assert (figure.anew is None) == (not over)
    if over == {"splits"}:
        assert "eruns" not in figure.caption


def test_counts_of_items_that_favour_the_loser_say_so():
    answer = MADE["balanced"]()
    turned = 0
    for at, judgement in enumerate(answer.judgements):
        figure = ItemsFigure.of(answer, at)
        if winner_of(judgement) == figure.first and figure.second_only > figure.first_only:
            turned += 1
            assert f"{figure.second} gets more items right" in figure.caption
        assert "does not count all items alike" in figure.caption
    assert turned
    assert all("alike" not in ItemsFigure.of(MADE["labels"](), at).caption for at in range(3))


def test_a_page_of_every_kind_writes_the_same_p_everywhere(answer):
    page = answer.to_html()
    for kind in CATALOGUE.values():
        assert kind.summary()  # every figure is drawn by name
    for row in pair_rows(answer):
        assert row.says in page.replace("&#39;", "'")


def test_a_page_opens_with_what_it_means_and_a_phone_names_every_number_of_a_pair(answer):
    page = answer.to_html()
    top = page.partition('<section id="results"')[0]
    assert top.index("<h1") < top.index("What this means") < top.index('id="scores"')
    assert "Caution:" not in page.partition('<section id="results"')[2].partition('<section id="methods"')[0]
    row = page[page.index('id="pairs"') :].partition("</tr>")[2].partition("</tr>")[0]
    heads = re.findall(r'data-head="([^"]+)"', row)
    assert heads[:2] == ["pair", "decision"]
    assert any(head.startswith(("difference", "share")) for head in heads)
    assert "p" in heads or any(head.startswith("probability") for head in heads)
