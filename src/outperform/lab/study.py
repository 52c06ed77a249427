"""Studies: a source, two learners, procedures, and how often."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from outperform.core import (
    CountSource,
    Dataset,
    Design,
    InputError,
    Learner,
    Origin,
    OutperformError,
    Procedure,
    SignificanceTest,
    Source,
    Truth,
    check_level,
    stream,
)
from outperform.core.checks import plain
from outperform.lab.spelling import is_fixed, parts_of, procedure_from, read_own_test, spelled_learner
from outperform.learners import learner_of, named_of, probes
from outperform.significance import BayesCorrelatedT
from outperform.sources import CATALOGUE as SOURCES
from outperform.surface import either
from outperform.visible import short


class StudyError(InputError):
    """A study that cannot be run; ``field`` is the field that is wrong, ``entry`` the one of its list."""

    def __init__(self, argument: str, problem: str, field: str = "", entry: Any = None) -> None:
        super().__init__(argument, problem)
        self.field = field or argument
        self.entry = entry


BOUNDS = {"datasets": (1, 1_000_000), "repetitions": (1, 100_000), "seed": (0, 2**63 - 1)}  # a ledger holds no more
EXAMPLES = {"source": "task-one(n=1000)", "procedures": "corrected-10x10", "learners": "nb"}


@dataclass(frozen=True)
class Study:
    """What to measure. All parts are names with parameters, so that a study is one line, one file, one key.

    ``repetitions`` use new random splits of the same data: how often does a procedure agree with itself?
    """

    source: str
    procedures: tuple[str, ...]
    learners: tuple[str, str] | None = None  # None is the source's usual pair
    datasets: int = 1000
    repetitions: int = 1
    levels: tuple[float, ...] = (0.05,)
    seed: int = 0
    own: Mapping[str, bytes] = field(init=False, repr=False, compare=False)  # the user's files, by procedure, read once
    settled: Mapping[str, str] = field(init=False, repr=False, compare=False)  # full specs of what was looked up, once
    origins: tuple[Origin, ...] = field(init=False, repr=False, compare=False)  # the files that it was looked up in

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before anything runs. Lists become tuples without duplicates."""
        for name, (least, most) in BOUNDS.items():
            object.__setattr__(self, name, _number(name, getattr(self, name), least, most))
        _check_texts("source", [self.source])
        _try("source", self.source, SOURCES.parse)
        self._set("procedures", dict.fromkeys(_check_texts("procedures", self.procedures)))
        levels = _check_list("levels", self.levels)
        self._set("levels", dict.fromkeys(_try("levels", level, check_level) for level in levels))
        if self.learners is not None:
            self._set("learners", _check_pair(self.learners))
        own = {spec: _try("procedures", spec, read_own_test) for spec in self.procedures}
        object.__setattr__(self, "own", {spec: content for spec, content in own.items() if content is not None})
        for spec in self.procedures:
            _try("procedures", spec, self._check_procedure)
        self._settle()

    def _set(self, name: str, values: Iterable[Any]) -> None:
        object.__setattr__(self, name, tuple(values))

    def _settle(self) -> None:
        """Look up what procedures need to know about the learners, only here: workers and ledger use the result."""
        rules = {spec: procedure_from(spec, self.own.get(spec)) for spec in self.procedures}
        asking = {spec: rule for spec, rule in rules.items() if type(rule).settled is not Procedure.settled}
        settled = {
            spec: _try("procedures", spec, lambda spec: asking[spec].settled(*self._sample())) for spec in asking
        }
        full = {spec: rule.full for spec, rule in settled.items() if rule != rules[spec]}
        object.__setattr__(self, "settled", full)
        self._set("origins", dict.fromkeys(origin for rule in settled.values() for origin in rule.origins))

    def _check_procedure(self, spec: str) -> None:
        rule = procedure_from(spec, self.own.get(spec))
        if isinstance(getattr(rule, "test", None), BayesCorrelatedT):
            raise InputError(
                "procedures", f"{rule} has a posterior and no p-value; the lab measures tests with a p-value"
            )

    def __getstate__(self) -> dict[str, Any]:
        """Pickle names and the contents of files: workers cannot import classes of a user's file."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def only(self, procedures: Iterable[str]) -> "Study":
        """Return the same study with some of its procedures; a user's files are not read again."""
        part = copy(self)
        part._set("procedures", procedures)
        object.__setattr__(part, "own", {spec: self.own[spec] for spec in part.procedures if spec in self.own})
        return part

    def _sample(self) -> tuple[list[Learner], Dataset]:
        """Return the learners and a dataset of the source: what is looked up may depend on its size."""
        dataset = self.supply.draw(stream(0, "probe"))
        return [learner_of(spec, dataset) for spec in self.pair], dataset

    @cached_property
    def supply(self) -> Source:
        """The source itself."""
        return SOURCES.parse(self.source)

    @cached_property
    def rules(self) -> tuple[Procedure, ...]:
        """The procedures themselves."""
        return tuple(procedure_from(self.settled.get(spec, spec), self.own.get(spec)) for spec in self.procedures)

    @cached_property
    def parts(self) -> dict[str, tuple[Design, SignificanceTest]]:
        """Design and test of each procedure, by its spec."""
        return {spec: parts_of(rule) for spec, rule in zip(self.procedures, self.rules, strict=True)}

    @cached_property
    def truths(self) -> dict[tuple[int, int], Truth | None]:
        """The truths about the pair, by training size and number of brute-force sets: found once for all procedures."""
        return {}

    @cached_property
    def pair(self) -> tuple[str, str]:
        """The canonical names of the learners; the usual pair as its source writes it."""
        usual = self.supply.learners
        if self.learners is None:
            return usual
        first, second = (spelled_learner(spec) for spec in self.learners)
        return usual if [first, second] == [spelled_learner(spec) for spec in usual] else (first, second)

    @property
    def counted(self) -> bool:
        """Whether splits can be drawn as counts: the learners need no training, and no procedure adds repeats."""
        free = isinstance(self.supply, CountSource) and self.pair == self.supply.learners
        return free and all(is_fixed(rule) for rule in self.rules)


def _number(name: str, value: Any, least: int, most: int) -> int:
    number = plain(value)
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise StudyError(name, f"must be a whole number of at least {least}, got {short(value)}")
    if number > most:
        raise StudyError(name, f"must be at most {most:,}, got {short(value)}")
    return number


def _check_list(name: str, values: Any) -> list[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise StudyError(name, f"must be a list, got {values!r}")
    found = list(values)
    if not found:
        raise StudyError(name, "the list is empty; it needs at least one")
    return found


def _check_texts(name: str, values: Any) -> list[str]:
    found = _check_list(name, values)
    for value in found:
        if not isinstance(value, str):
            raise StudyError(name, f"must be text, such as {EXAMPLES[name]!r}, got {value!r}")
    return found


def _check_pair(learners: Any) -> list[str]:
    found = _check_texts("learners", learners)
    if len(found) != 2:
        how = f"leave out all{either(' (--learner)', '')} for the usual pair of the source"
        raise StudyError("learners", f"must be two, got {len(found)}; {how}")
    specs = [_try("learners", spec, named_of)[1] for spec in found]  # records know learners by their specs
    for spec in specs:
        _try("learners", spec, probes)
    return specs


def _try(field: str, entry: Any, check: Callable[[Any], Any]) -> Any:
    """Check an entry; an error also has its field."""
    try:
        return check(entry)
    except InputError as error:
        raise StudyError(error.argument, error.problem, field, entry) from None
    except OutperformError as error:
        raise StudyError(field, str(error), field, entry) from None
