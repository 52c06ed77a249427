"""Columns that mark groups and repeated rows are noted; honest data are not."""

import numpy as np
import pandas as pd
import pytest

from outperform.core import Dataset, NoteKind
from outperform.data import BUNDLED, dataset_of, load, traps_of


def patients(count=40, each=10, seed=0, wrong=0):
    """Rows of patients with one class each, but for some ``wrong`` patients."""
    rng = np.random.default_rng(seed)
    patient = np.repeat(np.arange(count), each)
    ill = rng.permutation(np.arange(count) % 2)[patient]
    for number in range(wrong):
        ill[number * each] ^= 1
    return pd.DataFrame({"patient": patient, "age": rng.integers(20, 80, count * each)}), ill


def found(frame, target, kind=NoteKind.LEAKING_COLUMN, **options):
    return [note for note in traps_of(dataset_of(frame, target, **options)) if note.kind is kind]


@pytest.mark.parametrize("named", [False, True])
def test_a_column_of_patients_is_noted(named):
    frame, ill = patients()
    if named:
        frame["patient"] = frame["patient"].map("p{:03d}".format)
    (note,) = found(frame, ill)
    assert (note["column"], note["values"], note["pure"], note["classes"]) == ("patient", 40, 40, True)


@pytest.mark.parametrize(("wrong", "count"), [(4, 1), (5, 0)])
def test_nine_tenths_of_the_values_must_have_one_class(wrong, count):
    assert len(found(*patients(wrong=wrong))) == count


def test_groups_that_are_given_are_not_noted():
    frame, ill = patients()
    assert not found(frame.drop(columns="patient"), ill, groups=frame["patient"])


def test_a_patient_with_one_target_is_noted_in_regression():
    frame, _ = patients()
    rng = np.random.default_rng(1)
    dose = rng.normal(size=40)[frame["patient"]]
    (note,) = found(frame, dose + rng.normal(0, 0.01, 400))
    assert (note["column"], note["classes"]) == ("patient", False)
    assert not found(frame, dose + rng.normal(0, 0.5, 400))


def test_few_or_many_values_are_no_groups():
    frame, ill = patients(count=4, each=20)
    assert not found(frame, ill)
    frame, ill = patients(count=40, each=1)
    assert not found(frame, ill)
    assert found(*patients(count=5, each=20))


def test_a_few_patients_with_one_row_do_not_hide_the_others():
    frame, ill = patients(count=30, each=5)
    more = pd.DataFrame({"patient": np.arange(100, 110), "age": 50})
    assert found(pd.concat([frame, more]), np.append(ill, np.arange(10) % 2))


def test_a_large_class_has_values_of_one_class_by_chance():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"city": rng.integers(0, 60, 200), "size": rng.integers(0, 9, 200)})
    assert not found(frame, (np.arange(200) < 8).astype(int))


@pytest.mark.parametrize("seed", range(20))
def test_random_columns_are_never_noted(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 400))
    frame = pd.DataFrame(
        {"a": rng.integers(0, n // 3, n), "b": rng.choice(list("abcdefgh"), n), "c": rng.normal(size=n)}
    )
    target = rng.integers(0, 3, n)
    target[:3] = (0, 1, 2)
    assert not list(traps_of(dataset_of(frame, target)))
    assert not list(traps_of(dataset_of(frame, rng.normal(size=n))))


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_data_are_not_noted(name):
    assert not list(traps_of(load(name)))


def test_repeated_rows_are_counted():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(100, 3))
    target = np.arange(120) % 2
    (note,) = traps_of(Dataset(np.concatenate([rows, rows[:20]]), target))
    assert (note.kind, note["repeated"], note["rows"]) == (NoteKind.REPEATED_ROWS, 20, 120)
    assert not list(traps_of(Dataset(np.concatenate([rows, rows[:10]]), target[:110])))  # a tenth is the least


def jittered(name, noise, copies=1.0):
    """Return a bundled data set with near copies of a share of its rows."""
    data, rng = load(name), np.random.default_rng(2)
    rows = np.asarray(data.rows, dtype=float)
    again = rng.permutation(len(rows))[: int(copies * len(rows))]
    near = rows[again] + noise * rows.std(axis=0) * rng.normal(size=(len(again), rows.shape[1]))
    return Dataset(np.concatenate([rows, near]), np.concatenate([data.target, data.target[again]]))


@pytest.mark.parametrize(("noise", "copies"), [(0.01, 1.0), (0.05, 1.0), (0.01, 0.3)])
def test_near_copies_are_noted(noise, copies):
    (note,) = traps_of(jittered("wine", noise, copies))
    assert note.kind is NoteKind.NEAR_COPIES
    assert note["share"] > 0.3


@pytest.mark.parametrize(("noise", "copies"), [(0.5, 1.0), (0.01, 0.1)])
def test_few_or_distant_copies_are_not_noted(noise, copies):
    assert not list(traps_of(jittered("wine", noise, copies)))


def test_rows_that_are_equal_by_chance_are_not_noted():
    rng = np.random.default_rng(0)
    votes = rng.integers(0, 2, (400, 5)).astype(float)
    assert not list(traps_of(Dataset(votes, np.arange(400) % 2)))
    passengers = np.column_stack([rng.integers(0, 3, 1300), rng.integers(0, 2, 1300), rng.integers(1, 80, 1300)])
    assert not list(traps_of(Dataset(passengers.astype(float), rng.integers(0, 2, 1300))))


@pytest.mark.parametrize(
    "rows", [["some", "texts", "here", "now"], np.zeros((4, 2, 2)), pd.DataFrame({"a": [pd.NA] * 4})]
)
def test_rows_of_any_kind_are_read_or_left_alone(rows):
    assert not list(traps_of(Dataset(rows, np.array([0, 1, 0, 1]))))
