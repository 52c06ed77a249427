"""What the engine logs: runs, stores and failures, under the package's name, and nothing unless asked."""

import logging

import numpy as np
import pytest

from outperform import MisfitError, compare
from outperform.cli.main import main
from outperform.engine import LearnerError

LINE = ["compare", "nb", "dummy", "--data", "iris", "--procedure", "blocked-3x2", "--quiet"]


class Fails:
    """Fails on every fit."""

    def fit(self, rows, target):  # noqa: ARG002
        raise ValueError("no")

    def predict(self, rows):
        return np.zeros(len(rows))


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    return rng.normal(size=(40, 2)), np.arange(40) % 2


def test_a_run_logs_its_start_its_end_and_the_store(caplog, tmp_path, data):
    caplog.set_level(logging.DEBUG, "outperform")
    for _ in range(2):
        compare(["lda", "dummy"], *data, procedure="blocked-3x2", store=tmp_path / "fits.db", fast=False)
    assert {record.name for record in caplog.records} == {"outperform.engine"}
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.INFO]
    assert sum("fits.db" in line for line in told) == 2
    assert sum("12 fits" in line and "made" in line for line in told) == 1
    assert sum("12 fits found" in line for line in told) == 1
    fits = [record.getMessage() for record in caplog.records if record.levelno == logging.DEBUG]
    assert sum("dummy, repeat 1, fold 2" in line for line in fits) == 1
    assert len(fits) == 12


def test_a_failed_fit_is_a_warning(caplog, data):
    with pytest.raises(LearnerError):
        compare({"bad": Fails(), "dummy": "dummy"}, *data, procedure="blocked-3x2")
    assert [record.levelname for record in caplog.records if "bad" in record.getMessage()] == ["WARNING"]


def test_nothing_is_printed_unless_asked(capfd, data):
    with pytest.raises(MisfitError):
        compare({"bad": Fails(), "dummy": "dummy"}, *data, procedure="blocked-3x2", on_error="skip")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("options", "fits"), [((), 0), (("--verbose",), 0), (("--verbose", "--verbose"), 12)])
def test_verbose_shows_the_log_on_standard_error(capsys, options, fits):
    assert main([*LINE, "--no-fast", *options]) == 0
    out, err = capsys.readouterr()
    assert "fits made" not in out
    assert ("12 fits made" in err) == bool(options)
    assert err.count("fitted in") == fits
    assert not any(isinstance(each, logging.StreamHandler) for each in logging.getLogger("outperform").handlers)
