"""Digits, caption, label and names of metrics of tables for papers; and that LaTeX is well formed."""

import re

import numpy as np
import pandas as pd
import pytest
from tests.made_evals import answers
from tests.made_leagues import drawn, league
from tests.refusals import refused

from outperform import compare, judge, judge_items, judge_league, judge_predictions
from outperform.cli.main import main
from outperform.core import stream
from outperform.report import tables_text

ODD = r"50% of a_b & {c} \x ~ $m$ #1"


def splits(names="ab", metric="accuracy"):
    rng = stream(5, "papers")
    rows = [
        {
            "learner": name,
            "metric": metric,
            "repeat": at // 5,
            "fold": at % 5,
            "n_train": 80,
            "n_test": 20,
            "score": score,
        }
        for place, name in enumerate(names)
        for at, score in enumerate((0.9 + 0.02 * place + rng.normal(0, 0.01, 10)).round(3))
    ]
    return judge(pd.DataFrame(rows))


def labels(names="ab", metric="accuracy"):
    truth = np.arange(80) % 2
    every = {name: np.where(np.arange(80) % (4 + at), truth, 1 - truth) for at, name in enumerate(names)}
    return judge_predictions(truth, every, metric=metric)


def table_of_leagues():
    scores = {name: {f"d{at}": 0.9 + at / 1000 + lead for at in range(8)} for name, lead in (("a", 0), ("b", 0.012))}
    return judge_league(scores, metric="accuracy")


MADE = {
    "two": splits,
    "three": lambda: splits("abc"),
    "odd names": lambda: splits([ODD, f"{ODD}2", "=1"]),
    "labels": labels,
    "metrics": lambda: labels("abc", ["accuracy", "f1"]),
    "systems": lambda: judge_items(answers(60, ("a", "b", "c"), 3)),
    "league": table_of_leagues,
    "tall league": lambda: league(drawn(12, 60), [f"{ODD}{at}" for at in range(12)]),
}


@pytest.fixture(scope="module", params=MADE)
def answer(request):
    return MADE[request.param]()


def cells(line):
    return len(re.findall(r"(?<!\\)&", line)) + 1


@pytest.mark.parametrize("ways", [{}, {"digits": 2, "caption": ODD, "label": "tab:main_1"}], ids=["ours", "options"])
def test_latex_is_well_formed(answer, ways):
    text = re.sub(r"(?<!\\)%.*", "", answer.to_latex(**ways))
    bare = re.sub(r"\\[\\{}$&#%_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[^\x20-\x7e\n\u00a0-\u024f]", text)
    for kind in ("table", "tabular", "longtable"):
        assert text.count(rf"\begin{{{kind}}}") == text.count(rf"\end{{{kind}}}")
    for align, body in re.findall(
        r"\\begin\{(?:tabular|longtable)\}\{(.*?)\}\n(.*?)\\end\{(?:tabular|long)", text, re.DOTALL
    ):
        columns = len(re.findall(r"[lr]|p\{", re.sub(r">\{[^}]*\}|\{[\d.]*\\linewidth\}", "", align)))
        rows = [line for line in body.splitlines() if line.rstrip().endswith(r"\\") and r"\caption" not in line]
        assert len(rows) > 1
        assert {cells(line) for line in rows} == {columns}


def test_a_caption_and_a_label_are_those_of_the_first_table(answer):
    text = answer.to_latex(caption="Mine & ours", label="tab:x")
    first, *others = re.findall(r"\\caption\{(.*)\}\\label\{(.*?)\}", text)
    assert first == (r"Mine \& ours", "tab:x")
    assert [key for _, key in others] == [f"tab:x-{at + 2}" for at in range(len(others))]
    assert all(words != first[0] for words, _ in others)
    assert answer.to_markdown(caption="Mine & ours").startswith("Mine & ours\n\n|")


def test_a_score_is_written_as_it_was_given_and_as_one_wants():
    text = table_of_leagues().to_markdown()
    assert "| d3 | 0.903 | **0.915** |" in text
    assert "| mean | 0.9035 |" in text
    assert "| d3 | 0.9030 | **0.9150** |" in table_of_leagues().to_markdown(digits=4)
    assert "| a | 0.89 |" in splits("abc").to_markdown(digits=2) or "| a | 0.90 |" in splits("abc").to_markdown(
        digits=2
    )
    numbers = re.findall(r"[+−]\d+(?:\.(\d+))?", labels().to_markdown(digits=4).splitlines()[-3])
    assert {len(each) for each in numbers} == {2}  # points have two decimals fewer


def test_every_learner_has_one_mean():
    judged = splits("abc")
    lines = [line.split(" | ") for line in judged.to_markdown().splitlines() if line.startswith("| ")]
    named = {line[0].strip("| "): float(line[1].strip(" |")) for line in lines[2:5]}
    means = dict(zip(judged.scores[0].learners, judged.scores[0].means, strict=True))
    assert named == pytest.approx(means, abs=5e-5)
    assert "mean of first" not in judged.to_markdown()
    assert "mean of first" in splits().to_markdown()  # of one pair


def test_metrics_are_called_as_one_wants():
    for answer in (splits("abc"), labels(), table_of_leagues(), labels("abc", ["accuracy", "f1"])):
        for text in (
            answer.to_latex(metric_names={"accuracy": "Acc"}),
            answer.to_markdown(metric_names={"accuracy": "Acc"}),
        ):
            assert "Acc" in text
            assert not re.search(r"\baccuracy\b", text, re.IGNORECASE)
    ran = compare(["nb", "dummy"], *blobs(), procedure="corrected-cv(repeats=2)", progress=False)
    assert "by Acc on" in ran.to_latex(metric_names={"accuracy": "Acc"})
    with refused("metric_names", "accurac"):
        labels().to_latex(metric_names={"accurac": "Acc"})


def blobs():
    rng = np.random.default_rng(0)
    target = np.arange(60) % 2
    return rng.normal(size=(60, 2)) + target[:, None], target


@pytest.mark.parametrize(
    ("option", "value", "form"),
    [
        ("digits", -1, "latex"),
        ("digits", 2.5, "latex"),
        ("digits", 99, "markdown"),
        ("digits", 2, "csv"),
        ("caption", "x", "json"),
        ("label", "a}b", "latex"),
        ("label", "a", "markdown"),
    ],
)
def test_options_that_cannot_be_are_refused(option, value, form):
    with refused(option, "" if form == "latex" else form if form != "markdown" or option == "label" else "99"):
        tables_text(splits(), form, **{option: value})


def test_the_command_line_has_the_same_options(tmp_path, capsys):
    path = tmp_path / "results.csv"
    rows = [f"d{at},{0.9 + at / 1000:.3f},{0.912 + at / 1000:.3f}" for at in range(8)]
    path.write_text("\n".join(["dataset,a,b", *rows]))
    line = ["league", "--table", str(path), "--metric", "accuracy", "--format", "latex"]
    ways = ["--digits", "4", "--caption", "Mine & ours", "--label", "tab:x", "--metric-name", "accuracy=Acc"]
    assert main([*line, *ways]) == 0
    out = capsys.readouterr().out
    assert r"\caption{Mine \& ours}\label{tab:x}" in out
    assert "d3 & 0.9030" in out
    assert "Acc" in out
    assert "accuracy" not in out
    for wrong in (["--metric-name", "Acc"], ["--metric-name", "f1=F"], ["--label", "}"], ["--digits", "-1"]):
        assert main([*line, *wrong]) == 2
    assert main([*line[:-2], "--digits", "3"]) == 2  # text
    assert all("outperform: " in each for each in capsys.readouterr().err.splitlines())
