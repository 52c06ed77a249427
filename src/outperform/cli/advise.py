"""``outperform advise``: which test to use."""

import argparse
import json
import sys

from outperform.cli import verdicts
from outperform.cli.options.data import DATA_OPTIONS
from outperform.cli.parser import DATA, JUDGING, OUTPUT
from outperform.cli.verb import Verb

ABOUT = """\
On a terminal, 'outperform advise' asks for what is not given.
"""
EXAMPLES = """\
  outperform advise --have scores
  outperform advise --have predictions --test mcnemar
  outperform advise --have evals
  outperform advise --have results-table
  outperform advise --have estimators --metric f1 --fits 10
  outperform advise --questions
"""


HAVE = DATA_OPTIONS["have"].settings["choices"]
USUAL = "as many as the decision needs"
CHOICE = f"{', '.join(HAVE[:-1])} or {HAVE[-1]}"


def _run(arguments: argparse.Namespace) -> int:
    """Advise, asking for what is missing."""
    from outperform.comparison.advise import advise
    from outperform.core import InputError
    from outperform.words.advise import QUESTIONS

    if arguments.questions:
        for number, question, answer in QUESTIONS:
            print(f"{number}. {question}\n   {answer}")
        return 0
    asks = sys.stdin.isatty() and not arguments.json
    have = arguments.have or (_ask(f"What do you have: {CHOICE}?", "estimators") if asks else None)
    if have is None:
        raise InputError("--have", f"is missing: pass {CHOICE}")
    metric = arguments.metric or (_ask("Which metric?", "accuracy") if asks else "accuracy")
    fits = arguments.fits
    if fits is None and asks and have == "estimators":
        answer = _ask("How many fits per learner can you afford?", USUAL)
        fits = None if answer == USUAL else _number(answer)
    advice = advise(have, metric, fits, arguments.test)
    verdicts.print_text(json.dumps(advice.to_dict(), indent=2) if arguments.json else str(advice))
    return 0


def _ask(question: str, usual: str) -> str:
    print(f"{question} [{usual}] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() or usual


def _number(text: str) -> int:
    from outperform.core import InputError

    if not text.isdecimal():
        raise InputError("--fits", f"must be a whole number, got {text!r}")
    return int(text)


VERB = Verb(
    name="advise",
    help="find out which test to use",
    description="Find out which test to use, what it costs, what it answers, and the command.",
    about=ABOUT,
    examples=EXAMPLES,
    nouns={DATA: "have", JUDGING: "usual_metric fits wished_test", OUTPUT: "questions json_object"},
    run=_run,
)
