"""Logs of inspect_ai: values, epochs, metadata, errors, archives."""

import json
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from tests.data.evals.logs import inspect_log, sample, write_archive, write_inspect
from tests.refusals import refused

from outperform.core import MissingDependencyError, NoteKind
from outperform.data import read_evals
from outperform.data.formats import inspect_archives as archives

REAL = Path(__file__).parent / "files" / "inspect"


def kinds(evals):
    return [note.kind for note in evals.notes]


def test_peers_defect_e2_real_logs_are_read():
    evals = read_evals(REAL / "log_streaming.eval")
    assert evals.systems == ("azureai/Meta-Llama-3-1-405B-Instruct-jqf",)
    assert (evals.metric, evals.task_names, evals.scores.shape) == ("match", ("popularity",), (1, 2, 2))
    one = read_evals(REAL / "log_formats.json")
    assert (one.systems, one.ids.tolist(), one.scores.ravel().tolist()) == (("ollama/llama3.1",), ["1"], [0])


def test_real_summaries_agree_with_the_real_samples():
    with zipfile.ZipFile(REAL / "log_streaming.eval") as archive:
        names = [name for name in archive.namelist() if name.startswith("samples/")]
        values = {name: json.loads(archive.read(name))["scores"]["match"]["value"] for name in names}
    evals = read_evals(REAL / "log_streaming.eval")
    for place, item in enumerate(evals.ids):
        told = [1.0 if values[f"samples/{item}_epoch_{epoch}.json"] == "C" else 0.0 for epoch in (1, 2)]
        assert evals.scores[0, :, place].tolist() == told


def test_both_formats_of_one_real_log_are_the_same_run():
    paths = [REAL / "log_formats.json", REAL / "log_formats.eval"]
    with refused(str(paths[1]), str(paths[0])):
        read_evals(paths)
    assert read_evals([f"json={paths[0]}", f"eval={paths[1]}"]).scores[:, 0, 0].tolist() == [0, 0]


def test_a_real_key_of_the_metadata_is_a_cluster():
    assert read_evals(REAL / "mmlu-summary-choices.eval", cluster="subject").clusters.tolist() == [0]
    with refused("cluster", "chapter", "subject"):
        read_evals(REAL / "mmlu-summary-choices.eval", cluster="chapter")


VALUES = [
    ("C", 1),
    ("P", 0.5),
    ("I", 0),
    ("N", 0),
    (True, 1),
    (False, 0),
    (0.3, 0.3),
    (7, 7),
    ("0.25", 0.25),
    ("yes", 1),
]


@pytest.mark.parametrize(("value", "score"), VALUES, ids=[repr(value) for value, _ in VALUES])
def test_values(tmp_path, value, score):
    path = write_inspect(tmp_path / "a.json", [sample(1, value)])
    assert read_evals(path).scores.ravel().tolist() == [score]


@pytest.mark.parametrize("value", ["A", "correct", [1, 0], "c", float("inf")])
def test_values_that_are_no_scores_are_refused_not_zero(tmp_path, value):
    path = write_inspect(tmp_path / "a.json", [sample(1), sample("q2", value)])
    with refused(f"{path}, sample 'q2', epoch 1"):
        read_evals(path, missing="wrong")


def test_several_values_of_one_scorer_are_metrics(tmp_path):
    path = write_inspect(
        tmp_path / "a.json", [sample(1, {"fluent": 3, "true": "C"}), sample(2, {"fluent": 4, "true": "I"})]
    )
    with refused("metric", "match.fluent", "match.true"):
        read_evals(path)
    assert read_evals(path, metric="match.fluent").scores.tolist() == [[[3, 4]]]


def test_several_scorers_are_metrics(tmp_path):
    both = sample(1)
    both["scores"]["model_graded"] = {"value": "I"}
    path = write_inspect(tmp_path / "a.json", [both])
    with refused("metric", "match, model_graded"):
        read_evals(path)
    with refused("filter"):
        read_evals(path, filter="strict", metric="match")


def test_epochs_are_samples(tmp_path):
    samples = [sample(item, epoch / 10, epoch=epoch) for epoch in (10, 9, 1) for item in "xy"]
    evals = read_evals(write_inspect(tmp_path / "a.json", samples))
    assert evals.scores[0, :, 0].tolist() == [0.1, 0.9, 1.0]


def test_an_epoch_twice_is_refused(tmp_path):
    path = write_inspect(tmp_path / "a.json", [sample(1), sample(1)])
    with refused(f"{path}, sample 2 and {path}, sample 1"):
        read_evals(path)


