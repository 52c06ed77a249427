"""Tables of scores that would be misread: losses, rows and columns of means, several data sets."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Scores
from outperform.data.column_kinds import are_whole, is_text
from outperform.data.tables import Columns, as_floats
from outperform.data.values import listed

MEANS = ("mean", "average", "avg")
_SUMMARIES = (*MEANS, "std", "sd", "median", "total")
_SPLITS = ("fold", "repeat", "split", "cv_fold", "rep", "repetition", "seed")
_NAMES = ("learner", "model", "estimator", "classifier", "regressor", "algorithm", "method", "metric", "scorer")
_DATASETS = ("dataset", "data", "task", "data_set", "data set")
_LOSSES = (
    *("log_loss", "logloss", "cross_entropy", "error_rate", "brier_score", "perplexity"),
    *("rmsle", "rmse", "mse", "mape", "mae", "brier", "error", "loss"),
)
_LOSS = re.compile(rf"(?:.*[_ ./-])?({'|'.join(_LOSSES)})|({'|'.join(_LOSSES)})[_ ./-].*")
_RATE = re.compile(r"(?:.*[_ ./-])?(?P<rate>wer|cer|ter|ppl|bits_per_byte|bpb|nll|hallucination_rate)(?:[_ ./-].*)?")
_EXPENSE = re.compile(
    r"(?!(?:.*[_ ./-])?(?:on|in|low|high|mid|medium|full|half|real|zero|reduced)[_ -](?:time|costs?|price|latency))"
    r"(?:.*[_ ./-])?(?P<rate>latency|costs?|time|runtime|seconds|duration|price)"
    r"(?:[_ ./(-]+(?:in|per|ms|s|secs?|usd|eur|seconds|item|query|request|token|mean|avg|p\d+)\)?)*"
)
_GAIN = re.compile(r"(.*[_ ./-])?(neg|negative|minus|skill|reduction|d2)([_ ./-].*)?|-.*")  # higher is better
_CLOSE = 0.01  # of the largest score: a mean that was rounded


def refuse_losses(tables: Sequence[Scores], *, items: bool = False) -> None:
    """Raise an InputError for positive scores of a metric, or of columns, that are called like a loss.

    Scores of ``items`` are also refused by the names of what evaluations measure, such as wer and latency.
    """
    lost: Callable[[str], str | None] = lower_of if items else loss_of
    others = [str(table.metric) for table in tables if table.metric and lost(table.metric) is None]
    for table in tables:
        if np.nanmax(table.values) <= 0:  # minus the loss
            continue
        found = {lost(name) for name in table.learners}
        by_columns = found.pop() if len(found) == 1 else None
        loss = lost(table.metric or "") or by_columns
        if loss is not None:
            name = f"metric {table.metric}" if table.metric else f"columns {listed(table.learners)}"
            other = f", or compare other metrics: --metric {' '.join(others)} (metric=)" if others else ""
            raise InputError(
                "scores",
                f"{name}: {loss} is a loss (lower is better), but higher scores must be better here. Pass minus the"
                f" values, and call it neg_{loss}{other}",
            )


def loss_of(name: str) -> str | None:
    """Return the loss that a metric or a column is called by, or None.

    Examples
    --------
    >>> loss_of("A_rmse"), loss_of("log_loss_A"), loss_of("neg_log_loss"), loss_of("lossless"), loss_of("accuracy")
    ('rmse', 'log_loss', None, None, None)
    """
    lower = name.strip().lower()
    found = _LOSS.fullmatch(lower)
    return None if found is None or _GAIN.fullmatch(lower) else found[1] or found[2]


def lower_of(name: str) -> str | None:
    """Return the loss, error rate or expense that a metric of an evaluation is called by, or None.

    Examples
    --------
    >>> lower_of("WER"), lower_of("a_wer"), lower_of("latency_ms"), lower_of("response time"), lower_of("rmse")
    ('wer', 'wer', 'latency', 'time', 'rmse')
    >>> lower_of("cost_effectiveness"), lower_of("low-cost"), lower_of("on_time"), lower_of("neg_latency")
    (None, None, None, None)
    """
    lower = name.strip().lower()
    found = _RATE.fullmatch(lower) or _EXPENSE.fullmatch(lower)
    told = None if found is None or _GAIN.fullmatch(lower) else found["rate"]
    return loss_of(name) or told


def without_summaries(columns: Columns) -> tuple[Columns, list[Note]]:
    """Leave out rows such as mean and std below the splits, and note them."""
    first = next(iter(columns))
    for name, column in columns.items():
        if name.strip().lower() not in _SPLITS and (name != first or name.strip().lower() in _NAMES):
            continue
        gone = np.array([is_summary(cell) for cell in column.tolist()])
        if gone.any() and not gone.all():
            kept = {each: cells[~gone] for each, cells in columns.items()}
            names = tuple(dict.fromkeys(str(cell) for cell in column[gone].tolist()))
            return kept, [Note.of(NoteKind.SUMMARY_ROWS, column=name, names=names)]
    return columns, []


def is_summary(cell: object) -> bool:
    """Return whether a cell names a summary of other rows."""
    return isinstance(cell, str) and cell.strip(" .:").lower() in _SUMMARIES


def mean_columns(columns: Columns, learners: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a wide table that summarize the others: a mean that is one, and what stands beside it."""
    summaries = [name for name in learners if is_summary(name)]
    others = [name for name in learners if name not in summaries]
    named = [name for name in summaries if name.strip(" .:").lower() in MEANS]
    if len(others) < 2 or not named:
        return ()
    values = np.array([as_floats(columns[name]) for name in others])
    reach = _CLOSE * np.abs(values).max()
    are_means = all(np.allclose(as_floats(columns[name]), values.mean(axis=0), rtol=0, atol=reach) for name in named)
    return tuple(summaries) if are_means else ()


def are_means(summary: Floats, values: Floats) -> bool:
    """Return whether numbers [row] are the means, sums or medians of others [column, row], as far as they are known.

    Examples
    --------
    >>> are_means(np.array([0.5, 1.0]), np.array([[0.0, 1], [1, 1]]))
    True
    """
    rows = np.flatnonzero(~np.isnan(summary) & ~np.isnan(values).any(axis=0))
    if not rows.size:
        return False
    known, told = values[:, rows], summary[rows]
    reach = _CLOSE * np.abs(known).max()
    kinds = (known.mean(axis=0), known.sum(axis=0), np.median(known, axis=0))
    return any(np.allclose(told, each, rtol=0, atol=reach) for each in kinds)


def refuse_datasets(columns: Columns) -> None:
    """Raise an InputError for a table of several data sets, whose rows are no splits of one."""
    name = next((name for name in columns if name.strip().lower() in _DATASETS), None)
    if name is None or not (is_text(columns[name]) or are_whole(columns[name])):
        return
    names = list(dict.fromkeys(str(cell) for cell in columns[name].tolist()))
    if len(names) > 1:
        raise InputError(
            f"column {name!r}",
            f"has {len(names)} data sets ({listed(names)}). Comparing over several data sets at once is not supported:"
            " pass the scores of one data set, one row per split (columns repeat and fold)",
        )
