"""The manifest of a comparison: what was run on which data, and the results, as plain values."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outperform.comparison.plain import plain
from outperform.comparison.seal import SEAL, sealed
from outperform.core import CANONICAL, Dataset, InputError, Seed, check_file, fingerprint
from outperform.data import dtypes_of, ids_of, names_of
from outperform.data.jsons import KeyTwiceError, each_once, key_twice
from outperform.surface import either
from outperform.visible import short

if TYPE_CHECKING:
    from outperform.comparison.result import Comparison

FORMAT = 2
DEPTH = 10  # levels of lists and objects; a manifest has 4

_TEXT, _NUMBER = (str,), (int, float)
_MAYBE_TEXT, _MAYBE_NUMBER = (str, type(None)), (int, float, type(None))
_TOP: dict[str, tuple[type, ...]] = {
    "data": (dict,),
    "learners": (list,),
    "procedure": _MAYBE_TEXT,
    "design": _MAYBE_TEXT,
    "test": _MAYBE_TEXT,
    "adjust": _TEXT,
    "metrics": (list,),
    "baseline": _MAYBE_TEXT,
    "level": _NUMBER,
    "seed": (int, str),
    "on_error": _TEXT,
    "fit_timeout": _MAYBE_NUMBER,
    "fast": (bool,),
    "files": (list,),
    "versions": (dict,),
    "decisions": (list,),
    "scores": _TEXT,
}
_DATA: dict[str, tuple[type, ...]] = {
    "name": _TEXT,
    "digest": _TEXT,
    "order": _MAYBE_TEXT,
    "rows": (int,),
    "columns": (list,),
    "dtype": _TEXT,
    "target": _MAYBE_TEXT,
    "groups": _MAYBE_TEXT,
}
_LEARNER: dict[str, tuple[type, ...]] = {"name": _TEXT, "spec": _MAYBE_TEXT, "fingerprint": _MAYBE_TEXT}
_DECISION: dict[str, tuple[type, ...]] = {
    "first": _TEXT,
    "second": _TEXT,
    "metric": _TEXT,
    "estimate": (int, float, str),
    "pvalue": _MAYBE_NUMBER,
    "decision": _TEXT,
}


def manifest_of(comparison: "Comparison") -> dict[str, Any]:
    """Write down a comparison."""
    from outperform.engine.versions import version_of_each

    contest, terms, ways = comparison.contest, comparison.terms, comparison.ways
    if contest is None or terms is None or ways is None:
        raise InputError("manifest", "needs a comparison that ran learners: this one only judged scores or predictions")
    made = {
        "manifest": FORMAT,
        "data": data_of(contest.dataset, contest.seed),
        "learners": [
            {"name": name, "spec": contest.specs[name], "fingerprint": each.fingerprint}
            for name, each in contest.learners.items()
        ],
        **terms.specs,
        "adjust": terms.adjustment,
        "metrics": contest.metric_specs,
        **({} if contest.encode is None else {"encode": contest.encode}),  # older manifests have none
        "baseline": terms.baseline,
        "level": terms.level,
        "seed": contest.seed,
        "on_error": ways.on_error,
        "fit_timeout": ways.fit_timeout,
        "fast": ways.fast,
        "files": [asdict(origin) for origin in terms.procedure.origins],
        "versions": version_of_each(),
        "decisions": decision_rows(comparison),
        "scores": scores_digest(comparison),
    }
    return sealed(made)


def data_of(dataset: Dataset, seed: Seed) -> dict[str, Any]:
    """Describe the data; their order counts only where the splits depend on it."""
    ids = ids_of(dataset)
    time = {} if dataset.given.time is None else {"time": dataset.given.time}
    return time | {
        "name": dataset.name,
        "digest": ids.digest,
        "order": None if seed == CANONICAL else ids.order_digest,
        "rows": dataset.size,
        "columns": names_of(dataset),
        "dtype": ", ".join(dtypes_of(dataset)),
        "target": dataset.given.target,
        "groups": dataset.given.groups,
    }


def decision_rows(comparison: "Comparison") -> list[dict[str, Any]]:
    """Return the decision for each pair and metric."""
    return [
        {
            "first": judgement.first,
            "second": judgement.second,
            "metric": str(judgement.metric),
            "estimate": plain(float(judgement.verdict.estimate)),
            "pvalue": plain(judgement.verdict.pvalue),
            "decision": judgement.decision.value,
        }
        for judgement in comparison.judgements
    ]


def scores_digest(comparison: "Comparison") -> str:
    """Return a digest of every score behind a decision."""
    tables = [judgement.scores for judgement in comparison.judgements if judgement.scores is not None]
    return fingerprint([[table.metric, list(table.learners), table.values] for table in (*comparison.scores, *tables)])


def _source() -> str:
    return either("a file that 'outperform compare --manifest FILE' wrote", "what Comparison.manifest() returned")


def read_manifest(path: str | Path) -> dict[str, Any]:
    """Read a manifest from a file; a malformed one raises an error."""
    check_file(Path(path))
    try:
        text = Path(path).read_text(encoding="utf-8")
        found = json.loads(text, object_pairs_hook=each_once)
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror or error}") from None
    except KeyTwiceError:
        raise InputError(str(path), key_twice(text)) from None
    except (ValueError, RecursionError):
        raise InputError(str(path), f"is not a JSON file; pass {_source()}") from None
    return check_manifest(found, str(path))


def check_manifest(found: Any, label: str = "manifest") -> dict[str, Any]:
    """Return a manifest; refuse what is none, or of another format."""
    if not isinstance(found, dict) or "manifest" not in found:
        raise InputError(label, f"is not a manifest; pass {_source()}")
    if isinstance(found["manifest"], bool) or found["manifest"] != FORMAT:
        raise InputError(
            label, f"has format {found['manifest']!r}, but this version of outperform reads format {FORMAT}"
        )
    _check_plain(found, label)
    _check(found, _TOP, label)
    if SEAL in found:
        _check(found, {SEAL: (dict,)}, label)
    _check(found["data"], _DATA | ({"time": _TEXT} if "time" in found["data"] else {}), f"{label}: data")
    for key, wanted in (("learners", _LEARNER), ("decisions", _DECISION)):
        for number, each in enumerate(found[key], start=1):
            _check(each, wanted, f"{label}: {key} {number}")
    _check_values(found, label)
    return found


def _check_plain(found: dict[str, Any], label: str) -> None:
    """Refuse what nobody of us writes: values nested deeply, and text that is not valid."""
    if not _is_shallow(found, DEPTH):
        raise InputError(label, "is not a manifest: its values are nested too deeply")
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise InputError(label, f"is not plain JSON: {error}") from None


def _is_shallow(value: Any, levels: int) -> bool:
    """Return whether a value has at most so many levels of lists and objects."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return levels > 0 and all(_is_shallow(part, levels - 1) for part in parts)


