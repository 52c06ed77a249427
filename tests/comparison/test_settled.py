"""Nothing hidden decides: factors are looked up once, stand in every record, and are never looked up again."""

import json

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from tests.refusals import refused

from outperform import budget, compare, verify
from outperform.comparison.stage import Stage
from outperform.core import Dataset, Note, NoteKind
from outperform.engine import Contest, Runner
from outperform.lab import Ledger, Study, run_study
from outperform.lab.keys import procedure_key
from outperform.lab.study import StudyError
from outperform.learners import Estimator, kind_of, learners_of
from outperform.metrics import Accuracy
from outperform.procedures import CATALOGUE, AdaptiveCV

STUMP = "DecisionTreeClassifier(criterion='entropy', max_depth=1)"
CAUTIOUS = "adaptive-cv(max_repeats=3, threshold='cautious')"
NOMINAL = "threshold='nominal'"
LEARNERS = {"a": 'block(learner="stump")', "b": 'block(learner="stump", which=2)'}


@pytest.fixture
def factors(tmp_path, monkeypatch):
    """Write the user's file of factors."""
    path = tmp_path / "mine.json"
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(path))

    def write(factor):
        if factor is None:
            path.unlink(missing_ok=True)
        else:
            row = {"rows-10": factor, "folds-10": factor}
            path.write_text(json.dumps({"format": 1, "factors": {STUMP: row, "GaussianNB()": row}}))

    return write


def _data():
    rng = np.random.default_rng(0)
    target = np.arange(100) % 2
    return rng.standard_normal((100, 2)) + target[:, np.newaxis] * [1.6, 0.55], target


def test_what_is_settled_stands_in_the_spec_and_is_not_looked_up_again(factors):
    factors(2.0)
    rows, target = _data()
    made = compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False)
    (verdict,) = made.to_dict()["verdicts"]
    settled = CATALOGUE.parse(verdict["procedure"])
    assert settled.factors == ((STUMP, 2.0, 2.0),)
    factors(5.0)
    assert settled.settled([], Dataset(rows, target)) is settled
    again = compare(LEARNERS, rows, target, procedure=verdict["procedure"], progress=False)
    assert again.judgements[0].verdict.pvalue == made.judgements[0].verdict.pvalue
    assert made.judgements[0].procedure == CAUTIOUS  # words stay short


def test_a_cautious_manifest_verifies_under_another_file(factors):
    rows, target = _data()
    factors(1.2)
    manifest = compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False).manifest()
    for other in (9.0, None):
        factors(other)
        assert verify(manifest, rows, target, progress=False).same
    changed = compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False).manifest()
    assert changed["procedure"] != manifest["procedure"]
    assert changed["decisions"] != manifest["decisions"]


def test_a_ledger_knows_the_factors(factors, tmp_path):
    """With factors of .2 and 5 the same ledger once said the same."""
    ledger = Ledger(tmp_path / "study.db")

    def rejected(factor):
        factors(factor)
        study = Study("gaussians(n=100, shift=(2, 2))", (CAUTIOUS,), ("nb", "stump"), datasets=8)
        return procedure_key(study, CAUTIOUS), float((run_study(study, ledger=ledger)[CAUTIOUS].pvalue <= 0.05).mean())

    found = [rejected(factor) for factor in (0.2, 5.0, None)]
    assert len({key for key, _ in found}) == 3
    assert found[0][1] > found[1][1] == 0.0
    assert rejected(0.2) == found[0]


def test_a_study_takes_what_was_found_when_it_was_made(factors):
    factors(0.5)
    study = Study("symmetric(n=100)", (CAUTIOUS,), ('block(learner="stump")', "nb"), datasets=1)
    assert [origin.name for origin in study.origins] == ["mine.json"]
    factors(9.0)
    (rule,) = study.only(study.procedures).rules
    assert {kind: rows for kind, rows, _ in rule.factors}[STUMP] == 0.5


def test_the_file_is_named_with_its_digest_and_only_where_it_decides(factors):
    rows, target = _data()
    factors(2.0)
    found = compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False)
    (file,) = found.manifest()["files"]
    assert file["name"] == "mine.json"
    assert Note.of(NoteKind.OWN_FACTORS, file="mine.json", digest=file["digest"]) in found.notes
    assert "mine.json" in found.to_html()
    nominal = compare(LEARNERS, rows, target, procedure=f"adaptive-cv(max_repeats=3, {NOMINAL})", progress=False)
    assert nominal.manifest()["files"] == []
    assert "factors=None" in nominal.manifest()["procedure"]
    factors(None)
    shipped = compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False)
    assert shipped.manifest()["files"] == []
    assert "factors=((" in shipped.manifest()["procedure"]


