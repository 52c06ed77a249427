"""A plugin of pytest for a mutant: it selects and orders the tests; a test that runs far too long fails."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

LATE = "this test ran too long"
ASKED = "MUTANTS_ASKED"  # names the file: a list of tests


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the selected tests, in their order."""
    asked: list[str] = json.loads(Path(os.environ[ASKED]).read_text(encoding="utf-8"))
    order = {name: place for place, name in enumerate(asked)}
    places = [order.get(item.nodeid) for item in items]
    config.hook.pytest_deselected(items=[item for item, place in zip(items, places, strict=True) if place is None])
    kept = [(place, number) for number, place in enumerate(places) if place is not None]
    items[:] = [items[number] for _, number in sorted(kept)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Set the alarm for one test, so that a mutant that never ends is noticed."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(LATE)

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(int(os.environ.get("PATIENCE", "60")))
    try:
        return (yield)
    finally:
        signal.alarm(0)
