"""Code of others, contained: what it prints goes to standard error, and it can fail but not end the process."""

import ctypes
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn, TextIO

from outperform.core.descriptors import CLOSED, lost
from outperform.core.processes import LEAVE, is_settled


class EndedError(BaseException):
    """A learner, a metric or a test called ``os._exit``, or closed our files: the process would end without a word."""


@contextmanager
def contained() -> Iterator[None]:
    """Run a learner, a metric or a test, in any thread.

    What it prints goes to standard error, that of C code too, and so does what other threads print meanwhile.
    ``os._exit`` raises EndedError, and so do files of ours that are closed. The current folder is restored. A process
    that the code has forked ends here, for else it would go on with our work, and answer too.
    """
    token, before, here = object(), getattr(_INSIDE, "process", None), os.getpid()
    try:
        _INSIDE.process = here
        _DIVERSION.take(token)
        yield
        _check_files()
    finally:
        if os.getpid() != here:
            LEAVE(_code(sys.exception()))
        _INSIDE.process = before
        _DIVERSION.give(token)


def _check_files() -> None:
    """Raise EndedError where files of ours were closed; a worker ends, since it can answer no more."""
    if lost():
        if is_settled():
            LEAVE(CLOSED)
        message = "it closed files of this process that are not its own"
        raise EndedError(message)


def _code(error: BaseException | None) -> int:
    """Return the exit code of a process that code of others has forked and that does not end by itself."""
    _flush(sys.stderr)
    if not isinstance(error, SystemExit):
        return 0 if error is None else 1
    return error.code & 0xFF if isinstance(error.code, int) else int(error.code is not None)


def is_theirs(error: BaseException) -> bool:
    """Return whether an exception is a failure of the code of others, and not a request to stop this process.

    Such a request is a KeyboardInterrupt in the main process, or what a signal handler raises, for example SystemExit.
    """
    if isinstance(error, Exception):
        return True
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # as in workers, which leave Ctrl-C to their parent
    handlers = (signal.getsignal(number) for number in signal.valid_signals())
    codes = {getattr(getattr(each, "__func__", each), "__code__", None) for each in handlers} - {None}
    return not any(frame.f_code in codes for frame, _ in traceback.walk_tb(error.__traceback__))


class _Diversion:
    """Standard output goes to standard error while at least one holds a token: threads may overlap in any order."""

    def __init__(self) -> None:
        self.unlock()
        self._tokens: set[object] = set()
        self._undo: ExitStack | None = None

    def unlock(self) -> None:
        """Make a new lock: in a forked process the old one may be held by a thread that is not there."""
        self._lock = threading.RLock()

    def take(self, token: object) -> None:
        """Divert the output, unless it is diverted already."""
        with self._lock:
            self._tokens.add(token)
            if self._undo is None:
                self._undo = ExitStack()
                _divert(self._undo)

    def give(self, token: object) -> None:
        """Restore the output if nobody else holds a token."""
        with self._lock:
            self._tokens.discard(token)
            if not self._tokens and self._undo is not None:
                undo, self._undo = self._undo, None
                undo.close()


_INSIDE = threading.local()  # the process in which a thread runs code of others
_DIVERSION = _Diversion()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_DIVERSION.unlock)


def _divert(undo: ExitStack) -> None:
    """Send the output elsewhere; ``undo`` restores all of it, even if it is interrupted."""
    undo.callback(setattr, sys, "stdout", sys.stdout)
    with suppress(OSError):  # it was removed
        undo.callback(_return_to, Path.cwd())
    _divert_file(undo)
    sys.stdout = sys.stderr or undo.enter_context(_nowhere())
    leave = os._exit

    def refuse(status: int) -> NoReturn:
        if getattr(_INSIDE, "process", None) != os.getpid():  # a process or a thread of its own
            leave(status)
        raise EndedError(f"it called os._exit({status})")

    undo.callback(setattr, os, "_exit", leave)
    os._exit = refuse


def _return_to(folder: Path) -> None:
    with suppress(OSError):
        os.chdir(folder)


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _divert_file(undo: ExitStack) -> None:
    """Let file 1, to which C code writes, be standard error too; nothing to do where it already is, or is not ours."""
    try:
        ours = sys.__stdout__ is not None and sys.__stdout__.fileno() == 1
        if not ours or os.path.samestat(os.fstat(1), os.fstat(2)):
            return
        kept = os.dup(1)
    except (OSError, ValueError):  # one of them is closed
        return
    _flush(sys.stdout)
    undo.callback(os.close, kept)
    undo.callback(os.dup2, kept, 1)
    undo.callback(_flush, sys.__stdout__)
    undo.callback(_flush_c)
    os.dup2(2, 1)


def _flush(stream: Any) -> None:
    with suppress(OSError, ValueError, AttributeError):
        stream.flush()


def _flush_c() -> None:
    """Write what C code has printed and C still holds back."""
    flush, stream = _c_output()
    flush(stream)


@lru_cache(maxsize=1)  # of the process: its C library
def _c_output() -> tuple[Any, Any]:
    """Return C's function that flushes, and its standard output, or nothing, which stands for all streams."""
    if sys.platform == "win32":
        return ctypes.cdll.ucrtbase.fflush, None
    library = ctypes.CDLL(None)
    for name in ("stdout", "__stdoutp"):  # the second on macOS
        with suppress(ValueError):
            return library.fflush, ctypes.c_void_p.in_dll(library, name)
    return library.fflush, None
