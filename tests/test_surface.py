"""Hints speak the language of the surface on which they are read, and are written once."""

import ast
import re
from pathlib import Path

import pytest

from outperform.core import Note, NoteKind
from outperform.surface import command, either, on_command_line, option, switch
from outperform.words.notes import note_words

SOURCE = Path(__file__).parents[1] / "src" / "outperform"
COMMANDS = {  # what is read on a command line alone, or is no option of ours
    "comparison/advise.py",
    "data/evals/files.py",
    "data/shape.py",  # what follows the name of a command
    "lab/certify.py",
    "lab/curve.py",
    "learners/weka/machine.py",
    "procedures/caution.py",
    "report/pages/paper.py",
    "words/advise.py",
}


@pytest.mark.parametrize(
    ("hint", "flags", "python"),
    [
        (lambda: option("metric", "balanced_accuracy"), "--metric balanced_accuracy", 'metric="balanced_accuracy"'),
        (lambda: option("metric", ["r2", "max_error"]), "--metric r2 max_error", 'metric=["r2", "max_error"]'),
        (lambda: option("drop", ["my id"]), "--drop 'my id'", 'drop=["my id"]'),
        (lambda: option("allow_modules", ["a", "b"]), "--allow-module a --allow-module b", 'allow_modules=["a", "b"]'),
        (lambda: option("learners", ["a", "b"]), "--learners a b", 'learners=["a", "b"]'),
        (lambda: option("systems", ["a", "b"]), "--system a b", 'systems=["a", "b"]'),
        (lambda: option("max_fits", 20), "--max-fits 20", "max_fits=20"),
        (lambda: switch("store_optional"), "--store-optional", "store_optional=True"),
        (lambda: command("evals"), "outperform evals", "judge_items()"),
        (lambda: command("budget"), "outperform budget", "budget()"),
    ],
)
def test_a_hint_is_a_flag_on_the_command_line_and_an_argument_in_python(hint, flags, python):
    assert hint() == python
    with on_command_line():
        assert hint() == flags
        with on_command_line():
            pass
        assert hint() == flags
    assert hint() == python


def test_the_same_note_is_rendered_by_the_surface_it_is_shown_on():
    note = Note.of(NoteKind.NOT_CORRECTED, fits=100)
    assert 'correct="always"' in note_words(note)
    assert "--correct" not in note_words(note)
    with on_command_line():
        assert "--correct always" in note_words(note)
        assert "correct=" not in note_words(note)


def _texts(path):
    """Return the texts of a file, without those that document it and the words of ``either`` for a command line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    gone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (either.__name__, command.__name__):
            gone |= {id(part) for argument in call.args for part in ast.walk(argument)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in gone:
            yield node.lineno, node.value


@pytest.mark.parametrize(
    "room",
    sorted({path.parent for path in SOURCE.rglob("*.py")} - {SOURCE / "cli", SOURCE / "cli" / "options"}),
    ids=str,
)
def test_no_flag_is_written_below_the_command_line(room):
    for path in room.glob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        if place in COMMANDS or place.startswith("papers/") or place == "surface.py":
            continue
        found = [(line, text) for line, text in _texts(path) if re.search(r"(?<![\w-])--[a-z]|in Python\b", text)]
        assert not found, f"{place}: write hints with outperform.surface.option"
