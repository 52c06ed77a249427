"""What all verbs that end in verdicts share: their options, their output, their exit code."""

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from outperform.cli.output import answering
from outperform.cli.parser import JUDGING, OUTPUT, RUNNING, Parser
from outperform.words.visible import one_line, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from outperform.comparison import Comparison
    from outperform.core import Dataset


PLAIN = {"−": "-", "–": "-", "·": "|", "×": "x", "…": "..."}
"""Letters that a terminal may lack, and what stands for them."""
ORDER = "first and second are the {noun}s of a pair in the order of the command line or of the table"
ADJUSTED, ADJUSTED_ITEMS = "holm; for adaptive-cv bonferroni", "shaffer; with --baseline holm"
BY_TEST = "equal: unless both are practically equal, by a test that can show it"
WITH_MARGIN = (
    "equal: unless they differ by less than --margin; not-worse: unless the first is not worse by more than it"
)
COLOURS = {"caution:": "\x1b[33m", "note:": "\x1b[2m"}


REQUIRES = ("first", "second", "equal")
NEED_MARGIN = ("equal", "not-worse")


def add_options(
    parser: Parser, requires: "Sequence[str]" = REQUIRES, adjusted: str = ADJUSTED, noun: str = "learner"
) -> None:
    """Add the options of a verdict; ``noun`` is what is compared."""
    judging, output = parser.group(JUDGING), parser.group(OUTPUT)
    judging.add_argument(
        "--test", metavar="NAME", help="name of a test: see 'outperform list tests' (default: chosen to match the data)"
    )
    judging.add_argument("--level", type=float, default=0.05, help="significance level of the decisions (default 0.05)")
    judging.add_argument("--baseline", metavar=noun.upper(), help=f"judge every other {noun} against this one only")
    judging.add_argument(
        "--adjust",
        metavar="NAME",
        help="how to adjust the p-values of several pairs: holm, shaffer or bergmann-hommel (all pairs), bonferroni or"
        " none"
        f" (default {adjusted})",
    )
    require = judging.add_argument(
        "--require",
        choices=requires,
        help=f"a gate for scripts: exit with code 1 unless this {noun} of every pair, in the order given, is better"
        f" ({WITH_MARGIN if 'not-worse' in requires else BY_TEST}); three {noun}s a b c are the pairs"
        " a b, a c and b c",
    )
    require.about = ORDER.format(noun=noun)  # type: ignore[attr-defined] # for the error about a name
    output.add_argument(
        "--format",
        choices=("text", "latex", "markdown", "csv", "json"),
        default="text",
        help="how to print the answer (default text); latex needs the package booktabs",
    )
    output.add_argument("--json", dest="format", action="store_const", const="json", help="same as --format json")
    output.add_argument("--report", metavar="FILE.html", help="also write a page with figures, as a single file")


def add_item_options(parser: Parser, *, unit: str, noun: str = "learner", adjusted: str = ADJUSTED_ITEMS) -> None:
    """Add the options of a verdict on items of one test set: with a margin, and a gate that needs one."""
    parser.group(JUDGING).add_argument(
        "--margin",
        metavar="X",
        type=float,
        help=f"largest difference that does not matter, in units of the {unit}",
    )
    add_options(parser, (*REQUIRES, "not-worse"), noun=noun, adjusted=adjusted)
    parser.group(RUNNING).add_argument(
        "--seed", type=int, default=0, help="random seed, where a test draws (default 0)"
    )


def prepare(arguments: argparse.Namespace) -> None:
    """Refuse a page that cannot be made or written before anything is run."""
    if arguments.report:
        from pathlib import Path

        from outperform.core import InputError
        from outperform.report.extra import require

        page = Path(arguments.report)
        if page.suffix.lower() not in (".html", ".htm"):
            how = "; then print that page to PDF in a browser" if page.suffix.lower() == ".pdf" else ""
            wanted = page.with_suffix(".html") if page.name else "page.html"
            raise InputError("--report", f"writes HTML pages only, got {str(page)!r}: use --report {wanted}{how}")
        require("matplotlib")
        require("jinja2")
        check_writable("--report", page)


