"""Excel workbooks (.xlsx): the only sheet that holds something, as rows of cells."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outperform.core import InputError, MissingDependencyError
from outperform.data.values import listed

_MOST_UNPACKED = 2 * 1024**3  # bytes of all parts of a workbook


def read_excel(path: Path) -> tuple[list[str], list[list[Any]], list[int]]:
    """Return the names of the columns, the rows below them and their numbers in the sheet.

    A formula is the value that was saved with it. Rows and columns without any value are left out at the end.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        message = 'reading Excel files needs openpyxl: pip install "outperform[excel]"'
        raise MissingDependencyError(message) from None
    try:
        _check_size(path)
        workbook = load_workbook(path, read_only=True, data_only=True)
        try:
            sheets = {sheet.title: _rows(sheet) for sheet in workbook.worksheets}
        finally:
            workbook.close()
    except InputError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, zipfile.BadZipFile, SyntaxError) as error:
        raise InputError(str(path), f"is not an Excel file: {str(error).splitlines()[0]}") from None
    full = {name: rows for name, rows in sheets.items() if rows}
    if len(full) > 1:
        raise InputError(str(path), f"has several sheets, {listed(full)}; save the one to read as a file of its own")
    rows = next(iter(full.values()), [])
    if not rows:
        raise InputError(str(path), "is empty; it needs a header and rows")
    (_, header), *below = rows
    width = max(len(cells) for _, cells in rows)
    names = ["" if cell is None else str(cell) for cell in _padded(header, width)]
    return names, [_padded(cells, width) for _, cells in below], [number - rows[0][0] for number, _ in below]


def _check_size(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        size = sum(part.file_size for part in archive.infolist())
    if size > _MOST_UNPACKED:
        raise InputError(str(path), f"holds more than {_MOST_UNPACKED // 1024**2} MB")


def _rows(sheet: Any) -> list[tuple[int, list[Any]]]:
    """Return the rows of a sheet that hold something, each with its number and without empty cells at its end."""
    found = []
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = [(cell.strip() or None) if isinstance(cell, str) else cell for cell in row]
        while cells and cells[-1] is None:
            cells.pop()
        if cells:
            found.append((number, cells))
    return found


def _padded(cells: Sequence[Any], width: int) -> list[Any]:
    return [*cells, *[None] * (width - len(cells))]
