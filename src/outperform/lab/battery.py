"""The fixed cases that a procedure is certified on: nulls and alternatives, stable and unstable learners."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BatteryCell:
    """One source with two learners; ``null`` is true where they are equally good by construction."""

    name: str
    source: str
    null: bool
    learners: tuple[str, str] | None = None
    kind: str = "learners that ignore their training rows"
    part: float = 1.0  # of the datasets that other cells get


def _like(kind: str, who: str, learner: str, n: int, part: float = 1.0) -> BatteryCell:
    """Make a null: one learner on two equivalent blocks of columns."""
    blocks = (f'block(learner="{learner}")', f'block(learner="{learner}", which=2)')
    return BatteryCell(f"{who} on equivalent columns, n = {n}", f"symmetric(n={n})", True, blocks, kind, part)  # noqa: FBT003


# All but the deep tree have an exact fast cross-validation; it takes most of the time, with half the datasets.
BATTERY = (
    BatteryCell("training-free, n = 100", "task-one(n=100)", null=True),
    BatteryCell("training-free, n = 1000", "task-one(n=1000)", null=True),
    BatteryCell("two kinds of rows, error .1", "epsilon(rate=0.1)", null=True),
    BatteryCell("two kinds of rows, error .4", "epsilon(rate=0.4)", null=True),
    _like("naive Bayes", "naive Bayes", "sklearn.naive_bayes.GaussianNB", 100),
    _like("naive Bayes", "naive Bayes", "sklearn.naive_bayes.GaussianNB", 300),
    _like("nearest neighbours", "nearest neighbour", "knn(k=1)", 100),
    _like("nearest neighbours", "five neighbours", "knn(k=5)", 300),
    _like("decision stumps", "decision stump", "stump", 300),
    _like("deep trees", "deep tree", "tree", 100, part=0.5),
    BatteryCell("training-free, 10 points apart, n = 300", "task-one(step=20, n=300)", null=False),
    BatteryCell("training-free, 3 points apart, n = 1000", "task-one(step=6, n=1000)", null=False),
    BatteryCell(
        "discriminants against five neighbours, logistic",
        "logistic(n=200)",
        null=False,
        learners=("lda", "knn(k=5)"),
        kind="discriminants and neighbours",
    ),
    BatteryCell(
        "one neighbour against nine, EXP6",
        "exp6",
        null=False,
        learners=("knn(k=1)", "knn(k=9)"),
        kind="nearest neighbours",
    ),
    BatteryCell(
        "discriminants against a stump, two Gaussians",
        "gaussians",
        null=False,
        learners=("lda", "stump"),
        kind="discriminants and stumps",
    ),
)
