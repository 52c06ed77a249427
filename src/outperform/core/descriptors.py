"""Open files of ours, by device and inode: code of others may close them, and open others under their numbers."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

CLOSED = 113  # exit code of a process whose way to its parent was closed
FIRST = 3  # after standard input, output and error, which code of others may redirect


@dataclass(frozen=True)
class Held:
    """An open file by its number, and which file that is."""

    number: int
    device: int
    inode: int

    @classmethod
    def of(cls, number: int) -> Self:
        """Look at an open file."""
        found = os.fstat(number)
        return cls(number, found.st_dev, found.st_ino)

    @property
    def is_there(self) -> bool:
        """Whether the number still is that of the file."""
        try:
            return Held.of(self.number) == self
        except OSError:
            return False


_OURS: set[Held] = set()  # of the process, as its open files are


def hold(*held: Held) -> None:
    """Let code of others fail where it closes these files."""
    _OURS.update(held)


def let_go(*held: Held) -> None:
    """Take back what ``hold`` was told."""
    _OURS.difference_update(held)


def hold_pipes() -> None:
    """Hold what this process talks to others through: all pipes and sockets that are open now."""
    hold(*(each for each in _open() if _is_pipe(each.number)))


def held_of(paths: Iterable[Path]) -> tuple[Held, ...]:
    """Return which open files of this process are these; none on systems that do not list them."""
    found = set()
    for path in paths:
        with suppress(OSError):
            at = path.stat()
            found.add((at.st_dev, at.st_ino))
    return tuple(each for each in _open() if (each.device, each.inode) in found)


def lost() -> bool:
    """Return whether some file of ours was closed since the last question."""
    gone = {each for each in list(_OURS) if not each.is_there}
    _OURS.difference_update(gone)
    return bool(gone)


def _open() -> list[Held]:
    """List the open files of this process."""
    try:
        names = os.listdir("/dev/fd")  # noqa: PTH208 - the listing itself is a file that is open meanwhile
    except OSError:
        return []
    found = []
    for name in names:
        with suppress(OSError, ValueError):
            found.append(Held.of(int(name)))
    return [each for each in found if each.number >= FIRST]


def _is_pipe(number: int) -> bool:
    try:
        mode = os.fstat(number).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