def test_several_logs_are_further_samples(tmp_path):
    for run, score in (("2026-01-02", 1), ("2026-01-01", 0)):
        samples = [sample(item, score, epoch=epoch) for item in "xy" for epoch in (1, 2)]
        write_inspect(tmp_path / f"{run}.json", samples, run=run)
    evals = read_evals(tmp_path)
    assert evals.scores[0, :, 0].tolist() == [0, 0, 1, 1]
    assert kinds(evals) == [NoteKind.LOGS_AS_SAMPLES]


def test_missing_samples(tmp_path):
    samples = [sample("x"), sample("y", None, error={"message": "no"}), sample("z", float("nan"))]
    paths = [
        write_inspect(tmp_path / "a.json", samples, "a"),
        write_inspect(tmp_path / "b.json", [sample(i) for i in "xyz"], "b"),
    ]
    with refused(f"{paths[0]}, sample 2", "2 of 6", "'y'", "'z'", "missing="):
        read_evals(paths)
    assert read_evals(paths, missing="wrong").scores[:, 0].tolist() == [[1, 0, 0], [1, 1, 1]]
    assert read_evals(paths, missing="drop").ids.tolist() == ["x"]


def test_samples_that_a_log_announces_but_does_not_hold_are_missing(tmp_path):
    dataset, config = {"sample_ids": [1, 2]}, {"epochs": 2}
    held = [sample(1), sample(1, epoch=2), sample(2)]
    path = write_inspect(tmp_path / "a.json", held, status="cancelled", dataset=dataset, config=config)
    with refused(None, "1 of 4", "'2'"):
        read_evals(path)
    evals = read_evals(path, missing="drop")
    assert evals.ids.tolist() == ["1"]
    assert kinds(evals) == [NoteKind.LOG_UNFINISHED, NoteKind.SCORES_MISSING]
    assert evals.notes[0]["status"] == "cancelled"


def test_an_unfinished_log_that_does_not_say_what_it_lacks_is_refused(tmp_path):
    path = write_inspect(tmp_path / "a.json", [sample(1)], status="error")
    with refused(path, "'error'", 'missing="drop"'):
        read_evals(path)
    assert read_evals(path, missing="drop").ids.tolist() == ["1"]


@pytest.mark.parametrize("samples", [[], None, [sample(1)]])
def test_a_failed_run_that_was_repeated_is_left_out(tmp_path, samples):
    ids = {"dataset": {"sample_ids": [1, 2]}}
    write_inspect(tmp_path / "1.json", samples, run="1", status="error", **ids)
    write_inspect(tmp_path / "2.json", [sample(1), sample(2, 0)], run="2", **ids)
    evals = read_evals(tmp_path)
    assert evals.scores.tolist() == [[[1, 0]]]
    assert kinds(evals) == [NoteKind.LOGS_LEFT_OUT]


@pytest.mark.parametrize("samples", [[], None, "many"])
def test_a_log_without_samples_is_refused(tmp_path, samples):
    path = write_inspect(tmp_path / "a.json", samples, status="error")
    with refused(path, "no samples", "'error'"):
        read_evals(path)
    with refused(path, "no samples"):
        read_evals(tmp_path)


def test_a_log_without_scores_is_refused(tmp_path):
    path = write_inspect(tmp_path / "a.json", [sample(1, None)])
    with refused(path, "no scores"):
        read_evals(path, missing="wrong")


def test_an_invalidated_sample_is_missing(tmp_path):
    path = write_inspect(tmp_path / "a.json", [sample(1), sample(2, invalidation={"reason": "cheated"})])
    assert read_evals(path, missing="drop").ids.tolist() == ["1"]


def test_ids_that_mean_different_questions_are_refused(tmp_path):
    first = write_inspect(tmp_path / "a.json", [sample(1), sample(2)], "a")
    second = write_inspect(tmp_path / "b.json", [sample(1), sample(2, input="other", target="y")], "b")
    with refused(f"{second}, sample 2", "'2'", first):
        read_evals([first, second])


def test_other_prompts_or_shuffled_answers_are_said(tmp_path):
    first = write_inspect(tmp_path / "a.json", [sample(1), sample(2)], "a")
    for change in ({"input": [{"role": "user", "content": "other"}]}, {"target": "y"}):
        second = write_inspect(tmp_path / "b.json", [sample(1), sample(2, **change)], "b")
        assert kinds(read_evals([first, second])) == [NoteKind.PROMPTS_DIFFER]


