"""Every way in which a gate might open wrongly, tried."""

import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.gates.ways import NEW, OLD, PAGE, all_ways, write_files, written
from tests.processes import needs_proc

from outperform import judge_items
from outperform.cli.action import Gate
from outperform.cli.action_inputs import ActionInputs
from outperform.cli.main import main
from outperform.comparison import Comparison
from outperform.core import InputError
from outperform.testing import assert_not_worse, assert_outperforms, given

WAYS = all_ways()
BASH = "/bin/bash"
OPENED = "outperform: gate open: "


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    write_files(folder)
    return folder


@pytest.fixture(autouse=True)
def _there(files, monkeypatch):
    monkeypatch.chdir(files)


def of(kind):
    return pytest.mark.parametrize("way", [way for way in WAYS if way.kind == kind], ids=str)


@of("command")
def test_a_gate_ends_with_its_code(way, capsys):
    try:
        code = main(shlex.split(way.how))
    except SystemExit as end:
        code = end.code
    err = capsys.readouterr().err
    assert code == way.code, err
    assert (OPENED in err) == (code == 0)
    assert "Traceback" not in err


@pytest.mark.process
@needs_proc
@pytest.mark.usefixtures("untraced_children")
@pytest.mark.skipif(not Path(BASH).exists(), reason="bash is not installed")
@of("shell")
def test_a_process_ends_with_the_code_of_its_gate(way, files):
    command = shlex.join([sys.executable, "-m", "outperform"])
    script = shlex.join([sys.executable, "-P", "-m", "outperform"])  # as the installed command: without this folder
    line = way.how.replace("$outperform", command).replace("$script", script)
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [BASH, "-c", line],
        cwd=files,
        env=environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == way.code, done.stderr
    assert "Traceback" not in done.stderr or "PYTHONINSPECT" in line  # with it, Python shows its own


def action(**inputs):
    """Run the GitHub Action."""
    environ = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
    return Gate(ActionInputs.of(environ), environ).run()


def broken(**inputs):
    """Run it with a bug of ours."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("outperform.cli.judging.judge_typed", lambda *_: 1 / 0)
        return action(**inputs)


def changing(judge):
    """Judge a file that somebody writes after it was read."""
    with pytest.MonkeyPatch.context() as patch:
        read = given.read_evals

        def then_write(*arguments, **options):
            found = read(*arguments, **options)
            Path("changing.csv").write_bytes(Path("wide.csv").read_bytes())
            return found

        patch.setattr(given, "read_evals", then_write)
        return judge()


def gated(**changed):
    """Return whether a gate opens for a verdict with other numbers."""
    judged = judge_items({"new": list(OLD), "old": list(NEW)})
    verdict = replace(judged[0].verdict, **changed)
    pvalue = changed.get("pvalue", judged[0].pvalue)
    pair = replace(judged[0], verdict=verdict, decision=verdict.decide(0.05, pvalue))
    return replace(judged, judgements=(pair,)).gated("first").gate.met


KNOWN = {
    "NEW": {f"q{at}": each for at, each in enumerate(NEW)},
    "OLD": {f"q{at}": each for at, each in enumerate(OLD)},
    "assert_not_worse": assert_not_worse,
    "assert_outperforms": assert_outperforms,
    **{each.__name__: each for each in (action, broken, changing, gated, Comparison)},
}


@of("python")
def test_python_and_the_action_agree(way):
    try:
        found = eval(way.how, KNOWN)
    except AssertionError:
        code = 1
    except InputError:
        code = 2
    else:
        code = found if type(found) is int else 0 if found else 1
    assert code == way.code


def test_every_way_has_a_name_of_its_own():
    assert sum(way.code != 0 for way in WAYS) >= 80
    assert len({str(way) for way in WAYS}) == len(WAYS)


def test_the_page_has_the_table():
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page), "python tests/gates/ways.py writes it"
