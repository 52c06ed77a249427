"""The help of every verb: options in groups, plain explanations, and examples that run."""

import argparse
import re
import shlex

import pytest

from outperform.cli.main import VERBS, make_parser
from outperform.cli.parser import DATA, JUDGING, OUTPUT, RUNNING

OURS = [verb for verb in VERBS if verb not in ("lab", "paper", "list")]  # their examples are run by their own tests


def _verbs():
    parser = make_parser()
    (action,) = (each for each in parser._actions if each.dest == "verb")
    return action.choices


def _examples(verb):
    return re.findall(r"^  (outperform .*)$", _verbs()[verb].epilog, flags=re.MULTILINE)


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
        assert (code, err) == (0, ""), line
        assert out.strip() or target, line
