"""Run a command as a reader would, and return what it prints."""

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache

from outperform.cli.main import main


@cache
def output_of(command: str) -> str:
    """Run ``outperform ...`` in this process, in the folder of the project; errors are part of what is printed.

    Examples
    --------
    >>> output_of("outperform --version").startswith("outperform 0")
    True
    """
    name, *arguments = shlex.split(command.replace("\\\n", " "))
    if name != "outperform":
        message = f"only outperform is run, got {name}"
        raise ValueError(message)
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed), suppress(SystemExit):
        main(arguments)
    return printed.getvalue().rstrip()


def console(command: str) -> str:
    """Show a command with what it prints now."""
    return f"```console\n$ {command}\n{output_of(command)}\n```"
