"""Files: CSV, TSV, Parquet and ARFF as tables."""

from functools import partial
from pathlib import Path
from typing import Any

from outperform.core import InputError, MissingDependencyError, Values
from outperform.data.arff import Arff, Attribute, parse_arff
from outperform.data.delimited import column_as_text, opened, read_delimited
from outperform.data.frames import RawTable

DELIMITERS = {".csv": ",", ".tsv": "\t"}
SAVE = "save the table as a file such as data.csv"
OTHER_SUFFIXES = (".xlsx", ".xls", ".ods", ".json", ".txt", ".dat", ".data", ".db", ".feather", ".pkl", ".zip")
SUFFIXES = (*DELIMITERS, ".arff", ".parquet")


def split_name(path: Path) -> tuple[str, str]:
    """Split a file's name into stem and suffix; ``.gz`` counts as no suffix.

    Examples
    --------
    >>> split_name(Path("data/anneal.orig.CSV.gz"))
    ('anneal.orig', '.csv')
    """
    name = path.name[:-3] if path.name.lower().endswith(".gz") else path.name
    return Path(name).stem, Path(name).suffix.lower()


def is_table(path: Path) -> bool:
    """Return whether the suffix of a file is one that can be read."""
    suffix = split_name(path)[1]
    return suffix in SUFFIXES and (suffix != ".parquet" or path.suffix.lower() == suffix)


def read_table(path: Path) -> RawTable:
    """Read a file by its suffix: .csv, .tsv, .arff (each also with .gz) or .parquet.

    In CSV and TSV files an empty cell, ``?``, ``NA``, ``nan``, ``NaN`` and ``null`` are missing; so are
    ``N/A``, ``None``, ``-`` and the like in a column of many numbers, with a note. The usual target of an
    ARFF file is its attribute called class, else the last one; other files have none.
    """
    stem, suffix = split_name(path)
    if not is_table(path):
        raise InputError(
            str(path),
            f"cannot be read: the suffix must be one of {', '.join(SUFFIXES)} (text files also with .gz); {SAVE}",
        )
    origin = f"file {path.name}"
    if suffix == ".parquet":
        return RawTable(_read_parquet(path), stem, origin)
    if suffix == ".arff":
        with opened(path) as text:
            return _arff_table(parse_arff(text, str(path)), stem, origin)
    frame, notes = read_delimited(path, DELIMITERS[suffix])
    return RawTable(frame, stem, origin, notes=notes, as_text=partial(column_as_text, path, DELIMITERS[suffix]))


def _arff_table(arff: Arff, name: str, origin: str) -> RawTable:
    import pandas as pd

    names = [attribute.name for attribute in arff.attributes]
    columns = {a.name: _series(a, values) for a, values in zip(arff.attributes, arff.columns, strict=True)}
    return RawTable(pd.DataFrame(columns), name, origin, _class_attribute(names))


def _series(attribute: Attribute, values: Values) -> Any:
    import pandas as pd

    if attribute.kind == "nominal":
        return pd.Series(pd.Categorical(values, categories=list(dict.fromkeys(attribute.categories))))
    if attribute.kind == "date":  # in any format: dates are only refused or dropped
        return pd.to_datetime(pd.Series(values), errors="coerce", format="ISO8601")
    return pd.Series(values)


def _class_attribute(names: list[str]) -> str:
    called = [name for name in names if name.lower() == "class"]
    return called[0] if len(called) == 1 else names[-1]


def _read_parquet(path: Path) -> Any:
    import pandas as pd

    try:
        import pyarrow as arrow
    except ImportError:
        message = 'reading Parquet needs pyarrow: pip install "outperform[parquet]"'
        raise MissingDependencyError(message) from None
    try:
        with path.open("rb") as file:  # from a path with a=1 in it pandas would make a column
            return pd.read_parquet(file)
    except arrow.ArrowException as error:
        raise InputError(str(path), f"is not a Parquet file: {str(error).splitlines()[0]}") from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}") from None
