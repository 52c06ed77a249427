"""Cautions about the data, the metric and the seed: what users fall into without noticing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from outperform.core import (
    CANONICAL,
    Dataset,
    EstimatorMetric,
    InputError,
    Metric,
    Note,
    NoteKind,
    Scores,
    Seed,
    Trial,
    Unit,
    Values,
    split_spec,
)
from outperform.data import rarest, traps_of
from outperform.engine import Contest
from outperform.metrics import (
    R2,
    Accuracy,
    BalancedAccuracy,
    ExplainedVariance,
    F1Macro,
    F1Weighted,
    MatthewsCorrcoef,
    NegMeanAbsoluteError,
    NegMeanSquaredError,
    NegRootMeanSquaredError,
    PrecisionMacro,
    RecallMacro,
    RowMetric,
    SampleMetric,
)
from outperform.metrics.spelling import CellMean

MAJORITY = 0.8  # share of a class above which accuracy says little
MOST_CELLS = 50_000_000  # rows that are scored to learn what a constant would score
DEFAULT_SEED = 0
ROUNDING = 1e-12
FITTED = {"roc_auc": 0.5, "roc_auc_ovr": 0.5, "roc_auc_ovo": 0.5}  # what a constant scores
OF_CHANCES = {"neg_log_loss", "neg_brier_score", "average_precision", "d2_log_loss_score", "d2_brier_score"}
OF_ONE_CLASS = {"f1", "precision", "recall", "jaccard", "average_precision"}
BY_CLASS = {"balanced_accuracy", "matthews_corrcoef", *OF_ONE_CLASS}  # undefined or set by convention without a class
AVERAGES = (BalancedAccuracy, F1Macro, F1Weighted, PrecisionMacro, RecallMacro)  # a constant is scored on the splits
FIXED: dict[type, float] = {R2: 0.0, ExplainedVariance: 0.0, MatthewsCorrcoef: 0.0}


def check_metrics(contest: Contest) -> Iterator[Note]:
    """Refuse metrics of numbers for classes, before anything is fitted; note those that may be meant for grades."""
    dataset = contest.dataset
    classifies = any(learner.classifies for learner in contest.learners.values())
    if not dataset.has_classes or not classifies:
        return
    for name, metric in contest.metrics.items():
        if not _is_for_numbers(metric):
            continue
        if dataset.target.dtype.kind not in "iu" or isinstance(metric, R2 | ExplainedVariance):
            problem = f"{name} is for numbers, but the target of {dataset.name} holds classes"
            raise InputError("metric", f"{problem}; use accuracy, balanced_accuracy or f1_macro")
        yield Note.of(NoteKind.CLASSES_AS_NUMBERS, metric=name)


def data_traps(contest: Contest, *, forward: bool) -> Iterator[Note]:
    """Note groups that were not given, repeated rows, and a class so large that accuracy says little."""
    if not forward:  # the past may tell of the same patients
        yield from traps_of(contest.dataset)
    yield from _imbalance(contest)


def constant_notes(contest: Contest, tables: Sequence[Scores]) -> Iterator[Note]:
    """Name the learners that score no better than always predicting the same."""
    for table in tables:
        metric = contest.metrics.get(str(table.metric))
        least = None if metric is None else _least(metric, contest.dataset, table)
        if least is None:
            continue
        means = np.nanmean(table.values, axis=(1, 2))
        for name, mean in zip(table.learners, means.tolist(), strict=True):
            if mean <= least + ROUNDING * abs(least):
                facts = {"metric": table.metric, "mean": mean, "least": least, "points": table.unit is Unit.POINTS}
                yield Note.of(NoteKind.NO_BETTER, name, **facts)


def rare_notes(contest: Contest, tables: Sequence[Scores]) -> Iterator[Note]:
    """Note a class with fewer rows than folds, under a metric that counts every class or this one."""
    dataset = contest.dataset
    if not dataset.has_classes or dataset.target.ndim != 1:
        return
    found, word = rarest(dataset), "rows" if dataset.groups is None else "groups"
    for table in tables:
        folds = table.values.shape[2]
        metric = contest.metrics.get(str(table.metric))
        if metric is None or table.traits.forward or found.units >= folds or not _counts(metric, found.label, dataset):
            continue
        facts = {"label": found.label, "units": found.units, "word": word, "folds": folds, "most": found.folds}
        yield Note.of(NoteKind.RARE_CLASS, metric=table.metric, **facts)


def _counts(metric: Metric, label: str, dataset: Dataset) -> bool:
    """Return whether a metric gives a class a weight of its own, so that test sets without it are a problem."""
    try:
        name, given = split_spec(str(metric))
    except InputError:  # a user's own name
        return False
    if name in OF_ONE_CLASS:
        return str(given.get("positive", np.unique(dataset.target)[-1])) == label
    return name in BY_CLASS or name.endswith("_macro") or name.startswith("roc_auc")


def with_seed(trials: Iterable[Trial], seed: Seed) -> list[Trial]:
    """Turn the note on few repeats into a caution where the seed was chosen."""
    if seed in (DEFAULT_SEED, CANONICAL):
        return list(trials)
    return [replace(trial, notes=tuple(_cautious(note, seed) for note in trial.notes)) for trial in trials]


def _cautious(note: Note, seed: Seed) -> Note:
    if note.kind is not NoteKind.FEW_REPEATS:
        return note
    return Note.of(NoteKind.CHOSEN_SEED, *note.about, **dict(note.facts), seed=seed)


def _is_for_numbers(metric: Metric) -> bool:
    return isinstance(metric, RowMetric | SampleMetric) and not isinstance(metric, Accuracy | CellMean)


def _imbalance(contest: Contest) -> Iterator[Note]:
    """Note the share of the largest class where accuracy is the only metric that could show it."""
    dataset, metrics = contest.dataset, contest.metrics.values()
    others = any(isinstance(each, BalancedAccuracy) or str(each) in FITTED for each in metrics)
    if others or not dataset.has_classes or not any(isinstance(each, Accuracy) for each in metrics):
        return
    counts = np.bincount(dataset.strata)
    share = float(counts.max() / counts.sum())
    if share > MAJORITY:
        label = str(dataset.target[np.flatnonzero(dataset.strata == counts.argmax())[0]])
        other = "roc_auc" if len(counts) == 2 else "roc_auc_ovr"
        yield Note.of(NoteKind.IMBALANCED, label=label, share=share, other=other)


def _least(metric: Metric, dataset: Dataset, table: Scores) -> float | None:
    """Return what a constant scores; None where that is not known."""
    if str(metric) in FITTED:
        return FITTED[str(metric)]
    if isinstance(metric, EstimatorMetric) and metric.fingerprint and split_spec(str(metric))[0] in OF_CHANCES:
        return _of_shares(metric, dataset, table)
    if type(metric) in FIXED:
        return FIXED[type(metric)]
    if isinstance(metric, AVERAGES) and dataset.has_classes:
        on_splits = _constant(metric, dataset.strata, table)
        return max(1 / len(np.unique(dataset.strata)), on_splits) if isinstance(metric, BalancedAccuracy) else on_splits
    kinds = Accuracy | NegMeanSquaredError | NegRootMeanSquaredError | NegMeanAbsoluteError
    if not isinstance(metric, kinds) or dataset.has_classes is not isinstance(metric, Accuracy):
        return None
    return _constant(metric, dataset.strata if dataset.has_classes else dataset.target, table)


def _of_shares(metric: EstimatorMetric, dataset: Dataset, table: Scores) -> float | None:
    """Return the mean score, on the same splits, of the shares of the classes among the training rows."""
    from sklearn.dummy import DummyClassifier

    plan, target = table.plan, dataset.target
    if plan is None or len(plan.places) * len(target) > MOST_CELLS:
        return None
    rows, scores = np.zeros((len(target), 1)), []
    for split in plan.splits:
        constant = DummyClassifier(strategy="prior").fit(rows[split.train], target[split.train])
        try:
            scores.append(metric.score_fitted(constant, rows[split.test], target[split.test]))
        except ValueError:  # not defined on these rows
            return None
    return float(np.mean(scores))


def _constant(metric: Metric, target: Values, table: Scores) -> float:
    """Return the mean score, on the same splits, of the training rows' majority class, mean or median."""
    whole = _score(metric, target, target)
    plan = table.plan
    if plan is None or len(plan.places) * len(target) > MOST_CELLS:
        return whole
    mean = float(np.mean([_score(metric, target[split.train], target[split.test]) for split in plan.splits]))
    return max(mean, whole) if isinstance(metric, Accuracy) else mean


def _score(metric: Metric, train: Values, test: Values) -> float:
    """Score the constant of some rows on others; classes are codes."""
    if isinstance(metric, Accuracy):
        return float((test == np.bincount(train).argmax()).mean())
    if isinstance(metric, AVERAGES):
        return metric.score(test, np.full(len(test), np.bincount(train).argmax()))
    constant = np.median(train) if isinstance(metric, NegMeanAbsoluteError) else train.mean()
    return metric.score(test, np.full(len(test), constant))
