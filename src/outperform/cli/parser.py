"""The parser of every verb: options in named groups, and errors that say what to type instead."""

import argparse
import re
import sys
from difflib import get_close_matches
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from outperform.cli.direction_options import NAMED, apart
from outperform.visible import one_line, short
from outperform.words.familiar import OURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from outperform.core.errors import InputError

DATA, JUDGING, STUDYING = "data", "what to judge by", "what to measure"  # groups of options in --help
REPRODUCING, RUNNING, OUTPUT = "what to reproduce (default: everything)", "running", "output"

REQUIRED = "the following arguments are required: "  # argparse's own words
ALL = "--help-all"
SHORT = 4  # examples in the short help
EXAMPLE = re.compile(r"(?: +#.*\n)?  outperform (?:.*\\\n)*.*\n")  # with the line about it; it may take several lines
KINDS = {int: "a whole number", float: "a number"}
NEAR = 0.7  # how alike a mistyped option must be to be taken for another, of 1
PASTED = re.compile(r"[\u2010-\u2015\u2212]+(?=[a-z])")  # what word processors make of two hyphens
PREDICATES = frozenset({"must", "is", "has", "needs", "cannot"})  # a problem that begins so continues its flag


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keep descriptions and examples as they are written, and names such as adaptive-cv in one piece."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Write several flags of one option with its value once; of names, the flag in the words of the verb."""
        if len(action.option_strings) < 2 or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, self._get_default_metavar_for_optional(action))
        flags = action.option_strings[:1] if action.dest == "names" else action.option_strings
        return f"{', '.join(flags)} {value}"


class Once(argparse._StoreAction):
    """An option with one value: a second, other value is refused instead of silently replacing the first."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep the value, the first time."""
        assert isinstance(parser, Parser)
        if option is not None:
            parser.take(self.dest, values, one_line(f"{_name(self)} {values}"))
        super().__call__(parser, namespace, values, option)


class OnceConst(argparse._StoreConstAction):
    """A flag that stands for a value of another option, such as --json for --format json."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep the value, the first time."""
        assert isinstance(parser, Parser)
        parser.take(self.dest, self.const, _name(self))
        super().__call__(parser, namespace, values, option)


