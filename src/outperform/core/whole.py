"""Files that are written in one step."""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

_ONLY_THE_FILE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG)  # why nothing new fits into its folder


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step: a full disk or an interruption leaves what was there; raise OSError.

    A text is written as UTF-8. A link stays a link. A pipe or a device, and a file in a folder that cannot be written,
    is written as it is.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    target = path.resolve()
    if target.exists() and not target.is_file():
        path.write_bytes(data)
        return
    beside = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if not isinstance(error, OSError) or error.errno not in _ONLY_THE_FILE:
            raise
        target.write_bytes(data)
