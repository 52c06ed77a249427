"""Rows that have a time: train on the past, unless the user says that rows may be shuffled."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from outperform.comparison.terms import DEFAULT, Terms
from outperform.core import Dataset, Design, InputError, MisfitError, Note, NoteKind, SignificanceTest, stream
from outperform.data import time_codes
from outperform.engine import Contest
from outperform.procedures.fixed import plan_family
from outperform.significance import DieboldMariano
from outperform.surface import option, switch

FORWARD, IN_ORDER = "forward(folds=10)", DieboldMariano.slug  # what judges rows in time order


def design_in_time(design: Any, test: Any, rows: Any, time: Any) -> Any:
    """Return the design for a test without one, where rows have a time: the design ``forward``."""
    timed = time is not None or (isinstance(rows, Dataset) and rows.times is not None)
    return FORWARD if timed and design is None and test is not None else design


def in_time(terms: Terms, contest: Contest, *, shuffle: bool, asked: bool = False) -> Terms:
    """Return the terms of a contest whose rows have a time; refuse to shuffle them without the user's word.

    Unless the user ``asked`` for a procedure, rows in time order are judged by ``diebold-mariano`` on ``forward``.
    """
    times, clocks = contest.dataset.times, contest.dataset.given.clocks
    if shuffle or (times is None and not clocks):
        _check_metrics(terms, contest)
        return terms
    if times is not None and terms.written == DEFAULT and not asked:
        chosen: dict[str, Any] = {"level": terms.level, "adjust": terms.asked, "baseline": terms.baseline}
        terms = Terms.of(DEFAULT, FORWARD, IN_ORDER, **chosen)
    if not is_forward(terms, contest):
        raise _shuffled(terms, contest.dataset)
    if times is None:
        _check_order(contest.dataset, clocks)
    _check_metrics(terms, contest)
    return terms


def is_forward(terms: Terms, contest: Contest) -> bool:
    """Return whether all test rows come after their training rows."""
    design = getattr(terms.procedure, "design", None)
    if not isinstance(design, Design):
        return False
    plan = design.plan(contest.dataset, stream(contest.seed, "plan", plan_family(design)))
    return bool(plan.traits.forward)


def time_note(terms: Terms, contest: Contest) -> Iterable[Note]:
    """Note that rows were not shuffled, where they are in the order of a time."""
    if contest.dataset.times is not None and is_forward(terms, contest):
        yield Note.of(NoteKind.TIME_ORDER, column=contest.dataset.given.time or "time", procedure=terms.written)


def _shuffled(terms: Terms, dataset: Dataset) -> InputError:
    if dataset.times is not None:
        problem = f"{terms.written} shuffles the rows, but they have a time; leave it out"
        return InputError(
            "procedure", f"{problem} (then {FORWARD} and {IN_ORDER} are used), or pass {switch('shuffle')}"
        )
    name = dataset.given.clocks[0]
    problem = f"holds the time of the rows, which {terms.written} would shuffle; order the rows by it"
    time, shuffle = option("time", name), switch("shuffle")
    return InputError(f"column {name!r}", f"{problem} ({time}), or shuffle them all the same ({shuffle})")


def _check_order(dataset: Dataset, clocks: Iterable[str]) -> None:
    """Raise an InputError for dates that decrease, where the order of the rows is taken for that of time."""
    rows = dataset.rows if hasattr(dataset.rows, "columns") else dataset.given.rows
    for name in clocks if hasattr(rows, "columns") else ():
        if (np.diff(time_codes(rows[name], f"column {name!r}")) < 0).any():
            raise InputError(f"column {name!r}", f"rows are not in its order; pass {option('time', name)}")


def _check_metrics(terms: Terms, contest: Contest) -> None:
    """Raise a MisfitError, before anything is fitted, for a metric that the test in time order cannot judge."""
    test: SignificanceTest | None = getattr(terms.procedure, "test", None)
    if isinstance(test, DieboldMariano):
        for name, metric in contest.metrics.items():
            problem = test.metric_misfit(metric, name)
            if problem is not None:
                raise MisfitError(problem)
