"""Populations for the four panels of both figures: made, and taken from a collection of texts."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from outperform.core import Floats, Ints
from outperform.metrics import F1
from outperform.papers.keller_bengio_wong_2005.text import Collection, cells_of
from outperform.sources.population import Population
from outperform.sources.populations import of_margins

PANELS = {
    "a": "different models, balanced",
    "b": "different models, unbalanced",
    "c": "similar models, balanced",
    "d": "similar models, unbalanced",
}
TOTAL = 1_000_000  # weight of a population; its fractions of a class are whole numbers
PREVALENCE = {"balanced": (0.4, 0.5, 0.6), "unbalanced": (0.01, 0.03, 0.09)}  # a ratio of 10 to 100, p. 655
MIDDLE = {0.8: 0.8, 2 / 3: 0.65, 10 / 11: 0.9}  # recall about which two learners of this F1 lie
LEVEL_OF_F1 = {"balanced": (0.8, 10 / 11), "unbalanced": (2 / 3, 0.8)}
GAP = {"different": (0.04, 0.5), "similar": (0.002, 0.9)}  # half the gap in recall; closeness


@dataclass(frozen=True)
class PopulationTask:
    """One population: where it belongs, what is 0 there, and its cells."""

    source: str  # "made" or "texts"
    panel: str
    kind: str  # "equal F1", "equal errors", "equal", "unequal"
    name: str
    cells: tuple[int, ...]

    @cached_property
    def difference(self) -> tuple[float, float]:
        """Differences over the population: first - second in F1, and in accuracy."""
        population = Population(self.cells)
        return population.difference(F1()), population.truth(0).difference

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures whose tests are of interest: where H0 is true for one alone, that one."""
        return {"equal F1": ("dF1",), "equal errors": ("dCerr",)}.get(self.kind, ("dF1", "dCerr"))

    @property
    def address(self) -> str:
        """Where its draws come from."""
        return f"{self.source}/{self.panel}/{self.kind}/{self.name}"

    def is_null(self, reading: str, reach: float = 0.0) -> bool:
        """Return whether H0 holds for the measure of a reading, dF1 or dCerr: exactly, or within a reach."""
        return abs(self.difference["dCerr" in reading]) <= reach


def made() -> list[PopulationTask]:
    """Make populations where H0 holds exactly in F1, exactly in errors, and in neither."""
    return [task for panel in PANELS for task in _panel(panel)]


def _panel(panel: str) -> list[PopulationTask]:
    models, balance = ("different", "similar")[panel in "cd"], ("balanced", "unbalanced")[panel in "bd"]
    gap, closeness = GAP[models]
    return [
        PopulationTask("made", panel, kind, f"{share:g} positive, F1 about {f1:.2f}", _cells(share, margins, closeness))
        for share, f1 in product(PREVALENCE[balance], LEVEL_OF_F1[balance])
        for kind, margins in _margins(f1, gap).items()
    ]


def _margins(f1: float, gap: float) -> dict[str, tuple[float, float, float, float]]:
    """Return recall of both and false positives of both, these too as a share of the positives.

    F1 = 2 r / (r + f + 1) is the same along f = (2 / F1 - 1) r - 1; errors are the same along f = r + constant.
    """
    middle, slope = MIDDLE[f1], 2 / f1 - 1
    low, high, false = middle - gap, middle + gap, slope * middle - 1
    return {
        "equal F1": (low, high, slope * low - 1, slope * high - 1),
        "equal errors": (low, high, false - gap, false + gap),
        "unequal": (high, low, false, false),  # the second finds less: "the MLP gave poorer results on average"
    }


def _cells(share: float, margins: tuple[float, float, float, float], closeness: float) -> tuple[int, ...]:
    positives = round(share * TOTAL)
    found_a, found_b, false_a, false_b = (round(part * positives) for part in margins)
    rows = (TOTAL - positives, positives)
    found = of_margins(rows, (found_a, found_b), (false_a, false_b), closeness=closeness)
    return tuple(int(cell) for cell in found.cells)


def from_texts(collection: Collection, linear: Floats, rbf: Floats, mlp: Floats) -> list[PopulationTask]:
    """Take populations from what three learners say: as they are, and mixed with their exchange, where H0 holds."""
    tasks = []
    for panel_pair, other in (("ab", mlp), ("cd", rbf)):
        for place, cells in enumerate(cells_of(collection, linear, other)):
            single = place < len(collection.categories)
            name = f"category {collection.categories[place]}" if single else f"meta-category {place}"
            panel = panel_pair[single]
            tasks.append(PopulationTask("texts", panel, "unequal", name, tuple(cells.tolist())))
            tasks.append(PopulationTask("texts", panel, "equal", name, tuple(_mixed(cells).tolist())))
    return tasks


def _mixed(cells: Ints) -> Ints:
    """Add the population in which the learners have changed places: nothing distinguishes them any more."""
    return cells + cells[[0, 2, 1, 3, 4, 6, 5, 7]]
