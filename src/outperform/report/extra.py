"""The optional packages of figures and pages."""

from importlib import import_module

from outperform.core import MissingDependencyError


def require(package: str) -> None:
    """Raise an error that says what to install where an optional package is missing."""
    try:
        import_module(package)
    except ImportError:
        raise MissingDependencyError(f"figures and pages need {package}: pip install 'outperform[report]'") from None
