"""Files of results tables: their formats, and standard input."""

import gzip
import io
import json

import pandas as pd
import pytest
from tests.data.leagues.tables import WIDE, cells, read, written
from tests.refusals import refused

from outperform.data import read_league

CELLS = {"iris": [0.95, 0.93], "wine": [0.97, 0.9], "glass": [0.5, 0.7]}
ROWS = [{"dataset": name, "nb": one, "tree": other} for name, (one, other) in CELLS.items()]
ARFF = """% results
@relation results
@attribute dataset string
@attribute nb numeric
@attribute tree numeric
@data
iris,0.95,0.93
wine,0.97,0.9
glass,0.5,0.7
"""
FILES = {
    "a.csv": WIDE,
    "b.CSV": WIDE,
    "c.txt": WIDE,
    "d.tsv": WIDE.replace(",", "\t"),
    "e.txt": WIDE.replace(",", "\t"),
    "f.csv": WIDE.replace(",", ";"),
    "g.csv": "\ufeff" + WIDE.replace("\n", "\r\n"),
    "h.csv.gz": gzip.compress(WIDE.encode()),
    "i.arff": ARFF,
    "j.arff.gz": gzip.compress(ARFF.encode()),
    "k.jsonl": "\n".join(map(json.dumps, ROWS)),
    "l.jsonl.gz": gzip.compress("\n".join(map(json.dumps, ROWS)).encode()),
    "m.json": json.dumps(ROWS),
    "n.json": json.dumps({learner: {row["dataset"]: row[learner] for row in ROWS} for learner in ("nb", "tree")}),
}


class TestFormats:
    @pytest.mark.parametrize("name", FILES)
    def test_every_format_gives_the_same_table(self, tmp_path, name):
        assert cells(read(tmp_path, FILES[name], name, metric="acc")) == CELLS

    def test_parquet(self, tmp_path):
        pd.DataFrame(ROWS).to_parquet(tmp_path / "table.parquet")
        assert cells(read_league(tmp_path / "table.parquet", metric="acc")) == CELLS

    def test_a_path_may_be_text(self, tmp_path):
        assert cells(read_league(str(written(tmp_path, WIDE)), metric="acc")) == CELLS

    @pytest.mark.parametrize(
        ("name", "content", "fact"),
        [
            ("a.xls", "x", ".csv"),
            ("a", WIDE, ".csv"),
            ("a.csv", b"\xff\xfe\x00", "UTF-8"),
            ("a.csv", b"dataset,nb\x00,tree\na,1,2\n", "NUL"),
            ("a.csv", 'dataset,nb,tree\n"a,1,2\n', "read"),
            ("a.csv", "dataset,nb,tree\na,1\n", "line 2"),
            ("a.csv", "dataset,nb,nb\na,1,2\n", "'nb'"),
            ("a.csv", "dataset,nb,\na,1,2\n", "column 3"),
            ("a.arff", "@relation r\n", "@data"),
            ("a.arff", b"@relation \xff\n", "UTF-8"),
            ("a.parquet", "x", "Parquet"),
            ("a.jsonl", "", "empty"),
            ("a.jsonl", "[1]", "object"),
            ("a.json", "3", "rows"),
            ("a.json", "[]", "rows"),
            ("a.json", "{", "JSON"),
            ("a.csv.gz", "x", "read"),
        ],
    )
    def test_files_that_cannot_be_read(self, tmp_path, name, content, fact):
        with refused(None, name, fact):
            read(tmp_path, content, name, metric="acc")

    def test_no_file(self, tmp_path):
        with refused(str(tmp_path / "no.csv")):
            read_league(tmp_path / "no.csv", metric="acc")
        with refused(str(tmp_path), "folder"):
            read_league(tmp_path, metric="acc")
        for path in (None, 3, "a\0b"):
            with refused("path"):
                read_league(path, metric="acc")


class TestStandardInput:
    @pytest.mark.parametrize("name", ["a.csv", "d.tsv", "f.csv", "g.csv", "i.arff", "k.jsonl"])
    def test_it_is_read_by_what_it_begins_with(self, monkeypatch, name):
        given(monkeypatch, FILES[name])
        assert cells(read_league("-", metric="acc")) == CELLS

    @pytest.mark.parametrize(("content", "fact"), [("", "empty"), ("PAR1", "Parquet"), ("{", "line 1")])
    def test_other_input_is_refused(self, monkeypatch, content, fact):
        given(monkeypatch, content)
        with refused(None, "standard input", fact):
            read_league("-", metric="acc")

    def test_nothing_to_read(self, monkeypatch):
        monkeypatch.setattr("sys.stdin", None)
        with refused("standard input", "pipe a table"):
            read_league("-", metric="acc")


def given(monkeypatch, content):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
