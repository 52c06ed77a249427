"""The tests of Bouckaert & Frank on real data sets: one repetition is one new random split of the data."""

from functools import lru_cache
from itertools import combinations

import numpy as np

from outperform.comparison.stage import Stage
from outperform.core import (
    Dataset,
    Floats,
    InputError,
    Learner,
    MissingDependencyError,
    Posterior,
    PValue,
    seed_at,
)
from outperform.data import load
from outperform.engine import Contest, Runner, Ways
from outperform.lab import procedure_from
from outperform.learners import learner_of
from outperform.learners.weka.jar import check_installed, version
from outperform.metrics import Accuracy

# Procedures whose splits contain each other, so that they share their fits.
FAMILIES: dict[str, tuple[str, ...]] = {
    "halves": ("5x2-t",),
    "resampling": tuple(f"corrected-resampled(repeats={runs}, share=0.1)" for runs in (10, 20, 50, 100)),
    "stratified": ("subsampling(repeats=10, share=0.1, stratify=True) + corrected-t",),
    "cv": (
        *(f"corrected-cv(repeats={repeats})" for repeats in (1, 2, 5, 10)),
        "kfold-t",
        "kfold(repeats=10) + pooled-t",
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
    """Return p-value and sign of the estimate [2, procedure, pair of learners] of one repetition on one dataset."""
    dataset, learners = _learners(name, specs)
    root = seed_at(seed, "repetition", name, repetition)
    contest = Contest(dataset, learners, {"accuracy": Accuracy()}, root)
    stage = Stage(Runner(contest, Ways(jobs=1)), 0.05, PAIRS)
    verdicts = [[trial.verdict for trial in procedure_from(spec).run(stage)] for spec in FAMILIES[family]]
    return np.array([[[say(verdict) for verdict in row] for row in verdicts] for say in (_pvalue, _sign)])


def _pvalue(verdict: PValue | Posterior) -> float:
    assert verdict.pvalue is not None, "none of these tests gives a posterior"
    return verdict.pvalue


def _sign(verdict: PValue | Posterior) -> float:
    return float(np.sign(verdict.estimate))
