"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, fast

for benchmark in (bootstrap, corrected_t, engine, fast):
    benchmark.run()
