"""The gallery: each script of examples/gallery with what it prints and draws."""

import ast
import io
import runpy
import tempfile
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

from sitemaker.marks import page

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "examples" / "gallery"


@dataclass(frozen=True)
class Shown:
    """What a script printed, and the pictures that it left."""

    printed: str
    pictures: dict[str, bytes] = field(default_factory=dict)


def scripts() -> list[Path]:
    """List the scripts in the order of their names."""
    return sorted(SCRIPTS.glob("*.py"))


def play(script: Path) -> Shown:
    """Run a script in a folder of its own that has the project's examples in it."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("examples").symlink_to(ROOT / "examples")
        with redirect_stdout(printed):
            runpy.run_path(str(script), run_name="__main__")
        return Shown(printed.getvalue().rstrip(), {path.name: path.read_bytes() for path in Path(folder).glob("*.svg")})


def gallery_pages() -> dict[str, str | bytes]:
    """Make the page and its pictures, by their place on the site."""
    made: dict[str, str | bytes] = {}
    parts = [
        "Short scripts on data that come with scikit-learn or with this project. This page is made by running them."
    ]
    for script in scripts():
        shown = play(script)
        made |= {f"gallery/{name}": picture for name, picture in shown.pictures.items()}
        parts.append(_part(script, shown))
    return {"gallery/index.md": page("Gallery", *parts), **made}


def _part(script: Path, shown: Shown) -> str:
    source = script.read_text(encoding="utf-8")
    title, _, rest = (ast.get_docstring(ast.parse(source)) or "").partition("\n")
    code = source.split('"""', 2)[2].strip()
    pictures = [f"![{title}]({name})" for name in shown.pictures]
    printed = f"```text\n{shown.printed}\n```" if shown.printed else ""
    where = f"`examples/gallery/{script.name}`"
    pieces = [f"## {title.rstrip('.')}", rest.strip(), where, f"```python\n{code}\n```", printed, *pictures]
    return "\n\n".join(piece for piece in pieces if piece)
