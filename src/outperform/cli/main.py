"""The command line: one file per verb, loaded when it is called."""

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from outperform import __version__

VERBS = ("compare", "verify", "scores", "predictions", "budget", "lab", "paper", "advise", "cite", "list", "store")

EPILOG = """\
examples:
  outperform compare nb tree 1nn --data breast_cancer
  outperform scores scores.csv
  outperform scores scores.csv --test 'corrected-t' --level 0.01 --json
  outperform predictions predictions.csv --truth label --metric f1 --positive spam
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform list tests

Learners, procedures, tests, designs and metrics are named by slugs: 'outperform list' shows what there is.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one clear line."""

    def error(self, message: str) -> NoReturn:
        """Print one line and exit 2."""
        self.exit(2, f"outperform: {message}; see '{self.prog} --help'\n")


def make_parser() -> Parser:
    """Build the parser of all verbs."""
    parser = Parser(
        prog="outperform",
        description="Does learning algorithm A really outperform B, and would another random split say the same?",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"outperform {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for verb in VERBS:
        import_module(f"outperform.cli.{verb}").register(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    arguments = make_parser().parse_args(argv)
    arguments.line = shlex.join(["outperform", *(sys.argv[1:] if argv is None else argv)])  # for reports: once more
    from outperform.core.errors import OutperformError

    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except OutperformError as error:
        print(f"outperform: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, as with | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("outperform: stopped", file=sys.stderr)
        return 130
    return code
