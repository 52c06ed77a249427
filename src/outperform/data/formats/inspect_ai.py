"""Logs of inspect_ai: a header, and samples by id and epoch with a score per scorer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import nan
from typing import Any

from outperform.core import InputError, Note, NoteKind
from outperform.data.cells import number_of, unreadable
from outperform.data.choices import chosen
from outperform.data.codes import written
from outperform.data.evals.asked import Asked, UnusableLogError
from outperform.data.evals.records import EvalMeasure, EvalRecords, Run
from outperform.data.formats.log_columns import LogColumns, cluster_of, print_of
from outperform.data.jsons import dict_at, text_at
from outperform.data.metric_meanings import metric_meaning
from outperform.surface import either, option, switch

_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "yes": 1.0, "no": 0.0}
_FINISHED = "success"
_PREFIX = 1000  # characters of a question: summaries hold no more than a few thousand

Sample = dict[str, Any]


def records_of_inspect(log: Mapping[str, Any], samples: Any, origin: str, asked: Asked) -> EvalRecords:
    """Make records of a log and its samples."""
    header = _Header(log, origin)
    asked.check_task(header.task, origin)
    if asked.filter is not None:
        raise InputError("filter", f"{origin} has no filters; leave it out")
    if not isinstance(samples, list) or not samples:
        problem = f"has no samples{header.why}: only a log with samples can be compared"
        raise UnusableLogError(origin, problem, header.attempt)
    kept = [_checked(sample, f"{origin}, sample {place}") for place, sample in enumerate(samples, start=1)]
    values = [_values(sample, f"{origin}, {_called(sample)}") for sample in kept]
    names = list(dict.fromkeys(name for each in values for name in each))
    if not names:
        problem = f"has no scores: none of its {len(kept)} samples was scored{header.why}"
        raise UnusableLogError(origin, problem, header.attempt)
    metric = chosen("metric", names, asked.metric, origin)
    columns = LogColumns()
    for place, (sample, each) in enumerate(zip(kept, values, strict=True), start=1):
        _add(columns, sample, each.get(metric, nan), place, asked, f"{origin}, {_called(sample)}")
    header.add_absent(columns, asked)
    system = text_at(log, "eval", "model") or "system"
    run = Run(header.date, header.identity, header.attempt, header.finished)
    measure = EvalMeasure(metric, higher=True if _in_letters(kept, metric) else header.higher(metric))
    found = columns.records(origin, system, header.task, run, measure, "sample")
    return replace(found, notes=(*header.notes, *_incomplete(header, kept, columns), *header.limited()))


def _incomplete(header: "_Header", samples: list[Sample], columns: LogColumns) -> Iterator[Note]:
    """Note what a log says of itself: samples that are nowhere in it, that are invalid, or that ended with an error.

    Samples without a score are missing scores, and need no note of their own.
    """
    total = dict_at(header.log, "results").get("total_samples")
    lacking = total - len(columns.items) if isinstance(total, int) and not isinstance(total, bool) else 0
    if header.finished and lacking > 0:
        yield Note.of(NoteKind.LOG_INCOMPLETE, file=header.origin, what="missing", samples=lacking, of=total)
    if header.log.get("invalidated") is True and not any(sample.get("invalidation") for sample in samples):
        yield Note.of(NoteKind.LOG_INCOMPLETE, file=header.origin, what="invalid", samples=0, of=len(samples))
    scores = dict(zip(columns.numbers, columns.scores, strict=False))
    failed = sum(bool(sample.get("error")) and scores[at] == scores[at] for at, sample in enumerate(samples, start=1))
    if failed:
        yield Note.of(NoteKind.LOG_INCOMPLETE, file=header.origin, what="error", samples=failed, of=len(samples))


@dataclass(frozen=True, eq=False)
class _Header:
    log: Mapping[str, Any]
    origin: str

    @property
    def status(self) -> str:
        return text_at(self.log, "status") or "unknown"

    @property
    def finished(self) -> bool:
        return self.status == _FINISHED

    @property
    def why(self) -> str:
        return "" if self.finished else f" ({self.end})"

    @property
    def end(self) -> str:
        """How the run ended, where it did not finish."""
        return "its run has not ended" if self.status == "started" else f"its run ended with status {self.status!r}"

    @property
    def task(self) -> str:
        return text_at(self.log, "eval", "task") or "task"

    @property
    def attempt(self) -> str:
        """What the logs of a failed run and of its repetition have in common; empty where it is unknown."""
        told = text_at(self.log, "eval", "task_id")
        return "" if told is None else f"{told} {self.task} {text_at(self.log, 'eval', 'model')}"

    @property
    def date(self) -> str:
        return text_at(self.log, "eval", "created") or ""

    @property
    def identity(self) -> str:
        keys = ("eval_id", "run_id", "task_id", "created")
        told = [text_at(self.log, "eval", key) for key in keys]
        return " ".join(str(each) for each in told[1:]) if any(told) else self.origin

    @property
    def notes(self) -> tuple[Note, ...]:
        if self.finished:
            return ()
        return (Note.of(NoteKind.LOG_UNFINISHED, files=(self.origin,), status=self.status),)

    def limited(self) -> Iterator[Note]:
        """Note a run that was limited to a part of its data set."""
        limit, size = (
            dict_at(self.log, "eval", "config").get("limit"),
            dict_at(self.log, "eval", "dataset").get("samples"),
        )
        if limit is not None and isinstance(size, int):
            ids = dict_at(self.log, "eval", "dataset").get("sample_ids")
            kept = len(ids) if isinstance(ids, list) and ids else limit
            if isinstance(kept, int) and 0 < kept < size:
                yield Note.of(NoteKind.LOGS_LIMITED, logs=((self.origin, kept, size),))

    def higher(self, metric: str) -> bool | None:
        """Return whether higher scores are better, by the names of the means that the log holds of them."""
        told = dict_at(self.log, "results").get("scores")
        means = (
            [
                each.get("metrics")
                for each in told
                if (isinstance(each, dict) and metric in (each.get("name"), each.get("scorer")))
            ]
            if isinstance(told, list)
            else []
        )
        names = [str(name) for each in means if isinstance(each, dict) for name in each]
        known = {found.higher for found in map(metric_meaning, names) if found is not None}
        return known.pop() if len(known) == 1 else None

    def add_absent(self, columns: LogColumns, asked: Asked) -> None:
        """Add the samples that the log announces but does not hold, as missing."""
        ids = dict_at(self.log, "eval", "dataset").get("sample_ids")
        if not isinstance(ids, list) or not ids:
            if not self.finished and not asked.partial:
                ended = f"{self.end}, and the log does not say which samples are missing"
                both = either("", ",").join([option("missing", "drop"), f" {switch('common')}"])
                how = f"pass {both} to judge the items that it has"
                raise InputError(self.origin, f"{ended}; {how}")
            return
        epochs = dict_at(self.log, "eval", "config").get("epochs")
        count = epochs if isinstance(epochs, int) and 1 <= epochs <= 10_000 else 1
        held = set(zip(map(written, columns.items), columns.samples, strict=True))
        known = dict(zip(map(written, columns.items), columns.clusters, strict=True))
        for name in (written(each) for each in ids if not isinstance(each, dict | list)):
            for epoch in range(1, count + 1):
                if (name, epoch) not in held:
                    columns.add(name, epoch, known.get(name))


def _in_letters(samples: list[Sample], metric: str) -> bool:
    """Return whether a scorer answers with C for correct and I for incorrect."""
    values = [dict_at(sample, "scores", metric).get("value") for sample in samples]
    return any(value in ("C", "I") for value in values if isinstance(value, str))


def _checked(sample: Any, place: str) -> Sample:
    """Return a sample with an id and an epoch."""
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), str | int | float):
        raise InputError(place, "has no id")
    epoch = sample.get("epoch", 1)
    if isinstance(epoch, bool) or not isinstance(epoch, int):
        raise InputError(place, f"its epoch is {str(epoch)[:40]!r}, not a whole number")
    return sample | {"epoch": epoch}


def _called(sample: Sample) -> str:
    return f"sample {written(sample['id'])!r}, epoch {sample['epoch']}"


def _values(sample: Sample, place: str) -> dict[str, float]:
    """Return the scores of a sample by metric: a scorer, or scorer.key where it returns several values."""
    if sample.get("invalidation"):
        return {}
    scores = sample.get("scores")
    if scores is None and sample.get("score") is not None:  # before inspect_ai 0.3.6
        scores = {"score": sample["score"]}
    if scores is not None and not isinstance(scores, dict):
        raise InputError(place, "its scores are not an object with a score per scorer")
    found: dict[str, float] = {}
    for scorer, score in (scores or {}).items():
        value = score.get("value") if isinstance(score, dict) else None
        several = value if isinstance(value, dict) else None
        named = {scorer: value} if several is None else {f"{scorer}.{key}": each for key, each in several.items()}
        found |= {name: _number(each, name, place) for name, each in named.items()}
    return found


def _number(value: Any, name: str, place: str) -> float:
    if isinstance(value, str) and value in _LETTERS:
        return _LETTERS[value]
    found = number_of(value)
    if found is None:
        raise unreadable(value, place, name=name)
    return found


def _add(columns: LogColumns, sample: Sample, score: float, place: int, asked: Asked, where: str) -> None:
    columns.items.append(sample["id"])
    columns.samples.append(sample["epoch"])
    columns.scores.append(score)
    columns.clusters.append(cluster_of(sample.get("metadata"), asked, where))
    columns.prompts.append(_print(_question(sample.get("input"))))
    columns.targets.append(_print(sample.get("target")))
    columns.numbers.append(place)


def _question(given: Any) -> str | None:
    """Return the beginning of what was asked, without the ids of messages."""
    if isinstance(given, list):
        return " ".join(str(each.get("content"))[:_PREFIX] for each in given if isinstance(each, dict))
    return given[:_PREFIX] if isinstance(given, str) else None


def _print(value: Any) -> str | None:
    return None if value is None else print_of(str(value)[:_PREFIX])
