"""The defaults of a project: a file ``outperform.toml`` with a table per command, such as ``[compare]``.

What is typed on the command line wins. The file may come from anybody, so it cannot name code to run or a file to write
over; what was taken from it is said on standard error, and stands in the command that a report shows.
"""

import argparse
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from outperform.cli.parser import KINDS
from outperform.visible import one_line, short

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from outperform.cli.parser import Parser

FILE = "outperform.toml"
VERBS = ("compare", "judge", "scores", "predictions", "evals", "league", "budget", "advise", "verify")
TYPED_ONLY = {"allow_module", "allow_file", "report", "manifest", "diagram"}  # they run code, or write over a file
GENERAL = {"help", "help_all", "no_config", "verbose"}  # they set nothing
PATHS = {
    "store",
    "data",
    "scores",
    "table",
}  # relative to the folder of the file; no other text may name a file or code
TYPES: dict[Any, tuple[type, ...]] = {int: (int,), float: (int, float), None: (str,)}  # in TOML, by type of the option
_CODE = re.compile(r":|\.py|\\|\bweka\s*\(")  # a file or module; any of it in escapes; a class of Weka
DIRECTIONS = {"lower", "higher", "lower_is_better", "higher_is_better"}
RIVALS = {"procedure": {"design", "test"}, "design": {"procedure"}, "test": {"procedure"}}
RIVALS |= dict.fromkeys(DIRECTIONS, DIRECTIONS)
"""An option of the file gives way if one of these is typed."""


@dataclass(frozen=True)
class Taken:
    """What the file sets for one command and the command line does not."""

    path: Path | None = None
    values: "Mapping[str, Any]" = field(default_factory=dict)  # by destination in the parser
    words: tuple[str, ...] = ()  # the same as on a command line

    def apply(self, parser: "Parser") -> None:
        """Make the values the defaults of the parser."""
        parser.set_defaults(**self.values)
        for action in parser._actions:
            action.required = action.required and action.dest not in self.values

    @property
    def said(self) -> str:
        """What was taken, in words; "" for nothing."""
        return one_line(f"from {self.path}: {shlex.join(self.words)}") if self.words else ""

    def tell(self) -> None:
        """Print on standard error what was taken."""
        if self.words:
            print(f"note: {self.said}", file=sys.stderr)


def find_file(start: Path, home: Path) -> Path | None:
    """Return the nearest file of defaults, from a folder up to the root of its repository or the home folder.

    Outside of both, only the folder itself counts: its parents may belong to others.
    """
    folders = [start, *start.parents]
    ends = [number for number, folder in enumerate(folders) if (folder / ".git").exists() or folder == home]
    within = folders[: ends[0] + 1] if ends else folders[:1]
    return next((folder / FILE for folder in within if (folder / FILE).is_file()), None)


def _found() -> Path | None:
    """Return the nearest file; none where the current folder was removed or nobody is at home."""
    try:
        return find_file(Path.cwd(), Path.home())
    except (OSError, RuntimeError):
        return None


def defaults_of(parser: "Parser", verb: str, given: "Sequence[str]") -> Taken:
    """Read the nearest file and return what it sets for this command and what is typed after it."""
    path = None if {"-h", "--help", "--help-all"} & set(given) else _found()
    typed = set() if path is None else _typed(parser, given)
    if path is None or "no_config" in typed:
        return Taken()
    shown = Path(path.name) if path.parent == Path.cwd() else path
    values: dict[str, Any] = {}
    words: list[str] = []
    for key, value in _table(path, shown, verb).items():
        place = f"{shown}, [{verb}] {key}"
        action = _action(parser, key, place)
        made = _Value(parser, action, place, path.parent).read(value)
        if value is not False and typed.isdisjoint({action.dest} | RIVALS.get(action.dest, set())):
            values[action.dest] = made
            words += _words(action, made)
    return Taken(shown, values, tuple(words))


