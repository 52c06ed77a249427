"""The first half of Wang et al. (2014): what makes the variance of cross-validation on halves."""

from collections.abc import Mapping

from outperform.papers._paper import Obtain
from outperform.papers._w14_correlations import figure_4, figure_5, table_2, table_3, table_4
from outperform.papers._w14_pictures import figure_1, figure_2, figure_3
from outperform.papers._w14_ratios import table_5

EXHIBITS: Mapping[str, Obtain] = {
    "figure-1": figure_1,
    "figure-2": figure_2,
    "figure-3": figure_3,
    "figure-4": figure_4,
    "figure-5": figure_5,
    "table-2": table_2,
    "table-3": table_3,
    "table-4": table_4,
    "table-5": table_5,
}

LEFT_OPEN: tuple[str, ...] = (
    "Software: not named. Tables 4 and 6 fit R's defaults, so: rpart for classification trees (Table 4 settles it), "
    "e1071's svm (radial, cost 1, columns scaled) and naiveBayes, glm without penalty.",
    "Table 4's neural network: neither size nor training is given. R's nnet with three hidden units, logistic, "
    "entropy, at most 100 steps, new random weights for every fit.",
    "Figure 1: the sizes are not given; 40 to 320 rows. Figure 2: halves are not stratified, overlaps in steps of 32.",
    "Figure 3: whether random halves keep the class counts is not said; they do here, so that overlap alone differs.",
    "Table 3: whether n counts all rows or those of a half. The text says all; the numbers fit a half. Both are shown.",
    "Standard errors of the printed correlations: as if all pairs of 100,000 datasets had been pooled; from fewer "
    "pairs they would be larger.",
    "Table 5 prints formulas; they are evaluated at the printed correlations of Table 4.",
)
