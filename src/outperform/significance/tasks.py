"""The difference of two systems by task, and its average over tasks."""

import numpy as np

from outperform.core import Floats, InputError, Ints, TaskFacts, TaskPart, Values, check_level
from outperform.significance._estimate import Estimate, estimate_of
from outperform.significance._macro import Moves, TaskMeans
from outperform.significance.item_means import units_of
from outperform.significance.item_values import ItemValues

LEAST_TASKS = 6  # for a statement on other tasks than these
MACRO, OTHER = "macro average", "other tasks"


def task_facts(
    values: Floats, tasks: Values, level: float, weights: Floats | None = None, clusters: Ints | None = None
) -> TaskFacts:
    """Return the difference by task, its macro average, that without each task, and that for another choice of tasks.

    Parameters
    ----------
    values
        One difference per item. The metric must be a mean over items: influences are those of all tasks together.
    tasks
        The task of each item; the tasks are returned in the order of their names. Items of weight 0 are left
        out.

    Notes
    -----
    By task: t on its items, clustered where clusters are known. A task with a single item (or cluster) has neither
    interval nor p-value; a task whose items all differ by the same has no interval, and p = 2/2^n (1 if they tie).

    Macro average over these T tasks, with Satterthwaite's degrees of freedom:

        estimate = sum m_t / T      se^2 = sum se_t^2 / T^2      df = (sum se_t^2)^2 / sum (se_t^4 / df_t)

    The variance of a task with a single item is that of an item in the other tasks (of a cluster, where clusters
    are known). Where clusters reach over several tasks, the errors of the tasks' means are correlated: what a cluster
    adds to them is summed before it is squared, and df is at most the number of clusters less 1.

    ``other_tasks``, from six tasks: t over the tasks' means, for tasks that are a sample of others.

    Examples
    --------
    >>> facts = task_facts(np.array([1.0, 0, 1, 1, 0, 0]), np.array(list("aaaabb")), 0.05)
    >>> [(part.task, part.estimate) for part in facts.by_task], facts.macro.estimate
    ([('a', 0.75), ('b', 0.0)], 0.375)
    """
    check_level(level)
    if len(values) == 0 or len(values) != len(tasks):
        raise InputError("tasks", f"need one task per item, got {len(tasks)} for {len(values)} items")
    if weights is not None and weights.min() == 0:  # such items count nowhere
        kept = np.flatnonzero(weights > 0)
        values, weights, clusters = _taken(kept, values, weights, clusters)
        tasks = tasks[kept]
    names, places = np.unique(tasks.astype(str), return_inverse=True)
    sizes = np.bincount(places)
    rows = np.split(np.argsort(places, kind="stable"), np.cumsum(sizes)[:-1])
    found = [estimate_of(*_taken(each, values, weights, clusters)) for each in rows]
    table = TaskMeans.of(found, None if clusters is None else _moves(rows, found, values, weights, clusters))
    every, count = np.ones(len(names), dtype=bool), len(values)
    without = [
        _part(str(name), count - int(sizes[t]), table.average(np.arange(len(names)) != t), level)
        for t, name in enumerate(names if len(names) > 1 else ())
    ]
    return TaskFacts(
        by_task=tuple(_part(str(name), len(r), e, level) for name, r, e in zip(names, rows, found, strict=True)),
        macro=_part(MACRO, count, table.average(every), level),
        without=tuple(without),
        other_tasks=_part(OTHER, count, estimate_of(table.means), level) if len(names) >= LEAST_TASKS else None,
    )


def _part(name: str, items: int, found: Estimate, level: float) -> TaskPart:
    return TaskPart(name, items, found.value, found.interval(level), found.pvalue if found.units > 1 else None)


def _taken(
    rows: Ints, values: Floats, weights: Floats | None, clusters: Ints | None
) -> tuple[Floats, Floats | None, Ints | None]:
    return values[rows], None if weights is None else weights[rows], None if clusters is None else clusters[rows]


def _moves(rows: list[Ints], found: list[Estimate], values: Floats, weights: Floats | None, clusters: Ints) -> Moves:
    """Return the errors of the tasks' means by cluster, whose squares add up to the squared standard error."""
    task, cluster, amount = [], [], []
    numbers = np.unique(clusters, return_inverse=True)[1].reshape(-1)
    for t, each in enumerate(rows):
        here, labels = np.unique(numbers[each], return_inverse=True)
        part, weight, _ = _taken(each, values, weights, None)
        sums = units_of(ItemValues(part, np.abs(part).max(), weight, labels.reshape(-1))).sums
        size = float(np.sqrt(np.sum(sums**2)))
        task.append(np.full(len(here), t))
        cluster.append(here)
        amount.append(sums * (found[t].se / size if size > 0 else 0.0))
    return Moves(np.concatenate(task), np.concatenate(cluster), np.concatenate(amount))
