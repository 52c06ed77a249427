"""What Bouckaert & Frank (2004) print, and what follows from it alone. Pages are those of LNAI 3056, 3-12."""

from typing import NamedTuple

import numpy as np

from outperform.core import Floats, Ints
from outperform.lab.measures import agreement

REPETITIONS = 10
SETS = 27
PAIRS = ("NB vs C4.5", "NB vs NN", "C4.5 vs NN")
MEASURES = ("consistent", "almost consistent", "R")


class Table1Row(NamedTuple):
    """One row of Table 1."""

    file: str  # our name of the dataset
    instances: int
    attributes: int
    classes: int
    draws: tuple[int, int, int]  # of ten 5x2 tests that do not reject, for each pair


TABLE_1: dict[str, Table1Row] = {  # p. 8
    "anneal": Table1Row("anneal", 898, 38, 5, (4, 4, 10)),
    "arrhythmia": Table1Row("arrhythmia", 452, 280, 13, (9, 9, 2)),
    "audiology": Table1Row("audiology", 226, 69, 24, (5, 10, 8)),
    "autos": Table1Row("autos", 205, 25, 6, (10, 7, 10)),
    "balance-scale": Table1Row("balance-scale", 625, 4, 3, (1, 4, 7)),
    "breast-cancer": Table1Row("breast-cancer", 286, 9, 2, (10, 9, 8)),
    "credit-rating": Table1Row("credit-a", 690, 16, 2, (6, 8, 10)),
    "ecoli": Table1Row("ecoli", 336, 8, 8, (7, 10, 10)),
    "German credit": Table1Row("credit-g", 1000, 20, 2, (9, 6, 10)),
    "glass": Table1Row("glass", 214, 9, 6, (6, 6, 9)),
    "heart-statlog": Table1Row("heart-statlog", 270, 13, 2, (4, 5, 9)),
    "hepatitis": Table1Row("hepatitis", 155, 19, 2, (9, 10, 10)),
    "horse-colic": Table1Row("colic", 368, 22, 2, (8, 10, 7)),
    "Hungarian heart disease": Table1Row("heart-h", 294, 13, 2, (10, 10, 10)),
    "ionosphere": Table1Row("ionosphere", 351, 34, 2, (10, 10, 8)),
    "iris": Table1Row("iris", 150, 4, 3, (10, 10, 10)),
    "labor": Table1Row("labor", 57, 16, 2, (8, 10, 10)),
    "lymphography": Table1Row("lymph", 148, 18, 4, (9, 10, 10)),
    "pima-diabetes": Table1Row("diabetes", 768, 8, 2, (10, 6, 7)),
    "primary-tumor": Table1Row("primary-tumor", 339, 17, 21, (7, 3, 10)),
    "sonar": Table1Row("sonar", 208, 60, 2, (10, 9, 6)),
    "soybean": Table1Row("soybean", 683, 35, 19, (8, 8, 9)),
    "vehicle": Table1Row("vehicle", 846, 18, 4, (0, 0, 9)),
    "vote": Table1Row("vote", 435, 16, 2, (4, 9, 7)),
    "vowel": Table1Row("vowel", 990, 13, 11, (4, 0, 0)),
    "Wisconsin breast cancer": Table1Row("breast-w", 699, 9, 2, (8, 9, 10)),
    "zoo": Table1Row("zoo", 101, 16, 7, (10, 10, 8)),
}

Summary = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]  # a row per measure

# Below Table 1, p. 8: a column per pair.
BELOW_1: Summary = ((9, 12, 13), (14, 17, 17), (0.737, 0.783, 0.816))
# Table 2, p. 10: columns are 10, 20, 50, 100 runs; one block a pair.
TABLE_2: tuple[Summary, ...] = (
    ((15, 14, 19, 21), (16, 19, 22, 23), (0.801, 0.843, 0.892, 0.922)),
    ((12, 15, 18, 20), (20, 21, 22, 23), (0.835, 0.865, 0.882, 0.899)),
    ((12, 14, 18, 23), (18, 17, 22, 24), (0.819, 0.825, 0.878, 0.935)),
)
# Table 3, p. 11: 1, 2, 5, 10 runs of ten folds.
TABLE_3: tuple[Summary, ...] = (
    ((16, 20, 21, 24), (18, 21, 23, 25), (0.821, 0.889, 0.928, 0.962)),
    ((18, 20, 23, 23), (19, 21, 23, 24), (0.858, 0.890, 0.939, 0.942)),
    ((13, 19, 22, 22), (18, 23, 24, 24), (0.814, 0.904, 0.928, 0.928)),
)
# Table 4, p. 11: levels 1%, 2.5%, 5%, 10%.
TABLE_4: tuple[Summary, ...] = (
    ((22, 23, 24, 21), (23, 24, 25, 22), (0.927, 0.936, 0.962, 0.915)),
    ((23, 24, 23, 23), (24, 27, 24, 23), (0.939, 0.978, 0.942, 0.939)),
    ((23, 24, 22, 20), (23, 24, 24, 24), (0.943, 0.953, 0.928, 0.919)),
)
# Section 4.3, pp. 9 and 10: consistent datasets of the plain t test, a column per pair.
PLAIN = {"10-fold cv": (15, 16, 14), "10x10-fold cv": (25, 24, 18)}
# Table 5, p. 12: percentage of consistent training sets in sources 1 to 4, and the smallest of them.
GAINS = (0.0, 2.77, 5.83, 11.27)
TABLE_5 = {
    "5x2 cv": (72.3, 71.2, 63.5, 16.9, 16.9),
    "10 x resampling": (65.5, 44.0, 26.0, 48.8, 26.0),
    "100 x resampling": (90.9, 73.2, 66.8, 97.2, 66.8),
    "10-fold cv": (49.7, 47.6, 33.2, 90.8, 33.2),
    "corrected 10x10 fold cv": (91.9, 80.3, 76.7, 98.9, 76.7),
}


def summary(rejections: Ints, repetitions: int = REPETITIONS) -> Floats:
    """Return each measure [measure, dataset] of counts of rejections: consistent or not, almost or not, R(k, n)."""
    k = np.asarray(rejections)
    almost = (k <= 1) | (k >= repetitions - 1)
    return np.stack([(k == 0) | (k == repetitions), almost, agreement(k, repetitions)]).astype(np.float64)


def printed_rejections(names: list[str]) -> Ints:
    """Return the rejections [dataset, pair] of Table 1."""
    return REPETITIONS - np.array([TABLE_1[name].draws for name in names]).reshape(-1, len(PAIRS))


def printed_se(column: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return standard errors of a printed column (consistent, almost consistent, R), the dataset as the unit.

    The two counts and R tell what the datasets scored: 1 if consistent, 4/5 if one repetition differs, and on average
    what is left over of R for the others. Of those, R(k, 10) lies between 4/9 and 29/45: taking them as equal changes
    the error by less than a twentieth.
    """
    consistent, almost, mean = column
    rest = SETS - almost
    low = (SETS * mean - consistent - 0.8 * (almost - consistent)) / rest if rest else 0.0
    total = consistent * (1 - mean) ** 2 + (almost - consistent) * (0.8 - mean) ** 2 + rest * (low - mean) ** 2
    return share_se(consistent, SETS), share_se(almost, SETS), float(np.sqrt(total / (SETS - 1) / SETS))


def share_se(count: float, sets: int) -> float:
    """Return the standard error of a count, as one of 27; a count of none or all has one too."""
    share = (count + 1) / (sets + 2)
    return float(SETS * np.sqrt(share * (1 - share) / sets))
