"""OpenML, through scikit-learn's downloader and its cache."""

import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote

from outperform.core import InputError, Note, NoteKind
from outperform.data.frames import RawTable

PREFIX = "openml:"
PATIENCE = 30.0  # seconds without a byte from the server
_RETRY = "A network error occurred"  # how scikit-learn announces that it will wait and ask again


def read_openml(source: str) -> RawTable:
    """Load ``openml:ID`` or ``openml:NAME``; the second time it comes from scikit-learn's cache.

    Raises
    ------
    InputError
        If OpenML cannot be reached and the data set is not in the cache, or if there is no such data set.
    """
    key = source.removeprefix(PREFIX).strip()
    if not key:
        raise InputError(source, "needs an id or a name, such as openml:61 or openml:iris")
    bunch, notes = _fetched(source, key)
    if bunch.frame is None:
        raise InputError(source, "is stored as a sparse matrix; sparse data sets are not supported")
    targets = list(bunch.target_names or ())
    details = bunch.details
    target = targets[0] if len(targets) == 1 else None
    return RawTable(bunch.frame, str(details["name"]), f"{PREFIX}{details['id']}", target, notes)


def _fetched(source: str, key: str) -> tuple[Any, tuple[Note, ...]]:
    from sklearn.datasets import fetch_openml

    wanted: dict[str, Any] = {"data_id": int(key)} if key.isdecimal() else {"name": quote(key, safe="")}
    with _impatient(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.filterwarnings("error", message=_RETRY)  # instead of waiting
        try:
            bunch = fetch_openml(**wanted, as_frame="auto")
        except (OSError, HTTPException, UserWarning) as error:
            raise InputError(source, _unreached(error)) from None
        except KeyError as error:
            raise InputError(source, f"cannot be loaded: {error} is missing in OpenML's answer") from None
        except ValueError as error:
            raise InputError(source, f"cannot be loaded: {_first_line(error)}") from None
    told = [warning.message for warning in caught if warning.category is UserWarning]
    return bunch, tuple(Note.of(NoteKind.OPENML, message=_first_line(message)) for message in told)


@contextmanager
def _impatient() -> Iterator[None]:
    """Set a time limit for connections made in this block; scikit-learn sets none."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(PATIENCE)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)


def _unreached(error: BaseException) -> str:
    cause = error.__context__ if isinstance(error, UserWarning) and error.__context__ else error
    if isinstance(cause, HTTPError):
        cause.close()
        return f"OpenML answers {cause.code} {cause.reason}; try again later"
    reason = cause.reason if isinstance(cause, URLError) else cause
    return f"OpenML cannot be reached ({_first_line(reason)}), and the data set is not in scikit-learn's cache"


def _first_line(message: Any) -> str:
    text = str(message).strip()
    return text.splitlines()[0] if text else type(message).__name__
