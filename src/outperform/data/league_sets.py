"""The data sets of a league that is run: what users pass, each with a name, a target and groups of its own."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outperform.core import Dataset, InputError, did_you_mean
from outperform.data.datasets import OPENML, load
from outperform.data.files import split_name
from outperform.data.frames import named_column, without_columns
from outperform.data.target_files import Roles, read_targets, roles_of
from outperform.surface import option

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
