"""Real report pages, made by the commands that the pages beside them show."""

import shlex
import tempfile
from pathlib import Path

from sitemaker.run import output_of

COMMANDS = {
    "breast_cancer.html": "outperform compare nb tree 1nn --data breast_cancer --quiet --report {}",
    "gpqa.html": "outperform evals docs/data/gpqa/scores.csv --report {}",
}


def report_pages() -> dict[str, bytes]:
    """Make the pages, by their places on the site."""
    return {f"reports/{name}": _made(name, command) for name, command in COMMANDS.items()}


def _made(name: str, command: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / name
        output_of(command.format(shlex.quote(str(made))))
        return made.read_bytes()
