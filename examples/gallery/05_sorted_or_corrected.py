"""The same scores under several tests.

The corrected and the sorted-runs test agree. The plain t test on all 100 differences
(pooled-t) treats overlapping training sets as independent and finds a difference.
"""

import pandas as pd

from outperform import judge

scores = pd.read_csv("examples/scores.csv")
for test in ("corrected-t", "sorted-runs-t", "pooled-t"):
    judged = judge(scores, test).judgements[0]
    print(f"{test:14} p = {judged.verdict.pvalue:.2g}, decision: {judged.decision}")
