"""Studies: a source, two learners, procedures, and how often."""

from dataclasses import dataclass
from functools import cached_property

from outperform.core import CountSource, Design, InputError, Procedure, SignificanceTest, Source, check_level
from outperform.designs import CATALOGUE as DESIGNS
from outperform.lab.own import load_test
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures import FixedProcedure
from outperform.procedures.combination import Combination
from outperform.significance import CATALOGUE as TESTS
from outperform.significance import BayesCorrelatedT
from outperform.sources import CATALOGUE as SOURCES


@dataclass(frozen=True)
class Study:
    """What to measure. All parts are specs, so that a study is one line, one file, one key.

    ``repetitions`` are fresh partitions of the same data: how often a procedure agrees with itself.
    """

    source: str
    procedures: tuple[str, ...]
    learners: tuple[str, str] | None = None  # None is the source's usual pair
    datasets: int = 1000
    repetitions: int = 1
    levels: tuple[float, ...] = (0.05,)
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be run, before anything runs."""
        self._check_numbers()
        self._check_lists()
        _ = self.supply
        for rule in self.rules:
            if isinstance(getattr(rule, "test", None), BayesCorrelatedT):
                raise InputError("procedures", f"{rule} gives a posterior; the lab measures tests with a p-value")

    def _check_numbers(self) -> None:
        for name, least in (("datasets", 1), ("repetitions", 1), ("seed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(name, f"must be at least {least}, a whole number, got {value!r}")

    def _check_lists(self) -> None:
        for name in ("procedures", "levels"):
            if isinstance(getattr(self, name), str) or not len(getattr(self, name)):
                raise InputError(name, "there are none; give a list")
        if not all(isinstance(spec, str) for spec in (*self.procedures, *(self.learners or ()))):
            raise InputError("procedures", "procedures and learners of a study are specs: text")
        if self.learners is not None and len(self.learners) != 2:
            raise InputError("learners", f"a study has two, got {len(self.learners)}")
        for level in self.levels:
            check_level(level)

    @cached_property
    def supply(self) -> Source:
        """The source itself."""
        return SOURCES.get_entry(self.source)

    @cached_property
    def rules(self) -> tuple[Procedure, ...]:
        """The procedures themselves."""
        return tuple(procedure_from(spec) for spec in self.procedures)

    @cached_property
    def parts(self) -> dict[str, tuple[Design, SignificanceTest]]:
        """Design and test of each procedure, by its spec."""
        return {spec: parts_of(rule) for spec, rule in zip(self.procedures, self.rules, strict=True)}

    @property
    def pair(self) -> tuple[str, str]:
        """The learners, by spec."""
        return self.supply.learners if self.learners is None else self.learners

    @property
    def counted(self) -> bool:
        """Whether splits can be drawn as counts: the learners are those of a source that need no training."""
        return isinstance(self.supply, CountSource) and self.learners in (None, self.supply.learners)


def procedure_from(spec: str) -> Procedure:
    """Read a procedure, or a design and a test with a plus between them.

    Examples
    --------
    >>> print(procedure_from("kfold(repeats=10) + pooled-t"))
    kfold(repeats=10) + pooled-t
    """
    design, plus, test = spec.partition(" + ")
    if plus:
        return Combination(DESIGNS.parse(design), load_test(test) if ".py:" in test else TESTS.parse(test))
    return PROCEDURES.parse(spec)


def parts_of(procedure: Procedure) -> tuple[Design, SignificanceTest]:
    """Take a procedure with a fixed design apart."""
    if isinstance(procedure, FixedProcedure | Combination) and procedure.test is not None:
        return procedure.design, procedure.test
    raise InputError("procedure", f"{procedure} has no fixed design")
