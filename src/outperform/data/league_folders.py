"""A folder in place of data sets: all tables in it, sorted by name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, Note, NoteKind
from outperform.data.bundled import BUNDLED
from outperform.data.files import SUFFIXES, is_table


def of_folders(datasets: Any, targets: Any = None) -> tuple[Any, list[Note]]:
    """Return data sets with the tables of each folder in its place, and a note on what else is in the folders.

    Hidden files, nested folders, the file of the targets and files that are no tables are passed over. A tuple (folder,
    target) or (folder, target, groups) is one of each table.
    """
    if isinstance(datasets, str | Path) and _is_folder(datasets):
        datasets = [datasets]
    one = isinstance(datasets, str | Path | Dataset) or hasattr(datasets, "shape") or not hasattr(datasets, "__iter__")
    if one:
        return datasets, []
    if hasattr(datasets, "items"):
        for name, value in datasets.items():
            if _is_folder(_source(value)):
                problem = f"{name!r} is one name, but {_source(value)} is a folder; pass a list with the folder in it"
                raise InputError("datasets", problem)
        return datasets, []
    found: list[Any] = []
    notes: list[Note] = []
    for value in datasets:
        source = _source(value)
        if not _is_folder(source):
            found.append(value)
            continue
        tables, others = _sorted(Path(str(source)).expanduser(), targets)
        found += [(str(path), *value[1:]) if isinstance(value, tuple) else str(path) for path in tables]
        if others:
            notes.append(
                Note.of(NoteKind.FOLDER_PASSED_OVER, folder=str(source), tables=len(tables), names=tuple(others))
            )
    return found, notes


def _source(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def _is_folder(value: Any) -> bool:
    if not isinstance(value, str | Path) or str(value) in BUNDLED:
        return False
    try:
        return Path(value).expanduser().is_dir()
    except OSError:  # a name that is too long
        return False


def _sorted(folder: Path, targets: Any) -> tuple[list[Path], list[str]]:
    """Return the tables of a folder, and the names of what is passed over, but for hidden files."""
    try:
        inside = sorted(folder.iterdir(), key=lambda path: (path.name.casefold(), path.name))
    except OSError as error:
        raise InputError(str(folder), f"cannot be read: {error.strerror or error}") from None
    shown = [path for path in inside if not path.name.startswith(".")]
    tables = [path for path in shown if path.is_file() and is_table(path) and not _is_same(path, targets)]
    others = list(_named(path for path in shown if path not in tables and not _is_same(path, targets)))
    if not tables:
        nested = "; folders in it are not read" if any(path.is_dir() for path in shown) else ""
        raise InputError(str(folder), f"holds no table: no file ends in {', '.join(SUFFIXES)}{nested}")
    return tables, others


def _named(paths: Iterator[Path]) -> Iterator[str]:
    for path in paths:
        yield f"{path.name}/" if path.is_dir() else path.name


def _is_same(path: Path, targets: Any) -> bool:
    return isinstance(targets, str | Path) and path.resolve() == Path(targets).expanduser().resolve()
