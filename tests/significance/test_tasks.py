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


def dense_macro(values, tasks, clusters):
    """CR2 and Bell and McCaffrey's df of the mean of the coefficients of task dummies, with full matrices.

    Pustejovsky and Tipton (2018), equations 7 to 12: A_c is the symmetric root of the inverse of (I - H)_cc.
    """
    x = (tasks[:, np.newaxis] == np.unique(tasks)).astype(float)
    n, count = x.shape
    row = np.full(count, 1 / count) @ np.linalg.inv(x.T @ x) @ x.T
    rest = np.eye(n) - x @ np.linalg.inv(x.T @ x) @ x.T
    pulls = []
    for c in np.unique(clusters):
        here = clusters == c
        size, turn = np.linalg.eigh(rest[np.ix_(here, here)])
        root = turn @ np.diag(size**-0.5) @ turn.T
        pulls.append(rest[:, here] @ root @ row[here])
    gram = np.array(pulls) @ np.array(pulls).T
    return row @ values, np.sqrt(sum((pull @ values) ** 2 for pull in pulls)), np.trace(gram) ** 2 / (gram**2).sum()


def satterthwaite(values, tasks, clusters):
    parts = [dense_macro(values[tasks == t], tasks[tasks == t], clusters[tasks == t]) for t in np.unique(tasks)]
    squares, df = np.array([part[1] ** 2 for part in parts]), np.array([part[2] for part in parts])
    return squares.sum() ** 2 / (squares**2 / df).sum()


CLUSTERS = {
    "items": np.arange(40),
    "nested": np.repeat(np.arange(14), [3, 2, 1, 1, 1, 4, 4, 3, 3, 1, 5, 5, 4, 3]),
    "crossed": np.r_[np.arange(8) % 4, np.arange(15) % 5, np.arange(17) % 7],
    "giant": np.r_[[0] * 5, 1, 2, 3, [0] * 10, [4] * 4, 7, [0] * 8, [5] * 4, [6] * 5],
}


@pytest.mark.parametrize("kind", CLUSTERS)
@pytest.mark.parametrize("seed", range(3))
def test_the_macro_average_is_a_regression_on_tasks(kind, seed):
    values, tasks = table([8, 15, 17], seed=seed, effect=0.6)
    values = values * np.repeat([1, 3, 1][seed:] + [1, 3, 1][:seed], [8, 15, 17])
    clusters = CLUSTERS[kind]
    estimate, se, df = dense_macro(values, tasks, clusters)
    df = min(df, satterthwaite(values, tasks, clusters))
    macro = task_facts(values, tasks, 0.05, clusters=None if kind == "items" else clusters).macro
    assert macro.estimate == pytest.approx(estimate, rel=1e-10)
    assert macro.pvalue == pytest.approx(2 * stats.t.sf(abs(estimate / se), df), rel=1e-8)
    assert np.ptp(macro.interval) == pytest.approx(2 * stats.t.isf(0.025, df) * se, rel=1e-8)


def test_equal_tasks_are_welchs_test():
    """(m1 + m2) / 2 is half of what Welch has for x and -y, whose df is Satterthwaite's: never above n1 + n2 - 2."""
    values, tasks = table([12, 12], seed=1)
    macro = task_facts(values, tasks, 0.05).macro
    wanted = stats.ttest_ind(values[:12], -values[12:], equal_var=False)
    assert macro.pvalue == pytest.approx(wanted.pvalue, rel=1e-10)
    assert macro.interval == pytest.approx([end / 2 for end in wanted.confidence_interval(0.95)], rel=1e-10)


