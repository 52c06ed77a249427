"""A user's own test from a file of theirs: run only on their explicit word."""

import importlib.util
import sys
from functools import lru_cache
from pathlib import Path

from outperform.core import InputError, SignificanceTest


@lru_cache(maxsize=8)
def load_test(place: str) -> SignificanceTest:
    """Load ``path/to/file.py:ClassName`` and make the test with its default parameters."""
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location(f"outperform_own_{Path(path).stem}", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise InputError("test", f"there is no Python file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
        made = getattr(module, name)()
    except Exception as error:
        raise InputError("test", f"{place} cannot be made: {type(error).__name__}: {error}") from None
    if not isinstance(made, SignificanceTest):
        raise InputError("test", f"{place} is not a SignificanceTest of outperform.core")
    return made
