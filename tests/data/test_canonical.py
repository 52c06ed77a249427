"""The same data, however they are written, are the same rows in the same order."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_matrix
from tests.refusals import refused

from outperform.core import Dataset
from outperform.data import canonical, dataset_as_is, dataset_of, dtypes_of, ids_of, load, names_of

RNG = np.random.default_rng(7)
SIZE = 40
FRAME = pd.DataFrame(
    {
        "width": np.round(RNG.standard_normal(SIZE), 2),
        "colour": RNG.choice(["red", "blue", "é"], SIZE),
        "height": RNG.integers(0, 3, SIZE),
        "class": RNG.choice(["no", "yes"], SIZE),
    }
)
FRAME.loc[3, "width"] = np.nan
FRAME.loc[[5, 6], :] = FRAME.loc[[4, 4], :].to_numpy()  # rows that are equal
FRAME = FRAME.astype({"width": float, "height": int})
ARFF = """\
@relation toy
@attribute width real
@attribute colour {{{}}}
@attribute height integer
@attribute class {{yes, no}}
@data
"""


def arff(frame, colours):
    lines = [",".join("?" if value != value else str(value) for value in row) for row in frame.itertuples(index=False)]  # noqa: PLR0124 - NaN
    return ARFF.format(", ".join(colours)) + "\n".join(lines) + "\n"


def same(first, second):
    assert ids_of(first).digest == ids_of(second).digest
    one, two = canonical(first), canonical(second)
    assert one.fingerprint == two.fingerprint
    pd.testing.assert_frame_equal(
        pd.DataFrame(one.rows).reset_index(drop=True), pd.DataFrame(two.rows).reset_index(drop=True)
    )
    assert one.target.tolist() == two.target.tolist()


def test_order_format_and_file_name_do_not_matter(tmp_path):
    turned = FRAME.sample(frac=1, random_state=1)
    FRAME.to_csv(tmp_path / "one.csv", index=False)
    turned.to_csv(tmp_path / "another.tsv", index=False, sep="\t")
    turned[::-1].reset_index(drop=True).to_parquet(tmp_path / "third.parquet")
    (tmp_path / "fourth.arff").write_text(arff(turned, ["red", "blue", "é"]), encoding="utf-8")
    (tmp_path / "fifth.arff").write_text(arff(FRAME, ["é", "blue", "pink", "red"]), encoding="utf-8")
    first = load(tmp_path / "one.csv", target="class")
    for name in ("another.tsv", "third.parquet", "fourth.arff", "fifth.arff"):
        same(first, load(tmp_path / name, target="class"))
    same(first, dataset_of(turned.drop(columns="class"), turned["class"]))


def test_codes_of_categories_and_how_text_is_composed_do_not_matter():
    colours = FRAME["colour"]
    one = FRAME.assign(colour=pd.Categorical(colours, ["red", "blue", "é"]))
    two = FRAME.assign(colour=pd.Categorical(colours, ["é", "unused", "blue", "red"]))
    three = FRAME.assign(colour=[value.replace("é", "e\u0301") for value in colours])
    made = [dataset_as_is(frame.drop(columns="class"), frame["class"]) for frame in (one, two)]
    same(*made)
    assert canonical(made[1]).rows["colour"].cat.categories.tolist() == ["blue", "red", "é"]
    tidy = dataset_of(FRAME.drop(columns="class"), FRAME["class"])
    assert ids_of(made[0]).digest == ids_of(tidy).digest
    same(tidy, dataset_of(three.drop(columns="class"), three["class"]))
    kept = FRAME.assign(colour=pd.Categorical(colours, ["red", "é", "blue"], ordered=True))
    ordered = canonical(dataset_as_is(kept.drop(columns="class"), kept["class"])).rows["colour"]
    assert ordered.cat.categories.tolist() == ["red", "é", "blue"]


def test_zero_has_no_sign_and_strings_are_composed():
    frame = pd.DataFrame({"a": [0.0, -0.0, 1.0], "s": pd.array(["e\u0301", "é", None], dtype="string")})
    rows = canonical(dataset_as_is(frame, ["a", "a", "b"])).rows
    assert not np.signbit(rows["a"]).any()
    assert set(rows["s"].dropna()) == {"é"}
    array = canonical(dataset_of([[-0.0], [1.0]], [0, 1])).rows
    assert not np.signbit(array).any()


def test_single_precision_is_recorded_and_another_digest():
    rows = RNG.standard_normal((20, 2))
    double, single = (dataset_of(rows.astype(kind), np.arange(20) % 2) for kind in (np.float64, np.float32))
    assert (dtypes_of(double), dtypes_of(single)) == (["float64"], ["float32"])
    assert ids_of(double).digest != ids_of(single).digest
    whole = [dataset_of(np.round(rows).astype(kind), np.arange(20) % 2) for kind in (np.float64, np.float32)]
    assert ids_of(whole[0]).digest == ids_of(whole[1]).digest


def test_any_value_name_class_or_group_counts():
    rows, target = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    groups = np.repeat(np.arange(5), 2)
    frame = pd.DataFrame(rows, columns=["a", "b"])
    others = [
        dataset_of(rows, target),
        dataset_of(rows + np.eye(10, 2), target),
        dataset_of(rows, 1 - target),
        dataset_of(rows, target + 0.5),
        dataset_of(rows, target, groups=groups),
        dataset_of(rows, target, groups=groups[::-1] // 2),
        dataset_of(rows[1:], target[1:]),
        dataset_of(frame, target),
        dataset_of(frame.rename(columns={"b": "c"}), target),
        dataset_of(frame[["b", "a"]], target),
    ]
    assert len({ids_of(dataset).digest for dataset in others}) == len(others)
    assert names_of(others[0]) == ["x0", "x1"]
    assert ids_of(others[0]).digest == ids_of(dataset_of(frame.set_axis(["x0", "x1"], axis=1), target)).digest


def test_classes_count_by_their_text():
    rows, target = np.arange(20.0).reshape(10, 2), np.arange(10) % 2
    kinds = [target, target.astype(float), target.astype(str)]
    assert len({ids_of(dataset_of(rows, each)).digest for each in kinds}) == 1


@pytest.mark.parametrize("kind", ["polars", "sparse", "texts", "cube", "list"])
def test_whatever_learners_can_read_has_ids(kind):
    values = RNG.integers(0, 3, (12, 4)).astype(float)
    turn = RNG.permutation(12)
    make = {
        "polars": lambda order: pl.DataFrame(values[order], schema=list("abcd"), orient="row"),
        "sparse": lambda order: csr_matrix(values[order]),
        "texts": lambda order: [f"text {values[row].sum()} of {row}" for row in order],
        "cube": lambda order: values[order].reshape(12, 2, 2),
        "list": lambda order: values[order].tolist(),
    }[kind]
    target = np.array(["a", "b"])[values[:, 0].astype(int) % 2]
    one = canonical(dataset_as_is(make(np.arange(12)), target))
    two = canonical(dataset_as_is(make(turn), target[turn]))
    assert one.ids.digests == two.ids.digests
    assert one.target.tolist() == two.target.tolist()
    if kind != "polars":
        assert one.fingerprint == two.fingerprint


def test_whole_numbers_beyond_a_float_are_told_apart():
    rows = pd.DataFrame({"a": [2**60, 2**60 + 1, 3]})
    one, two = (canonical(dataset_as_is(frame, ["a", "a", "b"])) for frame in (rows, rows.iloc[[1, 0, 2]]))
    assert one.rows["a"].tolist() == two.rows["a"].tolist()


@pytest.mark.parametrize(
    ("rows", "argument", "fact"),
    [
        pytest.param([{"a": 1}, {"b": 2}], "column 'x0'", "dict", id="objects"),
        pytest.param([np.zeros(2), np.zeros(3)], "seed", "'data'", id="ragged"),
        pytest.param(
            pd.DataFrame({"d": pd.to_datetime(["2020-01-01", "2020-01-02"])}), "column 'd'", "dates", id="dates"
        ),
    ],
)
def test_rows_that_cannot_be_told_apart_are_refused(rows, argument, fact):
    with refused(argument, fact, "seed"):
        canonical(dataset_as_is(rows, ["a", "b"]))


def test_what_is_canonical_stays_as_it_is():
    dataset = canonical(dataset_of(np.arange(6.0).reshape(3, 2), [1, 0, 1]))
    assert canonical(dataset) is dataset
    several = Dataset(np.arange(3.0).reshape(3, 1), np.arange(6.0).reshape(3, 2))
    assert canonical(several).target.shape == (3, 2)


def test_columns_of_a_file_can_be_chosen(tmp_path):
    FRAME.to_csv(tmp_path / "toy.csv", index=False)
    assert load(tmp_path / "toy.csv", target="class", columns=["height", "none"]).given.names == ("height",)
    assert len(load(tmp_path / "toy.csv", target="class", columns=["none"]).given.names) == 3
