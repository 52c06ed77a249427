"""A file is written in one step, or not at all."""

import errno
import os
import sys
from pathlib import Path

import pytest

from outperform.core import write_whole


def fails(number):
    def write(path, text, **_):
        with open(path, "wb") as file:  # noqa: PTH123 - Path.write_bytes is what is replaced
            file.write(text[:3])
        raise OSError(number, os.strerror(number))

    return write


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    write_whole(path, "old")
    monkeypatch.setattr(Path, "write_bytes", fails(errno.ENOSPC))
    with pytest.raises(OSError, match="space"):
        write_whole(path, "new page")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes of Unix")
def test_links_and_modes_stay(tmp_path):
    path, link = tmp_path / "page.html", tmp_path / "link.html"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert (link.is_symlink(), path.read_text(), path.stat().st_mode & 0o777) == (True, "new", 0o640)


def test_a_name_as_long_as_can_be_is_written_too(tmp_path):
    path = tmp_path / f"{'n' * 250}.txt"
    write_whole(path, "new")
    assert path.read_text() == "new"
