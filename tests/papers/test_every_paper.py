"""Every paper at a tiny scale: what people and programs read of each row is complete."""

import json
import math

import pytest

from outperform.cli.main import main
from outperform.papers import CATALOGUE, Workbench
from outperform.papers.agreement import KINDS
from outperform.papers.page import page_text
from outperform.papers.score import HEADS
from outperform.report import tables_text
from outperform.report.tables.agreements import Obtained

OF_NUMBERS = {"agrees", "differs", "undecided", "not comparable"}
OF_CLAIMS = {"holds", "fails", "undecided"}
VERDICTS = {"number": OF_NUMBERS, "claim": OF_CLAIMS, "derived": OF_NUMBERS | OF_CLAIMS, "ours": OF_NUMBERS | OF_CLAIMS}


@pytest.fixture(scope="module", params=list(CATALOGUE))
def obtained(request):
    """Return a paper as it comes out without data sets, at a hundredth of the quick budget."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("OUTPERFORM_DATA", raising=False)
        patch.setattr("outperform.lab.count_engine.BLOCK", 40)
        paper = CATALOGUE.parse(request.param)
        return Obtained(paper, tuple(paper.obtain(Workbench(scale=0.01))))


@pytest.fixture
def rows(obtained):
    found = json.loads(tables_text(obtained, "json"))
    return [cell for table in found["tables"] for cell in table["cells"]]


def test_every_row_has_a_finite_number_and_a_verdict_of_its_kind(rows):
    assert rows
    for row in rows:
        assert row["kind"] in KINDS
        assert row["verdict"] in VERDICTS[row["kind"]], row
        for name in ("obtained", "obtained_se", "published_se", "se"):
            assert math.isfinite(row[name]), row


def test_a_claim_says_what_was_measured_beside_it(rows):
    for row in rows:
        if row["kind"] == "claim":
            assert row["reason"], row["key"]
            assert isinstance(row["published"], str)


def test_nothing_is_cut_and_every_reason_stands_in_its_row(obtained):
    page = page_text(obtained.paper, obtained.tables, "quick", 0)
    for text in (page, tables_text(obtained, "json"), tables_text(obtained, "markdown")):
        assert "…" not in text
        assert "..." not in text
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    for table in obtained.tables:
        for cell in table.cells:
            key, reason = (words.replace("|", "\\|") for words in (cell.key, cell.reason))
            assert any(line.startswith(f"| {key} | ") and reason in line for line in lines)


def test_counts_of_kinds_stand_apart(obtained, rows):
    counts = obtained.to_dict()["counts"]
    page = page_text(obtained.paper, obtained.tables, "quick", 0)
    for kind in KINDS:
        assert sum(counts[kind].values()) == sum(row["kind"] == kind for row in rows)
        assert (HEADS[kind] in page) == bool(counts[kind])


def test_the_terminal_shows_every_word(obtained, monkeypatch, capsys):
    monkeypatch.setattr(type(obtained.paper), "obtain", lambda *_: list(obtained.tables))
    assert main(["paper", obtained.paper.slug, "--quiet"]) == 0
    text = capsys.readouterr().out
    assert "…" not in text
    shown = "".join(text.split())  # lines may break at a hyphen
    for table in obtained.tables:
        for cell in table.cells:
            assert "".join(cell.reason.split()) in shown
