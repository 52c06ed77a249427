"""Nothing needs Unix: the package runs where the parts that other systems lack are taken away."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src"
LACKING = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "posix"}
"""Modules that Windows lacks."""
CALLS = {
    *(
        "fork",
        "forkpty",
        "getuid",
        "geteuid",
        "getgid",
        "setsid",
        "killpg",
        "getpgid",
        "uname",
        "nice",
        "wait",
        "wait3",
    ),
    *("SIGALRM", "SIGKILL", "SIGHUP", "SIGUSR1", "alarm", "setitimer", "sched_getaffinity", "getloadavg", "mkfifo"),
}
"""Names in os and signal that Windows lacks."""
ASKED = {"descriptors.py", "endings.py", "guard.py", "job_file.py"}
"""Modules that ask whether the system has them, and do without."""
WITHOUT = """
import multiprocessing, os, signal, sys
import numpy, pandas, scipy.stats, sklearn.ensemble, joblib  # what others need is theirs

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in LACKING:
            raise ImportError(name)

LACKING, CALLS = {lacking!r}, {calls!r}
sys.meta_path.insert(0, Missing())
for name in LACKING:
    sys.modules.pop(name, None)
for module in (os, signal):
    for name in CALLS & set(vars(module)) - {keep!r}:
        delattr(module, name)
if {spawn}:
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
from outperform.cli.main import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


def test_no_module_of_the_package_uses_what_other_systems_lack():
    found = []
    for path in sorted(set(ROOT.rglob("*.py")) - {each for name in ASKED for each in ROOT.rglob(name)}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{path.name} imports {name}" for name in names if name in LACKING]
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("os", "signal") and node.attr in CALLS:
                found.append(f"{path.name} uses {ast.unparse(node)}")
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("/dev/"):
                found.append(f"{path.name} opens {node.value}")
    assert found == []


def test_every_text_file_is_read_and_written_as_utf_8():
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            modes = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            text = name in ("read_text", "write_text") or (name == "open" and not any("b" in mode for mode in modes))
            owner = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
            if text and owner != "os" and not any(each.arg == "encoding" for each in node.keywords):
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
@pytest.mark.parametrize(
    ("options", "spawn"),
    [((), False), (("--jobs", "2"), False), (("--fit-timeout", "60"), True)],
)
def test_a_comparison_runs_without_the_parts_of_unix(tmp_path, options, spawn):
    # the pools of joblib and multiprocessing keep what they need here; on another system they use its own parts
    keep = CALLS if options else set()
    script = tmp_path / "run.py"
    script.write_text(
        WITHOUT.format(
            lacking=LACKING - ({"resource", "posix"} if options else set()), calls=CALLS, keep=keep, spawn=spawn
        )
    )
    line = ["compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--store", "fits.db", *options]
    done = subprocess.run([sys.executable, script, *line], capture_output=True, cwd=tmp_path, check=False, env=None)
    assert done.returncode == 0, done.stderr.decode()
    assert b"nb" in done.stdout
