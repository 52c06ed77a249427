"""A command that runs code of others, under guard.

It runs in a child of a small process that only waits, so that nothing a learner does, not even a crash or
``os._exit(0)``, looks like an answer, and so that SIGTERM ends it in two seconds whatever runs.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType

from outperform.cli.log import say_problem
from outperform.words.endings import ending, memory_words

GRACE = 1.5  # seconds that the child has to save and to clean up after a signal
INTERRUPTED, TERMINATED = 130, 143  # exit codes: of Ctrl-C, and of other requests to end
KEPT = "fits in a store are kept"
TELL = "OUTPERFORM_TELL"  # the variable that says where a gate in a new process writes its exit code
WORD, MOST = 16, 1 << 20  # bytes: of the word of a child, and of what a pipe may hold beside it
REQUESTS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

LOST = 113  # exit code of a child whose way to its parent was closed

_sender: int | None = None  # the way to the process that waits for this one
_parent: int | None = None  # the process that waits for this one


class Stopped(BaseException):
    """A signal other than Ctrl-C asks this process to end."""


def guarded(run: Callable[[], int], *gate: str) -> int:
    """Run a command in a child process and return its exit code; here where that is not possible.

    A gate, whose command line is given, is never run here: without forks, and beside threads, it gets a new process.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return _spawned(gate) if gate else run()
    global _parent
    sys.stdout.flush()
    receiver, sender = os.pipe()
    os.set_blocking(sender, False)
    word = os.urandom(WORD)  # before the exit code: else whoever writes a byte to all open files would tell one
    _parent = os.getpid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where it is ignored, nobody can wait for a child
    signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)  # until both know what to do
    try:
        child = os.fork()
    except OSError:  # too many processes
        _parent = None
        signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)
        return _spawned(gate) if gate else run()
    if child:
        os.close(sender)
        return _Watch(child, receiver, word).code()
    os.close(receiver)
    return _told(run, _way(sender, word))


def _way(sender: int, word: bytes) -> Callable[[int], None]:
    """Return how a child tells its exit code; raise OSError where code of others has another file in the place."""
    global _sender
    _sender, file = sender, os.fstat(sender)

    def tell(code: int) -> None:
        if not os.path.samestat(file, os.fstat(sender)):
            raise OSError
        os.write(sender, word + bytes([code]))

    return tell


def _spawned(gate: Sequence[str]) -> int:
    """Run a gate in a new process; that writes its exit code behind a word into a file: else nothing was judged."""
    import subprocess
    import tempfile
    from pathlib import Path

    word = os.urandom(WORD).hex()
    flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined] # as multiprocessing does
    line = [sys.executable, *flags, "-P", "-c", "import outperform.cli.main as main; main.sys.exit(main.main())", *gate]
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "told"
            status = subprocess.call(line, env=os.environ | {TELL: f"{word}{path}"})
            told, _, code = (path.read_text(encoding="utf-8") if path.exists() else "").partition(" ")
    except OSError as error:  # too many processes, or no folder for temporary files
        say_problem(f"a gate needs a process of its own: {error.strerror or error}")
        return 2
    if told == word and code.isdigit():
        return int(code)
    say_problem(_without_a_word(status))
    return 2


def spawned(run: Callable[[], int]) -> int | None:
    """Run a command, and tell the process that has started this one for it; None where there is none."""
    tell = os.environ.pop(TELL, None)
    if tell is None:
        return None
    from pathlib import Path

    word, path = tell[: 2 * WORD], Path(tell[2 * WORD :])
    return _told(run, lambda code: path.write_text(f"{word} {code}", encoding="utf-8"))


def sender() -> int | None:
    """Return the open file through which this command tells its exit code, if it is guarded."""
    return _sender


def parent() -> int | None:
    """Return the process that waits for this one, if this command is guarded."""
    return _parent


def _told(run: Callable[[], int], tell: Callable[[int], object]) -> int:
    """Run the command in this child, and tell the parent how it ended: an end without our word is none of ours."""
    stop = _Stop()
    try:
        _handle(stop.handle)
        code = run()
    except SystemExit as error:  # of argparse: --help, or an option that nobody knows
        code = child_code(error)
    except (KeyboardInterrupt, Stopped) as request:
        code = INTERRUPTED if isinstance(request, KeyboardInterrupt) else TERMINATED
    stop.asked = True  # too late for others
    try:
        tell(code)
    except OSError:
        return LOST
    return code


def child_code(error: SystemExit) -> int:
    """Return the exit code of a process that ends with this exception, as Python does."""
    return error.code & 0xFF if isinstance(error.code, int) else int(error.code is not None)


def _handle(handler: Callable[[int, FrameType | None], None]) -> None:
    """Handle the signals that ask a process to end and are not ignored, as nohup ignores one."""
    for number in REQUESTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)


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

    def __init__(self, child: int, receiver: int, word: bytes) -> None:
        self.child, self.receiver, self.word = child, receiver, word
        self.asked: int | None = None  # the first signal

    def code(self) -> int:
        """Return the exit code of the command."""
        signal.signal(signal.SIGALRM, self._kill)
        _handle(self._pass)
        status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        signal.setitimer(signal.ITIMER_REAL, 0)
        os.set_blocking(self.receiver, False)
        with suppress(BlockingIOError):  # a process that the child has left behind may hold the other end
            _, word, code = os.read(self.receiver, MOST).rpartition(self.word)
            if word and len(code) == 1:
                return code[0]
        self._remove_files()
        if self.asked is not None:
            say_problem("stopped")
            return INTERRUPTED if self.asked == signal.SIGINT else TERMINATED
        say_problem(f"{_without_a_word(status)}; {KEPT}")
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
        return f"the command was killed from outside: {memory_words()}"
    if status == LOST:
        return "a learner, metric or library closed files of this process, so there is no answer"
    apart = "compare --fit-timeout 600 names the learner that does so"
    return f"a learner, metric or library ended the process ({ending(status)}), so there is no answer; {apart}"
