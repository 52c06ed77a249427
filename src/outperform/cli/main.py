"""The command line: one file per verb, loaded when it is called."""

import argparse
import errno
import gc
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING

from outperform import __version__
from outperform.cli import config
from outperform.cli.guard import INTERRUPTED, TERMINATED, Stopped, guarded, spawned
from outperform.cli.log import say_problem, shown_log
from outperform.cli.output import drop, drop_unread, open_all, own_output
from outperform.cli.parser import Parser
from outperform.surface import on_command_line
from outperform.words.endings import is_short, short_words

if TYPE_CHECKING:
    from outperform.core import GateOutcome

Runs = Callable[[argparse.Namespace], "int | GateOutcome | None"]
VERBS = tuple(
    "compare judge scores predictions evals league budget advise verify store cite list lab paper completion".split()
)
GUARDED = tuple(
    "compare judge scores predictions evals league budget verify lab paper".split()
)  # they run code of others
QUICK = ("judge", "scores", "predictions", "evals", "league", "advise", "cite", "list")  # that mostly import
THREADS = "OPENBLAS_NUM_THREADS"  # of numpy and scipy, which read it when they are loaded
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE)  # of standard output

EPILOG = """\
examples:
  outperform compare nb tree --data iris
  outperform judge results.csv
  outperform scores scores.csv
  outperform predictions predictions.csv --truth label
  outperform evals evals.csv
  outperform league --table results.csv --metric accuracy
  outperform budget nb tree --data breast_cancer --difference 0.02
  outperform advise --have scores
  outperform list tests

'outperform COMMAND --help' explains a command and its options, and
'outperform COMMAND --help-all' those that few need too.
'outperform list KIND' shows the names of learners, procedures, tests, designs
and metrics. 'outperform completion bash' (zsh, fish) lets the Tab key complete
them. A file outperform.toml in your project sets defaults, a table per command:
  [compare]
  metric = ["balanced_accuracy", "roc_auc"]
  level = 0.01

exit codes: 0 answered; 1 --require or verify says no; 2 wrong input or a
learner that failed; 3 a bug in outperform; 130 and 143 stopped by Ctrl-C or
by another signal.
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
        import_module(f"outperform.cli.{verb}").VERB.add(verbs)
    for verb, each in parser.verbs.items():
        for leaf in each.verbs.values() or [each]:
            leaf.add_general(f"ignore {config.FILE}, the defaults of your project" if verb in config.VERBS else None)
    return parser


def main(argv: Sequence[str] | None = None, run: Runs | None = None) -> int:
    """Run one command; return its exit code. ``run`` takes the place of what the command does with its arguments."""
    open_all()
    given = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        drop_unread()
    if argv is None and given[:1] and given[0] in GUARDED:
        told = spawned(lambda: _main(given, run))
        return guarded(lambda: _main(given, run), *(given if _is_gate(given) else ())) if told is None else told
    return _main(given, run)


def _is_gate(given: Sequence[str]) -> bool:
    """Return whether --require is typed, in full or not."""
    return any(word.partition("=")[0].startswith("--req") for word in given)


def _main(given: Sequence[str], run: Runs | None) -> int:
    with on_command_line():
        return _ran(given, run)


def _ran(given: Sequence[str], run: Runs | None) -> int:
    parser = make_parser(given[:1] if given[:1] and given[0] in VERBS else VERBS)
    if not given:
        parser.print_help(sys.stderr)
        return 2
    command = Command(parser)
    try:
        with _flushed():
            return command.run(given, run)
    except (KeyboardInterrupt, Stopped) as request:
        say_problem("stopped")
        return INTERRUPTED if isinstance(request, KeyboardInterrupt) else TERMINATED
    except SystemExit as error:
        if not command.parsed:  # argparse has said why, or was asked for --help
            if not error.code and _is_gate(given):
                say_problem("--help and --version judge nothing: --require is not met")
                return 2
            raise
        say_problem(f"a learner, metric or library called sys.exit({error.code!r}), so there is no answer")
        return 2
    except BaseException as error:
        return command.failed(error)


class Command:
    """A command line while it runs."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser  # later that of its verb
        self.parsed = False
        self.debug = False

    def run(self, given: Sequence[str], run: Runs | None) -> int:
        """Parse and run; return the exit code."""
        self.debug = "--debug" in given
        arguments = _arguments(self.parser, given)
        self.parser, self.parsed = arguments.parser, True
        own = own_output() if arguments.verb in GUARDED else nullcontext()
        costs = getattr(arguments, "correct", None) == "always" and not arguments.quiet
        with shown_log(getattr(arguments, "verbose", 0), costs=costs), _quickly(arguments.verb in QUICK), own:
            answer = (run or arguments.run)(arguments)
        return exit_code(answer, getattr(arguments, "require", None))

    def failed(self, error: BaseException) -> int:
        """Say what is wrong in one line; return the exit code: 2 for what a user can change, 3 for a bug of ours."""
        import traceback

        if self.debug:
            traceback.print_exception(error)
        if is_short(error):  # before anything else is loaded
            say_problem(short_words(error))
            return 2
        from outperform.core.contained import EndedError
        from outperform.core.errors import InputError, OutperformError
        from outperform.visible import short

        if isinstance(error, OSError) and error.errno in UNWRITABLE and error.filename is None:
            if sys.stdout is not sys.stderr:  # as in a guarded command, which has dropped its output already
                drop(sys.stdout)
            error = OutperformError(f"the output cannot be written: {error.strerror}")
        if isinstance(error, OSError) and isinstance(error.filename, str):  # such as a name that is too long
            error = OutperformError(f"{short(error.filename)}: {error.strerror}")
        if isinstance(error, EndedError):  # outside of a fit, such as in a handler of signals
            error = OutperformError(f"a learner, metric or library ended the command ({error}), so there is no answer")
        if isinstance(error, OutperformError):
            say_problem(self.parser.words_of(error) if isinstance(error, InputError) else str(error))
            return 2
        say_problem(bug_words(error, debug=self.debug))
        return 3


def exit_code(answer: "int | GateOutcome | None", required: str | None) -> int:
    """Return the exit code of an answer that was printed and written in full.

    With ``--require``, 0 comes from here alone: of a rule that was evaluated and is met.
    """
    if required is None:
        return answer if isinstance(answer, int) else 0
    from outperform.core.gate import GateOutcome

    if isinstance(answer, GateOutcome) and answer.required == required:
        return 0 if answer.met else 1
    raise RuntimeError(f"--require {required} was not evaluated")


def bug_words(error: BaseException, *, debug: bool) -> str:
    """Return the line about a bug of ours, with where to report it."""
    import traceback
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        links = dict(link.split(", ", 1) for link in metadata("outperform").get_all("Project-URL") or ())
    except PackageNotFoundError:
        links = {}
    place = f"at {links['Issues']}" if "Issues" in links else "as an issue in the repository of outperform"
    more = "the traceback above" if debug else "the traceback that --debug shows"
    what = traceback.format_exception_only(error)[-1].strip()
    return f"this is a bug in outperform {__version__}: {what}; please report it {place}, with {more}"


@contextmanager
def _flushed() -> Iterator[None]:
    """Write all output before the end, after --help too: what cannot be written then is an error like any other."""
    try:
        yield
    finally:
        if not getattr(sys.stdout, "closed", False):  # a learner may have closed it; answers have a stream of their own
            sys.stdout.flush()


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
    arguments.defaults, arguments.taken = taken.said, {*taken.values}
    return arguments
