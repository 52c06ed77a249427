"""The ARFF reader: each piece of the format, each bad line with its number, and tables that come back as written."""

import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.refusals import refused

from outperform.data.arff import Attribute, parse_arff

HEADER = "@relation toy\n@attribute size real\n@attribute colour {red, 'dark blue'}\n@attribute word string\n@data\n"


def read(text):
    return parse_arff(StringIO(text, newline=""), "toy.arff")


def rows(text):
    arff = read(text)
    columns = [np.where(pd.isna(column), None, column).tolist() for column in arff.columns]
    return [tuple(row) for row in zip(*columns, strict=True)]


def test_attributes():
    text = """% a comment
@RELATION 'a toy'

@ATTRIBUTE plain NUMERIC
@attribute 'two words'	real   % a comment
@attribute "it's" Integer [1,9]
@attribute colour{ red , 'dark blue', "\\"so\\"" }
@Attribute word STRING
@attribute when date "yyyy-MM-dd"
@DATA
1,2,3,red,x,2024-01-01
"""
    assert read(text).attributes == (
        Attribute("plain", "numeric"),
        Attribute("two words", "numeric"),
        Attribute("it's", "numeric"),
        Attribute("colour", "nominal", ("red", "dark blue", '"so"')),
        Attribute("word", "string"),
        Attribute("when", "date"),
    )


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1,red,x", (1.0, "red", "x")),
        (" 1.5e3 ,\tred , x y ", (1500.0, "red", "x y")),
        ("?,?,?", (None, None, None)),
        ("1,red,'?'", (1.0, "red", "?")),
        ('1,red,"?"', (1.0, "red", "?")),
        (",red,", (None, "red", None)),
        ("-0.5,'dark blue',''", (-0.5, "dark blue", "")),
        ('1,"dark blue","a, {b} % \'c\'"', (1.0, "dark blue", "a, {b} % 'c'")),
        (r"1,red,'it\'s \\ \"q\" \n\t\u00e9\101\x'", (1.0, "red", 'it\'s \\ "q" \n\té' + "Ax")),
        ("1,red,10%", (1.0, "red", "10%")),
        ("1,red,x % said he", (1.0, "red", "x")),
        ("1,red,'x' % said he", (1.0, "red", "x")),
        ("1,red,O'Brien", (1.0, "red", "O'Brien")),
        ("{0 1, 2 x}", (1.0, "red", "x")),
        (" { 1 'dark blue' , 2 'a, b' } % sparse", (0.0, "dark blue", "a, b")),
        ("{2 ?}", (0.0, "red", None)),
    ],
)
def test_rows(line, row):
    assert rows(f"{HEADER}{line}\n% the end\n\n") == [row]


def test_an_empty_sparse_row_is_all_zero():
    assert rows("@attribute a real\n@attribute b {x, y}\n@data\n{}\n{0 2}") == [(0.0, "x"), (2.0, "x")]


