"""Runs of the realistic tasks of Dietterich (1998, sec. 6): calibrate the learners, then try the four tests."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import PchipInterpolator

from outperform.core import Floats, Ints, SignificanceTest
from outperform.lab.count_engine import judge_counts
from outperform.papers.dietterich_1998.rates import LEVEL, rejected
from outperform.papers.dietterich_1998.tasks import HELD, ROWS, SIZES, TASKS, DamageTask, errors, trials
from outperform.papers.real import dataset_at_hand
from outperform.papers.workbench import Workbench, once
from outperform.significance import KFoldT, McNemar, Proportions

GAINS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # lambda: 0 makes the learners equal, 1 damages none
PIECE = 20  # datasets a unit of work
DAMAGES = {"EXP6": tuple(np.geomspace(1, 160, 11).tolist()), "Letter": tuple(np.geomspace(1, 30, 9).tolist())}
SAFE = ("McNemar", "proportions", "5x2cv t")  # those with acceptable Type I error
POWERFUL = "10-fold t"
TESTS = (*SAFE, POWERFUL)


@dataclass(frozen=True, eq=False)
class Calibrated:
    """Errors by size (150, 200, 270, 300 rows), and the damages that bring the better learner back."""

    tree: Floats  # [size]
    neighbour: Floats  # [size], undamaged
    damages: Floats  # [gain, size]
    reached: Floats  # [gain, size]: the error of the damaged learner
    target: Floats  # [gain, size]: what it should be
    reference: Floats  # [size]: the error of the other learner
    datasets: int
    gap_se: Floats  # [size]: standard error of tree - undamaged neighbour, over datasets

    @property
    def gap(self) -> Floats:
        """Difference of the learners at 300 rows, in percentage points [gain]."""
        points: Floats = 100 * (self.reference - self.target)[:, -1]
        return points


def tasks_at_hand() -> tuple[list[DamageTask], list[str]]:
    """Return the tasks that can be run, and the datasets that are missing."""
    there = [task for task in TASKS.values() if task.data is None or dataset_at_hand(task.data) is not None]
    return there, [task.data for task in TASKS.values() if task not in there and task.data is not None]


def missing_note() -> tuple[str, ...]:
    """Name the datasets that are missing."""
    missing = tasks_at_hand()[1]
    return (f"Not found, and left out: {', '.join(missing)}.",) if missing else ()


def count_of(bench: Workbench) -> int:
    """How many datasets of each task are tried."""
    return bench.pick(250, 6000, 1000, least=4)


def _calibrating(bench: Workbench) -> int:
    """How many of them the learners are adjusted on."""
    return bench.pick(200, 2000, 1000, least=4)


@once
def calibrated(bench: Workbench, name: str) -> Calibrated:
    """Find the damages at which the better learner keeps each gain, by its mean error over all datasets.

    Errors are measured on a grid of damages and interpolated; what the damages found give is then measured.
    """
    task = TASKS[name]
    grid = DAMAGES.get(name, (1.0,))
    table = _errors(bench, task, [(damage, size) for damage in grid for size in SIZES])
    found, apart = table.mean(axis=0), table[:, : len(SIZES)] - table[:, len(SIZES) : 2 * len(SIZES)]
    tree, curves = found[: len(SIZES)], found[len(SIZES) :].reshape(len(grid), len(SIZES))
    best, reference = (tree, curves[0]) if task.flips else (curves[0], tree)
    gains = np.array(GAINS)[:, np.newaxis]
    target = reference - gains * (reference - best)
    if task.flips:  # a share r of all answers is turned: the error e becomes e + r (1 - 2 e)
        damages = np.maximum(0, target - tree) / (1 - 2 * tree)
        reached = tree + damages * (1 - 2 * tree)
    else:
        damages = np.array([_solve(grid, curves[:, k], target[:, k]) for k in range(len(SIZES))]).T
        asks = [(float(damages[g, k]), size) for g in range(len(GAINS)) for k, size in enumerate(SIZES)]
        reached = _errors(bench, task, _grouped(asks)).mean(axis=0)[len(SIZES) :]
        reached = reached[[_grouped(asks).index(ask) for ask in asks]].reshape(damages.shape)
    gap_se = apart.std(axis=0, ddof=1) / np.sqrt(len(table))
    return Calibrated(tree, curves[0], damages, reached, target, reference, _calibrating(bench), gap_se)


def _errors(bench: Workbench, task: DamageTask, asks: Sequence[tuple[float, int]]) -> Floats:
    """Return errors [dataset, learner and size]: the tree at all sizes, then what is asked."""
    most = bench.pick(1000, 1000, 30_000, least=500)
    total = _calibrating(bench)
    units = [
        (task.name, first, min(PIECE, total - first), bench.seed, tuple(asks), most) for first in range(0, total, PIECE)
    ]
    found: Floats = np.concatenate(bench.map(errors, units, word=f"pieces of {task.name}, errors"))
    return found


def _grouped(asks: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Put asks of one damage together, smaller sizes first, each once."""
    return sorted(set(asks))


