"""One reader for everything: it finds out what is given, and reads it as the verb of that kind does.

Files, folders, frames, dicts, rows and scikit-learn's output become a ``Material``; where two readings are possible it
asks.
"""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from outperform.core import InputError, LeagueTable, Note, Scores, did_you_mean, unmasked
from outperform.data.directions import DirectionWords
from outperform.data.evals.asked import REFUSE, names_asked
from outperform.data.evals.evals import Evals, scores_of_evals
from outperform.data.formats.known import is_output, is_results, is_runs, is_search
from outperform.data.named_columns import ROLES, NamedColumns, PlainTable
from outperform.data.paths import files_of, is_file_of_truth, is_log, named_path
from outperform.data.predictions.table import PredictionColumns, PredictionTable
from outperform.data.roles import (
    OF_ITEMS,
    OF_LEAGUES,
    OF_SPLITS,
    SCORES,
    SURELY_PREDICTIONS,
    TRUTHS,
    TRUTHS_OF_ROWS,
    called,
    words_of,
)
from outperform.data.shape import TableKind, check_levels, kinds_of, labelled_alike, may_be_labels, maybe_truth, telling
from outperform.data.splits.arrays import ScoreTables
from outperform.data.table_files import ReadFiles, filled_columns, read_columns, rows_of_json
from outperform.data.tables import (
    STDIN,
    Columns,
    columns_of,
    columns_of_rows,
    indexed_columns,
    objects_of,
    series_name,
    source_name,
)
from outperform.data.unnamed_columns import check_named
from outperform.data.values import listed
from outperform.surface import either, option
from outperform.visible import one_line
from outperform.words.material import evals_words, league_words, predictions_words, splits_words

SPLITS, PREDICTIONS, ITEMS, LEAGUE = TableKind
KINDS = {kind.name.lower(): kind for kind in TableKind}
"""The kinds by the names that users type."""
READING = {
    SPLITS: ("n_train", "n_test", "seed", "metric", "learners", "lower", "higher", "system_col", "score_col"),
    PREDICTIONS: ("truth", "learners", "cluster", "common", "item_col", "system_col", "score_col", "weights"),
    ITEMS: (
        *("metric", "filter", "task", "cluster", "weights", "missing", "common", "learners", "lower", "higher"),
        *("item_col", "system_col", "sample_col", "score_col", "task_col"),
    ),
    LEAGUE: (
        *("metric", "higher_is_better", "missing", "learners", "datasets", "lower", "higher", "dataset_col"),
        *("system_col", "score_col", "runs", "spread"),
    ),
}
"""The options that each kind is read with."""
NO_COLUMNS = NamedColumns({})
_ROLES = (*OF_ITEMS.values(), *OF_SPLITS.values(), *OF_LEAGUES.values(), TRUTHS_OF_ROWS)
SAME = {"systems": "learners", "weight_col": "weights"}
FLAGS = ("common", "runs", "guarantee", "sequential", "as_they_come")

Content = ScoreTables | PredictionTable | Evals | LeagueTable
Options = Mapping[str, Any]
Fits = Callable[[TableKind], bool]


