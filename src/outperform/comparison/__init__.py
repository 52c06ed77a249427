"""The front door: run the learners and judge them, or judge what is there."""

from outperform.comparison.compare import compare
from outperform.comparison.judge import judge, judge_predictions, judge_scores
from outperform.comparison.result import Comparison
from outperform.comparison.verify import Verification, verify

__all__ = ["Comparison", "Verification", "compare", "judge", "judge_predictions", "judge_scores", "verify"]
