"""The same scores under several tests.

The corrected and the sorted-runs test agree; the plain t test on all hundred
differences is kept to show what it does.
"""

import pandas as pd

from outperform import judge

scores = pd.read_csv("examples/scores.csv")
for test in ("corrected-t", "sorted-runs-t", "pooled-t"):
    judged = judge(scores, test).judgements[0]
    print(f"{test:14} p = {judged.verdict.pvalue:.2g}, decision: {judged.decision}")