@dataclass(frozen=True, eq=False, repr=False)
class Material:
    """What was read: its kind, its content, and what a reader should know of it.

    Examples
    --------
    >>> read({"new": [[1, 0], [1, 1]], "old": [[0, 0], [1, 0]]}, kind="items")
    Material(scores of 2 systems on 2 items, 2 samples each)
    """

    kind: str  # splits, predictions, items or league
    content: Content
    source: str = ""  # the files, as they were named; "" for what was in memory
    truth: str | None = None  # of predictions: the column of the truth

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know of how it was read."""
        return self.content.notes

    @property
    def words(self) -> str:
        """What it is, in a line."""
        content = self.content
        if isinstance(content, ScoreTables):
            return one_line(splits_words(content.scores))
        if isinstance(content, PredictionTable):
            return one_line(predictions_words(len(content.predictions), len(content.truth), self.truth))
        return one_line(evals_words(scores_of_evals(content)) if isinstance(content, Evals) else league_words(content))

    def __repr__(self) -> str:
        """Write in a line what there is."""
        return f"Material({self.words})"


def read(given: Any, *, kind: str | None = None, **options: Any) -> Material:
    """Read whatever holds scores or predictions, and find out what it is.

    Parameters
    ----------
    given
        A file, a folder of logs, or several of them: a list (``name=FILE`` names the system), or a dict from names to
        files; ``"-"`` is standard input. A frame, a dict, a list of rows. What ``cross_validate`` and searches of
        scikit-learn return, and MLflow's run table. What was read before.
    kind
        ``"splits"``, ``"predictions"``, ``"items"`` or ``"league"``, where several readings are possible.
    options
        What the reader of that kind takes: ``metric``, ``learners`` (the same as ``systems``), ``lower``, ``higher``;
        for splits ``n_train``, ``n_test``; for predictions ``truth``, ``cluster``; for items ``task``, ``cluster``,
        ``filter``, ``missing``, ``common``; for a league ``missing``, ``datasets``, ``higher_is_better``, ``runs``,
        ``spread``. Columns whose names do not say what they are: ``item_col``, ``system_col``, ``sample_col``,
        ``score_col``, ``dataset_col``, ``task_col``, ``weight_col``.

    Examples
    --------
    >>> read({"tree": [[0.9, 0.8], [0.7, 0.9]], "bayes": [[0.8, 0.8], [0.7, 0.8]]})
    Material(scores of 2 learners on 2 repeats of 2 folds)
    >>> read({"new": [1, 0, 1], "old": [0, 0, 1]}, kind="items").kind
    'items'
    """
    asked = reading_options(options)
    return reader_of(given).read(kind, asked)


def reading_options(options: Options) -> dict[str, Any]:
    """Return the options that say something; raise an InputError for one that no reader has."""
    known = dict.fromkeys(name for names in READING.values() for name in (*names, *SAME))
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise InputError(unknown, f"is not an option; {did_you_mean(unknown, known)}")
    return said(options)


def said(options: Options) -> dict[str, Any]:
    """Return the options that say something; systems are learners by another name."""
    told = {
        name: value for name, value in options.items() if value is not None and not (name in FLAGS and value is False)
    }
    for name, ours in SAME.items():
        if name in told:
            if ours in told:
                raise InputError(name, f"is the same as {option(ours)}: pass only one of them")
            told[ours] = told.pop(name)
    return told


def check_taken(asked: Options, kind: TableKind, taken: Mapping[TableKind, Sequence[str]], source: str) -> None:
    """Raise an InputError for an option that is for material of other kinds."""
    for name in asked:
        if name not in taken[kind]:
            whose = " and ".join(each.value[0] for each, names in taken.items() if name in names)
            raise InputError(name, f"is for {whose}, but {source} holds {kind.value[0]}: leave it out")


def options_of(kind: TableKind, asked: Options) -> dict[str, Any]:
    """Return the options that a kind is read with; a list with one metric is that metric, where only one is read."""
    own = {name: asked[name] for name in READING[kind] if name in asked}
    metrics = own.get("metric")
    if kind in (ITEMS, LEAGUE) and isinstance(metrics, list | tuple):
        if len(metrics) != 1:
            raise InputError("metric", f"must be one for {kind.value[0]}, got {', '.join(map(str, metrics))}")
        own["metric"] = metrics[0]
    return own


@dataclass(frozen=True, eq=False)
class Readable(ABC):
    """Something that is given, and how it is read."""

    given: Any
    source: str  # its name in errors

    def read(self, kind: str | None, asked: Options) -> Material:
        """Read it as a kind, or as the only one that it may be; refuse options that are for other kinds."""
        found = self.kind(asked) if kind is None else known_kind(kind)
        check_taken(asked, found, READING, self.source)
        return self.as_kind(found, asked)

    def kind(self, asked: Options, fits: Fits | None = None) -> TableKind:
        """Return the only kind that it may be, by its content and by which kinds take what is asked; else ask."""
        takes = fits or (lambda kind: set(asked) <= set(READING[kind]))
        known = self.kinds(asked)
        if "learners" not in asked:
            check_named(self.looked_at(asked), self.source)
        kinds = known if len(known) == 1 else [kind for kind in known or TableKind if takes(kind)] or known
        if len(kinds) == 1:
            return kinds[0]
        what = " or ".join(kind.value[0] for kind in kinds)
        columns = self.looked_at(asked)
        how = " or ".join(self.asserted(kind, telling(columns, kind)) for kind in kinds or TableKind)
        asks = f"may hold {what}, which are judged in different ways" if known else "does not show what it holds"
        raise InputError(self.source, f"{asks}; say which: {how}")

    def asserted(self, kind: TableKind, more: Options) -> str:
        """Return what a user types to say the kind, and more options that its reader needs."""
        return ", ".join(option(name, value) for name, value in {"kind": kind.name.lower(), **more}.items())

    def looked_at(self, asked: Options) -> Columns:  # noqa: ARG002 - the interface
        """Return the columns of the one table that was looked at; none where it is no table."""
        return {}

    @abstractmethod
    def kinds(self, asked: Options) -> Sequence[TableKind]:
        """Return the kinds that it may be."""

    @abstractmethod
    def as_kind(self, kind: TableKind, asked: Options) -> Material:
        """Read it as a kind."""

    def possible(self, asked: Options) -> list[TableKind]:
        """Return the kinds whose readers take it, or only lack an option that a user can add."""
        return [kind for kind in TableKind if self._may_be(kind, asked)]

    def _may_be(self, kind: TableKind, asked: Options) -> bool:
        lenient = {"missing": "drop", "common": True}
        options = {name: value for name, value in {**lenient, **asked}.items() if name in READING[kind]}
        try:
            self.as_kind(kind, options)
        except InputError as error:
            return error.argument in READING[kind] and error.argument != "truth"
        return True


def known_kind(kind: Any) -> TableKind:
    """Return a kind by the name that a user types."""
    if kind not in KINDS:
        raise InputError("kind", f"must be one of {', '.join(KINDS)}, got {kind!r}; {did_you_mean(str(kind), KINDS)}")
    return KINDS[kind]


def reader_of(given: Any, verb: str = "judge") -> Readable:
    """Return what reads something; ``verb`` is the command that asks where it may be several things."""
    if isinstance(given, Material):
        return ReadBefore(given, given.source or "it")
    if isinstance(given, Mapping) and given and all(isinstance(path, str | PathLike) for path in given.values()):
        given = [f"{name}={path}" for name, path in given.items()]
    paths = [given] if isinstance(given, str | PathLike) else given
    if isinstance(paths, list | tuple) and paths and all(isinstance(path, str | PathLike) for path in paths):
        source = ", ".join(dict.fromkeys(source_name(str(path)) for path in paths))
        return Files([str(path) for path in paths], source, verb)
    if hasattr(type(given), "collect"):
        raise InputError("table", "is a lazy frame; pass table.collect()")
    check_levels(given)
    return InMemory(given, "table")


class ReadBefore(Readable):
    """What was read before."""

    def kinds(self, asked: Options) -> Sequence[TableKind]:  # noqa: ARG002 - the interface
        """Return the kind that it is."""
        return [KINDS[self.given.kind]]

    def as_kind(self, kind: TableKind, asked: Options) -> Material:
        """Return it, if it is what is asked for."""
        material: Material = self.given
        if kind is not KINDS[material.kind]:
            raise InputError("kind", f"is {kind.name.lower()}, but this was read as {material.kind}; read it again")
        more = [name for name, value in asked.items() if (name, value) != ("missing", REFUSE)]
        if more:
            raise InputError(more[0], "pass it to outperform.read, which read this")
        return material


@dataclass(frozen=True, eq=False)
class Files(Readable):
    """One or several files or folders."""

    given: list[str]
    verb: str = "judge"
    files: ReadFiles = field(default_factory=ReadFiles)  # that were read to look at them

    def kinds(self, asked: Options) -> Sequence[TableKind]:
        """Return the kinds that all files may be."""
        paths = [named_path(path)[1] for path in self.given]
        if len(paths) > 1 and self._have_truth(paths, asked.get("truth")):
            return [PREDICTIONS]
        each = {path: self._kinds(path, asked) for path in paths}
        shared = [kind for kind in TableKind if all(kind in kinds for kinds in each.values())]
        if shared == [ITEMS] and any(PREDICTIONS in kinds for kinds in each.values()):
            return [PREDICTIONS, ITEMS]  # a file of the truth alone looks like scores of one system
        if not shared and len(each) > 1:
            told = "; ".join(
                f"{path} holds {' or '.join(kind.value[0] for kind in kinds)}" for path, kinds in each.items()
            )
            raise InputError(self.source, f"hold different things: {told}. Judge them one by one")
        return shared

    def _is_table(self, path: str) -> bool:
        return path == STDIN or (Path(path).is_file() and not is_log(Path(path), self.files))

    def _have_truth(self, paths: Sequence[str], truth: Any) -> bool:
        """Return whether files hold predictions: beside the truth that is said, or one file of the truth alone."""
        tables = [self.files.look(path).columns for path in paths if self._is_table(path)]
        if truth is not None:
            return is_file_of_truth(truth, [name for table in tables for name in table]) or any(
                truth in table for table in tables
            )
        said = [called(table, SURELY_PREDICTIONS) and not called(table, TRUTHS) for table in tables]
        alone = [called(table, TRUTHS) and not called(table, SURELY_PREDICTIONS) for table in tables]
        return len(tables) == len(paths) and sum(map(bool, alone)) == 1 and sum(map(bool, said)) == len(paths) - 1

    def _kinds(self, path: str, asked: Options) -> Sequence[TableKind]:
        if path != STDIN and Path(path).is_dir():
            return self._kinds_in(Path(path), asked)
        if path != STDIN and is_log(Path(path), self.files):
            return [ITEMS]
        if path.lower().endswith(".json") and rows_of_json(self.files.document(Path(path))) is None:
            return [LEAGUE]  # an object {learner: {data set: score}}
        columns = NamedColumns.of(asked).known_columns(filled_columns(self.files.look(path), source_name(path)))
        found = _shown(columns, asked) or Files([path], source_name(path), self.verb, self.files).possible(asked)
        said = called(columns, SURELY_PREDICTIONS) and not called(columns, SCORES)
        labels = len(self.given) > 1 and may_be_labels(columns)
        if [*found] == [ITEMS] and (said or labels):  # yes and no may be labels, or scores
            return [PREDICTIONS, ITEMS]
        return found

    def _kinds_in(self, folder: Path, asked: Options) -> Sequence[TableKind]:
        """Return the kinds of the tables in a folder; a log says what all are."""
        files = files_of(folder)
        if not files or any(is_log(file, self.files) for file in files):
            return [ITEMS]
        kinds = [set(self._kinds(str(file), asked)) for file in files]
        shared = [kind for kind in TableKind if all(kind in each for each in kinds)]
        if shared and (ITEMS in shared or len(files) == 1):
            return shared
        raise InputError(str(folder), f"holds {len(files)} tables, which are not judged together; name one: {files[0]}")

    def asserted(self, kind: TableKind, more: Options) -> str:
        """Return the command that says the kind."""
        flags = " ".join(["", *(option(name, value) for name, value in more.items())])
        return either(
            f"'outperform {self.verb} {shlex.join(self.given)} --as {kind.name.lower()}{flags}'",
            super().asserted(kind, more),
        )

    def looked_at(self, asked: Options) -> Columns:
        """Return the columns of a single file."""
        path = named_path(self.given[0])[1]
        known = len(self.given) == 1 and path in self.files.tables
        return NamedColumns.of(asked).known_columns(self.files.look(path).columns) if known else {}

    def as_kind(self, kind: TableKind, asked: Options) -> Material:
        """Read the files as the command of that kind does."""
        source, name = self.source, kind.name.lower()
        if kind is PREDICTIONS:
            return self._predictions(asked)
        files, asked = self._named(asked, kind)
        if kind is ITEMS:
            from outperform.data.evals.files import evals_of_files

            return Material(name, evals_of_files(self.given, files, **_of_systems(asked)), source)
        if len(self.given) > 1:
            raise InputError(source, f"are {len(self.given)} files, but {kind.value[0]} are read from one table")
        path = self.given[0]
        if "=" in path and not Path(path).exists():
            called, path = named_path(path)
            told = f"{called!r} names a system, but {kind.value[0]} have names of their own: write {path}"
            raise InputError(source, told)
        inside = files_of(Path(path)) if path != STDIN and Path(path).is_dir() else []
        path = str(inside[0]) if len(inside) == 1 else path
        if kind is LEAGUE:
            from outperform.data.leagues.doors import league_of_file

            return Material(name, league_of_file(path, files, **asked), source)
        columns = filled_columns(files.look(path), source)
        return Material(name, _splits_of_columns(columns, asked, source), source)

    def _named(self, asked: Options, kind: TableKind) -> tuple[ReadFiles, Options]:
        """Return files whose tables have the columns that a user names called by their roles, and the other options."""
        named = NamedColumns.of(asked, _systems(kind))
        if not named:
            return self.files, asked
        tables = {}
        for path in self._paths():
            if path != STDIN and is_log(Path(path), self.files):
                named.check_none(path)
            tables[path] = self.files.look(path)
        renamed = ReadFiles()
        for path, each in tables.items():
            renamed.tables[path] = replace(each, columns=named.columns(each.columns, path))
        metric = named.metric(next(iter(tables.values())).columns, asked.get("metric"))
        rest = {name: value for name, value in asked.items() if name not in ROLES}
        return renamed, rest if metric is None else {**rest, "metric": metric}

    def _paths(self) -> list[str]:
        """Return all files, those in folders too."""
        paths = [named_path(each)[1] for each in self.given]
        inside = [files_of(Path(path)) if path != STDIN and Path(path).is_dir() else [path] for path in paths]
        return [str(path) for each in inside for path in each]

    def _predictions(self, asked: Options) -> Material:
        paths = [named_path(each)[1] if "=" in each else each for each in self.given]
        named = NamedColumns.of(asked)
        for path in paths if "system_col" in asked else ():
            self.files.tables[path] = replace(
                self.files.look(path), columns=named.only("system_col").columns(self.files.look(path).columns, path)
            )
        known = {name: column for path in paths for name, column in self.files.look(path).columns.items()}
        truth = _truth(known, asked)
        from outperform.data.predictions.doors import read_predictions

        found = read_predictions(self.given, _asked_columns(truth, asked), files=self.files)
        return Material("predictions", found, self.source, truth if truth in known else None)


@dataclass(frozen=True, eq=False)
class InMemory(Readable):
    """A frame, a dict, rows, or what scikit-learn returned."""

    def kinds(self, asked: Options) -> Sequence[TableKind]:
        """Return the kinds that it may be."""
        given = self.given
        typed = {Evals: ITEMS, LeagueTable: LEAGUE, PredictionTable: PREDICTIONS, ScoreTables: SPLITS, Scores: SPLITS}
        known = [
            kind
            for own, kind in typed.items()
            if isinstance(
                given[0]
                if (isinstance(given, tuple) and bool(given) and all(isinstance(table, Scores) for table in given))
                else given,
                own,
            )
        ]
        if known or is_search(given) or is_results(given):
            return known or [SPLITS]
        if (
            "truth" in asked
            and isinstance(given, Mapping)
            and given
            and all(hasattr(t, "columns") for t in given.values())
        ):
            return [PREDICTIONS]  # a table per system
        named = NamedColumns.of(asked)
        columns = _columns(given, named, _said_truth(asked))
        if columns is not None:
            columns = named.known_columns(columns)
            filled = bool(columns) and len(next(iter(columns.values()))) > 0
            return (_shown(columns, asked) or self.possible(asked) if filled else []) or [SPLITS]  # whose error says it
        return self._kinds_by_learner(_by_learner(given), asked)

    def looked_at(self, asked: Options) -> Columns:
        """Return the columns of a table."""
        return NamedColumns.of(asked).known_columns(_columns(self.given) or {})

    def _kinds_by_learner(self, learners: Mapping[Any, Any] | None, asked: Options) -> Sequence[TableKind]:
        """Return what scores by learner may be: two dimensions or sizes show splits."""
        if not learners:
            return self.possible(asked) or [SPLITS]
        if "datasets" in asked:
            return [LEAGUE]
        sized = bool({"n_train", "n_test"} & asked.keys())
        if all(map(_by_name, learners.values())) and not sized:
            return [ITEMS, LEAGUE]
        plain = all(hasattr(each, "__len__") and np.ndim(unmasked(each)) == 1 for each in learners.values())
        return [SPLITS, ITEMS] if plain and not sized and not any(map(is_output, learners.values())) else [SPLITS]

    def as_kind(self, kind: TableKind, asked: Options) -> Material:
        """Read it as the function of that kind does."""
        name, named = kind.name.lower(), NamedColumns.of(asked, _systems(kind))
        if kind is PREDICTIONS:
            named = named.only("system_col")
        if named:
            table, asked = self._renamed(named, asked)
            return table.as_kind(kind, asked)
        if kind is ITEMS:
            from outperform.data.evals.in_memory import evals_of

            return Material(name, evals_of(self.given, **_of_systems(asked)))
        if kind is LEAGUE:
            from outperform.data.leagues.doors import league_table_of

            return Material(name, league_table_of(self.given, **asked))
        columns = _columns(self.given, truth=_said_truth(asked))
        if kind is PREDICTIONS:
            if isinstance(self.given, PredictionTable):
                return Material(name, self.given)
            truth = _truth(columns or {}, asked)
            from outperform.data.predictions.doors import read_predictions

            found = read_predictions(self.given if columns is None else columns, _asked_columns(truth, asked))
            return Material(name, found, truth=truth)
        if columns is not None and not hasattr(self.given, "columns"):
            return Material(name, _splits_of_columns(columns, asked, self.source))
        sizes = asked.get("n_train"), asked.get("n_test")
        words = DirectionWords.of(asked.get("lower"), asked.get("higher"))
        tables = self.given
        if not isinstance(tables, ScoreTables):
            from outperform.data.splits.tables import tables_of

            tables = tables_of(self.given, *sizes, asked.get("seed", 0), asked.get("metric"), words)
        from outperform.data.splits.tables import named_learners

        return Material(name, named_learners(tables, asked.get("learners")))

    def _renamed(self, named: NamedColumns, asked: Options) -> "tuple[InMemory, Options]":
        """Return the table with the columns that a user names called by their roles, and the other options."""
        columns = _columns(self.given, named)
        if columns is None:
            named.check_none(self.source)
            raise AssertionError("no column is named")
        metric = named.metric(columns, asked.get("metric"))
        rest = {name: value for name, value in asked.items() if name not in named.by_option}
        rest |= {} if metric is None else {"metric": metric}
        return InMemory(PlainTable(named.columns(columns)), self.source), rest


def with_system(given: Any, column: str) -> Columns:
    """Return a table of predictions whose column of systems has another name."""
    named = NamedColumns({"system_col": column})
    table = read_columns(str(given)) if isinstance(given, str | PathLike) else _columns(given, named)
    if table is None:
        raise InputError("system_col", "is for a table with a row per item and system")
    return named.columns(table)


def _said_truth(asked: Options) -> str | None:
    """Return the name of the column that is said to hold the truth."""
    return asked["truth"] if isinstance(asked.get("truth"), str) else None


def _systems(kind: TableKind) -> str:
    """Return what the readers of a kind call systems."""
    return "learner" if kind in (SPLITS, LEAGUE) else "system"


def _shown(columns: Columns, asked: Options) -> Sequence[TableKind]:
    """Return the kinds that columns show, or that a column which is said to hold the truth does; () for none."""
    if is_runs(columns):
        return [SPLITS]
    return [PREDICTIONS] if asked.get("truth") in columns else kinds_of(columns)


def _of_systems(asked: Options) -> dict[str, Any]:
    return {("systems" if name == "learners" else name): value for name, value in asked.items()}


def _splits_of_columns(columns: Columns, asked: Options, source: str) -> ScoreTables:
    from outperform.data.splits.tables import named_learners, tables_of_columns

    words = DirectionWords.of(asked.get("lower"), asked.get("higher"))
    sizes = asked.get("n_train"), asked.get("n_test")
    tables = tables_of_columns(columns, *sizes, asked.get("seed", 0), asked.get("metric"), words, source=source)
    return named_learners(tables, asked.get("learners"))


def _truth(columns: Columns, asked: Options) -> str:
    """Return the column of the truth: the one that is said, or the only one that is called like it."""
    if "truth" in asked:
        return str(asked["truth"])
    named = [name for name in columns if words_of(name) in TRUTHS]
    if len(named) == 1:
        return named[0]
    told = f"{listed(named)} may each hold the truth: name one" if named else "is needed: name the column of the truth"
    likely = next(iter(named), None) or maybe_truth(columns) or labelled_alike(columns)
    raise InputError("truth", f"{told}, as in {option('truth', likely or 'label')}")


def _asked_columns(truth: str, asked: Options) -> PredictionColumns:
    return PredictionColumns(
        truth,
        item=asked.get("item_col"),
        prediction=asked.get("score_col"),
        cluster=asked.get("cluster"),
        weight=asked.get("weights"),
        learners=names_asked("learners", asked.get("learners")),
        common=bool(asked.get("common")),
    )


def _columns(given: Any, named: NamedColumns = NO_COLUMNS, truth: Any = None) -> Columns | None:
    """Return the columns of a table in memory, such as the one with the truth; None for scores by learner."""
    if hasattr(given, "iloc") and not hasattr(given, "columns"):  # a Series, such as means by item and system
        given = given.to_frame(series_name(given))
    if hasattr(given, "columns"):
        if hasattr(type(given), "collect") or getattr(given.columns, "nlevels", 1) > 1:
            return None
        if hasattr(given, "iloc"):
            levels = [name for name in given.index.names if name is not None]
            if levels and not set(levels) & set(given.columns):
                return columns_of(given.rename_axis(columns=None).reset_index())
        return indexed_columns(given)
    if isinstance(given, list | tuple) and given and all(isinstance(row, Mapping) for row in given):
        return columns_of_rows(given)
    if not isinstance(given, Mapping) or any(map(_by_name, given.values())):
        return None
    said = (
        str(name) in (*named.by_option.values(), truth) or any(words_of(str(name)) in words for words in _ROLES)
        for name in given
    )
    if any(said):
        columns = {
            str(name): np.asarray(unmasked(column)) if hasattr(column, "dtype") else objects_of(column)
            for name, column in given.items()
            if np.ndim(unmasked(column)) == 1
        }
        sizes = {column.shape for column in columns.values()}
        return columns if len(columns) == len(given) and len(sizes) == 1 and len(next(iter(sizes))) == 1 else None
    return None


def _by_learner(given: Any) -> Mapping[Any, Any] | None:
    """Return scores by learner, of a dict or of pairs; None for anything else."""
    pairs = isinstance(given, list | tuple) and bool(given)
    if pairs and all(isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], str) for each in given):
        given = dict(given)
    return given if isinstance(given, Mapping) and given else None


def _by_name(scores: Any) -> bool:
    """Return whether scores have names: of items or of data sets."""
    if isinstance(scores, Mapping):
        return bool(scores) and all(np.ndim(value) == 0 for value in scores.values())
    return hasattr(scores, "iloc") and not hasattr(scores, "columns") and type(scores.index).__name__ != "RangeIndex"
