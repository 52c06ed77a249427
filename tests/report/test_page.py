import json
import re
import sys
import tomllib
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from outperform import InputError, compare, judge, judge_predictions, report
from outperform.cli.main import main
from outperform.core import Dataset, Given
from outperform.lab import shipped
from outperform.report import comparison_page, lab_page
from outperform.report.call import python_call
from outperform.report.inline import THEMES, inline_svg
from outperform.report.lab import lab_headline
from outperform.report.pairs import replicability_rows
from outperform.words.headlines import headline

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
    return headline(comparison.judgements, comparison.scores[0])


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
    assert headline_of(two).startswith("tree is better than nb by ")
    assert reader.words["h2"] == ["How sure", "How replicable", "Figures", "Split by split", "Methods"]
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
        "T = m / sqrt((1/J + n2/n1) s^2)",
        "Nadeau &amp; Bengio 2003",
        "liberal for unstable learners",
        "card of corrected-cv",
        "flowers, 150 rows",
        Dataset(X, y).fingerprint,
        comparison.scores[0].plan.fingerprint,
        "2 repeats of 10 folds, trained on 135 rows, tested on 15 rows",
        "40 in all, 20 a learner",
        "scikit-learn ",
        escape("compare(['nb', 'stump'], X, y, procedure='corrected-cv(repeats=2)', level=0.01, seed=3)").replace(
            "&#x27;", "&#39;"
        ),
    ):
        assert words in page
    assert re.search(r"<dt>Seed</dt><dd>3</dd>", page)


@pytest.mark.parametrize(
    ("shifts", "says"),
    [
        ((0, 0, 0.2), "c is better than both others"),
        ((0, 0.2, 0.205), "scores highest and is better than 1 of 2 others"),
        ((0, 0, 0), "but there is no evidence that it is better than any other"),
    ],
    ids=["all", "some", "none"],
)
def test_headlines_of_three(shifts, says):
    rng = np.random.default_rng(5)
    noise = rng.normal(0, 0.02, (3, 10, 10))
    scores = {name: 0.5 + shift + noise[number] for number, (name, shift) in enumerate(zip("abc", shifts, strict=True))}
    found = headline_of(judge(scores, n_train=900, n_test=100))
    assert says in found


def test_a_baseline_is_what_the_others_are_held_against():
    X, y = load_iris(return_X_y=True)
    comparison = compare(["nb", "dummy", "lda"], X, y, procedure="corrected-cv(repeats=2)", baseline="dummy")
    assert headline_of(comparison) == "2 of 2 learners are better than dummy in accuracy"
    turned = compare(["nb", "dummy", "stump"], X, y, procedure="corrected-cv(repeats=2)", baseline="nb")
    assert headline_of(turned) == "2 of 2 learners are worse than nb in accuracy"
    alike = compare(["nb", "lda", "dummy"], X, y, procedure="corrected-cv(repeats=2)", baseline="lda")
    assert headline_of(alike) == "No evidence that any of 2 learners is better than lda in accuracy, 1 is worse"


def test_replicability_is_shown_only_where_it_is_known(two, pages, monkeypatch):
    assert "How replicable" in pages["two"]
    needed = {"0.90": [3, 40], "0.95": [7, None]}
    known = {"p_flip": 0.0625, "pvalue_interval": [0.01, 0.2], "repeats_needed": needed}
    verdict = two.to_dict()["verdicts"][0] | known
    monkeypatch.setattr(type(two), "to_dict", lambda _: {"verdicts": [verdict], "notes": []})
    page = comparison_page(two)
    assert "How replicable" in page
    assert "6.2%" in page
    assert ".010 to .200" in page
    assert ".90: 3 to 40; .95: 7 to over 1000" in page
    assert replicability_rows([{"first": "a", "second": "b"}]) == []


def test_calls_in_python(labels, two):
    assert python_call(labels) == "judge_predictions(truth, predictions, test='mcnemar-midp')"
    assert python_call(two) == "judge(scores, test='corrected-t')"


def test_many_splits_are_cut_and_the_page_says_so():
    rng = np.random.default_rng(1)
    comparison = judge({name: rng.random((700, 5)) for name in "ab"}, "corrected-t", n_train=90, n_test=10)
    page = comparison.to_html()
    assert "167 further splits are left out" in page
    assert len(page.encode()) < 2_000_000


