"""Limits of work that only a slip of the pen exceeds, and how to raise them."""

import dataclasses
import os
from dataclasses import dataclass
from typing import Any

from outperform.core.errors import InputError, SpecError

LONG = 10**30  # larger numbers are not written out


@dataclass(frozen=True)
class Limit:
    """The most that is allowed of something, unless an environment variable says otherwise."""

    what: str
    most: int
    variable: str

    def check(self, argument: str, value: int) -> None:
        """Raise SpecError for more, with the variable that allows it."""
        most = self.allowed()
        if value > most:
            given, wanted = (str(value), f"={value}") if value < LONG else ("more digits than can be read", "")
            raise SpecError(
                argument,
                f"must be at most {most} {self.what}, got {given};"
                f" to allow more, set the environment variable {self.variable}{wanted}",
            )

    def allowed(self) -> int:
        """Return the most that is allowed here."""
        given = os.environ.get(self.variable, "").strip()
        if not given:
            return self.most
        if not given.isascii() or not given.isdigit() or len(given) > len(str(LONG)):
            raise InputError(self.variable, f"must be a whole number, got {given[:40]!r}")
        return int(given)


REPEATS = Limit("repeats", 10_000, "OUTPERFORM_MOST_REPEATS")
SPLITS = Limit("splits (folds times repeats)", 100_000, "OUTPERFORM_MOST_SPLITS")
REPLICATES = Limit("replicates", 1_000_000, "OUTPERFORM_MOST_REPLICATES")


def check_work(entry: Any) -> None:
    """Raise SpecError for an entry with more repeats, folds times repeats, or replicates than anybody wants."""
    fields = {field.name for field in dataclasses.fields(entry)} & {"repeats", "max_repeats", "folds", "replicates"}
    if not fields:
        return
    names = [name for name in ("max_repeats", "repeats") if name in fields]
    for name in names:
        REPEATS.check(f"{entry.slug}.{name}", getattr(entry, name))
    if "folds" in fields:
        folds = entry.folds
        repeats = getattr(entry, names[0]) if names else 1
        SPLITS.check(f"{entry.slug}.folds", folds if folds > SPLITS.allowed() else folds * repeats)
    if "replicates" in fields:
        REPLICATES.check(f"{entry.slug}.replicates", entry.replicates)
