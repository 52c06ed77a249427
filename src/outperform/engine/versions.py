"""The versions that a fit depends on."""

import sys
from functools import cache
from importlib.metadata import version

from outperform import __version__

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas")


@cache  # of the process: imported packages do not change
def versions() -> str:
    """Return the versions of Python, of this package and of the packages that fits depend on, as text."""
    return ", ".join(f"{name} {found}" for name, found in version_of_each().items())


def version_of_each() -> dict[str, str]:
    """Return the same versions by name."""
    own = {"outperform": __version__, "python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    return own | {name: version(name) for name in PACKAGES}
