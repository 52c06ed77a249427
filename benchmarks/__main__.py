"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, evals, fast, lab, small

for benchmark in (bootstrap, corrected_t, engine, evals, fast, lab, small):
    benchmark.run()
