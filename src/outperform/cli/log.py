"""``--verbose``: what the package logs, on standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from outperform.words.visible import visible


@contextmanager
def shown_log(verbose: int) -> Iterator[None]:
    """Show the log of the package: runs and stores from 1, every fit from 2; nothing at 0."""
    if not verbose:
        yield
        return
    import logging

    class Visible(logging.Formatter):
        """Messages without the control characters that a name may hold."""

        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record))

    log = logging.getLogger("outperform")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Visible("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S"))
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO if verbose == 1 else logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
