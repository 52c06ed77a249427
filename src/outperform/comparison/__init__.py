"""The front door: run the learners and judge them, or judge what is there."""

from outperform.comparison.budget import budget, budget_of_scores
from outperform.comparison.budget_result import Budget
from outperform.comparison.compare import compare
from outperform.comparison.judge import judge, judge_predictions, judge_scores
from outperform.comparison.result import Comparison
from outperform.comparison.verify import Verification, verify

__all__ = [
    "Budget",
    "Comparison",
    "Verification",
    "budget",
    "budget_of_scores",
    "compare",
    "judge",
    "judge_predictions",
    "judge_scores",
    "verify",
]
