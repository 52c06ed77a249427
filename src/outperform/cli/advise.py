"""``outperform advise``: which test to use."""

import argparse
import json
import sys
from typing import Any

EPILOG = """\
examples:
  outperform advise
  outperform advise --have estimators --metric f1 --fits 10
  outperform advise --have scores --test pooled-t
  outperform advise --questions
"""


def register(verbs: Any) -> None:
    """Add the verb to the parser."""
    parser = verbs.add_parser(
        "advise",
        help="say which test to use, what it costs and what it tells",
        description="From what is at hand to a procedure. What is not given is asked on a terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--have", choices=("estimators", "predictions", "scores"), help="what is at hand")
    parser.add_argument("--metric", help="what counts as better (default accuracy)")
    parser.add_argument(
        "--fits", "--budget", type=int, metavar="N", help="fits per learner that can be afforded (default 100)"
    )
    parser.add_argument("--test", metavar="SPEC", help="a test you would like to use: is it valid?")
    parser.add_argument(
        "--questions", action="store_true", help="list Dietterich's nine questions and who answers them"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Advise, asking for what is missing."""
    from outperform.comparison.advise import QUESTIONS, advise
    from outperform.core import InputError

    if arguments.questions:
        for number, question, answer in QUESTIONS:
            print(f"{number}. {question}\n   {answer}")
        return 0
    asks = sys.stdin.isatty() and not arguments.json
    have = arguments.have or (
        _ask("what do you have: estimators, predictions or scores?", "estimators") if asks else None
    )
    if have is None:
        raise InputError("--have", "is missing: estimators, predictions or scores")
    metric = arguments.metric or (_ask("which metric?", "accuracy") if asks else "accuracy")
    fits = arguments.fits
    if fits is None:
        fits = (
            _number(_ask("how many fits per learner can you afford?", "100")) if asks and have == "estimators" else 100
        )
    advice = advise(have, metric, fits, arguments.test)
    print(json.dumps(advice.to_dict(), indent=2) if arguments.json else advice)
    return 0


def _ask(question: str, usual: str) -> str:
    print(f"{question} [{usual}] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() or usual


def _number(text: str) -> int:
    from outperform.core import InputError

    if not text.isdecimal():
        raise InputError("--fits", f"must be a whole number, got {text!r}")
    return int(text)
