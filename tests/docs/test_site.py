"""The site is complete, and loads nothing from elsewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sitemaker import contents
from sitemaker.__main__ import lay_out

ROOT = Path(__file__).parents[2]


def places(nav):
    """List the pages of a nav."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [place for part in parts for place in places(part)]


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory):
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("site")
    lay_out(folder)
    return folder


def test_the_nav_lists_every_page(laid_out):
    nav = places(json.loads((laid_out / "mkdocs.yml").read_text())["nav"])
    there = {str(path.relative_to(laid_out / "pages")) for path in (laid_out / "pages").rglob("*.md")}
    cards = {place for place in there if place.startswith("cards/") and place != "cards/README.md"}
    assert sorted(nav) == sorted(there - cards)


def test_links_between_pages_lead_somewhere(laid_out):
    broken = []
    for page in (laid_out / "pages").rglob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not (link.startswith("http") or (page.parent / link).exists()):
                broken.append((page.name, link))
    assert broken == []


def test_a_page_that_comes_later_is_in_the_nav(tmp_path):
    for name in ("adaptive.md", "news.md"):
        (tmp_path / name).touch()
    nav = places(contents.contents(tmp_path))
    assert "adaptive.md" in nav
    assert "lab.md" not in nav
    assert nav[-1] == "news.md"


@pytest.mark.process
def test_mkdocs_builds_the_site_without_a_warning(laid_out, tmp_path):
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: make docs has an environment of its own")
    pytest.importorskip("mkdocstrings_handlers.python", reason="mkdocstrings is not installed")
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", laid_out / "mkdocs.yml", "-d", tmp_path]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    elsewhere = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"(?:https?:)?//")
    loads = [path.name for path in tmp_path.rglob("*.html") if elsewhere.search(path.read_text(encoding="utf-8"))]
    assert loads == []
