"""What tests of several rooms share."""

import signal

import pytest


@pytest.fixture
def untraced_children(monkeypatch):
    """Start processes without coverage, which doubles their time: what they run is measured here by other tests."""
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def heard():
    """Hear Ctrl-C, which a shell leaves out for what it runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
