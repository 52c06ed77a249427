"""The two learners of Table 5, Weka's own or ours, and the networks on which they differ as printed."""

import numpy as np

from outperform.core import Bools, Floats, Ints
from outperform.papers.bouckaert_frank_2004 import by_weka, networks
from outperform.papers.bouckaert_frank_2004.networks import CELLS
from outperform.papers.bouckaert_frank_2004.sources import Network
from outperform.papers.bouckaert_frank_2004.uci import OURS, WEKA, is_weka

# Networks of sources 2, 3 and 4: found by tests/reference/bf04_networks.py. Source 1 has no arrows: any number will do.
SELECTED: dict[str, dict[int, tuple[int, ...]]] = {
    WEKA: {
        1: tuple(range(10)),
        2: (0, 3, 36, 49, 57, 66),
        3: (27, 60, 75, 77, 80, 139),
        4: (56, 127, 187, 250, 447, 480),
    },
    OURS: {
        1: tuple(range(10)),
        2: (46, 48, 50, 67, 68, 79),
        3: (34, 39, 60, 80, 86, 99),
        4: (141, 187, 480, 537, 548, 671),
    },
}


def selected(maker: str) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the networks of each source, by whose learners are run."""
    return SELECTED[WEKA if is_weka(maker) else OURS]


def network_of(maker: str, source: int, place: int) -> Network:
    """Return one of the networks that were selected for a source of the paper."""
    return Network(selected(maker)[source][place], empty=source == 1)


def say(maker: str, counts: Floats, sets: Ints, cells: Ints, rng: np.random.Generator) -> Bools:
    """Return what naive Bayes and the tree say [learner, cell] of cells, each by one of the training sets."""
    module = by_weka if is_weka(maker) else networks
    return np.stack([module.naive_bayes_says(counts, sets, cells), module.tree_says(counts, sets, cells, rng)])


def gains(maker: str, counts: Floats, joint: Floats, rng: np.random.Generator) -> Floats:
    """Return the expected accuracy of the tree minus that of naive Bayes, once per training set."""
    sets, cells = np.divmod(np.arange(len(counts) * CELLS), CELLS)
    bayes, tree = say(maker, counts, sets, cells, rng).reshape(2, len(counts), CELLS)
    edge = joint[1] - joint[0]
    found: Floats = tree @ edge - bayes @ edge
    return found
