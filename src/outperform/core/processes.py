"""Processes that end with the one that started them.

A worker loads this file before all that takes long, so that it does not outlive its parent while it starts.
"""

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outperform.core.descriptors import hold_pipes

WATCH_SECONDS = 1.0  # how often a thread looks for the parent, where no signal tells of its end
PR_SET_PDEATHSIG, SIGKILL = 1, 9  # of Linux's prctl
LEAVE = os._exit  # the real one: others may replace it for a while
First = Callable[..., None]
_SETTLED: set[int] = set()  # of the process: holds its own number once it is settled


def settle(steady: bool = False, first: First | None = None, given: tuple[Any, ...] = ()) -> None:  # noqa: FBT001, FBT002
    """Make this process a worker, once: it ends with its parent, leaves Ctrl-C to it and prints to standard error.

    Parameters
    ----------
    steady
        Whether the thread that started it lives as long as its process.
    first, given
        What the user wants to be called in each worker, and with which arguments.
    """
    from multiprocessing import parent_process  # noqa: PLC0415 - small commands do without it

    parent = parent_process()
    if parent is None or os.getpid() in _SETTLED:
        return
    _SETTLED.add(os.getpid())
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(OSError):  # one of them is closed
        os.dup2(2, 1)
    sys.stdout = sys.stderr or sys.stdout
    end_with(int(parent.pid or 0), steady=steady)
    hold_pipes()
    if first is not None:
        first(*given)


def is_settled() -> bool:
    """Return whether this process is a worker."""
    return os.getpid() in _SETTLED


def end_with(parent: int, *, steady: bool = True) -> None:
    """End this process when its parent ends, even if that is killed.

    Parameters
    ----------
    parent
        The process that started this one. If it has ended already, this one ends now.
    steady
        Whether the thread that started this process lives as long as its process. Linux sends the signal when that
        thread ends; without it, or on other systems, a thread of this process looks for the parent once per second.
    """
    if not (steady and _signalled()):
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    elif os.getppid() != parent:
        LEAVE(1)


def _signalled() -> bool:
    """Ask Linux to kill this process when its parent ends: that works while C code holds Python's lock, too."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):  # a C library without it
        return False


def _watch(parent: int) -> None:
    if sys.platform == "win32":
        import _winapi  # noqa: PLC0415 - there is none elsewhere

        try:
            process = _winapi.OpenProcess(_winapi.SYNCHRONIZE, False, parent)  # noqa: FBT003 - it has no names
            _winapi.WaitForSingleObject(process, _winapi.INFINITE)
        except OSError:
            pass  # it has ended
    else:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
    LEAVE(1)
