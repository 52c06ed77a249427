"""Make examples/evals.csv: two systems answer the same 60 questions on 20 passages, three times each.

python examples/make_evals.py > examples/evals.csv
"""

import csv
import sys

import numpy as np

QUESTIONS, PASSAGES, SAMPLES = 60, 20, 3
HELPED = {"new": 0.4, "old": 0.0}  # on the logit scale

rng = np.random.default_rng(5)
ease = rng.normal(0.6, 1.4, PASSAGES)[np.arange(QUESTIONS) // 3] + rng.normal(0, 0.8, QUESTIONS)
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["item", "cluster", "system", "sample", "score"])
for system, helped in HELPED.items():
    known = ease + helped + rng.normal(0, 0.8, QUESTIONS)
    for sample in range(SAMPLES):
        right = rng.random(QUESTIONS) < 1 / (1 + np.exp(-1.5 * known))
        for question in range(QUESTIONS):
            cells = [f"q{question + 1:02d}", f"p{question // 3 + 1:02d}", system, sample + 1, int(right[question])]
            writer.writerow(cells)
