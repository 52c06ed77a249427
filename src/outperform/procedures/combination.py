"""Any design with any test that fits it."""

from collections.abc import Sequence
from dataclasses import dataclass

from outperform.core import Arena, Design, Procedure, SignificanceTest, Trial
from outperform.core.procedures import Origin
from outperform.procedures.fixed import run_fixed
from outperform.significance.own import origins_of


@dataclass(frozen=True)
class Combination(Procedure):
    """A design and a test chosen by the user; without a test, the one that fits the design."""

    slug = "combination"
    design: Design
    test: SignificanceTest | None = None

    def __str__(self) -> str:
        """Write both specs."""
        return str(self.design) if self.test is None else f"{self.design} + {self.test}"

    @property
    def full(self) -> str:
        """Both specs with all their defaults."""
        return self.design.full if self.test is None else f"{self.design.full} + {self.test.full}"

    @property
    def origins(self) -> Sequence[Origin]:
        """The file of a user's own test, or the function, with a digest of its code."""
        return origins_of(self.test)

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Divide, fit, judge."""
        return run_fixed(arena, self.design, self.test)
