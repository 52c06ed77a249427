"""Defaults that change: records of the old ones keep their meaning and never pass for new ones."""

import copy
from dataclasses import dataclass

import pytest
from sklearn.datasets import load_iris

from outperform import compare, verify
from outperform.comparison import format_one
from outperform.comparison.manifest import checked
from outperform.designs import CATALOGUE as DESIGNS
from outperform.lab import Ledger, Study, run_study
from outperform.lab.keys import procedure_key
from outperform.learners import CATALOGUE as LEARNERS
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import AdaptiveCV, Blocked3x2Procedure
from outperform.significance import CATALOGUE as TESTS
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


def of_format_one(manifest, **values):
    """Write a manifest as format 1 did: without what is a default, and without a seal."""
    old = {key: value for key, value in copy.deepcopy(manifest).items() if key not in ("adjust", "seal")}
    return old | {"manifest": 1} | values


@pytest.mark.parametrize(
    ("frozen", "catalogue"),
    [
        (format_one.PROCEDURES, PROCEDURES),
        (format_one.DESIGNS, DESIGNS),
        (format_one.TESTS, TESTS),
        (format_one.RECIPES, LEARNERS),
    ],
    ids=["procedures", "designs", "tests", "learners"],
)
def test_what_is_frozen_can_still_be_made(frozen, catalogue):
    for slug in frozen:
        if slug != "mlp":  # it has a parameter without a default
            catalogue.parse(format_one._filled(slug, frozen))


def test_format_one_is_read_with_the_defaults_of_its_time(later):
    made = compare(["nb", "depth-tree(depth=2)", "stump"], X, Y, procedure=SMALL, progress=False).manifest()
    learners = copy.deepcopy(made["learners"])
    learners[1] |= {"spec": "depth-tree(depth=2)", "fingerprint": "depth-tree(depth=2)"}
    old = of_format_one(made, procedure=SMALL, learners=learners)
    later()
    told = checked(old)
    assert told["adjust"] == "bonferroni"
    found = verify(old, X, Y, progress=False)
    assert found.same
    (remark,) = found.remarks
    assert "seal" in remark
    assert {each.adjustment for each in found.comparison.judgements} == {"bonferroni"}
    assert "kappa=0.01" in found.comparison.judgements[0].full_procedure


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
    assert all(f"{name}=" in verdict["procedure"] for name in format_one.PROCEDURES["adaptive-cv"])
    assert verdict["test"].startswith("adaptive-t(factor=")
    assert found.judgements[0].procedure == SMALL  # on the terminal, as it was typed
