"""Cells that are written otherwise than outperform reads them: what is read, noted or refused, and what to type."""

import numpy as np
import pandas as pd
import pytest
from tests.refusals import refused

from outperform.core import NoteKind
from outperform.data import dataset_of, load
from outperform.data.spellings import MARKS
from outperform.words.cautions import CAUTIONS
from outperform.words.notes import note_words

SIZE = 120
TARGET = ["no", "yes"] * (SIZE // 2)
NUMBERS = np.random.default_rng(0).normal(size=SIZE).round(6)
DAYS = pd.date_range("2023-01-01", periods=SIZE)


def written(cells, target=TARGET, **options):
    return dataset_of({"x": cells, "z": NUMBERS}, target, **options)


def noted(dataset, kind):
    return [note for note in dataset.notes if note.kind is kind]


@pytest.mark.parametrize("mark", sorted(MARKS))
def test_marks_among_many_numbers_are_missing_and_noted(mark):
    dataset = written([mark if row == 3 else str(value) for row, value in enumerate(NUMBERS)])
    assert dataset.kinds == ("numeric", "numeric")
    assert np.flatnonzero(np.isnan(dataset.rows[:, 0])).tolist() == [3]
    assert np.array_equal(np.delete(dataset.rows[:, 0], 3), np.delete(NUMBERS, 3))
    (note,) = noted(dataset, NoteKind.MISSING_MARKS)
    assert (note["column"], note["marks"], note["cells"]) == ("x", (mark,), 1)


def test_a_column_that_was_read_as_nominal_stays_so():
    assert written(["1", "2", "N/A", "3"] * 30).kinds == ("nominal", "numeric")


@pytest.mark.parametrize("cell", ["unknown", "1_0", "0x1", "12,5"])
def test_other_words_among_many_numbers_are_refused(cell):
    with refused("column 'x'"):
        written([cell if row < 2 else "N/A" if row == 5 else str(value) for row, value in enumerate(NUMBERS)])


@pytest.mark.parametrize(
    "style", ["%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d.%m.%Y %H:%M", "%Y/%m/%d", "%b %d, %Y", "%d %B %Y", "%d-%b-%Y"]
)
def test_dates_in_other_spellings_get_the_advice_on_time(style):
    cells = [day.strftime(style) for day in DAYS]
    with refused("column 'x'", 'time="x"', "shuffle=", 'drop=["x"]', cells[0]):
        written(cells)
    dataset = written(cells, shuffle=True)
    assert dataset.given.names == ("z",)
    assert noted(dataset, NoteKind.DATES_LEFT_OUT)


def test_months_are_dates():
    with refused("column 'x'", 'time="x"'):
        written([month.strftime("%b %Y") for month in pd.date_range("1990-01-01", periods=SIZE, freq="MS")])


def test_text_that_is_no_date_is_still_free_text():
    with refused("column 'x'", 'drop=["x"]') as refusal:
        written([f"{row}.{row}.{row}" for row in range(SIZE)])
    assert "--time" not in str(refusal.value)


def test_decimal_commas_are_named():
    cells = [str(value).replace(".", ",") for value in NUMBERS]
    with refused("column 'x'", cells[0]):
        written(cells)
    with refused("target", cells[0]):
        dataset_of({"z": NUMBERS}, cells)
    dataset = written(["0,5", "1,5", "2,5"] * 40)
    assert dataset.kinds == ("nominal", "numeric")  # as before
    assert [note["column"] for note in noted(dataset, NoteKind.DECIMAL_COMMAS)] == ["x"]
    assert not noted(written(["a,b", "1,5,2"] * 60), NoteKind.DECIMAL_COMMAS)


@pytest.mark.parametrize(("name", "other"), [("semi.csv", ";"), ("tab.csv", "\t"), ("comma.tsv", ",")])
def test_another_delimiter_is_named(tmp_path, name, other):
    path = tmp_path / name
    path.write_text(f"a{other}y\n1{other}u\n2{other}v\n")
    with refused(str(path), repr(other)):
        load(path, target="y")


def test_classes_that_differ_in_case_or_blanks_are_kept_apart_with_a_caution():
    target = ["Yes", "yes", "no", "no "] * 30
    dataset = dataset_of({"z": NUMBERS}, target)
    assert dataset.target.tolist() == target
    (note,) = noted(dataset, NoteKind.ALIKE_CLASSES)
    assert all(repr(label) in note_words(note) for label in target[:4])
    assert NoteKind.ALIKE_CLASSES in CAUTIONS
    assert not noted(dataset_of({"z": NUMBERS}, TARGET), NoteKind.ALIKE_CLASSES)


def test_labels_that_are_one_number_to_a_computer_stay_apart(tmp_path):
    path = tmp_path / "big.csv"
    path.write_text("\n".join(["x,y", *(f"{x},{2**53 + row % 2}" for row, x in enumerate(NUMBERS))]))
    assert set(load(path, target="y").target.tolist()) == {str(2**53), str(2**53 + 1)}


def test_labels_of_many_digits_are_refused_with_what_helps(tmp_path):
    path, label = tmp_path / "big.csv", 12345678901234567890123
    lines = [f"{x},{label + row % 2}" for row, x in enumerate(NUMBERS)]
    path.write_text("\n".join(["x,y", *lines]))
    with refused("target", "id123"):
        load(path, target="y")
    path.write_text("\n".join(["x,y", *(line.replace(",", ",id") for line in lines)]))
    assert load(path, target="y").has_classes
