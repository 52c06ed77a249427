"""Checks of the parameters of sources."""

from typing import Any

from outperform.core import Entry, InputError, SpecError

MOST_ROWS = 10_000_000  # of a data set that is drawn row by row
MOST_CELLS = 100_000_000  # of a data set: 800 MB
MOST_COUNTED = 999_999_999  # numpy's limit for hypergeometric draws


def require(entry: Entry, name: str, fits: bool, wanted: str) -> None:  # noqa: FBT001 - it is the condition itself
    """Raise SpecError unless the value of a parameter fits."""
    if not fits:
        raise SpecError(f"{entry.slug}.{name}", f"must be {wanted}, got {getattr(entry, name)!r}")


def require_least(entry: Entry, **limits: float) -> None:
    """Raise SpecError for parameters below their limits."""
    for name, least in limits.items():
        require(entry, name, getattr(entry, name) >= least, f"at least {least}")


def require_rows(entry: Entry, least: int = 1, most: int = MOST_ROWS) -> None:
    """Raise SpecError for too few rows, or too many for the memory."""
    rows: int = getattr(entry, "n")  # noqa: B009 - every source has it
    require(entry, "n", rows >= least, f"at least {least}")
    require(entry, "n", rows <= most, f"at most {most:,}")


def require_cells(entry: Entry, name: str, columns: int) -> None:
    """Raise SpecError where a parameter makes a table of more columns than the memory holds."""
    rows: int = getattr(entry, "n")  # noqa: B009
    require(entry, name, rows * columns <= MOST_CELLS, f"less: {rows:,} rows can have {MOST_CELLS // rows:,} columns")


def require_drawable(entry: Entry) -> None:
    """Raise InputError for more rows than can be drawn one by one."""
    rows: int = getattr(entry, "n")  # noqa: B009
    if rows > MOST_ROWS:
        problem = (
            f"learners that are fitted need at most {MOST_ROWS:,} rows, got {rows:,} (more rows can only be counted)"
        )
        raise InputError(f"{entry.slug}.n", problem)


def require_between(entry: Entry, low: float, high: float, *names: str) -> None:
    """Raise SpecError for parameters outside a closed range."""
    for name in names:
        require(entry, name, low <= getattr(entry, name) <= high, f"between {low} and {high}")


def require_share(entry: Entry, *names: str) -> None:
    """Raise SpecError for parameters that are not above 0 and below 1."""
    for name in names:
        require(entry, name, 0 < getattr(entry, name) < 1, "above 0 and below 1")


def are_numbers(values: Any, least: float = float("-inf")) -> bool:
    """Return whether values are a tuple of finite numbers, none below ``least``."""
    return isinstance(values, tuple) and all(
        isinstance(value, int | float) and not isinstance(value, bool) and least <= value < float("inf")
        for value in values
    )
