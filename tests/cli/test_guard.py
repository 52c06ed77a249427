"""How a command ends: by its answer alone, whatever the learners do, and on request within two seconds."""

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading

import pytest
from tests.processes import family, needs_proc

from outperform.cli import guard
from outperform.cli.main import main

__all__ = ["family"]

MODELS = textwrap.dedent(
    """
    import ctypes, os, signal, sys, time
    from pathlib import Path
    from sklearn.tree import DecisionTreeClassifier

    class Odd(BaseException):
        pass

    class Tree(DecisionTreeClassifier):
        def fit(self, X, y):
            self.act()
            return super().fit(X, y)

    class Leaves(Tree):
        def act(self):
            os._exit(0)

    class LeavesInC(Tree):
        def act(self):
            ctypes.CDLL(None).exit(0)

    class Crashes(Tree):
        def act(self):
            os.kill(os.getpid(), signal.SIGSEGV)

    class Exits(Tree):
        def act(self):
            sys.exit(0)

    class IsOdd(Tree):
        def act(self):
            raise Odd("no luck")

    class Interrupts(Tree):
        def act(self):
            raise KeyboardInterrupt

    class Closes(Tree):  # all files that are not its own, and opens others under their numbers
        opened = []

        def act(self):
            os.closerange(3, 256)
            self.opened += [open(f"mine-{os.getpid()}-{len(self.opened) + i}", "w") for i in range(20)]

    class Slow(Tree):
        def act(self):
            start = time.process_time()
            while time.process_time() < start + 0.1:
                pass

    class Deaf(Tree):
        def act(self):
            Path("deaf").touch()
            sum(range(10**13))  # holds Python's lock
    """
)
NOISY = textwrap.dedent(
    """
    import atexit, ctypes, os, sys
    from sklearn.svm import LinearSVC
    from sklearn.tree import DecisionTreeClassifier

    class Noisy(DecisionTreeClassifier):
        def __init__(self, max_depth=None):
            print("NOISE init")
            super().__init__(max_depth=max_depth)

        def get_params(self, deep=True):
            print("NOISE params")
            return super().get_params(deep)

        def fit(self, X, y):
            print("NOISE print")
            os.write(1, b"NOISE file\\n")
            sys.__stdout__.write("NOISE stream\\n")
            ctypes.CDLL(None).printf(b"NOISE C\\n")
            os.system("echo NOISE shell")
            return super().fit(X, y)

        def __del__(self):
            print("NOISE del")

    print("NOISE import")
    atexit.register(lambda: print("NOISE atexit"))
    Verbose = LinearSVC(verbose=1, max_iter=10)
    """
)
QUICK = ("--data", "iris", "--procedure", "mcnemar-holdout", "--quiet")
LONG = ("--data", "iris", "--procedure", "corrected-cv(repeats=20, folds=10)", "--quiet", "--store", "fits.db")


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch):
    (tmp_path / "models.py").write_text(MODELS)
    (tmp_path / "noisy.py").write_text(NOISY)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("learner", "says"),
    [("Leaves", "os._exit(0)"), ("Exits", "SystemExit"), ("IsOdd", "no luck")],
)
def test_a_learner_that_tries_to_end_the_process_has_failed(refusal, learner, says):
    line = ("compare", "tree", f"models.py:{learner}", *QUICK, "--require", "first")
    assert says in refusal(*line)


