"""SQLite files, as the store and the lab's ledger open them."""

import os
import sqlite3
from pathlib import Path


def look(path: Path) -> sqlite3.Connection:
    """Open for reading alone; a file in a folder that cannot be written is read as it lies there."""
    frozen = "" if os.access(path.parent, os.W_OK) else "&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{frozen}", uri=True, timeout=5)
