"""Excel workbooks are read like other tables."""

import sys

import numpy as np
import pytest
from tests.refusals import refused

from outperform.core import MissingDependencyError
from outperform.data import read_columns, read_evals, read_league, tables_of_columns

ROWS = [
    ["dataset", "nb", "tree"],
    ["iris", 0.95, 0.9],
    ["wine", "NA", 0.8],
    ["zoo", 0.7, 1],
    ["glass", 0.6, 0.5],
    ["vote", 0.9, 0.8],
]


@pytest.fixture
def workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")

    def write(*sheets):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for number, rows in enumerate(sheets, start=1):
            sheet = book.create_sheet(f"sheet {number}")
            for row in rows:
                sheet.append(row)
        path = tmp_path / "t.xlsx"
        book.save(path)
        return path

    return write


def test_every_kind_reads_a_workbook(workbook):
    table = read_league(workbook(ROWS), metric="accuracy", missing="drop")
    assert (table.datasets, table.learners, len(table.missing)) == (
        ("iris", "wine", "zoo", "glass", "vote"),
        ("nb", "tree"),
        1,
    )
    items = [["item", "new", "old"], *([f"q{i}", i % 2 == 0, True] for i in range(4))]
    assert read_evals(workbook(items)).scores.tolist() == [[[1, 0, 1, 0]], [[1, 1, 1, 1]]]
    splits = [["fold", "a", "b"], [1, 0.5, 0.6], [2, 0.7, 0.8]]
    assert tables_of_columns(read_columns(workbook(splits))).scores[0].values.shape == (2, 1, 2)


def test_empty_rows_columns_and_sheets_are_no_table(workbook):
    spaced = [[], ["a ", "b", None], [], [1, " x ", " "], [None, "y"], []]
    columns = read_columns(workbook([], spaced))
    assert {name: column.tolist() for name, column in columns.items()} == {"a": [1, None], "b": ["x", "y"]}


def test_an_error_names_the_row_below_the_header(workbook):
    rows = [[], ["item", "system", "score"], ["p", "a", 1], [], ["q", "a", "often"]]
    path = workbook(rows)
    with refused(f"{path}, column 'score', row 3", "'often'"):
        read_evals(path)


@pytest.mark.parametrize(
    ("sheets", "facts"),
    [
        ([ROWS, ROWS], ["sheet 1, sheet 2"]),
        ([[]], ["is empty"]),
        ([[["a", "a"], [1, 2]]], ["two columns", "'a'"]),
        ([[["a", None, "c"], [1, 2, 3]]], ["column 2"]),
        ([[["a", "b"]]], ["no rows"]),
    ],
)
def test_workbooks_that_hold_no_single_table(workbook, sheets, facts):
    path = workbook(*sheets)
    with refused(str(path), *facts):
        read_columns(path)


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"PK\x03\x04broken"])
def test_files_that_are_no_workbooks(tmp_path, content):
    pytest.importorskip("openpyxl")
    (tmp_path / "t.xlsx").write_bytes(content)
    with refused(str(tmp_path / "t.xlsx"), "not an Excel file"):
        read_columns(tmp_path / "t.xlsx")


def test_without_openpyxl_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (tmp_path / "t.xlsx").write_bytes(b"PK")
    for read in (read_columns, read_evals, read_league):
        with refused(None, 'pip install "outperform[excel]"', error=MissingDependencyError):
            read(tmp_path / "t.xlsx")


def test_numbers_are_those_of_the_cells(workbook):
    columns = read_columns(workbook([["x"], [0.1], [np.float64(2) / 3], [3]]))
    assert columns["x"].tolist() == [0.1, 2 / 3, 3]
