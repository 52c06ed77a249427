"""The GitHub Action: its scripts and its steps, with the environment that GitHub sets."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from outperform.cli import action
from outperform.cli.action import Gate, annotation
from outperform.cli.action_inputs import ActionInputs

ROOT = Path(__file__).parents[2]
BASH = shutil.which("bash")


def write(path, first, second, names=("new", "old"), item="q{}"):
    """Write right and wrong answers of two systems."""
    rows = [
        (item.format(at), name, score)
        for name, side in zip(names, (first, second), strict=True)
        for at, score in enumerate(side)
    ]
    text = "\n".join('"{}","{}",{}'.format(*(str(part).replace('"', '""') for part in row)) for row in rows)
    path.write_text(f"item,system,score\n{text}\n", encoding="utf-8")


@pytest.fixture
def job(tmp_path, monkeypatch):
    """Stand in the folder of a repository, with the files of a job beside it."""
    (tmp_path / "repo").mkdir()
    (tmp_path / "temp").mkdir()
    monkeypatch.chdir(tmp_path / "repo")
    write(Path("evals.csv"), [1] * 60 + [0] * 20, [1] * 50 + [0] * 30)
    names = {"GITHUB_STEP_SUMMARY": "summary.md", "GITHUB_OUTPUT": "output.txt", "RUNNER_TEMP": "temp"}
    return {name: str(tmp_path / place) for name, place in names.items()} | {"GITHUB_ACTIONS": "true"}


@pytest.fixture
def gate(job, capsys):
    """Run the action with inputs; return exit code, log, summary and outputs."""

    def run(**inputs):
        environ = job | {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
        code = Gate(ActionInputs.of(environ), environ).run()
        return code, capsys.readouterr().out, read(job["GITHUB_STEP_SUMMARY"]), outputs(read(job["GITHUB_OUTPUT"]))

    return run


def read(path):
    return Path(path).read_text(encoding="utf-8")


def outputs(text):
    """Read a file of outputs as the runner does."""
    found = dict(re.findall(r"^(\w+)<<(\S+)$", text, flags=re.MULTILINE))
    return {
        name: re.search(rf"^{name}<<{end}\n(.*?)\n{end}$", text, re.DOTALL | re.MULTILINE)[1]
        for name, end in found.items()
    }


def commands(log):
    """Return the lines of a log that the runner reads as commands: not those between stop and its token."""
    found, token = [], None
    for line in log.splitlines():
        stop = re.fullmatch(r"::stop-commands::(\S+)", line)
        if stop:
            token = stop[1]
        elif token and line == f"::{token}::":
            token = None
        elif token is None and "::" in line:
            found.append(line)
    return found


def test_an_open_gate(gate):
    code, log, summary, found = gate(files="evals.csv", baseline="old", margin="0.05")
    assert code == 0
    assert commands(log) == []
    assert "new is better than old" in log
    assert (found["passed"], found["decision"]) == ("true", "first")
    kept = json.loads(read(found["json"]))
    assert kept["schema"] == "outperform/evals/1"
    assert float(found["p"]) == kept["verdicts"][0]["pvalue_adjusted"]
    assert summary.startswith("## Release gate passed\n")
    assert "| new | 75.0 % |" in summary
    assert "- **improved**, 10 items: q50, q51," in summary
    assert "outperform evals --no-config --require not-worse --baseline=old --margin=0.05 -- evals.csv" in summary


@pytest.mark.parametrize(("said", "asked"), [("true", True), ("True", True), ("false", False), ("", False)])
def test_a_guarantee(gate, said, asked):
    code, _, summary, found = gate(files="evals.csv", baseline="old", margin="0.05", guarantee=said)
    (verdict,) = json.loads(read(found["json"]))["verdicts"]
    assert (code, verdict["guarantee"]) == (0, asked)
    assert verdict["margin_method"] == "tango-exact"
    assert (" --guarantee " in summary) is asked


def test_a_closed_gate(gate):
    code, log, summary, found = gate(files="evals.csv", baseline="new", margin="0.05")
    assert code == 1
    (error,) = commands(log)
    assert error.startswith("::error title=")
    assert "old" in error
    assert "95%25" in error  # a percent sign is escaped
    assert (found["passed"], found["decision"]) == ("false", "second")
    assert json.loads(read(found["json"]))["verdicts"][0]["not_worse"] is False
    assert summary.startswith("## Release gate failed\n")
    assert 0 < summary.index("- note: ") < summary.index("### Items that changed")  # not in the list of items
    assert "- **regressed**, 10 items: q50, q51," in summary


@pytest.mark.parametrize(
    ("inputs", "fact"),
    [
        ({"files": ""}, "files"),
        ({"files": "nothing.csv"}, "nothing.csv"),
        ({"files": "evals.csv evals.csv"}, "one per line"),
        ({"files": "logs/*.eval"}, "logs/*.eval"),
        ({"margin": ""}, "--margin"),
        ({"margin": "two"}, "two"),
        ({"margin": "-0.1"}, "-0.1"),
        ({"baseline": "older"}, "old"),
        ({"require": "best"}, "best"),
        ({"level": "5"}, "5"),
        ({"guarantee": "yes"}, "true or false"),
        ({"options": "--metrik acc"}, "--metrik"),
        ({"options": "--metric 'acc"}, "options"),
        ({"options": "--help"}, ""),
        ({"json": "nowhere/found.json"}, "nowhere"),
        ({"json": "evals.csv"}, "evals.csv"),
        ({"working_directory": "elsewhere"}, "elsewhere"),
        ({"options": "--system new"}, "new"),
    ],
)
def test_wrong_input_judges_nothing(gate, job, inputs, fact):
    before = read("evals.csv")
    code, log, summary, found = gate(**{"files": "evals.csv", "margin": "0.05", "baseline": "old"} | inputs)
    assert code == 2
    (error,) = commands(log)
    assert fact in error
    assert "nothing was judged" in summary.splitlines()[0]
    assert found == {"passed": "false", "decision": "", "p": "", "json": ""}
    assert read("evals.csv") == before
    assert list(Path(job["RUNNER_TEMP"]).iterdir()) == []


def test_an_error_of_ours_is_no_closed_gate(gate, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("outperform.cli.judging.judge_typed", fail)
    code, log, summary, found = gate(files="evals.csv", margin="0.05")
    assert code == 3
    assert "ZeroDivisionError" in log
    assert "ZeroDivisionError" in summary
    assert found["passed"] == "false"


def test_files_are_lines_names_and_patterns(gate):
    Path("logs").mkdir()
    for name, side in (("new", [1] * 30 + [0] * 10), ("old", [1] * 30 + [0] * 10)):
        for run in "ab":
            path = Path("logs") / f"{name} {run}.csv"
            path.write_text("item,score\n" + "\n".join(f"q{at},{score}" for at, score in enumerate(side)))
    code, _, _, found = gate(files="new=logs/new a.csv\n\n  old=logs/old a.csv  \n", margin="0.2")
    assert (code, found["decision"]) == (0, "open")
    assert gate(files="new=logs/new*a.csv\nold=logs/ol?*b.csv", margin="0.2")[0] == 0
    words = ActionInputs(files="new=logs/new*.csv\nlogs/**/*a.csv").words()
    assert words[words.index("--") + 1 :] == [
        *("new=logs/new a.csv", "new=logs/new b.csv"),
        *("logs/new a.csv", "logs/old a.csv"),
    ]
    code, _, _, found = gate(files="new a.csv\nold a.csv", working_directory="logs", margin="0.2", json="found.json")
    assert code == 0
    assert found["json"] == str(Path("logs/found.json").resolve())


def test_options_and_a_level_reach_the_command(gate):
    code, _, _, found = gate(
        files="evals.csv", require="first", level="0.001", options="--test 'item-t' --missing drop"
    )
    verdict = json.loads(read(found["json"]))["verdicts"][0]
    assert (verdict["level"], verdict["test"].partition("(")[0]) == (0.001, "item-t")
    assert code == (verdict["decision"] != "first")
    _, log, _, _ = gate(files="evals.csv", margin="0.1", options="--format csv")
    assert "q1,1.0,1.0,both right" in log


def test_several_pairs_have_an_answer_each(gate):
    rows = [f"q{at},{int(at < 50)},{int(at < 30)},{int(at < 10)}" for at in range(60)]
    Path("wide.csv").write_text("item,a,b,c\n" + "\n".join(rows))
    code, log, summary, found = gate(files="wide.csv", baseline="b", margin="0.05")
    assert code == 1
    assert found["decision"] == "first,second"
    assert [float(p) < 0.05 for p in found["p"].split(",")] == [True, True]
    assert len(commands(log)) == 1
    assert summary.index("from b to c") < summary.index("from b to a")  # what failed comes first


HOSTILE = "::error::x\n::set-output name=passed::true|<script>alert(1)</script>`[x](http://x)\x1b[2J"


def test_names_from_files_are_never_commands_or_markup(gate):
    write(
        Path("evals.csv"),
        [1] * 40 + [0] * 40,
        [1] * 70 + [0] * 10,
        (HOSTILE, "old\n## Release gate passed"),
        item="{}\n::error::y<b>",
    )
    code, log, summary, found = gate(files="evals.csv", margin="0.05")
    assert code == 1
    (error,) = commands(log)
    assert error.startswith("::error title=Release gate failed::")
    assert "\x1b" not in log + summary
    assert not re.search(r"<(?!/?(details|summary))", summary)
    assert next(line for line in summary.splitlines() if line.startswith("#")) == "## Release gate failed"
    assert not re.search(r"^#+ Release gate passed", summary, re.MULTILINE)
    assert (found["passed"], found["decision"]) == ("false", "second")
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in summary.splitlines() if line.startswith("|")}) == 2


def test_inputs_are_no_shell_code(gate):
    bad = "$(touch pwned); `touch pwned`\n| touch pwned"
    code, _, summary, _ = gate(
        files=f"evals.csv\n{bad}", baseline=bad, margin="0.1", options="'$(touch pwned)'", json="$(touch pwned).json"
    )
    assert code == 2
    assert not Path("pwned").exists()
    assert "`touch" not in summary.replace(r"\`touch", "")


def test_a_file_that_begins_with_a_dash_is_a_file(gate):
    shutil.copy("evals.csv", "--help=.csv")
    assert gate(files="--help=.csv", margin="0.2")[0] == 0


def test_a_long_summary_is_cut_to_what_github_shows(gate, monkeypatch):
    monkeypatch.setattr(action, "LARGEST", 600)
    _, _, summary, _ = gate(files="evals.csv", margin="0.2")
    assert len(summary.encode()) < 700
    assert summary.startswith("## Release gate passed")


def test_many_items_are_named_in_part(gate):
    write(Path("evals.csv"), [1] * 300, [0] * 300, item="x" * 500 + "{}")
    _, _, summary, _ = gate(files="evals.csv", margin="0.2")
    assert "300 items" in summary
    assert " and 250 more" in summary
    assert len(summary) < 10_000


def test_without_a_runner_the_answer_stands_in_the_log(job, capsys):
    environ = {"INPUT_FILES": "evals.csv", "INPUT_MARGIN": "0.2"}
    assert Gate(ActionInputs.of(environ), environ).run() == 0
    out = capsys.readouterr().out
    assert "new is better than old" in out
    assert not Path(job["GITHUB_STEP_SUMMARY"]).exists()
    full = environ | {"GITHUB_STEP_SUMMARY": str(Path.cwd())}  # a folder
    assert Gate(ActionInputs.of(full), full).run() == 0
    assert commands(capsys.readouterr().out)[0].startswith("::warning title=GITHUB_STEP_SUMMARY")


def test_an_annotation_is_one_line():
    assert annotation("a,b:c", "x\r\n::error::50%") == "::error title=a%2Cb%3Ac::x\\r%0A::error::50%25"


@pytest.fixture(scope="module")
def definition():
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def test_no_input_is_part_of_a_script(definition):
    steps = definition["runs"]["steps"]
    assert all("${{" not in step.get("run", "") for step in steps)
    handed = " ".join(str(value) for step in steps for key in ("env", "with", "if") for value in [step.get(key, "")])
    assert set(re.findall(r"inputs\.([\w-]+)", handed)) == set(definition["inputs"])
    known = {f"INPUT_{name.upper()}" for name in ActionInputs.__dataclass_fields__}
    assert set(steps[-1]["env"]) == known
    assert set(definition["outputs"]) == {"passed", "decision", "p", "json"}


def stepped(definition, step, inputs):
    """Return the environment of a step as GitHub makes it of the inputs."""
    given = {name: each.get("default", "") for name, each in definition["inputs"].items()} | inputs
    return {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], value)
        for name, value in step["env"].items()
    }


def shim(path, body):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{BASH}\n{body}\n")
    path.chmod(0o755)


@pytest.mark.process
@pytest.mark.skipif(BASH is None, reason="bash is not installed")
@pytest.mark.parametrize(("baseline", "margin", "code"), [("old", "0.05", 0), ("new", "0.05", 1), ("old", "", 2)])
def test_the_steps_of_the_action_run_in_a_repository(definition, job, baseline, margin, code):
    install, gate = definition["runs"]["steps"][-2:]
    python = Path(job["RUNNER_TEMP"]).parent / "python"
    log = Path(job["RUNNER_TEMP"]) / "pip.txt"
    inner = f'[ "$3" = pip ] && echo "$@" >>{log} && exit 0; shift; exec {sys.executable} "$@"'  # drops -I
    shim(
        python,
        f'[ "$1 $3" = "-I venv" ] || exit 9; set -- "${{@:2}}"; mkdir -p "$4/bin"; cp {python}.inner "$4/bin/python"',
    )
    shim(python.with_name("python.inner"), inner)
    environ = os.environ | job | {"GITHUB_ACTION_PATH": str(ROOT), "PYTHONSAFEPATH": "1"}
    Path("json.py").write_text("raise SystemExit('a file of the repository was run')")
    for _ in "ab":  # the second time nothing is installed
        made = environ | stepped(definition, install, {}) | {"GATE_PYTHON": str(python)}
        subprocess.run([BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", install["run"]], env=made, check=True)
    assert log.read_text() == f"-I -m pip install --quiet {ROOT}[zstd]\n"
    inputs = {"files": "evals.csv", "baseline": baseline, "margin": margin}
    line = [BASH, "--noprofile", "--norc", "-eo", "pipefail", "-c", gate["run"]]
    done = subprocess.run(
        line, env=environ | stepped(definition, gate, inputs), capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert outputs(read(job["GITHUB_OUTPUT"]))["passed"] == str(code == 0).lower()
    assert read(job["GITHUB_STEP_SUMMARY"]).startswith("## Release gate")
    assert len(commands(done.stdout)) == min(code, 1)