class HelpAll(argparse._HelpAction):
    """Print the help with all options and examples."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it and exit."""
        assert isinstance(parser, Parser)
        parser._print_message(parser.format_help_all(), sys.stdout)
        parser.exit()


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one clear line; every verb, and every verb of ``lab``, has its own.

    Where a verb has options that few need (``rare``), ``--help`` leaves them out and ``--help-all`` has them.
    """

    def __init__(self, *given: Any, about: str = "", examples: str = "", **options: Any) -> None:
        super().__init__(*given, **{"formatter_class": Formatter} | options)
        self.set_defaults(parser=self)
        self.about = about  # what the arguments are
        self.example_lines = examples
        self.rare: set[argparse.Action] = set()
        self.add_argument(ALL, action=HelpAll, help=argparse.SUPPRESS)  # the same as --help where nothing is rare
        self.given: list[str] = []
        self._taken: dict[str, tuple[Any, str]] = {}  # value and words of each option with one value
        for name, action in ((None, Once), ("store", Once), ("store_const", OnceConst)):
            self.register("action", name, action)
        for title in (DATA, JUDGING, STUDYING, REPRODUCING, RUNNING, OUTPUT):
            self.add_argument_group(title)  # an empty one is not shown

    def add_general(self, no_config: str | None) -> None:
        """Add what all commands have; where something is rare, this is rare too."""
        general = [self._option_string_actions[flag] for flag in ("--help", ALL)]
        general += [self.add_argument("--debug", action="store_true", help="show the traceback of an error")]
        if no_config is not None:
            general += [self.group(RUNNING).add_argument("--no-config", action="store_true", help=no_config)]
        if self.rare:
            self._option_string_actions[ALL].help = "show all options and examples"
            self.rare |= {*general}

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
        return next(iter(self.examples), None)

    @property
    def examples(self) -> list[str]:
        """The examples of this verb in its help."""
        whole = re.sub(r"\s*\\\n\s*", " ", self.example_lines)
        lines = (line.strip() for line in whole.splitlines())
        return [line for line in lines if line.startswith(f"{self.prog} ")]

    def format_help(self) -> str:
        """Write the help without what is rare."""
        return self._help(self.rare)

    def format_help_all(self) -> str:
        """Write the help of all options."""
        return self._help(set())

    def _help(self, hidden: set[argparse.Action]) -> str:
        """Write how it is used, what it does, examples, what its arguments are, and its options but those hidden."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage or self._usage(formatter), self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        examples = EXAMPLE.findall(self.example_lines)[: SHORT if hidden else None]
        formatter.add_text("".join(["examples:\n", *examples]) if examples else None)
        formatter.add_text(self.about)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments([action for action in group._group_actions if action not in hidden])
            formatter.end_section()
        formatter.add_text(f"all options and examples: {self.prog} {ALL}" if hidden else self.epilog)
        return formatter.format_help()

    def _usage(self, formatter: argparse.HelpFormatter) -> str | None:
        """Write the arguments and options that are needed; all others are ``[options]``."""
        if self.verbs:
            return None
        needed = [action for action in self._actions if action.required and action.option_strings]
        words = [
            formatter._format_args(each, str(each.metavar or each.dest)) for each in self._get_positional_actions()
        ]
        words += [f"{each.option_strings[0]} {each.metavar}" for each in needed]
        return " ".join([self.prog.replace("%", "%%"), *words, "[options]"])

    def error(self, message: str) -> NoReturn:
        """Print one line and exit 2."""
        missing = message.removeprefix(REQUIRED)
        pasted = next((word for word in self.given if PASTED.match(word)), None)
        if pasted is not None:
            message = f"{pasted} begins with a dash that is no hyphen: type {PASTED.sub('--', pasted)}"
            missing = message
        unknown = self._unknown() if missing != message else None
        if unknown is not None:
            message = self._about_unknown(unknown)
        elif missing != message and self.example is not None:
            missing += self._swallowed(missing)
            self.exit(2, one_line(f"outperform: missing {missing}; example: {self.example}") + "\n")
        problem = message.removeprefix("argument ").strip()
        line = f"outperform: {problem}{' ' if problem.endswith('?') else '; '}see '{self.prog} --help'"
        self.exit(2, one_line(line) + "\n")

    def refuse(self, unknown: "Sequence[str]") -> NoReturn:
        """Print which argument nobody asked for, with what to type instead, and exit 2."""
        if unknown[0].startswith("-"):
            self.error(self._about_unknown(unknown[0].partition("=")[0]))
        self.error(f"unknown argument {' '.join(unknown)}; {self._repeated(unknown)}".rstrip("; "))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[argparse.Namespace, list[str]]:  # type: ignore[override]
        """Parse, and remember what was given for errors about what is missing."""
        self.given = list(args or ())
        self._taken.clear()
        named = NAMED.keys() <= self._option_string_actions.keys()
        return super().parse_known_args(apart(self.given) if named else args, namespace)

    def take(self, destination: str, value: Any, words: str) -> None:
        """Refuse an option that was given before with another value."""
        before, words_before = self._taken.setdefault(destination, (value, words))
        if before != value and not before != before != value != value:  # noqa: PLR0124 - two NaN are the same
            self.error(f"{words_before} and {words} contradict each other: give one of them")

    def _unknown(self) -> str | None:
        """Return the first option that was given and is none of this command's."""
        flags = [word.partition("=")[0] for word in self.given if re.match(r"--?[^\W\d]", word)]
        known = self._option_string_actions
        return next((flag for flag in flags if not any(each.startswith(flag) for each in known)), None)

    def _about_unknown(self, flag: str) -> str:
        """Return the problem with an option that is not known here, and the option that was probably meant."""
        if flag in self._option_string_actions:
            return f"{flag} must stand after the command: {self.prog} ... {flag}"
        if flag.rstrip("s") in ("--learner", "--model") and any(
            each.dest == "learners" for each in self._get_positional_actions()
        ):
            return f"unknown option {flag}; learners stand without an option: {self.example}"
        near = _instead(flag, [each for each in self._option_string_actions if each.startswith("--")])
        return f"unknown option {flag}; {f'did you mean {near}?' if near else ''}".rstrip("; ")

    def _swallowed(self, missing: str) -> str:
        """Say where names belong that an option with several values has taken."""
        actions = [self._option_string_actions.get(word) for word in self.given]
        greedy = next((each for each in actions if each is not None and each.nargs in ("+", "*")), None)
        if greedy is None or missing.startswith("-"):
            return ""
        return f", which must stand before {_name(greedy)}: that takes all names after it"

    def _repeated(self, unknown: "Sequence[str]") -> str:
        """Say that an option takes one value and may be repeated, where a second value follows it."""
        before = self.given[: self.given.index(unknown[0])] if unknown[0] in self.given else []
        action = self._option_string_actions.get(before[-2]) if len(before) > 1 else None
        if not isinstance(action, argparse._AppendAction):
            return ""
        flag = _name(action)
        return f"repeat the option for each: {' '.join(f'{flag} {value}' for value in (before[-1], *unknown))}"

    def words_of(self, error: "InputError") -> str:
        """Return an error in words of the command line: an argument that is an option here is named by its flag."""
        name, space, rest = error.argument.partition(" ")
        option = self._option_string_actions.get(name if name.startswith("--") else f"--{name.replace('_', '-')}")
        if any(each.dest == error.argument for each in self._get_positional_actions()):
            return str(error)
        if name in ("learners", "systems"):
            option = next((each for each in self._actions if each.dest == "names"), option)
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
            problem = error.message if kind is None else f"must be {kind}, got {short(arg_string)}"
            raise argparse.ArgumentError(None, f"{_name(action)} {problem}") from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is not among the choices, and list them."""
        if action.choices is None or value in action.choices:
            return
        known = list(action.choices)
        near, about = _nearest(str(value), known), getattr(action, "about", "")
        if isinstance(action, argparse._SubParsersAction):
            problem = f"{value!r} is not a command; {near}known: {', '.join(known)}"
        elif action.option_strings:
            problem = f"{action.option_strings[0]} must be one of {', '.join(known)}, got {value!r}; {near}{about}"
        else:
            file = isinstance(value, str) and "." in value and len(self._get_positional_actions()) > 1
            near = f"did you mean '{self.prog} {known[0]} {value}'? " if file else near
            problem = f"{value!r} is not one of {', '.join(known)}; {near}"
        raise argparse.ArgumentError(None, problem.rstrip("; "))


def _name(action: argparse.Action) -> str:
    return action.option_strings[0] if action.option_strings else str(action.metavar or action.dest)


def _nearest(given: str, known: "Iterable[str]") -> str:
    near = get_close_matches(given, list(known), n=1)
    return f"did you mean {near[0]}? " if near else ""


def _instead(flag: str, known: "Sequence[str]") -> str:
    """Return the options that a flag probably stands for: a familiar word, a first letter, or a mistyped one."""
    word = flag.lstrip("-").replace("_", "-")
    ours = [f"--{each}" for each in OURS.get(word.replace("-", "_"), ()) if f"--{each}" in known]
    if not ours and len(word) == 1:
        ours = [each for each in known if each[2] == word.lower()]
    near = ours or [f"--{each}" for each in get_close_matches(word, [each[2:] for each in known], n=1, cutoff=NEAR)]
    return " or ".join(near[:3])
