"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, fast, lab

for benchmark in (bootstrap, corrected_t, engine, fast, lab):
    benchmark.run()
