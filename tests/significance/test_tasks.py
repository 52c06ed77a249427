"""Differences by task: against scipy on tables where a named test is the same, and coverage by simulation."""

import numpy as np
import pytest
from scipy import stats
from tests.refusals import refused

from outperform.significance.item_means import mean_of_items
from outperform.significance.item_values import ItemValues
from outperform.significance.tasks import task_facts


def table(sizes, seed=0, effect=0.3):
    rng = np.random.default_rng(seed)
    values = rng.normal(effect, 1, sum(sizes))
    return values, np.repeat([f"task {t}" for t in range(len(sizes))], sizes)


def test_each_task_is_a_t_test():
    values, tasks = table([5, 30, 12])
    facts = task_facts(values, tasks, 0.1)
    assert [part.task for part in facts.by_task] == ["task 0", "task 1", "task 2"]
    for part in facts.by_task:
        wanted = stats.ttest_1samp(values[tasks == part.task], 0)
        assert part.pvalue == pytest.approx(wanted.pvalue, rel=1e-10)
        assert part.interval == pytest.approx(tuple(wanted.confidence_interval(0.9)), rel=1e-10)
        assert part.items == (tasks == part.task).sum()


def test_two_tasks_are_welchs_test():
    """(m1 + m2) / 2 is half of what Welch has for x and -y: the same t and df, half the interval."""
    values, tasks = table([8, 25], seed=1)
    macro = task_facts(values, tasks, 0.05).macro
    wanted = stats.ttest_ind(values[:8], -values[8:], equal_var=False)
    assert macro.pvalue == pytest.approx(wanted.pvalue, rel=1e-10)
    assert macro.interval == pytest.approx([end / 2 for end in wanted.confidence_interval(0.95)], rel=1e-10)


def test_without_each_task():
    values, tasks = table([8, 25, 9], seed=2)
    facts = task_facts(values, tasks, 0.05)
    assert [(part.task, part.items) for part in facts.without] == [("task 0", 34), ("task 1", 17), ("task 2", 33)]
    for part in facts.without:
        kept = tasks != part.task
        wanted = task_facts(values[kept], tasks[kept], 0.05).macro
        assert (part.estimate, part.pvalue) == pytest.approx((wanted.estimate, wanted.pvalue))
        assert part.interval == pytest.approx(wanted.interval)


def test_other_tasks_are_a_t_test_on_means():
    values, tasks = table([3, 5, 8, 20, 4, 9], seed=3)
    facts = task_facts(values, tasks, 0.05)
    means = [part.estimate for part in facts.by_task]
    wanted = stats.ttest_1samp(means, 0)
    assert facts.other_tasks.pvalue == pytest.approx(wanted.pvalue, rel=1e-10)
    assert facts.other_tasks.estimate == pytest.approx(facts.macro.estimate) == pytest.approx(np.mean(means))
    assert task_facts(values[:-9], tasks[:-9], 0.05).other_tasks is None  # five tasks


