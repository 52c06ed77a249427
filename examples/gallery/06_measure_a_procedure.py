"""Measure a procedure.

How often does a procedure find a difference that does not exist? The lab draws data
sets on which both learners are equally good.
"""

from outperform.lab import Study, readings_of, run_study

study = Study(
    "task-one(n=1000)",
    ("corrected-10x10", "kfold(repeats=10) + pooled-t"),
    datasets=500,
)
for reading in readings_of(study, run_study(study)):
    if reading["measure"] == "rejection":
        interval = f"[{reading['low']:.3f}, {reading['high']:.3f}]"
        print(reading["procedure"], round(reading["value"], 3), interval)
