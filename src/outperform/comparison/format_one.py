"""Manifests of format 1, which left defaults out: what was left out means the defaults of that time, frozen here."""

from collections.abc import Mapping
from typing import Any

from outperform.core import split_spec

_LETTERS = ((1, 3, 9, 16), (2, 4, 6, 7, 8, 10, 12, 14, 15), (5, 11, 13))

PROCEDURES: Mapping[str, Mapping[str, Any]] = {
    "adaptive-cv": {"folds": 10, "kappa": 0.01, "min_repeats": 2, "max_repeats": 50, "threshold": "nominal"},
    "corrected-cv": {"repeats": 10, "folds": 10},
    "kfold-t": {"folds": 10},
    "sorted-cv": {"repeats": 10, "folds": 10},
    "bootstrap-holdout": {"share": "1/3"},
    "mcnemar-holdout": {"share": "1/3"},
    "proportions-holdout": {"share": "1/3"},
    "corrected-resampled": {"repeats": 100, "share": 0.1},
    "resampled": {"repeats": 30, "share": "1/3"},
}
DESIGNS: Mapping[str, Mapping[str, Any]] = {
    "balanced-halves": {"repeats": 7, "stratify": None},
    "blocked-3x2": {"stratify": None},
    "5x2": {"stratify": None},
    "kfold": {"folds": 10, "repeats": 1, "stratify": None},
    "holdout": {"share": "1/3", "stratify": None},
    "subsampling": {"repeats": 100, "share": 0.1, "stratify": None},
}
TESTS: Mapping[str, Mapping[str, Any]] = {
    "adaptive-t": {"factor": 1.0},
    "blocked-3x2-t": {"lam": 2 / 3},
    "mx2-t": {"estimator": "V3"},
    "bayes-correlated-t": {"rope": 0.0},
    "bootstrap-percentile": {"replicates": 10000, "interval": "equal-tailed"},
    "corrected-kfold-t": {"variant": "derived"},
}
RECIPES: Mapping[str, Mapping[str, Any]] = {
    "block": {"learner": "nb", "which": 1, "of": 2},
    "feature-selecting": {"learner": "lda", "keep": 1},
    "damaged-1nn": {"weights": (), "omega": 1, "groups": _LETTERS},
    "flipped": {"learner": "tree", "rate": 0.1},
    "depth-tree": {"depth": 3, "min_leaf": 1},
    "mlp": {"steps": 200},
    "knn": {"k": 5},
    "random-tree": {"columns": "sqrt"},
    "rpart": {"min_split": 20, "min_leaf": 7, "cp": 0.01},
    "copy-x": {"column": 0},
    "epsilon-simulated": {"which": 1},
    "threshold-tree": {"min_size": 10, "min_cut": 5, "min_dev": 0.01},
    "tuned": {"learner": "knn", "parameter": "k", "values": (1, 5, 15), "folds": 3},
}
ADJUSTMENTS = {"adaptive-cv": "bonferroni"}  # all other procedures: Holm


def upgraded(found: Mapping[str, Any]) -> dict[str, Any]:
    """Write a manifest of format 1 as one of format 2.

    Examples
    --------
    >>> told = {"procedure": "adaptive-cv(kappa=0.02)", "design": None, "test": None, "learners": []}
    >>> new = upgraded(told)
    >>> new["adjust"], new["procedure"]
    ('bonferroni', "adaptive-cv(folds=10, kappa=0.02, min_repeats=2, max_repeats=50, threshold='nominal')")
    """
    slug = None if found["procedure"] is None else split_spec(found["procedure"])[0]
    return {
        **found,
        "manifest": 2,
        "procedure": _filled(found["procedure"], PROCEDURES),
        "design": _filled(found["design"], DESIGNS),
        "test": _filled(found["test"], TESTS),
        "adjust": ADJUSTMENTS.get(str(slug), "holm"),
        "files": [],
        "learners": [_learner(each) for each in found["learners"]],
    }


def _filled(spec: str | None, defaults: Mapping[str, Mapping[str, Any]]) -> str | None:
    """Write out every parameter of a spec."""
    if spec is None:
        return None
    slug, given = split_spec(spec)
    known = {**defaults.get(slug, {}), **given}
    shown = ", ".join(f"{name}={value!r}" for name, value in known.items())
    return f"{slug}({shown})" if shown else slug


def _learner(told: Mapping[str, Any]) -> dict[str, Any]:
    """Write out every parameter of a learner; its fingerprint then follows from them."""
    spec = told["spec"]
    slug = "" if spec is None else split_spec(spec)[0]
    if slug not in RECIPES or not str(told["fingerprint"]).startswith(slug):  # others are known by a digest
        return dict(told)
    from outperform.learners import CATALOGUE as LEARNERS

    full = _filled(spec, RECIPES)
    return {**told, "spec": full, "fingerprint": LEARNERS.parse(str(full)).fingerprint}
