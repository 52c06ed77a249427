"""What a table is, by its columns: scores of splits, predictions, scores of items, or a league; and what reads it.

Where two readings are possible, the command that was typed decides between them; another one names both.
"""

import re
import shlex
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

import numpy as np

from outperform.core import InputError, Values
from outperform.data.cells import holds_words, is_missing
from outperform.data.leftovers import are_fractions, are_whole, is_identifier, is_measure, is_text
from outperform.data.metric_meanings import called_like_metric
from outperform.data.roles import (
    DATASETS,
    FOLDS,
    ITEMS,
    ITEMS_OR_DATASETS,
    LEARNERS,
    MAYBE_ITEMS,
    METRICS,
    REPEATS,
    RUNS,
    SEEDS,
    SIZES,
    SURELY_DATASETS,
    SURELY_SYSTEMS,
    SYSTEMS,
    TRUTHS,
    TRUTHS_OF_ROWS,
    called,
    first_called,
    role_of,
    split_columns,
    word_set,
    words_of,
)
from outperform.data.tables import INDEX, STDIN, STDIN_NAME
from outperform.data.values import listed
from outperform.surface import command

_TOOLS = (  # columns that a tool always writes
    ({"Key_Dataset", "Key_Scheme"}, "LEAGUE"),  # Weka
    ({"params", "split0_test_score"}, "SPLITS"),  # a search of scikit-learn
    ({"run_id", "experiment_id", "status"}, "SPLITS"),  # MLflow
)
_SPLITS = (*REPEATS, *FOLDS)
_ITEM_NAMES = (*ITEMS, *MAYBE_ITEMS)
_SAY_SCORES = word_set(
    "score scores correct right passed pass solved success win won match em hit grade rating points resolved value "
    "ok fail failed wrong completed accepted"
)
_ALIKE = 3  # columns with the same labels: one may be the truth of the others
_NUMBERED = re.compile(r"(fold|split|run|rep|repeat|cv|iter|seed|\d)\w*", re.IGNORECASE)
_SIZES = tuple(words for sizes in SIZES.values() for words in sizes)


class TableKind(Enum):
    """What a table holds: in words, the command that reads it, and what follows that."""

    SPLITS = ("scores of the splits of one data set", "scores", "{}")
    PREDICTIONS = ("predictions beside the truth", "predictions", "{}")
    ITEMS = ("scores of systems on items", "evals", "{}")
    LEAGUE = ("scores on several data sets", "league", "--table {}")


def splits_elsewhere() -> str:
    """Return where the splits of one data set are judged."""
    return f"for scores of the splits of one data set use {command('scores')}"


def check_kind(columns: Mapping[str, Any], wanted: TableKind, source: str) -> None:
    """Raise an InputError for a table that is of another kind, with the command that reads it."""
    other = other_kind(columns, wanted, source, f" (columns {listed(columns)})")
    if other:
        raise InputError(source, other)


def other_kind(columns: Mapping[str, Any], wanted: TableKind, source: str, shown: str = "") -> str | None:
    """Return what a table is that cannot be of this kind, with the commands that read it; else None."""
    kinds = kinds_of(columns)
    if not kinds or wanted in kinds:
        return None
    may = "may hold" if len(kinds) > 1 else "holds"
    what, commands = " or ".join(kind.value[0] for kind in kinds), reading_commands(columns, kinds, source)
    needs = "; a league needs a column dataset" if wanted is TableKind.LEAGUE and len(kinds) > 1 else ""
    named = " (or name them: datasets=[…])" if needs and source == "table" else ""
    return f"{may} {what}{shown}, not {wanted.value[0]}: use {' or '.join(commands)}{needs}{named}"


def reading_commands(columns: Mapping[str, Any], kinds: Iterable[TableKind], source: str) -> list[str]:
    """Return the commands that read a table, as one of several kinds each."""
    path = STDIN if source == STDIN_NAME else "TABLE" if source == "table" else shlex.quote(source)
    truth = first_called(columns, TRUTHS) or maybe_truth(columns) or "COL"
    ending = {TableKind.PREDICTIONS: f" --truth {shlex.quote(truth)}"}
    return [command(kind.value[1], kind.value[2].format(path) + ending.get(kind, "")) for kind in kinds]


