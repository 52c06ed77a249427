"""``outperform paper`` on a terminal: published and reproduced numbers side by side."""

import pytest

from outperform.cli.main import main
from outperform.papers import CATALOGUE, Agreement, Bouckaert2005, Measured
from outperform.papers.printed import seconds_file
from outperform.papers.rules import Bounds, absent, claim, number

LONG = "the claim of the paper in so many words that no column of a terminal can hold them on one line"
TABLE = Agreement(
    id="section-3-5",
    title="A title that is long enough to need a second line on a terminal of eighty columns",
    page="7",
    rows=(
        number("mcnemar-holdout(share=0.1) / labor", 0.05, 0.0523, se=0.01, matters=0.05),
        number("far", 0.05, 0.35, se=0.01, matters=0.05, reason="erratum: another size"),
        absent("other learner", 0.8, "data set not found"),
        claim("a claim", LONG, Measured(0.4417, 0.01), "power at the step of least R", Bounds(above=0.3, below=0.7)),
    ),
    notes=("A note " * 20,),
    seconds=1.25,
)


@pytest.fixture
def lines(monkeypatch, capsys):
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: [TABLE])
    assert main(["paper", "bouckaert-2005", "--section", "3.5", "--quiet"]) == 0
    return capsys.readouterr().out.splitlines()


def test_all_lines_fit_into_80_columns(lines):
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Section 3.5: ") for line in lines)


def test_published_and_reproduced_stand_side_by_side(lines):
    (head,) = (line for line in lines if line.split()[:2] == ["published", "reproduced"])
    (far,) = (line for line in lines if line.startswith("far "))
    assert far.split() == ["far", "0.05", "0.35", "0.01", "+30.0", "number", "differs"]
    assert far.index("0.05") == head.index("published")
    assert far.index("0.35") == head.index("reproduced")
    assert "- Not run (data set not found): other learner." in lines


def test_what_the_paper_says_is_shown_in_full(lines):
    start = next(place for place, line in enumerate(lines) if line.startswith("a claim"))
    column = lines[start].index("the claim")
    width = lines[start].index("0.4417") - column
    end = next(place for place in range(start, len(lines)) if lines[place].startswith("    power"))
    said = [line[column : column + width].strip() for line in lines[start:end]]
    assert " ".join(said) == LONG


def test_no_word_of_the_paper_is_broken(monkeypatch, capsys):
    rows = (claim("a claim about replicability", "increases dramatically", Measured(1, 0.1), "R", Bounds(above=0)),)
    rows += tuple(number(f"corrected 10x10 fold cv / source {n} of many", 1.0, 1.0) for n in range(9))
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: [Agreement("table-5", "T", "1", rows)])
    assert main(["paper", "bouckaert-2005", "--section", "3", "--quiet"]) == 0
    assert "dramatically" in capsys.readouterr().out


def test_of_many_rows_that_were_not_run_the_groups_are_named(monkeypatch, capsys):
    rows = tuple(absent(f"{name} / {run} runs", 0.8, "not found") for name in ("iris", "zoo") for run in range(10))
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: [Agreement("table-5", "T", "1", rows)])
    assert main(["paper", "bouckaert-2005", "--section", "3", "--quiet"]) == 0
    assert "- Not run (not found): 20 rows of iris; zoo." in capsys.readouterr().out.splitlines()


def test_a_reason_stands_below_its_row(lines):
    far = next(place for place, line in enumerate(lines) if line.startswith("far "))
    assert lines[far + 1] == "    erratum: another size"
    assert "    power at the step of least R: above 0.3, below 0.7" in lines


def test_verdicts_are_counted_by_kind(lines):
    assert "number: 1 agrees, 1 differs" in lines
    assert "claim: 1 holds" in lines
    assert any(line.startswith("- 2 independent numbers together: chi-squared") for line in lines)


@pytest.mark.parametrize(("seconds", "said"), [(59, ""), (95, "about 2 min of one core")], ids=str)
def test_what_takes_more_than_a_minute_says_so_first(seconds, said, monkeypatch, capsys):
    monkeypatch.setattr(
        "outperform.papers.paper.seconds_file", lambda: {"quick": {"bouckaert-2005": {"section-3-5": seconds}}}
    )
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: [TABLE])
    assert main(["paper", "bouckaert-2005", "--section", "3.5"]) == 0
    err = capsys.readouterr().err
    assert said in err if said else "min of one core" not in err


def test_times_are_told_of_tables_that_are_there():
    for papers in seconds_file().values():
        for slug, seconds in papers.items():
            assert set(seconds) <= set(CATALOGUE.parse(slug).exhibits())


def test_the_time_of_all_tables_is_known():
    known = sum(seconds_file()["quick"]["dietterich-1998"].values())
    assert CATALOGUE.parse("dietterich-1998").expected((), "quick") == known
    assert CATALOGUE.parse("dietterich-1998").expected((), "published") is None
