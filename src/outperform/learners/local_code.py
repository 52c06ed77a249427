"""The user's own code in this process, and digests of what its files held when it was loaded.

A fit that is kept is used again only where all of it is unchanged: every module of the user's that was loaded in the
process of the fit, however it was imported. A module is the user's own unless Python or an installer brought it.
"""

import ast
import functools
import hashlib
import importlib
import importlib.util
import marshal
import os
import sys
import sysconfig
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader, SourcelessFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from zipimport import zipimporter

from outperform.core.own import OwnCode

Code = Mapping[str, str]
"""Digests of the user's own modules by name, and of files that were run without a name by path."""
NAMESPACE, ABSENT = "namespace", "absent"  # in place of a digest: a package without code, a module that is not there
DIGITS = 32
_START = time.time()
MAINS = ("__main__", "__mp_main__")
FOLDERS = {"site-packages", "dist-packages", f"python{sys.version_info.major}{sys.version_info.minor}.zip"}


class Follow(Enum):
    """Which of the user's modules a fit may depend on."""

    NONE = "none"  # scikit-learn and we load none
    LOADED = "loaded during fits"  # other installed packages may load one by its name
    ALL = "all"  # the learner has code of the user's


def is_installed(module: str) -> bool:
    """Return whether a module came with Python or by an installer, not from a folder of the user's."""
    top = module.partition(".")[0]
    if top in ("outperform", "builtins"):
        return True
    path = getattr(sys.modules.get(module), "__file__", None)
    if path is None:
        return top in sys.stdlib_module_names and top != "__main__"
    return _came_along(path)


@functools.cache  # of the process: as many as there are modules
def _came_along(path: str) -> bool:
    places = {Path(path), Path(path).resolve()}
    return any(place.is_relative_to(folder) or FOLDERS & {*place.parts} for place in places for folder in _folders())


