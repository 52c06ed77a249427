"""A real report page, made by the command that the home page shows."""

import shlex
import tempfile
from pathlib import Path

from sitemaker.run import output_of

COMMAND = "outperform compare nb tree 1nn --data breast_cancer --quiet --report {}"


def report_pages() -> dict[str, bytes]:
    """Make the page, by its place on the site."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "breast_cancer.html"
        output_of(COMMAND.format(shlex.quote(str(made))))
        return {"reports/breast_cancer.html": made.read_bytes()}
