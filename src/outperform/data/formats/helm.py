"""Runs of HELM: per_instance_stats.json, with run_spec.json beside it."""

import re
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

from outperform.core import InputError, Note, NoteKind
from outperform.data.cells import number_of, unreadable
from outperform.data.choices import chosen
from outperform.data.codes import written
from outperform.data.evals.asked import Asked
from outperform.data.evals.records import EvalMeasure, EvalRecords, Run
from outperform.data.formats.log_columns import LogColumns, print_of
from outperform.data.jsons import read_json, text_at

SPEC = "run_spec.json"
_BOOKKEEPING = re.compile(r"num_.*|batch_size|finish_reason_.*|training_.*|inference_.*|prompt_truncated|.*runtime")
_MODEL = re.compile(r"[,:]model=[^,]*|[,:]model_deployment=[^,]*")


def records_of_helm(path: Path, found: list[Any], asked: Asked) -> EvalRecords:
    """Make records of the statistics by instance; a filter keeps one split, such as ``test``."""
    origin = str(path)
    beside = path.parent / SPEC
    spec = read_json(beside) if beside.is_file() else {}
    task = _MODEL.sub("", text_at(spec, "name") or path.resolve().parent.name)
    asked.check_task(task, origin)
    entries = [_entry(each, f"{origin}, entry {place}") for place, each in enumerate(found, start=1)]
    splits = dict.fromkeys(entry["split"] for entry in entries)
    if asked.filter is not None:
        chosen("filter", splits, asked.filter, origin)
        entries = [entry for entry in entries if entry["split"] == asked.filter]
    elif _repeated(entries):
        chosen("filter", splits, None, origin)
    if asked.cluster is not None and asked.clustered:
        raise InputError("cluster", f"{origin} has no metadata of instances; leave it out")
    metric = _metric(entries, asked, origin)
    columns = LogColumns()
    for place, entry in enumerate(entries, start=1):
        columns.items.append(entry["item"])
        columns.samples.append(entry["trial"])
        columns.scores.append(entry["stats"].get(metric, nan))
        columns.numbers.append(place)
    system = text_at(spec, "adapter_spec", "model") or path.resolve().parent.name or "system"
    run, measure = Run("", print_of(found)), EvalMeasure(metric, asked.filter)
    trials = len({entry["trial"] for entry in entries})
    notes = (Note.of(NoteKind.TRIALS_SHARE, trials=trials),) if trials > 1 else ()
    return replace(columns.records(origin, system, task, run, measure, "entry"), notes=notes)


def _repeated(entries: list[dict[str, Any]]) -> bool:
    """Return whether an id stands for an instance in each of several splits."""
    with_split = {(entry["item"], entry["trial"], entry["split"]) for entry in entries}
    return len({each[:2] for each in with_split}) < len(with_split)


def _metric(entries: list[dict[str, Any]], asked: Asked, origin: str) -> str:
    names = list(dict.fromkeys(name for entry in entries for name in entry["stats"]))
    if not names:
        raise InputError(origin, "has no scores of instances")
    return chosen("metric", names, asked.metric, origin)


def _entry(given: Any, place: str) -> dict[str, Any]:
    """Return item, trial, split and statistics of an instance."""
    if not isinstance(given, dict) or not isinstance(given.get("stats"), list):
        raise InputError(place, "is not an instance with its stats")
    name, trial = given.get("instance_id"), given.get("train_trial_index", 0)
    if not isinstance(name, str | int) or not isinstance(trial, int):
        raise InputError(place, "has no instance_id, or its train_trial_index is no whole number")
    changed = given.get("perturbation")
    kind = "" if changed is None else f" [{text_at(changed, 'name') or print_of(changed)}]"
    stats: dict[str, float] = {}
    split = ""
    for each in given["stats"]:
        told = text_at(each, "name", "name")
        if told is None:
            raise InputError(place, "one of its stats has no name")
        split = split or text_at(each, "name", "split") or ""
        if _BOOKKEEPING.fullmatch(told) or not each.get("count", 1):
            continue
        score = number_of(each.get("mean"))
        if score is None:
            raise unreadable(each.get("mean"), place, name=told)
        if told in stats and stats[told] != score:
            raise InputError(place, f"has two different values of {told}")
        stats[told] = score
    return {"item": f"{written(name)}{kind}", "trial": trial, "split": split, "stats": stats}
