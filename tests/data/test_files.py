"""Files by suffix: what is read from each, and what is said of those that cannot be."""

import gzip
import sys

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform.core import MissingDependencyError, Note, NoteKind
from outperform.data import load

CSV = "size,colour,class\n1,red,a\n2.5,blue,b\n,red,a\n"
ARFF = """@relation toy
@attribute size real
@attribute colour {red, blue}
@attribute code {1, 2}
@attribute class {a, b}
@data
1,red,1,a
2.5,blue,2,b
?,?,?,a
"""


def write(folder, name, text):
    path = folder / name
    data = text if isinstance(text, bytes) else text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") and not isinstance(text, bytes) else data)
    return path


@pytest.mark.parametrize("name", ["toy.csv", "toy.CSV", "toy.csv.gz", "toy.tsv", "toy.tsv.gz"])
@pytest.mark.parametrize("kind", [str, lambda path: path], ids=["str", "Path"])
def test_text_files(tmp_path, name, kind):
    path = write(tmp_path, name, CSV.replace(",", "\t") if "tsv" in name else CSV)
    dataset = load(kind(path), target="class")
    assert (dataset.name, dataset.origin) == ("toy", f"file {name}")
    assert dataset.kinds == ("numeric", "nominal")
    np.testing.assert_array_equal(dataset.rows["size"], [1, 2.5, np.nan])
    assert dataset.rows["colour"].tolist() == ["red", "blue", "red"]
    assert dataset.target.tolist() == ["a", "b", "a"]


@pytest.mark.parametrize("cell", ["", "?", "NA", "nan", "NaN", "null", ' "?"'])
def test_cells_that_mean_missing(tmp_path, cell):
    dataset = load(write(tmp_path, "toy.csv", f"x,c,y\n1,u,a\n{cell},{cell},b\n3,v,a\n"), target="y")
    assert dataset.kinds == ("numeric", "nominal")
    assert dataset.rows.isna().sum().tolist() == [1, 1]


@pytest.mark.parametrize("cell", ["None", "N/A", "none", "-"])
def test_other_cells_are_values(tmp_path, cell):
    dataset = load(write(tmp_path, "toy.csv", f"x,c,y\n1,u,a\n2,{cell},b\n"), target="y")
    assert dataset.rows["c"].tolist() == ["u", cell]


def test_quotes_spaces_blank_lines_and_a_byte_order_mark(tmp_path):
    text = '\ufeffx, "a, b" ,y\r\n\r\n1, "u, v",a\r\n\r\n2, "two\nlines",b\r\n'
    dataset = load(write(tmp_path, "toy.csv", text), target="y")
    assert dataset.rows["a, b"].tolist() == ["u, v", "two\nlines"]


def test_floats_are_read_exactly(tmp_path):
    values = np.random.default_rng(0).normal(size=200)
    text = "x,y\n" + "".join(f"{value!r},{row % 2}\n" for row, value in enumerate(values.tolist()))
    np.testing.assert_array_equal(load(write(tmp_path, "toy.csv", text), target="y").rows[:, 0], values)


def test_numbers_with_a_bad_cell_are_nominal_and_noted(tmp_path):
    dataset = load(write(tmp_path, "toy.csv", "age,y\n1,a\n2,b\nold,a\n"), target="y")
    assert dataset.kinds == ("nominal",)
    assert dataset.notes == (Note.of(NoteKind.TAKEN_AS_NOMINAL, column="age", row=3, value="old"),)


def test_a_first_column_without_a_name_is_left_out(tmp_path):
    frame = pd.DataFrame({"x": [1.5, 2.5], "y": ["a", "b"]}, index=["r1", "r2"])
    frame.to_csv(tmp_path / "toy.csv")
    dataset = load(tmp_path / "toy.csv", target="y")
    np.testing.assert_array_equal(dataset.rows, [[1.5], [2.5]])
    assert dataset.notes == (Note.of(NoteKind.ROW_INDEX),)


