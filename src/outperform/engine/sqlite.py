"""SQLite files, as the store and the lab's ledger open them."""

import os
import sqlite3
from pathlib import Path

WAIT = 5.0  # seconds for which a file that another process writes is waited for


def is_frozen(path: Path) -> bool:
    """Tell whether a file lies in a folder that cannot be written: SQLite can then only read it as it is."""
    return not os.access(path.parent, os.W_OK)


def problem(error: sqlite3.Error) -> str:
    """Say an error of SQLite, and how long it took to come where it was waited for."""
    return f"{error}, after waiting for {WAIT:g} s" if "locked" in str(error) else str(error)


def look(path: Path) -> sqlite3.Connection:
    """Open for reading alone; a file in a folder that cannot be written is read as it lies there."""
    frozen = "&immutable=1" if is_frozen(path) else ""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{frozen}", uri=True, timeout=WAIT)
