import csv
import io
import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from tests.made_leagues import drawn, league
from tests.refusals import refused

from outperform import __version__
from outperform.core import Decision, Unit
from outperform.report import tables_text
from outperform.report.tables.league import league_pairs_table, results_table
from outperform.words.numbers import signed

PDFLATEX = shutil.which("pdflatex")
NASTY = [r"_%&#$~^\{}", "[a] <b>b</b>", '=HYPERLINK("x")', "@x", "|d| α × β"]
DOCUMENT = r"""\documentclass{article}
\usepackage[a4paper, margin=2cm]{geometry}
%s
\begin{document}
%s
\end{document}
"""


def texts(row):
    return [cell.text for cell in row]


def test_the_best_of_every_data_set_is_bold_and_ties_are_all_best():
    values = drawn(4, 12)
    values[3] = [0.7, 0.9, 0.9 * (1 + 1e-12), 0.6]
    table = results_table(league(values))
    assert table.heads == ("data set", "svm", "forest", "boosting", "logreg")
    for row, scores in zip(table.rows[:12], values, strict=True):
        assert [cell.strong for cell in row[1:]] == [bool(score >= scores.max() - 1e-9) for score in scores]
        assert texts(row[1:]) == [f"{score:.4f}" for score in scores]
    assert (table.rows[12][0].text, table.rows[13][0].text, table.rules) == ("mean", "mean rank", (12,))
    assert texts(table.rows[12][1:]) == [f"{mean:.4f}" for mean in values.mean(axis=0)]


def test_of_errors_the_lowest_is_the_best():
    values = 1000 * drawn(3, 12)
    table = results_table(league(values, metric="rmse", higher=False, unit=Unit.NONE))
    for row, scores in zip(table.rows[:13], [*values, values.mean(axis=0)], strict=True):
        assert [cell.strong for cell in row[1:]] == [bool(score == scores.min()) for score in scores]
        assert not any(cell.text.startswith(("-", "−")) for cell in row[1:])
    assert "lower is better" in table.caption
    assert table.caption.startswith("Rmse")


@pytest.mark.parametrize("baseline", [None, "forest"])
def test_learners_that_are_not_shown_to_differ_are_marked_by_the_decision(baseline):
    made = league(drawn(5, 20), baseline=baseline)
    against = baseline or made.standings[0].learner
    near = {
        ({each.first, each.second} - {against}).pop()
        for each in made.judgements
        if against in (each.first, each.second) and each.decision is Decision.OPEN
    }
    if baseline is None:  # the leader of this league has no equal: force one
        forced = {
            (each.first, each.second): Decision.OPEN
            for each in made.judgements
            if "boosting" in (each.first, each.second)
        }
        made, near = league(drawn(5, 20), decisions=forced), {"boosting"}
    table = results_table(made)
    marked = {name for name, cell in zip(table.heads[1:], table.rows[-1][1:], strict=True) if cell.mark}
    assert marked == near
    assert f"= marks learners with no clear difference from {against}" in table.caption
    assert ("baseline" in table.caption) == (baseline is not None)


def test_where_all_others_differ_the_caption_says_so():
    made = league(drawn(3, 30, gap=0.2, noise=0.001, base=0.2, spread=0.01))
    table = results_table(made)
    assert not any(cell.mark for cell in table.rows[-1])
    assert "= marks" not in table.caption
    assert f"All other learners clearly differ from {made.standings[0].learner}" in table.caption


def test_missing_cells_are_dashes_with_their_reason():
    values = drawn(4, 12)
    values[2, 1] = np.nan
    made = league(values)
    text = tables_text(made, "markdown")
    assert texts(results_table(made).rows[2])[2] == "–"
    assert "timed out" in text
    assert "1 missing score" in text
    assert re.search(r"\\begin{tabular}{lrrrr}", tables_text(made, "latex"))  # a column with a dash holds numbers


def test_without_mean_ranks_there_is_no_such_row():
    values = drawn(3, 12)
    values[np.arange(12), np.arange(12) % 3] = np.nan
    table = results_table(league(values))
    assert [row[0].text for row in table.rows[12:]] == ["mean"]


