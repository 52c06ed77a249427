"""Standard output, kept for answers."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from outperform.cli.guard import parent

_answers: TextIO | None = None  # standard output, while all else is printed to standard error


def open_all() -> None:
    """Open files 0 to 2 where they are closed, as with >&-: else a file that is opened later would take their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


@contextmanager
def own_output() -> Iterator[None]:
    """Keep standard output for answers: all else that is printed goes to standard error.

    A guarded command does so to the end of its process and for what C code prints, and ends with its parent.
    """
    global _answers
    before, given = _answers, sys.stdout
    waiting = parent()
    _answers = given if waiting is None else _private_output()
    sys.stdout = sys.stderr
    if waiting is not None:
        from outperform.core.processes import end_with

        end_with(waiting)
    try:
        yield
    finally:
        answers, _answers = _answers, before
        if waiting is None:
            sys.stdout = given
        _flush(answers)
        if answers is not given:
            answers.close()


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        drop(stream)
        raise


def drop(stream: TextIO) -> None:
    """Let a stream go nowhere, so that Python does not fail to write the rest of it when it ends."""
    with suppress(OSError):  # it is none of the process
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def answering() -> Iterator[None]:
    """Print an answer: standard output is that of the process."""
    if _answers is None:
        yield
        return
    before, sys.stdout = sys.stdout, _answers
    try:
        yield
    finally:
        sys.stdout = before


def _private_output() -> TextIO:
    """Return a stream to standard output that no other code finds; file 1, to which C code writes, is then file 2."""
    given = sys.stdout
    try:
        kept = _Output(os.dup(given.fileno()), "wb")
    except OSError:  # it is none of the process
        return given
    os.dup2(2, 1)
    lines = given.isatty()
    return io.TextIOWrapper(io.BufferedWriter(kept), encoding=given.encoding, errors=given.errors, line_buffering=lines)


class _Output(io.FileIO):
    """Standard output whose reader may go, as with | head: the command goes on, for a gate must give its exit code."""

    def write(self, data: Any, /) -> int:
        """Write, or drop what nobody reads."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(memoryview(data).cast("B"))