def _table(path: Path, shown: Path, verb: str) -> "Mapping[str, Any]":
    """Read the table of a command; a table of no command is refused."""
    import tomllib

    from outperform.core.errors import InputError, did_you_mean

    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(str(shown), f"cannot be read: {error.strerror}") from None
    except RecursionError:
        raise InputError(str(shown), "is not a file of defaults: its values are nested too deeply") from None
    except ValueError as error:  # of TOML, of UTF-8 or of a number with thousands of digits
        raise InputError(str(shown), f"is not valid TOML: {error}") from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise InputError(f"{shown}, {name}", f"must be in the table of a command, such as [compare] {name} = ...")
        if name not in VERBS:
            raise InputError(f"{shown}, [{name}]", f"is not a command with defaults; {did_you_mean(name, VERBS)}")
    found: Mapping[str, Any] = tables.get(verb, {})
    return found


def _action(parser: "Parser", key: str, place: str) -> argparse.Action:
    """Return the option that a key stands for."""
    from outperform.core.errors import InputError, did_you_mean

    name = key.replace("_", "-")
    options = {flag.removeprefix("--"): each for flag, each in parser._option_string_actions.items() if flag[1] == "-"}
    known = {flag: each for flag, each in options.items() if each.dest not in TYPED_ONLY | GENERAL}
    if name in options and options[name].dest in TYPED_ONLY:
        raise InputError(place, f"cannot be set in a file: type --{name} on the command line")
    if name not in known:
        raise InputError(place, f"is not an option that can be set; {did_you_mean(name, known)}")
    return known[name]


@dataclass(frozen=True)
class _Value:
    """How the value of an option is read."""

    parser: "Parser"
    action: argparse.Action
    place: str
    folder: Path

    def read(self, value: Any) -> Any:
        """Return the value as the command line would make it; raise InputError for one of the wrong kind."""
        if self.action.nargs == 0:
            self._require(isinstance(value, bool), "true or false", value)
            return self.action.const
        if isinstance(self.action, argparse._AppendAction):  # which includes extend
            values = [value] if isinstance(value, str) else value
            self._require(isinstance(values, list) and bool(values), "a list of names in quotes", value)
            return [self._one(each) for each in values]
        return self._one(value)

    def _one(self, value: Any) -> Any:
        fits = isinstance(value, TYPES.get(self.action.type, (int, str))) and not isinstance(value, bool)
        other = "a text in quotes" if self.action.type is None else "a whole number or a text in quotes"
        self._require(fits, KINDS.get(self.action.type, other), value)  # type: ignore[call-overload]
        text = self._text(str(value))
        try:
            made = self.parser._get_value(self.action, text)
            self.parser._check_value(self.action, made)
        except argparse.ArgumentError as error:
            self._refuse(error.message.removeprefix(self.action.option_strings[0]).strip())
        return made

    def _text(self, text: str) -> str:
        """Return a path from the folder of the file; refuse any other text that could name code."""
        if self.action.dest in PATHS:
            near = self.folder / text
            return str(near) if self.action.dest == "store" or near.exists() else text
        if _CODE.search(text):
            self._refuse(f"cannot name code to run: type {self.action.option_strings[0]} {text} on the command line")
        return text

    def _require(self, fits: bool, wanted: str, value: Any) -> None:  # noqa: FBT001 - it is the condition itself
        if not fits:
            self._refuse(f"must be {wanted}, got {short(value)}")

    def _refuse(self, problem: str) -> NoReturn:
        from outperform.core.errors import InputError

        raise InputError(self.place, problem)


def _typed(parser: "Parser", given: "Sequence[str]") -> set[str]:
    """Return the destinations of what is typed: all that a parser finds which has no defaults and needs nothing."""
    needed = [action for action in parser._actions if action.required]
    nothing = argparse.Namespace(**{action.dest: None for action in parser._actions})
    for action in needed:
        action.required = False
    try:
        found = vars(parser.parse_known_args(given, nothing)[0])
    finally:
        for action in needed:
            action.required = True
    return {dest for dest, value in found.items() if value is not None}


def _words(action: argparse.Action, made: Any) -> list[str]:
    """Write an option as on a command line."""
    flag = action.option_strings[0]
    if action.nargs == 0:
        return [flag]
    if not isinstance(made, list):
        return [flag, str(made)]
    return [flag, *made] if action.nargs == "+" else [word for each in made for word in (flag, each)]
