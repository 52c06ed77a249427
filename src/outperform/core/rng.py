"""Randomness by address: a draw depends on what it is for, never on the order of execution."""

import numpy as np

from outperform.core.fingerprint import fingerprint

CANONICAL = "data"
"""The seed for splits that follow from the rows, not from a number."""
Seed = int | str
"""A whole number, or ``CANONICAL``."""


def stream(seed: Seed, *address: str | int) -> np.random.Generator:
    """Return the random generator of an address.

    The same seed and address give the same numbers in every process, whatever was drawn before.

    Examples
    --------
    >>> first = stream(0, "dataset", 17, "plan").integers(1000, size=3)
    >>> _ = stream(0, "dataset", 18, "plan").integers(1000, size=3)
    >>> bool((stream(0, "dataset", 17, "plan").integers(1000, size=3) == first).all())
    True
    """
    return np.random.Generator(np.random.PCG64(int(fingerprint("stream", seed, *address), 16)))


def seed_at(seed: Seed, *address: str | int) -> int:
    """Return a whole number below 2**31 for an address: what goes into a learner's ``random_state``.

    Examples
    --------
    >>> seed_at(0, "learner", "tree", 3, 1) == seed_at(0, "learner", "tree", 3, 1)
    True
    """
    return int(fingerprint("seed", seed, *address)[:8], 16) >> 1
