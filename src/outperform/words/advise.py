"""What advice on a test says: the nine questions, why a test is refused, what an answer tells, and the command."""

import re
from collections.abc import Mapping

from outperform.words.lines import WIDTH, filled

INDENT = 17  # where the text beside the labels begins

# Dietterich (1998), Fig. 1, in our words: number, question, what answers it here.
QUESTIONS = (
    (1, "How accurate is this classifier, given a separate test set?", "not a comparison: an interval for one score"),
    (2, "How accurate is this classifier, without a separate test set?", "not a comparison: ask question 6"),
    (
        3,
        "Which of two classifiers is better, given a separate test set?",
        "outperform predictions: mcnemar-midp for accuracy, bootstrap-t for F1, delong-t for ROC AUC; outperform evals:"
        " item-t for scores of items",
    ),
    (
        4,
        "Which of two classifiers is better, without a separate test set?",
        "cannot be answered directly: ask question 8",
    ),
    (5, "How accurate is a learner on training sets of a given size, with plenty of data?", "not a comparison"),
    (6, "How accurate is a learner, with little data?", "not a comparison: cross-validation"),
    (
        7,
        "Which of two learners is better on training sets of a given size, with plenty of data?",
        "as question 8, with random subsampling (corrected-resampled)",
    ),
    (
        8,
        "Which of two learners is better, with little data?",
        "outperform compare: repeated cross-validation (adaptive-cv), or halves (blocked-3x2)",
    ),
    (
        9,
        "Which of two learners is better on new data sets?",
        "outperform league: a table of results on many data sets (wilcoxon)",
    ),
)

REFUSED = {
    "pooled-t": "a plain t test on repeated cross-validation treats splits that share rows as independent: at level .05"
    " it may find a difference half of the time where there is none; use corrected-t",
    "resampled-t": "random splits share rows, so a plain t test gives far too many false positives; use corrected-t",
    "averaged-folds-t": "it treats repeats on the same data as independent; kept only to reproduce published results",
    "averaged-runs-t": "it depends on how the folds are numbered; kept only to reproduce published results",
    "proportions": "both learners predict the same items, but this test treats their errors as independent; use"
    " mcnemar-midp",
    "5x2-combined-t": "its ten differences share data, so it gives too many false positives (liberal); use 5x2-f",
}

TELLS = {
    "estimators": "whether one learner is better in {metric}, and by how much, when trained on {trained}",
    "predictions": "which of these two fitted learners is better in {metric} on items like these",
    "evals": "which of these systems is better in {metric} on items like these and, with several samples per item,"
    " whether another run would decide otherwise; the test is chosen to match the items (mcnemar-midp for right or"
    " wrong with one sample, clustered-t for items in clusters, sign-flip for few items). To look while items"
    " arrive, add --sequential",
    "scores": "whether one learner is better in {metric} when trained on as many rows as here; the test is"
    " chosen to match the splits (halves have tests of their own)",
    "results-table": "which of these learners are better in {metric} on data sets like these, where each stands and,"
    " with several repeats per data set, whether other random splits would decide otherwise",
}
"""What the answer says, by what the user has."""
DOES_NOT_TELL = {
    "estimators": "how the learners compare on other kinds of data, or on training sets of another size",
    "predictions": "whether the result would be the same if the learners were trained again on other rows",
    "evals": "how the systems compare on items of another kind; how many items or samples a difference needs"
    " (outperform budget --evals TABLE)",
    "scores": "how the learners compare on training sets of another size. Not valid if training and test rows"
    " overlap, or if the learners were scored on different splits",
    "results-table": "how the learners compare on data sets of another kind, or which is better on one of these",
}
COMMANDS = {
    "estimators": "outperform compare LEARNER LEARNER --data DATA --metric {metric} --procedure '{procedure}'",
    "predictions": "outperform predictions TABLE --truth COLUMN --metric {metric} --test {test}",
    "evals": "outperform evals TABLE",
    "scores": "outperform scores TABLE",
    "results-table": "outperform league --table TABLE --metric {metric}",
}
CARDS = {
    "evals": "docs/evaluations.md",
    "scores": "docs/cards/corrected-cv.md",
    "results-table": "docs/cards/wilcoxon.md",
}
"""Where the lab's numbers are."""


def trained_words(fits: int) -> str:
    """Return how many rows learners are trained on by a procedure with so many fits."""
    return {1: "two thirds of the rows", 6: "half of the rows"}.get(fits, "90% of the rows")


def untold_words(have: str, fits: int, corrected: int) -> str:
    """Return what the answer does not say; ``corrected`` fits are needed for learners without measured factors."""
    if have == "estimators" and fits == 1:
        return "how much the result depends on the training set: there is only one"
    if have == "estimators" and 20 <= fits < corrected:
        more = f"whether learners without measured factors differ, which takes {corrected} fits per learner"
        return f"{DOES_NOT_TELL[have]}; {more}"
    return DOES_NOT_TELL[have]


def evidence_words(have: str, metric: str, test: str, procedure: str) -> str:
    """Return where the numbers of the lab are."""
    if have == "estimators":
        return f"docs/cards/{procedure}.md"
    if have != "predictions":
        return CARDS[have]
    if metric == "accuracy":
        return "docs/cards/mcnemar-holdout.md (of mcnemar, which is more cautious)"
    named = "docs/cards/bootstrap-holdout.md (of bootstrap-percentile)"
    return named if test == "bootstrap-percentile" else "docs/evaluations.md"


def affordable_words(fits: int, fewest: int, *, bounded: bool) -> str:
    """Return how many fits per learner are needed: ``fewest`` to ``fits``, or at most what the user can afford."""
    least = "at most " if bounded else f"{fewest} to "
    return f"{least if fewest < fits else ''}{fits} fit{'s' * (fits > 1)} per learner" if fits else "no fits"


def advice_words(lines: Mapping[str, str], command: str) -> str:
    """Write labelled lines, 80 columns wide, and the command; without the lines that say nothing."""
    told = [filled(words, f"{label + ':':<{INDENT}}", " " * INDENT) for label, words in lines.items() if words]
    shown = [""]
    for part in re.split(r" (?=--)", command):  # broken before an option, so that it can still be copied
        if shown[-1] and len(shown[-1]) + len(part) > WIDTH - 5:
            shown.append("")
        shown[-1] += f" {part}" if shown[-1] else part
    return "\n".join([*(line for part in told for line in part), "run:", "  " + " \\\n    ".join(shown)])
