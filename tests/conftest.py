"""What tests of several rooms share."""

import pytest


@pytest.fixture
def untraced_children(monkeypatch):
    """Start processes without coverage, which doubles their time: what they run is measured here by other tests."""
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)
