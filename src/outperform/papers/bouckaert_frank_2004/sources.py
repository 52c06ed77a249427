"""The data sources of Table 5: a class and nine binary attributes, from Bayesian networks drawn at random.

The paper says that networks were generated at random and four of them selected, and not which. Here every entry of a
network's probability tables is uniform on (0, 1), and networks are selected by the difference of the two learners.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, stream
from outperform.papers.bouckaert_frank_2004.networks import ATTRIBUTES, BITS, CELLS

ARROWS = 12  # between attributes
PARENTS = 2  # most attributes that one attribute depends on, beside the class
ROWS = 300


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
