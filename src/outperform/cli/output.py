"""Standard output, kept for answers."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from outperform.cli.guard import parent, sender

_answers: TextIO | None = None  # standard output, while all else is printed to standard error


def open_all() -> None:
    """Open files 0 to 2 where they are closed, as with >&-: else a file that is opened later would take their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def drop_unread() -> None:
    """Drop what nobody reads, as with ``| head`` and ``2> >(true)``: a command ends as it would with a reader."""
    sys.stdout, sys.stderr = _unread(sys.stdout), _unread(sys.stderr)


def _unread(stream: TextIO) -> TextIO:
    """Return a stream to the same file, if it is one of the process, that drops what nobody reads."""
    buffer = getattr(stream, "buffer", None)
    raw = getattr(buffer, "raw", buffer)  # with PYTHONUNBUFFERED there is no buffer
    if type(raw) is not io.FileIO or raw.isatty():
        return stream
    stream.flush()
    return _text(_Output(raw.fileno(), "wb", closefd=False), stream)


def _text(raw: "_Output", like: TextIO) -> TextIO:
    """Return a stream of text to a file, as another one writes it."""
    lines = bool(getattr(like, "line_buffering", like.isatty()))
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding=like.encoding, errors=like.errors, line_buffering=lines)


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
        kept = _Output(os.dup(given.fileno()), "wb", closefd=False)
    except OSError:  # it is none of the process
        return given
    kept.hold()
    os.dup2(2, 1)
    return _text(kept, given)


class _Output(io.FileIO):
    """A file whose reader may go, as with | head: the command goes on, for a gate must give its exit code.

    Where code of others has closed it, nothing is written to what they may have opened in its place.
    """

    held: Any = None  # which file it is
    told = False

    def hold(self) -> None:
        """Remember which file it is: code of others fails where it closes this one, or the way to our parent."""
        from outperform.core.descriptors import Held, hold

        self.held, way = Held.of(self.fileno()), sender()
        hold(self.held, *([] if way is None else [Held.of(way)]))

    def write(self, data: Any, /) -> int:
        """Write, or drop what nobody reads; raise OutperformError, once, where the file is not ours any more."""
        if self.held is not None and not self.held.is_there:
            if not self.told:
                from outperform.core.errors import OutperformError

                self.told = True
                message = "a learner, metric or library closed standard output, so the answer cannot be written"
                raise OutperformError(message)
            return len(memoryview(data).cast("B"))
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(memoryview(data).cast("B"))