@functools.cache  # of the process: the folders of its Python, and our own
def _folders() -> tuple[Path, ...]:
    paths = sysconfig.get_paths()
    ours = Path(__file__).resolve().parent.parent
    return *(Path(paths[name]).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")), ours


def own_modules(module: ModuleType) -> list[ModuleType]:
    """Return a user's own module and the user's other modules whose contents it uses; none for an installed one."""
    found = [] if is_installed(module.__name__) else [module]
    for each in found:  # which grows
        for value in list(vars(each).values()):
            name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is not None and other not in found and not is_installed(other.__name__):
                found.append(other)
    return found


def follow_of(modules: Iterable[str]) -> Follow:
    """Return which of the user's modules the fits of a learner may depend on, by the modules that it consists of.

    Examples
    --------
    >>> follow_of(["sklearn.tree._classes", "outperform.learners.plain"])
    <Follow.NONE: 'none'>
    """
    names = set(modules)
    if not all(map(is_installed, names)):
        return Follow.ALL
    known = {"outperform", "sklearn", "numpy", "scipy", "xgboost", "lightgbm", "catboost", *sys.stdlib_module_names}
    return Follow.NONE if {name.partition(".")[0] for name in names} <= known else Follow.LOADED


def code_of(modules: Iterable[str]) -> dict[str, str | None]:
    """Return the digests of the user's own modules among these, and of those whose contents they use."""
    known = [sys.modules[name] for name in modules if name in sys.modules]
    return {each.__name__: digest_of(each) for module in known for each in own_modules(module)}


def source_of(module: ModuleType) -> str:
    """Return what the file of a module held when it was first looked at; raise OSError where that is no text."""
    content = _seen(module).content
    if content is None or isinstance(_loader(module), ExtensionFileLoader | SourcelessFileLoader):
        message = f"there is no source of {module.__name__}"
        raise OSError(message)
    try:
        text = importlib.util.decode_source(content)
    except (SyntaxError, ValueError) as error:
        raise OSError(str(error)) from None
    return text if not text or text.endswith("\n") else f"{text}\n"


def digest_of(module: ModuleType) -> str | None:
    """Return the digest of a module as it was loaded; None where its file may have changed since, or is not there."""
    return _seen(module).digest


@dataclass(frozen=True, eq=False)
class _Seen:
    """What was read of a module when it was first looked at; ``spec`` is another one after a reload."""

    spec: ModuleSpec | None
    content: bytes | None
    digest: str | None


_SEEN: dict[str, _Seen] = {}  # of the process: as many as there are modules of the user's


def _seen(module: ModuleType) -> _Seen:
    spec, known = getattr(module, "__spec__", None), _SEEN.get(module.__name__)
    if known is None or known.spec is not spec:
        content = _content(module)
        if content is None:
            digest = NAMESPACE if _is_namespace(module) else None
        else:
            digest = _digest(content) if _ran(module, content) else None
        known = _SEEN[module.__name__] = _Seen(spec, content, digest)
    return known


def _loader(module: ModuleType) -> Any:
    return getattr(getattr(module, "__spec__", None), "loader", None) or getattr(module, "__loader__", None)


def _content(module: ModuleType) -> bytes | None:
    """Read the file of a module, which may be in an archive."""
    place = getattr(getattr(module, "__spec__", None), "origin", None) or getattr(module, "__file__", None)
    try:
        return bytes(_loader(module).get_data(place))
    except Exception:  # there is none, or its loader cannot tell
        return None


def _is_namespace(module: ModuleType) -> bool:
    return getattr(module, "__file__", None) is None and hasattr(module, "__path__")


def _digest(content: bytes) -> str | None:
    """Return the digest of a file, and of the versions of installed packages that it imports."""
    names = _imports(content)
    if MAINS[0] in names:
        return None  # what a script or a notebook holds is known only where it is a part of the learner
    versions = "".join(f"{name} {_version(name)}\n" for name in names)
    return hashlib.sha256(versions.encode() + content).hexdigest()[:DIGITS]


@functools.lru_cache(maxsize=2048)  # of the process: it follows from the content
def _imports(content: bytes) -> tuple[str, ...]:
    """Return the packages that a Python file imports anywhere; none of a file that is not Python."""
    try:
        nodes = [*ast.walk(ast.parse(content))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return tuple(sorted({name.partition(".")[0] for name in found} - sys.stdlib_module_names))


@functools.cache  # of the process: installed packages do not change
def _version(package: str) -> str:
    """Return the version of an installed package by the name that is imported; "" for other modules."""
    from importlib.metadata import packages_distributions, version

    return ", ".join(version(name) for name in sorted({*packages_distributions().get(package, [])}))


def _ran(module: ModuleType, content: bytes) -> bool:
    """Return whether a file holds the code that was loaded, as far as that can be seen."""
    path = str(getattr(module, "__file__", ""))
    if type(_loader(module)) not in (SourceFileLoader, zipimporter):
        return True
    code = _compiled(content, path)
    if code is None:
        return False
    loaded = _HEARD.executed.get(path) or _running(module) or _kept(module)
    same = loaded == code if loaded is not None else _is_older(path)
    return same and _functions(module, path) <= {*_codes(code)}


def _is_older(path: str) -> bool:
    """Return whether a file was last changed before we came into this process; one in an archive is not asked."""
    try:
        return Path(path).stat().st_mtime <= _START
    except OSError:
        return True


def _compiled(content: bytes, path: str) -> CodeType | None:
    try:
        return compile(content, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _running(module: ModuleType) -> CodeType | None:
    """Return the code of a script that runs now."""
    frame = sys._getframe()
    while frame is not None and not (frame.f_globals is vars(module) and frame.f_code.co_name == "<module>"):
        frame = frame.f_back  # type: ignore[assignment] # the first frame has none
    return None if frame is None else frame.f_code


def _kept(module: ModuleType) -> CodeType | None:
    """Return the code that Python kept when it last loaded the file; None where it keeps none."""
    path = getattr(getattr(module, "__spec__", None), "cached", None)
    if path is None or sys.dont_write_bytecode or not os.access(path, os.W_OK):
        return None
    try:
        kept = Path(path).read_bytes()
        found = marshal.loads(kept[16:]) if kept.startswith(importlib.util.MAGIC_NUMBER) else None
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return found if isinstance(found, CodeType) else None


def _functions(module: ModuleType, path: str) -> set[CodeType]:
    """Return the code of the functions and methods that a module has from its file."""
    values = [*vars(module).values()]
    for kind in [value for value in values if isinstance(value, type) and value.__module__ == module.__name__]:
        values += vars(kind).values()
    plain = (getattr(value, "__func__", getattr(value, "fget", value)) for value in values)
    found = {value.__code__ for value in plain if isinstance(value, FunctionType)}
    return {code for code in found if code.co_filename == path}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def changed(parts: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the modules and files, with their digests, that are not as they were: here, or for a new process."""
    importlib.invalidate_caches()
    wanted = set(parts)
    now = {name: _now(name) for name, _ in wanted}
    return {(name, digest) for name, digest in wanted if {digest} != {now[name], _here(name, digest)}}


def _here(name: str, digest: str) -> str | None:
    """Return the digest of a module as this process has it; the given one where it is not loaded."""
    module = sys.modules.get(name)
    return digest if module is None or not isinstance(module, ModuleType) else digest_of(module)


def _now(name: str) -> str | None:
    """Return the digest of the file of a module as it is now; where it is not loaded, of what an import would find."""
    if os.sep in name:
        return _digest_at(name)
    module = sys.modules.get(name)
    if isinstance(module, ModuleType):
        content = _content(module)
        return _digest(content) if content is not None else NAMESPACE if _is_namespace(module) else None
    spec = _spec(name)
    if spec is None:
        return ABSENT
    if spec.origin is None:
        return NAMESPACE
    try:
        return _digest(spec.loader.get_data(spec.origin))  # type: ignore[union-attr] # one without is caught here
    except Exception:  # its loader cannot tell
        return None


def _digest_at(path: str) -> str | None:
    try:
        return _digest(Path(path).read_bytes())
    except OSError:
        return ABSENT


def _spec(name: str) -> ModuleSpec | None:
    """Find a module as an import would, without running the packages that it is in."""
    found, places, whole = None, None, ""
    for part in name.split("."):
        if found is not None and places is None:
            return None  # it is in a module that is no package
        whole = f"{whole}.{part}".lstrip(".")
        found = next(filter(None, (_asked(finder, whole, places) for finder in sys.meta_path)), None)
        if found is None:
            return None
        inside = found.submodule_search_locations
        places = None if inside is None else [*getattr(inside, "_path", inside)]
    return found


def _asked(finder: Any, name: str, places: list[str] | None) -> ModuleSpec | None:
    try:
        spec: ModuleSpec | None = finder.find_spec(name, places)
    except Exception:  # one that is old, or not ours to understand
        return None
    return spec


@dataclass(eq=False)
class _Heard:
    """What Python ran and was asked to import while fits were followed."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    fits: int = 0  # that run now
    listens: bool = False  # once Python was asked to tell, it tells to the end of the process
    executed: dict[str, CodeType] = field(default_factory=dict)  # modules, by file
    asked: set[str] = field(default_factory=set)  # names that were imported, or not found
    known: set[str] = field(default_factory=set)  # names of all modules so far
    local: dict[str, str | None] = field(default_factory=dict)  # digests of the user's own among them
    fresh: dict[str, str | None] = field(default_factory=dict)  # those that were loaded during fits

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        """Hear of an event."""
        if not self.fits:
            return
        if event == "exec" and isinstance(given[0], CodeType) and given[0].co_name == "<module>":
            self.executed[given[0].co_filename] = given[0]
        elif event == "import":
            self.asked.add(given[0])

    def look(self) -> dict[str, str | None]:
        """Look at the modules that were loaded since; return those of the user's that are new or loaded again."""
        loaded = dict(sys.modules)
        names = [name for name in loaded.keys() - self.known if _is_local(name, loaded[name])]
        self.known |= loaded.keys()
        there = [name for name in (*self.local, *names) if isinstance(loaded.get(name), ModuleType)]
        found = {name: digest_of(loaded[name]) for name in there}
        new = {name: digest for name, digest in found.items() if self.local.get(name, ABSENT) != digest}
        self.local |= new
        return new

    def collect(self) -> None:
        """Take what was loaded during fits: modules, files without a module, and names that were not found."""
        self.fresh |= self.look()
        files = {getattr(sys.modules.get(name), "__file__", None) for name in self.local}
        for path, code in self.executed.items():
            if path not in files and not _came_along(path) and Path(path).is_file():
                whole = str(Path(path).absolute())
                same = not path.endswith(".py") or _compiled(Path(path).read_bytes(), path) == code
                self.fresh[whole] = _digest_at(whole) if same else None
        for name in self.asked - sys.modules.keys():
            top = name.partition(".")[0]
            if (top not in sys.modules or not is_installed(top)) and _spec(name) is None:
                self.fresh[name] = ABSENT
        self.executed.clear()
        self.asked.clear()


_HEARD = _Heard()  # of the process, as its modules are


def _is_local(name: str, module: Any) -> bool:
    """Return whether a module is the user's own; scripts, and files that we run, count with the learners they make."""
    if not isinstance(module, ModuleType) or name in MAINS or module.__name__ != name:
        return False
    given = vars(module)
    path = given.get("__file__")
    if isinstance(path, str):
        return not _came_along(path) and type(given.get("__loader__")) is not OwnCode
    try:
        places = [str(place) for place in given.get("__path__", ())]
    except Exception:  # a package that finds its places itself
        return False
    return bool(places) and not any(map(_came_along, places))


@contextmanager
def followed(follow: Follow) -> Iterator[MutableMapping[str, str | None]]:
    """Follow which of the user's modules a fit may depend on; the mapping holds their digests afterwards."""
    code: dict[str, str | None] = {}
    if follow is Follow.NONE:
        yield code
        return
    with _HEARD.lock:
        if not _HEARD.listens:
            _HEARD.listens = True
            sys.addaudithook(_HEARD)
        _HEARD.look()
        _HEARD.fits += 1
    try:
        yield code
    finally:
        with _HEARD.lock, suppress(OSError):
            _HEARD.fits -= 1
            _HEARD.collect()
            code |= (_HEARD.local if follow is Follow.ALL else {}) | _HEARD.fresh