def test_line_ends_do_not_matter():
    assert rows(HEADER.replace("\n", "\r\n") + "1,red,x\r\n") == [(1.0, "red", "x")]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", ["line 0", "@data"]),
        ("@relation x\n@attribute a real\n", ["line 2", "@data"]),
        ("@relation x\n@data\n1", ["line 2", "@data", "@attribute"]),
        ("a,b\n1,2", ["line 1", "@relation", "@attribute", "@data", "'a,b'"]),
        ("@attribute\n", ["line 1", "'@attribute'", "@attribute name type"]),
        (
            "@attribute a\n",
            ["line 1", "'a'", "''", "numeric, real, integer, string, date, {a, b}"],
        ),
        ("@attribute a relational\n", ["line 1", "'a'", "'relational'", "numeric"]),
        ("@attribute a {x, y\n", ["line 1", "'a'", "'{x, y'", "numeric"]),
        ("@attribute a {x, 'y}\n", ["line 1", '"\'y"']),
        ("@attribute a real\n\n@attribute 'a' real\n", ["line 3", "'a'"]),
        (HEADER, ["@data"]),
        (HEADER + "1,red\n", ["line 6", "2 values", "3 attributes"]),
        (HEADER + "1,red,x,y\n", ["line 6", "4 values", "3 attributes"]),
        (HEADER + "%\n1,red,x\none,red,x\n", ["line 8", "'one'", "'size'"]),
        (HEADER + "1,red,x\n1,green,x\n", ["line 7", "'green'", "'colour'", "red, dark blue"]),
        (HEADER + "1,red,'x\n", ["line 6", '"\'x"']),
        (HEADER + "1,red,'x'y\n", ["line 6", "\"'x'y\""]),
        (HEADER + "1,red,x,{5}\n", ["line 6", "weight"]),
        (HEADER + "{0 1, 2 x}, {5}\n", ["line 6", "weight"]),
        (HEADER + "{0 1}\n", ["line 6", "'word'"]),
        (HEADER + "{3 1}\n", ["line 6", "attribute 3", "2"]),
        (HEADER + "{0 1, 0 2, 2 x}\n", ["line 6", "attribute 0", "two"]),
        ("@attribute 'x numeric\n", ["line 1", "quote", "'x"]),
        (HEADER + "{x 1}\n", ["line 6", "'x 1'"]),
        (HEADER + "{0 1, 2 x\n", ["line 6", "'{0 1, 2 x'"]),
    ],
)
def test_bad_files_are_refused_with_the_line(text, facts):
    with refused("toy.arff", *facts):
        read(text)


TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
WORDS = st.sampled_from(["a", "b c", "?", "", "it's", '"', "\\", "{1}", "%", "x,y", "0"]) | TEXT
QUOTES = st.sampled_from("'\"")


@st.composite
def tables(draw):
    size = draw(st.integers(1, 5))
    attributes, columns = [], []
    for name in draw(st.lists(WORDS, min_size=1, max_size=4, unique=True)):
        kind = draw(st.sampled_from(["numeric", "nominal", "string"]))
        categories = draw(st.lists(WORDS, min_size=1, max_size=4, unique=True)) if kind == "nominal" else []
        floats = st.floats(allow_nan=False)
        value = {"numeric": floats, "string": WORDS, "nominal": st.sampled_from(categories or [""])}[kind]
        attributes.append(Attribute(name, kind, tuple(categories)))
        columns.append(draw(st.lists(st.none() | value, min_size=size, max_size=size)))
    return attributes, columns


def quoted(text, quote):
    for char in "\\", quote:
        text = text.replace(char, "\\" + char)
    return quote + text.replace("\n", "\\n").replace("\r", "\\r") + quote


def written(value, draw):
    if value is None:
        return "?"
    if isinstance(value, float):
        return repr(value)
    if re.fullmatch(r"[a-z0-9]+", value) and draw(st.booleans()):
        return value
    return quoted(value, draw(QUOTES))


def declared(attribute, draw):
    values = "{" + ", ".join(written(value, draw) for value in attribute.categories) + "}"
    kind = values if attribute.kind == "nominal" else attribute.kind
    return f"@attribute {quoted(attribute.name, draw(QUOTES))} {kind}"


def line(values, attributes, draw):
    defaults = [0.0 if a.kind == "numeric" else next(iter(a.categories), None) for a in attributes]
    if "string" in {a.kind for a in attributes} or draw(st.booleans()):
        return ",".join(written(value, draw) for value in values)
    kept = [(i, v) for i, (v, zero) in enumerate(zip(values, defaults, strict=True)) if v != zero or str(v) == "-0.0"]
    return "{" + ", ".join(f"{index} {written(value, draw)}" for index, value in kept) + "}"


@given(tables(), st.data())
def test_what_is_written_is_read(table, data):
    attributes, columns = table
    lines = [line(values, attributes, data.draw) for values in zip(*columns, strict=True)]
    header = [declared(attribute, data.draw) for attribute in attributes]
    # A single missing cell is written as a question mark, never as a blank line.
    arff = read("\n".join(["@relation r", *header, "@data", *lines]))
    assert list(arff.attributes) == attributes
    for column, values in zip(arff.columns, columns, strict=True):
        expected = np.array([np.nan if v is None else v for v in values]) if column.dtype == float else values
        np.testing.assert_array_equal(column, np.array(expected, dtype=column.dtype))
