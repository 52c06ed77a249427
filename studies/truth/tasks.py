"""Where two learners are equally good exactly: two blocks of columns that are exchangeable given the target.

A lead puts noise into the columns of the second block, so that a learner on the first is better; a negative one into
those of the first.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from outperform.core import Floats
from outperform.sources import CATALOGUE as SOURCES

Blocks = tuple[Floats, Floats]
Draw = Callable[[np.random.Generator], tuple[Floats, Floats]]  # columns of both blocks, side by side, and the target


@dataclass(frozen=True)
class Task:
    """A way to draw data sets."""

    name: str
    draw: Draw
    classes: bool

    def dataset(self, rng: np.random.Generator, lead: float) -> tuple[Blocks, Floats]:
        """Draw two blocks and a target."""
        rows, y = self.draw(rng)
        first, second = np.split(rows, 2, axis=1)
        noise = rng.standard_normal(second.shape)
        if lead < 0:
            return (first - lead * noise * first.std(axis=0), second), y
        return (first, second + lead * noise * second.std(axis=0)), y


def of_source(spec: str, *, classes: bool = True) -> Task:
    """Return one of the package's own sources of like blocks."""
    source = SOURCES.parse(spec)

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats]:
        found = source.draw(rng)
        return np.asarray(found.rows, dtype=np.float64), np.asarray(found.target, dtype=np.float64)

    return Task(spec, draw, classes)


def friedman(n: int, columns: int = 8, noise: float = 2.0) -> Task:
    """Return a sum of two of Friedman's functions, one of each block, with five columns that matter."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats]:
        rows = rng.random((n, 2 * columns))
        both = [
            10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
            for x in np.split(rows, 2, axis=1)
        ]
        return rows, both[0] + both[1] + noise * rng.standard_normal(n)

    return Task(f"friedman(n={n}, columns={columns}, noise={noise})", draw, classes=False)


def linear(n: int, columns: int, used: int, noise: float = 1.0, tails: float | None = None) -> Task:
    """Return a sum of the first columns of both blocks, with normal noise or with the tails of a t distribution."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats]:
        rows = rng.standard_normal((n, 2 * columns))
        signal = rows[:, :used].sum(axis=1) + rows[:, columns : columns + used].sum(axis=1)
        error = rng.standard_normal(n) if tails is None else rng.standard_t(tails, n)
        return rows, signal / np.sqrt(used) + noise * error

    return Task(f"linear(n={n}, columns={columns}, used={used}, noise={noise}, tails={tails})", draw, classes=False)


def skewed(n: int, columns: int, signal: float, share: float = 0.5) -> Task:
    """Return two classes of log-normal columns that lean on one another within a block, shifted by the signal."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats]:
        y = (rng.random(n) < share).astype(np.float64)
        shared = np.repeat(rng.standard_normal((n, 2)), columns, axis=1)
        inner = 0.7 * rng.standard_normal((n, 2 * columns)) + 0.7 * shared + signal * (y - 0.5)[:, None]
        return np.exp(inner), y

    return Task(f"skewed(n={n}, columns={columns}, signal={signal}, share={share})", draw, classes=True)


def xor(n: int, columns: int = 4, signal: float = 1.5) -> Task:
    """Return two classes that two columns of a block tell only together."""

    def draw(rng: np.random.Generator) -> tuple[Floats, Floats]:
        y = (rng.random(n) < 0.5).astype(np.float64)
        rows = rng.standard_normal((n, 2 * columns))
        for start in (0, columns):
            side = np.where(rng.random(n) < 0.5, 1.0, -1.0)
            rows[:, start] += signal * side
            rows[:, start + 1] += signal * side * (2 * y - 1)
        return rows, y

    return Task(f"xor(n={n}, columns={columns}, signal={signal})", draw, classes=True)
