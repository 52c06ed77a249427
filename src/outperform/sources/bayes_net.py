"""A class and nine binary attributes from a Bayesian network: the sources of Bouckaert & Frank (2004, sec. 4.4)."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from outperform.core import SIMULATED, Dataset, Floats, Source, Truth, stream
from outperform.sources._checks import require, require_least, require_rows

ATTRIBUTES = 9
ARROWS = 12  # between attributes
PARENTS = 2  # most attributes that one attribute depends on, beside the class
# How strongly attributes act on each other in networks 0, 1, ... for each difference between tree and naive Bayes:
# found by tests/reference/bayes_net_strengths.py.
STRENGTHS: dict[float, tuple[float, ...]] = {
    0.0277: (0.861, 0.637, 1.031),
    0.0583: (1.055, 0.743, 1.276),
    0.1127: (1.446, 0.933, 2.07),
}


@dataclass(frozen=True)
class Node:
    """One attribute: which earlier attributes it depends on, and the log odds that it is true."""

    parents: tuple[int, ...]
    main: float  # added for class 1, subtracted for class 0
    shared: Floats  # [class, parent, parent]: the effect of the parents at strength 1


@dataclass(frozen=True)
class BayesNet(Source):
    """Two equally likely classes and nine binary columns from a random network (Bouckaert & Frank 2004, sec. 4.4).

    At delta 0 all are independent, each attribute with a random probability: no learner does better than 1/2. Otherwise
    the network is naive Bayes plus twelve random arrows between attributes (a BAN). Their strength is chosen so that a
    tree trained on 300 rows beats naive Bayes by ``delta`` on new rows, within half a point. The paper gives neither
    its networks nor which learner wins; these are ours.

    Parameters
    ----------
    delta
        0, .0277, .0583 or .1127: the four sources of the paper.
    n
        Rows of a dataset.
    network
        The number of the random network, from 0; any number at delta 0.

    Examples
    --------
    >>> BayesNet(delta=0).truth(300)
    Truth(difference=0.0, se=0.0)
    """

    slug = "bayes-net"
    learners = ("nb", "tree")
    delta: float = 0.0277
    n: int = 300
    network: int = 0

    def __post_init__(self) -> None:
        """Raise SpecError for a difference or network that is not available."""
        super().__post_init__()
        require_rows(self, least=2)
        require_least(self, network=0)
        require(
            self, "delta", self.delta == 0 or self.delta in STRENGTHS, f"one of 0, {', '.join(map(str, STRENGTHS))}"
        )
        known = len(STRENGTHS.get(self.delta, ()))
        require(self, "network", self.delta == 0 or self.network < known, f"below {known}")

    def draw(self, rng: np.random.Generator) -> Dataset:
        """Draw the class, then each attribute given those before."""
        target = rng.integers(2, size=self.n)
        rows = np.zeros((self.n, ATTRIBUTES), dtype=bool)
        for place, chance in enumerate(self._tables()):
            seen = tuple(rows[:, parent].astype(np.int64) for parent in _nodes(self.network)[place].parents)
            given = (target, *seen) if self.delta else ()
            rows[:, place] = rng.random(self.n) < chance[given]
        kinds = ("nominal",) * ATTRIBUTES
        return Dataset(rows, target, name=str(self), kinds=kinds, given=SIMULATED)

    def _tables(self) -> list[Floats]:
        """Probabilities that attributes are true, given the class and their parents."""
        if self.delta == 0:
            return [np.asarray(chance) for chance in stream(self.network, "independent").random(ATTRIBUTES)]
        return tables(self.network, STRENGTHS[self.delta][self.network])

    def truth(self, train_size: int) -> Truth | None:  # noqa: ARG002 - it holds at every size
        """Return 0, for every pair of learners, where the class is independent of the attributes."""
        return Truth(0.0) if self.delta == 0 else None

    def speaks_of(self, learners: tuple[str, str]) -> bool:
        """Return True for every pair where nothing can be learned, else only for the usual pair."""
        return self.delta == 0 or super().speaks_of(learners)


def tables(network: int, strength: float) -> list[Floats]:
    """Return each attribute's probability of being true, [class, parent, ...], at a strength of the arrows."""
    sides = np.array([-1.0, 1.0])
    return [
        1 / (1 + np.exp(-(node.main * sides.reshape(2, *[1] * len(node.parents)) + strength * node.shared)))
        for node in _nodes(network)
    ]


@lru_cache(maxsize=16)  # of the process: the nodes follow from the number
def _nodes(network: int) -> tuple[Node, ...]:
    """Draw the arrows and effects of a network."""
    rng = stream(network, "network")
    parents: list[list[int]] = [[] for _ in range(ATTRIBUTES)]
    pairs = [(parent, child) for child in range(ATTRIBUTES) for parent in range(child)]
    for index in rng.permutation(len(pairs)):
        parent, child = pairs[index]
        if len(parents[child]) < PARENTS and sum(map(len, parents)) < ARROWS:
            parents[child].append(parent)
    mains = rng.uniform(0.1, 0.5, size=ATTRIBUTES) * rng.choice([-1, 1], size=ATTRIBUTES)
    return tuple(
        Node(tuple(above), float(main), rng.standard_normal((2,) * (1 + len(above))) * bool(above))
        for above, main in zip(parents, mains, strict=True)
    )
