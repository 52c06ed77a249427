"""What Dietterich (1998) concludes over all experiments (sec. 7 and 8)."""

from collections.abc import Iterable, Mapping

import numpy as np

from outperform.core import Floats, stream
from outperform.papers.agreement import Agreement, Cell, Measured, Row
from outperform.papers.dietterich_1998.power import MOST_POWERFUL
from outperform.papers.dietterich_1998.rates import LEVEL, absent, exceeding, lead, rate_of
from outperform.papers.dietterich_1998.runs import POWERFUL, missing_note, tasks_at_hand, tried
from outperform.papers.dietterich_1998.simulation import RATES, simulated_rates
from outperform.papers.dietterich_1998.type_one import SEVERE
from outperform.papers.rules import Bounds, claim, ours
from outperform.papers.workbench import Workbench
from outperform.significance import Differences, FiveByTwoT

WILD = (0.1, 0.9)
NEVER = (
    "Indeed, in all of our various experiments, we never once saw the Type I error rate of McNemar's test exceed the "
    "target level (0.05)."
)
FOOLED = "In contrast, we did observe cases where both the 5x2cv and differences-of-proportions tests were fooled."
WILDLY = (
    "The 5x2cv test will fail in cases where the error rates measured in the various 2-fold cross-validation "
    "replications vary wildly (even when the difference in error rates is unchanged). We were able to observe this in "
    "some simulated data experiments where the error rates fluctuated between 0.1 and 0.9."
)


def conclusions(bench: Workbench) -> Agreement:
    """Sec. 7 and 8: sentences about all experiments together."""
    simulated = simulated_rates(bench)
    real = {
        task.name: {test: rate_of(shares[:, 0]) for test, shares in tried(bench, task.name).rejected.items()}
        for task in tasks_at_hand()[0]
    }
    cells = [*_type_one(simulated, real), _most_powerful(bench)]
    wild = rate_of(wild_pvalues(bench.pick(20_000, 100_000, 1000), bench.seed) <= LEVEL)
    cells.append(ours(exceeding("5x2cv t where error rates vary between .1 and .9", wild, WILDLY)))
    notes = (
        "The runs with error rates between .1 and .9 are not described. Ours: each replication has an error rate of "
        "its own, drawn between .1 and .9, the same for both learners, which err independently on 150 rows per half.",
        "Fooled: more than .06 of rejections, which 1000 trials can tell from .05.",
    )
    return Agreement(
        "section-7",
        "All experiments together",
        "1895-1923, sec. 7 and 8",
        _of_all(cells),
        notes=(*notes, *missing_note()),
    )


def _of_all(cells: Iterable[Cell]) -> tuple[Row, ...]:
    """Return the rows; where a task is missing, no sentence about all experiments is judged."""
    whole = not tasks_at_hand()[1]
    return tuple(cell if whole or cell.kind != "claim" else absent(cell.key, cell.published) for cell in cells)


def _type_one(simulated: Mapping[str, list[Measured]], real: Mapping[str, Mapping[str, Measured]]) -> Iterable[Cell]:
    def everywhere(test: str) -> dict[str, Measured]:
        found = {f"simulation, error {error}": rate for error, rate in zip(RATES, simulated[test], strict=True)}
        return found | {name: rates[test] for name, rates in real.items()}

    yield claim(
        "McNemar never above the level", NEVER, everywhere("McNemar"), "rate of rejections", Bounds(at_most=LEVEL)
    )
    for test in ("5x2cv t", "proportions"):
        highest = max(everywhere(test).values())
        yield claim(
            f"{test} fooled", FOOLED, highest, "highest rate of rejections of all experiments", Bounds(above=0.06)
        )
    tenfold = max(rates[POWERFUL] for rates in real.values())
    resampled = max(rate for rate in simulated["resampled t"])
    yield claim(
        "10-fold t not nearly as bad as resampled t",
        SEVERE,
        resampled.less(tenfold),
        "highest rate of the resampled t test less that of the 10-fold t test",
        Bounds(above=LEVEL),
    )


def _most_powerful(bench: Workbench) -> Cell:
    leads = []
    for task in tasks_at_hand()[0]:
        rejected = {test: shares[:, 1:] for test, shares in tried(bench, task.name).rejected.items()}
        leads.append(lead(rejected, "5x2cv t", ["McNemar", "proportions"]))
    mean = Measured.mean(leads)
    what = "lead over the better of McNemar and proportions, mean over the tasks and the differences above 0"
    return claim("5x2cv t most powerful of those acceptable", MOST_POWERFUL, mean, what, Bounds(above=0))


def wild_pvalues(trials: int, seed: int) -> Floats:
    """Return p-values of 5x2cv t where each replication has an error rate of its own, the same for both learners."""
    rng = stream(seed, "dietterich-1998", "wild")
    error = rng.uniform(*WILD, size=(trials, 5, 1))
    first, second = (rng.binomial(150, np.broadcast_to(error, (trials, 5, 2))) for _ in range(2))
    found: Floats = FiveByTwoT().arithmetic(Differences((first - second) / 150, np.ones(trials))).pvalue
    return found
