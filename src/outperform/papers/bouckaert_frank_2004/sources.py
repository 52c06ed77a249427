"""The data sources of Table 5: a class and nine binary attributes, from Bayesian networks drawn at random.

The paper says that networks were generated at random and four of them selected, and not which. Here every entry of a
network's probability tables is uniform on (0, 1), and networks are selected by the difference of the two learners.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, stream
from outperform.papers.bouckaert_frank_2004.networks import ATTRIBUTES, BITS, CELLS, naive_bayes_says, tree_says

ARROWS = 12  # between attributes
PARENTS = 2  # most attributes that one attribute depends on, beside the class
ROWS = 300
# Networks of sources 2, 3 and 4: found by tests/reference/bf04_networks.py. Source 1 has no arrows: any number will do.
SELECTED: dict[int, tuple[int, ...]] = {
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (46, 48, 50, 67, 68, 79),
    3: (34, 39, 60, 80, 86, 99),
    4: (141, 187, 480, 537, 548, 671),
}


@dataclass(frozen=True)
class Network:
    """A network of the first source (no arrows at all), or naive Bayes plus twelve random arrows (a BAN)."""

    number: int
    empty: bool = False

    @property
    def joint(self) -> Floats:
        """Probability of each class and row [class, cell]."""
        rng = stream(self.number, "independent" if self.empty else "ban")
        bits = BITS.astype(np.int64)
        parents = [[]] * ATTRIBUTES if self.empty else _parents(rng)
        joint = np.full((2, CELLS), 0.5)
        for place, above in enumerate(parents):
            table = rng.random((1 if self.empty else 2, *[2] * len(above)))
            given: tuple[Any, ...] = (slice(None), *(bits[:, parent] for parent in above))
            true = table[given].reshape(len(table), -1)
            joint *= np.where(BITS[:, place], true, 1 - true)
        return joint


def network_of(source: int, place: int) -> Network:
    """Return one of the networks that were selected for a source of the paper."""
    return Network(SELECTED[source][place], empty=source == 1)


def draw(joint: Floats, rng: np.random.Generator) -> Dataset:
    """Draw a dataset."""
    drawn = rng.choice(2 * CELLS, size=ROWS, p=joint.ravel())
    return Dataset(BITS[drawn % CELLS], drawn // CELLS, kinds=("nominal",) * ATTRIBUTES)


def _parents(rng: np.random.Generator) -> list[list[int]]:
    """Draw arrows, each from an attribute to a later one."""
    parents: list[list[int]] = [[] for _ in range(ATTRIBUTES)]
    pairs = [(parent, child) for child in range(ATTRIBUTES) for parent in range(child)]
    for index in rng.permutation(len(pairs)):
        parent, child = pairs[index]
        if len(parents[child]) < PARENTS and sum(map(len, parents)) < ARROWS:
            parents[child].append(parent)
    return parents


def gains(counts: Floats, joint: Floats, rng: np.random.Generator) -> Floats:
    """Return the expected accuracy of the tree minus that of naive Bayes, once per training set."""
    sets = len(counts)
    numbers, cells = np.divmod(np.arange(sets * CELLS), CELLS)
    tree = tree_says(counts, numbers, cells, rng).reshape(sets, CELLS)
    edge = joint[1] - joint[0]
    found: Floats = tree @ edge - naive_bayes_says(counts) @ edge
    return found
