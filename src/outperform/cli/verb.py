"""A command: what its help says, its options by noun, and the function that runs it."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outperform.cli import options

if TYPE_CHECKING:
    from outperform.cli.parser import Parser


@dataclass(frozen=True)
class Verb:
    """A command, or one with commands of its own."""

    name: str
    help: str  # a line in the list of commands
    description: str
    run: Callable[[argparse.Namespace], Any] | None = None  # None for one with commands of its own
    nouns: Mapping[str, str] = field(default_factory=dict)  # names of options in ``cli.options``
    about: str = ""  # what its arguments are
    examples: str = ""
    usage: str | None = None
    words: Mapping[str, str] = field(default_factory=dict)  # that fill the help of its options
    settings: Mapping[str, Any] = field(default_factory=dict)  # arguments that are not typed
    verbs: tuple["Verb", ...] = ()

    def add(self, verbs: Any) -> None:
        """Add it to the commands of a parser."""
        parser: Parser = verbs.add_parser(
            self.name,
            help=self.help,
            description=self.description,
            about=self.about,
            examples=self.examples,
            usage=self.usage,
        )
        options.add(parser, self.nouns, **self.words)
        parser.set_defaults(run=self.run, **self.settings)
        if self.verbs:
            below = parser.add_subparsers(dest="lab_verb", metavar="COMMAND", title="commands", required=True)
            for verb in self.verbs:
                verb.add(below)
