"""What the verbs that judge print: colour on a terminal alone, safe letters, and why a gate is closed."""

import io
import json
import sys

import pytest

from outperform.cli.verdicts import print_text
from outperform.words.lines import WIDTH


@pytest.fixture
def table(tmp_path):
    """Write a table of ten splits in which ``a`` wins."""
    path = tmp_path / "scores.csv"
    rows = [f"{fold},90,10,{0.9 + fold / 1000},{0.8 + fold / 500}" for fold in range(10)]
    path.write_text("\n".join(["fold,n_train,n_test,a,b", *rows]))
    return path


class Terminal(io.StringIO):
    """What looks like a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Old(io.TextIOWrapper):
    """What knows few letters."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding)

    def text(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


def test_colour_is_for_terminals_alone(monkeypatch, capsys):
    print_text("yes\n\nnote: so", coloured=True)
    assert "\x1b" not in capsys.readouterr().out
    for name, value, shown in (("TERM", "xterm", True), ("NO_COLOR", "1", False)):
        monkeypatch.setenv(name, value)
        terminal = Terminal()
        monkeypatch.setattr(sys, "stdout", terminal)
        print_text("yes\n\nnote: so\n\ncaution: no", coloured=True)
        assert ("\x1b[1myes\x1b[0m" in terminal.getvalue()) == shown


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_letters_that_a_terminal_lacks_are_replaced(monkeypatch, encoding):
    old = Old(encoding)
    monkeypatch.setattr(sys, "stdout", old)
    print_text("a – b · −1.5 ≥ 2 × 10")
    assert "-1.5" in old.text()
    assert "2" in old.text()


def test_control_characters_of_a_name_are_shown_and_not_sent(capsys):
    print_text("evil\x1b[2Jname\x07")
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert r"evil\x1b[2Jname\x07" in out


@pytest.mark.parametrize(("wanted", "code"), [("first", 0), ("second", 1), ("equal", 1)])
def test_a_closed_gate_says_what_was_asked_and_found(run, table, wanted, code):
    found, out, err = run("scores", table, "--require", wanted)
    assert found == code
    assert max(map(len, out.split("\n"))) <= WIDTH
    assert ("--require" in err) == (code == 1)
    if code:
        assert wanted in err
        assert "a" in err
        assert err.count("\n") == 2


def test_json_is_json_alone_where_a_gate_is_closed(run, table):
    code, out, _ = run("scores", table, "--require", "second", "--json")
    assert code == 1
    assert json.loads(out)["verdicts"][0]["decision"] == "first"


@pytest.mark.parametrize("kind", ["tests", "procedures", "learners"])
@pytest.mark.parametrize("columns", [80, 40])
def test_a_list_fits_the_terminal_and_is_one_line_per_name_elsewhere(run, monkeypatch, kind, columns):
    names = [line.split()[0] for line in run("list", kind)[1].splitlines()]
    terminal = Terminal()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys, "stdout", terminal)
    run("list", kind)
    lines = terminal.getvalue().splitlines()
    assert len(lines) > len(names)
    assert {name for name in names if not name.endswith(":")} <= {word for line in lines for word in line.split()[:1]}
    if kind == "tests":
        assert max(map(len, lines)) <= columns


def test_one_is_singular(run, tmp_path):
    (tmp_path / "p.csv").write_text("y,a,b\n1,1,0\n")
    _, out, _ = run("predictions", tmp_path / "p.csv", "--truth", "y")
    assert "one test set of 1 row " in out
    assert "they differ on one item, which only a gets right" in out
    _, out, _ = run("predictions", tmp_path / "p.csv", "--truth", "y", "--format", "markdown")
    assert "one test set of 1 row." in out
