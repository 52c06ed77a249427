"""A command that runs code of others, under guard.

It runs in a child of a small process that only waits, so that nothing a learner does, not even a crash or
``os._exit(0)``, looks like an answer, and so that SIGTERM ends it in two seconds whatever runs.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from outperform.cli.log import say

GRACE = 1.5  # seconds that the child has to save and to clean up after a signal
INTERRUPTED, TERMINATED = 130, 143  # exit codes: of Ctrl-C, and of other requests to end
KEPT = "fits in a store are kept"
REQUESTS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

_parent: int | None = None  # the process that waits for this one


class Stopped(BaseException):
    """A signal other than Ctrl-C asks this process to end."""


def guarded(run: Callable[[], int]) -> int:
    """Run a command in a child process and return its exit code; here where that is not possible."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return run()
    global _parent
    sys.stdout.flush()
    receiver, sender = os.pipe()
    _parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)  # until both know what to do
    try:
        child = os.fork()
    except OSError:  # too many processes
        _parent = None
        signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)
        return run()
    if child:
        os.close(sender)
        return _Watch(child, receiver).code()
    os.close(receiver)
    return _told(run, sender)


def parent() -> int | None:
    """Return the process that waits for this one, if this command is guarded."""
    return _parent


def _told(run: Callable[[], int], sender: int) -> int:
    """Run the command in this child, and tell the parent how it ended: an end without a word is none of ours."""
    stop = _Stop()
    try:
        _handle(stop.handle)
        code = run()
    except SystemExit as error:  # of argparse: --help, or an option that nobody knows
        code = error.code if isinstance(error.code, int) else 0
    except (KeyboardInterrupt, Stopped) as request:
        code = INTERRUPTED if isinstance(request, KeyboardInterrupt) else TERMINATED
    stop.asked = True  # too late for others
    os.write(sender, bytes([code]))
    return code


def _handle(handler: Callable[[int, FrameType | None], None]) -> None:
    """Handle the signals that ask a process to end and are not ignored, as nohup ignores one."""
    for number in REQUESTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)


def _code(number: int) -> int:
    return INTERRUPTED if number == signal.SIGINT else TERMINATED


class _Stop:
    """Turn the first signal into an exception. Others follow where a terminal and our parent both send one."""

    asked = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        del frame
        if not self.asked:
            self.asked = True
            raise KeyboardInterrupt if number == signal.SIGINT else Stopped


class _Watch:
    """Wait for a child; pass signals on to it, and kill it where it does not end."""

    def __init__(self, child: int, receiver: int) -> None:
        self.child, self.receiver = child, receiver
        self.asked: int | None = None  # the first signal

    def code(self) -> int:
        """Return the exit code of the command."""
        signal.signal(signal.SIGALRM, self._kill)
        _handle(self._pass)
        status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        signal.setitimer(signal.ITIMER_REAL, 0)
        os.set_blocking(self.receiver, False)
        with suppress(BlockingIOError):  # a process that the child has left behind may hold the other end
            if told := os.read(self.receiver, 1):
                return told[0]
        self._remove_files()
        if self.asked is not None:
            say("stopped")
            return _code(self.asked)
        say(f"{_without_a_word(status)}; {KEPT}")
        return 2

    def _remove_files(self) -> None:
        """Remove the jobs that the child has handed to workers."""
        import tempfile
        from pathlib import Path

        for path in Path(tempfile.gettempdir()).glob(f"outperform-{self.child}-*.job"):
            path.unlink(missing_ok=True)

    def _pass(self, number: int, frame: FrameType | None) -> None:
        del frame
        if self.asked is None:
            self.asked = number
            signal.setitimer(signal.ITIMER_REAL, GRACE)
        os.kill(self.child, number)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        os.kill(self.child, signal.SIGKILL)


def _without_a_word(status: int) -> str:
    """Say how a command ended that did not end by itself."""
    if status == -signal.SIGKILL:
        return "the command was killed from outside, perhaps because memory ran out"
    how = f"exit code {status}" if status >= 0 else signal.Signals(-status).name
    apart = "compare --fit-timeout 600 names the learner that does so"
    return f"a learner, metric or library ended the process ({how}), so there is no answer; {apart}"
