"""``python -m sitemaker FOLDER``: lay out all pages of the site, and the settings for mkdocs, in a folder."""

import json
import os
import shutil
import sys
from pathlib import Path

from sitemaker.contents import contents
from sitemaker.designs import design_pages
from sitemaker.gallery import gallery_pages
from sitemaker.league_tests import league_test_pages
from sitemaker.marks import page, table
from sitemaker.procedures import procedure_pages
from sitemaker.reference import reference_pages
from sitemaker.report import report_pages
from sitemaker.schemas import schema_pages
from sitemaker.significance import significance_pages
from sitemaker.which_test import which_test_pages

ROOT = Path(__file__).parents[2]


def generated() -> dict[str, str | bytes]:
    """Make every page that follows from the code."""
    makers = (
        which_test_pages,
        significance_pages,
        league_test_pages,
        design_pages,
        procedure_pages,
        reference_pages,
        gallery_pages,
        report_pages,
        schema_pages,
    )
    return {place: text for make in makers for place, text in make().items()}


def lay_out(folder: Path) -> None:
    """Copy what is written by hand, add what is made, write the settings: all pages are then in FOLDER/pages."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("sitemaker", "*.json", "*.py", "__pycache__"))
    for place, text in {**generated(), "papers/index.md": _papers(pages)}.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        (pages / place).write_bytes(text if isinstance(text, bytes) else text.encode())
    base = os.path.relpath(ROOT / "mkdocs.yml", folder)
    settings = {"INHERIT": base, "docs_dir": "pages", "site_dir": "../docs", "nav": contents(pages)}
    (folder / "mkdocs.yml").write_text(json.dumps(settings, indent=1), encoding="utf-8")  # JSON is YAML


def _papers(pages: Path) -> str:
    found = sorted((pages / "papers").glob("*.md"))
    rows = [(f"[{path.stem}]({path.name})", *_said(path)) for path in found]
    said = "The tables and figures of the papers behind the tests, each published number next to ours."
    return page("Papers reproduced", said, table(("paper", "", "what we found"), rows))


def _said(path: Path) -> tuple[str, str]:
    """Return the citation of a paper and the first sentence of what was found."""
    parts = path.read_text(encoding="utf-8").split("\n\n")
    cited, found = parts[1], parts[parts.index("## What we found") + 1]
    return cited.replace("\n", " "), found.replace("\n", " ")


if __name__ == "__main__":
    os.chdir(ROOT)
    lay_out(Path(sys.argv[1]))
