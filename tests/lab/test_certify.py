import json
from pathlib import Path

import pytest

from outperform.cli.main import main
from outperform.core import InputError
from outperform.lab import Study, certify, run_study
from outperform.lab.battery import BATTERY, Cell
from outperform.sources import CATALOGUE as SOURCES

SMALL = (Cell("a null", "task-one(n=60)", null=True), Cell("a difference", "task-one(step=60, n=200)", null=False))
CARDS = Path(__file__).parents[2] / "docs" / "cards"
OWN = """
from dataclasses import dataclass
from outperform.core import Needs, SignificanceTest
from outperform.significance import KFoldT

@dataclass(frozen=True)
class Always(SignificanceTest):
    "Say what the k-fold t says."
    slug = "always"
    needs = Needs(repeats=(1, 1), folds=(2, None))
    def judge(self, scores):
        return KFoldT().judge(scores)

class NotATest:
    pass
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def test_the_battery_has_nulls_and_alternatives_from_six_sources():
    kinds = {cell.source.partition("(")[0] for cell in BATTERY}
    assert len(kinds) >= 6
    assert kinds <= set(SOURCES)
    assert {cell.null for cell in BATTERY} == {True, False}


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        (("sorted-runs-t",), "sorted-cv"),
        (("corrected-10x10",), "corrected-10x10"),
        (("kfold-t(folds=5)",), "kfold-t(folds=5)"),
        (("pooled-t", "kfold(repeats=10)"), "kfold(repeats=10) + pooled-t"),
    ],
)
def test_what_is_certified(given, spec):
    assert certify.certified_spec(*given) == spec


@pytest.mark.parametrize(
    ("given", "problem"),
    [("pooled-t", "--design: is needed"), ("x.py:T", "--design: is needed"), ("srted-cv", "did you mean sorted-cv")],
)
def test_what_cannot_be_certified(given, problem):
    with pytest.raises(InputError, match=problem):
        certify.certified_spec(given)


def test_a_card_says_where_a_procedure_is_liberal(monkeypatch):
    monkeypatch.setattr(certify, "BATTERY", SMALL)
    cards = certify.certify(["kfold(repeats=10) + pooled-t", "corrected-10x10"], counted=200, fitted=2)
    pooled, corrected = cards.values()
    assert pooled["sentence"].startswith("liberal on 1 of 1 nulls, up to 0.")
    assert corrected["sentence"].startswith("held its level in all 1 nulls")
    assert corrected["power_against_reference"] == 0
    assert corrected["fits"] == 100
    text = certify.as_text(pooled)
    assert "| a null | yes |" in text
    again = certify.certify(["corrected-10x10"], counted=200, fitted=2)["corrected-10x10"]
    assert again == corrected


def test_a_users_own_test_is_certified_from_its_file(own, monkeypatch, capsys):
    monkeypatch.setattr(certify, "BATTERY", SMALL)
    assert main(["lab", "certify", f"{own}:Always", "--design", "kfold(folds=5)", "--datasets", "4", "--json"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["fits"] == 5
    mine = run_study(Study("task-one(n=60)", (f"kfold(folds=5) + {own}:Always",), datasets=20))
    known = run_study(Study("task-one(n=60)", ("kfold(folds=5) + kfold-t",), datasets=20))
    assert next(iter(mine.values())).pvalue == pytest.approx(next(iter(known.values())).pvalue)


def test_files_that_hold_no_test_are_refused(own, tmp_path):
    (tmp_path / "broken.py").write_text("raise RuntimeError('no')")
    for place, problem in [
        (f"{own}:NotATest", "is not a SignificanceTest"),
        (f"{own}:Nothing", "cannot be made: AttributeError"),
        (f"{tmp_path}/broken.py:T", "cannot be made: RuntimeError: no"),
        (f"{tmp_path}/none.py:T", "there is no Python file"),
    ]:
        with pytest.raises(InputError, match=problem):
            Study("task-one", (f"kfold + {place}",))


def test_the_bootstrap_judges_counts_as_rows():
    found = run_study(Study("task-one(n=60)", ("bootstrap-holdout", "mcnemar-holdout"), datasets=2))
    assert ((found["bootstrap-holdout"].pvalue > 0) & (found["bootstrap-holdout"].pvalue <= 1)).all()
    assert (found["bootstrap-holdout"].sign == found["mcnemar-holdout"].sign).all()


def test_cards_speak_of_the_battery_and_of_this_version():
    for path in CARDS.glob("*.json"):
        card = json.loads(path.read_text())
        assert [cell["name"] for cell in card["cells"]] == [cell.name for cell in BATTERY]
        assert path.with_suffix(".md").read_text().startswith(f"# {card['procedure']}")


@pytest.mark.slow
def test_a_committed_card_comes_out_again_to_the_same_bits():
    path = CARDS / "mcnemar-holdout.json"
    if not path.exists():
        pytest.skip("no cards are committed yet: make cards")
    card = json.loads(path.read_text())
    datasets = {cell["datasets"] for cell in card["cells"]}
    again = certify.certify([card["procedure"]], counted=max(datasets), fitted=min(datasets), seed=card["seed"], jobs=2)
    assert again[card["procedure"]] == card
