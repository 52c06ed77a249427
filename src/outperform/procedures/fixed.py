"""Procedures with a fixed number of fits: divide, fit, judge."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from outperform.choose import check_affordable, fitting_test, fitting_words
from outperform.core import (
    Arena,
    Design,
    MisfitError,
    Note,
    Procedure,
    ProcedureCard,
    Scores,
    SignificanceTest,
    Trial,
    stream,
)


class FixedProcedure(Procedure):
    """A design and a test that belong together."""

    adds_fits: ClassVar[bool] = False  # whether it may need more fits than its design

    @property
    @abstractmethod
    def design(self) -> Design:
        """How the rows are split."""

    @property
    @abstractmethod
    def test(self) -> SignificanceTest:
        """How the scores are judged."""

    def card(self) -> ProcedureCard:
        """Return design, test and number of fits."""
        count: int = self.design.get_n_splits()  # type: ignore[attr-defined]
        return ProcedureCard(self.question, self.design, self.test, (count, count))

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Divide, fit, judge every pair under every metric."""
        return run_fixed(arena, self.design, self.test)


def run_fixed(arena: Arena, design: Design, test: SignificanceTest | None) -> list[Trial]:
    """Run a design and judge its scores; raise MisfitError before anything is fitted if the test does not fit.

    The plan's stream depends only on the design's slug, so more repeats contain the splits of fewer, and two procedures
    with the same design share their fits.
    """
    plan = design.plan(arena.dataset, stream(arena.seed, "plan", plan_family(design)))
    if test is None or test.needs.forward:
        plan = plan.in_one_repeat()
    problem = None if test is None else test.needs.misfit(plan.traits)
    if test is not None and problem is not None:
        raise MisfitError(f"{test} {problem}{fitting_words(test, plan)}")
    items = len(plan.places) == 1 or bool(plan.traits.forward) if test is None else test.needs.items
    trials = []
    for table in arena.scores(plan, items=items):
        chosen = fitting_test(table)[0] if test is None else test
        if test is None:
            check_affordable(table, [chosen] * len(arena.pairs))
        trials += [_trial(table.pair(*pair), chosen, plan.notes) for pair in arena.pairs]
    return trials


def plan_family(design: Design) -> str:
    """Return the name that designs share if they draw the same first repeats: 5x2 is k-fold, holdout is subsampling."""
    family = next(base for base in reversed(type(design).__mro__) if "slug" in vars(base))
    return str(family.slug)  # type: ignore[attr-defined]


def _trial(scores: Scores, test: SignificanceTest, notes: tuple[Note, ...]) -> Trial:
    return Trial(scores, test, test.judge(scores), notes)
