"""Paths, names, folders, and files that nobody checked."""

import gzip
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.data.evals.logs import inspect_log, line, sample, write_helm, write_inspect, write_lm_eval
from tests.refusals import refused

from outperform.core import OutperformError
from outperform.data import evals_of, jsons, read_evals, scores_of_evals

SHARED = Path(__file__).parents[4] / "shared" / "data" / "evals"
GPQA = Path(__file__).parents[3] / "docs" / "data" / "gpqa" / "scores.csv"


def csv(path, **columns):
    pd.DataFrame(columns).to_csv(path, index=False)
    return str(path)


def test_the_scores_of_gpqa_as_they_are():
    evals = read_evals(GPQA)
    assert evals.scores.shape == (2, 5, 198)
    frame = pd.read_csv(GPQA)
    means = frame.groupby("model_id").score.mean()
    assert scores_of_evals(evals).values.ravel().tolist() == pytest.approx([means[name] for name in evals.systems])


def test_a_path_that_exists_is_a_path_before_it_is_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    csv(tmp_path / "b.csv", item=[1, 2], score=[1, 0])
    csv(tmp_path / "a=b.csv", item=[1, 2], score=[0, 0])
    assert read_evals("a=b.csv").scores.ravel().tolist() == [0, 0]
    (tmp_path / "a=b.csv").unlink()
    named = read_evals("a=b.csv")
    assert (named.systems, named.scores.ravel().tolist()) == (("a",), [1, 0])
    assert read_evals("a=x=b.csv").systems == ("a=x",)
    with refused("=b.csv", "name"):
        read_evals("=b.csv")
    with refused("a=c.csv", "'c.csv'"):
        read_evals("a=c.csv")
    with refused("c.csv", "no file") as refusal:
        read_evals("c.csv")
    assert str(refusal.value).count("c.csv") == 1


def test_a_name_for_several_systems_is_refused(tmp_path):
    path = csv(tmp_path / "t.csv", item=[1, 1], system=["a", "b"], score=[1, 0])
    with refused(path, "a, b", "'x'"):
        read_evals(f"x={path}")


def test_systems_are_in_the_order_of_the_paths(tmp_path):
    paths = [write_inspect(tmp_path / f"{name}.json", [sample(1)], name) for name in "zam"]
    assert read_evals(paths).systems == ("z", "a", "m")