def kinds_of(columns: Mapping[str, Any]) -> tuple[TableKind, ...]:
    """Return what a table may be: one kind where its columns show it clearly, () where they say nothing.

    Examples
    --------
    >>> names, scores = np.array(["a", "b"], dtype=object), np.array([0.5, 0.7])
    >>> [kind.name for kind in kinds_of({"dataset": names, "nb": scores, "tree": scores})]
    ['LEAGUE']
    >>> [kind.name for kind in kinds_of({"nb": scores, "tree": scores})]
    ['SPLITS', 'ITEMS']
    """
    given = {name: np.asarray(column) for name, column in columns.items()}
    if not given or any(column.ndim != 1 or not len(column) for column in given.values()):
        return ()
    if _is_row_per_learner(given):
        return (TableKind.SPLITS,)
    found = _kinds_shown(given)
    if not found and (named := _kinds_by_names(given)):
        return named
    if set(found) & {TableKind.LEAGUE, TableKind.PREDICTIONS} or maybe_truth(given) is None:
        return found
    if TableKind.SPLITS in found and any(words_of(name) in _SPLITS for name in given):
        return found
    words = called_like_truth(given) is not None and not any(_holds_scores(name, given[name]) for name in given)
    return (TableKind.PREDICTIONS,) if words else (TableKind.PREDICTIONS, TableKind.ITEMS)


def is_of_tool(columns: Mapping[str, Any]) -> bool:
    """Return whether a table has the columns that a tool always writes."""
    return any(names <= columns.keys() for names, _ in _TOOLS)


def _is_row_per_learner(columns: Mapping[str, Values]) -> bool:
    """Return whether each row is a learner, and each column a split: fold1, fold2 and so on."""
    if is_of_tool(columns) or not split_columns(columns) or first_called(columns, (*ITEMS, *_SPLITS)) is not None:
        return False
    return not _several_datasets(columns, DATASETS) and any(is_text(column) for column in columns.values())


def _kinds_by_names(columns: Mapping[str, Values]) -> tuple[TableKind, ...]:
    """Return what a table is whose learners have several rows each, with names of items or tasks beside them."""
    learner = first_called(columns, LEARNERS, lambda name: is_text(columns[name]))
    beside = (*_SPLITS, *_SIZES, *SEEDS, *RUNS, *TRUTHS, *DATASETS, *ITEMS)
    if learner is None or is_of_tool(columns) or first_called(columns, beside) is not None:
        return ()
    if len(set(columns[learner].tolist())) == len(columns[learner]):
        return ()
    if first_called(columns, MAYBE_ITEMS, lambda name: words_of(name) not in ITEMS_OR_DATASETS) is not None:
        return (TableKind.ITEMS,)
    texts = [name for name in columns if name != learner and words_of(name) not in METRICS and is_text(columns[name])]
    several = any(len(set(map(str, columns[name].tolist()))) > 1 and not holds_words(columns[name]) for name in texts)
    return (TableKind.ITEMS, TableKind.LEAGUE) if several else ()


def maybe_truth(columns: Mapping[str, Any]) -> str | None:
    """Return the column that may hold the truth of predictions beside it, where nothing shows that it does.

    It is called so, and holds numbers or the labels of another column. Where three columns hold the same labels and
    nothing names items, it is the first of them.

    Examples
    --------
    >>> right = np.array([0, 1])
    >>> maybe_truth({"y": right, "svm": right}), maybe_truth({"biopsy": right, "ann": right, "bot": right})
    ('y', 'biopsy')
    >>> maybe_truth({"item": np.array(["a", "b"]), "ann": right, "bot": right, "human": right})
    """
    given = {name: np.asarray(column) for name, column in columns.items()}
    if first_called(given, (*LEARNERS, *SYSTEMS)) is not None:
        return None
    truth = called_like_truth(given)
    if truth is not None or first_called(given, ITEMS) is not None:
        return truth
    labels = {name: frozenset(map(str, column.tolist())) for name, column in given.items() if _is_label(name, column)}
    alike = [name for name in labels if sum(labels[name] == other for other in labels.values()) >= _ALIKE]
    return next(iter(alike), None)


def called_like_truth(columns: Mapping[str, Any]) -> str | None:
    """Return the column that is called like a truth, beside others that may predict it; None without one."""
    given = {name: np.asarray(column) for name, column in columns.items()}
    for name in called(given, TRUTHS_OF_ROWS):
        others = [column for other, column in given.items() if other != name and _holds_scores(other, column)]
        texts = [column for other, column in given.items() if other != name and is_text(column)]
        labels = set(map(str, given[name].tolist()))
        numbers = not is_text(given[name]) and bool(others)
        if numbers or any(set(map(str, column.tolist())) <= labels for column in texts):
            return name
    return None


