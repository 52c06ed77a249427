"""Wide tables: a row per data set (and split), a column per learner; or turned, a row per learner."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from outperform.core import Floats, InputError, Note, NoteKind, Values, did_you_mean
from outperform.data.cells import NumberColumn, as_floats, cell_of, holds_numbers, is_missing, style_of, unreadable
from outperform.data.codes import Codes, codes_of
from outperform.data.leagues.asked import LeagueAsked
from outperform.data.leagues.beside import SPREAD, SortedColumns, sorted_columns
from outperform.data.leagues.records import LeagueRecords
from outperform.data.leagues.roles import with_seeds
from outperform.data.leagues.spreads import Errors, count_columns, errors_of, has_spreads, spread_beside
from outperform.data.leftovers import TEXT, describes_learner, left_out_notes, summary_notes, summary_rows, total_row
from outperform.data.metric_meanings import called_like_metric
from outperform.data.roles import MERELY_NUMBERED, split_columns, word_set, words_of
from outperform.data.shape import splits_elsewhere
from outperform.data.sheet import Sheet
from outperform.data.tables import INDEX
from outperform.data.values import listed

_KNOWN = word_set(
    "abalone adult anneal annealing arrhythmia audiology australian autos balance bank balancescale banknote blood "
    "breastcancer breastw bupa california car chess cifar10 cifar100 cmc colic contraceptive covertype crx creditg "
    "credita creditapproval cleveland cpu dermatology diabetes digits ecoli flags german glass haberman hayesroth "
    "heart heartc hearth heartstatlog hepatitis housing hypothyroid imagenet imdb ionosphere iris jungle kddcup "
    "krvskp labor letter liver lymph lymphography magic mnist fashionmnist monk monks1 monks2 monks3 mushroom "
    "mushrooms musk newthyroid nursery optdigits page pageblocks pendigits pima postoperative primarytumor promoters "
    "satimage satellite segment segmentation shuttle sick sonar soybean spambase spect spectf splice sst2 svhn "
    "thyroid tictactoe titanic usps vehicle votes vote voting vowel waveform wdbc wine winequality winequalityred "
    "wpbc yeast zoo"
)


def is_known_dataset(name: str) -> bool:
    """Return whether a name is one of a well-known data set.

    Examples
    --------
    >>> is_known_dataset("Breast-Cancer"), is_known_dataset("kr vs kp"), is_known_dataset("forest")
    (True, True, False)
    """
    return words_of(name).replace(" ", "") in _KNOWN


_BESIDE = ("dataset", "repeat", "fold", "n_train", "n_test")
IN_MEMORY = "table"  # the origin of a table that is no file
_MANY = 4  # learners, from which on more of them than data sets are odd


def wide_records(sheet: Sheet, roles: dict[str, str], asked: LeagueAsked) -> LeagueRecords:
    """Read a row per data set and a column per learner."""
    sheet, roles = _with_datasets(sheet, roles)
    sized = {"n_train", "n_test"} <= roles.keys()
    kept = {role: name for role, name in roles.items() if role in (_BESIDE if sized else _BESIDE[:3])}
    roles = with_seeds(sheet.columns, kept)
    sheet = without_summary_rows(sheet, roles)
    beside = set(roles.values())
    counted = set(count_columns(sheet, [*sheet.columns]).values()) if has_spreads(sheet) else set()
    rest = [name for name in sheet.columns if name not in beside and name not in counted and name != INDEX]
    sheet, learners, columns, errors = _learners(
        sheet,
        rest,
        asked,
        (as_floats(sheet.columns[roles["n_train"]]), as_floats(sheet.columns[roles["n_test"]])) if sized else None,
    )
    found = _melted(sheet, roles, learners, columns, errors)
    return replace(found, metric=asked.metric, notes=(*found.notes, *_shape_notes(found)))


def _shape_notes(records: LeagueRecords) -> list[Note]:
    """Note a table whose rows and columns may be swapped: more learners than data sets, or learners called iris."""
    learners, datasets = (tuple(map(str, each.names.tolist())) for each in (records.learners, records.datasets))
    many = len(learners) > len(datasets) and len(learners) >= _MANY
    odd = many or (sum(map(is_known_dataset, learners)) >= 2 and not any(map(is_known_dataset, datasets)))
    return [Note.of(NoteKind.MAYBE_TURNED, learners=learners, datasets=datasets)] if odd else []


def _with_datasets(sheet: Sheet, roles: dict[str, str]) -> tuple[Sheet, dict[str, str]]:
    """Return the sheet and its roles with the column that names the data sets."""
    if "dataset" in roles:
        read = words_of(roles["dataset"]) not in ("dataset", "data set", "datasets", "data sets")
        note = Note.of(NoteKind.COLUMNS_READ_AS, columns=((roles["dataset"], "data set"),))
        return sheet.noting(*([note] if read else [])), roles
    texts = [name for name, column in sheet.columns.items() if not holds_numbers(column) and column.dtype.kind in "OUT"]
    if INDEX in sheet.columns and not _counts_rows(sheet.columns[INDEX]):
        return sheet.noting(Note.of(NoteKind.DATASETS_UNNAMED)), roles | {"dataset": INDEX}
    if texts:
        note = Note.of(NoteKind.COLUMNS_READ_AS, columns=((texts[0], "data set"),))
        return sheet.noting(note), roles | {"dataset": texts[0]}
    problem = f"needs a column dataset with the name of each data set, found only {listed(sheet.columns)}"
    named = " (or name them: datasets=[…])" if sheet.origin == IN_MEMORY else ""
    raise InputError(sheet.origin, f"{problem}{named}; {splits_elsewhere()}")


def _counts_rows(column: Values) -> bool:
    """Return whether a column counts the rows, from 0 or 1."""
    found = as_floats(column)
    return bool(found[0] in (0, 1)) and bool((np.diff(found) == 1).all())


def without_summary_rows(sheet: Sheet, roles: Mapping[str, str]) -> Sheet:
    """Leave out rows such as mean and avg. rank below the data sets, and note them; in a long table by learner."""
    column, by = roles["dataset"], roles.get("learner")
    cells = [str(cell) for cell in sheet.columns[column].tolist()]
    groups = np.zeros(len(sheet), dtype=np.int64) if by is None else codes_of(by, sheet.columns[by]).codes
    beside = {name for role, name in roles.items() if role != "score"}
    rest = [each for name, each in sheet.columns.items() if name not in beside and holds_numbers(each, most=True)]
    gone, kept = summary_rows(cells, groups, [as_floats(each, style_of([each])) for each in rest])
    if not gone and not {"repeat", "fold"} & roles.keys():
        total = total_row(cells, groups, [as_floats(each, style_of([each])) for each in rest])
        gone = [] if total is None else [total]
    shown = "the first column" if column == INDEX else column
    left = np.array([cell not in gone for cell in cells])
    return sheet.at(left).noting(*summary_notes(shown, gone, kept))


def _learners(
    sheet: Sheet, rest: list[str], asked: LeagueAsked, sizes: tuple[Floats, Floats] | None
) -> tuple[Sheet, tuple[str, ...], dict[str, NumberColumn], Errors]:
    """Return the columns of learners with their cells and standard errors, and the sheet with notes on the others."""
    unknown = next((name for name in asked.learners if name not in rest), None)
    if unknown is not None:
        raise InputError("learners", f"there is no column {unknown!r}; {did_you_mean(unknown, rest)}")
    if not asked.learners and split_columns(rest):
        problem = f"columns {listed(split_columns(rest))} are called like splits, not like learners"
        raise InputError(
            sheet.origin,
            f"{problem}: give each split a row of its own (columns fold and learner); {splits_elsewhere()}",
        )
    names = [name for name in rest if name in asked.learners] or rest
    texts = [] if asked.learners else [name for name in names if not holds_numbers(sheet.columns[name])]
    _refuse_lists(sheet, texts)
    names = [name for name in names if name not in texts]
    style = style_of([sheet.columns[name] for name in names])
    columns = {name: sheet.scores(name, style) for name in names}
    values = {name: column.numbers for name, column in columns.items()}
    found = SortedColumns(tuple(names), {}) if asked.learners else sorted_columns(sheet, names, values)
    if not found.learners:
        raise _no_learners(sheet, texts)
    if not asked.learners:
        _refuse_scores_as_names(sheet.origin, found.learners, values)
    others = found.others | ({TEXT: tuple(texts)} if texts else {})
    spread = {each.base: (name, each.word) for name in rest if (each := spread_beside(name, rest))}
    errors = errors_of(sheet, {name: columns[name] for name in found.learners}, spread, style, asked, sizes)
    if errors.of:
        others.pop(SPREAD, None)
    notes = left_out_notes(others, chosen=bool(asked.learners))
    return sheet.noting(*notes, *errors.notes, *style.notes), found.learners, columns, errors


def _no_learners(sheet: Sheet, texts: list[str]) -> InputError:
    """Return the error of a table without a column of scores, with the first cell that may be meant as one."""
    how = "; separate columns by commas, semicolons or tabs" if len(sheet.columns) == 1 else ""
    for name in texts[:1]:
        row = next((at for at, cell in enumerate(sheet.columns[name].tolist()) if not is_missing(cell)), 0)
        problem = unreadable(sheet.columns[name][row], "").problem
        how = f"; column {name!r}, row {sheet.numbers[row]} {problem}"
    return InputError(sheet.origin, f"needs a column of scores per learner, found only {listed(sheet.columns)}{how}")


def _refuse_scores_as_names(origin: str, learners: tuple[str, ...], values: dict[str, Floats]) -> None:
    """Raise an InputError for columns that are called by scores: the table begins without a header."""
    named = [cell_of(name) for name in learners]
    known = np.concatenate([values[name] for name in learners])
    low, high = (np.nanmin(known), np.nanmax(known)) if not np.isnan(known).all() else (1.0, 0.0)
    if all(cell is not None and low <= cell.number <= high and "." in name
           for cell, name in zip(named, learners, strict=True)):  # fmt: skip
        how = "add a first row, as in dataset, nb, tree; learners that are called so are chosen (learners=[…])"
        raise InputError(origin, f"its first row must hold the names of the columns, got {listed(learners)}; {how}")


def _refuse_lists(sheet: Sheet, texts: list[str]) -> None:
    """Raise an InputError for cells that hold several scores."""
    for name in texts:
        cells = sheet.columns[name].tolist() if sheet.columns[name].dtype.kind == "O" else []
        row = next((at for at, cell in enumerate(cells) if isinstance(cell, list | tuple | dict | np.ndarray)), None)
        if row is not None:
            raise unreadable(cells[row], sheet.place(name)(row))


def _melted(
    sheet: Sheet,
    roles: dict[str, str],
    learners: tuple[str, ...],
    columns: dict[str, NumberColumn],
    errors: Errors,
) -> LeagueRecords:
    """Make a record of every cell."""
    size, count = len(sheet), len(learners)
    datasets = sheet.names(roles["dataset"], "data set")

    def tiled(role: str) -> Values | None:
        return np.tile(sheet.columns[roles[role]], count) if role in roles else None

    def sized(role: str) -> Floats | None:
        return np.tile(as_floats(sheet.columns[roles[role]]), count) if {"n_train", "n_test"} <= roles.keys() else None

    return LeagueRecords(
        sheet.origin,
        Codes(np.tile(datasets.codes, count), datasets.names),
        Codes(np.repeat(np.arange(count), size), codes_of("header", list(learners)).names),
        np.concatenate([columns[name].numbers for name in learners]),
        np.concatenate([columns[name].reasons for name in learners]),
        np.tile(sheet.numbers, count),
        repeats=tiled("repeat"),
        folds=tiled("fold"),
        n_train=sized("n_train"),
        n_test=sized("n_test"),
        plain="repeat" not in roles and words_of(roles.get("fold", "")) in MERELY_NUMBERED,
        errors=np.concatenate([errors.of.get(name, np.full(size, np.nan)) for name in learners]) if errors.of else None,
        independent=errors.independent,
        notes=sheet.notes,
    )


def turned(sheet: Sheet, learner: str) -> Sheet:
    """Swap rows and columns of a sheet whose rows are learners."""
    sheet = sheet.without(INDEX) if learner != INDEX else sheet
    names = sheet.names(learner, "learner")
    if len(names.names) < len(names):
        twice = names.name(next(row for row in range(len(names)) if (names.codes[:row] == names.codes[row]).any()))
        problem = f"learner {twice!r} has several rows, but there is no column dataset"
        raise InputError(sheet.origin, f"{problem}: add one, or give each learner one row; {splits_elsewhere()}")
    rest = [name for name in sheet.columns if name != learner and holds_numbers(sheet.columns[name])]
    facts = [name for name in rest if describes_learner(name)]
    rest = [name for name in rest if name not in facts]
    metrics = [name for name in rest if called_like_metric(name)]
    if metrics or not rest:
        named = f"{listed(metrics)} called like metrics" if metrics else listed(sheet.columns)
        raise InputError(sheet.origin, f"needs a column dataset beside {learner}, found {named}; {splits_elsewhere()}")
    left_out = [name for name in sheet.columns if name != learner and name not in (*rest, *facts)]
    columns = {"dataset": np.array(rest, dtype=object)}
    for row, name in enumerate(names.names.tolist()):
        cells = np.empty(len(rest), dtype=object)
        cells[:] = [sheet.columns[each][row] for each in rest]
        columns[str(name)] = cells
    notes = [Note.of(NoteKind.TABLE_TURNED, column="" if learner == INDEX else learner)]
    gone = {TEXT: tuple(left_out), "describe the learners": tuple(facts)}
    notes += left_out_notes(gone, chosen=True)
    made = Sheet(columns, sheet.origin, np.arange(1, len(rest) + 1), sheet.notes)
    return made.noting(*notes)


def looks_turned(sheet: Sheet) -> bool:
    """Return whether the columns are called like data sets and the rows are not."""
    first = first_names(sheet)
    rest = [name for name in sheet.columns if name != first]
    known = sum(map(is_known_dataset, rest))
    rows = sum(is_known_dataset(str(cell)) for cell in sheet.columns[first].tolist())
    return known >= 2 and 2 * known >= len(rest) and not rows


def first_names(sheet: Sheet) -> str:
    """Return the first column, which names the rows where nothing else does."""
    return next(iter(sheet.columns))
