"""Build the release, and check it as a user would install it: ``make wheel``, ``make release``.

The source archive and the wheel are built into ``dist``; the wheel is installed into a new environment, which must
answer ``--help`` and ``--version`` and run a small comparison. A release also needs a clean work tree and a changelog
that gives the version its date. Nothing is published or tagged here.
"""

import argparse
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
COMPARE = ("compare", "nb", "tree", "--data", "iris", "--procedure", "blocked-3x2", "--json", "--quiet")
SHIPPED = ("outperform/py.typed", "outperform/lab/cards/README.md", "outperform/procedures/caution.json")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and check; return 1 and print the problems if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument(
        "--try",
        action="store_true",
        dest="trial",
        help="build even if the changelog is not ready or files are not committed",
    )
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="interpreters to check the wheel on")
    options = parser.parse_args(arguments)
    problems = [] if options.trial else [*unready(ROOT), *dirty(ROOT)]
    if problems:
        print("\n".join(problems))
        return 1
    archive, wheel = build(ROOT / "dist")
    print(f"built {archive.name} and {wheel.name}")
    problems = lacking(wheel)
    for python in options.python:
        problems += check(wheel, python)
    print("\n".join(problems or ["the wheel installs and runs"]))
    return 1 if problems else 0


def version_of(root: Path) -> str:
    """Read the version without importing the package."""
    text = (root / "src/outperform/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found is not None
    return found[1]


def unready(root: Path) -> list[str]:
    """Return what is missing in the changelog and the citation for this version."""
    version, problems = version_of(root), []
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    if not headings or not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", headings[0]):
        problems.append(f"CHANGELOG.md: the first heading must be '## {version} (YYYY-MM-DD)'")
    if f"\nversion: {version}\n" not in (root / "CITATION.cff").read_text(encoding="utf-8"):
        problems.append(f"CITATION.cff: the version must be {version}")
    return problems


def dirty(root: Path) -> list[str]:
    """Return a line if files differ from the last commit."""
    told = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    return [f"the work tree has changes:\n{told.stdout.rstrip()}"] if told.stdout else []


def build(folder: Path) -> tuple[Path, Path]:
    """Build source archive and wheel with the pinned backend, in an environment of its own."""
    with TemporaryDirectory() as place:
        backend = _environment(place, sys.executable)
        _run(backend, "-m", "pip", "install", "-qq", "-c", str(ROOT / "constraints.txt"), "hatchling")
        _run(backend, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    version = version_of(ROOT)
    return folder / f"outperform-{version}.tar.gz", folder / f"outperform-{version}-py3-none-any.whl"


def lacking(wheel: Path) -> list[str]:
    """Return the files that the package needs at run time and that are missing in the wheel."""
    names = set(zipfile.ZipFile(wheel).namelist())
    return [f"{wheel.name} lacks {name}" for name in SHIPPED if name not in names]


def check(wheel: Path, python: str) -> list[str]:
    """Install the wheel on an interpreter and use it; return what went wrong."""
    try:
        with TemporaryDirectory() as place:
            new = _environment(place, python)
            _run(new, "-m", "pip", "install", "-qq", str(wheel), cwd=Path(place))
            assert "usage: outperform" in _run(new, "-m", "outperform", "--help", cwd=Path(place))
            said = json.loads(_run(new, "-m", "outperform", *COMPARE, cwd=Path(place)))
            version = _run(new, "-c", "import sys; print(*sys.version_info[:2], sep='.')").strip()
    except (subprocess.CalledProcessError, OSError) as error:
        return [f"{python}: {error}\n{getattr(error, 'stderr', '')}"]
    print(f"Python {version}: installed, --help, compare with {len(said['verdicts'])} verdict")
    return []


def _environment(place: str, python: str) -> str:
    subprocess.run([python, "-m", "venv", place], check=True)
    return str(Path(place) / "bin" / "python")


def _run(python: str, *arguments: str, cwd: Path | None = None) -> str:
    """Run an interpreter that does not see the source tree."""
    done = subprocess.run([python, "-I", *arguments], cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
