"""The order in which fits are made: the longest cells first, in chunks of one data set."""

from outperform.engine.fit import Failure, Fit, FitTask
from outperform.engine.fit_queue import CHUNK_SECONDS, FitCosts, FitQueue


def tasks(learner, repeats=2, folds=10):
    return [FitTask(learner, (repeat, fold), 0) for repeat in range(repeats) for fold in range(folds)]


def queue_of(cells, sizes, workers=2, failed=None):
    return FitQueue(
        {cell: tasks(cell[1]) for cell in cells}, FitCosts(sizes), workers, {} if failed is None else failed
    )


def test_every_fit_is_handed_out_once_and_a_chunk_is_of_one_data_set():
    cells = [(at, learner) for at in range(5) for learner in range(3)]
    queue = queue_of(cells, [100, 500, 20, 300, 80])
    seen = []
    for at, chunk in queue.chunks():
        seen += [(at, task.learner, task.place) for task in chunk]
        for task in chunk:
            queue.costs.learn((at, task.learner), Fit((1.0,), 0.001 * (1 + task.learner)))
    wanted = [(at, learner, task.place) for at, learner in cells for task in tasks(learner)]
    assert sorted(seen) == sorted(wanted)
    assert queue.seconds_left == 0


def test_the_largest_data_set_comes_first_and_a_slow_learner_before_a_fast_one():
    queue = queue_of([(0, 0), (0, 1), (1, 0), (1, 1)], [100, 900])
    chunks = queue.chunks()
    assert next(chunks)[0] == 1
    queue.costs.learn((1, 0), Fit((1.0,), 0.01))
    queue.costs.learn((1, 1), Fit((1.0,), 5.0))
    at, chunk = next(chunks)
    assert (at, {task.learner for task in chunk}) == (1, {1})


def test_a_time_is_foretold_from_other_data_sets_in_proportion_to_their_size():
    costs = FitCosts([100, 300])
    costs.learn((0, 0), Fit((1.0,), 0.2))
    assert costs.of((0, 0)) == 0.2
    assert round(costs.of((1, 0)), 9) == 0.6
    assert costs.of((1, 1)) == costs.of((1, 0))  # of a learner without a fit: as of all others


def test_chunks_of_short_fits_are_long_and_those_of_long_fits_short():
    """Total 2 x 20 x 10 s: a chunk has one second at most, so one fit of 10 s."""
    queue = queue_of([(0, 0), (1, 0)], [10, 10])
    queue.costs.learn((0, 0), Fit((1.0,), 10.0))
    assert [len(chunk) for _, chunk in queue.chunks()] == [1] * 40
    quick = queue_of([(0, 0), (0, 1)], [10], workers=1)
    for learner in (0, 1):
        quick.costs.learn((0, learner), Fit((1.0,), 0.0001))
    assert [len(chunk) for _, chunk in quick.chunks()] == [40]


def test_fits_after_a_failure_are_left_out_and_those_before_it_are_not():
    """Which fold is the first to fail does not depend on the order of fits."""
    failed = {(0, 0): ((0, 3), Failure("no"))}
    queue = queue_of([(0, 0)], [10], failed=failed)
    assert [task.place for _, chunk in queue.chunks() for task in chunk] == [(0, fold) for fold in range(4)]


def test_the_fits_of_one_contest_go_out_alone_until_their_time_is_known():
    queue = FitQueue({(0, 0): tasks(0), (0, 1): tasks(1)}, FitCosts([1]), 2, {}, league=False)
    chunks = queue.chunks()
    assert [len(next(chunks)[1]) for _ in range(4)] == [1] * 4
    queue.costs.learn((0, 0), Fit((1.0,), 0.001))
    queue.costs.learn((0, 1), Fit((1.0,), 0.009))
    sizes = [sum(0.001 if task.learner == 0 else 0.009 for task in chunk) for _, chunk in chunks]
    assert min(sizes[:-1]) >= CHUNK_SECONDS
    assert len(sizes) < 5
