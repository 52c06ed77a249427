"""The fixed battery that a procedure is certified on: nulls and alternatives, stable and unstable learners."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One source with two learners; ``null`` says whether they are equally good there, by construction."""

    name: str
    source: str
    null: bool
    learners: tuple[str, str] | None = None


def _blocks(learner: str) -> tuple[str, str]:
    return f'block(learner="{learner}")', f'block(learner="{learner}", which=2)'


BATTERY = (
    Cell("training-free, n = 100", "task-one(n=100)", null=True),
    Cell("training-free, n = 1000", "task-one(n=1000)", null=True),
    Cell("two kinds of rows, error .1", "epsilon(rate=0.1)", null=True),
    Cell("two kinds of rows, error .4", "epsilon(rate=0.4)", null=True),
    Cell("naive Bayes on like columns, n = 100", "symmetric(n=100)", null=True, learners=_blocks("nb")),
    Cell("naive Bayes on like columns, n = 300", "symmetric(n=300)", null=True, learners=_blocks("nb")),
    Cell("nearest neighbour on like columns, n = 100", "symmetric(n=100)", null=True, learners=_blocks("1nn")),
    Cell("five neighbours on like columns, n = 300", "symmetric(n=300)", null=True, learners=_blocks("5nn")),
    Cell("decision stump on like columns, n = 300", "symmetric(n=300)", null=True, learners=_blocks("stump")),
    Cell("deep tree on like columns, n = 100", "symmetric(n=100)", null=True, learners=_blocks("tree")),
    Cell("training-free, 10 points apart, n = 300", "task-one(step=20, n=300)", null=False),
    Cell("training-free, 3 points apart, n = 1000", "task-one(step=6, n=1000)", null=False),
    Cell("naive Bayes against a tree, random network", "bayes-net(delta=0.0583)", null=False, learners=("nb", "tree")),
    Cell("a tree against a nearest neighbour, EXP6", "exp6", null=False, learners=("tree", "1nn")),
    Cell("discriminants against a tree, two Gaussians", "gaussians", null=False, learners=("lda", "tree")),
)
