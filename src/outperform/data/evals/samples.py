"""Samples of one item and system: where each stands in the table of scores."""

import numpy as np

from outperform.core import InputError, Ints
from outperform.data.codes import Codes, numbered
from outperform.data.evals.grid import Grid

_MOST_CELLS = 50_000_000  # of a table of scores with gaps
_GAPS = 20  # times as many cells as records


def sample_places(grid: Grid) -> tuple[Ints, int]:
    """Return the sample of each kept record, from 0, and how many samples there are at most.

    Labels that a system uses for all items (epochs, seeds) keep their order, so that a sample is the same run for every
    item. Labels that only some items have (an id per answer) are counted anew in each item.
    """
    cells, _ = numbered(grid.cells)
    most = int(np.bincount(cells).max())
    samples = grid.records.samples
    if most == 1 or samples is None:
        return np.zeros(len(grid.rows), dtype=np.int64), most
    _check_size(grid, cells, most)
    ranks = _ranks(samples)[samples.codes[grid.rows]]
    of_system = _dense(grid.systems, ranks)
    return (of_system, most) if int(of_system.max()) < most else (_counted(cells, ranks), most)


def _ranks(samples: Codes) -> Ints:
    """Return the rank of each label: by number where all are numbers, else by first appearance; no label is last."""
    names = [str(name) for name in samples.names.tolist()]
    try:
        order = np.argsort([float(name) for name in names], kind="stable")
    except ValueError:
        order = np.arange(len(names))
    ranks = np.empty(len(names) + 1, dtype=np.int64)
    ranks[order] = np.arange(len(names))
    ranks[-1] = len(names)
    return ranks


def _dense(systems: Ints, ranks: Ints) -> Ints:
    """Return the rank of each label among the labels of its system, without gaps."""
    width = int(ranks.max()) + 1
    pairs, codes = np.unique(systems * width + ranks, return_inverse=True)
    starts = np.searchsorted(pairs // width, systems)
    found: Ints = codes - starts
    return found


def _counted(cells: Ints, ranks: Ints) -> Ints:
    """Return the number of each record in its cell, in the order of their labels."""
    order = np.lexsort((ranks, cells))
    ordered = cells[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    found = np.empty(len(cells), dtype=np.int64)
    found[order] = np.arange(len(cells)) - np.repeat(starts, np.diff(np.r_[starts, len(cells)]))
    return found


def _check_size(grid: Grid, cells: Ints, most: int) -> None:
    wanted = len(grid.records.systems.names) * len(grid.firsts) * most
    if wanted > max(_MOST_CELLS, _GAPS * len(cells)):
        row = int(np.flatnonzero(cells == np.argmax(np.bincount(cells)))[0])
        problem = f"{grid.item(int(grid.items[row]))} has {most} samples, while most items have few"
        raise InputError(grid.stack.place(int(grid.rows[row])), f"{problem}; check the column sample")