def may_be_labels(columns: Mapping[str, Any]) -> bool:
    """Return whether a table has one column beside ids, of few labels, whose name does not say that it holds scores."""
    given = {name: np.asarray(column) for name, column in columns.items()}
    values = [
        name for name, column in given.items() if _holds_scores(name, column) and words_of(name) not in _ITEM_NAMES
    ]
    if len(values) != 1 or first_called(given, (*LEARNERS, *SYSTEMS)) is not None or are_fractions(given[values[0]]):
        return False
    words = set(words_of(values[0]).split())
    return not (words & _SAY_SCORES or called_like_metric(values[0]))


def columns_by_metric(names: Iterable[str]) -> dict[str, list[str]]:
    """Return columns by their metric where each system has one per metric, as gpt_correct and gpt_latency; else none.

    Examples
    --------
    >>> columns_by_metric(["a_acc", "b_acc", "a_cost", "b_cost"])
    {'acc': ['a_acc', 'b_acc'], 'cost': ['a_cost', 'b_cost']}
    >>> [*columns_by_metric(["score_a", "score_b", "n_tokens_a", "n_tokens_b"])]
    ['score', 'n tokens']
    >>> columns_by_metric(["gpt_4", "gpt_5", "claude_4", "claude_5"])
    {}
    """
    words = {name: words_of(name).split() for name in names}
    for before in (False, True):
        by_metric: dict[str, dict[str, str]] = {}
        for name, parts in words.items():
            for cut in range(1, len(parts)):
                one, other = " ".join(parts[:cut]), " ".join(parts[cut:])
                metric, stem = (one, other) if before else (other, one)
                if _is_measured(metric):
                    by_metric.setdefault(metric, {})[stem] = name
        shared = {metric: each for metric, each in by_metric.items() if len(each) > 1}
        alike = [frozenset(each) for each in shared.values()]
        kept = {metric: each for metric, each in shared.items() if alike.count(frozenset(each)) > 1}
        if kept and len({*map(frozenset, kept.values())}) == 1:
            return {metric: [*each.values()] for metric, each in kept.items()}
    return {}


def _is_measured(word: str) -> bool:
    return word in _SAY_SCORES or called_like_metric(word) or is_measure(word)


def check_levels(table: Any) -> None:
    """Raise an InputError for a frame with two levels of columns of which one names several metrics."""
    columns: Any = getattr(table, "columns", None)
    levels = getattr(columns, "nlevels", 1)
    for level in range(levels if levels > 1 else 0):
        found = list(dict.fromkeys(map(str, columns.get_level_values(level))))
        if len(found) > 1 and all(_is_measured(words_of(each)) for each in found):
            how = f"keep one, as in table.xs({found[0]!r}, axis=1, level={level})"
            raise InputError("table", f"has columns of several metrics ({listed(found)}): {how}")


def labelled_alike(columns: Mapping[str, Any]) -> str | None:
    """Return the first column whose labels another column has, too; None without one."""
    given = {
        name: np.asarray(column) for name, column in columns.items() if not is_identifier(name, np.asarray(column))
    }
    labels = {name: set(map(str, column.tolist())) for name, column in given.items() if not are_fractions(column)}
    few = {name: each for name, each in labels.items() if 1 < len(each) <= len(given[name]) / 2}
    return next((name for name in few if any(few[other] <= few[name] for other in few if other != name)), None)


def telling(columns: Mapping[str, Any], kind: TableKind) -> dict[str, Any]:
    """Return the options that a reader of a kind needs where a column may be the truth, or a system."""
    truth = maybe_truth(columns)
    if truth is None or kind not in (TableKind.PREDICTIONS, TableKind.ITEMS):
        return {}
    if kind is TableKind.PREDICTIONS:
        return {"truth": truth}
    others = [name for name in columns if name != truth and role_of(name) is None and not is_measure(name)]
    others = [name for name in others if _holds_scores(name, np.asarray(columns[name]))]
    return {"systems": others} if called_like_truth(columns) and others else {}


def _is_label(name: str, column: Values) -> bool:
    """Return whether a column holds one of two labels per row, as 0 and 1, or yes and no."""
    return _holds_scores(name, column) and not is_measure(name) and len(set(map(str, column.tolist()))) == 2


