"""One option: its flags, what it means, and how argparse reads it."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """An option, or an argument without a flag; ``{noun}`` and the like in its help are words of the verb."""

    flags: tuple[str, ...]
    help: str
    settings: Mapping[str, Any] = field(default_factory=dict)  # of argparse
    known: tuple[str, ...] = ()  # names that shells complete and a function checks
    about: str = ""  # for the error about a value that is not among the choices
    rare: bool = False  # few need it, so that only --help-all has it
    apart: bool = False  # not together with another such option

    def add(self, group: Any, words: Mapping[str, str]) -> argparse.Action:
        """Add it to a group of a parser."""
        settings = {
            name: _filled(value, words) if name == "metavar" else value for name, value in self.settings.items()
        }
        action: Any = group.add_argument(*self.flags, help=_filled(self.help, words), **settings)
        if self.known:
            action.known = self.known
        if self.about:
            action.about = _filled(self.about, words)
        return action  # type: ignore[no-any-return]


def typed_option(
    flags: str,
    about: str,
    /,
    *,
    known: Sequence[str] = (),
    error: str = "",
    rare: bool = False,
    apart: bool = False,
    **settings: Any,
) -> Option:
    """Make an option; its flags stand in a text, apart by blanks."""
    return Option(tuple(flags.split()), about, settings, tuple(known), error, rare, apart)


def names_option(flags: str, about: str, /, **settings: Any) -> Option:
    """Make an option that takes several names, at once or one after the other."""
    return typed_option(flags, about, **{"metavar": "NAME", "nargs": "+", "action": "extend", **settings})


def column_option(flags: str, about: str, /, **settings: Any) -> Option:
    """Make an option that names a column."""
    return typed_option(flags, about, metavar="COL", **settings)


def switch_option(flags: str, about: str, /, **settings: Any) -> Option:
    """Make an option without a value."""
    return typed_option(flags, about, action="store_true", **settings)


def number_option(flags: str, about: str, kind: type = float, /, **settings: Any) -> Option:
    """Make an option that takes a number."""
    return typed_option(flags, about, type=kind, **settings)


def _filled(text: Any, words: Mapping[str, str]) -> Any:
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text
