"""JSON from files: an object that holds a key twice is refused by every reader, since only the last would count."""

import json
import zipfile

import pytest
from tests.refusals import refused

from outperform import read_evals
from outperform.comparison.manifest import read_manifest
from outperform.data.jsons import json_of
from outperform.data.table_files import read_table

ROW = '{"item": "q0", "system": "new", "score": 0, "score": 1}'
LOG = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}}
SAMPLE = '{"id": "q0", "epoch": 1, "scores": {"match": {"value": 0, "value": 1}}}'


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        (ROW, "'score'", "column 45"),
        ('{"a": {"b": 1,\n "c": {"x": "\\"b\\": {", "b": 2},\n  "b": 3}}', "'b'", "line 3, column 3"),
        ('[{"a": 1}, {"a": 2, "\\u0061" : 3}]', "'a'", "column 21"),
        ('{"a": "{", "b": "}", "a": 1}', "'a'", "column 22"),
    ],
)
def test_a_key_twice_is_refused_with_its_place(text, key, where):
    with refused("table", key, where):
        json_of(text, "table")


def test_the_same_key_in_several_objects_is_fine():
    assert json_of('[{"a": {"a": 1}}, {"a": 2}]', "table") == [{"a": {"a": 1}}, {"a": 2}]


@pytest.mark.parametrize(
    ("name", "text"), [("t.jsonl", f'{{"item": "q"}}\n{ROW}\n'), ("t.json", f"[{ROW}]"), ("t.ndjson", f"\n{ROW}\n")]
)
def test_tables(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with refused(str(tmp_path / name) + (", line 2" if name != "t.json" else ""), "'score'"):
        read_table(tmp_path / name)


def test_logs_of_evaluations(tmp_path):
    log = json.dumps(LOG)[:-1] + f', "samples": [{SAMPLE}]}}'
    (tmp_path / "log.json").write_text(log)
    with refused(str(tmp_path / "log.json"), "'value'"):
        read_evals(tmp_path / "log.json")
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", json.dumps(LOG))
        archive.writestr("samples/q0_epoch_1.json", SAMPLE)
    with refused(f"{tmp_path / 'log.eval'}, samples/q0_epoch_1.json", "'value'"):
        read_evals(tmp_path / "log.eval")
    (tmp_path / "samples_t_2024.jsonl").write_text('{"doc_id": 0, "doc": {}, "acc": 0, "acc": 1}\n')
    with refused(f"{tmp_path / 'samples_t_2024.jsonl'}, line 1", "'acc'"):
        read_evals(tmp_path / "samples_t_2024.jsonl")


def test_a_manifest(tmp_path):
    (tmp_path / "m.json").write_text('{"manifest": 2,\n"manifest": 1}')
    with refused(str(tmp_path / "m.json"), "'manifest'", "line 2"):
        read_manifest(tmp_path / "m.json")
