"""What an import may load: the arithmetic only numpy and scipy.special, the help not even those."""

import subprocess
import sys
from pathlib import Path

import pytest

import outperform

ROOT = Path(__file__).parents[1]
BLOCK = """
import sys
from importlib import import_module
from pkgutil import walk_packages

BLOCKED = {"sklearn", "pandas", "polars", "pyarrow", "joblib", "matplotlib", "jinja2", "scipy.stats"}

class Block:
    def find_spec(self, name, path=None, target=None):
        if name in BLOCKED:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Block())
"""
pytestmark = [pytest.mark.process, pytest.mark.usefixtures("untraced_children")]
QUIET = "assert 'numpy' not in sys.modules, 'numpy was loaded'"


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["pandas", "scipy.stats"])
def test_the_block_blocks(name):
    with pytest.raises(AssertionError, match=f"{name} is blocked"):
        run(BLOCK + f"import {name}")


@pytest.mark.parametrize(
    "package", ["outperform.core", "outperform.words", "outperform.significance", "outperform.ranking"]
)
def test_the_arithmetic_imports_with_numpy_and_scipy_special_alone(package):
    walk = f"""
package = import_module({package!r})
for module in walk_packages(package.__path__, package.__name__ + "."):
    print(import_module(module.name).__name__)
"""
    assert run(BLOCK + walk)


def test_the_count_metrics_import_with_numpy_alone():
    run(BLOCK + "import outperform.metrics.counts")


def test_the_contracts_import_and_run_without_pytest():
    code = """
import sys
sys.modules.update(dict.fromkeys(["pytest", "_pytest", "hypothesis"]))
from outperform.metrics import Accuracy
from outperform.testing import contract_of
contract_of(Accuracy()).check(Accuracy())
"""
    run(code)


def test_the_package_alone_loads_no_numpy():
    run(f"import sys, outperform; {QUIET}")


@pytest.mark.parametrize(("flag", "says"), [("--help", "usage: outperform"), ("--version", outperform.__version__)])
def test_the_command_line_answers_without_numpy(flag, says):
    code = f"""
import sys
from outperform.cli.main import main
try:
    status = main([{flag!r}])
except SystemExit as stop:
    status = stop.code
assert status == 0, status
{QUIET}
"""
    assert says in run(code)


def test_the_module_answers_without_numpy():
    code = f"""
import runpy, sys
sys.argv = ["outperform", "--help"]
try:
    runpy.run_module("outperform", run_name="__main__", alter_sys=True)
except SystemExit as stop:
    assert stop.code == 0, stop.code
else:
    raise AssertionError("python -m outperform did not exit")
{QUIET}
"""
    assert "usage: outperform" in run(code)


SMALL = [
    "scores examples/scores.csv",
    "predictions examples/predictions.csv --truth label",
    "evals examples/evals.csv",
    "judge examples/scores.csv",
    "judge examples/predictions.csv --truth label",
    "judge examples/evals.csv",
    "judge examples/results.csv --metric accuracy",
    "evals tests/golden/corpus/items_tasks.csv --json",
    "evals tests/golden/corpus/items_weights.csv",
    "league --table examples/results.csv --metric accuracy",
    "league --table examples/league_splits.csv --json",
    "cite corrected-t adaptive-cv",
    "advise --have scores",
    "advise --have predictions --metric f1",
    "advise --have estimators",
    "advise --have results-table",
    "list procedures",
    "list tests",
    "list league-tests",
    "list designs",
    "list sources",
    "list metrics",
]


@pytest.mark.parametrize("line", SMALL)
def test_a_small_verb_loads_no_library_of_seconds(line):
    code = f"""
import sys
from outperform.cli.main import main
assert main({line.split()!r}) == 0
print(*sorted({{"sklearn", "pandas", "scipy.stats", "joblib", "matplotlib"}} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout
    assert done.stderr == "\n"


def test_a_function_of_the_front_door_is_not_hidden_by_its_file():
    code = """
import outperform.comparison.compare, outperform.comparison.judge
from outperform.comparison import budget, compare, judge, verify
import outperform.comparison.verify
print(all(map(callable, (budget, compare, judge, verify, outperform.comparison.verify, outperform.judge))))
"""
    assert run(code) == "True\n"


def test_a_verdict_without_a_page_loads_no_plotting():
    code = """
import sys
from outperform.cli.main import main
line = ["compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--format", "latex", "--quiet"]
assert main(line) == 0
assert not {"matplotlib", "jinja2"} & set(sys.modules), "a library of the report was loaded"
"""
    assert run(code).startswith("\\begin{table}")


def test_a_missing_extra_is_told_in_one_sentence():
    code = BLOCK.replace('"scipy.stats"}', "}").replace('"sklearn", "pandas", "polars", "pyarrow", "joblib", ', "")
    code += """
import outperform
comparison = outperform.judge({"a": [[0.9, 0.8, 0.7]], "b": [[0.8, 0.7, 0.9]]}, "kfold-t")
for door in (comparison.plot, comparison.to_html):
    try:
        door()
    except ImportError as error:
        print(error)
"""
    assert run(code) == "figures and pages need matplotlib: pip install 'outperform[report]'\n" * 2
