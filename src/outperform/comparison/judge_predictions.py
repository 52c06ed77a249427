"""Judge predictions that are already there: labels, values, probabilities or scores of the same rows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from outperform.comparison.familiar import answers_familiar
from outperform.comparison.guarantee import check_guarantee
from outperform.comparison.item_facts import check_margin, with_item_facts
from outperform.comparison.judge_splits import Test, judge_scores
from outperform.comparison.prediction_inputs import Inputs
from outperform.comparison.prediction_metrics import wanted_metrics
from outperform.comparison.result import Comparison
from outperform.core import (
    InputError,
    Judgement,
    Note,
    NoteKind,
    Reason,
    Refusal,
    changed,
    check_flag,
    check_level,
    did_you_mean,
)
from outperform.core.checks import check_seed
from outperform.data.directed import direction_notes
from outperform.data.directions import DirectionWords, Named
from outperform.data.evals.asked import Names, names_asked
from outperform.data.item_columns import repeated_ids
from outperform.data.material import with_system
from outperform.data.predictions.doors import read_predictions, truth_of
from outperform.data.predictions.labels import by_learner
from outperform.data.predictions.table import PredictionColumns, PredictionTable
from outperform.data.tables import own_index
from outperform.significance import CATALOGUE
from outperform.surface import option


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
    guarantee: bool = False,
    ids: Any = None,
    level: float = 0.05,
    seed: int = 0,
    adjust: str | None = None,
    baseline: str | None = None,
    lower: Named = None,
    higher: Named = None,
    learners: Names = None,
    item_col: str | None = None,
    score_col: str | None = None,
    weights: Any = None,
    common: bool = False,
    system_col: str | None = None,
    weight_col: str | None = None,
) -> Comparison:
    """Judge predictions of the same rows by several learners.

    Parameters
    ----------
    truth
        The true label or value of each row; or the name of a column, where ``predictions`` are tables; or, with
        ``item_col``, a frame of the items and their truth.
    predictions
        The predictions of each learner, by name, row by row: labels or values, or for the metrics ``roc_auc``,
        ``average_precision``, ``neg_log_loss`` and ``neg_brier_score`` the probability (or a score) of the positive
        class. Or tables (frames, paths, dicts of columns): one of all learners, or a dict with one per system, which
        are joined by the items: ``judge_predictions("y", {"new": a, "old": b}, item_col="id")``.
    metric
        A scikit-learn scorer name, a function of (truth, predictions), or several of them. A function is tried on right
        and on wrong predictions first: a loss is refused unless ``lower`` names it.
    test
        A test, or its name with or without parameters; by default chosen to match the metric: ``mcnemar-midp`` for
        accuracy, ``delong-t`` for ``roc_auc``, ``item-t`` for means over rows such as ``neg_log_loss``,
        ``bootstrap-t`` for F1 and the like, ``clustered-t`` for rows in clusters, else ``bootstrap-percentile``.
    positive
        The positive class, for probabilities and for binary F1, precision and recall; not needed for 0/1 and booleans.
    cluster
        Which rows belong together, such as those of one patient: a label per row, or of tables the column of them.
    margin
        The largest difference that does not matter, in units of the metric (0.01 is one point of accuracy): then
        ``not_worse`` and ``equivalent`` are decided.
    guarantee
        Whether a margin is decided by a bound that holds for any distribution of the scores, at a cost in power. The
        least and the largest possible score must be known.
    ids
        A name per row, to name the rows that a decision hangs on; by default the labels of the index of a pandas
        Series, unless it counts from 0, else their numbers, from 1.
    level
        The level of the decisions; intervals cover 1 - level.
    seed
        Random seed, for tests that draw.
    adjust
        How p-values are adjusted for several pairs: ``"holm"`` (the default), ``"shaffer"`` or
        ``"bergmann-hommel"`` (all pairs), ``"bonferroni"`` or ``"none"``.
    baseline
        The name of a learner: judge every other learner against this one only.
    lower, higher
        Metrics of which lower, or higher, scores are better, by name, where it is not known: of functions of your own.
    learners
        Which learners to compare, in this order. By default all.
    item_col
        The column that names the items of tables.
    score_col
        The column of predictions of tables with one system each, where several columns may be it.
    system_col
        The column that names the systems of a table with a row per item and system.
    weights, weight_col
        How much each row counts: a number above 0 per row, or of tables the column of them. The metric must be a mean
        over rows, such as accuracy or ``neg_log_loss``; ``item-t`` and ``clustered-t`` then judge weighted means.
    common
        Of several tables: leave out the items that some of them lack.

    Examples
    --------
    >>> truth = [1] * 30 + [0] * 30
    >>> judge_predictions(truth, {"a": truth, "b": [1] * 60}).judgements[0].decision.value
    'first'
    """
    level, margin, seed = check_level(level), check_margin(margin, level), check_seed(seed)
    guarantee = check_guarantee(guarantee, margin)
    wanted = wanted_metrics(metric)  # a wrong name is an error before any about the labels
    names = names_asked("learners", learners)
    check_flag("common", common)
    if weight_col is not None and weights is not None:
        raise InputError("weight_col", f"is the same as {option('weights')}: pass only one of them")
    weights = weights if weight_col is None else weight_col
    asked = PredictionColumns("", item_col, score_col, cluster, weights, names, common)
    if system_col is not None:
        predictions = with_system(predictions, system_col)
    given = _table(truth, predictions, ids, asked)
    words = DirectionWords.of(lower, higher)
    inputs = Inputs(
        given.truth, given.predictions, positive, given.cluster, given.ids, words, given.weights, joined=given.joined
    )
    tables, notes = inputs.tables(wanted)
    scores = [table.scores(inputs, seed) for table in tables]
    directions = direction_notes((table.metric, table.direction, table.values) for table in scores)
    chosen = None if test is None else CATALOGUE.get_entry(test)
    named = test if isinstance(test, str) else None
    judged = judge_scores(scores, chosen, level=level, given=named, adjust=adjust, baseline=baseline)
    judged = with_item_facts(judged, level, margin, guarantee=guarantee)
    judgements = tuple(map(_on_one_split, judged.judgements))
    return replace(
        judged, judgements=judgements, notes=(*given.notes, *notes, *directions, *judged.notes), command="predictions"
    )


def _table(truth: Any, predictions: Any, ids: Any, asked: PredictionColumns) -> PredictionTable:
    """Return truth and predictions row by row: from tables, where the truth is the name of a column, or as given."""
    if isinstance(predictions, PredictionTable):
        return predictions
    if isinstance(truth, str) or (hasattr(truth, "columns") and asked.item is not None):
        apart = None if isinstance(truth, str) else truth
        wanted = replace(asked, truth=truth if isinstance(truth, str) else truth_of(apart, asked))
        found = read_predictions(predictions, wanted, apart)
        return found if ids is None else replace(found, ids=ids)
    for argument, value in (("item_col", asked.item), ("score_col", asked.prediction), ("common", asked.common)):
        if value:
            raise InputError(argument, "is for tables; pass the name of the column of the truth as truth")
    if asked.learners:
        known = by_learner(truth, predictions)
        unknown = next((name for name in asked.learners if name not in known), None)
        if unknown is not None:
            raise InputError("learners", f"there is no learner {unknown!r}; {did_you_mean(unknown, known)}")
        predictions = {name: known[name] for name in asked.learners}
    return PredictionTable(truth, predictions, asked.cluster, asked.weight, ids, tuple(_ids_again(truth, ids, asked)))


def _ids_again(truth: Any, ids: Any, asked: PredictionColumns) -> Iterator[Note]:
    """Note names of rows, as given or of the index of the truth, that repeat without clusters."""
    given = own_index(truth) if ids is None else ids
    if given is not None and asked.cluster is None:
        for note in repeated_ids({"id": np.asarray(given, dtype=object)}):
            facts = dict(note.facts) | {"column": "truth.index" if ids is None else "ids", "surely": ids is not None}
            yield replace(note, facts=(*facts.items(), ("array", True)))


def _on_one_split(judgement: Judgement) -> Judgement:
    """Return a judgement whose stability is unknown because there is one test set, whatever the test is."""
    if not isinstance(judgement.redraws, Refusal):
        return judgement
    unknown = Refusal(Reason.ONE_SPLIT)
    notes = [
        replace(note, facts=(("reason", unknown.reason), ("test", note["test"])))
        if note.kind is NoteKind.STABILITY_UNKNOWN
        else note
        for note in judgement.notes
    ]
    return changed(judgement, redraws=unknown, notes=tuple(notes))
