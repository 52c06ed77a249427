"""What sources refuse: parameters outside their range, each named with what it needs and what it got."""

from typing import Any

from outperform.core import Entry, InputError, SpecError

MOST_ROWS = 10_000_000  # of a dataset that is written out row by row
MOST_COUNTED = 999_999_999  # numpy draws no hypergeometric number from more


def require(entry: Entry, name: str, fits: bool, wanted: str) -> None:  # noqa: FBT001 - it is the condition itself
    """Refuse the value of a parameter unless it fits."""
    if not fits:
        raise SpecError(f"{entry.slug}.{name}", f"must be {wanted}, got {getattr(entry, name)!r}")


def require_least(entry: Entry, **limits: float) -> None:
    """Refuse parameters below their limits."""
    for name, least in limits.items():
        require(entry, name, getattr(entry, name) >= least, f"at least {least}")


def require_rows(entry: Entry, least: int = 1, most: int = MOST_ROWS) -> None:
    """Refuse a number of rows that no dataset could have, or no memory hold."""
    rows: int = getattr(entry, "n")  # noqa: B009 - every source has it
    require(entry, "n", rows >= least, f"at least {least}")
    require(entry, "n", rows <= most, f"at most {most:,}")


def require_drawable(entry: Entry) -> None:
    """Refuse to write the rows of a source out that can only be counted."""
    rows: int = getattr(entry, "n")  # noqa: B009
    if rows > MOST_ROWS:
        problem = (
            f"{rows:,} rows can be counted, but not written out for learners that are fitted: at most {MOST_ROWS:,}"
        )
        raise InputError(f"{entry.slug}.n", problem)


def require_between(entry: Entry, low: float, high: float, *names: str) -> None:
    """Refuse parameters outside a closed range."""
    for name in names:
        require(entry, name, low <= getattr(entry, name) <= high, f"between {low} and {high}")


def require_share(entry: Entry, *names: str) -> None:
    """Refuse parameters that do not lie strictly between 0 and 1."""
    for name in names:
        require(entry, name, 0 < getattr(entry, name) < 1, "strictly between 0 and 1")


def are_numbers(values: Any, least: float = float("-inf")) -> bool:
    """Return whether values are a tuple of finite numbers, none below ``least``."""
    return isinstance(values, tuple) and all(
        isinstance(value, int | float) and not isinstance(value, bool) and least <= value < float("inf")
        for value in values
    )
