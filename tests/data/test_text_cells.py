"""Cells of a delimited text: as Python's reader cuts it, and faster where nothing but delimiters is there to cut."""

import csv
from io import StringIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.refusals import refused

from outperform.data import read_columns
from outperform.data import tables as text_cells
from outperform.data.tables import text_cells as cells_of

PLAIN = st.text(st.sampled_from("ab1.-x"), min_size=1, max_size=4)
ODD = PLAIN | st.sampled_from(["", " ", " a", "a ", 'a"b', '"', "a,b", "a\nb", "a\tb", "é", "\x1c", "\0", "a b", "a\r"])


def tables(cell):
    rows = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(cell, min_size=width, max_size=width), min_size=2))
    return rows.map(lambda each: each[:12])


def as_python_reads(text, delimiter):
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    first, *rows = [row for row in reader if row]
    if any(len(row) != len(first) for row in rows):
        raise ValueError("ragged")
    columns = zip(*rows, strict=True) if rows else [()] * len(first)
    return first, [[cell.strip() or None for cell in column] for column in columns]


def found_in(text, delimiter):
    found = cells_of(text.encode(), delimiter)
    return found.header, [column.tolist() for column in found.columns]


@pytest.mark.parametrize("large", [0, 10**9], ids=["looked at", "never plain"])
@pytest.mark.parametrize("delimiter", [",", "\t"])
@settings(max_examples=60, deadline=None)
@given(rows=tables(PLAIN) | tables(ODD), end=st.sampled_from(["", "\n", "\n\n"]), written=st.booleans())
def test_cells_are_those_of_pythons_reader(rows, end, written, delimiter, large):
    if written:
        out = StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
        text = out.getvalue().rstrip("\n") + end
    else:
        text = "\n".join(delimiter.join(row) for row in rows) + end
    try:
        wanted = as_python_reads(text, delimiter)
    except (csv.Error, ValueError):  # not a table: other tests
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_cells, "LARGE", large)
        patch.setattr(text_cells, "ROWS_AT_A_TIME", 3)
        assert found_in(text, delimiter) == wanted


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a,b\n1,2\n3,4\n", True),
        ("a,b\n1,2\n3,4", True),
        ("a\n1\n", True),
        ("a b,c\nx y,2\n", True),
        ('a,b\n"1",2\n', False),
        ("a,b\n1,\n", False),
        ("a,b\n,1\n", False),
        ("a,b\n1,,2\n", False),
        ("a,b\n1, 2\n", False),
        ("a,b\n1 ,2\n", False),
        ("a,b\n1,2\n\n3,4\n", False),
        ("a,b\r\n1,2\r\n", False),
        ("a,b\n1,2,3\n4\n", False),
        ("a,b\n1,2\n3\n", False),
        ("\na,b\n1,2\n", False),
        (" a,b\n1,2\n", False),
        ("a,é\n1,2\n", False),
        ("a,b\0\n1,2\n", False),
    ],
)
def test_a_plain_text_has_nothing_but_cells(text, plain):
    assert text_cells._is_plain(text.encode(), ",") is plain


@pytest.mark.parametrize("large", [0, 10**9])
def test_a_row_with_other_cells_is_named_by_its_line(tmp_path, monkeypatch, large):
    """The quoted cell spans two lines, so the second row begins on line 4."""
    monkeypatch.setattr(text_cells, "LARGE", large)
    monkeypatch.setattr(text_cells, "ROWS_AT_A_TIME", 1)
    path = tmp_path / "t.csv"
    path.write_text('a,b\n"1\n1",2\n3\n4,5\n6,7,8\n')
    with refused(str(path), "line 4 has 1 cells", "header has 2"):
        read_columns(path)


def test_equal_cells_are_one_object():
    rows = "\n".join(["word,number", *(f"class{row % 3},{row}" for row in range(3000))])
    words, numbers = cells_of(rows.encode(), ",").columns
    assert len(set(map(id, words))) == 3
    assert len(set(numbers)) == 3000


def test_cells_that_are_nearly_all_different_are_not_kept(monkeypatch):
    monkeypatch.setattr(text_cells, "DISTINCT_CELLS", 10)
    rows = "\n".join(["number", *map(str, range(100))])
    assert cells_of(rows.encode(), ",").columns[0].tolist() == [*map(str, range(100))]


def test_text_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n1,2\n" * 10 + "ä,2\n".encode("latin-1"))
    with refused(str(path), "UTF-8"):
        read_columns(path)


def test_a_large_file_is_read_as_a_small_one(monkeypatch):
    cells = np.random.default_rng(0).choice(["cat", "dog"], (100_000, 3)).tolist()
    content = "\n".join(["truth,a,b", *map(",".join, cells)]).encode()
    assert len(content) > text_cells.LARGE
    fast = cells_of(content, ",")
    monkeypatch.setattr(text_cells, "LARGE", len(content))
    found = cells_of(content, ",")
    assert found.header == fast.header
    assert [each.tolist() for each in found.columns] == [each.tolist() for each in fast.columns]
