"""Adaptive cross-validation: repeat until another partition would hardly decide otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass

from outperform.core import Arena, InputError, Procedure, Replicability, Scores, Trial, stream
from outperform.designs import KFold
from outperform.procedures._fixed import plan_family
from outperform.significance import AdaptiveT

Wanted = tuple[int, tuple[int, int]]  # a metric and a pair of learners


@dataclass(frozen=True)
class AdaptiveCV(Procedure):
    """Repeated cross-validation that stops when others would hardly decide otherwise (cf. Bouckaert 2005, sec. 5).

    After each repeat a pair stops if the chance that endless repeats decide otherwise is below kappa times the
    number of repeats: later repeats resolve ever fewer datasets, so the risk that is tolerated grows. The threshold
    of the test is fixed beforehand, so stopping early does not make rejections. Of several pairs, each is judged at
    level / pairs, and a learner is fitted only while one of its pairs goes on.

    Parameters
    ----------
    folds
        Folds of a repeat.
    kappa
        Tolerated chance of another decision, a repeat.
    min_repeats, max_repeats
        Where to look first, and where to stop at the latest; a decision that is still unsure there is flagged as
        borderline.
    """

    slug = "adaptive-cv"
    adjustment = "bonferroni"
    warning = "liberal for unstable learners such as decision stumps and nearest neighbours"
    folds: int = 10
    kappa: float = 0.01
    min_repeats: int = 2
    max_repeats: int = 50

    def __post_init__(self) -> None:
        """Refuse what could not stop."""
        super().__post_init__()
        if self.folds < 2:
            raise InputError("folds", f"must be at least 2, got {self.folds}")
        if not 2 <= self.min_repeats <= self.max_repeats:
            raise InputError("min_repeats", f"must be from 2 to max_repeats, got {self.min_repeats}")
        if not 0 <= self.kappa < 1:
            raise InputError("kappa", f"must be at least 0 and below 1, got {self.kappa}")

    def card(self) -> tuple[str, str, str, str]:
        """Give design, test, fits a learner, and which of Dietterich's nine questions it answers."""
        fits = f"{self.min_repeats * self.folds}-{self.max_repeats * self.folds}"
        return str(KFold(folds=self.folds)), str(AdaptiveT()), fits, f"Q{self.question}"

    def run(self, arena: Arena) -> Sequence[Trial]:
        """Repeat until every pair has stopped."""
        found: dict[Wanted, Trial] = {}
        repeats = self.min_repeats
        tables = self._tables(arena, repeats, None)
        wanted = [(metric, pair) for metric in range(len(tables)) for pair in arena.pairs]
        everyone = list(range(len(tables[0].learners)))
        needed = everyone
        while True:
            for metric, pair in [each for each in wanted if each not in found]:
                scores = tables[metric].pair(needed.index(pair[0]), needed.index(pair[1]))
                trial = self._trial(scores, arena, repeats)
                if trial is not None:
                    found[metric, pair] = trial
            if len(found) == len(wanted):
                break
            repeats += 1
            needed = sorted({learner for each in wanted if each not in found for learner in each[1]})
            tables = self._tables(arena, repeats, needed)
        shared = min(trial.scores.values.shape[1] for trial in found.values())
        self._tables(arena, shared, None)  # what all learners have in common is what the comparison shows
        return [found[each] for each in wanted]

    def _tables(self, arena: Arena, repeats: int, learners: Sequence[int] | None) -> Sequence[Scores]:
        design = KFold(folds=self.folds, repeats=repeats)
        plan = design.plan(arena.dataset, stream(arena.seed, "plan", plan_family(design)))
        return arena.scores(plan, items=True, learners=learners)

    def _trial(self, scores: Scores, arena: Arena, repeats: int) -> Trial | None:
        """Judge a pair if it may stop here."""
        test = AdaptiveT()
        level = arena.level / len(arena.pairs)
        stand = test.replicability(scores, level)
        limit = stand.p_flip_limit if isinstance(stand, Replicability) else 0.0
        if repeats < self.max_repeats and limit >= min(0.5, self.kappa * repeats):
            return None
        return Trial(scores, test, test.judge(scores), self._notes(stand, repeats))

    def _notes(self, stand: Replicability | str, repeats: int) -> tuple[str, ...]:
        if isinstance(stand, str):
            return ()
        basis = "rows" if stand.basis == "rows" else "folds"
        said = [f"stopped after {repeats} repeats of {self.folds} folds, by what {basis} tell of the noise"]
        if stand.borderline:
            said.append(
                f"borderline: about {100 * stand.p_flip_limit:.0f}% chance that endless repeats decide otherwise;"
                f" twice max_repeats would cost {repeats * self.folds} more fits a learner"
            )
        return tuple(said)
