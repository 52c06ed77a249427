"""A plugin of pytest for the map: the time of each test, and the lines that its child processes run."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest
from coverage import Coverage

DURATIONS = "MUTANTS_DURATIONS"  # names the file
_seconds: dict[str, float] = defaultdict(float)  # of one run of pytest, which is one process
_unfit: set[str] = set()  # tests that did not pass: they would fail for any mutant


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the time of a test and its fixtures."""
    _seconds[report.nodeid] += report.duration
    if not report.passed:
        _unfit.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the durations, in the process that has them all."""
    if not hasattr(session.config, "workerinput"):
        fit = {test: seconds for test, seconds in _seconds.items() if test not in _unfit}
        Path(os.environ[DURATIONS]).write_text(json.dumps(fit), encoding="utf-8")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Let the processes that fixtures start belong to their test."""
    _children_belong_to(item)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Once more, since a fixture may have asked for processes without coverage."""
    _children_belong_to(item)
    return (yield)


def _children_belong_to(item: pytest.Item) -> None:
    current = Coverage.current()
    if current is not None:
        config = copy(current.config)
        config.context = item.nodeid
        os.environ["COVERAGE_PROCESS_CONFIG"] = config.serialize()
