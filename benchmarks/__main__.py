"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, fast, lab, small

for benchmark in (bootstrap, corrected_t, engine, fast, lab, small):
    benchmark.run()
