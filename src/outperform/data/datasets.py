"""Data sets by name: files, bundled data sets, a folder of files, OpenML."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, Note, NoteKind, check_file, did_you_mean
from outperform.data.files import OTHER_SUFFIXES, SAVE, SUFFIXES, is_table, read_table, split_name
from outperform.data.frames import RawTable, dataset_of
from outperform.data.spellings import are_codes
from outperform.data.targets import are_quantities
from outperform.data.times import in_time_order
from outperform.data.values import listed
from outperform.surface import either

BUNDLED = ("breast_cancer", "diabetes", "digits", "iris", "wine")
"""Names of scikit-learn's bundled data sets, which need no download."""


def read_bundled(name: str) -> RawTable:
    """Load one of scikit-learn's bundled data sets; its target is called target.

    Examples
    --------
    >>> table = read_bundled("iris")
    >>> table.frame.shape, table.target
    ((150, 5), 'target')
    """
    from sklearn import datasets

    if name not in BUNDLED:
        raise InputError(f"data {name!r}", f"does not come with scikit-learn; {did_you_mean(name, BUNDLED)}")
    bunch: Any = getattr(datasets, f"load_{name}")(as_frame=True)
    return RawTable(bunch.frame, name, "bundled", target="target")


OPENML = "openml:"
Stamp = tuple[tuple[str, int, int], ...]
FOLDER = "OUTPERFORM_DATA"  # the environment variable that holds the path of a folder of files


def load(
    source: str | Path,
    *,
    target: str | None = None,
    drop: str | Iterable[str] = (),
    groups: str | None = None,
    columns: Sequence[str] | None = None,
    time: str | None = None,
    shuffle: bool = False,
    texts: bool = False,
) -> Dataset:
    """Load a data set by path or name.

    Parameters
    ----------
    source : str or Path
        A .csv, .tsv, .arff (also with .gz) or .parquet file; one of scikit-learn's bundled data sets
        (``breast_cancer``, ``diabetes``, ``digits``, ``iris``, ``wine``); a file in the folder that the environment
        variable OUTPERFORM_DATA names, with or without its suffix; ``openml:ID`` or ``openml:NAME``.
    target : str, optional
        The column to predict. Required for CSV, TSV and Parquet files. Default: for an ARFF file the attribute
        called class, else the last one; bundled data sets and most of OpenML's have their own.
    drop : str or iterable of str
        Columns to leave out.
    groups : str, optional
        A column whose equal values mark rows that stay together in every split; it is not learned from.
    columns : sequence of str, optional
        The columns to learn from, in this order, if they exist; all others if none of them does.
    time : str, optional
        A column of dates or numbers that the rows are ordered by; it is not learned from.
    shuffle : bool
        Rows may be shuffled although they have dates: columns of dates are then left out, with a note.
    texts : bool
        Columns of free text are allowed: for learners that read them, all of them your own.

    Examples
    --------
    >>> wine = load("wine")
    >>> wine.name, wine.rows.shape, wine.origin
    ('wine', (178, 13), 'bundled')
    """
    table = _found(str(source))
    there = table.frame.columns.tolist()
    left_out = [drop] if isinstance(drop, str) else list(drop)
    aim = target if target is not None else table.target
    if aim is None:
        raise InputError(
            "target",
            f"which column is to be predicted? Pass {either('--target COL', 'target=...')}."
            f" {table.name} has {listed(there)}",
        )
    named: dict[str, list[str | None]] = {"groups": [groups], "drop": [*left_out], "time": [time]}
    roles = {"target": [aim]} | {role: [one for one in each if one is not None] for role, each in named.items()}
    taken = _checked(roles, there)
    rows = table.frame.drop(columns=taken)
    kept = [name for name in columns or () if name in rows.columns]
    rows = rows[kept] if kept else rows
    if not len(rows.columns):
        raise InputError("drop", f"no column is left to learn from; {table.name} has only {listed(there)}")
    dataset = dataset_of(
        rows,
        _labels(table, aim, target=True),
        name=table.name,
        groups=None if groups is None else _labels(table, groups, target=False),
        shuffle=shuffle,
        texts=texts,
    )
    notes = (*table.notes, *dataset.notes)
    given = replace(dataset.given, origin=table.origin, notes=notes, target=str(aim), groups=groups, frame=rows)
    made = replace(dataset, given=given)
    return made if time is None else in_time_order(made, table.frame[time], time)


