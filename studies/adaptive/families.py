"""Sources and pairs of learners: one half to choose on, another to confirm on."""

from dataclasses import dataclass
from typing import Literal

Half = Literal["choose", "confirm"]


@dataclass(frozen=True)
class Cell:
    """One source with one pair of learners."""

    source: str
    learners: tuple[str, str]
    null: bool


@dataclass(frozen=True)
class Family:
    """A pair of learners where both are equally good, and where the first is better by several degrees."""

    name: str
    half: Half
    null: Cell
    others: tuple[Cell, ...]
    long: bool = False  # with the rules that need most fits: 30x10 and 100 random splits
    part: float = 1.0  # of the datasets that other families get
    stratify: bool | None = None  # None as ``compare`` does: where there are classes


def _blocks(learner: str, other: str | None = None) -> tuple[str, str]:
    return f'block(learner="{learner}")', f'block(learner="{other or learner}", which=2)'


def _like(
    name: str, half: Half, learner: str, source: str, leads: tuple[float, ...], *, long: bool = False, part: float = 1.0
) -> Family:
    """Make a family of one learner on two blocks of columns, alike at the null, the first ahead elsewhere."""
    pair = _blocks(learner)
    cells = tuple(Cell(f"symmetric({source}, lead={lead})", pair, null=False) for lead in leads)
    return Family(name, half, Cell(f"symmetric({source})", pair, null=True), cells, long, part)


def _unlike(
    name: str, half: Half, learners: tuple[str, str], source: str, level: float, leads: tuple[float, ...]
) -> Family:
    """Make a family of two learners; at the lead ``level`` they are equally good, within .001 (``leads``)."""
    pair = _blocks(*learners)
    cells = tuple(Cell(f"symmetric({source}, lead={round(level + lead, 4)})", pair, null=False) for lead in leads)
    return Family(name, half, Cell(f"symmetric({source}, lead={level})", pair, null=True), cells)


def _free(name: str, half: Half, n: int, steps: tuple[float, ...]) -> Family:
    pair = ("always-one", "copy-x")
    cells = tuple(Cell(f"task-one(n={n}, step={step})", pair, null=False) for step in steps)
    return Family(name, half, Cell(f"task-one(n={n})", pair, null=True), cells, long=True, stratify=False)


def _linear(name: str, half: Half, n: int, tilts: tuple[float, ...]) -> Family:
    pair = _blocks("ols")
    cells = tuple(Cell(f"regression(n={n}, tilt={tilt})", pair, null=False) for tilt in tilts)
    return Family(name, half, Cell(f"regression(n={n})", pair, null=True), cells)


GNB = "sklearn.naive_bayes.GaussianNB"

FAMILIES = (
    _free("training-free, n = 300", "choose", 300, (10, 18, 26, 36)),
    _like("naive Bayes, n = 100", "choose", GNB, "n=100, features=4, signal=0.6", (0.2, 0.4, 0.6, 0.9), long=True),
    _like(
        "one neighbour, n = 150",
        "choose",
        "knn(k=1)",
        "n=150, features=4, signal=0.8",
        (0.2, 0.4, 0.6, 0.9, 0.3),
        long=True,
    ),
    _like("stump, n = 200", "choose", "stump", "n=200, features=4, signal=0.7", (0.2, 0.4, 0.6, 0.9)),
    _like(
        "discriminant, 1:9, n = 300", "choose", "lda", "n=300, features=3, signal=1.2, share=0.1", (0.2, 0.4, 0.6, 0.9)
    ),
    _unlike(
        "one neighbour and naive Bayes, n = 150",
        "choose",
        ("knn(k=1)", GNB),
        "n=150, features=4, signal=0.8",
        0.2576,
        (0.2, 0.4, 0.6),
    ),
    _free("training-free, n = 1000", "confirm", 1000, (5, 9, 13, 19)),
    _like(
        "five neighbours, n = 300",
        "confirm",
        "knn(k=5)",
        "n=300, features=6, signal=0.5",
        (0.1, 0.2, 0.3, 0.45),
        long=True,
    ),
    _like(
        "stump, 3:7, n = 300",
        "confirm",
        "stump",
        "n=300, features=4, signal=0.9, share=0.3",
        (0.2, 0.4, 0.6, 0.9),
    ),
    _like(
        "naive Bayes, 1:9, n = 400", "confirm", GNB, "n=400, features=3, signal=1.2, share=0.1", (0.2, 0.4, 0.6, 0.9)
    ),
    _like(
        "naive Bayes, five classes, n = 500",
        "confirm",
        GNB,
        "n=500, features=5, signal=0.5, classes=5",
        (0.05, 0.1, 0.15, 0.2),
    ),
    _like("discriminant, n = 1000", "confirm", "lda", "n=1000, features=5, signal=0.4", (0.05, 0.1, 0.15, 0.2)),
    _like(
        "one neighbour, five classes, n = 250",
        "confirm",
        "knn(k=1)",
        "n=250, features=5, signal=0.7, classes=5",
        (0.1, 0.2, 0.3, 0.4),
    ),
    _like("deep tree, n = 100", "confirm", "tree", "n=100, features=3, signal=0.7", (0.3, 0.6, 0.9), part=0.3),
    _unlike(
        "discriminant and stump, n = 200",
        "confirm",
        ("lda", "stump"),
        "n=200, features=3, signal=0.8",
        -0.3703,
        (0.15, 0.3, 0.45),
    ),
    _linear("least squares, squared error, n = 100", "confirm", 100, (0.2, 0.4, 0.6, 0.9)),
)