def test_a_nominal_study_does_not_depend_on_the_file(factors):
    keys = set()
    for factor in (0.2, 5.0, None):
        factors(factor)
        study = Study("symmetric(n=40)", (f"adaptive-cv({NOMINAL})",))
        keys.add(procedure_key(study, f"adaptive-cv({NOMINAL})"))
    assert len(keys) == 1


def test_a_cautious_budget_names_the_file(factors):
    rows, target = _data()
    factors(3.0)
    learners = {"a": DecisionTreeClassifier(criterion="entropy", max_depth=1), "b": GaussianNB()}
    found = budget(learners, rows, target, threshold="cautious", repeats=2, seeds=1, progress=False)
    assert found.pairs[0].factor == pytest.approx(3.0)
    assert [note["file"] for note in found.notes if note.kind is NoteKind.OWN_FACTORS] == ["mine.json"]


def test_what_is_not_settled_does_not_run():
    dataset = Study("symmetric(n=40)", ("5x2-f",)).supply.draw(np.random.default_rng(0))
    contest = Contest(dataset, learners_of(["nb", "stump"], dataset), {"accuracy": Accuracy()})
    stage = Stage(Runner(contest), 0.05)
    with refused("factors", "settled"):
        AdaptiveCV(threshold="cautious").run(stage)
    with refused("factors", "MixedNB()", "max_depth=1"):
        AdaptiveCV(threshold="cautious", max_repeats=2, factors=(("SVC()", 1.0, 1.0),)).run(stage)


@pytest.mark.parametrize(
    "factors",
    ["1", "(('a', 1.0),)", "((1, 1.0, 1.0),)", "(('a', 0, 1.0),)", "(('a', 1.0, 1.0), ('a', 2.0, 2.0))"],
)
def test_what_are_no_factors_is_refused(factors):
    with refused("factors", "by rows", "by folds"):
        CATALOGUE.parse(f"adaptive-cv(threshold='cautious', factors={factors})")
    with refused("factors", "nominal"):
        CATALOGUE.parse("adaptive-cv(threshold='nominal', factors=(('a', 1.0, 1.0),))")


def test_a_broken_file_stops_a_cautious_study(tmp_path, monkeypatch):
    (tmp_path / "broken.json").write_text("{")
    monkeypatch.setenv("OUTPERFORM_FACTORS", str(tmp_path / "broken.json"))
    with refused(None, "broken.json", error=StudyError):
        Study("symmetric(n=40)", (CAUTIOUS,))


@pytest.mark.parametrize("text", ["[" * 100_000, "", "null", '{"factors": {"GaussianNB()": {"rows-10": NaN}}}'])
def test_a_broken_file_is_refused_by_name_and_costs_a_nominal_run_only_a_note(factors, tmp_path, text):
    factors(2.0)
    (tmp_path / "mine.json").write_text(text)
    rows, target = _data()
    with refused(None, "mine.json"):
        compare(LEARNERS, rows, target, procedure=CAUTIOUS, progress=False)
    nominal = compare(LEARNERS, rows, target, procedure=f"adaptive-cv(max_repeats=2, {NOMINAL})", progress=False)
    assert NoteKind.CAUTION_UNKNOWN in [note.kind for note in nominal.judgements[0].notes]


def test_the_kind_of_a_learner_is_the_same_in_every_process():
    def distance(one, other):
        return abs(one - other).sum()

    def again(one, other):
        return abs(one - other).sum()

    again.__qualname__ = distance.__qualname__
    kinds = [kind_of(Estimator(KNeighborsClassifier(metric=each))) for each in (distance, again)]
    assert kinds[0] == kinds[1]  # two objects, at two places in memory
    assert "distance" in kinds[0]


def test_a_nominal_run_names_the_file_where_a_note_rests_on_it(factors):
    rows, target = _data()
    factors(1.0)
    plain = compare(
        LEARNERS, rows, target, procedure=f"adaptive-cv(max_repeats=2, {NOMINAL})", progress=False
    ).judgements[0]
    assert plain.verdict.pvalue < 0.05  # so that a large factor decides otherwise
    assert NoteKind.OWN_FACTORS not in [note.kind for note in plain.notes]  # both thresholds decide alike
    factors(9.0)
    apart = compare(
        LEARNERS, rows, target, procedure=f"adaptive-cv(max_repeats=2, {NOMINAL})", progress=False
    ).judgements[0]
    named = {note.kind: note for note in apart.notes}
    assert not named[NoteKind.OTHER_THRESHOLD]["finds"]
    assert named[NoteKind.OWN_FACTORS]["file"] == "mine.json"
