"""The inputs of the GitHub Action, as its environment has them, as a command line.

No input is ever part of a line that a shell reads: it is a word of a list, or the value of a variable.
"""

import shlex
from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from outperform.core.errors import InputError
from outperform.data.paths import PLAIN_PATHS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

REQUIRE = "not-worse"
PATTERN = frozenset("*?[")


@dataclass(frozen=True)
class ActionInputs:
    """What a workflow says below ``with:``; what it leaves out is empty."""

    files: str = ""  # one per line
    baseline: str = ""
    margin: str = ""
    require: str = ""
    level: str = ""
    guarantee: str = ""  # true or false
    lower: str = ""  # metrics of which lower scores are better, one per line
    higher: str = ""
    options: str = ""  # more options of outperform evals
    json: str = ""  # where the JSON is written
    working_directory: str = ""

    @classmethod
    def of(cls, environ: "Mapping[str, str]") -> "ActionInputs":
        """Read INPUT_FILES, INPUT_BASELINE and so on."""
        return cls(**{name: environ.get(f"INPUT_{name.upper()}", "").strip() for name in cls.__dataclass_fields__})

    def words(self) -> list[str]:
        """Return the command line; files are found from the folder one is in."""
        options = self._options()
        if "--" in options:
            raise InputError("options", f"must hold no -- and no files: name these below files, got {self.options!r}")
        words = ["evals", *options, "--no-config", "--require", self.require or REQUIRE]
        for flag in ("baseline", "margin", "level"):
            value = getattr(self, flag)
            words += [f"--{flag}={value}"] if value else []  # one word: a value may begin with a dash
        if self.guarantee.lower() not in ("", "true", "false"):
            raise InputError("guarantee", f"must be true or false, got {self.guarantee!r}")
        words += ["--guarantee"] if self.guarantee.lower() == "true" else []
        for flag in ("lower", "higher"):
            words += [f"--{flag}={name.strip()}" for name in getattr(self, flag).splitlines() if name.strip()]
        return [*words, "--", *self._files()]

    def _options(self) -> list[str]:
        try:
            return shlex.split(self.options)
        except ValueError as error:
            raise InputError("options", f"cannot be read: {str(error).lower()} in {self.options!r}") from None

    def _files(self) -> list[str]:
        lines = [line.strip() for line in self.files.splitlines() if line.strip()]
        if not lines:
            raise InputError("files", "is missing: name the tables or logs, one per line, such as new=logs/run2.eval")
        return [file for line in lines for file in _found(line)]


def _found(line: str) -> "Iterator[str]":
    """Yield the file that a line names, or all that its pattern matches; the name before = stays with each.

    A folder ``old=`` of the repository does not take the place of ``old=/a/file`` outside of it.
    """
    name, sign, path = line.partition("=")
    inside = not path.startswith(PLAIN_PATHS[1:])
    if not sign or line.startswith(PLAIN_PATHS) or (_exists(line) and inside and not _exists(path)):
        name, sign, path = "", "", line
    if _exists(path) or not PATTERN & set(path):
        _check_one(line, path)
        if sign and not _exists(path):
            raise InputError("files", f"there is no file {path!r}")
        yield line
        return
    matches = sorted(glob(path, recursive=True))  # noqa: PTH207 - a pattern may be absolute
    if not matches:
        raise InputError("files", f"no file matches {path!r} in {str(Path.cwd())!r}")
    yield from (f"{name}{sign}{match}" for match in matches)


def _check_one(line: str, path: str) -> None:
    """Refuse several files in one line."""
    parts = line.split()
    if len(parts) > 1 and not _exists(path) and all(_exists(part.partition("=")[2] or part) for part in parts):
        raise InputError("files", f"{line!r} is not one file: write one per line, below files: |")


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # too long for a name, or a zero byte
        return False