def test_one_task_is_its_own_average():
    values, tasks = table([20], seed=1)
    clusters, weights = np.arange(20) // 3, np.random.default_rng(0).uniform(0.1, 1, 20)
    for known in ((None, None), (weights, None), (None, clusters), (weights, clusters)):
        facts = task_facts(values, tasks, 0.05, *known)
        assert facts.macro.interval == pytest.approx(facts.by_task[0].interval, rel=1e-10)
        assert facts.macro.pvalue == pytest.approx(facts.by_task[0].pvalue, rel=1e-10)


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
        facts = task_facts(values, tasks, 0.05, clusters=np.arange(24) // 3)
        found = [
            mean_of_items(ItemValues(values[r], np.array(3.0), clusters=np.arange(12) // 3))
            for r in (range(12), range(12, 24))
        ]
        assert [part.pvalue for part in facts.by_task] == pytest.approx([float(each.pvalue) for each in found])

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
        """Nothing is known of a task's own error; the means of tasks differ, and that is all there is: t over them."""
        values, tasks = table([6] * 7, seed=6)
        facts = task_facts(values, tasks, 0.05, clusters=np.arange(42) // 6)
        assert {(part.interval, part.pvalue) for part in facts.by_task} == {(None, None)}
        assert facts.macro.interval == pytest.approx(facts.other_tasks.interval)

    def test_too_much_work_takes_all_tasks_as_one(self, monkeypatch):
        values, tasks = table([8, 15, 17])
        weights = np.repeat([1 / 8, 1 / 15, 1 / 17], [8, 15, 17])
        monkeypatch.setattr("outperform.significance._macro.WORK", 10)
        macro = task_facts(values, tasks, 0.05, clusters=CLUSTERS["crossed"]).macro
        wanted = mean_of_items(ItemValues(values, np.array(3.0), weights, CLUSTERS["crossed"]))
        assert macro.pvalue == pytest.approx(float(wanted.pvalue))

    def test_parts_of_a_table(self, monkeypatch):
        values, tasks = table([8, 15, 17])
        whole = task_facts(values, tasks, 0.05, clusters=CLUSTERS["crossed"])
        monkeypatch.setattr("outperform.significance._macro.PART", 6)
        assert task_facts(values, tasks, 0.05, clusters=CLUSTERS["crossed"]).macro.pvalue == pytest.approx(
            whole.macro.pvalue
        )


@pytest.mark.parametrize("few", [1, 2])
def test_with_a_task_of_very_few_items_all_are_one_weighted_mean(few):
    values, tasks = table([few, 9, 9], seed=7)
    facts = task_facts(values, tasks, 0.05)
    found = mean_of_items(ItemValues(values, np.array(3.0), np.repeat([1 / few, 1 / 9, 1 / 9], [few, 9, 9])))
    assert facts.macro.pvalue == pytest.approx(float(found.pvalue))
    assert facts.macro.estimate == pytest.approx(float(found.estimate))
    assert (facts.by_task[0].pvalue is None) == (few == 1)
    assert facts.without[0].pvalue == pytest.approx(task_facts(values[few:], tasks[few:], 0.05).macro.pvalue)


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
    assert (tied.by_task[0].interval, tied.by_task[0].pvalue) == (None, 1.0)
    assert (tied.macro.interval, tied.macro.pvalue) == (None, 1.0)
    same = task_facts(np.ones(8), np.repeat(["a", "b"], 4), 0.05)
    assert (same.by_task[0].interval, same.by_task[0].pvalue) == (None, 0.125)  # 2/2^4, by swapped signs
    assert (same.macro.interval, same.macro.pvalue) == (None, 2 / 2**8)
    apart = task_facts(np.repeat([1.0, 3.0], 4), np.repeat(["a", "b"], 4), 0.05)  # nothing varies within the tasks
    assert apart.macro.pvalue > 2 / 2**8
    assert stats.ttest_1samp(np.repeat([1.0, 3], 4), 0).pvalue < 2 / 2**8  # what lies between them is no error
    large = task_facts(np.array([1, 2, 3, 4.0, 6, 9, 1, 1]) * 1e150, np.repeat(["a", "b"], 4), 0.05)
    assert large.macro.pvalue == pytest.approx(
        task_facts(np.array([1, 2, 3, 4.0, 6, 9, 1, 1]), np.repeat(["a", "b"], 4), 0.05).macro.pvalue
    )
    with refused("tasks", "3", "2"):
        task_facts(np.zeros(2), np.array(["a", "b", "c"]), 0.05)
    with refused("level", "0"):
        task_facts(np.zeros(2), np.array(["a", "b"]), 0)


def test_without_is_left_out_for_very_many_tasks():
    values = np.random.default_rng(0).normal(size=3003)
    facts = task_facts(values, np.arange(3003) % 1001, 0.05)
    assert len(facts.by_task) == 1001
    assert facts.without == ()


def rejections(sizes, spread, clusters=None, draws=1000, share=0.0, truth=None):
    """Of macro averages of tasks whose means are 0 on average, how many are found at .05."""
    rng, tasks = np.random.default_rng(11), np.repeat(np.arange(len(sizes)), sizes)
    spread = np.repeat(np.broadcast_to(spread, len(sizes)), sizes)
    means = np.zeros(len(tasks)) if truth is None else np.repeat(np.array(truth) - np.mean(truth), sizes)
    found = 0
    for _ in range(draws):
        values = means + spread * rng.normal(size=len(tasks))
        if clusters is not None:
            values += share * rng.normal(size=clusters.max() + 1)[clusters]
        found += task_facts(values, tasks, 0.05, clusters=clusters).macro.pvalue <= 0.05
    return found, draws


@pytest.mark.parametrize(
    ("sizes", "spread"),
    [
        ([2, 100, 100], 1),  # .17 before
        ([2, 100], 1),
        ([1, 99], (5, 1)),  # .70 before
        ([3, 99], (5, 1)),
        ([4, 8, 40, 15], (3, 1, 1, 0.5)),
        ([10, 50], (5, 1)),
        ([10, 50], (1, 5)),
        ([20] * 4, 1),
    ],
    ids=str,
)
def test_type_one_errors(sizes, spread):
    found, draws = rejections(sizes, spread)
    assert stats.binom.sf(found, draws, 0.065) > 1e-4


def test_type_one_errors_of_a_giant_cluster_across_tasks():
    giant = np.r_[[0] * 12, 1:5, [0] * 12, 5:9, [0] * 12, 9:13]
    found, draws = rejections([16] * 3, 1, giant, share=1.0)
    assert stats.binom.sf(found, draws, 0.08) > 1e-4


def test_tasks_that_differ_do_not_widen_the_interval():
    found, draws = rejections([20] * 4, 1, truth=(-3, -1, 1, 3))
    assert stats.binom.cdf(found, draws, 0.04) > 1e-4


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


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_tasks_without_spread_are_not_known(size):
    """Three small tasks in which the new system is right on all items, beside 200 items that say nothing."""
    values = np.r_[[1.0] * 20, [-1.0] * 20, [0.0] * 160, [1.0] * 3 * size]
    tasks = np.repeat(["math", "law", "bio", "art"], [200, size, size, size])
    macro = task_facts(values, tasks, 0.05).macro
    assert macro.pvalue > 0.8 * 2 / 2 ** (3 * size)  # the chance that all these items point one way
    low, high = macro.interval
    assert (low + high) / 2 == pytest.approx(0.75)
    units = 3 * size  # around 0, each item of such a task adds (1 / (4 size))^2
    at_least = np.sqrt(units) / (4 * size)
    assert (high - low) / 2 >= at_least * stats.t.ppf(0.975, units) - 1e-12


def test_one_item_among_others_in_a_task_tells_its_spread():
    """Where a task varies, or ties, its numbers stay those of its own variance."""
    rng = np.random.default_rng(2)
    values, tasks = rng.normal(0.3, 1, 40), np.repeat(["a", "b", "c", "tie"], 10)
    values[30:] = 0.0
    macro = task_facts(values, tasks, 0.05).macro
    own = [values[tasks == name].var(ddof=1) / 10 for name in "abc"]
    low, high = macro.interval
    df = sum(own) ** 2 / sum(each**2 / 9 for each in own)
    assert (high - low) / 2 == pytest.approx(np.sqrt(sum(own)) / 4 * stats.t.ppf(0.975, df))


@pytest.mark.calibration
@pytest.mark.parametrize("size", [1, 2, 3])
def test_random_swaps_rarely_decide_small_tasks(size):
    rng, tasks = np.random.default_rng(7), np.repeat(["math", "law", "bio", "art"], [200, size, size, size])
    pvalues = []
    for _ in range(1000):
        values = np.r_[(rng.random(200) < 0.2) * 1.0, np.ones(3 * size)] * rng.choice([-1, 1], 200 + 3 * size)
        pvalues.append(task_facts(values, tasks, 0.05).macro.pvalue)
    assert np.mean(np.array(pvalues) <= 0.05) <= 0.05
    assert np.mean(np.array(pvalues) <= 0.001) <= 0.002
