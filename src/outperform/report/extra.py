"""The optional packages of this room."""

from importlib import import_module

from outperform.core import MissingDependencyError


def require(package: str) -> None:
    """Refuse to go on without an optional package, in one sentence that says what to install."""
    try:
        import_module(package)
    except ImportError:
        raise MissingDependencyError(f"figures and pages need {package}: pip install 'outperform[report]'") from None
