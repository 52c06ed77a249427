"""The reference: every public name of every module that has some."""

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sitemaker.marks import page, section, table

ROOMS = (
    "comparison", "core", "data", "designs", "engine", "lab", "lab.measures", "learners", "metrics", "papers",
    "procedures", "ranking", "report", "report.figures", "significance", "sources", "testing",
)  # fmt: skip


def reference_pages() -> dict[str, str]:
    """Make the pages, by their place on the site; mkdocstrings fills them in."""
    rooms = {f"api/{room}.md": _room(room) for room in ROOMS}
    return {"api/index.md": _index(), **rooms}


def undocumented() -> list[str]:
    """List the public names without a docstring of their own."""
    names = [f"outperform.{name}" for name in import_module("outperform").__all__]
    names += [f"outperform.{room}.{name}" for room in ROOMS for name in _module(room).__all__]
    return [name for name in names if not summary_of(name)]


def summary_of(path: str) -> str:
    """Return the first line of the docstring of a public name."""
    module, _, name = path.rpartition(".")
    value = getattr(import_module(module), name)
    own = inspect.isclass(value) or inspect.isroutine(value) or hasattr(value, "__wrapped__")
    text = (vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__) if own else _below(module, name)
    first = (text or "").strip().split("\n")[0]
    return "" if inspect.isclass(value) and first.startswith(f"{value.__name__}(") else first  # a dataclass's own


def _below(module: str, name: str) -> str:
    """Find the text below the line that gives a value its name, there or where it was imported from."""
    module = _home(module, name)
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    body = [part for node in tree.body for part in (node.body if isinstance(node, ast.If) else [node])]
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            return _below(str(node.module), name)
        target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
        if isinstance(target, ast.Name) and target.id == name:
            words = after.value if isinstance(after, ast.Expr) else None
            return str(words.value) if isinstance(words, ast.Constant) and isinstance(words.value, str) else ""
    return ""


def place_of(room: str, name: str) -> str:
    """Return the address of a room's public name: where it is defined, since a module may have the same name."""
    value = getattr(_module(room), name)
    defined = inspect.isclass(value) or inspect.isroutine(value) or hasattr(value, "__wrapped__")
    return f"{value.__module__ if defined else _home(f'outperform.{room}', name)}.{name}"


def _home(module: str, name: str) -> str:
    """Return the module that a name is loaded from when it is first asked for; else the module itself."""
    homes: dict[str, str] = getattr(import_module(module), "_HOMES", {})
    return homes.get(name, module)


def _module(room: str) -> ModuleType:
    return import_module(f"outperform.{room}")


def _room(room: str) -> str:
    module = _module(room)
    parts = [f"::: {place_of(room, name)}" for name in sorted(module.__all__, key=str.casefold)]
    return page(f"outperform.{room}", (module.__doc__ or "").strip().replace("``", "`"), *parts)


def _index() -> str:
    package = import_module("outperform")
    homes: dict[str, str] = package._HOMES
    names = [
        (f"[`{name}`][{place_of(home.partition('.')[2], name)}]", summary_of(f"outperform.{name}"))
        for name, home in homes.items()
    ]
    names.append(("`__version__`", summary_of("outperform.__version__")))
    rooms = [
        (f"[outperform.{room}]({room}.md)", (_module(room).__doc__ or "").strip().split("\n")[0].replace("``", "`"))
        for room in ROOMS
    ]
    said = "A name is loaded when it is first used. All other names are imported from their module."
    return page(
        "API reference",
        said,
        table(("from outperform import", ""), names),
        section("Modules", table(("module", ""), rooms)),
    )
