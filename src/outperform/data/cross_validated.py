"""Results of scikit-learn's ``cross_validate`` and of its searches: scores by learner, and the plan behind them."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from outperform.core import InputError, Plan, Values

_SPLIT_SCORE = re.compile(r"split(\d+)_test_(.+)")


def is_search(given: Any) -> bool:
    """Return whether this is a search's ``cv_results_``, as a dict or as a frame: candidates with their parameters."""
    names = _names(given)
    if "params" not in names or not any(_SPLIT_SCORE.fullmatch(name) for name in names):
        return False
    candidates = given["params"]
    return hasattr(candidates, "__len__") and all(isinstance(each, Mapping) for each in candidates)


def candidates_of(results: Any) -> dict[str, Values]:
    """Turn ``cv_results_`` of a search into scores by candidate; equal names are numbered."""
    found = [match for name in _names(results) if (match := _SPLIT_SCORE.fullmatch(name))]
    metrics = list(dict.fromkeys(match[2] for match in found))
    if len(metrics) > 1:
        raise InputError(
            "scores",
            f"the search has several metrics: {', '.join(metrics)}; keep the keys of one, ..._test_{metrics[0]}",
        )
    keys = [match[0] for match in sorted(found, key=lambda match: int(match[1]))]
    table = np.array([np.asarray(results[key]) for key in keys]).T
    return dict(zip(_numbered([_name(params) for params in results["params"]]), table, strict=True))


def _names(given: Any) -> list[str]:
    names = given if isinstance(given, Mapping) else getattr(given, "columns", ())
    return [name for name in names if isinstance(name, str)]


def _name(params: Mapping[str, Any]) -> str:
    written = ", ".join(f"{key}={value}" for key, value in params.items())
    return " ".join(written.split()) or "defaults"


def _numbered(names: list[str]) -> list[str]:
    """Write 'a (1)', 'a (2)' where a name occurs twice."""
    total, so_far = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        so_far[name] += 1
        numbered.append(f"{name} ({so_far[name]})" if total[name] > 1 else name)
    return numbered


def found_scores(name: str, output: Mapping[str, Any]) -> Any:
    """Return the test scores in the output of ``cross_validate``."""
    found = [key for key in output if str(key).startswith("test_")]
    if len(found) != 1:
        raise InputError(
            f"scores of {name!r}",
            f"must have exactly one key test_..., found {', '.join(map(str, found)) or 'none'}; keep one metric",
        )
    return output[found[0]]


def shared_plan(given: Mapping[Any, Any]) -> Plan | None:
    """Rebuild the plan from ``cross_validate(..., return_indices=True)``; all learners must have the same, or none."""
    plans = {str(name): _plan(value) for name, value in given.items()}
    known = {name: plan for name, plan in plans.items() if plan is not None}
    if not known:
        return None
    first, plan = next(iter(known.items()))
    without = [name for name in plans if name not in known]
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
    pairs = list(zip(output["indices"]["train"], output["indices"]["test"], strict=True))
    return Plan.from_indices(1 + max(int(max(train.max(), test.max())) for train, test in pairs), pairs)
