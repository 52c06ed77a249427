"""The command line: one file per verb, loaded when it is called."""

import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module

from outperform import __version__
from outperform.cli.parser import Parser

VERBS = ("compare", "scores", "predictions", "budget", "advise", "verify", "store", "cite", "list", "lab", "paper")

EPILOG = """\
examples:
  outperform compare nb tree --data iris
  outperform scores scores.csv
  outperform predictions predictions.csv --truth label
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform advise --have scores
  outperform list tests

'outperform COMMAND --help' explains a command and its options.
'outperform list KIND' shows the names of learners, procedures, tests, designs
and metrics.
"""


def make_parser() -> Parser:
    """Build the parser of all verbs."""
    parser = Parser(
        prog="outperform",
        description="Is one learning algorithm really better than another, and would other random\n"
        "splits of the same data give the same decision?",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"outperform {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", title="commands", required=True, parser_class=Parser)
    for verb in VERBS:
        import_module(f"outperform.cli.{verb}").register(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = sys.argv[1:] if argv is None else argv
    parser = make_parser()
    if not given:
        parser.print_help(sys.stderr)
        return 2
    arguments, unknown = parser.parse_known_args(given)
    if unknown:
        arguments.parser.refuse(unknown)
    arguments.line = shlex.join(["outperform", *given])  # for reports: how to make this once more
    from outperform.core.errors import InputError, OutperformError

    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except OutperformError as error:
        problem = arguments.parser.words_of(error) if isinstance(error, InputError) else error
        print(f"outperform: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, as with | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("outperform: stopped", file=sys.stderr)
        return 130
    return code