def test_a_folder_of_several_formats(tmp_path):
    (tmp_path / "logs").mkdir()
    write_inspect(tmp_path / "logs" / "a.json", [sample("0")], "i", task="arc")
    write_lm_eval(tmp_path / "lm" / "l", [line(0, metric="match", filter_=None)])
    (tmp_path / "logs" / ".hidden.json").write_text("{")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.json").write_text("{")
    (tmp_path / "notes.txt").write_text("nothing")
    (tmp_path / "package.json").write_text('{"name": "x"}')
    assert read_evals(tmp_path).systems == ("l", "i")
    write_helm(tmp_path / "helm", [instance_of_helm()], name="arc")
    with refused("metric", "f1_score"):
        read_evals(tmp_path)


def instance_of_helm():
    return {"instance_id": "0", "stats": [{"name": {"name": "f1_score"}, "mean": 1}]}


@pytest.mark.parametrize("paths", [[], None, 3, [None], [3], ["a\0b"], {}])
def test_what_is_no_path(paths):
    with refused("paths"):
        read_evals(paths)


def test_a_folder_without_logs(tmp_path):
    with refused(str(tmp_path), ".eval", ".jsonl"):
        read_evals(tmp_path)


HOSTILE = {
    "empty.json": b"",
    "blank.json": b" \n ",
    "cut.json": json.dumps(inspect_log([sample(1)])).encode()[:-5],
    "deep.json": b"[" * 200_000,
    "deep_object.json": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "digits.json": b"1" * 10_000,
    "number.json": b"3",
    "text.json": b'"x"',
    "null.json": b"null",
    "list.json": b"[]",
    "lists.json": b"[[1]]",
    "mixed.json": b'[{"item": 1}, 2]',
    "object.json": b'{"a": 1}',
    "utf16.json": json.dumps(inspect_log([sample(1)])).encode("utf-16"),
    "binary.json": bytes(range(256)),
    "empty.jsonl": b"",
    "blank.jsonl": b"\n\n",
    "csv.jsonl": b"item,system,score\nx,a,1\n",
    "cut.jsonl": b'{"item": 1, "system": "a", "score": 1}\n{"item": 2, "sys',
    "list.jsonl": b"[1]\n",
    "null.jsonl": b"null\n",
    "deep.jsonl": b"[" * 200_000,
    "binary.jsonl": bytes(range(256)),
    "plain.jsonl.gz": b"plain",
    "cut.jsonl.gz": b"\x1f\x8b\x08\x00",
    "empty.csv": b"",
    "header.csv": b"item,system,score\n",
    "binary.csv": bytes(range(256)),
    "ragged.csv": b"item,system,score\nx,a\n",
    "nul.csv": b"item,system,score\nx,a\0,1\n",
    "json.csv": b'{"item": 1}',
    "binary.parquet": bytes(range(256)),
    "empty.parquet": b"",
    "binary.eval": bytes(range(256)),
    "text.eval": b"PK\x03\x04 and nothing",
    "code.pkl": pickle.dumps({"a": 1}),
    "other.xls": b"PK",
    "list_score.jsonl": b'{"item": 1, "system": "a", "score": [1, 2]}\n',
    "list_item.jsonl": b'{"item": [1], "system": "a", "score": 1}\n',
    "no_item.jsonl": b'{"item": null, "system": "a", "score": 1}\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_in_a_sentence(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    with refused(None, name, error=OutperformError):
        read_evals(path)


def test_one_broken_line_of_many_is_named(tmp_path):
    rows = [json.dumps({"item": i, "system": "a", "score": 1}) for i in range(100_000)]
    rows[70_000] = rows[70_000][:-3]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(rows))
    with refused(f"{path}, line 70001", "JSON"):
        read_evals(path)


def test_a_folder_that_cannot_be_read_as_a_file(tmp_path):
    (tmp_path / "a.json").mkdir()
    with refused(str(tmp_path / "a.json")):
        read_evals(tmp_path / "a.json")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser reads everything")
def test_a_file_without_permission(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("{}")
    path.chmod(0)
    with refused(str(path)):
        read_evals(path)


def test_names_from_logs_stay_but_errors_are_one_line(tmp_path):
    path = write_inspect(tmp_path / "a.json", [sample("q\n\x1b[2J"), sample("r", None)], "m\n\x1b[2J", task="t\n")
    assert read_evals(path, missing="wrong").systems == ("m\n\x1b[2J",)
    with refused() as refusal:
        read_evals(path)
    assert "\x1b" not in str(refusal.value)
    lone = tmp_path / "b.json"
    lone.write_text(json.dumps(inspect_log([sample("\ud800")], "\udfff")))
    assert read_evals(lone).ids.tolist() == ["\ud800"]


@pytest.mark.parametrize("text", [False, True], ids=["dict", "frame"])
def test_a_million_items(text):
    size = 300_000 if text else 1_000_000
    scores = np.random.default_rng(0).random((2, size))
    table = {"a": scores[0], "b": scores[1]}
    if text:
        ids = [f"item-{place:06}" for place in range(size)] * 2
        table = pd.DataFrame({"item": ids, "system": np.repeat(["a", "b"], size), "score": scores.reshape(-1)})
    evals = evals_of(table)
    assert evals.scores.shape == (2, 1, size)
    assert np.array_equal(evals.scores[:, 0], scores)


READ = {  # files of the shared data: systems, samples and items, or a fact of the refusal
    "eee_inspect/data_arc_qwen.json": (1, 1, 3),
    "eee_inspect/data_arc_sonnet.json": (1, 1, 5),
    "eee_inspect/data_pubmedqa_gpt4o_mini.json": (1, 1, 2),
    "eee_inspect/data_with_llm_scoring.json": "no samples",
    "gpqa/scores.csv": (2, 5, 198),
    "helm/mmlu-subject=philosophy,method=multiple_choice_joint,model=openai_gpt2": "exact_match",
    "helm/narrative_qa-model=openai_gpt2": "f1_score",
    "inspect/2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval": (1, 1, 1),
    "inspect/2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval": "no scores",
    "inspect/2025-02-11T15-18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB.eval": (1, 1, 10),
    "inspect/2025-05-12T20-28-13-04-00_popularity.json": (1, 1, 3),
    "inspect/2025-05-12T20-28-26-04-00_security-guide.json": (1, 1, 3),
    "inspect/custom.eval": (1, 1, 1),
    "inspect/log_formats.eval": (1, 1, 1),
    "inspect/log_formats.json": (1, 1, 1),
    "inspect/log_message_deduplication.eval": (1, 1, 1),
    "inspect/log_read_sample.eval": (1, 1, 1),
    "inspect/log_streaming.eval": (1, 2, 2),
    "inspect/mmlu-no-summary-choices.eval": (1, 1, 1),
    "inspect/mmlu-summary-choices.eval": (1, 1, 1),
    "lm_eval/results_2026-01-21T03-44-18.458309.json": "averages",
    "lm_eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl": (1, 1, 10),
}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the collection of real logs is not part of the repository")
@pytest.mark.parametrize("name", READ)
def test_every_real_file_is_read_or_refused_in_a_sentence(name):
    wanted = READ[name]
    if isinstance(wanted, str):
        with refused(None, wanted):
            read_evals(SHARED / name)
    else:
        assert read_evals(SHARED / name).scores.shape == wanted


@pytest.mark.skipif(not SHARED.is_dir(), reason="the collection of real logs is not part of the repository")
def test_no_real_file_was_forgotten():
    files = [
        str(path.relative_to(SHARED)) for path in SHARED.rglob("*") if path.is_file() and "LICENSE" not in path.name
    ]
    assert [name for name in files if name not in READ and str(Path(name).parent) not in READ] == []


def test_logs_of_other_tasks_are_passed_over(tmp_path):
    """One of them would ask for a metric, another has no samples."""
    paths = [write_inspect(tmp_path / f"{name}.json", [sample(1)], name) for name in "ab"]
    two = sample(1)
    two["scores"]["other"] = {"value": 1}
    paths.append(write_inspect(tmp_path / "c.json", [two], "a", task="u"))
    paths.append(write_inspect(tmp_path / "d.json", [], "a", task="v"))
    assert read_evals(paths, task="t").systems == read_evals(tmp_path, task="t").systems == ("a", "b")
    for given in (paths, tmp_path):
        with refused("task", "'w'"):
            read_evals(given, task="w")


def test_a_filter_of_a_table_without_one_is_refused(tmp_path):
    path = csv(tmp_path / "t.csv", item=[1], score=[1])
    with refused("filter", "t.csv"):
        read_evals(path, filter="strict")


def test_peers_defect_e3_a_table_with_filters(tmp_path):
    path = csv(tmp_path / "t.csv", item=[1, 1], system="a", filter=["strict", "loose"], score=[1, 0])
    with refused("filter", "strict, loose"):
        read_evals(path)
    assert read_evals(path, filter="loose").scores.ravel().tolist() == [0]


def test_a_system_may_be_called_benchmark(tmp_path):
    path = csv(tmp_path / "t.csv", item=[1, 2], benchmark=[1, 0], other=[1, 1], comment=[None, None], text=["a", "b"])
    evals = read_evals(path, missing="wrong")
    assert evals.systems[:2] == ("benchmark", "other")


def test_files_that_are_too_large_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(jsons, "_MOST_LINE", 30)
    path = tmp_path / "t.jsonl"
    path.write_text('{"item": 1}\n' + '{"item": "' + "x" * 40 + '"}\n')
    with refused(f"{path}, line 2"):
        read_evals(path)
    monkeypatch.setattr(jsons, "_MOST_UNPACKED", 1000)
    packed = tmp_path / "t.jsonl.gz"
    packed.write_bytes(gzip.compress(b"\n" * 10_000))
    with refused(str(packed), "more than"):
        read_evals(packed)
    monkeypatch.setattr(jsons, "MOST_BYTES", 30)
    log = write_inspect(tmp_path / "a.json", [sample(1)])
    with refused(log, "larger"):
        read_evals(log)


def test_a_name_that_is_too_long_for_a_file():
    with refused(None, "no file"):
        read_evals("x" * 100_000)
