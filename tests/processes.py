"""Processes that a test starts, and what they leave behind."""

import os
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

import pytest

PROC = Path("/proc")
needs_proc = pytest.mark.skipif(not (PROC / "self" / "environ").exists(), reason="looks for processes as Linux does")


class Family:
    """A process and its descendants, found by a mark in their environment; they have a temporary folder of their own.

    Parameters
    ----------
    folder
        Where it runs.
    """

    def __init__(self, folder):
        self.folder, self.mark = folder, f"TEST_FAMILY={uuid.uuid4().hex}"
        self.temporary = Path(tempfile.mkdtemp(dir=folder, prefix="temporary"))

    def start(self, *line, **options):
        name, _, value = self.mark.partition("=")
        given = {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE_")}
        folders = dict.fromkeys(["TMPDIR", "JOBLIB_TEMP_FOLDER"], str(self.temporary))
        env = given | folders | {name: value, "OMP_NUM_THREADS": "1"}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen([sys.executable, *line], cwd=self.folder, env=env, **pipes | options)

    def command(self, *line, **options):
        """Start the command line."""
        return self.start("-m", "outperform", *line, **options)

    @property
    def alive(self):
        """The processes that run."""
        return [int(path.name) for path in PROC.iterdir() if path.name.isdigit() and self._is_ours(path)]

    def _is_ours(self, path):
        try:
            given = (path / "environ").read_bytes().split(b"\0")
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # it has ended
            return False
        return self.mark.encode() in given and state != "Z"

    def wait_until(self, condition, seconds=60):
        """Wait for something; return the seconds that it took."""
        start = time.monotonic()
        while not condition():
            assert time.monotonic() - start < seconds, f"waited in vain; running: {self.alive}"
            time.sleep(0.02)
        return time.monotonic() - start

    def end(self):
        """Kill what is left."""
        for process in self.alive:
            os.kill(process, 9)


@pytest.fixture
def family(tmp_path):
    """Start processes, and leave none."""
    made = Family(tmp_path)
    yield made
    made.end()