def test_the_table_of_pairs_has_decisions_and_what_other_leagues_would_say():
    made = league(drawn(3, 20), p_flip=0.034, rope=0.01, decisions={("svm", "boosting"): Decision.FIRST})
    table = league_pairs_table(made)
    assert table.heads[-3:] == ("flip, splits", "mean of next 20 data sets", "turns without")
    for each, row in zip(made.judgements, table.rows, strict=True):
        assert texts(row)[:3] == [each.first, each.second, " / ".join(map(str, each.wins))]
        decided = each.decision is not Decision.OPEN
        assert (row[3].mark, row[0].strong or row[1].strong) == ("*" if decided else "", decided)
        low, high = (signed(100 * end, ".2f") for end in each.effect.prediction_mean)
        assert texts(row)[-4:] == ["0.70 / 0.20 / 0.10", "0.03", f"{low} to {high}", "2" if decided else ""]
    assert "other random splits" in table.caption
    assert "new data sets like these" in table.caption
    assert "flip, splits" not in league_pairs_table(league(drawn(3, 20))).heads


def test_csv_and_json_hold_the_verdicts():
    made = league(drawn(3, 20), NASTY[:3])
    rows = list(csv.DictReader(io.StringIO(tables_text(made, "csv"))))
    whole = json.loads(tables_text(made, "json"))
    assert whole == json.loads(made.to_json())
    assert [float(row["pvalue_adjusted"]) for row in rows] == [each["pvalue_adjusted"] for each in whole["verdicts"]]
    assert [row["decision"] for row in rows] == [each["decision"] for each in whole["verdicts"]]
    assert {row["second"] for row in rows} == {"[a] <b>b</b>", '\'=HYPERLINK("x")'}  # a spreadsheet runs no formula
    assert not re.search(r"(?m)(^|,)=", tables_text(made, "csv"))


def test_names_are_escaped_in_latex_and_markdown():
    made = league(drawn(5, 20), NASTY, [f"{name}{at}" for at in range(4) for name in NASTY])
    latex, markdown = (tables_text(made, form) for form in ("latex", "markdown"))
    assert r"\_\%\&\#\$\textasciitilde{}\textasciicircum{}\textbackslash{}\{\}" in latex
    assert "<b>" not in markdown
    assert r"\|d\|" in markdown
    bare = re.sub(r"\\[\\{}$&#%_]", "", latex)
    assert bare.count("{") == bare.count("}")
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.count("|") - line.count(r"\|") for line in lines} == {7, len(league_pairs_table(made).heads) + 1}


def test_the_methods_sentence_stands_once():
    made = league(drawn(4, 12))
    for form in ("latex", "markdown"):
        text = tables_text(made, form)
        assert text.count("We compared") == 1
        for fact in (
            "svm, forest, boosting and logreg",
            "12 data sets",
            "t-datasets",
            "0.05",
            "Holm",
            "6 pairs",
            __version__,
        ):
            assert fact in text
    assert "20 learners" in tables_text(league(drawn(20, 20)), "markdown")


def test_an_unknown_format_is_refused():
    with refused("format", "'latx'", "latex"):
        tables_text(league(drawn(2, 12)), "latx")


def test_tables_need_no_extra():
    made = league(drawn(2, 12))
    assert made.to_latex() == tables_text(made, "latex")
    assert made.to_markdown() == tables_text(made, "markdown")


@pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed: texlive-latex-recommended")
@pytest.mark.parametrize("kind", ["two", "five", "nasty", "twenty", "hundred", "tall"])
def test_tables_compile_and_fit_the_page(kind, tmp_path):
    made = {
        "two": lambda: league(drawn(2, 12)),
        "five": lambda: league(drawn(5, 20), p_flip=0.03, rope=0.01, pool=0.1),
        "nasty": lambda: league(drawn(5, 20), NASTY, [f"{name}{at}" for at in range(4) for name in NASTY]),
        "twenty": lambda: league(drawn(20, 60)),
        "hundred": lambda: league(drawn(20, 100)),
        "tall": lambda: league(drawn(6, 100)),
    }[kind]()
    text = tables_text(made, "latex")
    needs = "\n".join(dict.fromkeys(re.findall(r"Needs (\\usepackage{.*})", text)))
    (tmp_path / "table.tex").write_text(DOCUMENT % (needs, text), encoding="utf-8")
    call = [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "table.tex"]
    for _ in "abc" if "longtable" in text else "a":  # a longtable knows its widths in the end
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    log = (tmp_path / "table.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    complaints = r"^(?:!|Overfull|LaTeX Warning: (?!.*Rerun)|Missing character).*"
    assert re.findall(complaints, log, flags=re.MULTILINE) == []
