"""The only oracle: a typed error in one line, with exit code 2 on the command line, or a finite answer."""

import contextlib
import io
import json
import re
import signal
import time
import traceback
import warnings
from dataclasses import dataclass

from outperform.cli.main import main
from outperform.core import OutperformError

HANG = 10.0  # seconds of CPU
CODES = {0, 1, 2}  # answered, a gate says no, bad input
NAN = re.compile(r"(?<![\w'.-])[-+]?nan(?![\w'.-])", re.IGNORECASE)


class BrokenRuleError(Exception):
    """An answer or a refusal that is not what it must be."""


class HangError(BaseException):
    """A case takes too long; not an Exception, so that nothing takes it for a failed fit."""


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    kind: str
    number: int
    label: str  # what was tried
    result: str  # "answered", "refused", or what is wrong
    seconds: float  # of CPU

    @property
    def fine(self):
        return self.result in ("answered", "refused")


@dataclass(frozen=True)
class Case:
    """One input, and what is done with it: ``run`` returns an answer or raises."""

    label: str
    run: object


def outcome_of(kind, number, case):
    """Try a case, for at most ten seconds of CPU."""
    started = time.process_time()
    try:
        with _limited(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = case.run()
    except OutperformError as error:
        result = _refused(error)
    except HangError:
        result = f"hangs: more than {HANG:g} s of CPU"
    except BrokenRuleError as error:
        result = str(error)
    except BaseException:  # what a fuzzer is for
        result = traceback.format_exc()
    return Outcome(kind, number, case.label, result, time.process_time() - started)


def answered(*found):
    """Check answers of a Python call: they can be printed and hold no NaN."""
    for each in found:
        text = str(each)
        if NAN.search(text):
            raise BrokenRuleError(f"NaN in an answer: {_around(text)}")
        if hasattr(each, "to_dict"):
            json.dumps(each.to_dict(), allow_nan=False)
    return "answered"


def commanded(*line, named=False):
    """Run a command line, and check what it says; ``named``: something in its file is called nan."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main([str(word) for word in line])
        except SystemExit as stop:
            code = stop.code
    return _checked(code, out.getvalue(), err.getvalue(), is_json="--json" in line, named=named)


def _checked(code, out, err, *, is_json, named):
    if code not in CODES or "Traceback" in err:
        raise BrokenRuleError(f"exit code {code}: {err[-2000:]}")
    if code == 2:
        last = err.rstrip("\n").rpartition("\n")[2]
        if out or not (last.startswith("outperform") and ": " in last):
            raise BrokenRuleError(f"a refusal is one line on standard error, got {out[:200]!r} and {err[-500:]!r}")
        return "refused"
    if is_json and out:
        json.loads(out, parse_constant=_no_constant)
    elif NAN.search(out) and not named:
        raise BrokenRuleError(f"NaN in an answer: {_around(out)}")
    return "answered"


def _refused(error):
    text = str(error)
    if not text.strip() or "\n" in text:
        return f"an error is one line, got {text!r}"
    return "refused"


def _around(text):
    at = NAN.search(text).start()
    return repr(text[max(0, at - 60) : at + 60])


def _no_constant(name):
    raise BrokenRuleError(f"{name} in JSON")


@contextlib.contextmanager
def _limited():
    """Raise an error after some seconds of CPU."""

    def stop(number, frame):
        del number, frame
        raise HangError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
