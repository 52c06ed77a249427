"""``python -m studies.balanced [--datasets N] [--jobs N]``: repeats that are chosen to differ.

Independent partitions put some pairs of rows into one fold twice and others never. Here each repeat of a run is chosen
so that pairs meet as equally often as can be, and the same rule is read on both kinds of repeats.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

import numpy as np

from outperform.core import Bools, Dataset, Floats, Ints, seed_at, stream
from outperform.designs import KFold
from outperform.engine.pool import run_apart
from outperform.lab.replay import Replay
from outperform.learners import learners_of
from outperform.procedures.adaptive import FRESH
from outperform.sources import CATALOGUE as SOURCES
from studies.adaptive.families import GNB
from studies.adaptive.rules import MOST, Group, Said, _decision, _flip, adaptive
from studies.adaptive.run import GROUPS, Records
from studies.adaptive.tell import BINS, MIXED, CellResult

ARMS = ("random", "balanced", "balanced, aware")
REPEATS = (2, 5, 10)
KAPPA = 0.01
SHARE = 0.75  # of the noise that pairs of rows explain, as the aware rule assumes: from a pilot on other data sets
LEARNERS = {"naive Bayes": GNB, "discriminant": "lda", "one neighbour": "knn(k=1)"}
LEADS = {30: (0.0, 0.8, 1.4), 50: (0.0, 0.5, 1.0), 100: (0.0, 0.35, 0.7), 200: (0.0, 0.25, 0.5)}


@cache
def design(sizes: tuple[int, ...], folds: int = 10, repeats: int = MOST) -> Ints:
    """Deal classes of these sizes [repeat, row], the rows class after class, so that pairs meet about equally often.

    Each repeat starts as one of KFold; then rows of a class change places, the best two first, as long as that lowers
    how often the rows that now meet have met before. So folds have the sizes and the classes that KFold gives them.
    """
    strata = np.repeat(np.arange(len(sizes)), sizes)
    rng = stream(0, "balanced", folds, *sizes)
    labels = KFold(folds, repeats, stratify=True).plan(Dataset(strata, strata), rng).labels
    assert labels is not None
    met = np.zeros((len(strata), len(strata)))
    for repeat in labels:
        _exchange(repeat, met, strata[:, np.newaxis] == strata)
        met += together(repeat)
    return labels


def together(repeat: Ints) -> Bools:
    """Return which rows meet in a fold [row, row]; none meets itself."""
    found: Bools = (repeat[:, np.newaxis] == repeat) & ~np.eye(len(repeat), dtype=bool)
    return found


def _exchange(repeat: Ints, met: Floats, alike: Bools) -> None:
    while True:
        held = (met @ np.eye(repeat.max() + 1)[repeat])[:, repeat]  # how often a row met those of another's fold
        own = held.diagonal()
        change = held + held.T - own[:, np.newaxis] - own - 2 * met
        change[~alike | (repeat[:, np.newaxis] == repeat)] = 0
        pair = np.unravel_index(change.argmin(), change.shape)
        if change[pair] >= 0:
            return
        repeat[list(pair)] = repeat[list(pair[::-1])]


@cache
def evenness(sizes: tuple[int, ...], folds: int = 10, repeats: int = MOST) -> Floats:
    """Return, by repeats, the variance of how often two rows meet over that of independent partitions.

    Pairs of the same two classes are compared with each other.
    """
    met = np.cumsum([together(repeat) for repeat in design(sizes, folds, repeats)], axis=0)
    strata = np.repeat(np.arange(len(sizes)), sizes)
    ends = np.triu_indices(len(strata), 1)
    kinds = len(sizes) * strata[ends[0]] + strata[ends[1]]
    times = np.arange(1, repeats + 1)
    seen, usual = np.zeros(repeats), np.zeros(repeats)
    for kind in np.unique(kinds):
        of_kind = met[:, ends[0], ends[1]][:, kinds == kind]
        chance = of_kind.mean(axis=1) / times
        seen += of_kind.var(axis=1) * of_kind.shape[1]
        usual += times * chance * (1 - chance) * of_kind.shape[1]
    ratio: Floats = seen / usual
    return ratio


class BalancedReplay(Replay):
    """Repeats of one design for each group, its rows at random places within their class."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Rows of each class."""
        return tuple(np.bincount(self.dataset.strata).tolist())

    def _labels(self, number: int, repeats: int) -> Ints:
        start = self._known(number)
        order = stream(self.seed, "group", self.folds, number).permutation(self.dataset.size)
        order = order[np.argsort(self.dataset.strata[order], kind="stable")]
        labels = np.empty((repeats, self.dataset.size), dtype=np.int64)
        labels[:, order] = design(self.sizes, self.folds)[start : start + repeats]
        return labels


def aware(group: Group) -> Said:
    """Decide as ``adaptive`` does, with the noise of a mean lowered by what balance is expected to take away."""
    assert isinstance(group.replay, BalancedReplay)
    even = evenness(group.replay.sizes, group.folds)
    noise = np.sqrt((1 - SHARE * (1 - even)) / np.arange(1, len(even) + 1))  # of a mean over that of one repeat
    for repeats in range(2, MOST + 1):
        wander = group.wander("rows", repeats)
        if repeats == MOST or _flip(wander, 1.0, wander.tau * noise[repeats - 1]) < min(0.5, KAPPA * repeats):
            break
    fresh = wander.tau * np.hypot(noise[repeats - 1], noise[max(FRESH, repeats) - 1])
    return Said(_decision(wander, 1.0), repeats * group.folds, _flip(wander, 1.0, fresh))