@pytest.mark.parametrize(
    ("name", "content", "facts"),
    [
        ("toy.csv", "", ["empty"]),
        ("toy.csv", "x,y\n", ["x, y"]),
        ("toy.csv", "x;y\n1;a\n", ["'x;y'", "','"]),
        ("toy.tsv", "x,y\n1,a\n", ["'x,y'", "'\\t'"]),
        ("toy.csv", "x,x,y\n1,2,a\n", ["two", "'x'"]),
        ("toy.csv", "x,,y\n1,2,a\n", ["column 2"]),
        ("toy.csv", ",,y\n1,2,a\n", ["column 2"]),
        ("toy.csv", "x,y\n1,a\n2\n", ["row 2", "1 cells", "header has 2"]),
        ("toy.csv", 'x,y\n1,"a"\n2,b,c\n', ["row 2", "3 cells", "header has 2"]),
        ("toy.csv", 'x,y\n1,"a\n', ["Error tokenizing data. C error: EOF inside string"]),
        ("toy.csv", b"x,y\n1,\xff\n", ["UTF-8"]),
        ("toy.csv", b"x,y\n1,\0\n", ["NUL"]),
        ("toy.csv", f'x,y\n1,{"a" * 200_000}\n1,"b"\n1,"{"a" * 200_000}"\n', ["field larger than"]),
        ("toy.csv.gz", b"x,y\n1,a\n", ["Not a gzipped file"]),
        ("toy.csv.gz", gzip.compress(b"x,y\n1,a\n" * 99, mtime=0)[:-9], ["Compressed file ended before"]),
        ("toy.arff", "@data", ["line 1", "@data", "@attribute"]),
        ("toy.arff", b"\xff", ["UTF-8"]),
        ("toy.parquet", b"PAR1", ["Parquet"]),
        ("toy.parquet.gz", b"", [".csv, .tsv, .arff, .parquet", ".gz"]),
        ("toy.xlsx", b"", [".csv, .tsv, .arff, .parquet", ".gz"]),
    ],
)
def test_bad_files_are_refused(tmp_path, name, content, facts):
    path = write(tmp_path, name, content)
    with refused(str(path), *facts):
        load(path, target="y")


def test_an_arff_file_has_a_target_of_its_own(tmp_path):
    dataset = load(write(tmp_path, "toy.arff", ARFF))
    assert (dataset.name, dataset.origin) == ("toy", "file toy.arff")
    assert dataset.kinds == ("numeric", "nominal", "nominal")
    assert dataset.rows["code"].tolist()[:2] == ["1", "2"]
    assert dataset.rows.isna().sum().tolist() == [1, 1, 1]
    assert dataset.target.tolist() == ["a", "b", "a"]
    assert dataset.notes == ()


def test_the_attribute_called_class_is_the_target_wherever_it_stands(tmp_path):
    text = "@attribute CLASS {a, b}\n@attribute x real\n@data\na,1\nb,2\n"
    assert load(write(tmp_path, "toy.arff.gz", text)).target.tolist() == ["a", "b"]


def test_without_a_class_the_last_attribute_is_the_target(tmp_path):
    text = "@attribute x real\n@attribute kind {a, b}\n@data\n1,a\n2,b\n"
    assert load(write(tmp_path, "toy.arff", text)).target.tolist() == ["a", "b"]


@pytest.mark.parametrize("day", ["2024-01-01", "01.02.2024", "?"])
def test_dates_in_arff_files_are_refused_unless_dropped(tmp_path, day):
    text = f"@attribute x real\n@attribute day date\n@attribute y {{a, b}}\n@data\n1,{day},a\n2,{day},b\n"
    path = write(tmp_path, "toy.arff", text)
    with refused("column 'day'", "dates", 'drop=["day"]', 'drop=["day"]'):
        load(path)
    np.testing.assert_array_equal(load(path, drop="day").rows, [[1], [2]])


def test_parquet(tmp_path):
    frame = pd.DataFrame(
        {"x": [1, None, 3], "c": ["u", None, "v"], "k": pd.Categorical(["1", "2", "1"]), "y": [True, False, True]}
    )
    folder = tmp_path / "year=2024"
    folder.mkdir()
    frame.to_parquet(folder / "toy.parquet")
    dataset = load(folder / "toy.parquet", target="y")
    assert dataset.origin == "file toy.parquet"
    assert dataset.kinds == ("numeric", "nominal", "nominal")
    assert dataset.rows.columns.tolist() == ["x", "c", "k"]
    assert dataset.rows["k"].tolist() == ["1", "2", "1"]
    assert dataset.target.tolist() == [True, False, True]


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with refused(None, 'pip install "outperform[parquet]"', error=MissingDependencyError):
        load(write(tmp_path, "toy.parquet", b""), target="y")


@pytest.mark.parametrize("name", ["toy.csv", "toy.parquet"])
def test_a_file_that_may_not_be_read(tmp_path, name, monkeypatch):
    path = write(tmp_path, name, b"x,y\n1,a\n")

    def denied(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", denied)
    with refused(str(path), "Permission denied"):
        load(path, target="y")