def test_an_interrupt_in_the_main_process_is_one(run):
    code, out, err = run("compare", "tree", "models.py:Interrupts", *QUICK)
    assert (code, out, err) == (130, "", "outperform: stopped\n")


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize(
    ("learner", "options", "says"),
    [
        ("LeavesInC", ("--jobs", "1"), "exit code 0"),
        ("Crashes", ("--jobs", "1"), "SIGSEGV"),
        ("LeavesInC", ("--fit-timeout", "60"), "models.py:LeavesInC"),
    ],
)
def test_a_process_that_ends_without_a_word_is_no_answer(family, learner, options, says):
    done = family.command("compare", "tree", f"models.py:{learner}", *QUICK, "--require", "first", *options)
    out, err = done.communicate()
    assert (done.returncode, out) == (2, "")
    assert says in err
    assert err.startswith("outperform: ")
    assert err.count("\n") == 1


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize("options", [(), ("--jobs", "2"), ("--fit-timeout", "60")], ids=["here", "workers", "children"])
@pytest.mark.parametrize("failure", ["raise", "skip"])
def test_files_that_a_learner_opens_in_place_of_ours_stay_empty(family, tmp_path, options, failure):
    line = ("compare", "tree", "models.py:Closes", *QUICK, "--store", "fits.db", "--on-error", failure, *options)
    done = family.command(*line)
    out, err = done.communicate()
    assert (done.returncode, out) == (2, "")
    assert "closed" in err
    assert ("models.py:Closes failed on repeat 1, fold 1" in err) or (failure == "skip" and not options)
    assert {path.read_bytes() for path in tmp_path.glob("mine-*")} == {b""}
    assert sqlite3.connect("fits.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.process
@needs_proc
def test_too_little_memory_is_not_taken_for_a_bug_or_a_learner_s_fault(family):
    resource = pytest.importorskip("resource")

    def little():
        resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

    done = family.command("compare", "tree", "nb", *QUICK, preexec_fn=little)
    out, err = done.communicate()
    assert (done.returncode, out) == (2, "")
    assert "enough memory, limited to 0.315 GB by ulimit" in err
    assert "bug" not in err


def test_an_end_without_a_word_may_be_about_memory(monkeypatch):
    assert "memory" not in guard._without_a_word(1)
    monkeypatch.setattr("outperform.words.endings.memory_limit", lambda: 2 * 10**9)
    assert "exit code 1: perhaps memory ran out, limited to 2 GB by ulimit" in guard._without_a_word(1)


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_output_is_the_answer_alone(family, jobs):
    line = ("compare", "noisy.py:Noisy", "noisy.py:Verbose", "--data", "iris", "--procedure", "blocked-3x2", "--json")
    done = family.command(*line, "--jobs", jobs)
    out, err = done.communicate()
    assert done.returncode == 0
    assert json.loads(out)["verdicts"]
    ways = ("import", "init", "params", "print", "file", "stream", "C", "shell", "del", "atexit")
    assert {f"NOISE {way}" for way in ways} <= set(err.splitlines())
    assert "iter" in err  # of liblinear


def test_standard_output_is_the_answer_alone_inside_a_process(run, tmp_path):
    (tmp_path / "noisy.py").write_text(NOISY.replace("atexit.register", "print"))  # it would print after the tests
    code, out, err = run("compare", "noisy.py:Noisy", "tree", *QUICK, "--json")
    assert code == 0
    assert json.loads(out)["verdicts"]
    assert "NOISE init" in err


def fits(path):
    try:
        return sqlite3.connect(path / "fits.db").execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize("options", [("--jobs", "2"), ("--jobs", "2", "--fit-timeout", "60")])
def test_a_terminated_run_leaves_nothing_but_its_fits(family, options):
    done = family.command("compare", "models.py:Slow", "tree", *LONG, *options)
    family.wait_until(lambda: fits(family.folder) > 6 and len(family.alive) > 3)
    done.terminate()
    assert family.wait_until(lambda: not family.alive, 10) < 3  # two seconds, and one for a busy machine
    out, err = done.communicate()  # nobody holds the pipes
    assert (done.returncode, out) == (143, "")
    assert err == "outperform: stopped\n"
    assert list(family.temporary.iterdir()) == []
    assert fits(family.folder) > 6


@pytest.mark.process
@needs_proc
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_learner_that_hears_no_signal_is_ended_too(family, number, code):
    done = family.command("compare", "models.py:Deaf", "tree", *QUICK)
    family.wait_until((family.folder / "deaf").exists)
    done.send_signal(number)
    assert family.wait_until(lambda: not family.alive, 10) < 3
    assert done.communicate()[0] == ""
    assert done.returncode == code


@pytest.mark.process
@needs_proc
def test_a_killed_run_leaves_no_process_and_the_next_run_removes_its_file(family):
    done = family.command("compare", "models.py:Slow", "tree", *LONG, "--jobs", "2")
    family.wait_until(lambda: fits(family.folder) > 6 and len(family.alive) > 3)
    assert len(list(family.temporary.glob("*.job"))) == 1
    done.kill()
    assert family.wait_until(lambda: not family.alive, 10) < 10
    done.communicate()
    following = family.command(
        "compare", "tree", "stump", "--data", "iris", "--procedure", "blocked-3x2", "--jobs", "2"
    )
    assert following.communicate()[0]
    assert list(family.temporary.iterdir()) == []


@pytest.mark.process
@needs_proc
def test_a_gate_without_a_reader_still_says_no(family):
    done = family.command("compare", "tree", "stump", *QUICK, "--require", "second", stderr=subprocess.DEVNULL)
    done.stdout.close()
    assert done.wait() == 1


@pytest.mark.process
@pytest.mark.skipif(os.name != "posix", reason="a shell of Unix")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_gate_says_no_where_files_are_closed(closed):
    line = shlex.join([sys.executable, "-m", "outperform", "compare", "tree", "stump", *QUICK, "--require", "second"])
    done = subprocess.run(["sh", "-c", f"{line} {closed}"], capture_output=True, check=False)
    assert done.returncode == 1


def _fail(*_, **__):
    raise KeyError("a bug\nof ours")


def test_a_bug_of_ours_is_one_line_with_where_to_report_it(run, monkeypatch):
    monkeypatch.setattr("outperform.comparison.compare", _fail)
    code, out, err = run("compare", "tree", "stump", *QUICK)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("outperform: ")
    assert all(word in err for word in ("KeyError", "report", "--debug"))
    code, _, err = run("compare", "tree", "stump", *QUICK, "--debug")
    assert code == 3
    assert "Traceback" in err
    assert "_fail" in err


def test_a_bug_is_reported_where_the_package_says(run, monkeypatch):
    monkeypatch.setattr("outperform.comparison.compare", _fail)
    links = {"Project-URL": ["Source, https://example.org", "Issues, https://example.org/issues"]}
    monkeypatch.setattr("importlib.metadata.metadata", lambda _: type("", (), {"get_all": links.get}))
    assert "https://example.org/issues" in run("compare", "tree", "stump", *QUICK)[2]


def test_too_little_memory_is_no_bug(refusal, monkeypatch):
    def large(*_, **__):
        raise MemoryError

    monkeypatch.setattr("outperform.comparison.compare", large)
    assert "memory" in refusal("compare", "tree", "stump", *QUICK)


@pytest.mark.parametrize("code", [0, 2])  # 2 is argparse's code, too, which has said why
def test_code_that_exits_outside_a_fit_is_no_answer(refusal, monkeypatch, code):
    monkeypatch.setattr("outperform.comparison.compare", lambda *_, **__: sys.exit(code))
    assert f"sys.exit({code})" in refusal("compare", "tree", "stump", *QUICK, "--require", "first")


@pytest.mark.parametrize("line", [("compare",), ("lab", "measure"), ("list",)])
def test_every_command_takes_debug(run, line):
    code, out, _ = run(*line, "--help-all")
    assert code == 0
    assert "--debug" in out


def test_without_forks_or_beside_threads_a_command_runs_here(monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("no fork"))
    release = threading.Event()
    thread = threading.Thread(target=release.wait)
    thread.start()
    try:
        assert guard.guarded(lambda: 7) == 7
        monkeypatch.delattr(os, "fork")
    finally:
        release.set()
        thread.join()
    assert guard.guarded(lambda: 7) == 7
    assert guard.parent() is None


def test_a_guarded_command_is_given_its_arguments_by_the_system(monkeypatch):
    seen = []
    monkeypatch.setattr("outperform.cli.main.guarded", lambda run: seen.append(run) or 7)
    monkeypatch.setattr(sys, "argv", ["outperform", "compare", "--help"])
    assert main() == 7
    monkeypatch.setattr(sys, "argv", ["outperform", "list", "learners"])
    assert main() == 0
    assert len(seen) == 1
