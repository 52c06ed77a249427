"""Other packages that serve as a second route: a test that asks one that is not installed is skipped."""

from typing import Any

import pytest


class Peer:
    """A module of another package, imported when it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """Return what the module holds; skip the test where the package is not installed."""
        return getattr(pytest.importorskip(self._name), attribute)
