"""Results of scikit-learn's ``cross_validate``: scores by metric and learner, and the plan behind them."""

from collections.abc import Mapping, Sequence
from typing import Any

from outperform.core import InputError, Note, NoteKind, Plan
from outperform.data.formats.known import TEST, is_output
from outperform.data.splits.arrays import Arrays


def metrics_of(keys: Sequence[str]) -> dict[str | None, str]:
    """Return keys such as ``test_accuracy`` by their metric; a single ``test_score`` names no metric.

    Examples
    --------
    >>> metrics_of(["test_score"]), metrics_of(["test_accuracy", "f1"])
    ({None: 'test_score'}, {'accuracy': 'test_accuracy', 'f1': 'f1'})
    """
    names = [key.removeprefix(TEST) for key in keys]
    if names == ["score"]:
        return {None: keys[0]}
    for name in names:
        if names.count(name) > 1:
            raise InputError("scores", f"there are two columns of {name}: {name} and {TEST}{name}; keep one")
    return dict(zip(names, keys, strict=True))


def arrays_of(given: Mapping[Any, Any]) -> Arrays:
    """Read a dict with an array, or a result of ``cross_validate``, per learner; every metric is a table."""
    learners = _by_name(given)
    outputs = {name: value for name, value in learners.items() if is_output(value)}
    found = {name: [str(key) for key in output if str(key).startswith(TEST)] for name, output in outputs.items()}
    keys = _shared_keys(found)
    if len(keys) > 1 and len(outputs) < len(learners):
        lone = next(name for name in learners if name not in outputs)
        raise InputError(f"scores of {lone!r}", f"has one metric, but the others have {', '.join(keys)}")
    metrics = {
        metric: {name: value[key] if name in outputs else value for name, value in learners.items()}
        for metric, key in metrics_of(keys or ["test_score"]).items()
    }
    trained = {str(key): None for output in outputs.values() for key in output if str(key).startswith("train_")}
    notes = (Note.of(NoteKind.IGNORED_COLUMNS, **{"training scores": tuple(trained)}),) if trained else ()
    return Arrays(metrics, shared_plan(outputs, learners), notes=notes)


def _by_name(given: Mapping[Any, Any]) -> dict[str, Any]:
    learners: dict[str, Any] = {}
    for name, value in given.items():
        if str(name) in learners:
            raise InputError("scores", f"two learners are called {str(name)!r}")
        if hasattr(value, "predict") or hasattr(value, "fit"):
            cross = "pass what cross_validate(learner, X, y, cv=…, return_indices=True) returns"
            raise InputError(f"scores of {str(name)!r}", f"is a {type(value).__name__}, not its scores; {cross}")
        learners[str(name)] = value
    return learners


def _shared_keys(found: Mapping[str, list[str]]) -> list[str]:
    """Return the keys ``test_...``, which all learners must have."""
    first: tuple[str, list[str]] | None = None
    for name, keys in found.items():
        if not keys:
            raise InputError(
                f"scores of {name!r}",
                "has no key test_…, as cross_validate makes; the keys of the dict itself are learners",
            )
        first = first or (name, keys)
        if set(keys) != set(first[1]):
            metrics = [", ".join(each) for each in (first[1], keys)]
            raise InputError(
                "scores", f"{first[0]} has {metrics[0]}, but {name} has {metrics[1]}; use the same scoring"
            )
    return [] if first is None else first[1]


def shared_plan(outputs: Mapping[str, Any], learners: Mapping[str, Any]) -> Plan | None:
    """Rebuild the plan from ``cross_validate(..., return_indices=True)``; all learners must have the same, or none."""
    known = {name: plan for name, output in outputs.items() if (plan := _plan(output)) is not None}
    if not known:
        return None
    first, plan = next(iter(known.items()))
    without = [name for name in learners if name not in known]
    if without:
        raise InputError(
            "scores",
            f"{first} has indices, {without[0]} has none: use return_indices=True for all learners, or for none",
        )
    other = next((name for name, each in known.items() if each.fingerprint != plan.fingerprint), None)
    if other is not None:
        raise InputError("scores", f"{first} and {other} were scored on different splits; use the same cv for both")
    return plan


def _plan(output: Any) -> Plan | None:
    if not isinstance(output, Mapping) or "indices" not in output:
        return None
    return plan_of(list(zip(output["indices"]["train"], output["indices"]["test"], strict=True)))


def plan_of(pairs: list[tuple[Any, Any]]) -> Plan:
    """Rebuild a plan from the rows of its splits."""
    return Plan.from_indices(1 + max(int(max(train.max(), test.max())) for train, test in pairs), pairs)
