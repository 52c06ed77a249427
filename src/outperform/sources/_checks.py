"""What sources refuse: parameters outside their range, each named with what it needs and what it got."""

from typing import Any

from outperform.core import Entry, SpecError


def require(entry: Entry, name: str, fits: bool, wanted: str) -> None:  # noqa: FBT001 - it is the condition itself
    """Refuse the value of a parameter unless it fits."""
    if not fits:
        raise SpecError(f"{entry.slug}.{name}", f"must be {wanted}, got {getattr(entry, name)!r}")


def require_least(entry: Entry, **limits: float) -> None:
    """Refuse parameters below their limits."""
    for name, least in limits.items():
        require(entry, name, getattr(entry, name) >= least, f"at least {least}")


def require_between(entry: Entry, low: float, high: float, *names: str) -> None:
    """Refuse parameters outside a closed range."""
    for name in names:
        require(entry, name, low <= getattr(entry, name) <= high, f"between {low} and {high}")


def require_share(entry: Entry, *names: str) -> None:
    """Refuse parameters that do not lie strictly between 0 and 1."""
    for name in names:
        require(entry, name, 0 < getattr(entry, name) < 1, "strictly between 0 and 1")


def are_numbers(values: Any, least: float = float("-inf")) -> bool:
    """Tell whether values are a tuple of finite numbers, none below ``least``."""
    return isinstance(values, tuple) and all(
        isinstance(value, int | float) and not isinstance(value, bool) and least <= value < float("inf")
        for value in values
    )
