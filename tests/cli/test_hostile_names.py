"""Names from files that hold control characters or formulas, and an output that cannot be written."""

import csv
import os
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ESCAPE = "a\x1b[2Jb"
SHOWN = r"a\x1b[2Jb"
FULL = Path("/dev/full")


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text(f"y,{ESCAPE},=c\n" + "1,1,0\n0,0,1\n1,1,1\n" * 5)
    return path


def test_a_page_shows_control_characters(run, hostile, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.html"
    code, _, err = run("predictions", hostile, "--truth", "y", "--report", page)
    assert (code, err) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert "\x1b" not in text
    assert text.count(SHOWN) > 2
    assert SHOWN in text[text.index("<svg") :]


def test_letters_that_a_font_lacks_are_no_warning(run, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "p.csv").write_text("y,日本,😀\n" + "1,1,0\n0,0,1\n1,1,1\n" * 5, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        code, _, _ = run("predictions", tmp_path / "p.csv", "--truth", "y", "--report", tmp_path / "page.html")
    assert code == 0
    assert "日本" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        ("predictions", "{table}", "--truth", ESCAPE + "\n"),
        ("predictions", ESCAPE + ".csv", "--truth", "y"),
        ("predictions", "{table}", "--truth", "y", "--metric", ESCAPE),
        ("predictions", "{table}", "--truth", "y", "--" + ESCAPE),
        (ESCAPE,),
    ],
    ids=range(5),
)
def test_errors_show_control_characters(refusal, hostile, line):
    message = refusal(*(word.format(table=hostile) for word in line))
    assert "\x1b" not in message
    assert SHOWN in message


def test_a_closed_gate_shows_control_characters(run, hostile):
    code, _, err = run("predictions", hostile, "--truth", "y", "--require", "second")
    assert code == 1
    assert SHOWN in err
    assert "\x1b" not in err


def test_a_name_is_no_formula_in_csv(run, hostile):
    _, out, _ = run("predictions", hostile, "--truth", "y", "--format", "csv")
    (row,) = csv.DictReader(out.splitlines())
    assert (row["first"], row["second"]) == (SHOWN, "'=c")
    assert float(row["estimate"]) > 0


def test_an_exported_name_is_no_formula(run, tmp_path):
    (tmp_path / "=d.csv").write_text("x,y\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(40)))
    store = tmp_path / "fits.db"
    line = ("compare", "nb", "stump", "--data", tmp_path / "=d.csv", "--target", "y", "--procedure", "blocked-3x2")
    assert run(*line, "--store", store, "--quiet")[0] == 0
    _, out, _ = run("store", "export", store)
    rows = list(csv.DictReader(out.splitlines()))
    assert {row["dataset"][:2] for row in rows} == {"'="}
    assert all(float(row["score"]) >= 0 for row in rows)


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("line", [("list", "metrics"), ("advise", "--have", "scores", "--json"), ("--version",)])
def test_a_full_disk_is_one_line(line, buffered):
    if line == ("--version",) and not buffered:
        pytest.skip("argparse hides it")
    given = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    more = {} if buffered else {"PYTHONUNBUFFERED": "1"}
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "outperform", *line],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=given | more,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("outperform: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not FULL.exists(), reason="a shell of Linux")
def test_a_closed_output_is_no_error():
    line = f"{shlex.quote(sys.executable)} -m outperform list tests >&-"
    done = subprocess.run(["sh", "-c", line], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")
