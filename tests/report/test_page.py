import errno
import json
import os
import re
import sys
import tomllib
from datetime import date
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.datasets import load_iris
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from tests.refusals import refused

from outperform import compare, judge, judge_predictions, report
from outperform.cli.main import main
from outperform.core import Dataset, Given, known_weaknesses
from outperform.lab import shipped
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.report import comparison_page, lab_page
from outperform.report.figures import CostFigure, PowerFigure, QuantilesFigure, SplitsFigure, TypeOneFigure
from outperform.report.pages.call import python_call
from outperform.report.pages.inline import THEMES, inline_svg, number_table
from outperform.report.pages.lab import lab_headline
from outperform.report.pages.summary import class_shares, page_date
from outperform.report.pairs import pair_rows, replicability_rows
from outperform.words.headlines import headline
from outperform.words.verdicts import before_adjustment
from outperform.words.weaknesses import weaknesses_words

ROOT = Path(__file__).parents[2]
EVIL = '<script>alert("&\'")</script>'
VOID = {"meta", "path", "use", "br", "rect", "img", "link", "input"}


class Reader(HTMLParser):
    """Checks that elements close in order; keeps ids, tags and the words of each kind of element."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.tags, self.words = [], [], [], {}

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.words.setdefault(self.open[-1], []).append(data.strip())


def headline_of(comparison):
    return headline(comparison.judgements, comparison.scores)


def facts(page):
    """Return the facts of the page by name."""
    return {unescape(name): unescape(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)}


def rows_of(page, table):
    """Return the cells of a table, row by row, its heads first."""
    text = page[page.index(f'id="{table}"') :].partition("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", text, flags=re.DOTALL)]
    return [[unescape(re.sub(r"<[^>]+>", "", cell)) for cell in row] for row in rows]


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_says_the_verdict_first_and_needs_nothing_else(two, pages):
    page = pages["two"]
    reader = read(page)
    assert reader.words["h1"] == [headline_of(two)]
    assert headline_of(two).startswith("tree is better than nb")
    sections = [attributes["id"] for tag, attributes in reader.tags if tag == "section" and "id" in attributes]
    assert sections == ["results", "replicable", "figures", "splits", "methods"]
    assert len(reader.words["h2"]) == 1 + 5  # and what it means
    addresses = {attributes.get(name, "") for _, attributes in reader.tags for name in ("href", "src", "action")}
    assert all(address == "" or address.startswith("#") for address in addresses)
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org\S*", "", page)
    assert len(page.encode()) < 2_000_000


def test_ids_are_unique_and_every_reference_leads_somewhere(pages):
    reader = read(pages["three"])
    assert len(set(reader.ids)) == len(reader.ids)
    references = {attributes["href"][1:] for _, attributes in reader.tags if attributes.get("href", "").startswith("#")}
    references |= {key for _, a in reader.tags for key in a.get("aria-labelledby", "").split()}
    assert references <= set(reader.ids)


def test_figures_take_the_colours_of_the_page(pages):
    drawings = re.findall(r"<svg.*?</svg>", pages["two"], flags=re.DOTALL)
    assert len(drawings) == 4
    for drawing in drawings:
        assert "var(--" in drawing
        assert re.findall(r"#[0-9a-f]{6}\b", drawing) == []
        assert "<title" in drawing
        assert "<style" not in drawing


def test_words_of_a_figure_stay_as_they_are():
    colour = THEMES["light"]["hue0"]
    drawn = Figure()
    drawn.text(0.5, 0.5, f"{colour} <g id='x'> url(#a)", color=colour)
    first, second = (inline_svg(drawn, "k", "<title>", f'say "{colour}"') for _ in range(2))
    assert first == second
    root = ElementTree.fromstring(first)
    assert [root.findtext(tag) for tag in ("title", "desc")] == ["<title>", f'say "{colour}"']
    (words,) = root.iter("text")
    assert words.text == f"{colour} <g id='x'> url(#a)"
    assert "fill: var(--hue0)" in words.attrib["style"]


def test_tables_have_captions_and_headings(pages):
    reader = read(pages["ten"])
    tables = [tag for tag, _ in reader.tags if tag == "table"]
    assert len(tables) == sum(tag == "caption" for tag, _ in reader.tags)
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in reader.tags if tag == "th")
    assert len(re.findall(r"<tr class=", pages["ten"])) == 45


def evil_page(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(40, 2))
    target = np.where(rows[:, 0] > 0, EVIL, "plain")
    data = Dataset(rows, target, name=EVIL, given=Given(origin=EVIL, notes=(EVIL,)))
    comparison = compare({EVIL: GaussianNB(), f"{EVIL}2": GaussianNB(var_smoothing=0.5)}, data, procedure="5x2-f")
    return comparison.to_html(tmp_path / "page.html", data=data, command=EVIL)


def test_what_a_user_wrote_is_escaped(tmp_path):
    page = evil_page(tmp_path)
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    assert "alert" in page
    assert "<script>alert" not in page
    assert sum(tag == "script" for tag, _ in read(page).tags) == 1


def test_columns_of_a_table_are_escaped():
    truth = np.array([0, 1] * 20)
    page = judge_predictions(truth, {EVIL: truth, "b": 1 - truth}).to_html(data=EVIL)
    assert "<script>alert" not in page
    scores = {EVIL: [[0.9, 0.8, 0.7]], "b": [[0.8, 0.85, 0.9]]}
    assert "<script>alert" not in judge(scores, "kfold-t").to_html(data=EVIL)
    readings = [{"procedure": EVIL, "measure": EVIL, "value": 0.1, "low": 0.0, "high": 0.2, "level": 0.05,
                 "datasets": 10, "repetitions": 1, "source": EVIL, "null": None}]  # fmt: skip
    assert "<script>alert" not in lab_page(readings, command=EVIL)


def test_methods_say_what_another_needs():
    X, y = load_iris(return_X_y=True)
    comparison = compare(["nb", "stump"], X, y, procedure="corrected-cv(repeats=2)", seed=3, level=0.01)
    page = comparison.to_html(data=Dataset(X, y, name="flowers"))
    for words in (
        "t = m / sqrt((1/J + n2/n1) s^2)",
        "Nadeau &amp; Bengio 2003",
        weaknesses_words(known_weaknesses(PROCEDURES["corrected-cv"]()), "corrected-cv"),
        '<a href="#card-corrected-cv">',
        escape("compare(['nb', 'stump'], X, y, procedure='corrected-cv(repeats=2)', level=0.01, seed=3)").replace(
            "&#x27;", "&#39;"
        ),
    ):
        assert words in page
    known = facts(page)
    assert known["Data"].startswith("flowers: 150 rows, 4 columns")
    assert known["Splits"] == "2 repeats of 10 folds, trained on 135 rows, tested on 15 rows"
    assert (known["Seed"], known["Level"], known["Metric"]) == ("3", "0.01", "accuracy")
    assert re.findall(r"\d+", known["Fits"])[:2] == ["40", "20"]
    assert known["Fingerprint of the data"] == Dataset(X, y).fingerprint
    assert known["Fingerprint of the splits"] == comparison.scores[0].plan.fingerprint


@pytest.mark.parametrize(
    ("shifts", "says"),
    [
        ((0, 0, 0.2), r"^c .* both"),
        ((0, 0.2, 0.205), "highest .* 1 of 2"),
        ((0, 0, 0), "highest.* no clear difference from any"),
    ],
    ids=["all", "some", "none"],
)
def test_headlines_of_three(shifts, says):
    rng = np.random.default_rng(5)
    noise = rng.normal(0, 0.02, (3, 10, 10))
    scores = {name: 0.5 + shift + noise[number] for number, (name, shift) in enumerate(zip("abc", shifts, strict=True))}
    assert re.search(says, headline_of(judge(scores, n_train=900, n_test=100)))


def test_a_baseline_is_what_the_others_are_held_against():
    X, y = load_iris(return_X_y=True)
    comparison = compare(["nb", "dummy", "lda"], X, y, procedure="corrected-cv(repeats=2)", baseline="dummy")
    assert re.match("2 of 2 .*better than dummy by accuracy", headline_of(comparison))
    turned = compare(["nb", "dummy", "stump"], X, y, procedure="corrected-cv(repeats=2)", baseline="nb")
    assert re.match("nb is better than both .*by accuracy", headline_of(turned))
    pairs = [row[0] for row in rows_of(turned.to_html(), "pairs")[1:]]
    assert pairs == ["dummy – nb", "stump – nb"]  # the baseline stays second, although it is better
    alike = compare(["nb", "lda", "dummy"], X, y, procedure="corrected-cv(repeats=2)", baseline="lda")
    assert re.match("1 of 2 .*worse than lda by accuracy.* none ", headline_of(alike))


def test_replicability_is_shown_only_where_it_is_known(two, pages, monkeypatch):
    assert 'id="replicable"' in pages["two"]
    needed = {"0.90": [3, 40], "0.95": [7, None]}
    known = {"p_flip": 0.0625, "pvalue_interval": [0.01, 0.2], "repeats_needed": needed}
    verdict = two.to_dict()["verdicts"][0] | known
    monkeypatch.setattr(type(two), "to_dict", lambda _: {"verdicts": [verdict], "notes": []})
    page = comparison_page(two)
    (row,) = rows_of(page, "replicability")[1:]
    assert row[0] == "tree – nb"
    assert {"6.2 %", ".010 to .200", "3 to 40 for 90 %; 7 to over 1000 for 95 %"} < set(row)
    section = page[page.index('<section id="replicable"') :].partition("</section>")[0]
    assert "not about new data" in section
    assert replicability_rows(two, [{"first": "a", "second": "b"}]) == []


def test_calls_in_python(labels, two):
    assert python_call(labels) == "judge_predictions(truth, predictions, test='mcnemar-midp')"
    assert python_call(two) == "judge(scores, test='corrected-t')"


def test_many_splits_are_cut_and_the_page_says_so():
    rng = np.random.default_rng(1)
    comparison = judge({name: rng.random((700, 5)) for name in "ab"}, "corrected-t", n_train=90, n_test=10)
    page = comparison.to_html()
    assert "167 more splits are not shown" in page
    assert len(page.encode()) < 2_000_000


def test_pages_of_the_lab(readings, tmp_path):
    page = lab_page(
        readings, tmp_path / "lab.html", pvalues={"5x2-f": [0.1, 0.5, 0.9]}, command="outperform lab show x"
    )
    reader = read(page)
    assert reader.words["h1"] == [lab_headline(readings)]
    kinds = (TypeOneFigure, PowerFigure, CostFigure, QuantilesFigure)
    assert {kind.title for kind in kinds} <= set(reader.words["h4"])
    liberal = [row | {"low": 0.2} if row["procedure"] == "5x2-f" else row for row in readings]
    assert re.match("5x2-f gives too many false positives", lab_headline(liberal))
    assert lab_headline([row | {"null": None} for row in readings]) == "2 procedures measured"
    alone = [row for row in readings if row["procedure"] == "5x2-f"]
    assert re.match("5x2-f .*kept", lab_headline([row | {"high": 0.06} for row in alone]))
    assert re.match("Every .*kept", lab_headline(readings))
    assert re.match("5x2-f .*not shown", lab_headline([row | {"high": 0.09} for row in alone]))
    assert re.match("No procedure .*shown", lab_headline([row | {"high": 0.09} for row in readings]))
    with refused("readings", "lab run"):
        lab_page([])


LINE = ("compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--quiet")


def test_the_verbs_write_pages(tmp_path, capsys):
    path = tmp_path / "page.html"
    assert main([*LINE, "--report", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert f"outperform {' '.join(LINE)} --report {path}" in page
    assert facts(page)["Data"].startswith("iris: 150 rows, 4 columns")
    table = tmp_path / "scores.csv"
    table.write_text(
        "repeat,fold,a,b,n_train,n_test\n" + "".join(f"1,{f},0.{f},0.{9 - f},90,10\n" for f in range(1, 8))
    )
    assert main(["scores", str(table), "--report", str(path)]) == 0
    assert "scores.csv" in path.read_text(encoding="utf-8")
    table.write_text("truth,a,b\n" + "1,1,0\n0,0,1\n" * 9)
    assert main(["predictions", str(table), "--truth", "truth", "--report", str(path), "--json"]) == 0
    assert 'id="items0"' in path.read_text(encoding="utf-8")
    capsys.readouterr()


def test_a_page_that_cannot_be_is_refused_before_anything_runs(tmp_path, capsys, monkeypatch, two):
    assert main([*LINE, "--report", str(tmp_path / "none" / "page.html")]) == 2
    out, err = capsys.readouterr()
    assert (out, "--report" in err, str(tmp_path / "none") in err) == ("", True, True)
    with refused(str(tmp_path), os.strerror(errno.EISDIR)):
        two.to_html(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*LINE, "--report", str(tmp_path / "page.html")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert all(fact in line for fact in ("matplotlib", "pip install 'outperform[report]'"))


def test_doors_are_lazy(two):
    assert two.plot("splits").axes
    with refused(None, "nothing", error=AttributeError):
        report.nothing  # noqa: B018


def test_weaknesses_lead_to_the_card(two):
    page = two.to_html()
    assert '<a href="#card-corrected-cv">corrected-cv</a>' in page
    assert page.count('id="card-corrected-cv"') == 1
    card = json.loads((ROOT / "docs" / "cards" / "corrected-cv.json").read_text(encoding="utf-8"))
    assert f"{card['sentence']}." in page
    nulls = [cell for cell in card["cells"] if cell["null"]]
    assert all(f'<th scope="row">{cell["name"]}</th><td class="n">{cell["rejection"]["value"]:.3f}</td>' in page
               for cell in nulls)  # fmt: skip


def test_a_known_weakness_links_to_the_procedures_card():
    X, y = load_iris(return_X_y=True)
    page = compare(["nb", "dummy"], X, y, procedure="corrected-cv(repeats=2)").to_html()
    assert re.search(r'Known weakness:</strong> [^<]+ <a href="#card-corrected-cv">', page)


def test_a_method_without_a_card_says_how_to_make_one(two, monkeypatch):
    monkeypatch.setattr(shipped, "PLACES", ())
    page = two.to_html()
    assert "outperform lab certify corrected-t" in page
    assert "#card-" not in page


def test_the_cards_are_packed_with_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"docs/cards": "outperform/lab/cards"}
    assert shipped.PLACES[1] == ROOT / "docs" / "cards"
    assert shipped.shipped_card("corrected-10x10")["procedure"] == "corrected-10x10"
    assert shipped.shipped_card("nobody") is None


def test_notes_of_docstrings_leave_no_heading_on_the_page(pages):
    assert all("-----" not in " ".join(read(page).words["p"]) for page in pages.values())


def test_metrics_are_told_apart_and_one_pair_is_one():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    said = {name: np.where(rng.random(60) < miss, 1 - truth, truth) for name, miss in (("a", 0.1), ("b", 0.3))}
    page = comparison_page(judge_predictions(truth, said, metric=["f1", "accuracy"]))
    assert read(page).words["h1"] == [headline_of(judge_predictions(truth, said, metric=["f1", "accuracy"]))]
    assert "by f1 and accuracy" in read(page).words["h1"][0]
    assert "highest scores</h3>" not in page
    heads = [
        re.findall(r"<th[^>]*>(.*?)</th>", table)
        for table in re.findall(r"<table class=.sortable pairs.*?</thead>", page, flags=re.DOTALL)
    ]
    assert [sum("points" in head for head in each) for each in heads] == [1]


def test_a_single_test_set_is_not_shown_split_by_split(pages):
    X, y = load_iris(return_X_y=True)
    held = compare(["nb", "dummy"], X, y, procedure="mcnemar-holdout", progress=False)
    for page in (pages["labels"], held.to_html()):
        assert "plit by split" not in page
        assert 'id="splits"' not in page
        assert "±" not in page[page.index('id="scores"') :].partition("</table>")[0]  # one score has no spread
        assert "Splits" not in facts(page)
    assert facts(pages["labels"])["Test set"] == "60 rows"
    assert facts(held.to_html())["Test set"] == "50 rows, trained on 100 rows"
    assert [row[1] for row in rows_of(pages["labels"], "scores")[1:]] == ["95.0 %", "76.7 %"]


def test_the_top_has_scores_classes_date_and_versions(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(86_400 * 365))
    X, y = load_iris(return_X_y=True)
    X, y = X[:125], np.array(["seto<", "versi", "virg"])[y[:125]]
    found = compare(["dummy", "nb"], X, y, procedure="corrected-cv(repeats=2)", progress=False)
    page = found.to_html()
    assert page == found.to_html()
    top = facts(page.partition('<section id="results"')[0])
    assert top["Classes"] == "seto<: 40.0 %, versi: 40.0 %, virg: 20.0 %"
    assert top["Date"] == "1971-01-01"
    assert top["Procedure"] == "corrected-cv(repeats=2)"
    assert all(name in top["Versions"] for name in ("outperform ", "python ", "numpy ", "scikit-learn "))
    (_, *rows) = rows_of(page, "scores")
    assert [name for name, _ in rows] == ["nb", "dummy"]  # the best on top
    mean = 100 * found.scores[0].values[1].mean()
    assert rows[0][1].startswith(f"{mean:.1f} % ±")


@pytest.mark.parametrize("seconds", ["soon", "1" + "0" * 30], ids=["text", "beyond all dates"])
def test_a_date_that_is_none_is_refused(seconds, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    with refused("SOURCE_DATE_EPOCH", seconds):
        page_date()


def test_without_a_given_date_it_is_today(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = date.today()
    assert before.isoformat() <= page_date() <= date.today().isoformat()


def test_many_classes_are_counted_and_numbers_have_a_range():
    assert re.match("26, from a: 3.8 % to z: 3.8 %", class_shares(np.array(list("abcdefghijklmnopqrstuvwxyz"))))
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.linspace(-2, 7.5, 60)
    learners = {"mean": DummyRegressor(), "line": LinearRegression()}
    page = compare(learners, X, y, metric="r2", procedure="corrected-cv(repeats=2)", progress=False).to_html()
    assert re.findall(r"-?[\d.]+", facts(page)["Target"]) == ["-2", "7.5"]
    assert re.fullmatch(r"−?\d\.\d+ ± \d\.\d+", rows_of(page, "scores")[1][1])
    assert "difference in r2" in " ".join(rows_of(page, "pairs")[0])


def test_the_better_learner_is_named_first_on_the_whole_page(two, pages):
    judgement = two.judgements[0]
    assert (judgement.first, judgement.second, judgement.decision.value) == ("nb", "tree", "second")
    _, row = rows_of(pages["two"], "pairs")
    assert (row[0], row[2][0]) == ("tree – nb", "+")
    low, high = judgement.verdict.interval(0.05)
    assert row[3] == f"+{-high:.4f} to +{-low:.4f}"
    wins, _, losses = SplitsFigure.of(two).wins
    assert wins > losses
    assert "nb – tree" not in pages["two"]
    assert "nb against tree" not in pages["two"]
    split = re.search(r'class="sortable numbers".*?</tr>', pages["two"], flags=re.DOTALL)[0]
    assert split.index(">tree<") < split.index(">nb<")


def test_wins_and_losses_are_those_of_the_first_named():
    X, y = load_iris(return_X_y=True)
    found = compare(["dummy", "nb"], X, y, procedure="corrected-cv(repeats=2)", progress=False)
    (row,) = pair_rows(found)
    assert (row.first, row.second, row.wins) == ("nb", "dummy", "20 / 0 / 0")
    assert pair_rows(compare(["dummy", "nb"], X, y, procedure="mcnemar-holdout"))[0].wins == ""  # of one split


def test_three_learners_under_two_metrics():
    data = load_iris()
    found = compare(
        ["nb", "tree", "1nn"],
        data.data,
        data.target,
        metric=["accuracy", "f1_macro"],
        procedure="corrected-cv(repeats=2)",
    )
    page = comparison_page(found)
    assert before_adjustment(found.judgements[0]) in unescape(page)
    for table in ("replicability", "pairs"):
        metrics = [row[0] for row in rows_of(page, table)]
        assert [metrics.count(name) for name in ("metric", "accuracy", "f1_macro")] == [1, 3, 3]
    assert "highest scores</h3>" not in page
    assert [metric in read(page).words["h1"][0] for metric in ("accuracy", "f1_macro")] == [True, True]
    assert "points" in " ".join(rows_of(page, "pairs")[0])


def test_fits_that_check_the_threshold_are_counted_apart():
    X, y = load_iris(return_X_y=True)
    found = compare(["dummy", "nb"], X, y, procedure="adaptive-cv(max_repeats=2)", progress=False)
    spent = found.judgements[0].threshold.fits
    known = facts(found.to_html())
    assert ("Fits to check the threshold" in known) == (spent > 0)
    assert re.findall(r"\d+", known.get("Fits to check the threshold", "0")) == [str(spent)]
    assert "Adjustment of p-values" not in known  # one pair
    three = compare(["dummy", "nb", "lda"], X, y, procedure="5x2-f", progress=False)
    assert facts(three.to_html())["Adjustment of p-values"] == "holm"


def test_the_numbers_of_a_figure_keep_columns_of_zeros_and_lose_empty_ones():
    rows = [{"split": name, "difference": 0.0, "ties": 0, "note": "", "left": None, "marked": False} for name in "ab"]
    assert number_table(rows, "").heads == ["split", "difference", "ties"]
