"""``outperform evals --sequential``: at which item the decision fell, and what is refused."""

import json

import numpy as np
import pytest

SIGNS = np.array([1, 0, 1, 1, 0, -1] * 30)


@pytest.fixture
def table(tmp_path):
    """Right and wrong answers of two systems: the new one wins three of four discordant items."""
    rows = ["item,system,score"]
    for system, right in (("new", SIGNS >= 0), ("old", SIGNS < 0)):
        rows += [f"q{at},{system},{int(each)}" for at, each in enumerate(right | (SIGNS == 0))]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(rows))
    return path


@pytest.fixture
def grades(tmp_path):
    rng = np.random.default_rng(1)
    rows = ["item,new,old", *(f"q{at},{a:.3f},{b:.3f}" for at, (a, b) in enumerate(rng.random((120, 2))))]
    path = tmp_path / "grades.csv"
    path.write_text("\n".join(rows))
    return path


def widest(out):
    """Return the length of the longest line, but for that with the path."""
    return max(len(line) for line in out.splitlines() if ".csv" not in line)


def verdict(out):
    return json.loads(out)["verdicts"][0]


def test_the_text_says_where_the_decision_fell_and_what_is_covered(run, table):
    code, out, err = run("evals", table, "--sequential")
    looks = verdict(run("evals", table, "--sequential", "--json")[1])["sequential"]
    assert (code, err) == (0, "")
    assert f"The decision fell at item {looks['decided_at']} of 180" in out
    words = " ".join(out.split())
    assert "95% confidence sequence" in words
    assert "the share of discordant items won, not the difference of the accuracies" in words
    assert "in random order (seed 0)" in words
    assert widest(out) <= 80


def test_the_order_is_drawn_by_the_seed_unless_items_are_taken_as_they_come(run, table):
    drawn = [verdict(run("evals", table, "--sequential", "--seed", seed, "--json")[1]) for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1]
    assert drawn[0]["sequential"] != drawn[2]["sequential"]
    code, out, _ = run("evals", table, "--sequential", "--as-they-come", "--json")
    came = verdict(out)
    assert (code, came["sequential"]["order"]) == (0, "as-they-come")
    wins = np.cumsum(SIGNS > 0)
    assert came["sequential"]["decided_at"] <= int(np.argmax(wins == 40)) + 1
    assert "caution: the items are looked at in the order in which they came" in " ".join(
        run("evals", table, "--sequential", "--as-they-come")[1].split()
    )


def test_without_a_decision_it_says_so(run, grades):
    code, out, _ = run("evals", grades, "--sequential")
    assert code == 0
    assert "No decision fell within 120 items" in " ".join(out.split())
    assert verdict(run("evals", grades, "--sequential", "--json")[1])["sequential"]["decided_at"] is None


def test_a_gate_with_a_margin(run, table):
    line = ("evals", table, "--sequential", "--margin", "0.05", "--require", "not-worse")
    assert run(*line, "--baseline", "old")[0] == 0
    assert run(*line, "--baseline", "new")[0] == 1


@pytest.mark.parametrize("form", ["markdown", "latex", "csv", "json"])
@pytest.mark.parametrize("file", ["table", "grades"])
def test_every_format_is_written(run, request, form, file):
    code, out, err = run("evals", request.getfixturevalue(file), "--sequential", "--format", form)
    assert (code, err) == (0, "")
    assert "new" in out


def test_a_page_is_written(run, table, tmp_path):
    pytest.importorskip("matplotlib")
    assert run("evals", table, "--sequential", "--report", tmp_path / "page.html")[0] == 0
    page = (tmp_path / "page.html").read_text()
    assert "95% confidence sequence" in page
    assert "The decision fell at item" in page


def test_three_systems_have_a_column_of_items(run, tmp_path):
    rng = np.random.default_rng(0)
    rows = [
        "item,a,b,c",
        *(f"q{at},{','.join(map(str, row))}" for at, row in enumerate(rng.random((300, 3)) < [0.9, 0.6, 0.5])),
    ]
    path = tmp_path / "three.csv"
    path.write_text("\n".join(rows).replace("True", "1").replace("False", "0"))
    out = run("evals", path, "--sequential")[1]
    assert "decided" in out
    assert widest(out) <= 80


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (("--as-they-come",), "--sequential"),
        (("--sequential", "--test", "mcnemar-midp"), "discordant-e"),
        (("--sequential", "--test", "discordant-e", "--margin", "0.1"), "betting"),
        (("--sequential", "--test", "betting(bounds=(1, 0))"), "bounds"),
        (("--sequential", "--system", "new"), "two systems"),
    ],
    ids=["alone", "once", "share", "bounds", "one"],
)
def test_what_cannot_be_is_refused_in_a_line(refusal, table, line, word):
    assert word in refusal("evals", table, *line)


def test_the_tests_are_listed_and_cited(run):
    out = run("list", "tests")[1]
    assert "betting" in out
    assert "discordant-e" in out
    assert "Waudby-Smith" in run("cite", "betting")[1]
    assert "Robbins" in run("cite", "discordant-e")[1]
    assert "discordant-e" in run("advise", "--have", "evals", "--test", "discordant-e")[1]
    assert "--sequential" in run("advise", "--have", "evals")[1]