def test_metrics_that_differ_between_systems_are_refused(tmp_path):
    first = write_inspect(tmp_path / "a.json", [sample(1)], "a")
    second = write_inspect(tmp_path / "b.json", [sample(1, scorer="choice")], "b")
    with refused("metric", "match", "choice", first, second):
        read_evals([first, second])


@pytest.mark.parametrize(
    "bad", [3, {}, {"id": None}, {"id": [1]}, {"id": 1, "epoch": "x"}, {"id": 1, "scores": 3}, {"id": 1, "epoch": True}]
)
def test_samples_of_another_shape(tmp_path, bad):
    path = write_inspect(tmp_path / "a.json", [sample(0), bad])
    with refused(None, path):
        read_evals(path)


@pytest.mark.parametrize("eval_", [{}, {"model": 3, "task": None, "dataset": 7, "config": []}])
def test_headers_of_another_shape(tmp_path, eval_):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"status": "success", "eval": eval_, "samples": [sample(1)]}))
    assert read_evals(path).systems == ("system",)


def test_an_archive_with_and_without_summaries(tmp_path):
    samples = [
        sample(item, item % 2, epoch=epoch, metadata={"part": item // 2}) for item in range(4) for epoch in (1, 2)
    ]
    for summaries in (True, False):
        path = write_archive(tmp_path / f"{summaries}.eval", samples, summaries=summaries)
        evals = read_evals(path)
        assert evals.scores[0].tolist() == [[0, 1, 0, 1]] * 2
        assert read_evals(path, cluster="part").clusters.tolist() == [0, 0, 1, 1]


def test_an_archive_of_a_run_that_is_not_over(tmp_path):
    path = write_archive(tmp_path / "a.eval", [sample(1)], header=False, summaries=False)
    with refused(path, "has not ended", 'missing="drop", common=True'):
        read_evals(path)
    assert kinds(read_evals(path, missing="drop")) == [NoteKind.LOG_UNFINISHED]


def zip_of(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_json", ".json"), content)
    return str(path)


def test_archives_that_are_no_logs(tmp_path):
    empty = tmp_path / "0.eval"
    empty.write_bytes(b"")
    cut = tmp_path / "1.eval"
    cut.write_bytes((REAL / "log_streaming.eval").read_bytes()[:5000])
    for path in (empty, cut):
        with refused(str(path), "inspect_ai"):
            read_evals(path)
    with refused(None, "header.json"):
        read_evals(zip_of(tmp_path / "2.eval", other="{}"))
    with refused(None, "header.json"):
        read_evals(zip_of(tmp_path / "3.eval", header_json="[]"))
    with refused(None, "header.json", "JSON"):
        read_evals(zip_of(tmp_path / "4.eval", header_json="{"))
    with refused(None, "header.json"):
        read_evals(zip_of(tmp_path / "5.eval", _journal__start_json="[]"))


def test_a_damaged_archive(tmp_path):
    content = bytearray((REAL / "log_streaming.eval").read_bytes())
    with zipfile.ZipFile(REAL / "log_streaming.eval") as archive:
        info = archive.getinfo("header.json")
    start = info.header_offset + 30 + len(info.filename)
    content[start + 20 : start + 60] = bytes(40)
    path = tmp_path / "a.eval"
    path.write_bytes(content)
    with refused(str(path)):
        read_evals(path)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "_MOST_MEMBER", 10_000)
    header = json.dumps({key: value for key, value in inspect_log([]).items() if key != "samples"})
    path = zip_of(tmp_path / "a.eval", header_json=header, summaries_json="[" + " " * 20_000 + "]")
    with refused(path, "summaries.json", "too large"):
        read_evals(path)
    monkeypatch.setattr(archives, "_MOST", 100)
    with refused(path, "header.json", "too large"):
        read_evals(path)


def test_a_zip_bomb_that_claims_to_be_small_is_not_unpacked_further(tmp_path):
    path = Path(zip_of(tmp_path / "a.eval", header_json=" " * 10**7))
    data = bytearray(path.read_bytes())
    place = data.index(b"PK\x01\x02") + 24
    data[place : place + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    tracemalloc.start()
    with refused(str(path)):
        read_evals(path)
    assert tracemalloc.get_traced_memory()[1] < 5 * 10**6
    tracemalloc.stop()


def test_names_in_an_archive_are_never_paths(tmp_path):
    samples = [sample(1)]
    path = tmp_path / "in" / "a.eval"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(inspect_log([])))
        archive.writestr("samples/../../evil_epoch_1.json", json.dumps(samples[0]))
    assert read_evals(path).ids.tolist() == ["1"]
    assert [each.name for each in tmp_path.iterdir()] == ["in"]


def packed_otherwise(path, packed, content=None, method=93):
    """Write an archive whose header.json holds packed bytes of another method."""
    content = packed if content is None else content
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("header.json", packed)
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = data.index(mark) + at
        data[place : place + 2] = method.to_bytes(2, "little")
        data[place + 6 : place + 10] = zlib.crc32(content).to_bytes(4, "little")
        data[place + 14 : place + 18] = len(content).to_bytes(4, "little")
    path.write_bytes(data)


def test_an_archive_packed_with_zstd_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    packed_otherwise(tmp_path / "a.eval", b"{}")
    with refused(None, "outperform[zstd]", error=MissingDependencyError):
        read_evals(tmp_path / "a.eval")


def test_an_archive_packed_by_an_unknown_method(tmp_path):
    packed_otherwise(tmp_path / "a.eval", b"{}", method=77)
    with refused(str(tmp_path / "a.eval")):
        read_evals(tmp_path / "a.eval")


def test_an_archive_packed_with_zstd(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "a.eval"
    log = json.dumps(inspect_log([])).encode()
    packed = zstandard.ZstdCompressor().compress(log)
    packed_otherwise(path, packed, log)
    with refused(str(path), "no samples"):  # so its header was read
        read_evals(path)
    for damaged in (packed[:-3], b"none", zstandard.ZstdCompressor().compress(log * 9)):
        packed_otherwise(path, damaged, log)
        with refused(str(path), "header.json", "damaged"):
            read_evals(path)


class TestIncompleteLogs:
    """What a log of a run that finished says against its own scores."""

    @staticmethod
    def notes(path, **more):
        log = json.loads(path.read_text()) | more
        path.write_text(json.dumps(log))
        found = [note for note in read_evals(path, missing="wrong").notes if note.kind is NoteKind.LOG_INCOMPLETE]
        assert all(note["file"] == str(path) for note in found)
        return [(note["what"], note["samples"], note["of"]) for note in found]

    @pytest.fixture
    def path(self, tmp_path):
        write_inspect(tmp_path / "a.json", [sample(1), sample(2)])
        return tmp_path / "a.json"

    def test_samples_that_are_not_in_it(self, path):
        assert self.notes(path, results={"total_samples": 4, "completed_samples": 2}) == [("missing", 2, 4)]
        assert self.notes(path, results={"total_samples": 2, "completed_samples": 2}) == []
        assert self.notes(path, results={"total_samples": "many"}) == []

    def test_samples_that_it_names_are_missing_scores(self, tmp_path):
        write_inspect(tmp_path / "b.json", [sample(1), sample(2, None)], dataset={"sample_ids": [1, 2, 3]})
        assert self.notes(tmp_path / "b.json", results={"total_samples": 3, "completed_samples": 1}) == []

    def test_a_run_that_was_declared_invalid(self, path):
        assert self.notes(path, invalidated=True) == [("invalid", 0, 2)]
        samples = [sample(1), sample(2, invalidation={"reason": "no"})]
        assert self.notes(path, invalidated=True, samples=samples) == []  # it says which: they are missing
        assert self.notes(path, invalidated=False) == []

    def test_samples_with_an_error_and_a_score(self, path):
        samples = [sample(1, error={"message": "no"}), sample(2, None, error={"message": "no"}), sample(3)]
        assert self.notes(path, samples=samples) == [("error", 1, 3)]

    def test_an_archive(self, tmp_path):
        path = tmp_path / "a.eval"
        write_archive(path, [sample(1, error={"message": "no"}), sample(2)], summaries=False)
        assert kinds(read_evals(path)) == [NoteKind.LOG_INCOMPLETE]

    def test_runs_of_a_part_of_the_data(self, tmp_path):
        dataset = {"samples": 100, "sample_ids": [1, 2]}
        for name, size in (("a", 100), ("b", 50), ("c", 2)):
            more = {"dataset": dataset | {"samples": size}, "config": {"limit": 2}}
            write_inspect(tmp_path / f"{name}.json", [sample(1), sample(2)], name, **more)
        (note,) = read_evals(tmp_path).notes
        assert note.kind is NoteKind.LOGS_LIMITED
        assert note["logs"] == ((str(tmp_path / "a.json"), 2, 100), (str(tmp_path / "b.json"), 2, 50))
