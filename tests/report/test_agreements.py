import csv
import io
import json
from dataclasses import replace

import pytest
from tests.refusals import refused

from outperform import __version__
from outperform.cli.main import main
from outperform.papers import Bouckaert2005
from outperform.papers.score import headline
from outperform.report import paper_page, tables_text
from outperform.report.pages.paper import RULE, paper_headline
from outperform.report.tables.agreements import Obtained


def test_latex_marks_what_differs_and_says_so(obtained):
    text = tables_text(obtained(), "latex")
    assert text.count(r"\begin{table}") == 2
    assert r"5x2 t / $\rho$$^2$ = .5 & number & 0.05 & 0.052 & 0.0102 & +0.2 & agrees \\" in text
    assert r"{}[bracket] first & number & 0.05 & 0.35$^{*}$ & 0.0102 & +29.4 & differs: another tree" in text
    assert text.count("* marks") == 1
    assert f"outperform {__version__}, budget standard, seed 3" in text.partition("% For the methods section:")[2]
    assert r"wine\_5 is missing" in text
    assert r"\begin{longtable}" in tables_text(obtained(60), "latex")


def test_markdown_has_a_table_for_each(obtained):
    text = tables_text(obtained(), "markdown")
    assert text.count("| kind | published | ours | standard error | z | verdict |") == 2
    assert r"| \[bracket\] first | number | 0.05 | 0.35\* | 0.0102 | +29.4 | differs: another tree" in text
    assert "Section 2.1 of Nobody" in text
    assert "another tree \\| &lt;b&gt;deep&lt;/b&gt; |" in text


def test_csv_and_json_hold_every_cell(obtained):
    rows = list(csv.DictReader(io.StringIO(tables_text(obtained(), "csv"))))
    whole = json.loads(tables_text(obtained(), "json"))
    cells = [cell for table in whole["tables"] for cell in table["cells"]]
    assert (whole["paper"], whole["budget"], whole["seed"]) == ("nobody-2001", "standard", 3)
    assert [row["key"] for row in rows] == [cell["key"] for cell in cells]
    assert [row["table"] for row in rows] == ["table-1"] * 3 + ["section-2-1"]
    assert float(rows[1]["z"]) == cells[1]["z"]
    assert (rows[2]["published"], rows[2]["kind"], rows[2]["verdict"]) == ("", "ours", "not comparable")
    assert whole["counts"]["number"] == {"agrees": 1, "differs": 1}
    assert whole["counts"]["claim"] == {"holds": 1}


def test_an_unknown_format_is_refused(obtained):
    with refused("format", "latx", "latex"):
        tables_text(obtained(), "latx")


def test_the_page_says_how_much_came_out_again(obtained):
    page = paper_page(obtained(), command="outperform paper nobody-2001 --report x.html")
    assert f'<h1 id="verdict">{paper_headline(obtained())}</h1>' in page
    assert paper_headline(obtained()) == "nobody-2001: 1 of 2 printed numbers agrees, 1 of 1 claim holds"
    assert "On &lt;nothing&gt; &amp; &#34;all&#34;" in page
    assert "<b>differs</b>: another tree | &lt;b&gt;deep&lt;/b&gt;" in page
    assert page.count("<svg") == 1
    assert 'href="#section-2-1"' in page
    assert "Section 2.1: Claims</h2>" in page
    assert "outperform paper nobody-2001 --report x.html" in page
    for words in (
        "wine_5 is missing",
        "how <code>α_1</code> was chosen: <em>always</em> .05, 2 * 3",
        "Much agrees.",
        RULE.partition("(")[0],
    ):
        assert words in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")


def test_a_page_of_what_cannot_be_compared(obtained):
    whole = obtained()
    first = whole.tables[0]
    alone = Obtained(whole.paper, (replace(first, rows=first.cells[2:3], panels=None),))
    assert paper_headline(alone) == "nobody-2001: nothing can be compared"
    assert "<svg" not in paper_page(alone)
    with refused("tables"):
        paper_page(Obtained(whole.paper, ()))


@pytest.mark.parametrize("form", ["text", "latex", "markdown", "csv", "json"])
def test_the_verb_knows_all_formats_and_the_page(form, obtained, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: list(obtained().tables))
    page = tmp_path / "paper.html"
    assert main(["paper", "bouckaert-2005", "--quiet", "--format", form, "--report", str(page)]) == 0
    start = {
        "text": "R. R. Bouckaert",
        "latex": r"\begin{table}",
        "markdown": "Table 1 of",
        "csv": "paper,table",
        "json": "{",
    }
    assert capsys.readouterr().out.startswith(start[form])
    assert f"--report {page}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(("more", "fact"), [(["--all", "x"], "--all"), ([], "none")], ids=["all", "folder"])
def test_a_page_that_cannot_be_written_is_refused_first(more, fact, tmp_path, capsys):
    line = ["paper", "bouckaert-2005", "--report", str(tmp_path / "none" / "x.html"), *more]
    assert main(line) == 2
    out, err = capsys.readouterr()
    assert (out, "--report" in err, fact in err) == ("", True, True)


def test_a_page_that_is_written_is_named_with_its_time_and_its_score(obtained, monkeypatch, tmp_path, capsys):
    tables = list(obtained().tables)
    monkeypatch.setattr(Bouckaert2005, "obtain", lambda *_: tables)
    assert main(["paper", "bouckaert-2005", "--quiet", "--all", str(tmp_path)]) == 0
    seconds = sum(table.seconds for table in tables)
    page = tmp_path / "bouckaert-2005.md"
    assert capsys.readouterr().out == f"{page}: {seconds:.0f} s; {headline(tables)}\n"
    assert f"## What we found\n\n{headline(tables)}" in page.read_text(encoding="utf-8")
