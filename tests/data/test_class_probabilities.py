"""A probability per class: read from columns and arrays, judged by metrics that agree with scikit-learn."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn import metrics as sk
from tests.refusals import refused

from outperform import judge_predictions
from outperform.metrics.class_scorers import class_metric

RNG = np.random.default_rng(7)
CLASSES = ("cat", "dog", "emu")
COUNT = 150


def drawn(truth, skill, rng=RNG, classes=3):
    """Return probabilities that know the truth by so much."""
    logits = rng.normal(size=(len(truth), classes)) + skill * np.eye(classes)[truth]
    return np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)


CODES = RNG.integers(3, size=COUNT)
TRUTH = np.array(CLASSES)[CODES]
NEW, OLD = drawn(CODES, 2.0), drawn(CODES, 1.0)
EXPECTED = {
    "neg_log_loss": lambda said: -sk.log_loss(TRUTH, said),
    "neg_brier_score": lambda said: -(((said - np.eye(3)[CODES]) ** 2).sum(axis=1).mean()),
    "d2_log_loss_score": lambda said: sk.d2_log_loss_score(TRUTH, said),
    "d2_brier_score": lambda said: sk.d2_brier_score(TRUTH, said),
    "roc_auc_ovr": lambda said: sk.roc_auc_score(TRUTH, said, multi_class="ovr"),
    "roc_auc_ovr_weighted": lambda said: sk.roc_auc_score(TRUTH, said, multi_class="ovr", average="weighted"),
    "roc_auc_ovo": lambda said: sk.roc_auc_score(TRUTH, said, multi_class="ovo"),
    "accuracy": lambda said: sk.accuracy_score(TRUTH, np.array(CLASSES)[said.argmax(axis=1)]),
    "f1_macro": lambda said: sk.f1_score(TRUTH, np.array(CLASSES)[said.argmax(axis=1)], average="macro"),
}


def columns(sign=":", new="new", old="old", **more):
    both = ((new, NEW), (old, OLD))
    said = {f"{name}{sign}{label}": table[:, place] for name, table in both for place, label in enumerate(CLASSES)}
    return pd.DataFrame({"id": [f"q{row}" for row in range(COUNT)], "y": TRUTH, **said, **more})


def table_of(said):
    distinct, places = np.unique(said, axis=0, return_inverse=True)
    return distinct, places.reshape(-1)


@pytest.mark.parametrize("metric", EXPECTED)
def test_scores_are_those_of_scikit_learn_at_every_door(metric):
    expected = [EXPECTED[metric](NEW), EXPECTED[metric](OLD)]
    shuffled = columns().drop(columns=["y"]).sample(frac=1, random_state=1)
    apart = {
        name: shuffled[["id", *(f"{name}:{label}" for label in CLASSES)]].rename(columns=lambda c: c.split(":")[-1])
        for name in ("new", "old")
    }
    apart["new"]["y"] = TRUTH[apart["new"].index]
    doors = {
        "colon": judge_predictions("y", columns(), metric),
        "underscore": judge_predictions("y", columns("_"), metric),
        "arrays": judge_predictions(TRUTH, {"new": NEW, "old": OLD}, metric),
        "frames": judge_predictions(
            TRUTH,
            {
                name: pd.DataFrame(table, columns=CLASSES)[["emu", "cat", "dog"]]
                for name, table in (("new", NEW), ("old", OLD))
            },
            metric,
        ),
        "files": judge_predictions("y", apart, metric, item_col="id"),
    }
    for name, comparison in doors.items():
        assert comparison.scores[0].values.ravel() == pytest.approx(expected, rel=1e-12), name
        assert comparison[0].pvalue == pytest.approx(doors["colon"][0].pvalue, rel=1e-9), name
        assert comparison.scores[0].learners == ("new", "old")


def test_other_scorers_are_scikit_learns_own():
    scorer = sk.make_scorer(sk.log_loss, greater_is_better=False, response_method="predict_proba")
    for metric, wanted in (("top_k_accuracy", sk.top_k_accuracy_score(TRUTH, NEW)), (scorer, -sk.log_loss(TRUTH, NEW))):
        found = judge_predictions("y", columns(), metric, test="bootstrap-percentile(replicates=100)")
        assert found.scores[0].values.ravel()[0] == pytest.approx(wanted)
    weighted = judge_predictions("y", columns(), "roc_auc_ovo_weighted", test="bootstrap-percentile(replicates=50)")
    expected = sk.roc_auc_score(TRUTH, NEW, multi_class="ovo", average="weighted")
    assert weighted.scores[0].values.ravel()[0] == pytest.approx(expected)


@pytest.mark.parametrize("metric", [name for name in EXPECTED if name not in ("accuracy", "f1_macro")])
def test_influences_are_what_scores_lose_without_a_row(metric):
    distinct, places = table_of(NEW)
    found = class_metric(metric, CLASSES, distinct)
    truth = CODES.astype(float)
    influence = found.influence(truth, places)
    assert influence.mean() == pytest.approx(0, abs=1e-12)
    whole = found.score(truth, places)
    kept = [np.delete(np.arange(COUNT), row) for row in range(COUNT)]
    lost = np.array([(COUNT - 1) * (whole - found.score(truth[rows], places[rows])) for rows in kept])
    assert np.corrcoef(lost, influence)[0, 1] > 0.999
    assert lost.std() == pytest.approx(influence.std(), rel=0.05)


def test_log_loss_is_judged_by_a_t_test_on_items():
    found = judge_predictions("y", columns(), "neg_log_loss")
    rows = np.arange(COUNT)
    expected = stats.ttest_rel(np.log(NEW[rows, CODES]), np.log(OLD[rows, CODES]))
    assert found[0].test == "item-t"
    assert found[0].pvalue == pytest.approx(expected.pvalue)
    assert judge_predictions("y", columns(), "accuracy")[0].test == "mcnemar-midp"
    assert judge_predictions("y", columns(), "roc_auc_ovr")[0].test == "item-t"


def test_two_classes_are_those_of_the_positive_class():
    truth = np.where(CODES == 0, "no", "yes")
    new, old = drawn((CODES > 0).astype(int), 1.0, classes=2), drawn((CODES > 0).astype(int), 0.5, classes=2)
    table = pd.DataFrame({"y": truth, "a:no": new[:, 0], "a:yes": new[:, 1], "b:no": old[:, 0], "b:yes": old[:, 1]})
    for metric in ("roc_auc", "neg_log_loss", "neg_brier_score"):
        both = judge_predictions("y", table, metric)
        one = judge_predictions(truth, {"a": new[:, 1], "b": old[:, 1]}, metric, positive="yes")
        assert both[0].pvalue == pytest.approx(one[0].pvalue, rel=1e-9), metric
        assert both.scores[0].values == pytest.approx(one.scores[0].values)
    area = judge_predictions("y", table, "roc_auc_ovr")
    assert area.scores[0].values == pytest.approx(judge_predictions("y", table, "roc_auc").scores[0].values)
    assert judge_predictions("y", table, "roc_auc")[0].test == "delong-t"
    with refused("positive", "average_precision"):
        judge_predictions("y", table, "average_precision")
    assert judge_predictions("y", table, "average_precision", positive="no").scores[0].learners == ("a", "b")


@pytest.mark.parametrize(
    ("table", "facts"),
    [
        (columns().drop(columns="old:emu"), ["'old'", "cat, dog", "emu"]),
        (columns().assign(**{"old:emu": 0.5}), ["add up to", "not to 1", "item 'q"]),
        (columns().assign(**{"old:emu": -0.5}), ["'old:emu'", "item 'q0'", "-0.5"]),
        (columns().assign(**{"old:emu": [*OLD[:-1, 2], None]}), ["'old'", "'emu'", "item 'q149'"]),
    ],
    ids=["class", "sum", "negative", "gap"],
)
def test_what_are_no_probabilities_is_refused(table, facts):
    with refused(None, *facts):
        judge_predictions("y", table, "neg_log_loss")


def test_sums_that_are_off_a_little_are_told():
    rounded = columns().round({name: 2 for name in columns() if ":" in name})
    notes = {note.kind.value: note for note in judge_predictions("y", rounded, "neg_log_loss").notes}
    assert notes["class-sums"].about in (("new",), ("old",))
    assert "class-sums" not in {note.kind.value for note in judge_predictions("y", columns(), "neg_log_loss").notes}
    logits = columns().assign(**{name: np.log(columns()[name]) for name in columns() if ":" in name})
    assert judge_predictions("y", logits, "accuracy").scores[0].values[0] == pytest.approx(EXPECTED["accuracy"](NEW))


def test_metrics_of_the_wrong_kind_are_refused():
    with refused("metric", "roc_auc_ovr", "got 3"):
        judge_predictions("y", columns(), "roc_auc")
    with refused("metric", "system:class"):
        judge_predictions(TRUTH, {"a": TRUTH, "b": TRUTH[::-1]}, "roc_auc_ovr")
    with refused("predictions of 'a'", "4 columns", "3 classes"):
        judge_predictions(TRUTH, {"a": np.full((COUNT, 4), 0.25), "b": NEW}, "neg_log_loss")
    with refused("predictions of 'a'", "'b'", "column per class"):
        judge_predictions(TRUTH, {"a": NEW, "b": TRUTH}, "accuracy")


def test_labels_with_such_names_stay_learners():
    """Versions called nb:1 and nb:2 hold labels, not probabilities."""
    rng = np.random.default_rng(1)
    truth = rng.integers(3, size=60)
    said = {f"nb:{version}": np.where(rng.random(60) < 0.8, truth, 0) for version in (0, 1, 2)}
    assert judge_predictions("y", pd.DataFrame({"y": truth, **said})).scores[0].learners == tuple(said)


def test_classes_that_the_truth_never_has_count_for_the_loss():
    more = {f"{name}:fox": 0.1 * np.ones(COUNT) for name in ("new", "old")}
    table = columns(**more)
    table[[name for name in table if ":" in name and "fox" not in name]] *= 0.9
    found = judge_predictions("y", table, "neg_log_loss")
    assert found.scores[0].values[0] == pytest.approx(-sk.log_loss(TRUTH, NEW) + np.log(0.9))
    with refused("truth", "'fox'"):
        judge_predictions("y", table, "roc_auc_ovr")


def test_what_is_no_class_is_left_out_and_a_gate_asks_for_names():
    found = judge_predictions("y", columns(other=0.5), "neg_log_loss")
    assert not found.gated("first").gate.met
    named = judge_predictions("y", columns(other=0.5), "neg_log_loss", learners=["new", "old"])
    assert named.gated("first").gate.met
    with refused("learner", "'newest'"):
        judge_predictions("y", columns(), "neg_log_loss", learners=["newest", "old"])


def test_few_rows_of_a_class_are_told():
    few = np.where(np.arange(COUNT) < 6, "emu", np.where(CODES == 2, "cat", TRUTH))
    found = judge_predictions(few, {"a": NEW, "b": OLD}, "roc_auc_ovo")
    note = next(note for note in found.notes if note.kind.value == "few-of-one-class")
    assert (note["label"], note["rows"]) == ("emu", 6)


def test_predicted_labels_beside_the_probabilities_are_those_of_accuracy():
    """A system may decide by another rule than the largest probability."""
    said = np.where(np.arange(COUNT) % 5 == 0, "cat", np.array(CLASSES)[NEW.argmax(axis=1)])
    whole = judge_predictions("y", columns().assign(new=said, old=TRUTH), "accuracy")
    expected = sk.accuracy_score(TRUTH, said), 1.0
    assert whole.scores[0].values.ravel() == pytest.approx(expected)
    named = {name: {f"{name}:{label}": f"p_{label}" for label in CLASSES} for name in ("new", "old")}
    apart = {
        name: columns()[["id", "y", *names]].rename(columns=names).assign(prediction=said if name == "new" else TRUTH)
        for name, names in named.items()
    }
    for metric, scores in (
        ("accuracy", expected),
        ("neg_log_loss", [EXPECTED["neg_log_loss"](each) for each in (NEW, OLD)]),
    ):
        found = judge_predictions("y", apart, metric, item_col="id")
        assert found.scores[0].values.ravel() == pytest.approx(scores)
        assert not [
            note
            for note in found.notes
            if note.kind.value in ("ignored-columns", "unnamed-columns") and "prediction" in str(note)
        ]
