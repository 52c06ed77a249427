"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t

for benchmark in (bootstrap, corrected_t):
    benchmark.run()