def test_pages_of_the_lab(readings, tmp_path):
    page = lab_page(
        readings, tmp_path / "lab.html", pvalues={"5x2-f": [0.1, 0.5, 0.9]}, command="outperform lab show x"
    )
    reader = read(page)
    assert reader.words["h1"] == ["Every procedure held its level"]
    for title in ("Type I error", "Power and replicability", "What replicability costs", "Are the p-values uniform?"):
        assert title in reader.words["h4"]
    liberal = [row | {"low": 0.2} if row["procedure"] == "5x2-f" else row for row in readings]
    assert lab_headline(liberal) == "5x2-f rejected true nulls more often than the level allows"
    assert lab_headline([row | {"null": None} for row in readings]) == "2 procedures measured"
    alone = [row for row in readings if row["procedure"] == "5x2-f"]
    assert lab_headline([row | {"high": 0.06} for row in alone]) == "5x2-f held its level"
    assert lab_headline([row | {"high": 0.09} for row in alone]) == "5x2-f was not shown to be liberal"
    assert lab_headline([row | {"high": 0.09} for row in readings]) == "No procedure was shown to be liberal"
    with pytest.raises(InputError, match="none to show"):
        lab_page([])


LINE = ("compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--quiet")


def test_the_verbs_write_pages(tmp_path, capsys):
    path = tmp_path / "page.html"
    assert main([*LINE, "--report", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert f"outperform {' '.join(LINE)} --report {path}" in page
    assert "iris, 150 rows" in page
    table = tmp_path / "scores.csv"
    table.write_text(
        "repeat,fold,a,b,n_train,n_test\n" + "".join(f"1,{f},0.{f},0.{9 - f},90,10\n" for f in range(1, 8))
    )
    assert main(["scores", str(table), "--report", str(path)]) == 0
    assert "scores.csv" in path.read_text(encoding="utf-8")
    table.write_text("truth,a,b\n" + "1,1,0\n0,0,1\n" * 9)
    assert main(["predictions", str(table), "--truth", "truth", "--report", str(path), "--json"]) == 0
    assert "Who is right where" in path.read_text(encoding="utf-8")
    capsys.readouterr()


def test_a_page_that_cannot_be_is_refused_before_anything_runs(tmp_path, capsys, monkeypatch, two):
    assert main([*LINE, "--report", str(tmp_path / "none" / "page.html")]) == 2
    out, err = capsys.readouterr()
    assert (out, "there is no folder" in err) == ("", True)
    with pytest.raises(InputError, match="cannot be written"):
        two.to_html(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*LINE, "--report", str(tmp_path / "page.html")]) == 2
    assert (
        capsys.readouterr().err == "outperform: figures and pages need matplotlib: pip install 'outperform[report]'\n"
    )


def test_doors_are_lazy(two):
    assert two.plot("splits").axes
    with pytest.raises(AttributeError, match="has no attribute"):
        report.nothing  # noqa: B018


def test_weaknesses_lead_to_the_card(two):
    page = two.to_html()
    assert '<a href="#card-corrected-cv">card of corrected-cv</a>' in page
    assert page.count('id="card-corrected-cv"') == 1
    card = json.loads((ROOT / "docs" / "cards" / "corrected-cv.json").read_text(encoding="utf-8"))
    assert f"is known: {card['sentence']}." in page
    nulls = [cell for cell in card["cells"] if cell["null"]]
    assert all(f'<th scope="row">{cell["name"]}</th><td class="n">{cell["rejection"]["value"]:.3f}</td>' in page
               for cell in nulls)  # fmt: skip


def test_a_known_weakness_links_to_the_procedures_card():
    X, y = load_iris(return_X_y=True)
    page = compare(["nb", "dummy"], X, y, procedure="corrected-cv(repeats=2)").to_html()
    assert re.search(r'Known weakness:</strong> liberal[^<]*: <a href="#card-corrected-cv">its card</a>', page)


def test_a_method_without_a_card_says_how_to_make_one(two, monkeypatch):
    monkeypatch.setattr(shipped, "PLACES", ())
    page = two.to_html()
    assert "No card of it comes with the package" in page
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
    assert "1 pair under 2 metrics" in page
    assert "spread over splits" not in page  # one test set has none
    assert "other tests decide" not in page  # the bootstrap alone fits f1
    assert "first less second; share of discordant pairs that the first wins; intervals" in page
    assert "score highest</h3>" not in page


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
    table = page[page.index('id="replicability"') :].partition("</table>")[0]
    assert "before adjustment" in table
    assert [table.count(f"<td>{name}</td>") for name in ("accuracy", "f1_macro")] == [3, 3]
    assert "the two that score highest" not in page
