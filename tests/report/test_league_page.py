import errno
import os
import re
import sys
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest
from tests.leagues import made_league
from tests.made_leagues import drawn, league
from tests.refusals import refused

from outperform.core import DatasetFragility, Decision, Note, NoteKind, Unit
from outperform.report import league_page
from outperform.report.pages.league import FORESTS, leading_pairs
from outperform.report.pages.league_tables import others_table
from outperform.words.numbers import signed

EVIL = '<script>alert("&\'")</script>'
VOID = {"meta", "path", "use", "br", "rect", "img", "link", "input"}


class Outline(HTMLParser):
    """Checks that elements close in order; keeps ids and tags."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    @property
    def ids(self):
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]


def outline(page):
    reader = Outline()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def rows_of(page, table):
    """Return the cells of a table, row by row, its heads first."""
    text = page[page.index(f'id="{table}"') :].partition("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr.*?</tr>", text, flags=re.DOTALL)]
    return [[unescape(re.sub(r"<[^>]+>", "", cell)) for cell in row] for row in rows]


def gaps():
    values = drawn(6, 20)
    values[2, 1] = values[5, 3] = np.nan
    return values


MADE = {
    "two": lambda: league(drawn(2, 12)),
    "five": lambda: league(drawn(5, 20), p_flip=0.034, errors=np.tile(np.eye(5) * 1e-4, (20, 1, 1)), rope=0.01),
    "twenty": lambda: league(drawn(20, 60, gap=0.004, noise=0.03), p_flip=0.034, pool=0.1),
    "baseline": lambda: league(drawn(8, 20, gap=0.006), baseline="boosting", p_flip=0.001),
    "missing": lambda: league(gaps()),
    "errors": lambda: league(1e4 * drawn(4, 20), metric="rmse", higher=False, unit=Unit.NONE),
    "ties": lambda: league(np.full((12, 4), 0.5)),
}


@pytest.fixture(scope="module")
def made():
    return {name: make() for name, make in MADE.items()}


@pytest.fixture(scope="module")
def pages(made):
    return {name: league_page(each) for name, each in made.items()}


@pytest.mark.parametrize("name", MADE)
def test_a_page_is_one_file_with_unique_ids_and_references_that_lead_somewhere(name, pages):
    page = pages[name]
    reader = outline(page)
    assert len(set(reader.ids)) == len(reader.ids)
    references = {attributes["href"][1:] for _, attributes in reader.tags if attributes.get("href", "").startswith("#")}
    references |= {key for _, attributes in reader.tags for key in attributes.get("aria-labelledby", "").split()}
    assert references <= set(reader.ids)
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org\S*", "", page)
    assert sum(tag == "script" for tag, _ in reader.tags) == 1
    tables, captions = (sum(tag == kind for tag, _ in reader.tags) for kind in ("table", "caption"))
    assert tables == captions
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in reader.tags if tag == "th")
    assert len(page.encode()) < 2_000_000


def test_figures_take_the_colours_of_the_page(pages):
    for page in pages.values():
        for drawing in re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL):
            assert re.findall(r"#[0-9a-f]{6}\b", drawing) == []


def test_the_answer_comes_first_and_the_standings_with_places(made, pages):
    for name, page in pages.items():
        document = made[name].document
        title = unescape(re.search(r"<h1[^>]*>(.*?)</h1>", page)[1])
        assert f"{title}." == document.claim
        assert all(words in unescape(page).replace("\N{NO-BREAK SPACE}", " ") for words in document.outlook)
        _, *rows = rows_of(page, "scores")
        assert [row[0] for row in rows] == [each.learner for each in made[name].standings]
        for row, each in zip(rows, made[name].standings, strict=True):
            low, high = each.place
            assert row[-1] == (str(low) if low == high else f"{low}-{high}")


def test_every_pair_has_decision_p_and_what_other_leagues_would_say(made, pages):
    found = made["twenty"]
    heads, *rows = rows_of(pages["twenty"], "pair-list")
    assert len(rows) == 190
    assert heads[:2] == ["pair", "decision"]
    heads, *rows = rows_of(pages["twenty"], "other-leagues")
    assert len(rows) == len(found)
    assert [head for head in heads if "splits" in head or "next 60" in head or "pools" in head] == heads[2:5]
    assert {(row[2], row[4]) for row in rows} == {("3 %", "10 %")}
    by_pair = {frozenset(row[0].split(" – ")): row for row in rows}
    for each in found.judgements:
        low, high = (100 * end for end in each.effect.prediction_mean)
        both = [" to ".join(signed(end, ".2f") for end in ends) for ends in ((low, high), (-high, -low))]
        assert by_pair[frozenset((each.first, each.second))][3] in both
    page = unescape(pages["twenty"])
    assert "not about other data sets" in page
    assert "exchangeable" in page
    heads, *rows = rows_of(pages["two"], "other-leagues")
    assert not any("splits" in head for head in heads)  # unknown without repeats


def test_fragile_data_sets_are_named(made, pages):
    _, *rows = rows_of(pages["five"], "fragile")
    decided = sum(each.fragility is not None for each in made["five"].judgements)
    assert rows == [["iris", "0", str(decided), "0"], ["wine", "0", str(decided), "0"]]
    assert "2 of 20: iris, wine" in pages["five"]
    assert 'id="fragile"' not in pages["ties"]


def test_data_sets_that_turn_a_pair_alone_come_first_and_long_lists_are_cut():
    made = league(drawn(3, 12, gap=0.001))
    names = made.table.datasets
    for each, few in zip(made.judgements, (names[:10], names[4:5], ()), strict=True):
        found = DatasetFragility(len(few), few) if few else None
        object.__setattr__(each.league, "fragility", found)
        object.__setattr__(each, "decision", Decision.OPEN)
    _, *rows = rows_of(league_page(made), "fragile")
    assert rows[0] == [names[4], "1", "0", "2"]
    assert rows[1:] == [[name, "0", "0", "1"] for name in names[:10] if name != names[4]]
    assert f"10 of 12: {', '.join(names[:8])} and 2 more" in league_page(made)


def test_missing_cells_are_listed_by_reason(pages):
    page = pages["missing"]
    assert "2 cells of 120 are missing" in page
    text = page[page.index('id="missing"') :]
    assert re.search(r"timed out</th><td class=\"n\">2</td><td[^>]*>forest on glass; logreg on heart", text)
    assert 'id="missing"' not in pages["five"]
    assert rows_of(page, "all-scores")[3].count("–") == 1


def test_all_scores_are_there_with_the_best_in_bold(made, pages):
    heads, *rows = rows_of(pages["errors"], "all-scores")
    *rows, ranks = rows
    found = made["errors"]
    order = [found.table.learners.index(name) for name in heads[1:]]
    shown = np.array([[float(cell) for cell in row[1:]] for row in rows])
    np.testing.assert_allclose(shown, -found.cells.values[:, order], atol=0.5)
    assert ranks == ["mean rank", *(f"{each.mean_rank:.2f}" for each in found.standings)]
    assert pages["errors"].count("<b>") == 20


@pytest.mark.parametrize(("name", "forests"), [("two", 1), ("errors", 6), ("five", 4), ("twenty", 6), ("baseline", 6)])
def test_the_leading_pairs_have_a_forest_plot_and_the_rest_a_table(name, forests, made, pages):
    drawn_pairs = re.findall(r'id="league-forest(\d+)"', pages[name])
    chosen = leading_pairs(made[name])
    assert [int(at) for at in drawn_pairs] == chosen
    assert len(chosen) == forests <= FORESTS
    left = len(made[name]) - forests
    assert (f"{left} more pair" in pages[name]) == (left > 0) == ('id="effects"' in pages[name])
    best = made[name].baseline or made[name].standings[0].learner
    if left:
        assert all(best in (made[name][at].first, made[name][at].second) for at in chosen)
        assert len(rows_of(pages[name], "effects")) == len(made[name]) + 1


def test_two_learners_need_no_matrix_and_have_the_facts_of_their_pair(pages):
    assert 'id="league-pairs"' not in pages["two"]
    assert "<dt>P-value</dt>" in pages["two"]
    assert all(f'id="{slug}"' in pages["five"] for slug in ("critical-difference", "league-places", "league-pairs"))


def test_a_league_without_mean_ranks_has_no_diagram():
    values = drawn(3, 12)
    values[np.arange(12), np.arange(12) % 3] = np.nan
    page = league_page(league(values))
    assert 'id="critical-difference"' not in page
    assert 'id="league-pairs"' in page


def test_methods_name_test_adjustment_and_sources(pages):
    page = unescape(pages["five"])
    for words in ("Holm's steps", "S. Holm (1979)", "by random effects", "Student", "t-datasets", "iman-davenport"):
        assert words in page
    assert "the pairs are decided without it" in page
    assert "Several pairs" not in pages["two"]

    assert "lab certify iman-davenport" not in page  # which the lab does not know
    assert "judge_league(table, metric='rmse', lower_is_better=True, test='t-datasets', adjust='holm')" in unescape(
        pages["errors"]
    )
    assert "baseline='boosting'" in unescape(pages["baseline"])


def test_cautions_stand_at_the_top_and_notes_below():
    weak = Note.of(NoteKind.KNOWN_WEAKNESS, slug="t-datasets", weaknesses=("it leans to one side",))
    page = league_page(league(drawn(3, 12), notes=(weak, Note.of(NoteKind.REMARK, text="mind the gap"))))
    top, _, rest = page.partition('<section id="pairs"')
    assert re.search(r"<strong>Caution:</strong> [^<]*leans to one side", top)
    assert "mind the gap" in rest[rest.index('id="notes"') :]
    assert "caution: " not in page


def test_what_a_user_wrote_is_escaped():
    names = [EVIL, f"{EVIL}2", "$a$", "=1"]
    values = drawn(4, 12)
    values[0, 0] = np.nan
    made = league(values, names, [f"{EVIL}{at}" for at in range(12)], metric=EVIL)
    page = league_page(made, command=EVIL)
    assert "alert" in page
    assert "<script>alert" not in page
    assert sum(tag == "script" for tag, _ in outline(page).tags) == 1


def test_a_page_is_the_same_bytes_and_is_written(tmp_path, monkeypatch, made):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(86_400 * 365))
    page = made["five"].to_html(tmp_path / "page.html", command="outperform league --table results.csv")
    assert page == league_page(made["five"], command="outperform league --table results.csv")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    assert "outperform league --table results.csv" in page
    assert "<dd>1971-01-01</dd>" in page
    with refused(str(tmp_path), os.strerror(errno.EISDIR)):
        made["five"].to_html(tmp_path)


def test_a_page_without_matplotlib_says_what_to_install(made, monkeypatch):
    for name in [
        name for name in sys.modules if name.startswith(("outperform.report.figures", "outperform.report.pages"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Exception, match="outperform") as refusal:
        made["five"].to_html()
    assert "pip install 'outperform[report]'" in str(refusal.value)


def test_no_flip_among_those_drawn_is_not_0_percent():
    found = made_league(["a", "b", "c"], pair={"p_flip": 0.0, "p_flip_pool": 0.0})
    table = others_table(found)
    cells = dict(zip(table.heads, table.rows[0], strict=True))
    assert [cells[table.heads[at]] for at in (2, 4)] == ["under 1 %", "under 1 %"]
