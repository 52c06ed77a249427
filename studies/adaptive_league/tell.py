"""What the files say: rates, agreement, power and cost of every rule, calibration in bins, and what was wanted."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from studies.adaptive_league.paths import KAPPAS, RULES
from studies.evals.tell import Target, digits, wilson
from studies.leagues.bins import Row, merged
from studies.leagues.laws import LAWS
from studies.leagues.tell import LIMIT, MANY, OFF

CHOSEN = 0.03  # kappa: the largest whose agreement on the choosing half is at least MORE above that of 10x10
MORE = 0.01
LOSS = 0.01  # of power against 10x10 that is too much
FOLDS = 10
NUMBERS = ("same", "same_winner", "same_datasets", "unsettled")
ADAPTIVE = f"adaptive, kappa {CHOSEN:g}"


@dataclass(frozen=True)
class Mean:
    """A mean over leagues, and its standard error."""

    value: float
    se: float

    def __str__(self) -> str:
        """Return both."""
        return f"{digits(self.value)} ± {digits(self.se)}"


def read(folder: Path) -> list[Row]:
    """Read all files."""
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def some(files: Sequence[Row], half: str, *, lead: bool, kind: str = "simulated") -> list[Row]:
    """Return the files of one kind and half."""
    return [one for one in files if (one["kind"], one["half"], one["lead"]) == (kind, half, lead)]


def mean_of(files: Sequence[Row], value: Callable[[Row], float]) -> Mean:
    """Return the mean of a number of every league."""
    found = np.array([value(league) for one in files for league in one["leagues"]])
    return Mean(float(found.mean()), float(found.std(ddof=1) / np.sqrt(len(found)))) if len(found) > 1 else Mean(0, 0)


def by_rule(files: Sequence[Row], rule: str) -> Row:
    """Return what a rule does in leagues with a lead."""
    each = {name: mean_of(files, partial(_number, rule, name)) for name in NUMBERS}
    fits = mean_of(files, lambda league: FOLDS * league[rule]["repeats"])
    power = mean_of(files, lambda league: _power(league, rule)) if _known(files) else None
    return {**each, "fits": fits, "power": power}


def _number(rule: str, name: str, league: Row) -> float:
    return float(league[rule][name])


def _known(files: Sequence[Row]) -> bool:
    return all("truth" in league for one in files for league in one["leagues"])


def _power(league: Row, rule: str) -> float:
    """Return the share of pairs whose better learner is found."""
    sides, found, decided = (np.array(each) for each in (league["truth"]["sides"], *_decisions(league[rule])))
    return float(((decided + sides * found) / 2).mean())  # of -1, 0 and 1, the share on the right side


def _decisions(row: Row) -> tuple[list[float], list[float]]:
    return row["found"], row["decided"]


def false_rates(files: Sequence[Row]) -> list[Row]:
    """Return a row per law and number of learners: how often equal learners are called different."""
    keys = sorted({(one["law"], one["learners"]) for one in files}, key=lambda key: (list(LAWS).index(key[0]), key[1]))
    rows = []
    for law, learners in keys:
        leagues = [
            league for one in files if (one["law"], one["learners"]) == (law, learners) for league in one["leagues"]
        ]
        counts = {rule: sum(league[rule]["false"] for league in leagues) for rule in RULES}
        rows.append({"law": law, "learners": learners, "leagues": len(leagues), "counts": counts})
    return rows


def pooled_false(files: Sequence[Row], rule: str) -> tuple[int, int]:
    """Return false leagues and all leagues, where differences are symmetric."""
    leagues = [league for one in files if LAWS[one["law"]].symmetric for league in one["leagues"]]
    return sum(league[rule]["false"] for league in leagues), len(leagues)


def bins_of(files: Sequence[Row], rule: str, kind: str) -> list[Row]:
    """Return predicted and observed changes of a rule."""
    return merged([{"bins": one["bins"][rule]} for one in files], kind)


def chosen(files: Sequence[Row]) -> list[tuple[float, Mean, Mean]]:
    """Return agreement and fits of every kappa on the choosing half."""
    led = some(files, "choose", lead=True)
    found = [(kappa, by_rule(led, f"adaptive, kappa {kappa:g}")) for kappa in KAPPAS]
    return [(kappa, row["same"], row["fits"]) for kappa, row in found]


def targets(files: Sequence[Row]) -> list[Target]:
    """Check what was wanted of the chosen rule, on the confirming half."""
    led, real = some(files, "confirm", lead=True), some(files, "confirm", lead=True, kind="real")
    found = [_false(files, "choose"), _false(files, "confirm")]
    for name, leagues in (("simulated leagues", led), ("real data sets", real)):
        if leagues:
            found += _against(leagues, name)
            found += [_off(f"p_flip when it stops, {name}", bins_of(leagues, ADAPTIVE, "splits"))]
    return found


def _false(files: Sequence[Row], half: str) -> Target:
    count, n = pooled_false(some(files, half, lead=False), ADAPTIVE)
    low, high = wilson(count, n)
    words = {"choose": "chosen", "confirm": "confirmed"}[half]
    wanted = (
        f"any pair of equal learners called different, symmetric laws, where it was {words}: at most {digits(LIMIT)}"
    )
    return Target(
        wanted, f"{digits(count / max(1, n))} [{digits(low)}, {digits(high)}] of {n:,} leagues", count <= LIMIT * n
    )


def _against(leagues: Sequence[Row], name: str) -> list[Target]:
    def differs(number: str) -> Mean:
        return mean_of(leagues, lambda league: league[ADAPTIVE][number] - league["10x10"][number])

    same, fits = differs("same"), by_rule(leagues, ADAPTIVE)["fits"]
    mine, ten = (by_rule(leagues, rule)["same"] for rule in (ADAPTIVE, "10x10"))
    found = [
        Target(
            f"other splits decide the same as often as with 10x10, {name}",
            f"{mine}, 10x10 {ten}, difference {same}",
            same.value >= -2 * same.se,
        ),
        Target(f"fewer than the 100 fits per cell of 10x10, {name}", f"{fits.value:.0f}", fits.value < 100),
    ]
    if _known(leagues):
        power = mean_of(leagues, lambda league: _power(league, ADAPTIVE) - _power(league, "10x10"))
        wanted = f"power at most {digits(LOSS)} below that of 10x10, {name}"
        found.append(Target(wanted, f"difference {power}", power.value >= -LOSS))
    return found


def _off(words: str, bins: Sequence[Row]) -> Target:
    judged = [row for row in bins if row["cases"] >= MANY]
    off = [
        f"{digits(row['predicted'])} predicted, {digits(row['observed'])} observed"
        for row in judged
        if abs(row["observed"] - row["predicted"]) > OFF + 2 * row["se"]
    ]
    worst = max((abs(row["observed"] - row["predicted"]) for row in judged), default=0.0)
    found = "; ".join(off) or f"all {len(judged)}; largest difference {digits(worst)}"
    return Target(f"{words}: every bin of {MANY} within .05 and two standard errors", found, not off)
