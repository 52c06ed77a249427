"""The parser of every verb: options in named groups, and errors that say what to type instead."""

import argparse
import re
from difflib import get_close_matches
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from outperform.words.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from outperform.core.errors import InputError

DATA, JUDGING, RUNNING, OUTPUT = "data", "what to judge by", "running", "output"  # groups of options in --help

REQUIRED = "the following arguments are required: "  # argparse's own words
KINDS = {int: "a whole number", float: "a number"}
PREDICATES = frozenset({"must", "is", "has", "needs", "cannot"})  # a problem that begins so continues its flag


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keep descriptions and examples as they are written, and names such as adaptive-cv in one piece."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one clear line; every verb, and every verb of ``lab``, has its own."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **{"formatter_class": Formatter} | options)
        self.set_defaults(parser=self)
        for title in (DATA, JUDGING, RUNNING, OUTPUT):
            self.add_argument_group(title)  # an empty one is not shown

    def group(self, title: str) -> "argparse._ArgumentGroup":
        """Return one of the groups of options."""
        return next(each for each in self._action_groups if each.title == title)

    @property
    def verbs(self) -> "Mapping[str, Parser]":
        """The parsers of the commands below this one."""
        found = (each.choices for each in self._actions if isinstance(each, argparse._SubParsersAction))
        return next(found, {})

    @property
    def example(self) -> str | None:
        """The first example of this verb in its help: the shortest one."""
        whole = re.sub(r"\s*\\\n\s*", " ", self.epilog or "")  # a long one may take two lines
        lines = (line.strip() for line in whole.splitlines())
        return next((line for line in lines if line.startswith(f"{self.prog} ")), None)

    def error(self, message: str) -> NoReturn:
        """Print one line and exit 2."""
        missing = message.removeprefix(REQUIRED)
        if missing != message and self.example is not None:
            self.exit(2, one_line(f"outperform: missing {missing}; example: {self.example}") + "\n")
        problem = message.removeprefix("argument ").strip()
        line = f"outperform: {problem}{' ' if problem.endswith('?') else '; '}see '{self.prog} --help'"
        self.exit(2, one_line(line) + "\n")

    def refuse(self, unknown: "Sequence[str]") -> NoReturn:
        """Print which arguments nobody asked for, with the nearest option, and exit 2."""
        known = self._option_string_actions
        self.error(
            f"unknown argument {' '.join(unknown)}; {_nearest(unknown[0].partition('=')[0], known)}".rstrip("; ")
        )

    def words_of(self, error: "InputError") -> str:
        """Return an error in words of the command line: an argument that is an option here is named by its flag."""
        name, space, rest = error.argument.partition(" ")
        option = self._option_string_actions.get(name if name.startswith("--") else f"--{name.replace('_', '-')}")
        if option is None:
            return str(error)
        colon = "" if error.problem.partition(" ")[0] in PREDICATES else ":"
        return f"{option.option_strings[0]}{space}{rest}{colon} {error.problem}"

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Convert one value; one of the wrong kind is refused with what it must be."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            kind = next((words for made, words in KINDS.items() if action.type is made), None)
            problem = error.message if kind is None else f"must be {kind}, got {arg_string!r}"
            raise argparse.ArgumentError(None, f"{_name(action)} {problem}") from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is not among the choices, and list them."""
        if action.choices is None or value in action.choices:
            return
        known = list(action.choices)
        near = _nearest(str(value), known)
        if isinstance(action, argparse._SubParsersAction):
            problem = f"{value!r} is not a command; {near}known: {', '.join(known)}"
        elif action.option_strings:
            problem = f"{action.option_strings[0]} must be one of {', '.join(known)}, got {value!r}; {near}"
        else:
            problem = f"{value!r} is not one of {', '.join(known)}; {near}"
        raise argparse.ArgumentError(None, problem.rstrip("; "))


def _name(action: argparse.Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar or action.dest)


def _nearest(given: str, known: "Iterable[str]") -> str:
    near = get_close_matches(given, list(known), n=1)
    return f"did you mean {near[0]}? " if near else ""
