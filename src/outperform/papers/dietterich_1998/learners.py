"""Figures of Dietterich (1998) about learners, not tests: errors point by point, learning curves, calibration."""

import numpy as np

from outperform.core.panels import Panel, Panels, Series
from outperform.papers.agreement import Agreement, Cell, Measured, Row
from outperform.papers.dietterich_1998.rates import absent
from outperform.papers.dietterich_1998.runs import GAINS, Calibrated, calibrated, missing_note, tasks_at_hand
from outperform.papers.dietterich_1998.tasks import POINTS, SIZES, TASKS, TESTED, point_errors
from outperform.papers.rules import Bounds, claim, derived, incomparable
from outperform.papers.workbench import Workbench

MATCHED = 0.001  # calibrated to within 0.1%


def errors_by_point(bench: Workbench) -> Agreement:
    """Fig. 3: the probability that a point is misclassified, for a population of 7,670 points."""
    trees, piece = bench.pick(400, 2000, 2000, least=10), 50
    units = [(first, min(piece, trees - first), bench.seed) for first in range(0, trees, piece)]
    parts = [
        np.split(found, [POINTS, POINTS + unit[1]])
        for found, unit in zip(bench.map(point_errors, units), units, strict=True)
    ]
    rates = np.sort(sum((part[0] for part in parts), np.zeros(POINTS)) / trees)
    whole, tested = (np.concatenate([part[k] for part in parts]) for k in (1, 2))
    error = float(rates.mean())
    like = float(tested.std(ddof=1) / np.sqrt(error * (1 - error) / TESTED))
    far = float(whole.std(ddof=1) / np.sqrt((rates * (1 - rates)).mean() / POINTS))
    why = "the population of the figure is not named: ours are 7,670 points of EXP6"
    cells = (
        incomparable("mean error of the tree", None, error, why, se=float(whole.std(ddof=1) / np.sqrt(trees))),
        incomparable("share of points never misclassified", None, float(np.mean(rates == 0)), why),
        incomparable("share of points misclassified more often than not", None, float(np.mean(rates > 0.5)), why),
        claim(
            "standard deviation of the error on 100 points: real over simulated",
            "However, this simulated C4.5 procedure would have the same average error rate as the real C4.5 algorithm, "
            "and it will exhibit a similar degree of variation from one random trial to the next.",
            Measured(like, like / float(np.sqrt(2 * trees))),
            "ratio; the simulated learner errs on its own at each point, so its error is binomial",
            Bounds(at_least=0.8, at_most=1.25),
        ),
    )
    places = np.linspace(0, POINTS - 1, 200).astype(np.int64)
    series = Series("tree, 100 rows", tuple(places.astype(float).tolist()), tuple(rates[places].tolist()))
    panel = Panel("7,670 points of EXP6", "points, sorted", "probability of an error", (series,), y_range=(0, 1))
    caption = "How often each point is misclassified (Dietterich 1998, Fig. 3; a population of ours)."
    notes = (
        f"{trees} trees; the paper does not say how many.",
        f"On all 7,670 points, rather than 100, the real error varies {far:.1f} times as much as the simulated one: "
        "points near each other err together, as the text says.",
    )
    return Agreement(
        "figure-3", "Errors point by point", "1895-1923, sec. 4.1", cells, Panels("figure-3", caption, (panel,)), notes
    )


WITHIN = (
    "For each size of training set (270, 200, and 150), we adjusted the distance metric for NN so that the average "
    "performance (over all 1000 data sets, measured on the 22,801 calibration examples) matched the average "
    "performance of C4.5 to within 0.1%."
)


def matched_learners(bench: Workbench) -> Agreement:
    """Sec. 6.1: who is better undamaged, and how well the damaged learners match."""
    there = tasks_at_hand()[0]
    cells: list[Row] = []
    notes = []
    says = (
        "In EXP6 and Letter Recognition, NN performs much better than C4.5; the reverse is true in the Pima data set."
    )
    for task in TASKS.values():
        keys = [f"{task.name}: equal at {size} rows" for size in SIZES[:3]]
        if task not in there:
            cells += [absent(f"{task.name}: who is better", says)]
            cells += [absent(key, WITHIN) for key in keys]
            continue
        found = calibrated(bench, task.name)
        cells.append(_better(task.name, says, found, flips=task.flips))
        gaps = found.reached[0] - found.reference
        what = "mean error of the damaged learner less that of the other, over all datasets, to which it was adjusted"
        near = Bounds(at_least=-MATCHED, at_most=MATCHED)
        cells += [
            derived(claim(key, WITHIN, Measured(float(gap)), what, near)) for key, gap in zip(keys, gaps, strict=False)
        ]
        word = "share of answers turned" if task.flips else "omega"
        damages = ", ".join(f"{damage:.4g}" for damage in found.damages[0, :3])
        notes.append(f"{task.name}: {word} {damages} at 150, 200, 270 rows, over {found.datasets} datasets.")
    title = "Two learners made equal"
    return Agreement("section-6-1", title, "1895-1923, sec. 6.1", tuple(cells), notes=(*notes, *missing_note()))


def _better(name: str, says: str, found: Calibrated, *, flips: bool) -> Cell:
    gaps = 100 * (found.neighbour - found.tree if flips else found.tree - found.neighbour)
    points = {
        f"{size} rows": Measured(float(gap), 100 * float(se))
        for size, gap, se in zip(SIZES, gaps, found.gap_se, strict=True)
    }
    what, bounds = "points by which it is better", Bounds(above=0 if flips else 2)
    return claim(f"{name}: who is better", says, points, what, bounds)


def learning_curves(bench: Workbench) -> Agreement:
    """Fig. 8: curves between those of the two learners, on letters."""
    title, page = "Learning curves between the two learners, letters", "1895-1923, sec. 6.3"
    keys = {gain: f"lambda = {gain:g}: a fixed fraction of the way" for gain in GAINS}
    says = "We then calibrated the error rates of C4.5 and NN for training sets of size 150, 200, and 270 so that "
    says += "the same value of lambda applied."
    if TASKS["Letter"] not in tasks_at_hand()[0]:
        return Agreement(
            "figure-8", title, page, tuple(absent(key, says) for key in keys.values()), notes=missing_note()
        )
    found = calibrated(bench, "Letter")
    what = (
        "largest distance, over 150, 200, 270 and 300 rows, between the error and its target, to which it was adjusted"
    )
    worst = np.abs(found.reached - found.target).max(axis=1)
    cells = [
        derived(claim(keys[gain], says, Measured(float(off)), what, Bounds(at_most=MATCHED)))
        for gain, off in zip(GAINS, worst, strict=True)
    ]
    sizes = tuple(float(size) for size in SIZES)
    series = [Series("tree", sizes, tuple(found.tree.tolist()))]
    series += [Series(f"lambda = {gain:g}", sizes, tuple(found.reached[g].tolist())) for g, gain in enumerate(GAINS)]
    panel = Panel("letter", "training rows", "error", tuple(series))
    caption = (
        "Learning curves of the neighbour, damaged to lie between the tree's and its own (Dietterich 1998, Fig. 8)."
    )
    notes = (f"Mean errors over {found.datasets} datasets. The values of lambda are ours: the text gives none.",)
    return Agreement("figure-8", title, page, tuple(cells), Panels("figure-8", caption, (panel,)), notes)