@dataclass(frozen=True, eq=False)
class Run:
    """What one learner gave on one source."""

    n: int
    learner: str
    lead: float
    arms: tuple[CellResult, ...]
    noise: Floats  # variance over groups of the mean [dataset, random or balanced, REPEATS]

    @property
    def mixed(self) -> bool:
        """Return whether random partitions reject neither rarely nor almost always, where one block leads."""
        return self.lead > 0 and MIXED[0] <= self.arms[0].power <= MIXED[1]


def run(n: int, learner: str, lead: float, datasets: int, jobs: int) -> Run:
    """Run all arms on so many data sets."""
    source = f"symmetric(n={n}, features=4, signal=0.7, lead={lead})"
    done = dict(run_apart(partial(_dataset, source, LEARNERS[learner]), range(datasets), jobs))
    found = [done[number] for number in range(datasets)]
    records = Records.of(ARMS, [said for said, _ in found])
    arms = tuple(map(CellResult, records.decision, records.fits, records.flip))
    return Run(n, learner, lead, arms, np.array([noise for _, noise in found]))


def _dataset(source: str, learner: str, number: int) -> tuple[int, tuple[list[list[Said]], Floats]]:
    dataset = SOURCES.parse(source).draw(stream(0, "balanced partitions", source, number))
    pair = [f'block(learner="{learner}")', f'block(learner="{learner}", which=2)']
    learners = list(learners_of(pair, dataset).values())
    seed = seed_at(0, "balanced partitions", source, number)
    random, balanced = Replay(dataset, learners, seed), BalancedReplay(dataset, learners, seed)
    rule = adaptive("rows", KAPPA)
    said, means = [], []
    for index in range(GROUPS):
        groups = Group(random, index), Group(balanced, index)
        means.append([group.replay.group(index, max(REPEATS)).d.mean(axis=1) for group in groups])
        said.append([rule(groups[0]), rule(groups[1]), aware(groups[1])])
    noise = [np.array(means)[..., :r].mean(axis=-1).var(axis=0, ddof=1) for r in REPEATS]
    return number, (said, np.stack(noise, axis=-1))


def ratio_of(noise: Floats) -> tuple[Floats, Floats]:
    """Return the balanced variance over the random one [REPEATS], and its standard error over data sets."""
    random, balanced = noise[:, 0], noise[:, 1]
    ratio: Floats = balanced.mean(axis=0) / random.mean(axis=0)
    error: Floats = (balanced - ratio * random).std(axis=0, ddof=1) / random.mean(axis=0) / np.sqrt(len(noise))
    return ratio, error


def line(name: str, runs: Sequence[Run]) -> str:
    """Write one line: ratios of noise; R, fits and flips predicted / observed where power is mixed; Type I error."""
    ratio, error = ratio_of(np.concatenate([one.noise for one in runs]))
    words = [name, *(f"{one:.2f} ± {its:.2f}" for one, its in zip(ratio, error, strict=True))]
    mixed = [one.arms for one in runs if one.mixed]
    if not mixed:
        return "| " + " | ".join(words) + " |"
    agreed = np.array([np.concatenate([arms[index].agreement for arms in mixed]) for index in range(len(ARMS))])
    words.append(f"{agreed[0].mean():.3f}")
    for row in agreed[1:] - agreed[0]:
        words.append(f"{row.mean():+.3f} ± {row.std(ddof=1) / np.sqrt(row.size):.3f}")
    for index in range(len(ARMS)):
        words.append(f"{np.mean([arms[index].fits for arms in mixed]):.1f}")
    for index in range(len(ARMS)):
        foretold, seen = (np.mean([getattr(arms[index], what) for arms in mixed]) for what in ("flip", "turned"))
        words.append(f"{foretold:.3f} / {seen:.3f}")
    nulls = [one.arms for one in runs if one.lead == 0]
    words += [f"{np.mean([arms[index].decision != 0 for arms in nulls]):.3f}" for index in range(len(ARMS))]
    return "| " + " | ".join(words) + " |"


def calibration(runs: Sequence[Run], arm: int) -> str:
    """Write flips predicted and observed by bin, over all cells where one block leads."""
    cells = [one.arms[arm] for one in runs if one.lead > 0]
    foretold, seen = (np.concatenate([getattr(one, what).ravel() for one in cells]) for what in ("flip", "turned"))
    words = [ARMS[arm]]
    for low, high in pairwise(BINS):
        inside = (foretold >= low) & (foretold < high)
        if inside.any():
            words.append(f"{foretold[inside].mean():.3f} / {seen[inside].mean():.3f} ({inside.sum()})")
    return "| " + " | ".join(words) + " |"


def main() -> None:
    """Run all and print the lines: by size and learner, by size, then the calibration of p_flip."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--datasets", type=int, default=90, help="datasets of a cell")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    runs = []
    for n, leads in LEADS.items():
        for learner in LEARNERS:
            these = [run(n, learner, lead, arguments.datasets, arguments.jobs) for lead in leads]
            print(line(f"{n}, {learner}", these), flush=True)
            runs += these
    for n in LEADS:
        print(line(f"{n}, all", [one for one in runs if one.n == n]))
    for learner in LEARNERS:
        print(line(f"{learner}, all", [one for one in runs if one.learner == learner]))
    for arm in range(len(ARMS)):
        print(calibration(runs, arm))


if __name__ == "__main__":
    main()