def _labels(table: RawTable, name: str, *, target: bool) -> Any:
    """Return a column of classes or groups: text where numbers are codes, such as 01 beside 1."""
    column = table.frame[name]
    if table.as_text is None or column.dtype.kind not in "iuf" or (target and are_quantities(column)):
        return column
    texts = table.as_text(name)
    return texts if are_codes(texts.dropna().unique()) else column


def _checked(roles: dict[str, list[str]], columns: list[str]) -> list[str]:
    """Return the columns that are not learned from; raise an InputError for unknown ones and for two roles."""
    taken: dict[str, str] = {}
    for role, names in roles.items():
        for name in dict.fromkeys(names):
            if name not in columns:
                raise InputError(role, f"there is no column {name!r}; {did_you_mean(name, map(str, columns))}")
            if name in taken:
                raise InputError(role, f"column {name!r} is already used as {taken[name]}")
            taken[name] = role
    return list(taken)


def _found(source: str) -> RawTable:
    if source.startswith(OPENML):
        from outperform.data.openml import read_openml  # loads the networking of the standard library

        return read_openml(source)
    files = folder_files()
    same = [path.name for path in files if source in (path.name, split_name(path)[0])]
    if source in BUNDLED:
        note = Note.of(NoteKind.SAME_NAME, folder=FOLDER, files=tuple(same))
        table = read_bundled(source)
        return replace(table, notes=(note,)) if same else table
    path = Path(source).expanduser()
    if path.is_file():
        return read_table(path)
    if len(same) > 1 and source not in same:
        raise InputError(
            f"data {source!r}", f"several files in {FOLDER} have this name: {', '.join(same)}; add the suffix"
        )
    if same:
        return read_table(next(file for file in files if file.name == (source if source in same else same[0])))
    raise _unknown(path, source, files)


def _unknown(path: Path, source: str, files: list[Path]) -> InputError:
    if path.is_dir():
        return InputError(source, "is a folder; name a file in it")
    if path.exists() and is_table(path):
        check_file(path)
    if path.exists() and not is_table(path):  # a pipe, such as /dev/fd/63
        return InputError(source, f"is not a file with a suffix that is known ({', '.join(SUFFIXES)}); {SAVE}")
    if path.suffix and not is_table(path) and path.suffix.lower() in OTHER_SUFFIXES:
        return InputError(source, f"there is no such file, and {path.suffix} files cannot be read; {SAVE}")
    if path.parent != Path():
        return InputError(source, "there is no such file")
    names = {file.name if is_table(path) else split_name(file)[0] for file in files}
    near = did_you_mean(source, {*BUNDLED, *names})
    if not near.endswith("?"):  # the folder may hold hundreds
        more = f", a file in {FOLDER} ({len(files)} there)" if files else ""
        near = f"known: {', '.join(BUNDLED)}{more}, openml:ID"
    return InputError(f"data {source!r}", f"is neither a file nor a known name; {near}")


def stamp_of(source: str) -> Stamp:
    """Return the paths, sizes and times of the files that a name may mean, to notice that they changed."""
    meant = [path for path in folder_files() if source in (path.name, split_name(path)[0])]
    found = [(path, path.stat()) for path in (Path(source).expanduser(), *meant) if path.is_file()]
    return tuple((str(path), about.st_size, about.st_mtime_ns) for path, about in found)


def folder_files() -> list[Path]:
    """Return the readable files in the folder of OUTPERFORM_DATA."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return []
    try:
        return sorted(path for path in Path(folder).expanduser().iterdir() if is_table(path))
    except OSError as error:
        raise InputError(FOLDER, f"the folder {folder} cannot be read: {error.strerror or error}") from None
