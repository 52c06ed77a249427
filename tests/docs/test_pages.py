"""What the pages show is what happens: tutorials, gallery, example commands."""

import json
import re
import shlex
from importlib.metadata import version
from pathlib import Path

import pytest

from outperform.cli.main import make_parser
from sitemaker import gallery, play, which_test

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "index.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
PINS = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
PINNED = all(version(name) == PINS[name] for name in ("numpy", "pandas", "scikit-learn"))


@pytest.mark.filterwarnings("ignore")  # a cluster warns of much that is not ours
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_shows_what_its_blocks_print(path):
    text = path.read_text(encoding="utf-8")
    if "from distributed" in text:
        pytest.importorskip("distributed")
    now = play.play(text)
    if PINNED:  # the page shows what the pinned versions print
        assert play.masked(now) == play.masked(text)


def test_a_page_that_shows_something_else_is_found():
    text = "```console\n$ outperform --version\noutperform 0\n```\n\n```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n"
    now = play.play(text)
    assert now.endswith("```text\n2\n```\n")
    assert play.masked(now) != play.masked(text)
    assert play.play(now) == now


def test_a_page_may_write_a_file_and_import_it():
    file = '```python title="mine_of_a_page.py"\nTWO = 2\n```\n\n'
    code = "```python\nfrom mine_of_a_page import TWO\n\nprint(TWO)\n```\n"
    assert play.play(file + code + "\n```text\n```\n").endswith("```text\n2\n```\n")


def test_seconds_are_hidden():
    assert play.masked("(1.4 s of fits)") == "(# s of fits)"


@pytest.mark.parametrize("script", gallery.scripts(), ids=lambda path: path.stem)
def test_a_script_of_the_gallery_runs(script):
    if script.stem.endswith("figure"):
        pytest.importorskip("matplotlib")
    shown = gallery.play(script)
    assert shown.printed or shown.pictures
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 30


def test_every_command_of_which_test_is_one():
    text = next(iter(which_test.which_test_pages().values()))
    found = [re.sub("<[^>]+>", "", code) for code in re.findall(r"<code>(outperform .*?)</code>", text)]
    assert len(found) == 8 + 4 + len(which_test.OURS)
    for command in found:
        arguments = shlex.split(command)
        assert make_parser().parse_args(arguments[1:]).verb == arguments[1]


@pytest.mark.parametrize("number", range(1, 10))
def test_which_test_answers_all_nine(number):
    text = next(iter(which_test.which_test_pages().values()))
    assert f"\n| {number} | " in text


def test_the_evidence_of_which_test_is_the_card():
    worst = json.loads((ROOT / "docs" / "cards" / "corrected-10x10.json").read_text())["worst"]
    shown = f"{worst['value']:.3f} [{worst['low']:.3f}, {worst['high']:.3f}]"
    assert which_test.evidence("corrected-10x10") == f"[{shown}](cards/corrected-10x10.md)"
    assert which_test.evidence("nothing") == "no card yet"
