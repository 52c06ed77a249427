"""What code of others can do: print, fail, and end neither the process nor the output."""

import ctypes
import io
import multiprocessing
import os
import signal
import sys
import threading

import pytest

from outperform.core.contained import EndedError, contained, is_theirs

unix = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals and forks of Unix")


def tell(word):
    sys.stdout.write(f"{word}\n")


def speak(word):
    """Print in every way."""
    tell(word)
    os.write(1, f"{word} by file\n".encode())
    sys.__stdout__.write(f"{word} by stream\n")
    ctypes.CDLL(None).printf(f"{word} by C\n".encode())


@unix
def test_what_is_printed_goes_to_standard_error_and_no_longer(capfd):
    tell("before")
    with contained():
        speak("inner")
        with contained():
            speak("innermost")
    tell("after")
    out, err = capfd.readouterr()
    assert out == "before\nafter\n"
    assert {line for line in err.splitlines() if line.startswith("inner")} == {
        f"{word}{way}" for word in ("inner", "innermost") for way in ("", " by file", " by stream", " by C")
    }


@unix
def test_threads_may_overlap_in_any_order(capfd):
    first, second = threading.Event(), threading.Event()

    def early():
        with contained():
            first.set()
            second.wait(10)
        tell("between")
        first.clear()

    thread = threading.Thread(target=early)
    thread.start()
    first.wait(10)
    with contained():
        second.set()
        thread.join()
        tell("inside")
    tell("after")
    out, err = capfd.readouterr()
    assert out == "after\n"
    assert err == "between\ninside\n"


def test_a_stream_of_the_user_is_restored(monkeypatch):
    mine = io.StringIO()
    monkeypatch.setattr(sys, "stdout", mine)
    with contained():
        assert sys.stdout is sys.stderr
    assert sys.stdout is mine
    monkeypatch.setattr(sys, "stderr", None)
    with contained():
        tell("nobody reads this")
    assert sys.stdout is mine


def test_os_exit_raises():
    leave = os._exit
    with pytest.raises(EndedError, match="3"), contained():
        os._exit(3)
    assert os._exit is leave


@unix
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Python warns of forks beside threads
def test_a_fork_of_its_own_may_end():
    with contained():
        child = multiprocessing.get_context("fork").Process(target=sys.exit, args=(7,))
        child.start()
        child.join()
    assert child.exitcode == 7


@unix
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Python warns of forks beside threads
@pytest.mark.parametrize(
    ("error", "code"), [(None, 0), (ValueError(), 1), (SystemExit(7), 7), (SystemExit(None), 0), (SystemExit("x"), 1)]
)
def test_a_fork_that_goes_on_ends_before_it_does_our_work(error, code):
    here, child = os.getpid(), 0
    try:
        with contained():
            child = os.fork()
            if child == 0 and error is not None:
                raise error
    finally:
        if os.getpid() != here:
            os._exit(99)  # as the rest of the run would be done twice
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code


def test_the_current_folder_is_restored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with contained():
        os.chdir(tmp_path.parent)
        with contained():
            assert os.getcwd() == os.fspath(tmp_path.parent)  # noqa: PTH109 - what is set is read
    assert os.getcwd() == os.fspath(tmp_path)  # noqa: PTH109


class Odd(BaseException):
    """No Exception."""


def caught(call):
    try:
        with contained():
            call()
    except BaseException as error:
        return is_theirs(error)
    raise AssertionError


def raising(error):
    def call():
        raise error

    return call


@pytest.mark.parametrize("error", [ValueError(), Odd("x"), GeneratorExit(), SystemExit(0)])
def test_any_exception_is_a_failure(error):
    assert caught(raising(error))


def test_an_interrupt_is_a_request_unless_it_is_ignored(monkeypatch):
    assert not caught(raising(KeyboardInterrupt()))
    monkeypatch.setattr(signal, "getsignal", lambda _: signal.SIG_IGN)
    assert caught(raising(KeyboardInterrupt()))


@unix
@pytest.mark.parametrize("method", [True, False])
def test_what_a_signal_handler_raises_is_a_request(method):
    class Handler:
        def stop(self, *_):
            sys.exit(143)

    before = signal.signal(signal.SIGUSR1, Handler().stop if method else lambda *_: sys.exit(143))
    try:
        assert not caught(lambda: os.kill(os.getpid(), signal.SIGUSR1))
    finally:
        signal.signal(signal.SIGUSR1, before)
