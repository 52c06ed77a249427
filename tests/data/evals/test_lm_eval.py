"""Samples of lm-evaluation-harness: filters, hashes, runs, directions."""

import gzip
from pathlib import Path

import pytest
from tests.data.evals.logs import line, write_lm_eval
from tests.refusals import refused

from outperform.core import Direction, DirectionOrigin, NoteKind
from outperform.data import read_evals

REAL = Path(__file__).parent / "files" / "lm_eval"


def kinds(evals):
    return [note.kind for note in evals.notes]


def two(tmp_path, first, second, **options):
    return [write_lm_eval(tmp_path / name, lines, **options) for name, lines in (("a", first), ("b", second))]


def test_a_real_file_with_its_results():
    evals = read_evals(REAL)
    assert evals.systems == ("RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1",)
    assert evals.task_names == ("math_perturbed_full",)
    assert evals.metric == "exact_match"
    assert evals.ids.tolist() == ["0", "1", "2"]
    assert evals.scores.tolist() == [[[0, 0, 0]]]


def test_results_hold_averages_only():
    (path,) = REAL.glob("results*.json")
    with refused(str(path), "samples_*.jsonl", "--log_samples"):
        read_evals(path)


def test_the_model_is_the_folder_where_there_are_no_results(tmp_path):
    path = write_lm_eval(tmp_path / "lab__model-7b", [line(0), line(1)])
    evals = read_evals(path)
    assert (evals.systems, evals.task_names, evals.metric) == (("lab/model-7b",), ("arc",), "acc")


def test_two_models_in_one_folder(tmp_path):
    two(tmp_path, [line(0), line(1, False)], [line(1), line(0, 0.5)])
    evals = read_evals(tmp_path)
    assert evals.systems == ("a", "b")
    assert evals.scores[:, 0].tolist() == [[1, 0], [0.5, 1]]


def test_peers_defect_e3_several_filters_are_listed_and_one_is_asked_for(tmp_path):
    both = [line(doc, doc % 2, filter_=name) for doc in range(4) for name in ("strict-match", "flexible-extract")]
    path = write_lm_eval(tmp_path / "a", both)
    with refused("filter", "strict-match", "flexible-extract", "filter="):
        read_evals(path)
    evals = read_evals(path, filter="strict-match")
    assert evals.scores.shape == (1, 1, 4)
    with refused("filter", "strict", "strict-match"):
        read_evals(path, filter="strict")


def test_filters_that_differ_between_systems_are_refused(tmp_path):
    with refused("filter", "'none'", "'x'"):
        read_evals(two(tmp_path, [line(0)], [line(0, filter_="x")]))


def test_several_metrics(tmp_path):
    lines = [line(doc, acc_norm=0.5) | {"metrics": ["acc", "acc_norm"]} for doc in range(2)]
    path = write_lm_eval(tmp_path / "a", lines)
    with refused("metric", "acc, acc_norm"):
        read_evals(path)
    assert read_evals(path, metric="acc_norm").scores.tolist() == [[[0.5, 0.5]]]


def test_lists_are_no_scores(tmp_path):
    lines = [line(doc, [1.5, 3], metric="word_perplexity") for doc in range(2)]
    path = write_lm_eval(tmp_path / "a", lines)
    with refused(path, "word_perplexity", "list"):
        read_evals(path)
    with refused(f"{path}, line 1", "list"):
        read_evals(path, metric="word_perplexity")


def test_lines_without_metrics(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(0, 999, metric="bypass")])
    with refused(path, "metric"):
        read_evals(path)
    old = line(0)
    del old["metrics"]
    assert read_evals(write_lm_eval(tmp_path / "b", [old])).metric == "acc"


@pytest.mark.parametrize("key", ["doc_hash", "target_hash"])
def test_hashes_that_differ_are_refused(tmp_path, key):
    paths = two(tmp_path, [line(0), line(1)], [line(0), line(1, **{key: "other"})])
    with refused(f"{paths[1]}, line 2", "'1'", f"{paths[0]}, line 2"):
        read_evals(paths)


