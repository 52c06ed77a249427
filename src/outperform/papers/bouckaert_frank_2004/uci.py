"""The tests of Bouckaert & Frank on real data sets: one repetition is one new random split of the data."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from outperform.core import Dataset, Design, Floats, InputError, Learner, MissingDependencyError, seed_at, stream
from outperform.data import load
from outperform.designs import FiveByTwo, KFold, Subsampling
from outperform.engine import Contest, Runner, Ways
from outperform.learners import learner_of
from outperform.learners.weka.jar import check_installed, version
from outperform.metrics import Accuracy
from outperform.procedures.fixed import plan_family
from outperform.significance import CorrectedT, Differences, FiveByTwoT, KFoldT, PooledT
from outperform.significance.differences import DifferenceTest


@dataclass(frozen=True)
class SharedSplits:
    """Tests on the splits of one design, each on so many of its repeats.

    Given the data, repeats are independent. So 100 of them are ten repetitions of a test on ten, and one of a test on a
    hundred.
    """

    design: Design
    tests: tuple[tuple[DifferenceTest, int], ...]

    def blocks(self, place: int) -> int:
        """Return how many repetitions of a test one run of the design gives."""
        return int(self.design.repeats // self.tests[place][1])  # type: ignore[attr-defined]  # all three have them


FAMILIES: dict[str, SharedSplits] = {
    "halves": SharedSplits(FiveByTwo(), ((FiveByTwoT(), 5),)),
    "resampling": SharedSplits(
        Subsampling(repeats=100, share=0.1), tuple((CorrectedT(), runs) for runs in (10, 20, 50, 100))
    ),
    "stratified": SharedSplits(Subsampling(repeats=30, share=0.1, stratify=True), ((CorrectedT(), 10),)),
    "cv": SharedSplits(
        KFold(repeats=10), (*((CorrectedT(), repeats) for repeats in (1, 2, 5, 10)), (KFoldT(), 1), (PooledT(), 10))
    ),
}
WEKA, OURS = "Weka", "scikit-learn"
LEARNERS = {WEKA: ("weka-nb", "weka-j48", "weka-ibk"), OURS: ("nb", "tree", "1nn")}  # as named by ``compare``
PAIRS = tuple(combinations(range(3), 2))
DROPPED = {"zoo": "animal"}  # the name of each row; the paper counts 16 attributes, so it had none there
BUNDLED = ("iris",)  # scikit-learn's rows are those of the repository but for three cells


def made_by() -> str:
    """Return whose learners are run: Weka's, which the paper used, with its version; others where it is missing."""
    try:
        check_installed("Bouckaert & Frank")
    except MissingDependencyError:
        return OURS
    return f"{WEKA} {version()}"


def is_weka(maker: str) -> bool:
    """Return whether the learners are those of the paper.

    Examples
    --------
    >>> is_weka("Weka 3.9.7"), is_weka("scikit-learn")
    (True, False)
    """
    return maker.partition(" ")[0] == WEKA


@lru_cache(maxsize=32)  # of the process: published datasets
def find(name: str) -> Dataset | None:
    """Load a dataset from the folder of files, or what scikit-learn has of it; None where there is none."""
    for source in (f"{name}.arff", *(bundled for bundled in BUNDLED if bundled == name)):
        try:
            return load(source, drop=DROPPED.get(name, ()))
        except InputError:
            continue
    return None


@lru_cache(maxsize=32)  # of the process: published datasets
def _learners(name: str, specs: tuple[str, ...]) -> tuple[Dataset, dict[str, Learner]]:
    dataset = find(name)
    if dataset is None:
        raise InputError("data", f"{name} was not found")
    return dataset, {spec: learner_of(spec, dataset) for spec in specs}


def said_by(maker: str, name: str, family: str, repetition: int, seed: int) -> Floats:
    """Return what ``said_on`` does for the learners of a maker; with its version, a store keeps them apart."""
    return said_on(LEARNERS[maker.partition(" ")[0]], name, family, repetition, seed)


def said_on(specs: tuple[str, ...], name: str, family: str, repetition: int, seed: int) -> Floats:
    """Return p-value and sign of the estimate [2, block, test, pair of learners] of one run of a design on a dataset.

    A test on few repeats has several blocks, the others are NaN.
    """
    dataset, learners = _learners(name, specs)
    root = seed_at(seed, "repetition", name, repetition)
    runner = Runner(Contest(dataset, learners, {"accuracy": Accuracy()}, root), Ways(jobs=1))
    design, tests = FAMILIES[family].design, FAMILIES[family].tests
    (table,) = runner.scores(design.plan(dataset, stream(root, "plan", plan_family(design))))
    blocks = [FAMILIES[family].blocks(place) for place in range(len(tests))]
    found = np.full((2, max(blocks), len(tests), len(PAIRS)), np.nan)
    for place, (test, repeats) in enumerate(tests):
        scores = table.values.reshape(len(specs), blocks[place], repeats, -1)
        for which, (first, second) in enumerate(PAIRS):
            judged = test.arithmetic(Differences.between(scores[first], scores[second], table.traits.ratio))
            found[:, : blocks[place], place, which] = judged.pvalue, np.sign(judged.estimate)
    return found
