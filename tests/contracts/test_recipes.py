"""The recipes of CONTRIBUTING.md work: each is added to a copy of the package, one file and one line, and tried."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r'^```python title="([^"]+)"\n(.*?)^```$', TEXT, re.MULTILINE | re.DOTALL)
FILES = [(path, text) for path, text in BLOCKS if path.startswith("src/") and not path.endswith("__init__.py")]
LINES = {path: text for path, text in BLOCKS if path.endswith("__init__.py")}
KINDS = {
    "significance": "tests",
    "ranking": "league-tests",
    "measures": "measures",
}  # what a room's catalogue is called by ``outperform list``
TRY = """
import contextlib, doctest, importlib, io, json, sys, warnings

warnings.simplefilter("error")
from outperform.cli.main import main
from outperform.testing import contract_of

found = {}
for room, name, kind in json.loads(sys.argv[1]):
    module = importlib.import_module(room)
    entry = getattr(module, name)
    said = {"slug": entry.slug, "exported": name in module.__all__, "by slug": module.CATALOGUE[entry.slug] is entry}
    try:
        if kind == "figures":
            from outperform.testing.figures import FigureContract as contract
        else:
            entry = entry()
            contract = contract_of(entry)
        said["contract"] = contract.__name__
        for promise in [each for each in dir(contract) if each.startswith("test_")]:
            getattr(contract(), promise)(entry)
        said["kept"] = True
    except Exception as problem:
        said["kept"] = f"{promise}: {problem!r}"
    said["examples"] = doctest.testmod(sys.modules[getattr(module, name).__module__]).failed
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(["list", kind])
    said["listed"] = any(line.split()[0] == said["slug"] for line in printed.getvalue().splitlines())
    found[kind] = said
print(json.dumps(found))
"""
CONTRACTS = {
    "tests": "DifferenceContract",
    "league-tests": "PairsTestContract",
    "designs": "SplitterContract",
    "metrics": "ClassMetricContract",
    "learners": "LearnerContract",
    "sources": "SourceContract",
    "procedures": "ProcedureContract",
    "measures": "MeasureContract",
    "papers": "PaperContract",
    "figures": "FigureContract",
}
pytestmark = pytest.mark.process


def room_of(path):
    return path.removeprefix("src/").removesuffix("/__init__.py").replace("/", ".")


def kind_of(path):
    folder = path.split("/")[-2]
    return KINDS.get(folder, folder)


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    """Add all recipes to one copy of the package, and see what each is there."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for path, text in FILES:
        assert not (folder / path).exists()
        (folder / path).write_text(text, encoding="utf-8")
    for path, line in LINES.items():
        add_line(folder / path, line)
    added = [(room_of(path), line.split()[-1], kind_of(path)) for path, line in LINES.items()]
    done = subprocess.run(
        [sys.executable, "-c", TRY, json.dumps(added)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(folder / "src")},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def add_line(page, line):
    """Put an import below the others; which place the formatter gives it does not matter."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(number for number, each in enumerate(lines) if each.startswith("from outperform."))
    page.write_text("".join([*lines[: last + 1], line, *lines[last + 1 :]]), encoding="utf-8")


def test_there_is_a_recipe_per_role_of_one_file_and_one_line():
    assert {kind_of(path) for path, _ in FILES} == {kind_of(path) for path in LINES} == set(CONTRACTS)
    assert len(FILES) == len(LINES) == len(CONTRACTS)
    assert all(line.count("\n") == 1 for line in LINES.values())


@pytest.mark.parametrize("kind", CONTRACTS)
def test_a_recipe_keeps_the_contract_of_its_role_and_is_listed(kind, tried):
    slug = tried[kind]["slug"]
    wanted = {
        "exported": True,
        "by slug": True,
        "listed": True,
        "kept": True,
        "examples": 0,
        "contract": CONTRACTS[kind],
    }
    assert tried[kind] == {"slug": slug, **wanted}


@pytest.mark.parametrize(("path", "text"), FILES, ids=[kind_of(path) for path, _ in FILES])
def test_a_recipe_is_written_as_the_house_writes(path, text):
    ruff = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if ruff is None:
        pytest.skip("ruff is not installed")
    for verb in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        line = [ruff, *verb, "--stdin-filename", path, "-"]
        done = subprocess.run(line, cwd=ROOT, input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_an_entry_of_a_user_is_proved_by_their_own_tests(tmp_path):
    path, text = next(block for block in BLOCKS if block[0] == "test_mine.py")
    (tmp_path / path).write_text(text, encoding="utf-8")
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", path]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b\d{2} passed", done.stdout)
