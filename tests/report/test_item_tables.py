"""Tables of fixed systems for papers: standings with intervals and places, then the pairs with what items show."""

import re

import numpy as np
import pytest

from outperform import judge_items, judge_predictions
from outperform.report import tables_text


def rows_of(text):
    """Return the tables of a Markdown text: lists of cells by row, the heads first."""
    blocks = re.findall(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE)
    lines = [block.strip().splitlines() for block in blocks]
    return [[[cell.strip() for cell in line.strip("|").split(" | ")] for line in each] for each in lines]


@pytest.fixture(scope="module")
def three():
    rng = np.random.default_rng(0)
    ease = rng.normal(0, 1, 300)
    chance = {"a": 1.6, "b": 1.2, "c": 0.3}
    return judge_items({n: rng.random((2, 300)) < 1 / (1 + np.exp(-ease - s)) for n, s in chance.items()}, margin=0.05)


def test_markdown_has_the_standings_and_the_pairs(three):
    standings, pairs = rows_of(tables_text(three, "markdown"))
    assert standings[0] == ["system", "score", "95% interval", "place"]
    for line, standing in zip(standings[2:], three.standings, strict=True):
        low, high = standing.place
        ends = " to ".join(f"{100 * end:.1f}" for end in standing.interval)
        place = str(low) if low == high else f"{low}-{high}"
        assert line == [standing.system, f"{100 * standing.score:.1f} %", f"{ends} %", place]
    assert len(pairs) == 2 + len(three.judgements)
    for line, judged in zip(pairs[2:], three.judgements, strict=True):
        named = dict(zip(pairs[0], line, strict=True))
        flips = judged.items.flips
        assert (named["first"].strip("*"), named["second"].strip("*")) == (judged.first, judged.second)
        assert f"{flips.first} / {flips.second} / {flips.tied}" in line
        assert named["other runs agree"] == f"{100 * (1 - judged.p_flip):.0f} %".replace("100 %", "&gt; 99 %")
        within = "equal" if judged.items.equivalent else "not worse" if judged.items.not_worse else "not shown"
        assert named["margin 5.0 points"] == within


def test_latex_has_the_same_tables(three):
    text = tables_text(three, "latex")
    assert text.count(r"\begin{table}") == text.count(r"\caption{") == 2
    for block in re.findall(r"\\toprule.*?\\bottomrule", text, flags=re.DOTALL):
        lines = [line for line in block.splitlines() if line.endswith(r"\\")]
        assert len({line.count("&") for line in lines}) == 1
        assert len(lines) == 4
    assert text == three.to_latex()


def test_every_margin_and_every_side_is_told():
    new, old = np.repeat([1, 0], [90, 10]), np.repeat([1, 0], [50, 50])
    for order, within in ((("new", "old"), "not worse"), (("old", "new"), "not shown")):
        scores = {"new": new, "old": old}
        (_, pairs) = rows_of(judge_items({name: scores[name] for name in order}, margin=0.1).to_markdown())
        assert pairs[2][-1] == within
    (_, pairs) = rows_of(judge_items({"new": new, "again": new[::-1]}, margin=0.5).to_markdown())
    assert pairs[2][-1] == "equal"
    (_, pairs) = rows_of(judge_items({"new": new, "old": old}).to_markdown())
    assert pairs[0][-1].startswith("items")


def test_one_system_has_a_table_without_places_and_pairs():
    (standings,) = rows_of(judge_items({"new": [1, 0, 1, 1]}).to_markdown())
    assert standings[0] == ["system", "score", "95% interval"]
    assert standings[2][:2] == ["new", "75.0 %"]


def test_whole_runs_are_called_runs():
    rows = [
        {"run": run, "system": name, "score": 0.8 + 0.01 * run + 0.1 * (name == "b")}
        for run in range(5)
        for name in "ab"
    ]
    text = judge_items(rows).to_markdown()
    assert "5 runs per system" in text.splitlines()[-1]
    assert len(rows_of(text)) == 2


def test_predictions_have_standings_of_learners_and_several_metrics_none():
    truth = [1, 0] * 20
    said = {"a": truth, "b": [1] * 40}
    standings, _ = rows_of(judge_predictions(truth, said).to_markdown())
    assert standings[0][0] == "learner"
    (pairs,) = rows_of(judge_predictions(truth, said, metric=["accuracy", "f1"]).to_markdown())
    assert [line[2] for line in pairs[2:]] == ["accuracy", "f1"]
    assert pairs[3][-1] == ""  # F1 has no score per item


def test_names_that_would_be_markdown_stay_names():
    scores = {"a|b": [1, 0, 1, 1] * 5, "<img src=x>": [0, 0, 1, 1] * 5, "![x](http://x)": [1, 1, 1, 1] * 5}
    text = judge_items(scores).to_markdown()
    assert "<img" not in text
    assert "![x]" not in text
    assert {len(row) for row in rows_of(text.replace(r"\|", "/"))[0]} == {4}
