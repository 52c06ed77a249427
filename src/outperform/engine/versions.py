"""The versions that a fit depends on."""

import sys
from functools import cache
from importlib.metadata import version

from outperform import __version__

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas")


@cache
def versions() -> str:
    """Write the versions of Python, of the packages that every fit goes through, and of this package."""
    found = [f"{name} {version(name)}" for name in PACKAGES]
    return ", ".join([f"outperform {__version__}", f"python {sys.version_info.major}.{sys.version_info.minor}", *found])
