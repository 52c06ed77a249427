"""The top of a page: the scores of every learner, the data, how they were compared, date and versions."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from math import floor, log10
from typing import Any

import numpy as np

from outperform.comparison import Comparison
from outperform.core import Dataset, InputError, Judgement, Scores, Unit, fingerprint
from outperform.engine.versions import versions
from outperform.metrics.classes import ClassMetric
from outperform.metrics.given import GivenMetric
from outperform.report.pages.blocks import PageTable, small_table
from outperform.words.captions import shared_repeats, sizes_span
from outperform.words.directions import metric_words
from outperform.words.effort import checks_of
from outperform.words.items import items_words
from outperform.words.numbers import duration, many, percent, points_style
from outperform.words.standings import standing_columns
from outperform.words.verdicts import are_adjusted, nouns

MOST_CLASSES = 6  # that are named one by one


def page_date() -> str:
    """Return today's date, or that of ``SOURCE_DATE_EPOCH``, so that a page can be made again byte by byte."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not seconds:
        return date.today().isoformat()
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise InputError("SOURCE_DATE_EPOCH", f"must be a whole number of seconds, got {seconds!r}") from None


def summary_of(comparison: Comparison, data: Dataset | str | None) -> list[tuple[str, str]]:
    """List the facts at the top of a page."""
    return [*_data(comparison, data), *_ways(comparison), ("Date", page_date()), ("Versions", versions())]


def dataset_of(comparison: Comparison, data: Dataset | str | None) -> Dataset | None:
    """Return the data set of a comparison: the one that is given, else the one that the learners ran on."""
    if isinstance(data, Dataset):
        return data
    return None if comparison.contest is None or data else comparison.contest.dataset


def _data(comparison: Comparison, data: Dataset | str | None) -> Iterator[tuple[str, str]]:
    found = dataset_of(comparison, data)
    items = comparison.scores[0].items
    if found is not None:
        columns = found.rows.shape[1] if hasattr(found.rows, "shape") else len(found.rows[0])
        origin = f" ({found.origin})" if found.origin else ""
        yield "Data", f"{found.name}: {found.size} rows, {many(int(columns), 'column')}{origin}"
        yield ("Classes", class_shares(found.target)) if found.has_classes else ("Target", _range(found.target))
    elif data:
        yield "Data", str(data)
    if found is None and items is not None and items.truth is not None:
        of = "of the test set" if comparison.scores[0].values[0].size == 1 else "of the items"
        if isinstance(items.metric, GivenMetric):
            yield "Positive class", f"{percent(float(np.mean(items.metric.positives(items.truth))))} {of}"
        elif isinstance(items.metric, ClassMetric):
            yield f"Classes {of}", class_shares(items.metric.class_of(items.truth))
        elif items.truth.dtype.kind == "f":
            yield f"Target {of}", _range(items.truth)
        else:
            yield f"Classes {of}", class_shares(items.truth)


def _ways(comparison: Comparison) -> Iterator[tuple[str, str]]:
    judgements = comparison.judgements
    metrics = list(dict.fromkeys(metric_words(table.metric or "score", table.direction) for table in comparison.scores))
    yield _plural("Metric", metrics), ", ".join(metrics)
    for name in ("procedure", "test"):
        specs = list(dict.fromkeys(spec for each in judgements if (spec := getattr(each, name)) is not None))
        if specs:
            yield _plural(name.capitalize(), specs), ", ".join(specs)
    yield splits_words(comparison)
    yield "Level", f"{judgements[0].level:g}"


def splits_words(comparison: Comparison) -> tuple[str, str]:
    """Describe the splits that differences use; a single test set is not called one, nor are items of fixed systems."""
    scores = comparison.scores[0]
    if has_items(scores):
        return "Items", items_words(scores)
    pairs = [scores, *(each.scores for each in comparison.judgements if each.scores is not None)]
    used = np.array([each.values.shape[1] for each in pairs])
    widest = pairs[int(used.argmax())]  # plans with more repeats begin alike
    trained, tested = (None if sizes is None else sizes_span(sizes) for sizes in (widest.n_train, widest.n_test))
    fitted = [] if trained is None else [f"trained on {many(trained, 'row')}"]
    if is_single(scores):
        return "Test set", ", ".join(["one" if tested is None else many(tested, "row"), *fitted])
    shape = f"{many(sizes_span(used), 'repeat')} of {many(widest.traits.folds, 'fold')}"
    return "Splits", ", ".join([shape, *fitted, *([] if tested is None else [f"tested on {many(tested, 'row')}"])])


def has_items(scores: Scores) -> bool:
    """Return whether these are scores of fixed systems on items."""
    return scores.items is not None and scores.items.row_scores is not None and scores.single


def is_single(scores: Scores) -> bool:
    """Return whether there is one test set and no more."""
    return int((~np.isnan(scores.values)).any(axis=0).sum()) == 1


