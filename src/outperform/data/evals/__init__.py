"""Evaluations of fixed systems on items: tables and the logs of evaluation tools."""

from outperform.data.evals.doors import evals_of
from outperform.data.evals.evals import Evals, scores_of_evals

__all__ = ["Evals", "evals_of", "scores_of_evals"]
