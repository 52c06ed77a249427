"""The front door: run the learners and judge them, or judge what is there."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outperform.comparison.budgets.items import budget_of_items
    from outperform.comparison.budgets.learners import budget
    from outperform.comparison.budgets.result import Budget
    from outperform.comparison.budgets.splits import budget_of_scores
    from outperform.comparison.compare import compare
    from outperform.comparison.judge import judge
    from outperform.comparison.judge_items import judge_items
    from outperform.comparison.judge_league import judge_league
    from outperform.comparison.judge_predictions import judge_predictions
    from outperform.comparison.judge_splits import judge_scores
    from outperform.comparison.league import league
    from outperform.comparison.league_result import League
    from outperform.comparison.monitor import sequential
    from outperform.comparison.result import Comparison
    from outperform.comparison.schema import json_schema
    from outperform.comparison.verify import Verification, verify

_HOMES = {
    "Budget": "outperform.comparison.budgets.result",
    "Comparison": "outperform.comparison.result",
    "League": "outperform.comparison.league_result",
    "Verification": "outperform.comparison.verify",
    "budget": "outperform.comparison.budgets.learners",
    "budget_of_items": "outperform.comparison.budgets.items",
    "budget_of_scores": "outperform.comparison.budgets.splits",
    "compare": "outperform.comparison.compare",
    "judge": "outperform.comparison.judge",
    "judge_items": "outperform.comparison.judge_items",
    "judge_league": "outperform.comparison.judge_league",
    "judge_predictions": "outperform.comparison.judge_predictions",
    "judge_scores": "outperform.comparison.judge_splits",
    "json_schema": "outperform.comparison.schema",
    "league": "outperform.comparison.league",
    "sequential": "outperform.comparison.monitor",
    "verify": "outperform.comparison.verify",
}

__all__ = [
    "Budget",
    "Comparison",
    "League",
    "Verification",
    "budget",
    "budget_of_items",
    "budget_of_scores",
    "compare",
    "json_schema",
    "judge",
    "judge_items",
    "judge_league",
    "judge_predictions",
    "judge_scores",
    "league",
    "sequential",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load a door when it is first asked for: to judge scores, nothing that fits learners is loaded."""
    if name not in _HOMES:
        message = f"module 'outperform.comparison' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)


class _Front(ModuleType):
    """The package: a file such as ``judge``, which Python sets as its attribute, gives way to the function in it."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, getattr(value, name) if name in _HOMES and isinstance(value, ModuleType) else value)


sys.modules[__name__].__class__ = _Front
