"""The files around the code agree with each other and with the code."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from tools import release

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


def recipes():
    return re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_recipes_that_the_guide_names_are_there():
    named = re.findall(r"`make ([a-z-]+)", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert {"release", "mutants", "check"} <= set(named) <= set(recipes())


def test_versions_of_the_changelog_are_dated_but_the_first():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert re.fullmatch(r"\d+\.\d+\.\d+ \((unreleased|\d{4}-\d\d-\d\d)\)", first)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", each) for each in others)


def test_a_release_needs_a_dated_changelog_and_a_clean_tree(tmp_path):
    (tmp_path / "src/outperform").mkdir(parents=True)
    (tmp_path / "src/outperform/__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("title: x\nversion: 1.2.3\n")
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## 1.2.3 (2027-01-31)\n")
    assert release.unready(tmp_path) == []
    for heading in ("1.2.3 (unreleased)", "1.2.4 (2027-01-31)", "1x2.3 (2027-01-31)"):
        changelog.write_text(f"# Changelog\n\n## {heading}\n\n## 1.2.3 (2027-01-31)\n")
        assert len(release.unready(tmp_path)) == 1
    (tmp_path / "CITATION.cff").write_text("title: x\nversion: 1.2.2\n")
    assert len(release.unready(tmp_path)) == 2
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert "CHANGELOG.md" in release.dirty(tmp_path)[0]


def test_hooks_are_local():
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"repo: (\S+)", text) == ["local"]
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}


def test_the_files_of_a_public_project_are_there():
    issues = list((ROOT / ".github" / "ISSUE_TEMPLATE").iterdir())
    assert issues
    for path in (ROOT / "SECURITY.md", ROOT / ".github" / "PULL_REQUEST_TEMPLATE.md", *issues):
        text = path.read_text(encoding="utf-8")
        assert text.strip()
        assert not re.search(r"[\w.]+@[\w.]+\.\w|https?://", text)  # no address that nobody reads
