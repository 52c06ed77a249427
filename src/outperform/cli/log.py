"""What is said on standard error: problems, and with ``--verbose`` what the package logs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from outperform.visible import one_line, visible


def say_problem(problem: str) -> None:
    """Print one line; a name from a file may hold control characters. Nobody may be there to read it."""
    with suppress(OSError, ValueError):
        print(f"outperform: {one_line(problem)}", file=sys.stderr, flush=True)


@contextmanager
def shown_log(verbose: int, *, costs: bool = False) -> Iterator[None]:
    """Show the log of the package: runs and stores from 1, every fit from 2; at 0 nothing but, if asked, the costs."""
    if not verbose and not costs:
        yield
        return
    import logging

    class Visible(logging.Formatter):
        """Messages without the control characters that a name may hold."""

        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record))

    log = logging.getLogger("outperform" if verbose else "outperform.costs")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Visible("%(asctime)s %(levelname)s %(message)s" if verbose else "%(message)s", "%H:%M:%S"))
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO if verbose < 2 else logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