def class_shares(target: Any) -> str:
    """Write the share of every class, the most frequent first; of many classes only the ends.

    Examples
    --------
    >>> class_shares(np.array(["yes", "no", "no", "no"]))
    'no: 75.0 %, yes: 25.0 %'
    """
    names, counts = np.unique(np.asarray(target).astype(str), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    shown = [f"{names[at]}: {percent(counts[at] / counts.sum())}" for at in order]
    if len(shown) <= MOST_CLASSES:
        return ", ".join(shown)
    return f"{len(shown)}, from {shown[0]} to {shown[-1]}"


def _range(target: Any) -> str:
    values = np.asarray(target, dtype=float)
    return f"numbers from {values.min():.4g} to {values.max():.4g}"


def means_of(comparison: Comparison) -> PageTable:
    """Lay out the mean score of every learner under every metric, the best of the first metric on top.

    Fixed systems have an interval too, and the places that the decisions leave open.
    """
    tables, judgements = comparison.scores, comparison.judgements
    if comparison.standings and len(tables) == 1:
        level = judgements[0].level if judgements else comparison.level
        columns = standing_columns(comparison.standings, tables[0].unit, level, "system")
        about = "Score on the items" if has_items(tables[0]) else "Mean score"
        caption = f"{about}, its interval, and the places that the decisions leave open"
        return _scores_table(list(columns)[1:], list(zip(*columns.values(), strict=True)), caption, judgements)
    splits = np.array([(~np.isnan(scores)).sum() for table in tables for scores in table.values])
    order = np.argsort(-tables[0].means, kind="stable")
    means = [_means(scores) for scores in tables]
    rows = [(name, *(column[name] for column in means)) for name in (tables[0].learners[at] for at in order)]
    spread = f"Mean over {sizes_span(splits)} splits ± standard deviation over the splits"
    spread += "".join(f". {words}" for words in shared_repeats(tables))
    about = (
        "Score on the items" if has_items(tables[0]) else "Score on the test set" if is_single(tables[0]) else spread
    )
    return _scores_table([scores.metric or "score" for scores in tables], rows, about, judgements)


def _scores_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str, judgements: Sequence[Judgement]
) -> PageTable:
    noun = nouns(judgements).removesuffix("s")
    return small_table([noun, *heads], rows, caption, "scores", "Scores")


def _means(scores: Scores) -> dict[str, str]:
    """Write the mean score of every learner, with its spread where there are several splits."""
    means, spreads = scores.means, np.array([np.nanstd(own) for own in scores.values])
    if scores.unit is Unit.POINTS:
        style = points_style(*(100 * np.diff(np.sort(means))))
        shown = [percent(float(mean), style) for mean in means]
        wide = [f"{100 * spread:.1f}" for spread in spreads]
    else:
        style = _style(spreads)
        shown, wide = ([format(value, style).replace("-", "−") for value in each] for each in (means, spreads))
    both = zip(shown, wide, strict=True)
    written = shown if is_single(scores) else [f"{mean} ± {spread}" for mean, spread in both]
    return dict(zip(scores.learners, written, strict=True))


def _style(spreads: Any) -> str:
    """Choose decimals for scores without a unit: two digits of the smallest spread, at most six decimals."""
    least = min((float(spread) for spread in spreads if spread > 0), default=0.01)
    return f".{min(6, max(0, 1 - floor(log10(least))))}f"


def _plural(word: str, values: list[str]) -> str:
    return word if len(values) == 1 else f"{word}s"


def facts_of(comparison: Comparison, data: Dataset | str | None) -> Iterator[tuple[str, str]]:
    """List what another person needs to get the same numbers, beyond what stands at the top of the page."""
    scores, found = comparison.scores[0], dataset_of(comparison, data)
    yield from dict.fromkeys(_specs(comparison))
    if scores.plan is not None or any(judgement.verdict.is_drawn for judgement in comparison.judgements):
        yield "Seed", str(scores.seed)
    if scores.seconds is not None:
        each, spent = zip(*map(_fits, _widest(comparison).values()), strict=True)
        checks = checks_of(comparison.judgements)
        whole = [fits + checks.get(name, 0) for name, fits in zip(_widest(comparison), each, strict=True)]
        yield "Fits", f"{sum(whole)} in total, {sizes_span(np.array(whole))} per learner"
        if any(checks.values()):
            yield "Fits to check the threshold", f"{sizes_span(np.array(list(checks.values())))} of them per learner"
        yield "Time of the fits that are judged", duration(sum(spent))
    if found is not None:
        yield "Fingerprint of the data", found.fingerprint
    if scores.plan is not None:
        yield "Fingerprint of the splits", scores.plan.fingerprint
    yield "Fingerprint of the scores", fingerprint([table.values for table in comparison.scores])


def _widest(comparison: Comparison) -> dict[str, tuple[Scores, int]]:
    """Return the table with the most repeats of each learner, and the learner's place in it."""
    tables = [*comparison.scores, *(each.scores for each in comparison.judgements if each.scores is not None)]
    widest: dict[str, tuple[Scores, int]] = {}
    for table in sorted(tables, key=lambda table: table.values.shape[1]):
        widest |= {name: (table, place) for place, name in enumerate(table.learners)}
    return widest


def _fits(where: tuple[Scores, int]) -> tuple[int, float]:
    """Return the fits of a learner, and the seconds that they took."""
    table, place = where
    done = ~np.isnan(table.values[place])
    return int(done.sum()), 0.0 if table.seconds is None else float(table.seconds[place][done].sum())


def _specs(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """List procedures and tests with all their parameters, and how p-values were adjusted."""
    for judgement in comparison.judgements:
        if judgement.full_procedure is not None:
            yield "Procedure, all parameters", judgement.full_procedure
        yield "Test, all parameters", judgement.full_test
    if are_adjusted(comparison.judgements):
        yield "Adjustment of p-values", comparison.judgements[0].adjustment
