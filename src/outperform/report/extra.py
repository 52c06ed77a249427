"""The optional packages of this room."""

from importlib.util import find_spec

from outperform.core import MissingDependencyError


def require(package: str) -> None:
    """Refuse to go on without an optional package, in one sentence that says what to install."""
    if find_spec(package) is None:
        raise MissingDependencyError(f"figures and pages need {package}: pip install 'outperform[report]'")
