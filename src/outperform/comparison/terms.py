"""How a contest is judged: by which procedure, at which level, which pairs, and how p-values are adjusted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from outperform.comparison.baseline import check_baseline, pairs_of
from outperform.core import Dataset, Design, InputError, Learner, Procedure, SignificanceTest, check_level
from outperform.core.adjust import adjustment_from
from outperform.core.spec import spec_fields
from outperform.designs import as_design
from outperform.designs.splitter import Splitter
from outperform.procedures import CATALOGUE as PROCEDURES
from outperform.procedures.combination import Combination
from outperform.significance import CATALOGUE as TESTS
from outperform.significance.own import Rule, given_test


class Unasked(str):
    """A default: the same text, of which it can be told that the user did not write it."""

    __slots__ = ()


DEFAULT = Unasked("adaptive-cv")


@dataclass(frozen=True)
class Terms:
    """A procedure, a level, an adjustment and a baseline."""

    procedure: Procedure
    written: str  # the procedure, as it was given
    level: float = 0.05
    adjustment: str = "holm"  # of the p-values of several pairs, by name
    asked: str | None = None  # the adjustment, as it was asked for; None is the procedure's own
    baseline: str | None = None  # judge all others against this one; None: all pairs

    @classmethod
    def of(
        cls,
        procedure: Procedure | str = DEFAULT,
        design: Any = None,
        test: SignificanceTest | Rule | str | None = None,
        *,
        level: float = 0.05,
        adjust: str | None = None,
        baseline: str | None = None,
    ) -> Self:
        """Make terms of what users pass to ``compare``."""
        check_baseline(baseline)
        rule, written = _procedure(procedure, design, test)
        adjustment = adjustment_from(rule.adjustment if adjust is None else adjust)
        return cls(rule, written, check_level(level), adjustment.name, adjust, baseline)

    def with_options(self, **given: Any) -> Self:
        """Return the same terms with other parameters of the procedure; None leaves a parameter as it is."""
        wanted = {name: value for name, value in given.items() if value is not None}
        if not wanted:
            return self
        known = {each.name for each in spec_fields(type(self.procedure))}
        for name in wanted:
            if name not in known:
                problem = f"is not a parameter of {self.procedure.slug}; use it with adaptive-cv or corrected-cv"
                raise InputError(name, problem)
        rule = replace(self.procedure, **wanted)  # type: ignore[type-var] # an entry is a dataclass
        return replace(self, procedure=rule, written=str(rule))

    def settled(self, learners: Sequence[Learner], dataset: Dataset) -> Self:
        """Return the same terms, with what is looked up for these learners as parameters of the procedure."""
        return replace(self, procedure=self.procedure.settled(learners, dataset))

    def pairs(self, names: Sequence[str]) -> list[tuple[int, int]]:
        """List the pairs of learners to judge, by place; a baseline is the second of every pair."""
        return pairs_of(names, self.baseline)

    @property
    def specs(self) -> dict[str, str | None]:
        """Procedure, or design and test, with all their defaults; None for what is not there or no text can say."""
        rule = self.procedure
        if not isinstance(rule, Combination):
            return {"procedure": rule.full, "design": None, "test": None}
        return {"procedure": None, "design": _spec(rule.design), "test": None if rule.test is None else rule.test.full}


def _procedure(procedure: Any, design: Any, test: Any) -> tuple[Procedure, str]:
    """Find the procedure that is asked for, and how it was written."""
    if design is None and test is None:
        return PROCEDURES.get_entry(procedure), str(procedure)
    if procedure != DEFAULT:
        raise InputError(
            "procedure", "cannot be combined with design or test: pass a procedure, or a design and a test"
        )
    if design is None:
        raise InputError("design", "is missing: a test needs a design, such as kfold(folds=5, repeats=4)")
    rule = None if test is None else given_test(test, TESTS.get_entry)
    written = test if isinstance(test, str) else rule
    return Combination(as_design(design), rule), str(design) if test is None else f"{design} + {written}"


def _spec(design: Design) -> str | None:
    return None if isinstance(design, Splitter) else design.full
