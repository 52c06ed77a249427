"""The command line: one file per verb, loaded when it is called."""

import argparse
import errno
import gc
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from outperform import __version__
from outperform.cli import config
from outperform.cli.log import shown_log
from outperform.cli.parser import RUNNING, Parser
from outperform.words.visible import one_line

VERBS = (
    *(
        "compare",
        "scores",
        "predictions",
        "evals",
        "league",
        "budget",
        "advise",
        "verify",
        "store",
        "cite",
        "list",
        "lab",
        "paper",
    ),
    "completion",
)
QUICK = ("scores", "predictions", "evals", "league", "advise", "cite", "list")  # most of their time is spent on imports
THREADS = "OPENBLAS_NUM_THREADS"  # of numpy and scipy, which read it when they are loaded
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # why standard output cannot be written

EPILOG = """\
examples:
  outperform compare nb tree --data iris
  outperform scores scores.csv
  outperform predictions predictions.csv --truth label
  outperform evals evals.csv
  outperform league --table results.csv --metric accuracy
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform advise --have scores
  outperform list tests

'outperform COMMAND --help' explains a command and its options.
'outperform list KIND' shows the names of learners, procedures, tests, designs
and metrics. 'outperform completion bash' (zsh, fish) lets the Tab key complete
them. A file outperform.toml in your project sets defaults, a table per command:
  [compare]
  metric = ["balanced_accuracy", "roc_auc"]
  level = 0.01
"""


def make_parser(chosen: Sequence[str] = VERBS) -> Parser:
    """Build the parser of all verbs, or of those that are chosen: to build all takes longer than some of them run."""
    parser = Parser(
        prog="outperform",
        description="Is one learning algorithm or system really better than another, and would other\n"
        "random splits of the same data, or another run, give the same decision?",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"outperform {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", title="commands", required=True, parser_class=Parser)
    for verb in chosen:
        import_module(f"outperform.cli.{verb}").register(verbs)
    for verb in parser.verbs.keys() & set(config.VERBS):
        parser.verbs[verb].group(RUNNING).add_argument(
            "--no-config", action="store_true", help=f"ignore {config.FILE}, the defaults of your project"
        )
    return parser


def main(argv: Sequence[str] | None = None, run: Callable[[argparse.Namespace], int] | None = None) -> int:
    """Run one command; return its exit code. ``run`` takes the place of what the command does with its arguments."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")  # None if it is closed, as with >&-
    given = list(sys.argv[1:] if argv is None else argv)
    parser = make_parser(given[:1] if given[:1] and given[0] in VERBS else VERBS)
    if not given:
        parser.print_help(sys.stderr)
        return 2
    speaker = parser
    try:
        with _flushed():
            arguments = _arguments(parser, given)
            speaker = arguments.parser
            with shown_log(getattr(arguments, "verbose", 0)), _quickly(arguments.verb in QUICK):
                code: int = (run or arguments.run)(arguments)
    except BrokenPipeError:  # the reader of our output has gone, as with | head
        _drop_output()
        return 0
    except KeyboardInterrupt:
        print("outperform: stopped", file=sys.stderr)
        return 130
    except Exception as error:
        from outperform.core.errors import InputError, OutperformError

        if isinstance(error, OSError) and error.errno in FULL and error.filename is None:
            _drop_output()
            error = OutperformError(f"the output cannot be written: {error.strerror}")
        if not isinstance(error, OutperformError):
            raise
        problem = speaker.words_of(error) if isinstance(error, InputError) else str(error)
        print(f"outperform: {one_line(problem)}", file=sys.stderr)  # a name from a file may hold control characters
        return 2
    return code


@contextmanager
def _flushed() -> Iterator[None]:
    """Write all output before the end, after --help too: what cannot be written then is an error like any other."""
    try:
        yield
    finally:
        sys.stdout.flush()


def _drop_output() -> None:
    """Let standard output go nowhere, so that Python does not fail to write the rest of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _quickly(wanted: bool) -> Iterator[None]:  # noqa: FBT001 - it is the condition itself
    """Start fewer threads and collect garbage rarely: a fourth of the time of a command that mostly imports."""
    before, threads = gc.get_threshold(), THREADS not in os.environ
    if wanted:
        gc.set_threshold(100_000)
        os.environ.setdefault(THREADS, "1")
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if wanted and threads:
            del os.environ[THREADS]


def _arguments(parser: Parser, given: Sequence[str]) -> argparse.Namespace:
    """Parse a command line, with the defaults of the project."""
    taken = config.Taken()
    if given[0] in config.VERBS:
        verb = parser.verbs[given[0]]
        taken = config.defaults_of(verb, given[0], given[1:])
        taken.apply(verb)
    arguments, unknown = parser.parse_known_args(given)
    if unknown:
        arguments.parser.refuse(unknown)
    taken.tell()
    arguments.line = shlex.join(["outperform", *given, *taken.words])  # for reports: how to make this once more
    return arguments
