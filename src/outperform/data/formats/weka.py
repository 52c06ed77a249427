"""Results of Weka's Experimenter: a row per data set, run, fold and scheme, as CSV or ARFF."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from outperform.core import InputError, Note, NoteKind, Values
from outperform.data.arff import unquoted
from outperform.data.cells import is_missing
from outperform.data.choices import chosen, same_words
from outperform.data.formats.short_names import options_of, told_apart, without_packages
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.long import records_at
from outperform.data.leagues.records import LeagueRecords
from outperform.data.metric_meanings import called_like_metric
from outperform.data.sheet import Sheet
from outperform.data.values import listed

_DATASET, _SCHEME, _OPTIONS, _VERSION = "Key_Dataset", "Key_Scheme", "Key_Scheme_options", "Key_Scheme_version_ID"
_DEFAULT, _MEAN = "Percent_correct", "Avg_"
_SPLITS = {"repeat": "Key_Run", "fold": "Key_Fold"}
_SIZES = {"n_train": "Number_of_training_instances", "n_test": "Number_of_testing_instances"}
_LEARNER = "learner"
Scheme = tuple[str, str, str]  # class, options, version


def weka_records(sheet: Sheet, asked: LeagueAsked) -> LeagueRecords:
    """Read Weka's results; schemes with different options, or versions, are different learners."""
    _refuse_curves(sheet)
    columns = {name: _unquoted(each) if name.startswith("Key_") else each for name, each in sheet.columns.items()}
    metric, name = _metric(columns, asked.metric, sheet.origin)
    schemes = _schemes(columns)
    names = _names(list(dict.fromkeys(schemes)))
    learner = np.array([names[scheme] for scheme in schemes], dtype=object)
    made = Sheet({**columns, _LEARNER: learner}, sheet.origin, sheet.numbers, sheet.notes)
    roles = {"dataset": _DATASET, "learner": _LEARNER}
    roles |= {role: each for role, each in _SPLITS.items() if each in columns}
    roles |= {role: each for role, each in _SIZES.items() if each in columns}
    found = records_at(made, roles, name)
    told = tuple((names[each], " ".join(filter(None, each[:2]))) for each in names)
    notes = (*sheet.notes, Note.of(NoteKind.NAMES_SHORTENED, names=tuple(pair for pair in told if pair[0] != pair[1])))
    return replace(found, metric=metric, notes=notes)


def _unquoted(column: Values) -> Values:
    """Return cells without the single quotes that Weka writes."""
    if column.dtype.kind not in "OUT":
        return column
    found = np.empty(len(column), dtype=object)
    found[:] = [
        unquoted(cell) if (isinstance(cell, str) and len(cell) > 1 and cell[0] == cell[-1] == "'") else cell
        for cell in column.tolist()
    ]
    return found


def _refuse_curves(sheet: Sheet) -> None:
    """Raise an InputError for keys beyond data set, scheme and split that vary, as those of learning curves do."""
    known = (_DATASET, _SCHEME, _OPTIONS, _VERSION, *_SPLITS.values())
    for name, column in sheet.columns.items():
        values = dict.fromkeys(str(cell) for cell in column.tolist()) if name.startswith("Key_") else {}
        if name not in known and len(values) > 1:
            raise InputError(f"{sheet.origin}, column {name!r}", f"has several values ({listed(values)}); keep one")


def _metric(columns: dict[str, Values], wanted: str | None, origin: str) -> tuple[str, str]:
    """Return the metric, and the column that holds it: means over folds are called Avg_Percent_correct."""
    measured = {name.removeprefix(_MEAN): name for name in columns if not name.startswith(("Key_", "Dev_"))}
    known = [each for each in measured if called_like_metric(each)]
    asked = wanted or (_DEFAULT if _DEFAULT in measured else None)
    metric = next((each for each in measured if asked is not None and same_words(each, asked)), "")
    metric = metric or chosen("metric", known, asked, origin)
    return metric, measured[metric]


def _schemes(columns: dict[str, Values]) -> list[Scheme]:
    texts = []
    for name in (_SCHEME, _OPTIONS, _VERSION):
        cells_ = columns[name].tolist() if name in columns else [None] * len(columns[_SCHEME])
        texts.append(["" if is_missing(cell) else str(cell).strip() for cell in cells_])
    return list(zip(*texts, strict=True))


def _names(schemes: Sequence[Scheme]) -> dict[Scheme, str]:
    """Return a readable name per scheme: its class, and the options and versions that tell it from others."""

    def differing(scheme: Scheme) -> str:
        own = options_of(without_packages(scheme[1]))
        others = [options_of(without_packages(each[1])) for each in schemes if each[0] == scheme[0]]
        shared = set(others[0]).intersection(*others[1:])
        packages = {each[0] for each in schemes if _class(each) == _class(scheme)}
        name = _class(scheme) if len(packages) == 1 else scheme[0]
        return " ".join([name, *(each for each in own if each not in shared)])

    return told_apart(
        schemes,
        [
            _class,
            differing,
            lambda scheme: " ".join(filter(None, [_class(scheme), without_packages(scheme[1])])),
            lambda scheme: " ".join(filter(None, scheme[:2])),
            lambda scheme: " ".join(filter(None, [*scheme[:2], f"(version {scheme[2]})"])),
        ],
    )


def _class(scheme: Scheme) -> str:
    return scheme[0].rsplit(".", 1)[-1] or "?"
