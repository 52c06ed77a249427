"""The true difference of two learners on a source: exact where the source knows it, else measured by brute force.

Brute force trains on many new data sets of one size and tests each on many new rows. It can show that two learners
differ, never that they do not.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.core import Dataset, Floats, InputError, Learner, Source, Truth, seed_at, split_spec, stream
from outperform.engine.progress import Progress
from outperform.engine.threads import one_thread
from outperform.learners import learner_of
from outperform.metrics.scorers import metric_of
from outperform.sources import Table

Named = Learner | str

SETS = 200  # training sets of brute force, at most
FEWEST = 20
ROWS = 2000  # new rows that each is tested on
ERRORS = 3.0  # a measured difference must be this many standard errors from 0
EQUAL = 0.001  # a calibration calls two learners equal that are closer than this (Dietterich 1998, sec. 6)


def truth_by_fits(
    source: Source,
    learners: tuple[str, str],
    train_size: int,
    *,
    seed: int = 0,
    sets: int = SETS,
    progress: bool = False,
) -> Truth | None:
    """Return the expected difference of two learners trained on ``train_size`` rows: exact if known, else measured.

    Brute force uses ``sets`` training sets, each tested on 2,000 new rows (where the source is a real data set: on
    rows that another draw could return); 0 switches it off. None if nothing is known: brute force is off, or a
    learner fails on such training sets.
    """
    known = known_truth(source, learners, train_size)
    if known is not None or sets == 0:
        return known
    try:
        return measured_truth(source, learners, train_size, seed, sets, progress=progress)
    except Exception:
        return None


def known_truth(source: Source, learners: tuple[str, str], train_size: int) -> Truth | None:
    """Return the exact truth about two learners, in either order; a learner is as good as itself.

    Examples
    --------
    >>> from outperform.sources import TaskOne
    >>> known_truth(TaskOne(step=6), ("copy-x", "always-one"), 900)
    Truth(difference=0.03, se=0.0)
    """
    if split_spec(learners[0]) == split_spec(learners[1]):
        return Truth(0.0)
    if source.speaks_of(learners):
        return source.truth(train_size)
    if not source.speaks_of(learners[::-1]):
        return None
    mirrored = source.truth(train_size)
    return None if mirrored is None else Truth(0.0 - mirrored.difference, mirrored.se)


def is_null(truth: Truth | None) -> bool | None:
    """Return whether a truth makes the null hypothesis true.

    True or False for an exact truth. For a measured one: False if it is more than 3 standard errors and more than
    0.001 from 0, else None, since no measurement can show that a difference is 0.

    Examples
    --------
    >>> is_null(Truth(0.0)), is_null(Truth(-0.03, 0.002)), is_null(Truth(0.004, 0.002)), is_null(None)
    (True, False, None, None)
    """
    if truth is None:
        return None
    if truth.se == 0:
        return truth.difference == 0
    return False if abs(truth.difference) > max(ERRORS * truth.se, EQUAL) else None


def measured_truth(
    source: Source,
    learners: Sequence[Named] | None = None,
    train_size: int = 100,
    seed: int = 0,
    datasets: int = SETS,
    test_rows: int = ROWS,
    *,
    progress: bool = False,
) -> Truth:
    """Measure the expected difference of two learners trained on ``train_size`` rows, with its standard error.

    Parameters
    ----------
    source
        Where the rows come from.
    learners
        Two learners or their names; None is the usual pair of the source.
    train_size
        Rows to train on: the truth depends on it.
    seed
        Seed of all random numbers.
    datasets
        Training sets; the standard error is that of the mean over them.
    test_rows
        New rows that each is tested on. Where the source is a real data set: at most so many of the rows that another
        draw could return.
    progress
        Whether to show the progress, after two seconds.

    Returns
    -------
    Truth
        First minus second, in accuracy or in the metric that the source names. The standard error is never 0, which
        would mean exact: it is at least that of one row.
    """
    pair = source.learners if learners is None else learners
    if len(pair) != 2:
        raise InputError("learners", f"must be two, got {len(pair)}")
    scores = _scores(source, pair, train_size, seed, datasets, test_rows, progress=progress)
    gaps = scores[0] - scores[1]
    least = 1 / (datasets * test_rows)
    return Truth(float(gaps.mean()), max(least, float(gaps.std(ddof=1) / np.sqrt(datasets))))


def fresh_scores(
    source: Source, learner: Named, train_size: int, seed: int, datasets: int, test_rows: int | Dataset | None
) -> Floats:
    """Score a learner on new rows, once per new training set; all learners get the same rows and seeds."""
    found: Floats = _scores(source, [learner], train_size, seed, datasets, test_rows)[0]
    return found


def _scores(
    source: Source,
    learners: Sequence[Named],
    train_size: int,
    seed: int,
    datasets: int,
    test_rows: int | Dataset | None,
    *,
    progress: bool = False,
) -> Floats:
    """Score learners [learner, training set]."""
    if datasets < 2:
        raise InputError("datasets", f"must be at least 2, got {datasets}")
    metric = metric_of(getattr(source, "metric", "accuracy"))
    found = np.empty((len(learners), datasets))
    pairs = fresh_pairs(source, train_size, seed, datasets, test_rows)
    lines = Progress(datasets, shown=progress, word="training sets for the truth")
    with lines as line, one_thread(), warnings.catch_warnings(action="ignore"):
        for number, (train, test) in enumerate(pairs):
            for place, learner in enumerate(learners):
                said = _predictions(learner, train, test, seed_at(seed, "fit", number))
                found[place, number] = metric.score(test.target, said)
            line.step()
    return found


def _predictions(learner: Named, train: Dataset, test: Dataset, seed: int) -> Any:
    made = learner_of(learner, train).make(seed)
    made.fit(train.rows, train.target)
    return made.predict(test.rows)


def fresh_pairs(
    source: Source, train_size: int, seed: int, datasets: int, test_rows: int | Dataset | None
) -> Iterator[tuple[Dataset, Dataset]]:
    """Yield training sets of one size, each with rows to test on: new ones, given ones, or those a table keeps."""
    training = _sized(source, train_size)
    for number in range(datasets):
        rng = stream(seed, "train", number)
        if isinstance(test_rows, Dataset):
            yield training.draw(rng), test_rows
        elif isinstance(training, Table):
            yield training.draw_and_rest(rng) if test_rows is None else training.draw_and_others(rng, test_rows)
        else:
            fresh = _sized(source, ROWS if test_rows is None else test_rows)
            yield training.draw(rng), fresh.draw(stream(seed, "test", number))


def _sized(source: Source, size: int) -> Source:
    return replace(source, n=size)  # type: ignore[type-var]  # every source is a dataclass with n
