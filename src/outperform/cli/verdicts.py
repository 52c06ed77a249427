"""What all verbs that end in verdicts share: their options, their output, their exit code."""

import argparse
import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from outperform.cli.output import answering
from outperform.visible import one_line, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from outperform.comparison import Comparison
    from outperform.core import Dataset, GateOutcome

PLAIN = {"−": "-", "–": "-", "·": "|", "×": "x", "…": "..."}
"""Letters that a terminal may lack, and what stands for them."""
COLOURS = {"caution:": "\x1b[33m", "note:": "\x1b[2m"}


NEED_MARGIN = ("equal", "not-worse")
DIAGRAMS = (".svg", ".pdf", ".tex")


def prepare(arguments: argparse.Namespace, files: "Sequence[str]" = ()) -> None:
    """Refuse a page that cannot be made or written before anything is run; take the digests of what is judged."""
    if files:
        from outperform.data.digests import Sources

        arguments.sources = Sources(files, strict=bool(arguments.require))
    _check_other(arguments, files)
    if any(value is not None for value in for_papers(arguments).values()) and arguments.format is not None:
        from outperform.report.tables import check_options

        check_options(arguments.format, **for_papers(arguments))
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
    if getattr(arguments, "diagram", None):
        _check_diagram(arguments.diagram)


def for_papers(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of tables for papers, as Python has them."""
    names = getattr(arguments, "metric_name", None)
    for pair in names or ():
        if "=" not in pair:
            from outperform.core import InputError

            raise InputError("--metric-name", f"is METRIC=NAME, such as accuracy=Accuracy, got {pair!r}")
    wanted = {name: getattr(arguments, name, None) for name in ("digits", "caption", "label")}
    return wanted | {"metric_names": dict(pair.split("=", 1) for pair in names) if names else None}


def _check_other(arguments: argparse.Namespace, files: "Sequence[str]") -> None:
    """Refuse to write over a file that is read, or into a folder of them by a link."""
    from pathlib import Path

    from outperform.core import InputError

    for option in ("report", "diagram", "manifest", "store"):
        output = Path(getattr(arguments, option, None) or "")
        for file in map(Path, files if output.is_file() else ()):
            if _is_read(file, output):
                raise InputError(f"--{option}", f"{output} is a file that is read ({file}): choose another name")


def _is_read(file: "Path", output: "Path") -> bool:
    """Return whether an output that exists is a file that is read, or links into a folder that is read."""
    with suppress(OSError, ValueError):  # it is not there
        inside = file.is_dir() and output.is_symlink() and output.resolve().is_relative_to(file.resolve())
        return inside or output.samefile(file)
    return False


def _check_diagram(diagram: str) -> None:
    """Refuse a diagram that cannot be written before anything is read."""
    from pathlib import Path

    from outperform.core import InputError

    path = Path(diagram)
    if path.suffix.lower() not in DIAGRAMS:
        raise InputError("--diagram", f"must end in {', '.join(DIAGRAMS[:-1])} or {DIAGRAMS[-1]}, got {str(path)!r}")
    if path.suffix.lower() != ".tex":
        from outperform.report.extra import require

        require("matplotlib")
    check_writable("--diagram", path)


def check_gate_margin(arguments: argparse.Namespace) -> None:
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


def gated(judged: Any, arguments: argparse.Namespace, rows: "Dataset | None" = None) -> Any:
    """Return what was judged with its files, and with what a gate makes of it, if one was asked."""
    from dataclasses import replace

    from outperform.comparison.gate import NARROWING, chosen_words

    files = tuple(arguments.sources.told(rows))
    if not arguments.require:
        return replace(judged, files=files)
    arguments.sources.check()
    names = "systems" if judged.kind == "items" else "learners"
    places = {"names": names} | {name: name for name in NARROWING if name not in ("systems", "learners")}
    typed = {
        argument: value
        for name, argument in places.items()
        if (value := getattr(arguments, name, None)) and name not in arguments.taken
    }
    return replace(judged.gated(arguments.require, files, arguments.defaults, chosen_words(typed)), files=files)


def show(answer: Any, arguments: argparse.Namespace, data: "Dataset | None" = None) -> "GateOutcome | None":
    """Print a Comparison or a League, and other tests if asked; write page and diagram; return what its gate says."""
    others = answer.others() if getattr(arguments, "others", False) else None
    if arguments.format is not None:
        print_text(_said(answer, others, arguments.format, for_papers(arguments)), coloured=arguments.format == "text")
    if arguments.report:
        named = {} if answer.kind == "league" else {"data": data or answer.source}
        answer.to_html(arguments.report, command=arguments.line, **named)
    if getattr(arguments, "diagram", None):
        answer.diagram(arguments.diagram)
    return say_gate(answer.gate)


def say_gate(outcome: "GateOutcome | None") -> "GateOutcome | None":
    """Print on standard error what a gate judged by which rule, and why it is closed."""
    if outcome is not None:
        from outperform.words.gate import gate_line, reasons_of

        unmet = [f"--require {outcome.required} is not met: {reason}" for reason in reasons_of(outcome)]
        for line in (gate_line(outcome), *unmet):
            print(f"outperform: {one_line(line)}", file=sys.stderr)
    return outcome


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


def _said(answer: Any, others: "Comparison | None", form: str, ways: dict[str, Any]) -> str:
    """Write an answer in a format, with the verdicts of other tests."""
    if form == "text":
        if others is None or not others.judgements:
            return str(answer) if others is None else f"{answer}\n\nno other test fits these scores"
        from outperform.words.comparison import others_document
        from outperform.words.terminal import terminal

        words = terminal(others_document(others, keep=answer.baseline is not None))
        return f"{answer}\n\nother tests on the same scores:\n{words}"
    if form == "json":
        more = {} if others is None else {"others": others.to_dict()["verdicts"]}
        return json.dumps(answer.to_dict() | more, indent=2, allow_nan=False)
    from dataclasses import replace

    from outperform.report import tables_text

    more_rows = {} if others is None else {"judgements": (*answer.judgements, *others.judgements)}
    return tables_text(replace(answer, **more_rows), form, **ways)
