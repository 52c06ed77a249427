"""Defaults that change: records of the old ones keep their meaning and never pass for new ones."""

from dataclasses import dataclass

import pytest
from sklearn.datasets import load_iris

from outperform import compare, verify
from outperform.lab import Ledger, Study, run_study
from outperform.lab.keys import procedure_key
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import AdaptiveCV, Blocked3x2Procedure
from outperform.significance import Blocked3x2T

X, Y = load_iris(return_X_y=True)
SMALL = "adaptive-cv(folds=3, max_repeats=2, threshold='nominal')"


@dataclass(frozen=True)
class Later(AdaptiveCV):
    """The same procedure in a later version, with other defaults."""

    kappa: float = 0.5
    folds: int = 4
    adjustment = "holm"


@dataclass(frozen=True)
class LaterBlocked(Blocked3x2Procedure):
    """The same name, with another parameter of its test."""

    @property
    def test(self):
        return Blocked3x2T(lam=0.5)


@pytest.fixture
def later(monkeypatch):
    """Change defaults, as a later version might."""

    def change():
        monkeypatch.setitem(PROCEDURES._entries, "adaptive-cv", Later)
        monkeypatch.setitem(PROCEDURES._entries, "blocked-3x2", LaterBlocked)

    return change


def test_a_manifest_keeps_its_meaning_when_defaults_change(later):
    made = compare(["nb", "stump", "dummy"], X, Y, procedure=SMALL, progress=False).manifest()
    assert "kappa=0.01" in made["procedure"]
    assert made["adjust"] == "bonferroni"
    later()
    assert verify(made, X, Y, progress=False).same
    now = compare(["nb", "stump", "dummy"], X, Y, procedure=SMALL, progress=False).manifest()
    assert (now["procedure"], now["adjust"]) != (made["procedure"], made["adjust"])


def test_a_ledger_does_not_take_old_records_for_new_ones(tmp_path, later):
    specs = ("adaptive-cv(max_repeats=2)", "blocked-3x2", "corrected-cv(repeats=1, folds=3)")
    ledger = Ledger(tmp_path / "study.db")

    def study():
        return Study("symmetric(n=40)", specs, datasets=2)

    before = [procedure_key(study(), spec) for spec in specs]
    run_study(study(), ledger=ledger)
    assert [len(ledger.find(study(), spec)) for spec in specs] == [2, 2, 2]
    later()
    assert [procedure_key(study(), spec) == key for spec, key in zip(specs, before, strict=True)] == [
        False,
        False,
        True,
    ]
    assert [len(ledger.find(study(), spec)) for spec in specs] == [0, 0, 2]


def test_json_names_every_parameter():
    found = compare(["nb", "stump"], X, Y, procedure=SMALL, progress=False)
    (verdict,) = found.to_dict()["verdicts"]
    assert PROCEDURES.parse(verdict["procedure"]) == PROCEDURES.parse(SMALL)
    assert all(
        f"{name}=" in verdict["procedure"] for name in ("folds", "kappa", "min_repeats", "max_repeats", "threshold")
    )
    assert verdict["test"].startswith("adaptive-t(factor=")
    assert found.judgements[0].procedure == SMALL  # on the terminal, as it was typed
