"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, evals, fast, lab, league, nominal, small

for benchmark in (bootstrap, corrected_t, engine, evals, fast, lab, league, nominal, small):
    benchmark.run()
