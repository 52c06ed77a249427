"""The versions that a fit depends on."""

import sys
from functools import cache
from importlib.metadata import version

from outperform import __version__

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas")


@cache  # of the process: what is imported stays as it is
def versions() -> str:
    """Write the versions of Python, of the packages that every fit goes through, and of this package."""
    return ", ".join(f"{name} {found}" for name, found in version_of_each().items())


def version_of_each() -> dict[str, str]:
    """Return the same versions by name."""
    own = {"outperform": __version__, "python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    return own | {name: version(name) for name in PACKAGES}
