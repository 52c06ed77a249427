"""What adaptive-cv was to reach, and what it reached on the half that nothing was chosen on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from studies.adaptive.tell import FEWEST, FLIPS, REFERENCE, FamilyResult, by_family, flips, over, power_apart

ROWS, FOLDS = "adaptive rows, kappa 0.01", "adaptive folds, kappa 0.01"
CAUTIOUS = "adaptive rows, cautious"
CAUTIOUS_FOLDS = "adaptive folds, cautious"


@dataclass(frozen=True)
class Target:
    """One thing that was wanted, what was found, and whether that is enough."""

    wanted: str
    found: str
    met: bool


def targets(results: Sequence[FamilyResult]) -> list[Target]:
    """Check all targets on these families."""
    ours = {result.family.name: by_family(result, ROWS) for result in results}
    theirs = {result.family.name: by_family(result, REFERENCE) for result in results}
    cautious = [row for result in results if (row := by_family(result, CAUTIOUS)) is not None]
    mean = over([row for row in ours.values() if row is not None])
    return [
        _at_least("mean R over cells with power .05 to .95", mean["R"], 0.965),
        _no_family(
            "R in no family below that of corrected-10x10 by more than its Monte Carlo error", ours, theirs, _behind
        ),
        _at_most("mean fits per learner, over the same cells", mean["fits"], 45, "{:.1f}"),
        _at_most("mean fits under the null", mean["fits_null"], 40, "{:.1f}"),
        _at_most("mean fits where power exceeds .95", mean["fits_strong"], 40, "{:.1f}"),
        _no_family(
            "Type I error in no family above that of corrected-10x10 by more than its error", ours, theirs, _above
        ),
        _at_most(
            "cautious: highest Wilson bound of the Type I error in any family",
            max(row["type_one_interval"][1] for row in cautious),
            0.065,
        ),
        _power("mean power at most .01 below corrected-10x10", results, ROWS, REFERENCE),
        _power(
            "cautious: mean power at most .01 below corrected-10x10 with the cautious threshold",
            results,
            CAUTIOUS,
            "cautious-10x10",
        ),
        _peeking(results),
        _calibrated(results),
    ]


def _at_least(wanted: str, value: float | None, bound: float) -> Target:
    return Target(
        f"{wanted} at least {bound}", "-" if value is None else f"{value:.3f}", value is not None and value >= bound
    )


def _at_most(wanted: str, value: float | None, bound: float, form: str = "{:.3f}") -> Target:
    if value is None:
        return Target(f"{wanted} at most {bound}", "no such cell", met=True)
    return Target(f"{wanted} at most {bound}", form.format(value), value <= bound)


def _no_family(wanted: str, ours: dict[str, Any], theirs: dict[str, Any], worse: Any) -> Target:
    bad = [name for name in ours if ours[name] and theirs[name] and worse(ours[name], theirs[name])]
    return Target(wanted, "in none" if not bad else "; ".join(bad), not bad)


def _behind(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    if ours["R"] is None:
        return False
    return bool(ours["R"] < theirs["R"] - 1.96 * float(np.hypot(ours["R_se"], theirs["R_se"])))


def _above(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Compare on the same data sets: half the width of the reference's interval is allowed."""
    reach = (theirs["type_one_interval"][1] - theirs["type_one_interval"][0]) / 2
    return bool(ours["type_one"] > theirs["type_one"] + reach)


def _power(wanted: str, results: Sequence[FamilyResult], rule: str, reference: str) -> Target:
    apart = power_apart(results, rule, reference)
    if apart["mean"] is None:
        return Target(wanted, "no such cell", met=False)
    found = f"{apart['mean']:+.4f} ± {apart['se']:.4f} (worst cell {apart['worst']:+.3f}, {apart['where']})"
    return Target(wanted, found, apart["mean"] >= -0.01)


def _peeking(results: Sequence[FamilyResult]) -> Target:
    worse = 0
    for result in results:
        peeked, fixed = by_family(result, "peeking"), by_family(result, REFERENCE)
        assert peeked is not None
        assert fixed is not None
        worse += peeked["type_one"] > fixed["type_one"]
    return Target(
        "peeking (stop when significant) fails",
        f"more Type I error than corrected-10x10 in {worse} of {len(results)} families",
        worse == len(results),
    )


def _calibrated(results: Sequence[FamilyResult]) -> Target:
    """Check p_flip by bin, for all kinds of estimate."""
    off = [
        (abs(row["foretold"] - row["seen"]), f"{row['rule']} {row['low']:g}-{row['high']:g}")
        for rule in FLIPS
        for row in flips(results, rule)
        if row["cases"] >= FEWEST
    ]
    if not off:
        return Target("p_flip within .05 of the flips seen, in every bin of 200 cases", "no such bin", met=False)
    worst = max(off)
    return Target(
        "p_flip within .05 of the flips seen, in every bin of 200 cases",
        f"worst {worst[0]:.3f} ({worst[1]})",
        worst[0] <= 0.05,
    )
