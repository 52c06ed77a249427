"""Digests of the files that are judged, as ``sha256sum`` prints them."""

import io
import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import file_digest, sha256
from pathlib import Path

from outperform.core import Dataset, GateFile, InputError, check_file
from outperform.data.tables import STDIN, STDIN_NAME, source_name
from outperform.words.gate import together


class Sources:
    """The files that are to be judged, with their digests before they are read.

    Without a gate, what cannot be read has no digest: its reader says why.
    """

    def __init__(self, paths: Iterable[str], *, strict: bool = True) -> None:
        self._paths = list(paths)
        try:
            self.files = [*_digests(self._paths)]
        except (InputError, OSError):
            if strict:
                raise
            self.files = [GateFile(source_name(path), None) for path in self._paths]

    def check(self) -> None:
        """Raise InputError where a file has changed since: another one may have been read."""
        for path, before in zip(self._paths, self.files, strict=True):
            if path != STDIN and [before] != [*_digests([path])]:
                raise InputError(path, "changed while it was judged; judge it again")

    def told(self, rows: Dataset | None = None) -> list[GateFile]:
        """Return what was judged: of data that are no file, such as a bundled data set, the digest of the rows."""
        known = [file for file in self.files if file.sha256 is not None]
        named = [file for file in self.files if file.sha256 is None]
        if rows is None:
            return [*named, *known]
        return [*(GateFile(f"rows of {file.name}", rows.fingerprint) for file in named), *known]

    def check_apart(self) -> None:
        """Raise InputError where a file is named twice: a system would be judged against itself."""
        kept: list[str] = []
        for path in self._paths:
            same = next((each for each in kept if STDIN not in (each, path) and Path(each).samefile(path)), None)
            if same is not None:
                raise InputError(path, f"is the same file as {same}: a system would be judged against itself")
            kept.append(path)


def _digests(paths: Iterable[str]) -> Iterator[GateFile]:
    for path in paths:
        if path == STDIN:
            yield GateFile(STDIN_NAME, _of_standard_input())
        else:
            yield GateFile(path, digest_of(Path(path)))


def digest_of(path: Path) -> str | None:
    """Return the digest of a file, or of all files in a folder; None where there is none, such as for bundled data."""
    if not path.exists():
        return None
    check_file(path)
    try:
        if not path.is_dir():
            with path.open("rb") as file:
                return file_digest(file, "sha256").hexdigest()
        found = sorted(Path(place) / name for place, _, names in os.walk(path) for name in names)
        return together(GateFile(each.relative_to(path).as_posix(), digest_of(each)) for each in found)
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}") from None


def _of_standard_input() -> str | None:
    """Return the digest of standard input, and keep what it holds for the reader."""
    if sys.stdin is None or sys.stdin.isatty():  # the reader says so
        return None
    content = sys.stdin.buffer.read()
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    return sha256(content).hexdigest()
