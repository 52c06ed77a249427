"""``outperform completion``: a script with which the shell completes commands, options and names."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outperform.cli.contents import entries_of
from outperform.cli.parser import DATA
from outperform.cli.verb import Verb

if TYPE_CHECKING:
    from outperform.cli.parser import Parser

ABOUT = """\
In one terminal only: eval "$(outperform completion bash)"
"""
EXAMPLES = """\
  outperform completion bash >> ~/.bashrc
  outperform completion zsh >> ~/.zshrc
  outperform completion fish > ~/.config/fish/completions/outperform.fish
"""
NAMES = {
    "procedure": ("procedures",),
    "test": ("tests",),
    "design": ("designs",),
    "metric": ("metrics",),
    "measure": ("measures",),
    "cited": ("tests", "procedures", "league-tests"),
    "name": ("papers",),
    "learners": ("short",),
    "baseline": ("short",),
}
"""The kinds of names that an argument takes, by its place in the parser; any other takes files."""
BASH = """\
# completion of outperform for bash and zsh; made by 'outperform completion'
if [ -n "$ZSH_VERSION" ]; then autoload -U +X compinit && compinit; autoload -U +X bashcompinit && bashcompinit; fi
_outperform() {{
    local now="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" command="" word words=""
    for word in "${{COMP_WORDS[@]:1:$((COMP_CWORD-1))}}"; do
        case "$command:$word" in
            {starts}) command="${{command:+$command }}$word" ;;
        esac
    done
    case "$command:$before" in
{values}
        *) case "$command:$now" in
{words}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$now"))
}}
complete -o default -F _outperform outperform
"""


def _run(arguments: argparse.Namespace) -> int:
    """Print the script of a shell."""
    from outperform.cli.main import make_parser

    spots = list(spots_of(make_parser()))
    print(_fish(spots) if arguments.shell == "fish" else _bash(spots), end="")
    return 0


@dataclass(frozen=True)
class Spot:
    """What may follow a command, such as ``lab measure``: words, and the values of its options."""

    command: str
    plain: tuple[str, ...]  # commands and names
    options: tuple[str, ...]
    values: dict[str, tuple[str, ...]]  # by option that takes one; empty: a file, or anything


def spots_of(parser: "Parser") -> Iterator[Spot]:
    """Return the spots of a parser and of the commands below it."""
    command = parser.prog.partition(" ")[2]
    plain: list[str] = []
    options: list[str] = []
    values: dict[str, tuple[str, ...]] = {}
    below: list[Parser] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = list(action.choices.values())
        if action.option_strings:
            options += [each for each in action.option_strings if each.startswith("--")]
            values |= {} if action.nargs == 0 else dict.fromkeys(action.option_strings, _values(action))
        else:
            plain += _values(action)
    yield Spot(command, tuple(plain), tuple(options), values)
    for each in below:
        yield from spots_of(each)


def _values(action: argparse.Action) -> tuple[str, ...]:
    """Return the words that an argument takes, as far as they are known."""
    if action.choices is not None:
        return tuple(action.choices)
    if hasattr(action, "known"):  # names that may have parameters, or that a function checks
        return tuple(action.known)
    return tuple(name for kind in NAMES.get(action.dest, ()) for name in _names(kind))


def _names(kind: str) -> list[str]:
    if kind == "short":
        from outperform.learners import RECIPES

        return list(RECIPES)
    if kind == "metrics":
        from outperform.metrics.summaries import SUMMARIES

        return [*entries_of(kind), *SUMMARIES]
    return list(entries_of(kind))


def _bash(spots: list[Spot]) -> str:
    starts = [
        f'"{spot.command.rpartition(" ")[0]}:{spot.command.rpartition(" ")[2]}"' for spot in spots if spot.command
    ]
    values = [
        f'        "{spot.command}:{option}") words="{" ".join(words)}" ;;'
        for spot in spots
        for option, words in spot.values.items()
    ]
    words = [
        f'            "{spot.command}:"{begins}) words="{" ".join(found)}" ;;'
        for spot in spots
        for begins, found in (("-*", spot.options), ("*", spot.plain))
    ]
    return BASH.format(starts="|".join(starts), values="\n".join(values), words="\n".join(words))


def _fish(spots: list[Spot]) -> str:
    lines = ["# completion of outperform for fish; made by 'outperform completion'"]
    for spot in spots:
        seen = "".join(f"; and __fish_seen_subcommand_from {word}" for word in spot.command.split())
        when = seen.removeprefix("; and ") or "__fish_use_subcommand"
        start = f"complete -c outperform -n '{when}'"
        lines += [f"{start} -a '{' '.join(spot.plain)}'"] if spot.plain else []
        for option in spot.options:
            words = spot.values.get(option)
            value = "" if words is None else f" -x -a '{' '.join(words)}'" if words else " -r"
            lines.append(f"{start} -l {option.removeprefix('--')}{value}")
    return "\n".join(lines) + "\n"


VERB = Verb(
    name="completion",
    help="print a script that completes commands and names in your shell",
    description="Print a script that lets your shell complete commands, options and names (Tab).",
    about=ABOUT,
    examples=EXAMPLES,
    nouns={DATA: "shell"},
    run=_run,
)
