"""How a process ended, and whether memory was the reason. It loads nothing, for where memory is short."""

import errno
import signal

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SHORT = ("failed to map segment", "cannot allocate memory", "can't start new thread", "cannot map zero-fill pages")


def ending(code: int) -> str:
    """Return how a process ended that did not say so itself.

    Examples
    --------
    >>> ending(-6), ending(3)
    ('SIGABRT', 'exit code 3')
    """
    if code == -9:
        return f"SIGKILL: {memory_words()}"
    how = f"exit code {code}" if code >= 0 else _signal(-code)
    return f"{how}: {memory_words()}" if memory_limit() is not None else how


def _signal(number: int) -> str:
    return signal.Signals(number).name if number in signal.valid_signals() else f"signal {number}"


def memory_limit() -> int | None:
    """Return the bytes that this process may have, where that is limited as by ``ulimit -v``."""
    if resource is None:
        return None
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return min((limit for limit in limits if limit != resource.RLIM_INFINITY), default=None)


def memory_words() -> str:
    """Return that memory may be the reason, and how much there may be."""
    return f"perhaps memory ran out{_limited()}"


def short_words(error: BaseException) -> str:
    """Return that an error is about memory, and how much there may be."""
    return f"there is not enough memory{_limited()}: {str(error) or type(error).__name__}"


def _limited() -> str:
    limit = memory_limit()
    return "" if limit is None else f", limited to {limit / 1e9:.3g} GB by ulimit"


def is_short(error: BaseException) -> bool:
    """Return whether an error says that there is not enough memory.

    Examples
    --------
    >>> is_short(MemoryError()), is_short(ImportError("a.so: failed to map segment from shared object"))
    (True, True)
    """
    text = str(error).lower()
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (any(words in text for words in SHORT) and "not permitted" not in text)
    )
