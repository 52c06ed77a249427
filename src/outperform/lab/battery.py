"""The fixed cases that a procedure or a league test is certified on: nulls and alternatives."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BatteryCell:
    """One source with its learners; ``null`` is true where they are equally good by construction."""

    name: str
    source: str
    null: bool
    learners: tuple[str, str] | None = None
    kind: str = "learners that ignore their training rows"
    part: float = 1.0  # of the datasets that other cells get
    unit: str = "data sets"  # what a source draws


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


def _league(name: str, settings: str, kind: str, *, null: bool) -> BatteryCell:
    return BatteryCell(name, f"league({settings})", null=null, kind=kind, unit="leagues")


NORMAL, HEAVY, SKEWED = "normal differences", "heavy tails", "skewed differences"
LEAGUE_BATTERY = (
    _league("2 learners, 10 data sets", "datasets=10", NORMAL, null=True),
    _league("2 learners, 50 data sets", "datasets=50", NORMAL, null=True),
    _league("2 learners, 20 data sets that hardly differ", "spread=0.005", NORMAL, null=True),
    _league("2 learners, 20 data sets, t with 3 df", "law='t3'", HEAVY, null=True),
    _league("2 learners, 20 data sets, t with 1.5 df", "law='t1.5'", HEAVY, null=True),
    _league("2 learners, 20 data sets, skewed", "law='skewed'", SKEWED, null=True),
    _league("2 learners, 50 data sets, skewed", "datasets=50, law='skewed'", SKEWED, null=True),
    _league("5 learners, 20 data sets", "learners=5", NORMAL, null=True),
    _league("5 learners, 20 data sets, scores in steps of .01", "learners=5, step=0.01", "ties", null=True),
    _league("10 learners, 20 data sets", "learners=10", NORMAL, null=True),
    _league("10 learners, 50 data sets, t with 3 df", "datasets=50, learners=10, law='t3'", HEAVY, null=True),
    _league("2 learners, 20 data sets, lead .02", "lead=0.02", NORMAL, null=False),
    _league("2 learners, 20 data sets that hardly differ, lead .01", "lead=0.01, spread=0.005", NORMAL, null=False),
    _league("2 learners, 20 data sets, t with 3 df, lead .02", "lead=0.02, law='t3'", HEAVY, null=False),
    _league("5 learners, 20 data sets, lead .03", "learners=5, lead=0.03", NORMAL, null=False),
    _league("10 learners, 50 data sets, lead .02", "datasets=50, learners=10, lead=0.02", NORMAL, null=False),
)
"""With more than two learners a null is rejected where any pair is, after the adjustment for all pairs."""


def _items(name: str, settings: str, kind: str, *, null: bool) -> BatteryCell:
    return BatteryCell(name, f"fixed-items({settings})", null=null, kind=kind, unit="sets of items")


ANSWERS, SCORES, CLUSTERS = "right and wrong answers", "scores", "clusters of items"
F1, AREA, RARE = "F1", "ROC AUC", "rare large losses"
ITEM_BATTERY = (
    _items("right or wrong, 50 items", "items=50", ANSWERS, null=True),
    _items("right or wrong, 300 items", "items=300", ANSWERS, null=True),
    _items("right or wrong, 100 items, 3 samples", "samples=3", "samples of answers", null=True),
    _items("normal scores, 20 items", "law='normal', items=20", SCORES, null=True),
    _items("t with 3 df, 100 items", "law='t3'", SCORES, null=True),
    _items("70% of items tied, 50 items", "law='tied', items=50", "ties", null=True),
    _items("skewed scores, 50 items", "law='skewed', items=50", "skewed scores", null=True),
    _items("rare large losses, 100 items", "law='losses'", RARE, null=True),
    _items("normal scores, 12 clusters of 10", "law='normal', items=120, clusters=12", CLUSTERS, null=True),
    _items("right or wrong, 30 clusters of 5", "items=150, clusters=30", CLUSTERS, null=True),
    _items("F1, 100 items", "law='labels'", F1, null=True),
    _items("F1, 300 items", "law='labels', items=300", F1, null=True),
    _items("ROC AUC, 50 items", "law='ranks', items=50", AREA, null=True),
    _items("ROC AUC, 200 items", "law='ranks', items=200", AREA, null=True),
    _items("right or wrong, 200 items, lead .08", "items=200, lead=0.08", ANSWERS, null=False),
    _items("right or wrong, 100 items, 3 samples, lead .08", "samples=3, lead=0.08", "samples of answers", null=False),
    _items("normal scores, 50 items, lead .3", "law='normal', items=50, lead=0.3", SCORES, null=False),
    _items("t with 3 df, 100 items, lead .2", "law='t3', lead=0.2", SCORES, null=False),
    _items(
        "normal scores, 30 clusters of 5, lead .4",
        "law='normal', items=150, clusters=30, lead=0.4",
        CLUSTERS,
        null=False,
    ),
    _items("F1, 300 items, recall .1 higher", "law='labels', items=300, lead=0.1", F1, null=False),
    _items("ROC AUC, 200 items, positives .4 higher", "law='ranks', items=200, lead=0.4", AREA, null=False),
)
"""A test is tried on the cells that fit it."""
