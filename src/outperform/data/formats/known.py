"""Which tool wrote something: by its columns, its keys, or the first of its lines.

What reads the format of a tool is loaded where one of these says that it is needed.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from outperform.core import InputError

TEST = "test_"  # before the metrics of scikit-learn's cross_validate
METRIC = "metrics."  # before those of MLflow
RESULT = "result"  # of the AutoML benchmark
STATS = "per_instance_stats.json"  # of HELM
SPLIT_SCORE = re.compile(r"split(\d+)_(test_.+)")  # of a search of scikit-learn


def is_inspect(found: Any) -> bool:
    """Return whether a JSON document is a log of inspect_ai."""
    return isinstance(found, dict) and isinstance(found.get("eval"), dict) and "status" in found


def is_helm(found: Any) -> bool:
    """Return whether a JSON document holds the statistics of HELM by instance."""
    return (
        isinstance(found, list)
        and bool(found)
        and isinstance(found[0], dict)
        and {"instance_id", "stats"} <= found[0].keys()
    )


def is_lm_eval(line: dict[str, Any]) -> bool:
    """Return whether a JSON line is a sample of lm-evaluation-harness."""
    return "doc_id" in line and bool({"resps", "filtered_resps", "doc_hash", "arguments"} & line.keys())


def is_averages(found: Any) -> bool:
    """Return whether a JSON file holds the averages of lm-evaluation-harness."""
    return isinstance(found, dict) and isinstance(found.get("results"), dict) and "configs" in found


def is_output(value: Any) -> bool:
    """Return whether this is a result of ``cross_validate``, as a dict or as a frame."""
    return isinstance(value, Mapping) or any(str(name).startswith(TEST) for name in getattr(value, "columns", ()))


def is_search(given: Any) -> bool:
    """Return whether this is a search such as GridSearchCV; raise an InputError if it was not fitted."""
    if hasattr(given, "cv_results_"):
        return True
    if any(hasattr(given, name) for name in ("param_grid", "param_distributions")) and hasattr(given, "refit"):
        raise InputError("scores", f"this {type(given).__name__} is not fitted; call its fit(X, y) first")
    return False


def is_results(given: Any) -> bool:
    """Return whether this is a search's ``cv_results_``, as a dict or as a frame: candidates with their parameters."""
    names = text_keys(given)
    if "params" not in names or not any(SPLIT_SCORE.fullmatch(name) for name in names):
        return False
    candidates = given["params"]
    return hasattr(candidates, "__len__") and all(isinstance(each, Mapping | str) for each in candidates)


def text_keys(given: Any) -> list[str]:
    """Return the keys of a dict, or the columns of a frame, that are text."""
    names = given if isinstance(given, Mapping) else getattr(given, "columns", ())
    return [name for name in names if isinstance(name, str)]


def is_runs(columns: Collection[str]) -> bool:
    """Return whether this is MLflow's table of runs."""
    return "run_id" in columns and any(name.startswith(METRIC) for name in columns)


def is_amlb(columns: Collection[str]) -> bool:
    """Return whether columns are those of results.csv of the AutoML benchmark."""
    return {"task", "framework", "fold", RESULT} <= set(columns)


def is_openml(columns: Collection[str]) -> bool:
    """Return whether columns are those of OpenML's evaluations."""
    return {"task_id", "flow_name", "function", "value"} <= set(columns)


def is_weka(columns: Collection[str]) -> bool:
    """Return whether columns are those of Weka's results."""
    return {"Key_Dataset", "Key_Scheme"} <= set(columns)
