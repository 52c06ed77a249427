"""Evaluations: the scores of fixed systems on one set of items, ready to be judged."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from outperform.core import Direction, Floats, Ints, Items, Note, Scores, Unit, Values
from outperform.core.units import SHARE
from outperform.visible import one_line


@dataclass(frozen=True, eq=False, repr=False)
class Evals:
    """The scores of fixed systems on the same items; higher is better.

    Examples
    --------
    >>> Evals(("a", "b"), np.ones((2, 1, 3)), np.array(["x", "y", "z"]))
    Evals(2 systems: a, b; 3 items)
    """

    systems: tuple[str, ...]  # in order of first appearance
    scores: Floats  # [system, sample, item]; NaN where a system has fewer samples of an item
    ids: Values  # [item]
    metric: str | None = None  # None where it is unknown, or differs between tasks
    tasks: Values | None = None  # [item]; None where no task is known
    clusters: Ints | None = None  # [item]: 0, 1, ...
    weights: Floats | None = None  # [item]
    notes: tuple[Note, ...] = ()
    totals: bool = False  # the scores are those of whole runs, and stand in the place of a single item
    cluster_names: Values | None = None  # [cluster]
    direction: Direction | None = None  # of the metric as it was given; None where nobody asked

    @property
    def samples(self) -> int:
        """The number of samples of the item that has most."""
        return int(self.scores.shape[1])

    @property
    def task_names(self) -> tuple[str, ...]:
        """The names of the tasks, in order of first appearance."""
        return () if self.tasks is None else tuple(dict.fromkeys(self.tasks.tolist()))

    def __repr__(self) -> str:
        """Write in a line what there is."""
        count = len(self.systems)
        size, noun, per = (self.samples, "run", "") if self.totals else (len(self.ids), "item", "samples per item")
        parts = [f"{count} system{'s' * (count != 1)}: {', '.join(self.systems)}", f"{size} {noun}{'s' * (size != 1)}"]
        parts += [f"up to {self.samples} {per}"] if per and self.samples > 1 else []
        parts += [f"metric {self.metric}"] if self.metric is not None else []
        parts += [f"tasks {', '.join(self.task_names)}"] if self.task_names else []
        parts += [f"{int(self.clusters.max()) + 1} clusters"] if self.clusters is not None else []
        return one_line(f"Evals({'; '.join(parts)})")


def scores_of_evals(evals: Evals, *, runs: bool = False, seed: Any = 0) -> Scores:
    """Return the table of scores of fixed systems: their mean over items, and the items.

    Where only the scores of whole runs are known, the runs are its repeats, and there are no items.

    Parameters
    ----------
    evals : Evals
    runs : bool
        The samples are runs, which share something over all items, such as a model trained from another seed.
    seed : int
        The root of the random numbers of a test.

    Examples
    --------
    >>> found = scores_of_evals(Evals(("a", "b"), np.array([[[1.0, 0, 1, 1]], [[0, 0, 1, 1]]]), np.arange(4)))
    >>> found.values[:, 0, 0], found.unit, found.items.size
    (array([0.75, 0.5 ]), <Unit.POINTS: 'points'>, 4)
    """
    low, high = SHARE
    shares = bool(np.nanmin(evals.scores) >= low and np.nanmax(evals.scores) <= high)
    unit = Unit.POINTS if shares else Unit.NONE
    if evals.totals:
        return Scores(evals.systems, evals.metric, evals.scores, seed=seed, unit=unit, direction=evals.direction)
    items = Items(
        row_scores=evals.scores,
        ids=evals.ids,
        clusters=evals.clusters,
        cluster_names=evals.cluster_names,
        strata=evals.tasks if len(evals.task_names) > 1 else None,
        weights=evals.weights,
        runs=runs,
    )
    return Scores(
        evals.systems,
        evals.metric,
        mean_scores(evals.scores, evals.weights)[:, None, None],
        n_test=np.array([[len(evals.ids)]]),
        items=items,
        seed=seed,
        unit=unit,
        direction=evals.direction,
    )


def mean_scores(scores: Floats, weights: Floats | None) -> Floats:
    """Return the mean over items [system] of the means over samples of scores [system, sample, item]."""
    means = scores[:, 0] if scores.shape[1] == 1 else np.nanmean(scores, axis=1)
    found: Floats = np.average(means, axis=-1, weights=weights)
    return found
