"""Runs of HELM."""

import json
from pathlib import Path

import pytest
from tests.data.evals.logs import instance, write_helm
from tests.refusals import refused

from outperform.data import read_evals

REAL = Path(__file__).parent / "files" / "helm" / "narrative_qa"


def test_a_real_run():
    with refused("metric", "exact_match", "f1_score", "rouge_l", "metric="):
        read_evals(REAL)
    evals = read_evals(REAL, metric="f1_score")
    assert evals.systems == ("openai/gpt2",)
    assert evals.task_names == ("narrative_qa",)
    entries = json.loads((REAL / "per_instance_stats.json").read_text())
    means = [next(s["mean"] for s in e["stats"] if s["name"]["name"] == "f1_score") for e in entries]
    assert evals.scores.ravel().tolist() == means
    assert evals.ids.tolist() == [e["instance_id"] for e in entries]
    assert len(read_evals(REAL, metric="f1_score", filter="test").ids) == 2


def test_bookkeeping_is_no_metric(tmp_path):
    evals = read_evals(write_helm(tmp_path / "a", [instance("id1", 0.5)]))
    assert evals.metric == "f1_score"
    with refused("metric", "num_bytes", "f1_score"):
        read_evals(tmp_path, metric="num_bytes")


def test_trials_are_samples_and_perturbations_are_items(tmp_path):
    runs = [instance("id1", 0.1, trial=0), instance("id1", 0.3, trial=1)]
    runs += [instance("id1", 0.2, trial=trial, perturbation={"name": "typos"}) for trial in (0, 1)]
    evals = read_evals(write_helm(tmp_path / "a", runs))
    assert evals.ids.tolist() == ["id1", "id1 [typos]"]
    assert evals.scores[0].tolist() == [[0.1, 0.2], [0.3, 0.2]]


def test_two_models_on_one_task(tmp_path):
    for model in ("m", "n"):
        write_helm(tmp_path / model, [instance("id1", 1)], f"lab/{model}", f"qa:model=lab_{model},subject=law")
    evals = read_evals(tmp_path)
    assert evals.systems == ("lab/m", "lab/n")
    assert evals.task_names == ("qa,subject=law",)


def test_metrics_of_which_lower_is_better_are_refused(tmp_path):
    path = write_helm(tmp_path / "a", [instance("id1", 0.5, metric="bits_per_byte")])
    with refused("scores", "bits_per_byte", 'lower="bits_per_byte"'):
        read_evals(path)
    assert read_evals(path, lower="bits_per_byte").scores.tolist() == [[[-0.5]]]


def test_what_cannot_be_chosen(tmp_path):
    path = write_helm(tmp_path / "a", [instance("id1", 0.5)])
    with refused("filter", "valid", "test"):
        read_evals(path, filter="valid")
    with refused("cluster"):
        read_evals(path, cluster="passage")
    assert read_evals(path, cluster="none").clusters is None


TWICE = instance("id1", 0.5)
TWICE["stats"].append({"name": {"name": "f1_score"}, "mean": 0.7})


@pytest.mark.parametrize(
    "bad",
    [3, {"instance_id": "id2"}, instance(None, 1), instance("id2", "x"), instance("id2", 1, trial="x"), TWICE]
    + [{"instance_id": "id2", "stats": [each]} for each in (3, {}, {"name": {"name": 4}})],
)
def test_instances_of_another_shape(tmp_path, bad):
    path = write_helm(tmp_path / "a", [instance("id1", 0.5), bad])
    with refused(f"{tmp_path / 'a' / 'per_instance_stats.json'}, entry 2"):
        read_evals(path)


def test_a_run_without_scores(tmp_path):
    path = write_helm(tmp_path / "a", [instance("id1", 0.5, metric="num_tokens")])
    with refused(None, "no scores"):
        read_evals(path)


def test_a_run_without_its_specification(tmp_path):
    path = write_helm(tmp_path / "a", [instance("id1", 0.5)])
    (tmp_path / "a" / "run_spec.json").unlink()
    assert read_evals(path).systems == ("a",)
