"""What the pages show is what happens: tutorials, gallery, example commands."""

import json
import re
import runpy
import shlex
from importlib.metadata import version
from pathlib import Path

import pytest

from outperform.cli.main import make_parser
from sitemaker import gallery, play, which_test

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in ("index", "budget", "canonical"))]
PAGES += sorted((ROOT / "docs" / "tutorials").glob("*.md"))
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


def test_a_command_may_go_over_several_lines():
    now = play.play("```console\n$ outperform \\\n      --version\n```\n")
    assert now.startswith("```console\n$ outperform \\\n      --version\noutperform 0")


def test_a_page_may_write_a_file_and_import_it():
    file = '```python title="mine_of_a_page.py"\nTWO = 2\n```\n\n'
    code = "```python\nfrom mine_of_a_page import TWO\n\nprint(TWO)\n```\n"
    assert play.play(file + code + "\n```text\n```\n").endswith("```text\n2\n```\n")


def test_seconds_are_hidden():
    assert play.masked("(1.4 s of fits)") == "(# s of fits)"
    table = "fits  seconds\n  20     {}\n\n20  0.1\n"
    assert play.masked(table.format(" 0.1")) == play.masked(table.format("12.5")) == table.replace("     {}", " #")
    short, long = "\n20 fits (9 s of\nfitting).\n\n  a\n", "\n20 fits (10.5 s\nof fitting).\n\n  a\n"
    assert play.masked(short) == play.masked(long) == "\n20 fits (# s of fitting).\n\n  a\n"


@pytest.mark.parametrize("script", gallery.scripts(), ids=lambda path: path.stem)
def test_a_script_of_the_gallery_runs(script):
    if script.stem.endswith("figure"):
        pytest.importorskip("matplotlib")
    shown = gallery.play(script)
    assert shown.printed or shown.pictures
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 30


def test_the_case_that_opens_the_readme_is_true():
    """Two Lassos that are equally good by construction: the usual tests find a difference, ours does not."""
    found = runpy.run_path(str(gallery.SCRIPTS / "00_equally_good.py"))
    judged = found["comparison"].judgements[0]
    usual = (found["plain"].pvalue, found["corrected"].pvalue)
    assert max(usual) < judged.level
    assert judged.decision == "open"
    if PINNED:
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        ours = f"{judged.verdict.pvalue:.2f}".lstrip("0")
        shown = re.findall(r"p = (\S+) \| \d+ times", readme)
        assert shown == [f"{usual[0]:.0e}", f"{usual[1]:.4f}".lstrip("0"), ours]
        assert f"standard error × {judged.threshold.factor:.1f}" in readme


def test_every_command_of_which_test_is_one():
    text = next(iter(which_test.which_test_pages().values()))
    found = [re.sub("<[^>]+>", "", code) for code in re.findall(r"<code>(outperform .*?)</code>", text)]
    assert len(found) == len(which_test.AT_HAND) + 5 + len(which_test.OURS)
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
    assert which_test.evidence("corrected-10x10") == f"[{shown}](cards/corrected-10x10.md): {worst['name']}"
    assert which_test.evidence("nothing") == "no card yet"
    assert which_test.evidence("") == ""


def test_what_is_advised_has_a_card():
    text = next(iter(which_test.which_test_pages().values()))
    advised = text.split("\n## By what you have")[1].split("\n## ")[0]
    assert "no card yet" not in text
    assert advised.count("(cards/") + advised.count("its study") == len(which_test.AT_HAND)
    assert "(cards/adaptive-cv.md)" in advised
