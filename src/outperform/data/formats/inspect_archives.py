"""Archives of inspect_ai (.eval): a zip of JSON files, read member by member within bounds and never unpacked."""

import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outperform.core import InputError, MissingDependencyError, check_file
from outperform.data.evals.asked import Asked
from outperform.data.evals.records import EvalRecords
from outperform.data.formats.inspect_ai import records_of_inspect
from outperform.data.formats.known import is_inspect
from outperform.data.jsons import json_of

_MOST_MEMBER = 512 * 1024**2  # bytes of one file in the archive
_MOST = 2 * 1024**3  # bytes of all files that are read
_ZSTD = 93  # the method of a zip, which Python reads from 3.14 on
_HEADER = struct.Struct("<26xHH")  # lengths of the name and the extra field before the content


def records_of_archive(path: Path, asked: Asked) -> EvalRecords:
    """Make records of a log in an archive, from the summaries of its samples where they are enough."""
    with _opened(path) as archive:
        names = archive.namelist()
        members = _Members(path, archive)
        header = members.json("header.json") if "header.json" in names else _begun(members, names, path)
        if not is_inspect(header):
            raise InputError(str(path), "is not a log of inspect_ai: its header.json has no eval and status")
        samples = members.json("summaries.json") if "summaries.json" in names else None
        if header.get("invalidated") or not _enough(samples, asked):  # summaries do not name what was invalidated
            found = sorted(name for name in names if name.startswith("samples/") and name.endswith(".json"))
            samples = [members.json(name) for name in found] or samples
    return records_of_inspect(header, samples, str(path), asked)


def _begun(members: "_Members", names: list[str], path: Path) -> Any:
    """Return the header of a run that did not end."""
    if "_journal/start.json" not in names:
        raise InputError(str(path), "is not a log of inspect_ai: it has no header.json")
    start = members.json("_journal/start.json")
    return start | {"status": "started"} if isinstance(start, dict) else start


def _enough(samples: Any, asked: Asked) -> bool:
    """Return whether summaries tell what is needed: the clusters too."""
    if not isinstance(samples, list) or not samples:
        return False
    if asked.cluster is None or not asked.clustered:
        return True
    told = [each.get("metadata") for each in samples if isinstance(each, dict)]
    return all(isinstance(each, dict) and asked.cluster in each for each in told)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    check_file(path)
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except zipfile.BadZipFile:
        raise InputError(str(path), "is not a log of inspect_ai: it is no zip archive, or it was cut off") from None
    except (OSError, EOFError, zlib.error, struct.error, ValueError) as error:
        if isinstance(error, InputError):
            raise
        problem = getattr(error, "strerror", None) or error
        raise InputError(str(path), f"cannot be read: {str(problem).splitlines()[0]}") from None
    except (NotImplementedError, RuntimeError) as error:  # encrypted, or an unknown method
        raise InputError(str(path), f"cannot be read: {str(error).splitlines()[0]}") from None


class _Members:
    """The files of an archive, as far as they are not too large."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self.path, self.archive, self.left = path, archive, _MOST

    def json(self, name: str) -> Any:
        """Return what a JSON file in the archive holds."""
        info = self.archive.getinfo(name)
        if info.file_size > min(_MOST_MEMBER, self.left):
            raise InputError(str(self.path), f"its file {name!r} is too large to be read ({info.file_size} bytes)")
        self.left -= info.file_size
        return json_of(self._unpacked(info), f"{self.path}, {name}")

    def _unpacked(self, info: zipfile.ZipInfo) -> bytes:
        """Return the content of a file, no more than the size that it claims."""
        if info.compress_type == _ZSTD and sys.version_info < (3, 14):
            return self._zstd(info)
        member = self.archive.open  # its read() without a size would unpack everything at once
        with member(info) as file:
            return file.read(info.file_size)

    def _zstd(self, info: zipfile.ZipInfo) -> bytes:
        """Return a file that is packed by a method that this Python may not know."""
        with self.path.open("rb") as file:
            file.seek(info.header_offset)
            name, extra = _HEADER.unpack(file.read(_HEADER.size))
            file.seek(name + extra, 1)
            packed = file.read(info.compress_size)
        content = unzstd(packed, info.file_size)
        if content is None or zlib.crc32(content) != info.CRC:
            raise InputError(str(self.path), f"its file {info.filename!r} is damaged")
        return content


def unzstd(packed: bytes, most: int) -> bytes | None:
    """Return unpacked bytes, at most so many, or None where they are damaged."""
    try:
        import zstandard
    except ImportError:
        message = 'this .eval file is packed with zstd, which needs zstandard: pip install "outperform[zstd]"'
        raise MissingDependencyError(message) from None
    try:
        with zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(packed) as stream:
            found: bytes = stream.read(most + 1)
            return found
    except zstandard.ZstdError:
        return None