class TestClusters:
    def test_within_a_task(self):
        values, tasks = table([12, 12], seed=4)
        clusters = np.arange(24) // 3
        facts = task_facts(values, tasks, 0.05, clusters=clusters)
        found = [
            mean_of_items(ItemValues(values[r], np.array(3.0), clusters=np.arange(12) // 3))
            for r in (range(12), range(12, 24))
        ]
        assert [part.pvalue for part in facts.by_task] == pytest.approx([float(each.pvalue) for each in found])
        ses = [float(each.se) for each in found]
        t = facts.macro.estimate / (np.hypot(*ses) / 2)
        df = (ses[0] ** 2 + ses[1] ** 2) ** 2 / (ses[0] ** 4 / 3 + ses[1] ** 4 / 3)
        assert facts.macro.pvalue == pytest.approx(2 * stats.t.sf(abs(t), df))

    def test_across_tasks_whole_clusters_are_the_units(self):
        """Each cluster has one item in each task: the macro average is a t test on the means of clusters."""
        rng = np.random.default_rng(5)
        grid = rng.normal(0.4, 1, (4, 15)) + rng.normal(0, 1, 15)  # [task, cluster]
        tasks, clusters = np.repeat(list("abcd"), 15), np.tile(np.arange(15), 4)
        facts = task_facts(grid.ravel(), tasks, 0.05, clusters=clusters)
        wanted = stats.ttest_1samp(grid.mean(axis=0), 0)
        assert facts.macro.pvalue == pytest.approx(wanted.pvalue, rel=1e-9)
        assert facts.without[3].pvalue == pytest.approx(stats.ttest_1samp(grid[:3].mean(axis=0), 0).pvalue, rel=1e-9)
        alone = task_facts(grid.ravel(), tasks, 0.05)
        assert facts.macro.interval[0] < alone.macro.interval[0]

    def test_a_task_per_cluster(self):
        values, tasks = table([6] * 7, seed=6)
        facts = task_facts(values, tasks, 0.05, clusters=np.arange(42) // 6)
        assert {(part.interval, part.pvalue) for part in (*facts.by_task, facts.macro)} == {(None, None)}
        assert facts.other_tasks.interval is not None


def test_a_task_of_one_item_has_the_variance_of_the_others():
    values, tasks = table([1, 9, 9], seed=7)
    facts = task_facts(values, tasks, 0.05)
    assert (facts.by_task[0].interval, facts.by_task[0].pvalue) == (None, None)
    parts = [values[1:10].var(ddof=1), values[10:].var(ddof=1)]
    variances = np.array([np.mean(parts), parts[0] / 9, parts[1] / 9])
    df = variances.sum() ** 2 / (variances**2 / [16, 8, 8]).sum()
    t = facts.macro.estimate / (np.sqrt(variances.sum()) / 3)
    assert facts.macro.pvalue == pytest.approx(2 * stats.t.sf(abs(t), df))


def test_weights():
    values, tasks = table([6, 6], seed=8)
    weights = np.tile([1.0, 0.5, 0.0], 4)
    facts = task_facts(values, tasks, 0.05, weights)
    kept = weights > 0
    assert facts.by_task[0].estimate == pytest.approx(np.average(values[:6], weights=weights[:6]))
    assert facts == task_facts(values[kept], tasks[kept], 0.05, weights[kept])
    assert facts.macro.items == 8


def test_order_and_mirror():
    values, tasks = table([4, 7, 1], seed=9)
    facts = task_facts(values, tasks, 0.05)
    order = np.random.default_rng(0).permutation(12)
    other = task_facts(values[order], tasks[order], 0.05)
    assert other.macro.pvalue == pytest.approx(facts.macro.pvalue, rel=1e-12)
    mirrored = task_facts(-values, tasks, 0.05)
    assert (mirrored.macro.estimate, mirrored.macro.pvalue) == (-facts.macro.estimate, facts.macro.pvalue)


def test_degenerate():
    one = task_facts(np.array([0.5]), np.array(["a"]), 0.05)
    assert (one.macro.estimate, one.macro.interval, one.macro.pvalue, one.without) == (0.5, None, None, ())
    tied = task_facts(np.zeros(8), np.repeat(["a", "b"], 4), 0.05)
    assert (tied.by_task[0].interval, tied.by_task[0].pvalue, tied.macro.interval) == (None, 1.0, None)
    same = task_facts(np.ones(8), np.repeat(["a", "b"], 4), 0.05)
    assert (same.by_task[0].interval, same.by_task[0].pvalue) == (None, 0.125)  # 2/2^4, by swapped signs
    with refused("tasks", "3", "2"):
        task_facts(np.zeros(2), np.array(["a", "b", "c"]), 0.05)
    with refused("level", "0"):
        task_facts(np.zeros(2), np.array(["a", "b"]), 0)


def test_coverage():
    """Of 2,000 macro averages over unequal tasks, 95% intervals cover as often as a binomial of 0.95 allows."""
    rng, sizes, spread = np.random.default_rng(10), [4, 8, 40, 15], np.repeat([3, 1, 1, 0.5], [4, 8, 40, 15])
    truth = np.array([0.5, 0.0, -1.0, 2.0])
    tasks = np.repeat(list("abcd"), sizes)
    covered = 0
    for _ in range(2000):
        values = np.repeat(truth, sizes) + spread * rng.normal(size=67)
        low, high = task_facts(values, tasks, 0.05).macro.interval
        covered += low <= truth.mean() <= high
    assert stats.binom.cdf(covered, 2000, 0.945) > 1e-6
    assert stats.binom.sf(covered, 2000, 0.97) > 1e-6
