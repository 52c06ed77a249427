"""Dietterich's three tasks (1998, sec. 6): what is drawn, the two learners, and who gets which row right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from sklearn import config_context

from outperform.core import Bools, Dataset, Floats, Ints, Source, Values, seed_at, stream
from outperform.designs import KFold, Subsampling
from outperform.learners import DepthTree
from outperform.learners.damaged import LETTERS, DamagedNN
from outperform.learners.fast import fast_path
from outperform.learners.nearest_row import weighted_squares
from outperform.sources import CATALOGUE as SOURCES
from outperform.sources import Exp6, Table

ROWS = 300
SIZES = (150, 200, 270, 300)  # what 5x2, a third held out and ten folds train on, and all
POINTS, LEARNT, TESTED = 7670, 100, 100  # of Fig. 3; the test sets are ours
HELD = 5  # times that a third is held out, each a trial of its own
TREE = DepthTree(depth=None, min_leaf=2)  # C4.5's own default: no branch with a single row


@dataclass(frozen=True)
class DamageTask:
    """A source with two learners, of which the better one can be damaged."""

    name: str
    source: str
    data: str | None = None  # the dataset it needs
    groups: tuple[tuple[int, ...], ...] = ()  # columns whose weights a damage of the neighbour pulls apart
    flips: bool = False  # the tree is better and gets random errors instead
    repeats: int = 5  # of halves


TASKS = {
    task.name: task
    for task in (
        DamageTask("EXP6", "exp6(n=300)", groups=((1,), (2,)), repeats=20),
        DamageTask("Letter", 'table(name="letter", n=300, pool=10000)', data="letter", groups=LETTERS, repeats=8),
        DamageTask("Pima", 'table(name="diabetes.arff", n=300)', data="diabetes.arff", flips=True),
    )
}


def errors(name: str, first: int, count: int, seed: int, asks: Sequence[tuple[float, int]], most: int) -> Floats:
    """Measure errors on rows kept for calibration [dataset, the tree at each size, then each ask].

    An ask is the damage of the neighbour and the rows it learns from; asks of one damage stand together, smaller sizes
    first. The subsets of a dataset are its first rows. At most ``most`` rows of those kept are used, drawn anew for
    each dataset.
    """
    return np.array([_errors(TASKS[name], number, seed, asks, most) for number in range(first, first + count)])


def _errors(task: DamageTask, number: int, seed: int, asks: Sequence[tuple[float, int]], most: int) -> list[float]:
    train, test = _pair(_source(task.source), stream(seed, "dataset", task.name, number))
    if test.size > most:
        places = stream(seed, "kept", task.name, number).choice(test.size, size=most, replace=False)
        test = Dataset(test.rows[places], test.target[places])
    root = seed_at(seed, "tree", task.name, number)
    said = [tree_says(train.rows[:size], train.target[:size], test.rows, root) for size in SIZES]
    for damage in dict.fromkeys(damage for damage, _ in asks):
        far = weighted_squares(test.rows, train.rows, _neighbour(task, damage).column_weights(train.rows.shape[1]))
        sizes = tuple(size for other, size in asks if other == damage)
        said += [train.target[near] for near in _nearest(far, sizes)]
    return [float(np.mean(labels != test.target)) for labels in said]


def trials(
    name: str, first: int, count: int, seed: int, damages: Sequence[tuple[float, float, float]], repeats: int
) -> Floats:
    """Run all designs on datasets: counts [dataset, damage, split, (n00, n01, n10, n11)] of the tree and the neighbour.

    Damages are those at 150, 200 and 270 rows. Splits: each third held out, the halves of each repeat, ten folds. The
    tree is fitted once per split, whatever the damage; a `Study` of the lab would fit it again for each of them.
    """
    return np.array([_trial(TASKS[name], number, seed, damages, repeats) for number in range(first, first + count)])


def _trial(
    task: DamageTask, number: int, seed: int, damages: Sequence[tuple[float, float, float]], repeats: int
) -> list[Floats]:
    data = _source(task.source).draw(stream(seed, "dataset", task.name, number))
    labels = deals(data, seed_at(seed, "deals", task.name, number), repeats)
    root = seed_at(seed, "fit", task.name, number)
    trees = np.array([_tree_right(data, deal, root) for deal in labels])
    chances = stream(seed, "flips", task.name, number).random(trees.shape)
    of_deal = np.array([*[1] * HELD, *[0] * repeats, 2])  # which of the three damages
    found = []
    for damage in damages:
        flipped = chances < np.array(damage)[of_deal][:, np.newaxis] if task.flips else np.zeros(trees.shape, bool)
        near = np.empty(trees.shape, dtype=np.bool_)
        for place, one in enumerate(damage):
            near[of_deal == place] = neighbour_right(task, data, one, labels[of_deal == place])
        found.append(np.concatenate([_tally(*one) for one in zip(labels, trees ^ flipped, near, strict=True)]))
    return found


def deals(data: Dataset, seed: int, repeats: int) -> Ints:
    """Return the part [deal, row] in which a row is tested, -1 where it only trains: thirds, halves, ten folds."""
    designs = (
        Subsampling(repeats=HELD, share="1/3", stratify=False),
        KFold(folds=2, repeats=repeats, stratify=False),
        KFold(folds=10, stratify=False),
    )
    plans = [design.plan(data, stream(seed, "plan", str(design))) for design in designs]
    return np.vstack([plan.labels for plan in plans if plan.labels is not None])


def _tree_right(data: Dataset, labels: Ints, seed: int) -> Bools:
    right = np.zeros(data.size, dtype=np.bool_)
    for part in range(labels.max() + 1):
        tested = labels == part
        said = tree_says(data.rows[~tested], data.target[~tested], data.rows[tested], seed)
        right[tested] = said == data.target[tested]
    return right


def tree_says(rows: Floats, target: Values, asked: Floats, seed: int) -> Values:
    """Fit the tree and ask it; the checks of scikit-learn, half of the time on so few rows, are left out."""
    tree = TREE.estimator
    tree.random_state = seed
    with config_context(skip_parameter_validation=True):
        tree.fit(rows.astype(np.float32), target, check_input=False)
        said: Values = tree.predict(asked.astype(np.float32), check_input=False)
    return said


def point_errors(first: int, count: int, seed: int) -> Floats:
    """Train trees on 100 rows each: how often each point is misclassified, then the error of each tree.

    Last come the errors of each tree on a test set of 100 of the points, drawn anew.
    """
    points = Exp6(n=POINTS).draw(stream(seed, "population"))
    wrong, tested = [], []
    for number in range(first, first + count):
        train = Exp6(n=LEARNT).draw(stream(seed, "train", number))
        said = tree_says(train.rows, train.target, points.rows, seed_at(seed, "tree", number))
        wrong.append(said != points.target)
        tested.append(wrong[-1][stream(seed, "tested", number).integers(POINTS, size=TESTED)].mean())
    every = np.array(wrong)
    return np.concatenate([every.sum(axis=0), every.mean(axis=1), tested])


def _tally(labels: Ints, first: Bools, second: Bools) -> Ints:
    """Count n00, n01, n10, n11 of each part."""
    cells = 4 * labels + 2 * first + second
    return np.bincount(cells[labels >= 0], minlength=4 * (labels.max() + 1)).reshape(-1, 4)


def _neighbour(task: DamageTask, damage: float) -> DamagedNN:
    """Return the neighbour, undamaged where it is the tree that gets random errors."""
    return DamagedNN(omega=1 if task.flips else damage, groups=task.groups)


def neighbour_right(task: DamageTask, data: Dataset, damage: float, labels: Ints) -> Bools:
    """Return which rows [deal, row] the neighbour outside their part predicts right."""
    path = fast_path(_neighbour(task, damage).estimator, data.rows, data.target)
    assert path is not None  # 300 rows of numbers
    right: Bools = path.predict(labels)[0] == data.target
    return right


def _nearest(far: Floats, sizes: Sequence[int]) -> Iterator[Ints]:
    """Find the nearest of the first training rows, for each number of them; of those equally far, the first."""
    every, best, start = np.arange(len(far)), np.zeros(len(far), dtype=np.int64), 0
    for stop in sizes:
        late = start + far[:, start:stop].argmin(axis=1)
        best = np.where(far[every, late] < far[every, best], late, best) if start else late
        start = stop
        yield best


def _pair(source: Source, rng: np.random.Generator) -> tuple[Dataset, Dataset]:
    """Draw a dataset with the rows kept for calibration: those left, or the grid."""
    if isinstance(source, Exp6):
        return source.draw(rng), _grid()
    assert isinstance(source, Table)
    return source.draw_and_rest(rng)


@lru_cache(maxsize=4)  # of the process: it follows from the spec
def _source(spec: str) -> Source:
    return SOURCES.get_entry(spec)


@lru_cache(maxsize=1)  # of the process: a constant
def _grid() -> Dataset:
    return Exp6().grid()