def check_margin(arguments: argparse.Namespace) -> None:
    """Refuse a gate that needs a margin without one, before anything is read."""
    from outperform.core import InputError

    if arguments.require in NEED_MARGIN and arguments.margin is None:
        example = "--margin 0.01 is one point of a score from 0 to 1"
        raise InputError(
            "require", f"{arguments.require} needs --margin, the largest difference that does not matter; {example}"
        )


def check_writable(option: str, path: "Path") -> None:
    """Refuse a file that cannot be written; leave everything as it is."""
    from outperform.core import InputError

    if not path.parent.is_dir():
        raise InputError(option, f"there is no folder {path.parent}")
    if path.is_dir():
        raise InputError(option, f"{path} is a folder: name a file in it")
    existed = path.exists()
    if existed and not path.is_file():
        return  # a pipe or a device
    try:
        path.open("ab").close()
        if not existed:
            path.unlink()
    except OSError as error:
        raise InputError(option, f"{path} cannot be written: {error.strerror}") from None


def check_apart(option: str, path: str, others: "Mapping[str, str | None]") -> None:
    """Refuse to write over a file that another option names."""
    from pathlib import Path

    from outperform.core import InputError

    for flag, other in others.items():
        if other is not None and Path(other).resolve() == Path(path).resolve():
            raise InputError(option, f"{path} is the file of {flag}: name another")


def show(comparison: "Comparison", arguments: argparse.Namespace, data: "Dataset | str") -> int:
    """Print a comparison, and what other tests say if asked; write its page if asked; return the exit code."""
    others = comparison.others() if getattr(arguments, "others", False) else None
    if arguments.format is not None:
        print_text(_said(comparison, others, arguments.format), coloured=arguments.format == "text")
    if arguments.report:
        comparison.to_html(arguments.report, data=data, command=arguments.line)
    return _gate(comparison, arguments.require) if arguments.require else 0


def _gate(comparison: "Comparison", required: str) -> int:
    """Return 0 where every pair decides as required; else say on standard error which does not, and return 1."""
    from outperform.words.gate import unmet

    reasons = unmet(comparison.judgements, required)
    for reason in reasons:
        print(one_line(f"outperform: --require {required} is not met: {reason}"), file=sys.stderr)
    return 1 if reasons else 0


def print_text(text: str, *, coloured: bool = False) -> None:
    """Print a text; in colour on a terminal alone, and in plain letters where the terminal has no others.

    Control characters, which a name from a file may hold, are shown and never sent to the terminal.
    """
    with answering():
        _print(visible(text), coloured=coloured)


def _print(text: str, *, coloured: bool) -> None:
    if coloured and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        text = _in_colour(text)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        for letter, plain in PLAIN.items():
            text = text.replace(letter, plain)
        text = text.encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding)
    print(text)


def _in_colour(text: str) -> str:
    """Show the answer in bold, cautions in yellow, notes faint."""
    answer, *rest = text.split("\n\n")
    shown = [f"\x1b[1m{answer}\x1b[0m"]
    for block in rest:
        start = next((code for word, code in COLOURS.items() if block.startswith(word)), None)
        shown.append(block if start is None else f"{start}{block}\x1b[0m")
    return "\n\n".join(shown)


def _said(comparison: "Comparison", others: "Comparison | None", form: str) -> str:
    """Write the verdicts in a format, with those of other tests."""
    if form == "text":
        if others is None or not others.judgements:
            return str(comparison) if others is None else f"{comparison}\n\nno other test fits these scores"
        from outperform.words.answer import others_words

        words = others_words(others.judgements, others.notes, keep=comparison.baseline is not None)
        return f"{comparison}\n\nother tests on the same scores:\n{words}"
    if form == "json":
        more = {} if others is None else {"others": others.to_dict()["verdicts"]}
        return json.dumps(comparison.to_dict() | more, indent=2, allow_nan=False)
    from dataclasses import replace

    from outperform.report.tables import comparison_text

    more_rows = () if others is None else others.judgements
    return comparison_text(replace(comparison, judgements=(*comparison.judgements, *more_rows)), form)
