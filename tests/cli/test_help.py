"""The help of every verb: options in groups, plain explanations, and examples that run."""

import argparse
import gc
import itertools
import json
import os
import re
import shlex
from types import SimpleNamespace

import pytest

from outperform.cli.main import THREADS, VERBS, make_parser
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING

OURS = [verb for verb in VERBS if verb not in ("lab", "paper", "list")]  # their examples are run by their own tests


def _verbs():
    parser = make_parser()
    (action,) = (each for each in parser._actions if each.dest == "verb")
    return action.choices


def _examples(verb):
    return re.findall(r"^  (outperform .*)$", _verbs()[verb].example_lines, flags=re.MULTILINE)


def test_the_first_help_has_an_example_of_the_main_verbs():
    text = make_parser().format_help()
    assert all(f"  outperform {verb} " in text for verb in ("compare", "scores", "predictions", "budget", "advise"))
    assert all(re.search(rf"^ +{verb}\b", text, flags=re.MULTILINE) for verb in VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_examples_and_explains_every_option(verb):
    parser = _verbs()[verb]
    assert parser.description[0].isupper()
    assert parser.example is not None
    for action in parser._actions:
        assert action.help or isinstance(action, argparse._SubParsersAction), action.dest


def _leaves(parser):
    return [leaf for verb in parser.verbs.values() for leaf in _leaves(verb)] if parser.verbs else [parser]


@pytest.mark.parametrize("parser", _leaves(make_parser()), ids=lambda parser: parser.prog)
def test_the_short_help_fits_two_screens_and_the_long_one_has_all(parser, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = parser.format_help().splitlines()
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 80
    flags = [
        each.option_strings[0] for each in parser._actions if each.option_strings and each.help != argparse.SUPPRESS
    ]
    assert all(flag in parser.format_help_all() for flag in flags)
    assert ("--help-all" in parser.format_help()) == bool(parser.rare)
    assert all(example.split(" --")[0] in parser.format_help_all() for example in parser.examples)


@pytest.mark.parametrize("line", [("evals", "--help"), ("evals", "--help-all"), ("lab", "run", "--help-all")])
def test_both_helps_are_printed(run, line):
    code, out, err = run(*line)
    assert (code, err) == (0, "")
    assert ("--debug" in out) == (line[-1] == "--help-all")


@pytest.mark.parametrize("verb", ["compare", "budget"])
def test_options_stand_in_groups(verb):
    titles = {action.dest: group.title for group in _verbs()[verb]._action_groups for action in group._group_actions}
    wanted = {"learners": DATA, "data": DATA, "metric": JUDGING, "seed": RUNNING, "quiet": RUNNING}
    wanted |= {"manifest": OUTPUT, "procedure": JUDGING} if verb == "compare" else {"json": OUTPUT, "power": JUDGING}
    assert wanted.items() <= titles.items()


@pytest.mark.parametrize("verb", OURS)
def test_every_example_runs(run, examples, verb):
    assert examples.is_dir()
    for line in _examples(verb):
        command, _, target = line.partition(" >")
        code, out, err = run(*shlex.split(command)[1:])
        lines = [each for each in err.splitlines() if not each.startswith("outperform: gate open: ")]
        assert (code, lines) == (0, []), line
        assert out.strip() or target, line


def test_quiet_silences_progress_and_nothing_else(run, tmp_path, monkeypatch):
    clock = itertools.count(step=3)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("outperform.words.progress.time", SimpleNamespace(monotonic=lambda: next(clock)))
    fixed = ("--seed", "data")  # which adds a note
    run("compare", "nb", "stump", "--data", "iris", *fixed, "--manifest", tmp_path / "m.json")
    for line in (
        ("compare", "nb", "stump", "--data", "iris", *fixed, "--json"),
        ("budget", "nb", "stump", "--data", "iris", *fixed, "--json"),
        ("verify", tmp_path / "m.json", "--data", "iris", "--json"),
    ):
        shown, quiet = run(*line), run(*line, "--quiet")
        assert (shown[0], quiet[0]) == (0, 0)
        assert " fits" in shown[2]
        assert quiet[2] == ""
        assert _without_seconds(json.loads(shown[1])) == _without_seconds(json.loads(quiet[1]))


def _without_seconds(plain):
    """Leave out what depends on the clock."""
    if isinstance(plain, dict):
        return {key: _without_seconds(value) for key, value in plain.items() if not key.startswith("seconds")}
    return [_without_seconds(each) for each in plain] if isinstance(plain, list) else plain


def test_a_quick_command_leaves_the_process_as_it_was(run, monkeypatch):
    monkeypatch.delenv(THREADS, raising=False)
    before = gc.get_threshold()
    assert run("list", "tests")[0] == 0
    assert gc.get_threshold() == before
    assert THREADS not in os.environ
    monkeypatch.setenv(THREADS, "3")
    assert run("cite", "unknown")[0] == 2
    assert os.environ[THREADS] == "3"
