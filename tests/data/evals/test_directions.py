"""Logs: whether lower scores are better is looked up for every metric of every task."""

import json
from pathlib import Path

import pytest
from tests.data.evals.logs import inspect_log, sample, write_inspect
from tests.refusals import refused

from outperform import judge_items, read_evals
from outperform.core import Direction, DirectionOrigin, NoteKind

LOG = Direction(origin=DirectionOrigin.LOG)
KNOWN = Direction(origin=DirectionOrigin.KNOWN)
ASSUMED = Direction()


def written(path, scorer, values, task="t", means=None):
    """Write a log of two systems; ``means`` are the aggregates that it names."""
    paths = []
    for model, shift in (("m", 0), ("n", 1)):
        samples = [sample(at, values[(at + shift) % len(values)], scorer=scorer) for at in range(12)]
        log = inspect_log(samples, model, task=task)
        log |= {"results": {"scores": [{"name": scorer, "metrics": {mean: {} for mean in means}}]}} if means else {}
        paths.append(str(path / f"{model}-{task}.json"))
        Path(paths[-1]).write_text(json.dumps(log), encoding="utf-8")
    return paths


@pytest.mark.parametrize(
    ("scorer", "values", "means", "direction"),
    [
        ("verdict_of_mine", ["C", "I", "C"], None, LOG),
        ("verdict_of_mine", [1, 0, 1], ["accuracy", "stderr"], LOG),
        ("verdict_of_mine", [1, 0, 1], ["mean", "stderr"], ASSUMED),
        ("verdict_of_mine", [1, 0, 1], None, ASSUMED),
        ("match", [1, 0, 1], None, KNOWN),
    ],
)
def test_logs_of_inspect_say_what_their_letters_and_means_say(tmp_path, scorer, values, means, direction):
    found = read_evals(written(tmp_path, scorer, values, means=means))
    assert found.direction == direction
    assert (NoteKind.DIRECTION_ASSUMED in {note.kind for note in found.notes}) is direction.assumed


def test_a_loss_of_one_of_several_tasks_does_not_pass(tmp_path):
    right = written(tmp_path, "match", [1, 0, 1])
    for scorer, values in (("wer", [0.5, 0.25, 0.1]), ("num_errors", [3, 0, 1])):
        both = [*right, *written(tmp_path, scorer, values, task="other")]
        with refused("scores", scorer, f'lower="{scorer}"'):
            read_evals(both)
        found = read_evals(both, lower=scorer)
        assert found.metric is None
        assert not found.direction.assumed
        assert found.scores[:, :, 12:].max() <= 0 <= found.scores[:, :, :12].min()
        assert [note["metric"] for note in found.notes if note.kind is NoteKind.LOWER_IS_BETTER] == [scorer]
        with refused("lower", "read"):
            judge_items(found, lower=True)


def test_an_unknown_metric_of_one_of_several_tasks_opens_no_gate(tmp_path):
    both = [*written(tmp_path, "match", [1, 0, 1]), *written(tmp_path, "utility", [0.5, 0.2, 0.1], task="other")]
    judged = judge_items(read_evals(both))
    assert "higher is better assumed for 'utility'" in " ".join(str(judged).split())
    with refused("metric", "'utility'", 'lower="utility"'):
        judged.gated("first")
    with refused("lower", "read_evals"):
        judge_items(read_evals(both), lower=True)
    assert judge_items(read_evals(both, higher="utility")).gated("first").gate is not None


def test_samples_of_a_file_called_like_a_loss(tmp_path):
    """The name of a file is that of a system, and no metric."""
    path = write_inspect(tmp_path / "loss.json", [sample(at, at % 2) for at in range(6)], "m")
    assert read_evals(path).direction == KNOWN
