"""A league of 20 learners on 60 data sets: all 190 pairs with all that is told of them, against limits of CPU."""

from typing import Any

from benchmarks.timing import cpu, show
from outperform import judge_league
from outperform.core import Floats, stream

LEARNERS, DATASETS = 20, 60
REPEATS, FOLDS = 2, 10
SECOND, FEW = 1.0, 5.0  # seconds of CPU at most


def run() -> None:
    """Print the ratios."""
    judge_league(table(), metric="accuracy")  # what is loaded once is not counted
    spent = cpu(lambda: judge_league(table(), metric="accuracy"))
    show("judge_league, 190 pairs, 60 data sets, a wide table: 1 s / ours", SECOND / spent, 1)
    spent = cpu(lambda: judge_league(table(), metric="accuracy", test="nemenyi"))
    show("the same by nemenyi, with smaller pools: 5 s / ours", FEW / spent, 1)
    rows = splits()
    spent = cpu(lambda: judge_league(rows))
    show("the same with 2 x 10 folds and 2,000 other splits: 5 s / ours", FEW / spent, 1)


def scores() -> Floats:
    """Draw scores [dataset, learner] in which the learners differ a little."""
    rng = stream(0, "league")
    level, learner = rng.uniform(0.5, 0.85, (DATASETS, 1)), rng.normal(0, 0.02, LEARNERS)
    found: Floats = level + learner + rng.normal(0, 0.02, (DATASETS, LEARNERS))
    return found


def table() -> dict[str, dict[str, float]]:
    """Return the scores as a dict of learners."""
    values = scores()
    return {f"learner{at}": {f"set{row}": float(values[row, at]) for row in range(DATASETS)} for at in range(LEARNERS)}


def splits() -> dict[str, list[Any]]:
    """Return scores of every split as columns of a long table."""
    rng = stream(0, "league", "splits")
    values = scores()
    cells = [
        (f"set{row}", f"learner{at}", repeat, fold, 90, 10, values[row, at] + rng.normal(0, 0.03))
        for row in range(DATASETS)
        for at in range(LEARNERS)
        for repeat in range(REPEATS)
        for fold in range(FOLDS)
    ]
    names = ("dataset", "learner", "repeat", "fold", "n_train", "n_test", "accuracy")
    return {name: list(column) for name, column in zip(names, zip(*cells, strict=True), strict=True)}


if __name__ == "__main__":
    run()