def _check_values(found: dict[str, Any], label: str) -> None:
    if isinstance(found["seed"], str) and found["seed"] != CANONICAL:
        raise InputError(label, f"'seed' must be a whole number or \"data\", got {json.dumps(found['seed'])}")
    for key, values in (("metrics", found["metrics"]), ("columns", found["data"]["columns"])):
        if not all(isinstance(value, str) or (value is None and key == "metrics") for value in values):
            raise InputError(label, f"{key!r} must be a list of text")
    names = [each["name"] for each in found["learners"]]
    if len(set(names)) < len(names):
        raise InputError(
            label, f"has two learners with the name {next(name for name in names if names.count(name) > 1)!r}"
        )


def _check(found: Any, wanted: dict[str, tuple[type, ...]], label: str) -> None:
    if not isinstance(found, dict):
        raise InputError(label, f"must be a JSON object with {', '.join(wanted)}")
    for key, kinds in wanted.items():
        if key not in found:
            raise InputError(label, f"{key!r} is missing")
        value = found[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise InputError(label, f"{key!r} cannot be {_shown(value)}")


def _shown(value: Any) -> str:
    """Write the beginning of a value as JSON does; one that is too deep, or is not JSON, as Python does."""
    try:
        return json.dumps(value)[:40]
    except (TypeError, ValueError, RecursionError):
        return short(value)[:40]