def test_prompts_that_differ_are_said(tmp_path):
    evals = read_evals(two(tmp_path, [line(0), line(1)], [line(0), line(1, prompt_hash="other")]))
    assert kinds(evals) == [NoteKind.PROMPTS_DIFFER]
    assert evals.notes[0]["items"] == 1


def test_a_run_that_was_appended_is_refused(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(0), line(1), line(0), line(1)])
    with refused(f"{path}, line 3 and {path}, line 1", "'0'"):
        read_evals(path)


def test_several_runs_are_samples_in_the_order_of_their_dates(tmp_path):
    for day, score in (("03", 1), ("01", 0), ("02", 0.5)):
        write_lm_eval(tmp_path / "a", [line(0, score), line(1)], date=f"2026-01-{day}T00-00-00.0")
    evals = read_evals(tmp_path)
    assert evals.scores[0, :, 0].tolist() == [0, 0.5, 1]
    (note,) = evals.notes
    assert (note.kind, note.about, len(note["files"])) == (NoteKind.LOGS_AS_SAMPLES, ("a",), 3)


def test_the_same_run_twice_is_refused_but_may_be_compared_with_itself(tmp_path):
    paths = [write_lm_eval(tmp_path / name / "m", [line(0), line(1)]) for name in ("a", "b")]
    with refused(paths[1], paths[0]):
        read_evals(paths)
    assert read_evals([f"x={paths[0]}", f"y={paths[1]}"]).systems == ("x", "y")


def test_lower_is_better_where_the_results_say_so(tmp_path):
    results = {"model_name": "lab/m", "higher_is_better": {"arc": {"mae": False}}, "results": {}, "configs": {}}
    lines = [line(0, 2.5, metric="mae"), line(1, 0.0, metric="mae")]
    path = write_lm_eval(tmp_path / "a", lines, results=results)
    evals = read_evals(path)
    assert evals.scores.tolist() == [[[-2.5, 0]]]
    assert evals.systems == ("lab/m",)
    assert kinds(evals) == [NoteKind.LOWER_IS_BETTER]
    other = write_lm_eval(tmp_path / "b", lines)
    with refused("scores", "mae"):
        read_evals(other)
    with refused("metric", "results_*.json"):
        read_evals([path, other])


def test_results_that_contradict_the_name_of_a_metric_must_be_settled(tmp_path):
    results = {"higher_is_better": {"arc": {"error": True}}}
    path = write_lm_eval(tmp_path / "a", [line(0, metric="error")], results=results)
    with refused("metric", "'error'", 'higher="error"', 'lower="error"'):
        read_evals(path)
    assert read_evals(path, higher="error").direction == Direction(origin=DirectionOrigin.SAID)
    assert read_evals(path, lower="error").direction == Direction(
        higher=False, origin=DirectionOrigin.SAID, swapped=True
    )


def test_results_that_contradict_the_sign_of_the_scores_are_refused(tmp_path):
    """Samples of lambada hold log-likelihoods under the name of the perplexity that is made of them."""
    results = {"higher_is_better": {"lambada": {"perplexity": False}}}
    lines = [line(0, -2.5, metric="perplexity"), line(1, -0.5, metric="perplexity")]
    path = write_lm_eval(tmp_path / "a", lines, task="lambada", results=results)
    with refused("metric", "'perplexity'", 'higher="perplexity"'):
        read_evals(path)
    assert read_evals(path, higher="perplexity").scores.tolist() == [[[-2.5, -0.5]]]


def test_clusters_by_a_key_of_the_documents(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(doc) for doc in range(4)])
    assert read_evals(path).clusters is None
    assert read_evals(path, cluster="passage").clusters.tolist() == [0, 0, 1, 1]
    with refused("cluster", "chapter", "passage", "question"):
        read_evals(path, cluster="chapter")
    nested = write_lm_eval(tmp_path / "b", [line(0) | {"doc": {"passage": [1]}}])
    with refused(f"{nested}, line 1", "passage"):
        read_evals(nested, cluster="passage")
    own = write_lm_eval(tmp_path / "c", [line(doc) | {"doc": {"cluster": "p"}} for doc in range(2)])
    assert read_evals(own).clusters.tolist() == [0, 0]
    assert read_evals(own, cluster="none").clusters is None


