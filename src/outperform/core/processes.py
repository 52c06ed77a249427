"""Processes that end with the one that started them."""

import ctypes
import os
import sys
import threading
import time

WATCH_SECONDS = 1.0  # how often a thread looks for the parent, where no signal tells of its end
PR_SET_PDEATHSIG, SIGKILL = 1, 9  # of Linux's prctl
LEAVE = os._exit  # the real one: others may replace it for a while


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
