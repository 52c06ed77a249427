"""The files around the code agree with each other and with the code."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import outperform

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MACHINE_PATH = re.compile(rb"(?<![\w.])/(work|root)/")


def pins(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_ci_runs_make_test():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").splitlines()[-1] == "make test"


def test_no_file_names_a_path_of_the_machine():
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert [path for path in files if path.is_file() and MACHINE_PATH.search(path.read_bytes())] == []


def test_the_pictures_of_the_readme_are_there_and_small():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = re.findall(r'(?:src|srcset)="([^"]+)"', text)
    assert len(pictures) == 2
    assert all((ROOT / name).stat().st_size < 50_000 for name in pictures)


def test_the_version_is_the_same_everywhere():
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/outperform/__init__.py"
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == outperform.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(outperform.__version__)}\b", changelog, re.MULTILINE)


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-lowest.txt"])
def test_constraints_are_plain_pins(name):
    assert [line for line in pins(name) if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_the_lowest_pins_are_the_lower_bounds():
    extras = PROJECT["project"]["optional-dependencies"]
    bounds = PROJECT["project"]["dependencies"] + extras["parquet"] + extras["report"]
    assert {bound.replace(">=", "==") for bound in bounds} <= set(pins("constraints-lowest.txt"))


def test_every_mark_of_the_tests_is_used():
    """Strict markers refuse one that is not declared; here the other way round."""
    marks = {mark.partition(":")[0] for mark in PROJECT["tool"]["pytest"]["markers"]}
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert {mark for mark in marks if f"pytest.mark.{mark}" not in text} == set()


def test_make_check_runs_tests_side_by_side_with_coverage_and_leaves_none_out():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    (line,) = (line for line in recipe.splitlines() if "--cov=src" in line)
    assert "$(SIDE_BY_SIDE)" in line
    assert " -m pytest" in line
    assert not re.search(r" -(m|k) (?!pytest)|--ignore|--deselect", line)
