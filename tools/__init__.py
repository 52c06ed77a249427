"""Tools for developers, not shipped with the package."""
