"""The JSON that other tools keep: its name, its version and its schema, held against what all verbs print."""

import hashlib
import json
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from tests.refusals import refused

from outperform import judge, judge_items, judge_league, judge_predictions
from outperform.cli.main import main
from outperform.comparison import json_schema
from outperform.comparison.schema import FILES, schema_name

jsonschema = pytest.importorskip("jsonschema")
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
LINES = [
    "compare nb tree --data iris --procedure blocked-3x2 --quiet --others",
    "compare nb stump dummy --data iris --quiet --baseline dummy --metric accuracy f1_macro",
    f"scores {EXAMPLES}/scores.csv",
    f"scores {EXAMPLES}/scores.csv --test bayes-correlated-t(rope=0.05)",
    f"scores {EXAMPLES}/scores.csv --test sorted-runs-t",
    f"predictions {EXAMPLES}/predictions.csv --truth label",
    f"predictions {EXAMPLES}/predictions.csv --truth label --metric accuracy f1_macro --margin 0.05",
    f"predictions {EXAMPLES}/probabilities.csv --truth label --metric roc_auc --positive malignant",
    f"evals {EXAMPLES}/evals.csv --margin 0.1",
    f"evals {EXAMPLES}/runs.csv",
    f"evals {ROOT}/docs/data/gpqa/scores.csv --baseline openai/gpt-5-nano-2025-08-07",
    f"league --table {EXAMPLES}/results.csv --metric accuracy",
    f"league --table {EXAMPLES}/league_splits.csv --rope 0.01",
    f"league --table {EXAMPLES}/results.csv --metric accuracy --baseline nb --test nemenyi",
    "league nb dummy --data iris wine --test t-datasets --procedure fixed-league --quiet",
]


def strict(schema):
    """Return a schema that refuses fields which it does not describe."""
    if isinstance(schema, dict):
        closed = {name: strict(part) for name, part in schema.items()}
        is_whole = schema.get("type") == "object" and "properties" in schema
        return closed | {"additionalProperties": False} if is_whole else closed
    return [strict(part) for part in schema] if isinstance(schema, list) else schema


def check(found):
    """Hold a JSON against the schema that it names, every field described."""
    schema = json_schema(found["schema"])
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(found, strict(schema))


@pytest.mark.parametrize("line", LINES)
def test_what_a_verb_prints_is_what_the_schema_says(line, capsys):
    assert main([*line.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert next(iter(found)) == "schema"
    assert found["schema"] == schema_name(line.split()[0])
    check(found)


GATES = [
    "compare nb stump dummy --data iris --procedure blocked-3x2 --quiet --baseline dummy --require first",
    f"scores {EXAMPLES}/scores.csv --require second",
    f"predictions {EXAMPLES}/predictions.csv --truth label --margin 0.05 --require not-worse",
    f"evals {EXAMPLES}/evals.csv --margin 0.1 --require not-worse",
    f"league --table {EXAMPLES}/results.csv --metric accuracy --baseline nb --require second",
    "league nb dummy --data iris wine --test t-datasets --procedure fixed-league --quiet --require first",
]


@pytest.mark.parametrize("line", GATES)
def test_a_gate_prints_its_line_and_the_same_as_json(line, capsys):
    code = main([*line.split(), "--json"])
    out, err = capsys.readouterr()
    found = json.loads(out)
    check(found)
    gate = found["gate"]
    assert code == (0 if gate["met"] else 1) == (1 if gate["reasons"] else 0)
    printed = [each for each in err.splitlines() if each.startswith("outperform: gate ")]
    assert printed == [f"outperform: {gate['line']}"]
    order = [(each["first"], each["second"]) for each in found["verdicts"]]
    assert [(pair["first"], pair["second"]) for pair in gate["pairs"]] == order
    assert all(f"{first} against {second}" in gate["line"] for first, second in order[:3])
    for pair in gate["pairs"]:
        assert pair["metric"] in (None, *gate["line"].replace("(", " ").split())
        assert pair["test"] in gate["line"]
    for file in gate["files"]:
        assert file["sha256"] is None or file["sha256"][:12] in gate["line"]
        if Path(file["name"]).is_file():
            assert file["sha256"] == hashlib.sha256(Path(file["name"]).read_bytes()).hexdigest()


def test_every_verb_with_a_schema_is_tried():
    assert {line.split()[0] for line in GATES} == set(FILES)
    assert {line.split()[0] for line in LINES} == set(FILES)


def test_tasks_a_single_system_and_fragile_items_are_described():
    rng = np.random.default_rng(0)
    rows = [
        {"item": f"q{item}", "task": f"t{item % 7}", "system": name, "score": int(rng.random() < chance)}
        for name, chance in (("new", 0.9), ("old", 0.4))
        for item in range(140)
    ]
    whole = judge_items(rows).to_dict()
    assert whole["verdicts"][0]["tasks"]["other_tasks"] is not None
    assert whole["verdicts"][0]["fragility"]["ids"]
    check(json.loads(json.dumps(whole)))
    alone = judge_items({"new": [1, 0, 1, 1, 0]}).to_dict()
    assert (alone["schema"], alone["verdicts"]) == ("outperform/evals/1", [])
    check(json.loads(json.dumps(alone)))


def test_infinite_statistics_are_described():
    found = judge({"a": [[0.9] * 5], "b": [[0.8] * 5]}, "kfold-t").to_dict()
    assert found["verdicts"][0]["statistic"] == "inf"
    check(json.loads(json.dumps(found, allow_nan=False)))
    league = judge_league(
        {"dataset": list("abcdefgh"), "x": [0.9] * 8, "y": [0.8] * 8, "z": [0.1] * 8}, metric="accuracy"
    )
    check(json.loads(json.dumps(league.to_dict(), allow_nan=False)))


def test_missing_cells_of_a_league_are_described():
    scores = np.random.default_rng(0).random((2, 12)).tolist()
    scores[0][3] = None
    table = {"dataset": [f"d{at}" for at in range(12)], "x": scores[0], "y": scores[1]}
    found = json.loads(judge_league(table, metric="accuracy", missing="drop").to_json())
    assert found["missing"]
    check(found)


@pytest.mark.parametrize(
    ("change", "value"),
    [("decision", "won"), ("pvalue", 1.5), ("first", None), ("flips", {"first": 1}), ("interval", [0.1])],
)
def test_a_json_that_is_damaged_is_refused(change, value):
    truth = [1, 0] * 20
    found = json.loads(judge_predictions(truth, {"a": truth, "b": [1] * 40}).to_json())
    check(found)
    damaged = deepcopy(found)
    damaged["verdicts"][0][change] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(damaged, json_schema("predictions"))
    del found["verdicts"][0]["flips"]  # what every verdict on items has
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, json_schema("predictions"))


def test_a_new_field_is_no_new_version():
    found = json.loads(judge({"a": [[0.9, 0.8, 0.7]], "b": [[0.8, 0.7, 0.9]]}, "kfold-t").to_json())
    jsonschema.validate(found | {"later": 1}, json_schema("scores"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found | {"schema": "outperform/scores/2"}, json_schema("scores"))


@pytest.mark.parametrize("name", ["evls", "outperform/evals/2", "", 3])
def test_a_format_that_does_not_exist_is_refused(name):
    with refused("name", repr(name)):
        json_schema(name)
    with refused("name", "evals"):
        json_schema("evls")
