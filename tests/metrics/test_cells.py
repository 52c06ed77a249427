"""Cells: counting rows, exchanging learners, scoring tables of counts."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outperform.metrics import CATALOGUE, CountMetric
from outperform.metrics.cells import Cells

quick = settings(max_examples=20, deadline=None)
AVERAGED = [
    slug
    for slug, kind in CATALOGUE.items()
    if issubclass(kind, CountMetric) and slug not in ("f1", "precision", "recall")
]
BINARY = ["f1", "precision", "recall"]


def triples(labels):
    row = st.tuples(*[st.sampled_from(labels)] * 3)
    return st.lists(row, min_size=1, max_size=25).map(lambda rows: np.array(rows).T)


@quick
@given(triples([0, 1, 5]) | triples(["a", "b", "c"]))
def test_cells_are_the_distinct_rows_in_order(table):
    truth, *predictions = table
    cells = Cells.of(truth, predictions)
    rows = sorted(map(tuple, table.T.tolist()))
    assert [tuple(cells.labels[code].tolist()) for code in cells.codes.T] == sorted(set(rows))
    assert cells.counts.tolist() == [rows.count(row) for row in sorted(set(rows))]
    again_truth, again = cells.rows()
    assert list(zip(again_truth.tolist(), *again.tolist(), strict=True)) == rows


@quick
@given(triples([0, 1, 5]))
def test_exchange_is_counting_with_the_learners_exchanged(table):
    truth, first, second = table
    cells, other = Cells.of(truth, [first, second]), Cells.of(truth, [second, first])
    assert cells.swapped().codes.tolist() == other.codes.tolist()
    assert cells.swapped().counts.tolist() == other.counts.tolist()
    assert cells.compare(other) == -other.compare(cells)
    assert (cells.compare(other) == 0) == (
        sorted(zip(truth, first, second, strict=True)) == sorted(zip(truth, second, first, strict=True))
    )


def test_numbers_without_repeats_do_not_overflow():
    # 100,000 rows of three different numbers each: three codes in one number would need 3 * 18.2 bits, two sorted
    # steps need at most 34
    rng = np.random.default_rng(0)
    truth, *predictions = rng.normal(size=(3, 100_000))
    cells = Cells.of(truth, predictions)
    assert cells.counts.sum() == cells.counts.size == 100_000
    assert (np.diff(cells.rows()[0]) > 0).all()


@pytest.mark.parametrize("slug", AVERAGED + BINARY)
@quick
@given(data=st.data())
def test_scores_of_tables_are_scores_of_rows(slug, data):
    metric = CATALOGUE[slug]()
    truth, *predictions = data.draw(triples([0, 1] if slug in BINARY else ["a", "b", "c"]))
    cells = Cells.of(truth, predictions)
    assert cells.scores(metric, cells.counts).tolist() == [
        pytest.approx(metric.score(truth, said), rel=1e-15) for said in predictions
    ]


@pytest.mark.parametrize("slug", AVERAGED + BINARY)
def test_leading_axes_give_the_values_of_single_tables(slug):
    metric, rng = CATALOGUE[slug](), np.random.default_rng(0)
    truth, *predictions = rng.integers(0, 2 if slug in BINARY else 4, (3, 40))
    cells = Cells.of(truth, predictions)
    tables = rng.integers(0, 3, (2, 5, cells.counts.size))
    at_once = cells.scores(metric, tables)
    assert at_once.shape == (2, 2, 5)
    for place in np.ndindex(2, 5):
        assert at_once[:, *place].tolist() == cells.scores(metric, tables[place]).tolist()


@pytest.mark.parametrize("slug", AVERAGED)
def test_sparse_counts_are_the_dense_ones(slug, monkeypatch):
    """Adding up the cells of each class gives the same numbers, to the last bit, as one product with all of them."""
    rng = np.random.default_rng(0)
    truth, metric = rng.integers(12, size=200), CATALOGUE.parse(slug)
    cells = Cells.of(truth, np.where(rng.random((2, 200)) < 0.7, truth, rng.integers(15, size=(2, 200))))
    tables = rng.multinomial(200, cells.counts / 200, size=(3, 4))
    dense = cells.with_slopes(metric, tables)
    monkeypatch.setattr("outperform.metrics.cells.DENSE", 0)
    for found, wanted in zip(cells.with_slopes(metric, tables), dense, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_the_memory_of_many_classes_does_not_grow_with_classes_times_cells():
    """3,000 classes in about 5,000 cells: a matrix of all of them would hold 600 MB."""
    rng = np.random.default_rng(0)
    truth = rng.integers(3000, size=6000)
    cells = Cells.of(truth, np.where(rng.random((2, 6000)) < 0.8, truth, rng.integers(3000, size=(2, 6000))))
    assert cells.counts.size * cells.labels.size > 10**7
    tracemalloc.start()
    cells.with_slopes(CATALOGUE.parse("f1_macro"), cells.counts[np.newaxis])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * 1024**2
