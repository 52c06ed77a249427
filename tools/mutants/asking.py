"""A plugin of pytest: a test that runs far too long fails, so that a mutant that never ends is noticed."""

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

LATE = "this test ran too long"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Set the alarm for one test."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(LATE)

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(int(os.environ.get("PATIENCE", "60")))
    try:
        return (yield)
    finally:
        signal.alarm(0)
