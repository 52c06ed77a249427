"""A user's own code in a Python file or module, run only where the user typed its name.

What a manifest or a study names is not run because of that: the readers of those files refuse it, unless the user
allows that very file (``--allow-file``, ``allow_files``).
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from outperform.core.checks import check_file
from outperform.core.contained import contained, is_theirs
from outperform.core.errors import InputError, did_you_mean
from outperform.core.fingerprint import fingerprint

Made = TypeVar("Made")


def check_modules(modules: Any) -> tuple[str, ...]:
    """Return the packages that the user allows; raise an InputError for what is no list of them."""
    if isinstance(modules, str) or not isinstance(modules, Iterable):
        raise InputError("allow_modules", f"must be a list of package names such as ['xgboost'], got {modules!r}")
    return tuple(modules)


def check_files(files: Any) -> tuple[Path, ...]:
    """Return the Python files that the user allows, resolved; raise InputError for what is none."""
    if isinstance(files, str | os.PathLike) or not isinstance(files, Iterable):
        raise InputError("allow_files", f"must be a list of Python files such as ['mine.py'], got {files!r}")
    return tuple(_checked_file(each) for each in files)


def _checked_file(given: Any) -> Path:
    try:
        path = Path(given)
        if path.is_file():
            return path.resolve()
    except (TypeError, ValueError, OSError):
        pass
    name, colon, _ = str(given).rpartition(":")
    how = f"; write {name} alone" if colon and name.endswith(".py") else ""
    raise InputError("allow_files", f"must name Python files, but there is no file {given}{how}")


def is_allowed(path: str, files: Iterable[Path]) -> bool:
    """Return whether a file is one of those that the user allows."""
    try:
        return Path(path).resolve() in files
    except (ValueError, OSError):
        return False


def read_code(path: str, argument: str) -> bytes:
    """Read a Python file."""
    check_file(Path(path), argument)
    try:
        return Path(path).read_bytes()
    except ValueError:  # a path with a null character
        raise InputError(argument, f"there is no Python file {path!r}") from None
    except OSError as error:
        problem = f"there is no Python file {path}" if not Path(path).exists() else f"{path}: {error.strerror}"
        raise InputError(argument, problem) from None


def run_code(path: str, content: bytes, argument: str) -> ModuleType:
    """Run the content of a Python file once, as a module that finds the other modules of its folder."""
    return _run(path, Path(path).absolute().parent, content, argument)


@dataclass(frozen=True)
class OwnCode:
    """What a file held when it was run; it may have changed since."""

    content: bytes

    def get_data(self, path: str) -> bytes:  # noqa: ARG002 - as of Python's loaders
        """Return the content."""
        return self.content


@lru_cache(maxsize=16)  # of the process: it follows from the path and what the file holds
def _run(path: str, folder: Path, content: bytes, argument: str) -> ModuleType:
    module = ModuleType(f"outperform_own_{Path(path).stem}_{fingerprint(content)[:8]}")
    module.__file__ = path
    module.__loader__ = OwnCode(content)  # type: ignore[assignment] # it only tells what was run
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    with _importing_from(folder):
        attempt(lambda: exec(compile(content, path, "exec"), vars(module)), path, argument)
    return module


def import_own(name: str, argument: str) -> ModuleType:
    """Import a module, of the current folder or installed."""
    with _importing_from(Path.cwd()):
        return attempt(lambda: _imported(name, argument), name, argument)


def _imported(name: str, argument: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # a module that it imports is missing
        problem = f"there is no module {name}, neither in the current folder nor installed"
        raise InputError(argument, problem) from None


def attribute_of(module: ModuleType, name: str, place: str, argument: str) -> Any:
    """Return what a module calls by a name; the error for another name lists those that it has."""
    if not hasattr(module, name):
        known = [each for each, value in vars(module).items() if _is_defined(module, each, value)]
        near = did_you_mean(name, known) if known else "nothing is defined there"
        raise InputError(argument, f"{place} has no {name}; {near}")
    return getattr(module, name)


def attempt(call: Callable[[], Made], place: str, argument: str, name: str = "") -> Made:
    """Call a user's code; what it raises becomes one line with the line of its file. It prints to standard error.

    ``name`` is what people know it by, where that is not its file.
    """
    try:
        with contained():
            return call()
    except InputError:
        raise
    except BaseException as error:
        if not is_theirs(error):
            raise
        found = line_of(error, place)
        where = "" if found is None else f" in line {found[1]}"
        raise InputError(argument, f"{name or place} failed{where}: {_said(error)}") from None


def line_of(error: BaseException, *paths: str) -> tuple[str, int | None] | None:
    """Return the file and line that an error came from, the last of these files; None where it is none of them."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in paths]
    return (frames[-1].filename, frames[-1].lineno) if frames else None


def _said(error: BaseException) -> str:
    """Write an error in one line."""
    text = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _is_defined(module: ModuleType, name: str, value: Any) -> bool:
    """Return whether a public name is a module's own, not one that it imports."""
    imported = isinstance(value, type | FunctionType) and value.__module__ != module.__name__
    return not name.startswith("_") and not isinstance(value, ModuleType) and not imported


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Import from a folder first, as Python does for a script; later, and in workers, it is looked up last."""
    place = os.fspath(folder)
    before = place in sys.path
    sys.path.insert(0, place)
    try:
        yield
    finally:
        sys.path.remove(place)
        if not before:
            sys.path.append(place)
