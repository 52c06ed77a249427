"""Judge predictions that are already there: labels, values, probabilities or scores of the same rows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from outperform.comparison.familiar import answers_familiar
from outperform.comparison.item_facts import check_margin, with_item_facts
from outperform.comparison.judge import Test, judge_scores
from outperform.comparison.prediction_inputs import Inputs
from outperform.comparison.prediction_metrics import wanted_metrics
from outperform.comparison.result import Comparison
from outperform.core import Judgement, NoteKind, Reason, Refusal, check_level
from outperform.core.checks import plain_seed
from outperform.significance import CATALOGUE


@answers_familiar
def judge_predictions(
    truth: Any,
    predictions: Mapping[str, Any],
    metric: Any = "accuracy",
    test: Test = None,
    *,
    positive: Any = None,
    cluster: Any = None,
    margin: float | None = None,
    ids: Any = None,
    level: float = 0.05,
    seed: int = 0,
    adjust: str | None = None,
    baseline: str | None = None,
) -> Comparison:
    """Judge predictions of the same rows by several learners.

    Parameters
    ----------
    truth
        The true label or value of each row.
    predictions
        The predictions of each learner, by name, row by row: labels or values, or for the metrics ``roc_auc``,
        ``average_precision``, ``neg_log_loss`` and ``neg_brier_score`` the probability (or a score) of the positive
        class.
    metric
        A scikit-learn scorer name, a function of (truth, predictions) where higher is better, or several of them.
    test
        A test, or its name with or without parameters; by default chosen to match the metric: ``mcnemar-midp`` for
        accuracy, ``delong-t`` for ``roc_auc``, ``item-t`` for means over rows such as ``neg_log_loss``,
        ``bootstrap-t`` for F1 and the like, ``clustered-t`` for rows in clusters, else ``bootstrap-percentile``.
    positive
        The positive class, for probabilities and for binary F1, precision and recall; not needed for 0/1 and booleans.
    cluster
        Which rows belong together, such as those of one patient: a label per row.
    margin
        The largest difference that does not matter, in units of the metric (0.01 is one point of accuracy): then
        ``not_worse`` and ``equivalent`` are decided.
    ids
        A name per row, to name the rows that a decision hangs on; by default their numbers, from 1.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed, for tests that draw.
    adjust
        How p-values are adjusted for several pairs: ``"holm"`` (the default), ``"shaffer"`` or
        ``"bergmann-hommel"`` (all pairs), ``"bonferroni"`` or ``"none"``.
    baseline
        The name of a learner: judge every other learner against this one only.

    Examples
    --------
    >>> truth = [1] * 30 + [0] * 30
    >>> judge_predictions(truth, {"a": truth, "b": [1] * 60}).judgements[0].decision.value
    'first'
    """
    level, margin, seed = check_level(level), check_margin(margin, level), plain_seed(seed)
    wanted = wanted_metrics(metric)  # a wrong name is an error before any about the labels
    inputs = Inputs(truth, predictions, positive, cluster, ids)
    tables, notes = inputs.tables(wanted)
    scores = [table.scores(inputs, seed) for table in tables]
    chosen = None if test is None else CATALOGUE.get_entry(test)
    named = test if isinstance(test, str) else None
    judged = judge_scores(scores, chosen, level=level, given=named, adjust=adjust, baseline=baseline)
    judged = with_item_facts(judged, level, margin)
    judgements = tuple(map(_on_one_split, judged.judgements))
    return replace(judged, judgements=judgements, notes=(*notes, *judged.notes), command="predictions")


def _on_one_split(judgement: Judgement) -> Judgement:
    """Return a judgement whose stability is unknown because there is one test set, whatever the test is."""
    if not isinstance(judgement.replicability, Refusal):
        return judgement
    unknown = Refusal(Reason.ONE_SPLIT)
    notes = [
        replace(note, facts=(("reason", unknown.reason), ("test", note["test"])))
        if note.kind is NoteKind.STABILITY_UNKNOWN
        else note
        for note in judgement.notes
    ]
    return replace(judgement, replicability=unknown, notes=tuple(notes))
