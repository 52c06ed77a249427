"""The tutorial on a release gate: its test file under a real pytest, its workflow, its lines for other tools."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from outperform import judge_items, read_evals
from sitemaker import schemas

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorials" / "release-gate.md").read_text(encoding="utf-8")
FILE = re.search(r'```python title="test_release.py"\n(.*?)^```', PAGE, re.DOTALL | re.MULTILINE)[1]
WORKFLOW = re.search(r"```yaml[^\n]*\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[1]


@pytest.mark.process
@pytest.mark.usefixtures("untraced_children")
def test_the_test_file_of_the_page_passes_and_fails_as_it_says(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_release.py").write_text(FILE)
    (tmp_path / "test_worse.py").write_text(FILE.replace("number < 75", "number < 50"))
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "2 failed, 6 passed" in done.stdout
    assert "E       AssertionError: new (the first) must not be worse than old by more than 2.0 points" in done.stdout
    assert "regressed, 10 items: q50, q51, q52," in done.stdout
    traces = re.findall(r"^(\S+\.py):\d+: ", done.stdout, re.MULTILINE)
    assert set(traces) == {"test_worse.py"}  # pytest shows the line of the user, none of ours


def test_the_inputs_of_the_page_are_those_of_the_action():
    yaml = pytest.importorskip("yaml")
    definition = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    tables = PAGE.split("| input | meaning |")[1].split("| output | meaning |")
    for part, name in zip(tables, ("inputs", "outputs"), strict=True):
        assert re.findall(r"^\| `([\w-]+)` \|", part, re.MULTILINE) == list(definition[name])
    (job,) = yaml.safe_load(WORKFLOW)["jobs"].values()
    (step,) = (each for each in job["steps"] if "outperform" in each.get("uses", ""))
    assert set(step["with"]) <= set(definition["inputs"])
    assert set(re.findall(r"outputs\.(\w+)", WORKFLOW)) <= set(definition["outputs"])


class Recorded(dict):
    """What MLflow or Weights & Biases would keep: numbers, and what JSON can hold."""

    def log_dict(self, dictionary, artifact_file):
        self[artifact_file] = json.loads(json.dumps(dictionary, allow_nan=False))

    def log_metrics(self, metrics):
        self.update({name: float(value) for name, value in metrics.items()})

    log = log_metrics

    @property
    def summary(self):
        return SimpleNamespace(update=lambda told: self.update(json.loads(json.dumps(told, allow_nan=False))))


def test_two_lines_log_to_other_tools():
    blocks = re.findall(r"```py\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    judged = judge_items(read_evals(ROOT / "examples" / "evals.csv"), margin=0.1)
    assert len(blocks) == 2
    for block, kept in zip(blocks, ("outperform.json", "outperform"), strict=True):
        assert len(block.splitlines()) == 2
        found = Recorded()
        exec(compile(block, "page", "exec"), {"judged": judged, "mlflow": found, "run": found})
        assert found[kept] == json.loads(judged.to_json())
        assert (found["difference"], found["pvalue"]) == (judged[0].estimate, judged[0].pvalue)


def test_one_more_line_keeps_the_report_page():
    judged = judge_items(read_evals(ROOT / "examples" / "evals.csv"), margin=0.1)
    lines = re.findall(r"`((?:mlflow\.log_text|run\.log\(\{\"report).*?)`", PAGE)
    assert len(lines) == 2
    kept = []
    tools = {
        "mlflow": SimpleNamespace(log_text=lambda text, artifact_file: kept.append((artifact_file, text))),
        "wandb": SimpleNamespace(Html=lambda data, inject=True: (data, inject)),
        "run": SimpleNamespace(log=lambda told: kept.extend(told.items())),
    }
    for line in lines:
        exec(compile(line, "page", "exec"), {"judged": judged} | tools)
    page = judged.to_html()
    assert kept == [("outperform.html", page), ("report", (page, False))]


def test_the_page_of_the_json_names_every_field_and_has_the_schemas():
    made = schemas.schema_pages()
    judged = judge_items(read_evals(ROOT / "examples" / "evals.csv"), margin=0.1).to_dict()
    fields = {*judged, *judged["verdicts"][0], *judged["standings"][0]}
    assert [name for name in fields if f"| `{name}` |" not in made["json.md"]] == []
    for place in re.findall(r"\((schemas/[^)]+)\)", made["json.md"]):
        assert json.loads(made[place])["$schema"].endswith("2020-12/schema")
