"""One line about each of scikit-learn's scorers that the catalogue lacks, for ``outperform list metrics``."""

from collections.abc import Mapping
from typing import Any

from outperform.metrics import CATALOGUE
from outperform.metrics.scorers import find_scorer, scorer_names

_ALIKE = "for clusterings; class names do not matter"
SUMMARIES: Mapping[str, str] = {
    "roc_auc": "Area under the ROC curve, for two classes.",
    "roc_auc_ovr": "Area under the ROC curve, each class against the rest, mean over the classes.",
    "roc_auc_ovr_weighted": "Area under the ROC curve, each class against the rest, weighted by class size.",
    "roc_auc_ovo": "Area under the ROC curve, mean over the pairs of classes.",
    "roc_auc_ovo_weighted": "Area under the ROC curve over the pairs of classes, weighted by class size.",
    "average_precision": "Average precision, a summary of the precision-recall curve.",
    "neg_log_loss": "Log loss (cross-entropy) of the probabilities, with a minus sign so that higher is better.",
    "neg_brier_score": "Brier score: squared error of the probabilities, with a minus sign so that higher is better.",
    "d2_log_loss_score": "1 - log loss / log loss of the class frequencies.",
    "d2_brier_score": "1 - Brier score / Brier score of the class frequencies.",
    "top_k_accuracy": "Share of rows whose class is among the k=2 with the highest scores.",
    "jaccard": "Jaccard index of the positive class (two classes): tp / (tp + fp + fn).",
    "jaccard_macro": "Mean Jaccard index over the classes, every class with the same weight.",
    "jaccard_micro": "Jaccard index from the summed counts of all classes.",
    "jaccard_weighted": "Mean Jaccard index over the classes, weighted by class size.",
    "positive_likelihood_ratio": "Sensitivity / (1 - specificity), for two classes.",
    "neg_negative_likelihood_ratio": "(1 - sensitivity) / specificity, for two classes, with a minus sign.",
    "d2_absolute_error_score": "1 - absolute error / absolute error of the median.",
    "neg_mean_squared_log_error": "Mean squared error of log(1 + value), with a minus sign so that higher is better.",
    "neg_root_mean_squared_log_error": "Root of the mean squared error of log(1 + value), with a minus sign.",
    "neg_mean_poisson_deviance": "Mean Poisson deviance, with a minus sign; predictions must be positive.",
    "neg_mean_gamma_deviance": "Mean gamma deviance, with a minus sign; truth and predictions must be positive.",
    "adjusted_mutual_info_score": f"Mutual information adjusted for chance ({_ALIKE}).",
    "adjusted_rand_score": f"Rand index adjusted for chance ({_ALIKE}).",
    "completeness_score": f"Completeness ({_ALIKE}).",
    "fowlkes_mallows_score": f"Fowlkes-Mallows index ({_ALIKE}).",
    "homogeneity_score": f"Homogeneity ({_ALIKE}).",
    "mutual_info_score": f"Mutual information ({_ALIKE}).",
    "normalized_mutual_info_score": f"Normalised mutual information ({_ALIKE}).",
    "rand_score": f"Rand index ({_ALIKE}).",
    "v_measure_score": f"V-measure: harmonic mean of homogeneity and completeness ({_ALIKE}).",
}
"""By scikit-learn's names, usual ones first."""
OF_FITTED = frozenset(
    (
        "roc_auc roc_auc_ovr roc_auc_ovr_weighted roc_auc_ovo roc_auc_ovo_weighted average_precision neg_log_loss "
        "neg_brier_score d2_log_loss_score d2_brier_score top_k_accuracy"
    ).split()
)
"""Those of probabilities or decision values, which need a fitted learner."""
_SEVERAL_LABELS = "_samples"  # the end of scorers of several labels per row, which no data here have


def scorer_summaries() -> tuple[dict[str, str], dict[str, str]]:
    """Return a line per scorer of scikit-learn: those of predictions, and those of fitted learners.

    Examples
    --------
    >>> of_predictions, of_fitted = scorer_summaries()
    >>> "jaccard" in of_predictions, "roc_auc" in of_fitted, "accuracy" in of_predictions
    (True, True, False)
    """
    of_predictions = {name: line for name, line in SUMMARIES.items() if name not in OF_FITTED}
    return of_predictions, {name: line for name, line in SUMMARIES.items() if name in OF_FITTED}


def installed_summaries() -> tuple[dict[str, str], dict[str, str]]:
    """Return the same for the installed scikit-learn, whose scorers may be fewer or more; it has to be loaded."""
    there = {name for name in scorer_names() if name not in CATALOGUE and not name.endswith(_SEVERAL_LABELS)}
    ordered = [*(name for name in SUMMARIES if name in there), *sorted(there - SUMMARIES.keys())]
    scorers = {name: find_scorer(name) for name in ordered}
    lines = {name: SUMMARIES.get(name) or _own_words(scorer) for name, scorer in scorers.items()}
    of_predictions = {name: line for name, line in lines.items() if scorers[name]._response_method == "predict"}
    return of_predictions, {name: line for name, line in lines.items() if name not in of_predictions}


def _own_words(scorer: Any) -> str:
    """Return scikit-learn's summary of the function behind a scorer that is newer than the table above."""
    line = next(iter((scorer._score_func.__doc__ or "").strip().splitlines()), "See scikit-learn.")
    return line if scorer._sign > 0 else f"{line.rstrip('.')}, with a minus sign."