def _solve(grid: Sequence[float], curve: Floats, target: Floats) -> Floats:
    """Find the damages that give the target errors; undamaged where the target is the undamaged error or less."""
    fine = np.linspace(0, np.log(grid[-1]), 4001)
    smooth = PchipInterpolator(np.log(grid), np.maximum.accumulate(curve))(fine)
    found: Floats = np.exp(np.interp(target, smooth, fine))
    return np.where(target <= curve[0], 1.0, found)


@dataclass(frozen=True, eq=False)
class Tried:
    """What the four tests said."""

    rejected: dict[str, Floats]  # share of rejections [dataset, gain] of each test
    halves: Floats  # differences [dataset, repeat, 2] where the learners are equal
    folds: Floats  # differences [dataset, 10] where the learners are equal
    held: Floats  # differences [dataset, time] on a third held out, where the learners are equal
    damages: Calibrated


@once
def tried(bench: Workbench, name: str) -> Tried:
    """Run the tests at every gain, each with learners calibrated at the size it trains on.

    The tests of a held-out third are run on several thirds of a dataset. Of the statistic of 5x2cv t each half of each
    replication is the numerator in turn. Expectations stay as they are, and errors shrink.
    """
    task, found, total = TASKS[name], calibrated(bench, name), count_of(bench)
    damages = tuple(tuple(row[:3]) for row in found.damages.tolist())
    units = [
        (name, first, min(PIECE, total - first), bench.seed, damages, task.repeats) for first in range(0, total, PIECE)
    ]
    counts = np.concatenate(bench.map(trials, units, word=f"pieces of {name}")).astype(np.int64)
    held, halves, folds = np.split(counts, [HELD, HELD + 2 * task.repeats], axis=2)
    halves = halves.reshape(*halves.shape[:2], task.repeats, 2, 4)
    x = [(part[..., 2] - part[..., 1]) / part[0, 0].sum(axis=-1) for part in (halves, folds, held)]
    judged = {
        "McNemar": _judged(McNemar(), held[..., np.newaxis, np.newaxis, :]),
        "proportions": _judged(Proportions(), held[..., np.newaxis, np.newaxis, :]),
        "5x2cv t": np.stack([rejected(x[0][:, g], 5) for g in range(len(GAINS))], axis=1),
        POWERFUL: _judged(KFoldT(), folds[:, :, np.newaxis, np.newaxis]),
    }
    return Tried(judged, x[0][:, 0], x[1][:, 0], x[2][:, 0], found)


def _judged(test: SignificanceTest, tables: Ints) -> Floats:
    """Return the share of rejections [dataset, gain] of counts [dataset, gain, time, repeat, fold, 4]."""
    pvalue = judge_counts(test, tables.reshape(-1, *tables.shape[3:]), ROWS).pvalue
    shares: Floats = (pvalue.reshape(tables.shape[:3]) <= LEVEL).mean(axis=-1)
    return shares
