"""What each room offers, read from its source: to import it may take seconds, and names need nothing that it loads."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = {
    "tests": "significance",
    "league-tests": "ranking",
    "league-procedures": "procedures/leagues",
    "measures": "lab/measures",
    "figures": "report/figures",
}
"""Where the entries of a kind are, if the folder has another name."""
KINDS = (
    *(
        "learners",
        "procedures",
        "tests",
        "league-tests",
        "league-procedures",
        "designs",
        "metrics",
        "sources",
        "measures",
        "papers",
        "figures",
    ),
)


@dataclass(frozen=True)
class Listed:
    """An entry of a room: its name, the first line about it, and the parameters that it cannot do without."""

    slug: str
    summary: str
    needed: tuple[str, ...] = ()
    place: int = 0  # among figures

    @property
    def call(self) -> str:
        """The name with the parameters that must be given."""
        return f"{self.slug}({', '.join(f'{name}=...' for name in self.needed)})" if self.needed else self.slug


def entries_of(kind: str) -> list[Listed]:
    """Return the entries of a kind, in the order of their catalogue.

    Examples
    --------
    >>> [entry.slug for entry in entries_of("designs")][-2:]
    ['holdout', 'subsampling']
    """
    folder = ROOT / ROOMS.get(kind, kind)
    found = []
    for module, name in _exported(folder / "__init__.py"):
        entry = _entry(_parsed(module), name)
        if entry is not None:
            found.append(entry)
    return sorted(found, key=lambda entry: entry.place)


def short_learners() -> dict[str, str]:
    """Return the short names of learners, with a line about each.

    Examples
    --------
    >>> short_learners()["stump"]
    'decision tree with one split'
    """
    return {
        name: _text(made.args[0]) for name, made in _table("learners/short.py", "RECIPES") if isinstance(made, ast.Call)
    }


def scorers() -> list[str]:
    """Return the names of scikit-learn's scorers that are not in the catalogue of metrics."""
    return [name for name, _ in _table("metrics/summaries.py", "SUMMARIES")]


def _table(path: str, name: str) -> Iterator[tuple[str, ast.expr]]:
    """Return the names in a table of a file, with what each stands for."""
    for node in _parsed(ROOT / path).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name and isinstance(node.value, ast.Dict):
            yield from zip(map(_text, node.value.keys), node.value.values, strict=True)


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _exported(page: Path) -> Iterator[tuple[Path, str]]:
    """Return file and class of each line ``from outperform.room.file import Name as Name`` of a contents page."""
    for node in _parsed(page).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            path = ROOT.joinpath(*node.module.split(".")[1:]).with_suffix(".py")
            yield from ((path, alias.name) for alias in node.names if alias.asname == alias.name)


def _entry(tree: ast.Module, name: str) -> Listed | None:
    """Read a class; None where it has no slug."""
    kind = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    values = dict(_values(kind))
    if "slug" not in values:
        return None
    needed = tuple(name for name, value in values.items() if value is None)
    return Listed(
        _text(values["slug"]), (ast.get_docstring(kind) or "").splitlines()[0], needed, _number(values.get("place"))
    )


def _values(kind: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None]]:
    """Return the names that a class sets, each with its value; None for a field that must be given."""
    for node in kind.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and "ClassVar" not in ast.unparse(node.annotation):
            yield ast.unparse(node.target), node.value


def _text(node: ast.expr | None) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _number(node: ast.expr | None) -> int:
    return int(_text(node) or 0)
