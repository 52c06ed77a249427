"""A user's own test from a Python file, run only if the user names the file.

The file is read once per study. Every worker runs what was read, and the ledger's key holds it.
"""

from collections.abc import Iterable

from outperform.core import InputError, SignificanceTest
from outperform.core.own import attempt, attribute_of, line_of, read_code, run_code


def is_own(test: str) -> bool:
    """Return whether the name of a test has the form ``path/to/file.py:ClassName``."""
    return ".py:" in test


def file_of(test: str) -> str:
    """Return the file of ``path/to/file.py:ClassName``."""
    return test.rpartition(":")[0]


def read_own(place: str) -> bytes:
    """Read the file of ``path/to/file.py:ClassName``."""
    return read_code(file_of(place), "test")


def load_test(place: str, content: bytes) -> SignificanceTest:
    """Run the content of ``path/to/file.py:ClassName`` and return the test with its default parameters."""
    path, _, name = place.rpartition(":")
    found = attribute_of(run_code(path, content, "test"), name, path, "test")
    if not isinstance(found, type) or not issubclass(found, SignificanceTest):
        raise InputError("test", f"{place} is not a subclass of outperform.core.SignificanceTest")
    return attempt(found, path, "test")


def failure_of(error: BaseException, places: Iterable[str]) -> InputError:
    """Return the error for a user's own test that failed, with the line of the user's file."""
    found = line_of(error, *map(file_of, places))
    where = "" if found is None else f" ({found[0]}, line {found[1]})"
    return InputError("test", f"{' or '.join(places)} failed: {type(error).__name__}: {error}{where}")
