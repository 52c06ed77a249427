"""Samples of lm-evaluation-harness: one JSON line per document and filter, with a file of results beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from outperform.core import InputError, Note, NoteKind
from outperform.data.cells import number_of, unreadable
from outperform.data.choices import chosen
from outperform.data.evals.asked import Asked
from outperform.data.evals.records import EvalMeasure, EvalRecords, Run
from outperform.data.formats.log_columns import LogColumns, cluster_of
from outperform.data.jsons import dict_at, read_json, text_at
from outperform.data.values import listed

_NAME = re.compile(r"samples_(?P<task>.+?)(_(?P<date>\d{4}-\d\d-\d\dT[\d.:+-]+))?\.jsonl(\.gz)?")
_FIELDS = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
}
_NOTHING = "bypass"  # the metric of a run that only keeps responses

Line = tuple[int, dict[str, Any]]


@dataclass(frozen=True)
class _Log:
    """What file names and the results beside them say of a log."""

    task: str
    date: str
    results: dict[str, Any]
    same_run: bool = True  # the results are surely those of the run

    def incomplete(self, origin: str, items: int) -> Iterator[Note]:
        """Note documents that the results count and the file does not hold, and a run of a part of its data set."""
        counts = dict_at(self.results, "n-samples", self.task) if self.same_run else {}
        size, run = counts.get("original"), counts.get("effective")
        if isinstance(run, int) and items < run:
            yield Note.of(NoteKind.LOG_INCOMPLETE, file=origin, what="missing", samples=run - items, of=run)
        if isinstance(run, int) and isinstance(size, int) and run < size:
            yield Note.of(NoteKind.LOGS_LIMITED, logs=((origin, run, size),))

    def higher(self, metric: str) -> bool | None:
        found = dict_at(self.results, "higher_is_better", self.task).get(metric)
        return found if isinstance(found, bool) else None


def records_of_lm_eval(path: Path, lines: Iterable[Line], asked: Asked) -> EvalRecords:
    """Make records of the lines of a file of samples."""
    log = _log_of(path)
    asked.check_task(log.task, str(path))
    digest = sha256()
    kept = [_slim(line, asked, f"{path}, line {line[0]}", digest) for line in lines]
    kept, filtered = _of_filter(kept, asked, str(path))
    metric = _metric(kept, asked, str(path))
    columns = LogColumns()
    for number, line in kept:
        _add(columns, line, metric, number, f"{path}, line {number}")
    system = text_at(log.results, "model_name") or (path.resolve().parent.name.replace("__", "/") or "system")
    measure = EvalMeasure(metric, filtered, log.higher(metric))
    run = Run(log.date, f"{log.date} {digest.hexdigest()}")
    notes = tuple(log.incomplete(str(path), len({str(item) for item in columns.items})))
    return replace(columns.records(str(path), system, log.task, run, measure, "line"), notes=notes)


def _slim(line: Line, asked: Asked, place: str, digest: Any) -> Line:
    """Keep what is compared of a line: its documents and responses may be large."""
    number, given = line
    digest.update(repr(sorted(given.items(), key=str)).encode("utf-8", "replace"))
    if "doc_id" not in given or isinstance(given["doc_id"], dict | list):
        raise InputError(place, "has no doc_id: every line must be a sample of lm-evaluation-harness")
    kept = {key: value for key, value in given.items() if key not in ("doc", "arguments", "resps", "filtered_resps")}
    return number, kept | {"cluster": cluster_of(given.get("doc"), asked, place)}


def _of_filter(lines: Sequence[Line], asked: Asked, origin: str) -> tuple[list[Line], str | None]:
    names = list(dict.fromkeys(str(line["filter"]) for _, line in lines if line.get("filter") is not None))
    if not names:
        if asked.filter is not None:
            raise InputError("filter", f"{origin} has no filters; leave it out")
        return list(lines), None
    name = chosen("filter", names, asked.filter, origin)
    return [line for line in lines if str(line[1].get("filter")) == name], name


def _metric(lines: Sequence[Line], asked: Asked, origin: str) -> str:
    """Return the metric to read, one of those with a number per document."""
    first = lines[0][1]
    told = [line.get("metrics") for _, line in lines]
    if all(isinstance(each, list) for each in told):
        names = list(dict.fromkeys(str(name) for each in told for name in each))  # type: ignore[union-attr]
    else:
        names = [name for name in first if name not in _FIELDS and name != "cluster"]
    names = [name for name in names if name != _NOTHING]
    single = [name for name in names if not any(isinstance(line.get(name), list | dict) for _, line in lines)]
    if not names:
        raise InputError(origin, "has no scores: no line names a metric")
    if not single and asked.metric is None:
        raise InputError(origin, f"its metrics hold lists, which are no scores of single items: {listed(names)}")
    return chosen("metric", single if asked.metric not in names else names, asked.metric, origin)


def _add(columns: LogColumns, line: dict[str, Any], metric: str, number: int, place: str) -> None:
    score = number_of(line.get(metric))
    if score is None:
        raise unreadable(line[metric], place, name=metric)
    hashes = [line.get(key) for key in ("doc_hash", "target_hash")]
    columns.items.append(line["doc_id"])
    columns.scores.append(score)
    columns.clusters.append(line["cluster"])
    columns.documents.append(None if hashes == [None, None] else f"{hashes[0]} {hashes[1]}")
    columns.prompts.append(None if line.get("prompt_hash") is None else str(line["prompt_hash"]))
    columns.numbers.append(number)


def _log_of(path: Path) -> _Log:
    found = _NAME.fullmatch(path.name)
    task = found["task"] if found else path.name.split(".")[0]
    date = (found["date"] or "") if found else ""
    beside = path.parent / f"results_{date}.json"
    if not (date and beside.is_file()):
        others = sorted(path.parent.glob("results*.json"))
        beside = others[0] if len(others) == 1 else beside
    results = read_json(beside) if beside.is_file() else {}
    same_run = not date or beside.name == f"results_{date}.json"
    return _Log(task, date, results if isinstance(results, dict) else {}, same_run)