def _kinds_shown(given: Mapping[str, Values]) -> tuple[TableKind, ...]:
    kind = kind_of(given)
    if kind is not None:
        return (kind,)
    scores = [name for name, column in given.items() if _holds_scores(name, column)]
    rest = [name for name in given if name not in scores]
    if len(scores) < 2 or not any(are_fractions(given[name]) for name in scores) or len(rest) > 1:
        return ()
    if not rest:
        called_so = called(scores, (*TRUTHS_OF_ROWS, *_SPLITS, *_SIZES, *SEEDS, *DATASETS))
        return () if called_so or any(map(called_like_metric, scores)) else (TableKind.SPLITS, TableKind.ITEMS)
    names = given[rest[0]]
    unclear = rest[0] == INDEX or words_of(rest[0]) in ITEMS_OR_DATASETS
    numbered = all(_NUMBERED.match(str(cell)) for cell in names.tolist())
    return (TableKind.LEAGUE, TableKind.ITEMS) if unclear and is_text(names) and not numbered else ()


def kind_of(columns: Mapping[str, Values]) -> TableKind | None:
    """Return what a table is where its columns show it clearly; None where it may be several things."""
    tool = next((TableKind[kind] for names, kind in _TOOLS if names <= columns.keys()), None)
    if tool is not None:
        return tool
    item, learner, truth = (first_called(columns, words) for words in (ITEMS, LEARNERS, TRUTHS))
    splits = [name for name in columns if words_of(name) in (*_SPLITS, *_SIZES)]
    beside = {item, learner, truth, *splits}
    scores = [name for name in columns if name not in beside and _holds_scores(name, columns[name])]
    if truth is not None and _are_predictions(columns, item, learner, truth, scores):
        return TableKind.PREDICTIONS
    if item is not None:
        return TableKind.ITEMS if scores and truth is None else None
    if _are_datasets(columns, learner, scores, bool(splits)):
        return TableKind.LEAGUE
    numbered = any(words_of(name) in _SPLITS for name in splits) or len(splits) > 1
    if (
        numbered
        and truth is None
        and not _several_datasets(columns, DATASETS)
        and (learner is not None or len(scores) > 1)
    ):
        return TableKind.SPLITS
    whole_runs = (
        bool(scores) and first_called(columns, SURELY_SYSTEMS) is not None and first_called(columns, RUNS) is not None
    )
    right_or_wrong = learner is None and len(scores) > 1 and all(_is_right_or_wrong(columns[name]) for name in scores)
    return TableKind.ITEMS if not splits and truth is None and (whole_runs or right_or_wrong) else None


def _holds_scores(name: str, column: Values) -> bool:
    kept = name != INDEX and column.dtype.kind not in "mMc" and not is_identifier(name, column)
    scores = not is_text(column) or holds_words(column)
    return kept and scores and not all(map(is_missing, column.tolist()))


def _several(column: Values) -> bool:
    return (is_text(column) or are_whole(column)) and len(set(map(str, column.tolist()))) > 1


def _several_datasets(columns: Mapping[str, Values], names: tuple[str, ...] = SURELY_DATASETS) -> bool:
    name = first_called(columns, names)
    return name is not None and _several(columns[name])


def _are_datasets(columns: Mapping[str, Values], learner: str | None, scores: list[str], has_splits: bool) -> bool:  # noqa: FBT001
    """Return whether rows or columns are data sets."""
    if learner is None:
        return _several_datasets(columns) and len(scores) > 1
    task = first_called(columns, tuple(name for name in DATASETS if name not in ITEMS_OR_DATASETS))
    if task is not None and task != learner:
        return bool(scores) and is_text(columns[learner]) and _several(columns[task])
    names = list(map(str, columns[learner].tolist()))
    if words_of(learner) in SURELY_SYSTEMS or first_called(columns, ITEMS_OR_DATASETS):
        return False
    turned = len(scores) > 2 and len(set(names)) == len(names) > 1 and is_text(columns[learner])
    return turned and not has_splits and not any(map(called_like_metric, scores))


def _are_predictions(
    columns: Mapping[str, Values], item: str | None, learner: str | None, truth: str, scores: list[str]
) -> bool:
    """Return whether other columns predict this one: they have its labels, or its numbers."""
    others = [name for name in columns if name not in (truth, item, learner)]
    if _holds_scores(truth, columns[truth]):
        return bool(scores)
    labels = set(map(str, columns[truth].tolist()))
    if any(set(map(str, columns[name].tolist())) <= labels for name in others):
        return True
    return item is None and learner is None and bool(scores) and 2 * len(labels) <= len(columns[truth])


def _is_right_or_wrong(column: Values) -> bool:
    return {str(cell).lower() for cell in column.tolist()} <= {"0", "1", "0.0", "1.0", "true", "false"}
