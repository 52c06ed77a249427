"""Does learning algorithm A really outperform B, and would another random split say the same?"""  # noqa: D400 - it is a question

from importlib import import_module

__version__ = "0.1.0"
"""The version of the package."""

_HOMES = {
    "compare": "outperform.comparison",
    "judge": "outperform.comparison",
    "judge_predictions": "outperform.comparison",
    "judge_items": "outperform.comparison",
    "judge_league": "outperform.comparison",
    "league": "outperform.comparison",
    "sequential": "outperform.comparison",
    "read": "outperform.data",
    "read_evals": "outperform.data",
    "read_league": "outperform.data",
    "verify": "outperform.comparison",
    "budget": "outperform.comparison",
    "budget_of_scores": "outperform.comparison",
    "budget_of_items": "outperform.comparison",
    "Budget": "outperform.comparison",
    "Comparison": "outperform.comparison",
    "League": "outperform.comparison",
    "Material": "outperform.data",
    "Dataset": "outperform.core",
    "Decision": "outperform.core",
    "Judgement": "outperform.core",
    "MisfitError": "outperform.core",
    "InputError": "outperform.core",
    "Plan": "outperform.core",
    "Scores": "outperform.core",
    "stream": "outperform.core",
}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that importing the package stays instant."""
    if name not in _HOMES:
        message = f"module 'outperform' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
