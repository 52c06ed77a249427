"""The data sets of a league that is run: what users pass, each with a name, a target and groups of its own.

A folder stands for all tables in it. A small CSV or TOML file, or a dict, says what is predicted in each.
"""

import csv
import io
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, Note, NoteKind, check_file, did_you_mean
from outperform.data.datasets import BUNDLED, OPENML, load
from outperform.data.files import SUFFIXES, is_table, split_name
from outperform.data.frames import named_column, without_columns
from outperform.surface import option

COLUMNS = ("dataset", "target", "groups")


@dataclass(frozen=True, eq=False)
class Roles:
    """The target and the groups of one data set: values, or names of columns; None where they are not known."""

    target: Any = None
    groups: Any = None


def read_targets(path: str | Path) -> dict[str, Roles]:
    """Read a file of targets.

    A CSV file has the columns ``dataset``, ``target`` and, where wanted, ``groups``. A TOML file has a line
    ``name = "target"`` or a table ``[name]`` with ``target`` and ``groups`` per data set.
    """
    file = Path(path).expanduser()
    check_file(file, "targets")
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("targets", f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if file.suffix.lower() == ".toml":
        return roles_of(_toml(text, str(path)))
    try:
        return _of_rows(csv.DictReader(io.StringIO(text, newline="")), str(path))
    except csv.Error as error:
        raise InputError("targets", f"{path} cannot be read: {error}") from None


def _toml(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError("targets", f"{path} cannot be read: its values are nested too deeply") from None
    except ValueError as error:  # of TOML, or of a number with thousands of digits
        raise InputError("targets", f"{path} is not valid TOML: {error}") from None


def _of_rows(rows: "csv.DictReader[str]", path: str) -> dict[str, Roles]:
    names = [str(name).strip().lower() for name in rows.fieldnames or ()]
    if "dataset" not in names or "target" not in names:
        problem = (
            f"{path} must have the columns dataset and target (groups may follow), got {', '.join(names) or 'none'}"
        )
        raise InputError("targets", problem)
    rows.fieldnames = names
    found: dict[str, Roles] = {}
    for row in rows:
        cells = {name: (row.get(name) or "").strip() or None for name in COLUMNS}
        name = cells["dataset"]
        if name is None:
            raise InputError("targets", f"{path}, line {rows.line_num} names no data set")
        if name in found:
            raise InputError("targets", f"{path}, line {rows.line_num} names {name!r} a second time")
        found[name] = Roles(cells["target"], cells["groups"])
    return found


def roles_of(targets: Any) -> dict[str, Roles]:
    """Return target and groups by data set, from a dict: a column, (column, groups), or a dict of both by name."""
    if not isinstance(targets, Mapping):
        raise InputError("targets", f"must be a dict by data set, or a CSV or TOML file, got {type(targets).__name__}")
    return {str(name): _roles_of_one(str(name), value) for name, value in targets.items()}


def _roles_of_one(name: str, value: Any) -> Roles:
    if isinstance(value, Mapping):
        unknown = [each for each in value if each not in COLUMNS[1:]]
        if unknown:
            raise InputError("targets", f"{name}: {unknown[0]!r} is not known; write target and groups")
        return Roles(value.get("target"), value.get("groups"))
    if isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(each, str | None) for each in value):
        return Roles(*value)
    if not isinstance(value, str):
        raise InputError("targets", f"{name}: must be the name of a column, or (target, groups), got {value!r}")
    return Roles(value)


NAMED = 3  # data sets that an error names


@dataclass(frozen=True, eq=False)
class LeagueSet:
    """Rows, target and groups of one data set, or a loaded ``Dataset`` alone, under the name that people read."""

    name: str
    rows: Any
    target: Any = None
    groups: Any = None


@dataclass(frozen=True, eq=False)
class _Given:
    """One of the values that a user passed: a path or a name to load, a Dataset, a frame, or rows with their target."""

    value: Any
    roles: Roles
    names: tuple[str, ...]  # that a user may mean it by, the one to show first

    @property
    def source(self) -> str | None:
        """The path or name to load; None where the rows are at hand."""
        return str(self.value) if isinstance(self.value, str | Path) else None


def league_sets(
    datasets: Any, *, target: Any = None, targets: Any = None, shuffle: bool = False, texts: bool = False
) -> list[LeagueSet]:
    """Load the data sets of a league, and name each; raise InputError with the data set that cannot be used.

    Parameters
    ----------
    datasets
        A list, or a dict by name, of: paths and names as ``load`` takes them, a ``Dataset``, ``(rows, target)``,
        ``(rows, target, groups)``; target and groups are values, or names of columns. A path may be the first of such a
        tuple too.
    target
        The name of the column to predict, the same in all files.
    targets
        By data set: the column to predict, or that and the column of groups; a dict, or a CSV or TOML file.
    shuffle, texts
        As in ``load``.
    """
    if target is not None and targets is not None:
        raise InputError("target", "cannot be combined with targets: pass one of the two")
    known = read_targets(targets) if isinstance(targets, str | Path) else roles_of(targets or {})
    given = _named(list(_given(datasets)))
    _check_named(known, given)
    found: list[LeagueSet] = []
    problems: list[InputError] = []
    for each in given:
        try:
            found.append(_loaded(each, _roles(each, target, known), shuffle=shuffle, texts=texts))
        except InputError as error:
            problems.append(InputError(each.source or each.names[0], _problem(error, known, each)))
    if problems:
        raise _together(problems)
    return found


def _check_named(known: Mapping[str, Roles], given: Sequence[_Given]) -> None:
    """Refuse targets of an unknown data set, which may be a typing error, unless no data set is without target."""
    named = {name for each in given for name in each.names}
    unknown = next((name for name in known if name not in named), None)
    without = [each.names[0] for each in given if each.roles.target is None and known.keys().isdisjoint(each.names)]
    if unknown is not None and without:
        problem = f"there is no data set {unknown!r}: correct it, or name all data sets (their target may be empty)"
        raise InputError("targets", f"{problem}; {did_you_mean(unknown, without)}")


def _together(problems: Sequence[InputError]) -> InputError:
    """Return the first problem, and the names of other data sets that have one."""
    first, *others = problems
    if not others:
        return first
    named = ", ".join(each.argument for each in others[:NAMED])
    more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
    return InputError(first.argument, f"{first.problem}; there are problems with {named}{more}, too")


def _problem(error: InputError, known: Mapping[str, Roles], given: _Given) -> str:
    about = "" if error.argument in (*given.names, f"data {given.source!r}") else f"{error.argument}: "
    absent = known and known.keys().isdisjoint(given.names)
    unnamed = "; the targets do not name it" if absent else ""
    return f"{about}{error.problem}{unnamed}{_in_the_file(error.problem)}"


def _in_the_file(problem: str) -> str:
    """Say that a league has no option to leave a column out, where that is the advice."""
    drop, time = option("drop"), option("time")
    return f". A league has neither {drop} nor {time}: take the column out of the data set" if drop in problem else ""


def _given(datasets: Any) -> Iterable[_Given]:
    if isinstance(datasets, Mapping):
        for name, value in datasets.items():
            rows, roles = _parts(value)
            yield _Given(rows, roles, (str(name),))
        return
    one = isinstance(datasets, str | Path | Dataset) or hasattr(datasets, "shape")
    if one or not isinstance(datasets, Iterable):
        raise InputError("datasets", f"must be a list, or a dict by name, got {type(datasets).__name__}")
    for number, value in enumerate(datasets, 1):
        rows, roles = _parts(value)
        yield _Given(rows, roles, _names(rows, number))


def _parts(value: Any) -> tuple[Any, Roles]:
    """Split a tuple into rows, target and groups."""
    if not isinstance(value, tuple):
        return value, Roles()
    if len(value) not in (2, 3):
        problem = f"a tuple must be (rows, target) or (rows, target, groups), got {len(value)} parts"
        raise InputError("datasets", problem)
    return value[0], Roles(*value[1:])


def _names(rows: Any, number: int) -> tuple[str, ...]:
    """Return the names that a data set may go by, from the shortest to the longest."""
    if isinstance(rows, Dataset):
        return (rows.name, f"{rows.name} {number}")
    if not isinstance(rows, str | Path):
        return (f"data {number}",)
    text, path = str(rows), Path(rows)
    if text.startswith(OPENML):
        return (text,)
    stem = split_name(path)[0] if path.suffix else path.name
    return tuple(dict.fromkeys([stem, path.name, str(Path(path.parent.name) / path.name), text]))


def _named(given: list[_Given]) -> list[_Given]:
    """Give each data set the shortest of its names that no other has; refuse what is given twice."""
    places = [Path(each.source).expanduser().resolve() if each.source else object() for each in given]
    twice = next((each for each, place in zip(given, places, strict=True) if places.count(place) > 1), None)
    if twice is not None:
        raise InputError("datasets", f"{twice.source} is given twice: leave one out")
    length = max((len(each.names) for each in given), default=1)
    shown = [each.names[0] for each in given]
    for level in range(1, length):
        taken = Counter(shown)
        shown = [
            each.names[min(level, len(each.names) - 1)] if taken[name] > 1 else name
            for each, name in zip(given, shown, strict=True)
        ]
    again = next((name for name, count in Counter(shown).items() if count > 1), None)
    if again is not None:
        raise InputError("datasets", f"two data sets are called {again!r}: pass a dict with a name for each")
    return [
        _Given(each.value, each.roles, (name, *(other for other in each.names if other != name)))
        for each, name in zip(given, shown, strict=True)
    ]


def _roles(given: _Given, target: Any, known: Mapping[str, Roles]) -> Roles:
    """Return target and groups: as passed with the data, else by name, else the same for all; a Dataset has its own."""
    by_name = next((known[name] for name in given.names if name in known), Roles())
    of_all = None if isinstance(given.value, Dataset) else target
    return Roles(
        next((each for each in (given.roles.target, by_name.target, of_all) if each is not None), None),
        given.roles.groups if given.roles.groups is not None else by_name.groups,
    )


def _loaded(given: _Given, roles: Roles, *, shuffle: bool, texts: bool) -> LeagueSet:
    name, value = given.names[0], given.value
    if given.source is not None:
        made = load(given.source, target=roles.target, groups=roles.groups, shuffle=shuffle, texts=texts)
        return LeagueSet(name, made)
    if isinstance(value, Dataset):
        if roles.target is not None or roles.groups is not None:
            raise InputError("target", "cannot be passed with a Dataset, which has its own; leave it out")
        return LeagueSet(name, value)
    if isinstance(roles.target, str):
        aim = named_column(value, "target", roles.target)
        return LeagueSet(name, without_columns(value, [roles.target]), aim, roles.groups)
    if roles.target is None:
        raise InputError("target", "is missing: pass (rows, target), or the name of a column in targets")
    return LeagueSet(name, value, roles.target, roles.groups)


def of_folders(datasets: Any, targets: Any = None) -> tuple[Any, list[Note]]:
    """Return data sets with the tables of each folder in its place, and a note on what else is in the folders.

    Hidden files, nested folders, the file of the targets and files that are no tables are passed over. A tuple (folder,
    target) or (folder, target, groups) is one of each table.
    """
    if isinstance(datasets, str | Path) and _is_folder(datasets):
        datasets = [datasets]
    one = isinstance(datasets, str | Path | Dataset) or hasattr(datasets, "shape") or not hasattr(datasets, "__iter__")
    if one:
        return datasets, []
    if hasattr(datasets, "items"):
        for name, value in datasets.items():
            if _is_folder(_source(value)):
                problem = f"{name!r} is one name, but {_source(value)} is a folder; pass a list with the folder in it"
                raise InputError("datasets", problem)
        return datasets, []
    found: list[Any] = []
    notes: list[Note] = []
    for value in datasets:
        source = _source(value)
        if not _is_folder(source):
            found.append(value)
            continue
        tables, others = _sorted(Path(str(source)).expanduser(), targets)
        found += [(str(path), *value[1:]) if isinstance(value, tuple) else str(path) for path in tables]
        if others:
            notes.append(
                Note.of(NoteKind.FOLDER_PASSED_OVER, folder=str(source), tables=len(tables), names=tuple(others))
            )
    return found, notes


def _source(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def _is_folder(value: Any) -> bool:
    if not isinstance(value, str | Path) or str(value) in BUNDLED:
        return False
    try:
        return Path(value).expanduser().is_dir()
    except OSError:  # a name that is too long
        return False


def _sorted(folder: Path, targets: Any) -> tuple[list[Path], list[str]]:
    """Return the tables of a folder, and the names of what is passed over, but for hidden files."""
    try:
        inside = sorted(folder.iterdir(), key=lambda path: (path.name.casefold(), path.name))
    except OSError as error:
        raise InputError(str(folder), f"cannot be read: {error.strerror or error}") from None
    shown = [path for path in inside if not path.name.startswith(".")]
    tables = [path for path in shown if path.is_file() and is_table(path) and not _is_same(path, targets)]
    others = list(_shown_names(path for path in shown if path not in tables and not _is_same(path, targets)))
    if not tables:
        nested = "; folders in it are not read" if any(path.is_dir() for path in shown) else ""
        raise InputError(str(folder), f"holds no table: no file ends in {', '.join(SUFFIXES)}{nested}")
    return tables, others


def _shown_names(paths: Iterator[Path]) -> Iterator[str]:
    for path in paths:
        yield f"{path.name}/" if path.is_dir() else path.name


def _is_same(path: Path, targets: Any) -> bool:
    return isinstance(targets, str | Path) and path.resolve() == Path(targets).expanduser().resolve()
