"""A user's own test from a Python file, run only if the user names the file.

The file is read once per study. Every worker runs what was read, and the ledger's key holds it.
"""

import sys
import traceback
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from outperform.core import InputError, SignificanceTest, fingerprint


def is_own(test: str) -> bool:
    """Return whether the name of a test has the form ``path/to/file.py:ClassName``."""
    return ".py:" in test


def read_own(place: str) -> bytes:
    """Read the file of ``path/to/file.py:ClassName``."""
    path = place.rpartition(":")[0]
    try:
        return Path(path).read_bytes()
    except OSError as error:
        problem = f"there is no Python file {path}" if not Path(path).exists() else f"{path}: {error.strerror}"
        raise InputError("test", problem) from None


@lru_cache(maxsize=8)  # of the process: it follows from the place and what the file holds
def load_test(place: str, content: bytes) -> SignificanceTest:
    """Run the content of ``path/to/file.py:ClassName`` and return the test with its default parameters."""
    path, _, name = place.rpartition(":")
    module = ModuleType(f"outperform_own_{Path(path).stem}_{fingerprint(content)[:8]}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    try:
        with redirect_stdout(sys.stderr):  # standard output is for readings
            exec(compile(content, path, "exec"), vars(module))
            made = getattr(module, name)()
    except (Exception, SystemExit) as error:
        raise InputError("test", f"{place} cannot be loaded: {_said(error)}") from None
    if not isinstance(made, SignificanceTest):
        raise InputError("test", f"{place} is not a subclass of outperform.core.SignificanceTest")
    return made


def failure_of(error: BaseException, places: Iterable[str]) -> InputError:
    """Return the error for a user's own test that failed, with the line of the user's file."""
    paths = {place.rpartition(":")[0] for place in places}
    lines = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in paths]
    where = f" ({lines[-1].filename}, line {lines[-1].lineno})" if lines else ""
    return InputError("test", f"{' or '.join(places)} failed: {_said(error)}{where}")


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