def test_tasks_may_have_metrics_of_their_own(tmp_path):
    for name in "ab":
        write_lm_eval(tmp_path / name, [line(0), line(1)])
        write_lm_eval(tmp_path / name, [line(0, metric="exact_match")], task="gsm8k")
    evals = read_evals(tmp_path)
    assert evals.metric is None
    assert sorted(evals.task_names) == ["arc", "gsm8k"]
    assert sorted(evals.ids.tolist()) == ["arc/0", "arc/1", "gsm8k/0"]
    assert read_evals(tmp_path, task="gsm8k").metric == "exact_match"
    with refused("metric", "gsm8k"):
        read_evals(tmp_path, metric="acc")


def test_a_task_that_a_system_lacks_is_refused(tmp_path):
    two(tmp_path, [line(0)], [line(0)])
    write_lm_eval(tmp_path / "a", [line(0)], task="gsm8k")
    with refused("evaluations", "'b'", "'gsm8k'"):
        read_evals(tmp_path)
    assert read_evals(tmp_path, common=True).task_names == ("arc",)
    assert read_evals(tmp_path, task="arc").systems == ("a", "b")


def test_a_score_that_is_missing_or_unreadable(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(0), line(1, float("nan")), line(2, None)])
    with refused(f"{path}, line 2", "2 of 3"):
        read_evals(path)
    assert read_evals(path, missing="wrong").scores.tolist() == [[[1, 0, 0]]]
    bad = write_lm_eval(tmp_path / "b", [line(0), line(1, "good")])
    with refused(f"{bad}, line 2", "'good'"):
        read_evals(bad, missing="wrong")


def test_compressed_samples(tmp_path):
    path = Path(write_lm_eval(tmp_path / "a", [line(0), line(1)]))
    packed = path.with_name(path.name + ".gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read_evals(packed).task_names == ("arc",)


def test_other_lines_among_samples(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(0), {"item": 1}])
    with refused(f"{path}, line 2", "doc_id"):
        read_evals(path)
    empty = write_lm_eval(tmp_path / "b", [line(0) | {"doc_id": None}])
    with refused(f"{empty}, line 1"):
        read_evals(empty)


def test_broken_results_beside_samples_are_refused(tmp_path):
    path = write_lm_eval(tmp_path / "a", [line(0)], results={})
    (results,) = (tmp_path / "a").glob("results*")
    results.write_text("{")
    with refused(str(results), "JSON"):
        read_evals(path)
    results.write_text("[1]")
    assert read_evals(path).systems == ("a",)


def test_a_folder_with_results_alone(tmp_path):
    write_lm_eval(tmp_path, [line(0)], results={"results": {}, "configs": {}})
    next(tmp_path.glob("samples*")).unlink()
    with refused(str(tmp_path), "samples_*.jsonl"):
        read_evals(tmp_path)


class TestIncomplete:
    @staticmethod
    def notes(tmp_path, counts, lines=2, **options):
        results = {"n-samples": {"arc": counts}}
        path = write_lm_eval(tmp_path, [line(doc) for doc in range(lines)], results=results, **options)
        return [dict(note.facts) for note in read_evals(path).notes], path

    def test_documents_that_the_results_count_and_the_file_lacks(self, tmp_path):
        (note,), path = self.notes(tmp_path, {"original": 9, "effective": 9})
        assert note == {"file": path, "what": "missing", "samples": 7, "of": 9}

    def test_a_run_with_a_limit(self, tmp_path):
        (note,), path = self.notes(tmp_path, {"original": 9, "effective": 2})
        assert note == {"logs": ((path, 2, 9),)}

    def test_a_whole_run(self, tmp_path):
        assert self.notes(tmp_path, {"original": 2, "effective": 2})[0] == []
        assert self.notes(tmp_path, None)[0] == []

    def test_the_results_of_another_run_say_nothing_of_this_one(self, tmp_path):
        _, path = self.notes(tmp_path, {"original": 9, "effective": 9})
        (tmp_path / "results_2026-01-02T03-04-05.678901.json").rename(
            tmp_path / "results_2027-01-02T03-04-05.678901.json"
        )
        assert read_evals(path).notes == ()
