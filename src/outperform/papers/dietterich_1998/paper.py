"""Dietterich (1998): five tests, their Type I error and power."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from outperform.papers.dietterich_1998 import discussion, learners, power, prose, replications, simulation, type_one
from outperform.papers.paper import Obtain, Paper


@dataclass(frozen=True)
class Dietterich1998(Paper):
    """Approximate statistical tests for comparing supervised classification learning algorithms."""

    slug = "dietterich-1998"
    citation = (
        "T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning "
        "algorithms. Neural Computation 10(7), 1895-1923."
    )
    left_open = (
        "C4.5 Release 1 is not available, and its options are not stated. Ours is scikit-learn's tree by entropy with "
        "C4.5's own default of at least two rows in a leaf, unpruned. We chose it after seeing its results: on "
        "letters it is 10 points behind the neighbour, which the text's 10 points need; with leaves of one row it "
        "would be 8.",
        "The class regions of EXP6 are in neither paper; those of `exp6` are ours: six of similar difficulty.",
        "The bad weights of the distance are not stated. On EXP6 the first column gets omega; on letters the columns "
        "have the three groups of Wang et al. (2014) with omega, 1 and 1/omega. The neighbour sees columns unscaled, "
        "also on Pima, and uses the first of several rows at the same distance.",
        "How a learner is adjusted to its target is not stated. Ours: mean errors over all datasets on a grid of "
        "damages, interpolated, then measured. *quick* and *standard* test on 1000 rows of the calibration set, drawn "
        "again for each data set, *published* on all. On Pima the share of answers turned follows from the errors "
        "themselves.",
        "Subsets of 270, 200 and 150 are the first rows of a dataset, in the random order in which it was drawn.",
        "Splits are random and not stratified; the paper says no more.",
        "The values of lambda (Fig. 8 to 11), the numbers of splits and folds (Fig. 6), the population of Fig. 3 and "
        "the number of its training sets are not in the text. On Pima lambda runs from the neighbour's error to the "
        "tree's.",
        "The paper tries each test once on a dataset. Ours holds out five random thirds, and makes each half of each "
        "replication the numerator of 5x2cv t in turn: the rates have the same expectation and smaller errors, which "
        "are over datasets.",
        "Sec. 3.4 does not say which pairs of folds are correlated: ours are all 45, over all datasets. For "
        "independent cross-validations each fold is taken from another dataset.",
        "Pages: our text is the author's, of December 1997, without the journal's pages; sections are given.",
        "The runs in which error rates fluctuate between .1 and .9, and the 5x2cv test fails (sec. 7), are not "
        "described: ours are a guess, and not in the score.",
    )
    found = (
        "Exact numbers are reproduced to the printed digit.",
        "In the simulation, at 100,000 trials instead of 1000, every sentence about Fig. 5 holds: the resampled t "
        "test rejects a true null 11 to 32% of the time, the proportions 5.6 to 7.1%, the others 5.0% or less.",
        "With real learners the four tests behave as the paper says although tree, regions and distance weights are "
        "ours: the 10-fold t test alone exceeds the level (the paper: by as much as twice the level), two folds of "
        "it are correlated about as much as printed, 10 points of difference on letters are found one time in "
        "three, and 5x2cv t is ahead of McNemar's test in power by about .01 on each task.",
        "On Pima the lead of the 10-fold t test is "
        "about the .05 that we call much, no more: undamaged, our learners are less than 3 points apart there and "
        "no test finds that often.",
        "Fewer than five replications do not raise the Type I error of the 5x2cv statistic unless there is only "
        "one: it is smallest at two to four and rises from there, so five is not an optimum; more than five do "
        "raise it, as the paper says.",
        "We saw the proportions test fooled, but not 5x2cv t.",
        "With two folds the cross-validated t test is near .06 in the simulation, by ties whose variance is 0.",
        "What the paper does not say: on letters, learners that are equal within 0.1% on the 10,000 calibration "
        "rows differ by 0.2 to 0.3 points on the 10,000 rows that the datasets come from, because two such sets "
        "differ by about 0.2 by chance; the null hypothesis of its letter experiment can be true only to that "
        "extent. It is too little to move the rates of Fig. 7.",
    )

    def exhibits(self) -> Mapping[str, Obtain]:
        """Return what reproduces each figure and each passage with numbers."""
        return {
            "section-3": prose.critical_values,
            "section-3-4": type_one.correlated_folds,
            "section-3-5": replications.replications,
            "figure-2": type_one.quantiles,
            "figure-3": learners.errors_by_point,
            "figure-4": prose.designed_errors,
            "figure-5": simulation.type_one_error,
            "figure-6": simulation.by_replications,
            "section-5": prose.two_tables,
            "section-6-1": learners.matched_learners,
            "figure-7": type_one.type_one_errors,
            "figure-8": learners.learning_curves,
            "figure-9": partial(power.power, name="EXP6", place="figure-9"),
            "figure-10": partial(power.power, name="Letter", place="figure-10"),
            "figure-11": partial(power.power, name="Pima", place="figure-11"),
            "section-7": discussion.conclusions,
        }
