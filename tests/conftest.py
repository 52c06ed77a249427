"""What tests of several rooms share."""

import signal
import sys
from contextlib import nullcontext
from types import ModuleType

import pytest
from tests.nans import PATTERNS, nans


def pytest_addoption(parser):
    """Add options: NaN of another sign or payload in all arithmetic of the package, and golden answers anew."""
    parser.addoption("--nan", choices=[*PATTERNS], help="the bits of NaN in all arithmetic of the package")
    parser.addoption("--regenerate", action="store_true", help="write the golden answers of tests/golden anew")


def pytest_configure():
    """Hear signals that a shell leaves out for what it runs in the background, or nohup."""
    for sign, usual in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", None), signal.SIG_DFL)):
        if sign is not None and signal.getsignal(sign) is signal.SIG_IGN:
            signal.signal(sign, usual)


@pytest.fixture(autouse=True)
def _other_nans(request):
    chosen = request.config.getoption("--nan")
    with nans(chosen) if chosen else nullcontext():
        yield


@pytest.fixture(autouse=True)
def _forgotten_modules(tmp_path_factory):
    """Forget what a test imported from a temporary folder: fits of learners depend on all modules of the user."""
    folder, known = str(tmp_path_factory.getbasetemp()), {*sys.modules}
    code = sys.modules.get("outperform.learners.local_code")
    heard = [] if code is None else [code._HEARD.local, code._HEARD.fresh, code._HEARD.known]
    before = [part.copy() for part in heard]
    yield
    for name in sys.modules.keys() - known:
        module = sys.modules[name]
        places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
        if isinstance(module, ModuleType) and any(str(place).startswith(folder) for place in places):
            del sys.modules[name]
    if code is None and (code := sys.modules.get("outperform.learners.local_code")) is not None:
        heard = [code._HEARD.local, code._HEARD.fresh, code._HEARD.known]
        before = [type(part)() for part in heard]
    for part, kept in zip(heard, before, strict=True):
        part.clear()
        part.update(kept)


@pytest.fixture
def untraced_children(monkeypatch):
    """Start processes without coverage, which doubles their time: what they run is measured here by other tests."""
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)
