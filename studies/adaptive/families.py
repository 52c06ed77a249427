"""Sources and pairs of learners: one half to choose on, another to confirm on."""

from dataclasses import dataclass, replace
from typing import Literal

Half = Literal["choose", "confirm"]
SLOW = ("stump", "tree")


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
    slow: bool = False  # many fits take long: without the rules that need most, 30x10 and 100 random splits
    five: bool = False  # with five folds too
    fresh: bool = False  # not looked at before the second round, when the threshold by rows was settled


def _blocks(learner: str, other: str | None = None) -> tuple[str, str]:
    return f'block(learner="{learner}")', f'block(learner="{other or learner}", which=2)'


def _like(name: str, half: Half, learner: str, source: str, leads: tuple[float, ...], *, five: bool = False) -> Family:
    """Make a family of one learner on two blocks of columns, alike at the null, the first ahead elsewhere."""
    pair = _blocks(learner)
    cells = tuple(Cell(f"symmetric({source}, lead={lead})", pair, null=False) for lead in leads)
    return Family(name, half, Cell(f"symmetric({source})", pair, null=True), cells, slow=learner in SLOW, five=five)


def _unlike(
    name: str, half: Half, learners: tuple[str, str], source: str, level: float, leads: tuple[float, ...]
) -> Family:
    """Make a family of two learners; at the lead ``level`` they are equally good, within .001 (``leads``)."""
    pair = _blocks(*learners)
    cells = tuple(Cell(f"symmetric({source}, lead={round(level + lead, 4)})", pair, null=False) for lead in leads)
    return Family(
        name,
        half,
        Cell(f"symmetric({source}, lead={level})", pair, null=True),
        cells,
        slow=any(each in SLOW for each in learners),
    )


def _free(name: str, half: Half, n: int, steps: tuple[float, ...]) -> Family:
    pair = ("always-one", "copy-x")
    cells = tuple(Cell(f"task-one(n={n}, step={step})", pair, null=False) for step in steps)
    return Family(name, half, Cell(f"task-one(n={n})", pair, null=True), cells, five=True)


def _linear(name: str, half: Half, n: int, tilts: tuple[float, ...]) -> Family:
    pair = _blocks("ols")
    cells = tuple(Cell(f"regression(n={n}, tilt={tilt})", pair, null=False) for tilt in tilts)
    return Family(name, half, Cell(f"regression(n={n})", pair, null=True), cells)


GNB = "sklearn.naive_bayes.GaussianNB"

FAMILIES = (
    _free("training-free, n = 300", "choose", 300, (10, 18, 26, 36)),
    _like("naive Bayes, n = 100", "choose", GNB, "n=100, features=4, signal=0.6", (0.2, 0.4, 0.6, 0.9), five=True),
    _like(
        "one neighbour, n = 150",
        "choose",
        "knn(k=1)",
        "n=150, features=4, signal=0.8",
        (0.2, 0.4, 0.6, 0.9, 0.3),
        five=True,
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
        five=True,
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
    _like("deep tree, n = 100", "confirm", "tree", "n=100, features=3, signal=0.7", (0.3, 0.6, 0.9)),
    _unlike(
        "discriminant and stump, n = 200",
        "confirm",
        ("lda", "stump"),
        "n=200, features=3, signal=0.8",
        -0.3703,
        (0.15, 0.3, 0.45),
    ),
    _linear("least squares, squared error, n = 100", "confirm", 100, (0.2, 0.4, 0.6, 0.9)),
    *(
        replace(family, fresh=True)
        for family in (
            _like(
                "three neighbours, eight columns, n = 200",
                "confirm",
                "knn(k=3)",
                "n=200, features=8, signal=0.5",
                (0.1, 0.2, 0.3, 0.6),
            ),
            _like(
                "15 neighbours, 3:7, n = 500",
                "confirm",
                "knn(k=15)",
                "n=500, features=4, signal=0.6, share=0.3",
                (0.1, 0.2, 0.3, 0.6),
            ),
            _like(
                "naive Bayes, eight columns, n = 200",
                "confirm",
                GNB,
                "n=200, features=8, signal=0.4",
                (0.1, 0.2, 0.3, 0.6),
            ),
            _like(
                "discriminant, five classes, n = 400",
                "confirm",
                "lda",
                "n=400, features=4, signal=0.6, classes=5",
                (0.08, 0.12, 0.2, 0.4),
            ),
            _like(
                "stump, six columns, n = 120", "confirm", "stump", "n=120, features=6, signal=0.8", (0.2, 0.4, 0.6, 0.9)
            ),
            _linear("least squares, squared error, n = 300", "confirm", 300, (0.1, 0.2, 0.3, 0.6)),
        )
    ),
)
